//! Breakthrough: Cambrai, the area-impulse game.
//!
//! A turn is a day. At dawn ([`reinforcements`], [`weather`]) units arrive; by day the sides alternate impulses
//! ([`impulse`]) in which one area fires ([`artillery`]), moves ([`movement`]) and assaults ([`combat`], with
//! [`casualties`], [`retreat`] and [`overrun`]) until the sun sets ([`sunset`]); at night ([`night`]) they recover; and
//! then Haig decides ([`end_phase`]). [`step`] and `sequence` are the sequence of play; [`board`] is what lies on the table; [`pack`]
//! is the data. Nothing is hidden but the bids for a side ([`bids`]).

pub mod advantage;
pub mod artillery;
mod audit;
pub mod bids;
pub mod board;
pub mod bridges;
pub mod casualties;
pub mod charts;
pub mod combat;
pub mod control;
pub mod end_phase;
pub mod event;
pub mod first_turn;
mod foresight;
pub mod impulse;
pub mod interdiction;
mod labels;
pub mod movement;
pub mod night;
mod notation;
mod odds;
pub mod options;
mod orders;
pub mod overrun;
pub mod pack;
mod position;
mod position_reader;
mod raw;
mod reading;
pub mod regroup;
pub mod reinforcements;
pub mod retreat;
mod rolling;
pub mod rule;
pub mod scenario;
mod sequence;
pub mod sets;
pub mod side;
mod staff;
mod standing;
pub mod step;
pub mod sum;
pub mod sunset;
pub mod supply;
mod tell;
mod title;
mod view;
pub mod weather;
mod words;

use std::sync::Arc;

use engine::staff::{Count, Staff, Standing};
use engine::wire::{Choice, Item, Odds, Planned, Prompt, Target, Told};
use engine::{
    Casebook, Context, Dice, Files, Flow, Forbidden, Order, PackError, Position, Present, Question, Rules,
    Seat, Setup, Title, Viewer, Weight,
};

use bids::Seating;

pub use board::Board;
pub use event::{Event, Happening};
pub use pack::Pack;
pub use rule::Rule;
pub use step::{Action, Step};

/// The files of the pack that the program carries with it, without the examples.
pub fn embedded() -> Files {
    let files = [
        ("map.toml", include_str!("../../../packs/cambrai/map.toml")),
        ("units.toml", include_str!("../../../packs/cambrai/units.toml")),
        ("charts.toml", include_str!("../../../packs/cambrai/charts.toml")),
        ("scenarios.toml", include_str!("../../../packs/cambrai/scenarios.toml")),
        ("rules.toml", include_str!("../../../packs/cambrai/rules.toml")),
        ("cases.toml", include_str!("../../../packs/cambrai/cases.toml")),
    ];
    Files(files.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect())
}

/// The game: its rules on one pack.
pub struct Cambrai {
    /// The data.
    pub pack: Arc<Pack>,
    title: Title,
    /// The same game where only some places are open, by the scenario's id.
    parts: Vec<(String, Arc<Cambrai>)>,
}

impl Cambrai {
    /// The game on the files of a pack, or what is wrong with them.
    pub fn new(files: &Files) -> Result<Cambrai, PackError> {
        let pack = Arc::new(Pack::parse(files)?);
        let title = title::title(&pack);
        let part = |scenario: &scenario::Scenario| {
            let pack = Arc::new(pack.within(scenario)?);
            let part = Cambrai { pack, title: title.clone(), parts: Vec::new() };
            Some((scenario.id.clone(), Arc::new(part)))
        };
        let parts = pack.scenarios.iter().filter_map(part).collect();
        Ok(Cambrai { pack, title, parts })
    }
}

impl Rules for Cambrai {
    type Board = Board;
    type Step = Step;
    type Action = Action;
    type Event = Happening;
    type Rule = Rule;
    type Notes = ();

    fn run(&self, step: &mut Step, board: &mut Board, context: &mut Context<Happening>) -> Flow<Cambrai> {
        let seating = Seating::of(board);
        context.retell(
            |context| sequence::run(&self.pack, *step, board, context),
            |event| Happening { event, seating },
        )
    }

    fn question(&self, step: &Step, board: &Board) -> Question<Rule> {
        sequence::question(*step, board)
    }

    fn ask(&self, step: &Step, board: &Board, _seat: Seat, options: &mut Vec<Action>) {
        sequence::ask(&self.pack, *step, board, options);
    }

    fn check(&self, step: &Step, board: &Board, seat: Seat, action: Action) -> Forbidden {
        sequence::check(&self.pack, *step, board, seat, action)
    }

    fn choose(
        &self,
        step: &mut Step,
        board: &mut Board,
        seat: Seat,
        action: Action,
        context: &mut Context<Happening>,
    ) -> Flow<Cambrai> {
        let seating = Seating::of(board);
        context.retell(
            |context| sequence::choose(&self.pack, *step, board, seat, action, context),
            |event| Happening { event, seating },
        )
    }

    fn reveals(&self, happening: &Happening) -> bool {
        matches!(happening.event, Event::BidsOpened { .. })
    }
}

impl Present for Cambrai {
    fn title(&self) -> &Title {
        &self.title
    }

    fn casebook(&self) -> &Casebook {
        &self.pack.casebook
    }

    fn start(&self, setup: &Setup) -> Result<(Board, Step), String> {
        self.title.check(setup)?;
        let number = self.pack.scenarios.iter().position(|scenario| scenario.id == setup.scenario);
        let number = number.ok_or("there is no such scenario")?;
        let options = options::Options::of(setup);
        let board = Board::set_up(&self.pack, &self.pack.scenarios[number], number as u8, options);
        Ok((board, if options.bid_for.is_some() { Step::Bid } else { Step::Dawn }))
    }

    fn part_of_map(&self, scenario: &str) -> Option<Arc<Cambrai>> {
        self.parts.iter().find(|(id, _)| id == scenario).map(|(_, part)| part.clone())
    }

    fn turn(&self, board: &Board) -> u16 {
        let first = self.pack.scenarios[usize::from(board.scenario)].first_turn;
        u16::from(board.turn.saturating_sub(first)) + 1
    }

    fn print(&self, action: Action) -> String {
        notation::print(&self.pack, action)
    }

    fn parse(&self, step: &Step, board: &Board, text: &str) -> Result<Vec<Action>, String> {
        notation::parse(&self.pack, *step, board, text)
    }

    fn prompt(&self, step: &Step, board: &Board, _viewer: Viewer) -> Prompt {
        words::prompt(&self.pack, *step, board)
    }

    fn planned(&self, step: &Step, board: &Board) -> Vec<Planned> {
        odds::planned(&self.pack, *step, board)
    }

    fn describe(&self, step: &Step, board: &Board, _seat: Seat, action: Action) -> Choice {
        words::describe(&self.pack, *step, board, action)
    }

    fn target(&self, _: &Step, _: &Board, _: Seat, action: Action) -> Target {
        words::target(&self.pack, action)
    }

    /// The first unit in leads the assault (10.4).
    fn precedence(&self, unit: &str) -> i32 {
        self.pack.unit(unit).map_or(0, |unit| {
            2 * i32::from(self.pack.info(unit).attack) + i32::from(self.pack.kinds.tanks.contains(unit))
        })
    }

    fn weight(&self, happening: &Happening) -> Weight {
        match happening.event {
            Event::Moved { .. } | Event::Regrouped { .. } => Weight::Move,
            Event::BarrageFired { .. } => Weight::Bombardment,
            Event::Exhausted { .. } | Event::Retreated { .. } => Weight::Hurt,
            Event::Assaulted { .. } => Weight::Assault,
            Event::Eliminated { .. } => Weight::Loss,
            Event::ControlChanged { .. } | Event::BridgeTaken { .. } | Event::Breakthrough { .. } => {
                Weight::Gain
            }
            _ => Weight::Light,
        }
    }

    fn orders(&self, step: &Step, board: &Board, options: &[Action]) -> Vec<Order> {
        orders::orders(&self.pack, *step, board, options)
    }

    fn next_of_order(&self, order: Order, step: &Step, board: &Board, options: &[Action]) -> Option<Action> {
        orders::next(&self.pack, order, *step, board, options)
    }

    fn order_label(&self, order: Order, step: &Step, board: &Board, answers: usize) -> String {
        let mut options = Vec::new();
        sequence::ask(&self.pack, *step, board, &mut options);
        orders::label(&self.pack, order, board, &options, answers)
    }

    fn answers(&self, step: &Step, board: &Board, action: Action) -> bool {
        sequence::answers(&self.pack, *step, board, action)
    }

    fn is_secret(&self, _step: &Step, _board: &Board, action: Action) -> bool {
        matches!(action, Action::Bid(_))
    }

    fn tell(&self, happening: &Happening, _viewer: Viewer) -> Told {
        tell::tell(&self.pack, happening)
    }

    fn items(&self) -> u16 {
        view::count(&self.pack)
    }

    fn item<'a>(&'a self, board: &'a Board, item: u16, _viewer: Viewer) -> Option<Item<'a>> {
        view::item(&self.pack, board, item)
    }

    /// Nothing on this table is hidden, and a sealed bid tells only that it was made (7.1, 17.1).
    fn is_open(&self) -> bool {
        true
    }

    fn changes(&self, before: &Board, after: &Board, changed: &mut dyn FnMut(u16)) {
        view::changes(&self.pack, before, after, changed);
    }

    fn odds(&self, step: &Step, board: &Board, _seat: Seat, action: Action) -> Option<Odds> {
        odds::odds(&self.pack, *step, board, action)
    }

    fn standing(&self, board: &Board, _viewer: Viewer, count: Count) -> Standing {
        standing::standing(&self.pack, board, count)
    }

    fn staff(&self, stack: &[Step], board: &Board, _viewer: Viewer, options: &[Action]) -> Staff {
        staff::staff(&self.pack, stack, board, options)
    }

    /// Only a sealed bid of the other seat is unknown (17.1).
    fn redeal(&self, board: &mut Board, _stack: &mut [Step], seat: Seat, dice: &mut Dice) {
        let other = 1 - usize::from(seat.0 % 2);
        if board.bids[other].is_some() {
            board.bids[other] = Some(dice.draw_hidden(self.pack.charts.highest_bid + 1) - 1);
        }
    }

    fn print_position(&self, setup: &Setup, board: &Board, stack: &[Step]) -> String {
        position::print(&self.pack, setup, board, stack)
    }

    fn parse_position(&self, text: &str) -> Result<Position<Cambrai>, String> {
        position_reader::parse(self, text)
    }

    fn audit(&self, board: &Board, stack: &[Step]) -> Result<(), String> {
        audit::check(&self.pack, board, stack)
    }
}
