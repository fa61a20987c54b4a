//! What the players are told and shown, handed to the module that knows.

use std::sync::Arc;

use engine::staff::{Count, Staff, Standing};
use engine::step::Steps;
use engine::wire::{Choice, Item, Layer, Odds, Planned, Prompt, Told};
use engine::{Casebook, Dice, Order, Position, Present, Seat, Setup, Title, Viewer, Weight};

use crate::board::{Mark, Place, Replacements};
use crate::event::Event;
use crate::speak::Speak;
use crate::step::Step;
use crate::steps;
use crate::units::{Nation, Side};
use crate::variant::Grid;

impl<V: Speak> Present for Grid<V> {
    fn title(&self) -> &Title {
        &self.title
    }

    fn casebook(&self) -> &Casebook {
        &self.pack.casebook
    }

    fn start(&self, setup: &Setup) -> Result<(Self::Board, Self::Step), String> {
        self.title.check(setup)?;
        self.variant.start(self, setup)
    }

    fn part_of_map(&self, scenario: &str) -> Option<Arc<Self>> {
        self.part(scenario)
    }

    fn are_enemies(&self, board: &Self::Board, one: Seat, other: Seat) -> bool {
        let side = |seat: Seat| {
            Nation::ALL.into_iter().find(|nation| self.variant.seat(board, *nation) == seat).map(Nation::side)
        };
        side(one) != side(other)
    }

    /// The turn of the calendar, as on the track; games of the first edition count from their scenario's first.
    fn turn(&self, board: &Self::Board) -> u16 {
        if !self.pack.first_edition() {
            return u16::from(board.turn);
        }
        let first = self.pack.scenarios[usize::from(board.scenario)].first_turn;
        u16::from(board.turn.saturating_sub(first)) + 1
    }

    fn print(&self, action: Self::Action) -> String {
        self.print_action(action)
    }

    fn parse(&self, step: &Self::Step, board: &Self::Board, text: &str) -> Result<Vec<Self::Action>, String> {
        self.parse_actions(step, board, text)
    }

    fn prompt(&self, step: &Self::Step, board: &Self::Board, viewer: Viewer) -> Prompt {
        self.make_prompt(step, board, viewer)
    }

    fn describe(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Choice {
        self.make_choice(step, board, seat, action)
    }

    fn planned(&self, step: &Self::Step, board: &Self::Board) -> Vec<Planned> {
        self.plan_at(step, board)
    }

    fn weight(&self, event: &Self::Event) -> Weight {
        match event {
            Event::Moved { .. } | Event::Entered { .. } => Weight::Move,
            Event::Committed { .. } => Weight::Commitment,
            Event::Bombards { .. } => Weight::Bombardment,
            Event::Shaken { .. } | Event::Disordered { .. } | Event::Retreated { .. } => Weight::Hurt,
            Event::Assaulted { .. } => Weight::Assault,
            Event::Lost { .. } | Event::Eliminated { .. } | Event::Surrendered { .. } => Weight::Loss,
            Event::Advanced { .. } => Weight::Gain,
            _ => Weight::Light,
        }
    }

    fn orders(&self, step: &Self::Step, board: &Self::Board, options: &[Self::Action]) -> Vec<Order> {
        self.orders_for(step, board, options)
    }

    fn next_of_order(
        &self,
        order: Order,
        step: &Self::Step,
        board: &Self::Board,
        options: &[Self::Action],
    ) -> Option<Self::Action> {
        self.next_of(order, step, board, options)
    }

    fn repeats(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        options: &[Self::Action],
        last_turn: &dyn Fn() -> Vec<Self::Action>,
    ) -> Vec<(Order, Vec<Self::Action>)> {
        self.fire_as_last_turn(step, board, options, last_turn)
    }

    fn order_label(&self, order: Order, step: &Self::Step, board: &Self::Board, answers: usize) -> String {
        self.label_of(order, step, board, answers)
    }

    fn answers(&self, step: &Self::Step, board: &Self::Board, action: Self::Action) -> bool {
        matches!(step, Step::Own(_)) || step.answers(self, board, action)
    }

    fn is_secret(&self, step: &Self::Step, _: &Self::Board, action: Self::Action) -> bool {
        self.variant.is_secret(step, action)
    }

    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Told {
        self.sentence(event, viewer)
    }

    fn items(&self) -> u16 {
        self.item_count()
    }

    fn item<'a>(&'a self, board: &'a Self::Board, item: u16, viewer: Viewer) -> Option<Item<'a>> {
        self.item_at(board, item, viewer)
    }

    fn changes(&self, before: &Self::Board, after: &Self::Board, changed: &mut dyn FnMut(u16)) {
        self.changed_items(before, after, changed);
    }

    fn odds(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Option<Odds> {
        self.odds_of(step, board, seat, action)
    }

    fn layers(&self, board: &Self::Board, _: Viewer) -> Vec<Layer> {
        self.map_layers(board)
    }

    fn standing(&self, board: &Self::Board, viewer: Viewer, count: Count) -> Standing {
        self.variant.conditions(self, board, viewer, count)
    }

    fn staff(&self, stack: &[Self::Step], board: &Self::Board, _: Viewer, options: &[Self::Action]) -> Staff {
        self.make_staff(stack, board, options)
    }

    fn path(&self, _: &Self::Step, board: &Self::Board, action: Self::Action) -> Vec<String> {
        self.move_path(board, action)
    }

    fn redeal(&self, board: &mut Self::Board, stack: &mut [Self::Step], seat: Seat, dice: &mut Dice) {
        for nation in Nation::ALL {
            let bid = &mut board.replacements.bid[nation.index()];
            let allowed = board.replacements.allowed[nation.index()];
            let sealed =
                stack.iter().any(|step| matches!(step, Step::ReplacementBids(steps::ReplacementBids)));
            // While bids are being written, another's number may be anything he is allowed.
            if sealed
                && *bid != Replacements::OPEN
                && allowed > 0
                && !self.variant.sees(Viewer::Seat(seat), nation)
            {
                *bid = dice.draw_hidden(allowed + 1) - 1;
            }
        }
        self.variant.redeal(self, board, stack, seat, dice);
    }

    fn print_position(&self, setup: &Setup, board: &Self::Board, stack: &[Self::Step]) -> String {
        self.write_position(setup, board, stack)
    }

    fn parse_position(&self, text: &str) -> Result<Position<Self>, String> {
        self.read_position(text)
    }

    fn audit(&self, board: &Self::Board, stack: &[Self::Step]) -> Result<(), String> {
        board.audit_derived(&self.pack)?;
        if matches!(stack.last(), Some(Step::Move(_))) {
            self.audit_movers(board)?;
        }
        for square in self.pack.map.all.iter() {
            if board.occupied(Side::Allied).contains(square) && board.occupied(Side::German).contains(square)
            {
                return Err(format!("both sides stand in {}", self.at(square)));
            }
        }
        for unit in self.pack.all_units() {
            let state = board.unit(unit);
            if let Place::Map(square) = state.place()
                && !self.pack.map.all.contains(square)
            {
                return Err(format!("{} stands nowhere", self.id(unit)));
            }
            if state.has(Mark::Locked) && state.commitment().direction().is_none() {
                return Err(format!("{} is engaged with nobody", self.id(unit)));
            }
        }
        for set in [&board.used, &board.counted, &board.shot.guns, &board.shot.counter, &board.assault.firers]
        {
            if set.iter().any(|unit| unit.index() >= self.pack.units.len()) {
                return Err("a set names a unit that does not exist".to_owned());
            }
        }
        if stack.len() > 16 {
            return Err("too many steps are in progress".to_owned());
        }
        self.variant.audit(self, board)
    }
}
