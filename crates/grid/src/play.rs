//! The engine's questions, handed to the module that answers them.

use engine::step::{Answer, Steps};
use engine::{Context, Flow, FlowOf, Forbidden, Question, Rules, Seat};

use crate::action::Action;
use crate::board::Board;
use crate::event::Event;
use crate::reach::Notes;
use crate::rule::{Common, Rule};
use crate::speak::Speak;
use crate::step::Step;
use crate::variant::{Grid, Own, Variant};

impl<V: Speak> Rules for Grid<V> {
    type Board = Board<V::Own>;
    type Step = Step<V::Own>;
    type Action = Action<V::Own>;
    type Event = Event<V::Own>;
    type Rule = Rule<V::Own>;
    type Notes = Notes;

    fn run(
        &self,
        step: &mut Self::Step,
        board: &mut Self::Board,
        context: &mut Context<Self::Event>,
    ) -> FlowOf<Self> {
        if let Step::Own(own) = step {
            return self.variant.run_step(self, own, board, context);
        }
        step.run(self, board, context)
    }

    fn question(&self, step: &Self::Step, board: &Self::Board) -> Question<Self::Rule> {
        if let Step::Own(own) = *step {
            return self.variant.question(self, own, board);
        }
        step.question(self, board)
    }

    fn ask(&self, step: &Self::Step, board: &Self::Board, seat: Seat, answers: &mut Vec<Self::Action>) {
        self.ask_and_note(step, board, seat, answers, &mut Notes::default());
    }

    fn ask_and_note(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        seat: Seat,
        answers: &mut Vec<Self::Action>,
        notes: &mut Notes,
    ) {
        notes.forget();
        if let Step::Own(own) = *step {
            return self.ask_own(own, board, seat, answers);
        }
        step.ask(self, board, seat, answers, notes);
        self.variant.more_answers(self, step, board, answers);
    }

    fn check(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Forbidden {
        self.check_and_note(step, board, seat, action, &mut Notes::default())
    }

    fn has_choice(&self, step: &Self::Step, board: &Self::Board, _: Seat) -> bool {
        !matches!(step, Step::Own(_)) && step.has_choice(self, board)
    }

    fn check_and_note(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        seat: Seat,
        action: Self::Action,
        notes: &mut Notes,
    ) -> Forbidden {
        notes.forget();
        if !self.is_sane(action) {
            return Forbidden::by(self.question(step, board).rule);
        }
        if self.is_out_of_bounds(action) {
            return Forbidden::by(Rule::<V::Own>::from(Common::Bounds));
        }
        if let Step::Own(own) = *step {
            return self.variant.check(self, own, board, seat, action);
        }
        if let Action::Own(own) = action {
            return self.variant.check_more(self, step, board, own);
        }
        let verdict = step.check(self, board, seat, action, notes);
        verdict.unwrap_or_else(|| step.objects(self, board, action))
    }

    fn choose(
        &self,
        step: &mut Self::Step,
        board: &mut Self::Board,
        seat: Seat,
        action: Self::Action,
        context: &mut Context<Self::Event>,
    ) -> FlowOf<Self> {
        self.choose_by_notes(step, board, seat, action, &Notes::default(), context)
    }

    fn choose_by_notes(
        &self,
        step: &mut Self::Step,
        board: &mut Self::Board,
        seat: Seat,
        action: Self::Action,
        notes: &Notes,
        context: &mut Context<Self::Event>,
    ) -> FlowOf<Self> {
        if let Step::Own(own) = step {
            return self.variant.choose(self, own, board, seat, action, context);
        }
        if let Action::Own(own) = action {
            return self.variant.choose_more(self, step, board, own, context);
        }
        step.choose(self, board, Answer { seat, action, notes }, context)
    }

    fn reveals(&self, event: &Self::Event) -> bool {
        match event {
            Event::Revealed { .. } => true,
            Event::Own(own) => self.variant.reveals(own),
            _ => false,
        }
    }
}

impl<V: Variant> Grid<V> {
    /// Walks the sequence of play; at its end the next turn begins, or the game ends (Big Push 4.0).
    pub(crate) fn run_turn(
        &self,
        at: &mut u8,
        board: &mut Board<V::Own>,
        context: &mut Context<Event<V::Own>>,
    ) -> Flow<Step<V::Own>, Rule<V::Own>> {
        let sequence = self.variant.sequence(board);
        if let Some(step) = sequence.get(usize::from(*at)) {
            if *at == 0 {
                let turn = board.turn;
                context.tell(|| Event::TurnBegan { turn });
            }
            *at += 1;
            return Flow::Call(*step);
        }
        if let Some(outcome) = self.variant.end_of_turn(self, board, context) {
            Flow::End(outcome)
        } else {
            *at = 0;
            Flow::Again
        }
    }

    /// The candidates of a step of the game's own that it does not forbid.
    fn ask_own(
        &self,
        own: <V::Own as Own>::Step,
        board: &Board<V::Own>,
        seat: Seat,
        answers: &mut Vec<Action<V::Own>>,
    ) {
        let first = answers.len();
        self.variant.candidates(self, own, board, seat, answers);
        if self.variant.candidates_are_legal(own) {
            return;
        }
        let mut kept = first;
        for index in first..answers.len() {
            let action = answers[index];
            if self.variant.check(self, own, board, seat, action).is_legal() {
                answers[kept] = action;
                kept += 1;
            }
        }
        answers.truncate(kept);
    }

    /// Whether an action names only units and squares that exist.
    fn is_sane(&self, action: Action<V::Own>) -> bool {
        let unit = |unit: crate::Unit| unit.index() < self.pack.units.len();
        let square = |square: crate::Square| square.index() < self.pack.map.names.len();
        match action {
            Action::Done
            | Action::Pass
            | Action::Unsupplied
            | Action::Use(_)
            | Action::Steps(_)
            | Action::Own(_) => true,
            Action::Pick(u)
            | Action::Stay(u)
            | Action::Flip(u)
            | Action::Supply(u)
            | Action::Consolidate(u)
            | Action::Rally(u)
            | Action::Lose { unit: u, .. }
            | Action::BreakDown { unit: u, .. }
            | Action::Exit { unit: u, .. }
            | Action::Face { unit: u, .. } => unit(u),
            Action::Join(u) => unit(u) || !u.is_some(),
            Action::Build { from, into } => unit(from) && unit(into),
            Action::Move { unit: u, to }
            | Action::Commit { unit: u, to }
            | Action::Advance { unit: u, to }
            | Action::Place { unit: u, to } => unit(u) && square(to),
            Action::Retreat { unit: u, to }
            | Action::Displace { unit: u, to }
            | Action::Replace { unit: u, to, .. } => unit(u) && (square(to) || !to.is_some()),
            Action::Target(s) | Action::Resolve(s) | Action::Strike(s) => square(s),
            Action::Close { from, to } => square(from) && square(to),
        }
    }

    /// Whether an answer names a square outside the part of the map that is played on.
    fn is_out_of_bounds(&self, action: Action<V::Own>) -> bool {
        let square = match action {
            Action::Move { to, .. }
            | Action::Commit { to, .. }
            | Action::Close { to, .. }
            | Action::Retreat { to, .. }
            | Action::Displace { to, .. }
            | Action::Advance { to, .. }
            | Action::Replace { to, .. }
            | Action::Place { to, .. } => to,
            Action::Target(square) | Action::Resolve(square) | Action::Strike(square) => square,
            _ => return false,
        };
        square.is_some() && !self.pack.map.all.contains(square)
    }
}
