//! A match in progress: board, stack of steps, dice, and the options of the decision that is open.
//!
//! This is the light part that bots copy by the thousand. History, undo and records are in [`crate::game`].

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::dice::{Dice, Die};
use crate::rules::{Context, Flow, FlowOf, Outcome, Question, Rules};
use crate::seat::{Seat, Seats};

/// How deep steps may call each other.
pub const STACK: usize = 16;

/// The steps in progress, the innermost last.
pub type Stack<R> = ArrayVec<<R as Rules>::Step, STACK>;

/// A match: everything that decides what happens next.
#[derive(Debug)]
pub struct Match<R: Rules> {
    rules: Arc<R>,
    board: R::Board,
    stack: Stack<R>,
    dice: Dice,
    question: Option<Question<R::Rule>>,
    /// The options of the one seat that is asked; empty when several seats answer at once. While a record is re-run
    /// they may be left out, until [`Match::list`].
    options: Vec<R::Action>,
    /// The decisions that the last action left no choice in.
    forced: Vec<R::Action>,
    /// The step whose answers are sealed: it asked several seats at once, and is still asking.
    sealed: Option<R::Step>,
    /// Whether the last action was the last of such answers.
    has_unsealed: bool,
    outcome: Option<Outcome<R::Rule>>,
    /// What was noted when the open question was asked.
    notes: R::Notes,
    /// Whether the notes are about the board as it is: not in a copy, nor after a change from outside.
    is_noted: bool,
}

impl<R: Rules> Clone for Match<R> {
    fn clone(&self) -> Self {
        // To copy is faster than to clone one by one.
        let mut options = Vec::with_capacity(self.options.len());
        options.extend(self.options.iter().copied());
        Match {
            rules: self.rules.clone(),
            board: self.board.clone(),
            stack: self.stack.clone(),
            dice: self.dice.clone(),
            question: self.question,
            options,
            forced: Vec::new(),
            sealed: self.sealed,
            has_unsealed: self.has_unsealed,
            outcome: self.outcome,
            notes: R::Notes::default(),
            is_noted: false,
        }
    }

    /// Copies without allocating: for pools of matches in a search.
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.stack.clone_from(&source.stack);
        self.dice.clone_from(&source.dice);
        self.question = source.question;
        self.options.clear();
        self.options.extend(source.options.iter().copied());
        self.sealed = source.sealed;
        self.has_unsealed = source.has_unsealed;
        self.outcome = source.outcome;
        self.is_noted = false;
    }
}

/// Equal matches ask the same question on the same board; the dice to come are not compared.
impl<R: Rules> PartialEq for Match<R> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.stack == other.stack
            && self.question == other.question
            && self.options == other.options
            && self.outcome == other.outcome
    }
}

/// Why an action was not played. The match is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The game is over.
    Over,
    /// Another seat is asked.
    NotYours,
    /// Not among the legal answers; [`Rules::check`] says why.
    NotAnOption,
}

/// How far play goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// To the next question or the end.
    Asked,
    /// The same, leaving out the options where there certainly is a choice.
    Choice,
    /// No further than the first die.
    Rolled,
}

impl<R: Rules> Match<R> {
    /// A match from its first step on, run up to its first decision.
    pub fn start(
        rules: Arc<R>,
        board: R::Board,
        stack: impl IntoIterator<Item = R::Step>,
        dice: Dice,
        events: Option<&mut Vec<R::Event>>,
    ) -> Match<R> {
        let mut this = Match {
            rules,
            board,
            stack: stack.into_iter().take(STACK).collect(),
            dice,
            question: None,
            options: Vec::new(),
            forced: Vec::new(),
            sealed: None,
            has_unsealed: false,
            outcome: None,
            notes: R::Notes::default(),
            is_noted: false,
        };
        this.dice.forget();
        this.settle(Until::Asked, events);
        this
    }

    /// A copy that takes the notes over: to be played on while this one stays as it is.
    pub(crate) fn successor(&mut self) -> Match<R> {
        let mut next = self.clone();
        std::mem::swap(&mut next.notes, &mut self.notes);
        next.is_noted = std::mem::take(&mut self.is_noted);
        next
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// What lies on the table.
    pub fn board(&self) -> &R::Board {
        &self.board
    }

    /// The steps in progress, the innermost last.
    pub fn stack(&self) -> &[R::Step] {
        &self.stack
    }

    /// The step that asks.
    pub fn step(&self) -> Option<&R::Step> {
        self.stack.last()
    }

    /// The open question; none when the game is over.
    pub fn question(&self) -> Option<Question<R::Rule>> {
        self.question
    }

    /// Who must answer.
    pub fn asked(&self) -> Seats {
        self.question.map_or(Seats::NONE, |question| question.seats)
    }

    /// Whether the open question is asked of several seats at once, or was until the others answered.
    pub fn is_sealed(&self) -> bool {
        self.question.is_some() && self.sealed.is_some()
    }

    /// Whether the one seat that is asked answers last where several were asked at once: after its answer it knows
    /// something of the others'.
    pub fn is_unsealing(&self) -> bool {
        self.is_sealed() && self.asked().only().is_some()
    }

    /// Whether the last action was such a last answer.
    pub fn has_unsealed(&self) -> bool {
        self.has_unsealed
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome<R::Rule>> {
        self.outcome
    }

    /// The dice that the last action rolled.
    pub fn rolled(&self) -> &[Die] {
        self.dice.given()
    }

    /// The answers that followed from the last action without a choice.
    pub fn forced(&self) -> &[R::Action] {
        &self.forced
    }

    /// The dice.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// Puts other dice in.
    pub fn with_dice(mut self, dice: Dice) -> Self {
        self.dice = dice;
        self
    }

    /// The same in place: for pools of matches in a search.
    pub fn replace_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }

    /// Adds results that the dice will give next.
    pub fn script(&mut self, dice: impl IntoIterator<Item = u8>) {
        self.dice.script(dice);
    }

    /// The legal answers, when one seat is asked.
    pub fn options(&self) -> &[R::Action] {
        &self.options
    }

    /// The legal answers of `seat`: none if it is not asked.
    pub fn options_of(&self, seat: Seat) -> Vec<R::Action> {
        let mut options = Vec::new();
        if self.asked().only() == Some(seat) {
            options.extend(self.options.iter().copied());
        } else if let (true, Some(step)) = (self.asked().contains(seat), self.stack.last()) {
            self.rules.ask(step, &self.board, seat, &mut options);
        }
        options
    }

    /// Plays `action` for `seat` if it is legal.
    pub fn play(
        &mut self,
        seat: Seat,
        action: R::Action,
        events: Option<&mut Vec<R::Event>>,
    ) -> Result<(), Refused> {
        self.may_play(seat, action)?;
        self.carry_out(seat, action, events);
        Ok(())
    }

    /// Why `seat` may not play `action`, if it may not.
    pub(crate) fn may_play(&self, seat: Seat, action: R::Action) -> Result<(), Refused> {
        let Some(question) = self.question else { return Err(Refused::Over) };
        if !question.seats.contains(seat) {
            return Err(Refused::NotYours);
        }
        let legal = if question.seats.only().is_some() {
            self.options.contains(&action)
        } else {
            self.options_of(seat).contains(&action)
        };
        if legal { Ok(()) } else { Err(Refused::NotAnOption) }
    }

    /// Plays an action of a record, and leaves out the next options where they are not needed.
    pub(crate) fn replay(
        &mut self,
        seat: Seat,
        action: R::Action,
        events: Option<&mut Vec<R::Event>>,
    ) -> Result<(), Refused> {
        match (self.asked().only(), self.stack.last()) {
            (Some(asked), Some(step)) if asked == seat && self.options.is_empty() => {
                let (board, notes) = (&self.board, &mut self.notes);
                if !self.rules.check_and_note(step, board, seat, action, notes).is_legal() {
                    return Err(Refused::NotAnOption);
                }
                self.is_noted = true;
            }
            _ => self.may_play(seat, action)?,
        }
        self.carry_out_until(Until::Choice, seat, action, events);
        Ok(())
    }

    /// Lists the options that were left out.
    pub(crate) fn list(&mut self) {
        if let (Some(seat), Some(step), []) = (self.asked().only(), self.stack.last(), &self.options[..]) {
            self.rules.ask_and_note(step, &self.board, seat, &mut self.options, &mut self.notes);
            self.is_noted = true;
        }
    }

    /// Plays the `nth` option of the one seat that is asked: for random play and search, which know it is legal.
    pub fn play_nth(&mut self, nth: usize, events: Option<&mut Vec<R::Event>>) {
        let seat = self.asked().only().expect("one seat is asked");
        self.carry_out(seat, self.options[nth], events);
    }

    /// Plays one of the options of `seat` as far as its first die, or to the next question if none is rolled.
    pub(crate) fn play_to_first_die(&mut self, seat: Seat, action: R::Action, events: &mut Vec<R::Event>) {
        self.carry_out_until(Until::Rolled, seat, action, Some(events));
    }

    fn carry_out(&mut self, seat: Seat, action: R::Action, events: Option<&mut Vec<R::Event>>) {
        self.carry_out_until(Until::Asked, seat, action, events);
    }

    fn carry_out_until(
        &mut self,
        until: Until,
        seat: Seat,
        action: R::Action,
        mut events: Option<&mut Vec<R::Event>>,
    ) {
        self.dice.forget();
        self.forced.clear();
        self.has_unsealed = self.is_unsealing();
        self.question = None;
        let flow = {
            let mut context = context(&mut self.dice, events.as_deref_mut());
            let step = self.stack.last_mut().expect("a question has a step");
            if std::mem::take(&mut self.is_noted) {
                self.rules.choose_by_notes(step, &mut self.board, seat, action, &self.notes, &mut context)
            } else {
                self.rules.choose(step, &mut self.board, seat, action, &mut context)
            }
        };
        if !self.follow(flow) {
            self.settle(until, events);
        }
    }

    /// Runs the top step until a player with more than one option must choose, or the game ends.
    /// A single option is no choice: it is carried out at once and stands in no record.
    fn settle(&mut self, until: Until, mut events: Option<&mut Vec<R::Event>>) {
        for _ in 0..100_000 {
            if until == Until::Rolled && !self.dice.given().is_empty() {
                return;
            }
            self.options.clear();
            let Some(step) = self.stack.last_mut() else {
                assert!(self.outcome.is_some(), "the last step ended without an outcome");
                return;
            };
            let mut context = context(&mut self.dice, events.as_deref_mut());
            let mut flow = self.rules.run(step, &mut self.board, &mut context);
            if matches!(flow, Flow::Ask) {
                let question = self.rules.question(step, &self.board);
                let Some(seat) = question.seats.only() else {
                    self.sealed = Some(*step);
                    self.question = Some(question);
                    return;
                };
                self.sealed = self.sealed.filter(|sealed| sealed == step);
                if until == Until::Choice && self.rules.has_choice(step, &self.board, seat) {
                    self.question = Some(question);
                    return;
                }
                self.rules.ask_and_note(step, &self.board, seat, &mut self.options, &mut self.notes);
                match self.options[..] {
                    [] => panic!("{step:?} asks {seat:?} and offers nothing"),
                    [only] => {
                        self.forced.push(only);
                        let (board, notes) = (&mut self.board, &self.notes);
                        flow = self.rules.choose_by_notes(step, board, seat, only, notes, &mut context);
                    }
                    _ => {
                        self.is_noted = true;
                        self.question = Some(question);
                        return;
                    }
                }
            }
            if self.follow(flow) {
                return;
            }
        }
        panic!("{:?} runs in a circle", self.stack.last());
    }

    /// Does what a step said comes next; true when that ended the game.
    fn follow(&mut self, flow: FlowOf<R>) -> bool {
        match flow {
            Flow::Ask | Flow::Again => {}
            Flow::Call(step) => self.stack.push(step),
            Flow::Goto(step) => *self.stack.last_mut().expect("a step goes on") = step,
            Flow::Return => {
                self.stack.pop();
            }
            Flow::End(outcome) => {
                self.outcome = Some(outcome);
                self.question = None;
                self.options.clear();
                self.stack.clear();
                return true;
            }
        }
        false
    }

    /// Changes board and stack (to hide or redeal what a seat cannot know) and asks again.
    pub fn rewrite(&mut self, change: impl FnOnce(&R, &mut R::Board, &mut [R::Step])) {
        change(&self.rules, &mut self.board, &mut self.stack);
        self.options.clear();
        self.is_noted = false;
        if let (Some(question), Some(step)) = (self.question, self.stack.last())
            && let Some(seat) = question.seats.only()
        {
            self.rules.ask(step, &self.board, seat, &mut self.options);
        }
    }

    /// Ends the match from outside the rules: resignation, an agreed draw.
    pub fn end(&mut self, outcome: Outcome<R::Rule>) {
        self.follow(Flow::End(outcome));
    }
}

fn context<'a, E>(dice: &'a mut Dice, events: Option<&'a mut Vec<E>>) -> Context<'a, E> {
    match events {
        Some(events) => Context::telling(dice, events),
        None => Context::silent(dice),
    }
}
