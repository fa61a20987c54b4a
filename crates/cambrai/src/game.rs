//! The game before the engine: its rules and what is shown of it.

use std::sync::Arc;

use engine::staff::{Count, Staff, Standing};
use engine::step::Answer;
use engine::wire::{Choice, Item, Odds, Planned, Prompt, Target, Told};
use engine::{
    Casebook, Context, Dice, Files, Forbidden, Order, PackError, Position, Present, Question, Rules, Seat,
    Setup, Title, Viewer, Weight,
};

use crate::bids::{Bid, Seating};
use crate::board::Board;
use crate::event::{Event, Happening};
use crate::options::Options;
use crate::pack::Pack;
use crate::reinforcements::Dawn;
use crate::rule::Rule;
use crate::scenario::Scenario;
use crate::step::{Action, Aim, Flow, Step, Steps};
use crate::{
    audit, notation, odds, orders, position, position_reader, staff, standing, tell, title, view, words,
};

/// The game: its rules on one pack.
pub struct Cambrai {
    /// The data.
    pub pack: Arc<Pack>,
    pub(crate) title: Title,
    /// The same game where only some places are open, by the scenario's id.
    parts: Vec<(String, Arc<Cambrai>)>,
}

impl Cambrai {
    /// The game on the files of a pack, or what is wrong with them.
    pub fn new(files: &Files) -> Result<Cambrai, PackError> {
        let pack = Arc::new(Pack::parse(files)?);
        let title = title::title(&pack);
        let part = |scenario: &Scenario| {
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

    fn run(&self, step: &mut Step, board: &mut Board, context: &mut Context<Happening>) -> Flow {
        let seating = Seating::of(board);
        context.retell(|context| step.run(&self.pack, board, context), |event| Happening { event, seating })
    }

    fn question(&self, step: &Step, board: &Board) -> Question<Rule> {
        step.question(&self.pack, board)
    }

    fn ask(&self, step: &Step, board: &Board, seat: Seat, options: &mut Vec<Action>) {
        step.ask(&self.pack, board, seat, options, &mut ());
    }

    fn check(&self, step: &Step, board: &Board, seat: Seat, action: Action) -> Forbidden {
        check(&self.pack, step, board, seat, action)
    }

    fn choose(
        &self,
        step: &mut Step,
        board: &mut Board,
        seat: Seat,
        action: Action,
        context: &mut Context<Happening>,
    ) -> Flow {
        let seating = Seating::of(board);
        context.retell(
            |context| step.choose(&self.pack, board, Answer { seat, action, notes: &() }, context),
            |event| Happening { event, seating },
        )
    }

    fn reveals(&self, happening: &Happening) -> bool {
        matches!(happening.event, Event::BidsOpened { .. })
    }
}

/// Every rule that forbids an answer. An answer to another question is forbidden by the one that is open.
fn check(pack: &Pack, step: &Step, board: &Board, seat: Seat, action: Action) -> Forbidden {
    let question = step.question(pack, board);
    if !question.seats.contains(seat) {
        let in_impulse = board.impulse.area.is_some();
        return Forbidden::by(if in_impulse { Rule::InactiveSide } else { question.rule });
    }
    if is_closed(pack, action) {
        return Forbidden::by(Rule::OpenPlaces);
    }
    let verdict = step.check(pack, board, seat, action, &mut ());
    verdict.unwrap_or_else(|| step.objects(pack, board, action))
}

/// Whether an action names a place, or a bridge to one, that is not open in the scenario.
fn is_closed(pack: &Pack, action: Action) -> bool {
    if let Action::Blow(bridge) = action {
        return pack.over(bridge).ends.iter().any(|end| !pack.links.all.contains(*end));
    }
    matches!(action.aim(), Aim::Place(place) if !pack.links.all.contains(place))
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
        let options = Options::of(setup);
        let board = Board::set_up(&self.pack, &self.pack.scenarios[number], number as u8, options);
        Ok((board, if options.bid_for.is_some() { Bid.into() } else { Dawn.into() }))
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

    fn prompt(&self, step: &Step, board: &Board, viewer: Viewer) -> Prompt {
        words::prompt(&self.pack, *step, board, viewer)
    }

    fn planned(&self, step: &Step, board: &Board) -> Vec<Planned> {
        step.planned(&self.pack, board)
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
        step.orders(&self.pack, board, options)
    }

    fn next_of_order(&self, order: Order, step: &Step, board: &Board, options: &[Action]) -> Option<Action> {
        step.next_of_order(&self.pack, order, board, options)
    }

    fn order_label(&self, order: Order, step: &Step, board: &Board, answers: usize) -> String {
        let mut options = Vec::new();
        step.ask(&self.pack, board, Seat(0), &mut options, &mut ());
        orders::label(&self.pack, order, board, &options, answers)
    }

    fn answers(&self, step: &Step, board: &Board, action: Action) -> bool {
        step.answers(&self.pack, board, action)
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
