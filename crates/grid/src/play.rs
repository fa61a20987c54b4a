//! The engine's questions, handed to the module that answers them.

use engine::{Context, Flow, FlowOf, Forbidden, Question, Rules, Seat};

use crate::action::Action;
use crate::board::Board;
use crate::event::Event;
use crate::reach::Notes;
use crate::rule::{Common, Rule};
use crate::step::Step;
use crate::variant::{Grid, Variant};

impl<V: Variant> Rules for Grid<V> {
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
        match step {
            Step::Turn { at } => self.run_turn(at, board, context),
            Step::Phase(side) => {
                let side = *side;
                board.phasing = side;
                context.tell(|| Event::PhaseBegan { side });
                Flow::Return
            }
            Step::Weather => self.run_weather(board, context),
            Step::Bombardment { .. } => self.run_bombardment(step, board),
            Step::Guns { nation } => self.run_guns(board, *nation, context),
            Step::Move { nation, .. } => {
                self.review_movers(board, nation.side());
                Flow::Ask
            }
            Step::Commit { .. } | Step::ReplaceAt { .. } | Step::Rotate { .. } => Flow::Ask,
            Step::Counter { nation } => self.run_counter(board, *nation),
            Step::Fire { nation } => self.run_fire(board, *nation, context),
            Step::Movement { .. } => self.run_movement(step, board, context),
            Step::Follow { side } => self.run_follow(*side, board, context),
            Step::Commitment { .. } => self.run_commitment(step, board),
            Step::Close { .. } => self.run_close(step, board, context),
            Step::CommandCenter(side) => self.run_command_center(board, *side, context),
            Step::DefensiveFire { side, only } => self.run_defensive_fire(board, *side, *only, context),
            Step::Firers { nation } => self.run_firers(board, *nation),
            Step::FallBack { .. } => self.run_fall_back(board, context),
            Step::Assaults { .. } => self.run_assaults(step, board),
            Step::Assault(stage) => self.run_assault(*stage, board, context),
            Step::Losses => self.run_losses(board),
            Step::LossesThen(stage) => {
                if board.losses.left > 0 {
                    Flow::Call(Step::Losses)
                } else {
                    Flow::Goto(Step::Assault(*stage))
                }
            }
            Step::Retreat { side, from } => self.run_retreat(*side, *from, board, context),
            Step::Displace { side } => self.run_displace(*side, board),
            Step::Advance { .. } => self.run_advance(board),
            Step::SecondaryAttacks { .. } => self.run_secondary_attacks(step, board),
            Step::Secondary { .. } => self.run_secondary(step, board),
            Step::RemoveSupplyHqs(_) => self.run_remove_supply_hqs(board, context),
            Step::RemoveCommandHqs => self.run_remove_command_hqs(board, context),
            Step::ClearInterdiction(side) => self.run_clear_interdiction(*side, board, context),
            Step::ReplacementRolls(side) => self.run_replacement_rolls(*side, board, context),
            Step::ReplacementBids => self.run_bids(board, context),
            Step::Replacements { .. } => self.run_replacements(step, board),
            Step::Rally { .. } => self.run_rally(step, board),
            Step::SetUp { .. } => self.run_set_up(step, board),
            Step::Modes { .. } => self.run_modes(step, board),
            Step::Own(own) => self.variant.run_step(self, own, board, context),
        }
    }

    fn question(&self, step: &Self::Step, board: &Self::Board) -> Question<Self::Rule> {
        match *step {
            Step::Bombardment { side, next, .. } => {
                self.question_bombardment(board, self.acting(board, side, next))
            }
            Step::Guns { nation } => self.question_of(board, nation, Common::FiringGuns),
            Step::Counter { nation } => self.question_counter(board, nation),
            Step::Move { nation, .. } => self.question_move(board, nation),
            Step::Follow { side } => self.question_follow(side, board),
            Step::Commit { nation, only } => {
                let rule = if only.is_some() { Common::SecondaryAttacks } else { Common::Commitment };
                self.question_of(board, nation, rule)
            }
            Step::Close { nation, .. } => self.question_of(board, nation, Common::ClosingIn),
            Step::DefensiveFire { side, only } => {
                self.question_of(board, self.fire_commander(board, side, only), Common::DefensiveFire)
            }
            Step::Firers { nation } => self.question_of(board, nation, Common::DefensiveFactors),
            Step::FallBack { .. } => self.question_fall_back(board),
            Step::Assaults { side, next } => {
                self.question_of(board, self.acting(board, side, next), Common::Assault)
            }
            Step::Assault(stage) => self.question_assault(stage, board),
            Step::Losses => self.question_losses(board),
            Step::Retreat { side, from } => self.question_retreat(side, from, board),
            Step::Rotate { side, square } => self.question_rotate(side, square, board),
            Step::Displace { side } => self.question_displace(side, board),
            Step::Advance { .. } => self.question_advance(board),
            Step::SecondaryAttacks { side, next } => {
                self.question_of(board, self.acting(board, side, next), Common::SecondaryAttacks)
            }
            Step::ReplacementBids => self.question_bids(board),
            Step::Replacements { next } => {
                self.question_of(board, self.replacing(board, next), Common::TakingReplacements)
            }
            Step::ReplaceAt { nation, .. } => self.question_of(board, nation, Common::TakingReplacements),
            Step::Rally { next } => self.question_of(board, self.replacing(board, next), Common::Rally),
            Step::SetUp { group } => self.question_set_up(group, board),
            Step::Modes { next } => self.question_modes(next, board),
            Step::Own(own) => self.variant.question(self, own, board),
            _ => Question { seats: Seat(0).into(), rule: Common::TurnSequence.into() },
        }
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
        match *step {
            Step::Bombardment { side, next, .. } => {
                self.ask_bombardment(board, self.acting(board, side, next), answers);
            }
            Step::Guns { nation } => self.ask_guns(board, nation, answers),
            Step::Counter { nation } => self.ask_counter(board, nation, answers),
            Step::Move { .. } => self.ask_move(step, board, answers, notes),
            Step::Follow { side } => self.ask_follow(side, board, answers),
            Step::Commit { .. } => self.ask_commit(step, board, answers),
            Step::Close { .. } => self.ask_close(step, board, answers),
            Step::DefensiveFire { side, only } => self.ask_defensive_fire(board, side, only, answers),
            Step::Firers { nation } => self.ask_firers(board, nation, answers),
            Step::FallBack { .. } => self.ask_fall_back(board, answers),
            Step::Assaults { side, next } => {
                self.ask_assaults(board, self.acting(board, side, next), answers);
            }
            Step::Assault(stage) => self.ask_assault(stage, board, answers),
            Step::Losses => self.ask_losses(board, answers),
            Step::Retreat { side, from } => self.ask_retreat(side, from, board, answers),
            Step::Rotate { side, square } => self.ask_rotate(side, square, board, answers),
            Step::Displace { side } => self.ask_displace(side, board, answers),
            Step::Advance { .. } => self.ask_advance(board, answers),
            Step::SecondaryAttacks { side, next } => {
                self.ask_secondary(board, self.acting(board, side, next), answers);
            }
            Step::ReplacementBids => self.ask_bids(board, seat, answers),
            Step::Replacements { next } => {
                self.ask_replacements(board, self.replacing(board, next), answers);
            }
            Step::ReplaceAt { .. } => self.ask_replace_at(step, board, answers),
            Step::Rally { next } => self.ask_rally(board, self.replacing(board, next), answers),
            Step::SetUp { group } => self.ask_set_up(group, board, answers),
            Step::Modes { next } => self.ask_modes(next, board, answers),
            Step::Own(own) => {
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
            _ => {}
        }
        if !matches!(step, Step::Own(_)) {
            self.variant.more_answers(self, step, board, answers);
        }
    }

    fn check(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Forbidden {
        self.check_and_note(step, board, seat, action, &mut Notes::default())
    }

    fn has_choice(&self, step: &Self::Step, board: &Self::Board, _: Seat) -> bool {
        self.sees_choice(step, board)
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
        if let (Action::Own(own), false) = (action, matches!(step, Step::Own(_))) {
            return self.variant.check_more(self, step, board, own);
        }
        match *step {
            Step::Bombardment { side, next, .. } => {
                self.check_bombardment(board, self.acting(board, side, next), action)
            }
            Step::Guns { nation } => self.check_guns(board, nation, action),
            Step::Counter { nation } => self.check_counter(board, nation, action),
            Step::Move { .. } => self.check_move(step, board, action, notes),
            Step::Follow { side } => self.check_follow(side, board, action),
            Step::Commit { .. } => self.check_commit(step, board, action),
            Step::Close { .. } => self.check_close(step, board, action),
            Step::DefensiveFire { side, only } => self.check_defensive_fire(board, side, only, action),
            Step::Firers { nation } => self.check_firers(board, nation, action),
            Step::FallBack { .. } => self.check_fall_back(board, action),
            Step::Assaults { side, next } => {
                self.check_assaults(board, self.acting(board, side, next), action)
            }
            Step::Assault(stage) => self.check_assault(stage, board, action),
            Step::Losses => self.check_losses(board, action),
            Step::Retreat { side, from } => self.check_retreat(side, from, board, action),
            Step::Rotate { side, square } => self.check_rotate(side, square, board, action),
            Step::Displace { side } => self.check_displace(side, board, action),
            Step::Advance { .. } => self.check_advance(board, action),
            Step::SecondaryAttacks { side, next } => {
                self.check_secondary(board, self.acting(board, side, next), action)
            }
            Step::ReplacementBids => self.check_bids(board, seat, action),
            Step::Replacements { next } => {
                self.check_replacements(board, self.replacing(board, next), action)
            }
            Step::ReplaceAt { .. } => self.check_replace_at(step, board, action),
            Step::Rally { next } => self.check_rally(board, self.replacing(board, next), action),
            Step::SetUp { group } => self.check_set_up(group, board, action),
            Step::Modes { next } => self.check_modes(next, board, action),
            Step::Own(own) => self.variant.check(self, own, board, seat, action),
            _ => Forbidden::by(Rule::<V::Own>::from(Common::TurnSequence)),
        }
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
        if let (Action::Own(own), false) = (action, matches!(step, Step::Own(_))) {
            return self.variant.choose_more(self, step, board, own, context);
        }
        match step {
            Step::Bombardment { .. } => self.choose_bombardment(step, board, action),
            Step::Guns { nation } => self.choose_guns(board, *nation, action, context),
            Step::Counter { nation } => self.choose_counter(board, *nation, action, context),
            Step::Move { .. } => self.choose_move(step, board, action, notes, context),
            Step::Follow { side } => self.choose_follow(*side, board, action, context),
            Step::Commit { .. } => self.choose_commit(board, action, context),
            Step::Close { .. } => self.choose_close(board, action, context),
            Step::DefensiveFire { side, only } => self.choose_defensive_fire(board, *side, *only, action),
            Step::Firers { nation } => self.choose_firers(board, *nation, action, context),
            Step::FallBack { .. } => self.choose_fall_back(board, action, context),
            Step::Rotate { .. } => self.choose_rotate(board, action, context),
            Step::Displace { .. } => self.choose_displace(board, action, context),
            Step::Assaults { .. } => self.choose_assaults(step, board, action),
            Step::Assault(stage) => self.choose_assault(*stage, board, action, context),
            Step::Losses => self.choose_loss(board, action, context),
            Step::Retreat { .. } => self.choose_retreat(board, action, context),
            Step::Advance { .. } => self.choose_advance(board, action, context),
            Step::SecondaryAttacks { .. } => self.choose_secondary(step, board, action, context),
            Step::ReplacementBids => self.choose_bids(board, seat, action, context),
            Step::Replacements { .. } => self.choose_replacements(step, board, action),
            Step::ReplaceAt { .. } => self.choose_replace_at(step, board, action, context),
            Step::Rally { .. } => self.choose_rally(step, board, action, context),
            Step::SetUp { .. } => self.choose_set_up(board, action, context),
            Step::Modes { .. } => self.choose_modes(step, board, action, context),
            Step::Own(own) => self.variant.choose(self, own, board, seat, action, context),
            _ => Flow::Again,
        }
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
    fn run_turn(
        &self,
        at: &mut u8,
        board: &mut Board<V::Own>,
        context: &mut Context<Event<V::Own>>,
    ) -> FlowOf<Self> {
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

    /// Whether an action is of a kind that a step asks for.
    pub(crate) fn fits(&self, step: &Step<V::Own>, action: Action<V::Own>) -> bool {
        use Action as A;
        match (step, action) {
            (Step::Own(_), _) | (_, A::Own(_)) => true,
            (Step::Bombardment { .. }, action) => matches!(action, A::Target(_) | A::Done | A::Pass),
            (Step::Guns { .. } | Step::Counter { .. }, action) => {
                matches!(action, A::Join(_) | A::Done | A::Pass)
            }
            (Step::Firers { .. }, action) => matches!(action, A::Join(_) | A::Done),
            (Step::Move { .. }, action) => matches!(
                action,
                A::Pick(_)
                    | A::Move { .. }
                    | A::Face { .. }
                    | A::Flip(_)
                    | A::BreakDown { .. }
                    | A::Build { .. }
                    | A::Exit { .. }
                    | A::Stay(_)
                    | A::Done
            ),
            (Step::Follow { .. }, action) => matches!(action, A::Advance { .. } | A::Pass),
            (Step::Commit { .. }, action) => matches!(action, A::Commit { .. } | A::Done),
            (Step::Close { .. }, action) => matches!(action, A::Close { .. } | A::Done),
            (Step::DefensiveFire { .. } | Step::Assaults { .. }, action) => {
                matches!(action, A::Resolve(_) | A::Done | A::Pass)
            }
            (Step::FallBack { .. } | Step::Displace { .. }, action) => matches!(action, A::Displace { .. }),
            (Step::Assault(_), action) => {
                matches!(action, A::Supply(_) | A::Unsupplied | A::Use(_) | A::Strike(_) | A::Done)
            }
            (Step::Losses, action) => matches!(action, A::Lose { .. }),
            (Step::Retreat { .. }, action) => matches!(action, A::Retreat { .. }),
            (Step::Rotate { .. }, action) => matches!(action, A::Face { .. }),
            (Step::Advance { .. }, action) => {
                matches!(action, A::Advance { .. } | A::Consolidate(_) | A::Done)
            }
            (Step::SecondaryAttacks { .. }, action) => matches!(action, A::Target(_) | A::Done),
            (Step::ReplacementBids, action) => matches!(action, A::Steps(_)),
            (Step::Replacements { .. } | Step::ReplaceAt { .. }, action) => {
                matches!(action, A::Replace { .. } | A::Done)
            }
            (Step::Rally { .. }, action) => matches!(action, A::Rally(_) | A::Done | A::Pass),
            (Step::SetUp { .. }, action) => matches!(action, A::Place { .. }),
            (Step::Modes { .. }, action) => matches!(action, A::Stay(_) | A::Flip(_)),
            _ => true,
        }
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
