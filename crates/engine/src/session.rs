//! A running game with its types erased: text and JSON in, text and JSON out.
//!
//! The program, the server and the example runner speak to every game through this one trait.

use std::any::Any;

use serde::Serialize;

use crate::dice::{Dice, Die};
use crate::game::{Game, Refusal};
use crate::play::Match;
use crate::record::{Record, What};
use crate::rules::Present;
use crate::seat::{Seat, Viewer};
use crate::staff::{Count, Staff, Standing};
use crate::title::Title;
use crate::wire::{Choice, Decision, Item, Layer, March, Odds, Prompt, Together, Told};

/// Any game in progress.
pub trait Session: Send + Sync {
    /// The game's static facts.
    fn title(&self) -> &Title;
    /// How many entries have been played.
    fn seq(&self) -> usize;
    /// The turn on the turn track.
    fn turn(&self) -> u16;
    /// What is wrong with the dice that were to be rolled: a script was too short.
    fn dice_trouble(&self) -> Option<String> {
        None
    }
    /// Who must answer now; nobody when the game is over.
    fn asked(&self) -> Vec<Seat>;
    /// The open decision as `viewer` may see it; none when the game is over.
    fn decision(&self, viewer: Viewer) -> Option<Decision> {
        self.decision_with(viewer, Detail::Bundles)
    }
    /// The same in the detail that is wanted.
    fn decision_with(&self, viewer: Viewer, detail: Detail) -> Option<Decision>;
    /// The typed forms of all options of `seat`, without descriptions.
    fn options(&self, seat: Seat) -> Vec<String>;
    /// Plays a typed line for `seat`; how many entries it made.
    fn play(&mut self, seat: Seat, text: &str) -> Result<usize, Refusal>;
    /// Whether `seat` may take back the last entry.
    fn may_undo(&self, seat: Seat) -> bool;
    /// Takes back the last entry.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusal>;
    /// Whether a typed line would be legal, and if not, every case against it.
    fn why(&self, seat: Seat, text: &str) -> Result<(), Refusal>;
    /// The exact chances of a typed line, after `before` has been played on a copy.
    fn odds(&self, seat: Seat, before: &[&str], text: &str) -> Result<Odds, Refusal>;
    /// The places that a typed move passes, from where it starts to where it ends; none for anything else.
    fn path(&self, seat: Seat, text: &str) -> Result<Vec<String>, Refusal>;
    /// Where several counters can go together, and in which order they best go.
    fn together(&self, seat: Seat, units: &[String]) -> Together;
    /// The answers that bring counters to places, each a counter and a place.
    fn march(&self, seat: Seat, moves: &[(String, String)]) -> March;
    /// What reaches over the map beyond the counters: zones of control, command, supply.
    fn layers(&self, viewer: Viewer) -> Vec<Layer>;
    /// What others have done since the `since`th entry, in three lines; none if they did nothing.
    fn summary(&self, since: usize, viewer: Viewer) -> Vec<String>;
    /// The conditions of victory and how they stand; after the end with nothing hidden.
    fn standing(&self, viewer: Viewer) -> Standing;
    /// Where in the sequence of play we are, and what the viewer could still do there.
    fn staff(&self, viewer: Viewer) -> Staff;
    /// The whole view as JSON: `{"seq":…,"turn":…,"items":[[index,item],…]}`.
    fn view(&self, viewer: Viewer) -> String;
    /// The same for the state after `seq` entries.
    fn view_at(&self, seq: usize, viewer: Viewer) -> String;
    /// The named items as JSON, in the same form; an item that is gone is `[index,null]`.
    fn items(&self, which: &[u16], viewer: Viewer) -> String;
    /// Items that changed since the last call; the first call only begins to count.
    fn take_changes(&mut self) -> Vec<u16>;
    /// Whether all viewers are shown the same items and told the same events.
    fn is_open(&self) -> bool;
    /// How many events there are.
    fn event_count(&self) -> usize;
    /// How many events there were after `seq` entries.
    fn events_after(&self, seq: usize) -> usize;
    /// The events from `since` on, told to `viewer`.
    fn events(&self, since: usize, viewer: Viewer) -> Vec<Told>;
    /// How the game ended: winners (none in a draw) and the words of the result.
    fn outcome(&self) -> Option<(Vec<Seat>, String)>;
    /// The seat that has offered a draw.
    fn draw_offer(&self) -> Option<Seat>;
    /// The seat of the `seq`th entry, counted from 0.
    fn seat_of(&self, seq: usize) -> Option<Seat>;
    /// The `seq`th entry, counted from 0, as it stands in the full record.
    fn entry(&self, seq: usize) -> Option<What>;
    /// Says that the `seq`th entry was an answer by standing order, which does not end another seat's undo.
    fn mark_automatic(&mut self, seq: usize);
    /// The record as `viewer` may have it.
    fn record(&self, viewer: Viewer) -> Record;
    /// The position file, with everything in it.
    fn position(&self) -> String;
    /// The same for the state after `seq` entries.
    fn position_at(&self, seq: usize) -> String;
    /// The position file as a seat may imagine it: what is hidden from it is dealt anew with some dice.
    fn imagined_position(&self, seat: Seat, dice: &mut Dice) -> String;
    /// The hash of the board as records name it.
    fn hash(&self) -> String;
    /// The game up to and with the `seq`th entry, counted from 0, as it would stand if that entry had rolled `dice`;
    /// none where there is no such action.
    fn reroll(&self, seq: usize, dice: Dice) -> Option<Box<dyn Session>>;
    /// The game with the `seq`th entry alone, counted from 0, without the history before it; none where there is none.
    fn excerpt(&self, seq: usize) -> Option<Box<dyn Session>>;
    /// The dice that the `seq`th entry, counted from 0, rolled.
    fn rolled(&self, seq: usize) -> &[Die];
    /// The typed game, for computer players that search.
    fn as_any(&self) -> &dyn Any;
}

impl<R: Present> Session for Game<R> {
    fn title(&self) -> &Title {
        self.rules().title()
    }

    fn seq(&self) -> usize {
        Game::seq(self)
    }

    fn turn(&self) -> u16 {
        self.rules().turn(self.live().board())
    }

    fn dice_trouble(&self) -> Option<String> {
        self.live().dice().trouble().map(str::to_owned)
    }

    fn asked(&self) -> Vec<Seat> {
        self.live().asked().iter().collect()
    }

    fn decision_with(&self, viewer: Viewer, detail: Detail) -> Option<Decision> {
        let live = self.live();
        let step = live.step()?;
        let prompt: Prompt = self.rules().prompt(step, live.board(), viewer);
        let (asked, undo) = match viewer {
            Viewer::Seat(seat) => (Some(seat), Game::may_undo(self, seat)),
            Viewer::Omniscient => (live.asked().only(), false),
            Viewer::Spectator => (None, false),
        };
        let asked = asked.filter(|seat| live.asked().contains(*seat));
        let (mut options, mut bundles, mut plan) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(seat) = asked {
            let supposed = self.supposed(seat);
            options = self.choices(seat, &supposed);
            if viewer == Viewer::Seat(seat) && detail == Detail::Bundles {
                (bundles, plan) = self.orders_and_plan(seat, &supposed);
            }
        }
        Some(Decision { seq: self.seq() as u32, seats: self.asked(), prompt, options, bundles, plan, undo })
    }

    fn options(&self, seat: Seat) -> Vec<String> {
        self.live().options_of(seat).into_iter().map(|action| self.rules().print(action)).collect()
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<usize, Refusal> {
        Game::play(self, seat, text)
    }

    fn may_undo(&self, seat: Seat) -> bool {
        Game::may_undo(self, seat)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        Game::undo(self, seat)
    }

    fn why(&self, seat: Seat, text: &str) -> Result<(), Refusal> {
        Game::why(self, seat, text)
    }

    fn odds(&self, seat: Seat, before: &[&str], text: &str) -> Result<Odds, Refusal> {
        Game::odds(self, seat, before, text)
    }

    fn path(&self, seat: Seat, text: &str) -> Result<Vec<String>, Refusal> {
        let (copy, action) = self.try_out(seat, &[], text)?;
        Ok(copy.step().map(|step| self.rules().path(step, copy.board(), action)).unwrap_or_default())
    }

    fn together(&self, seat: Seat, units: &[String]) -> Together {
        Game::together(self, seat, units)
    }

    fn march(&self, seat: Seat, moves: &[(String, String)]) -> March {
        Game::march(self, seat, moves)
    }

    fn layers(&self, viewer: Viewer) -> Vec<Layer> {
        self.rules().layers(self.live().board(), viewer)
    }

    fn summary(&self, since: usize, viewer: Viewer) -> Vec<String> {
        Game::summary(self, since, viewer)
    }

    fn standing(&self, viewer: Viewer) -> Standing {
        let live = self.live();
        let Some(outcome) = live.outcome() else {
            return self.rules().standing(live.board(), viewer, Count::Ahead);
        };
        let count = if outcome.rule.is_some() { Count::Done } else { Count::Ahead };
        let rows = self.rules().standing(live.board(), Viewer::Omniscient, count).rows;
        Standing { now: format!("The game is over: {}.", self.result().unwrap_or_default()), rows }
    }

    fn staff(&self, viewer: Viewer) -> Staff {
        let live = self.live();
        let options = match viewer {
            Viewer::Seat(seat) if live.asked().contains(seat) => live.options_of(seat),
            _ => Vec::new(),
        };
        self.rules().staff(live.stack(), live.board(), viewer, &options)
    }

    fn view(&self, viewer: Viewer) -> String {
        self.view_of(self.seq(), self.live().board(), viewer)
    }

    fn view_at(&self, seq: usize, viewer: Viewer) -> String {
        self.view_of(seq, self.at(seq).board(), viewer)
    }

    fn items(&self, which: &[u16], viewer: Viewer) -> String {
        let mut json = Vec::with_capacity(64 * which.len() + 2);
        self.write_items(&mut json, self.live().board(), which.iter().copied(), viewer, Gone::Shown);
        String::from_utf8(json).expect("JSON is text")
    }

    fn take_changes(&mut self) -> Vec<u16> {
        Game::take_changes(self)
    }

    fn is_open(&self) -> bool {
        self.rules().is_open()
    }

    fn event_count(&self) -> usize {
        Game::events(self).len()
    }

    fn events_after(&self, seq: usize) -> usize {
        Game::events_after(self, seq)
    }

    fn events(&self, since: usize, viewer: Viewer) -> Vec<Told> {
        let events = Game::events(self);
        events[since.min(events.len())..].iter().map(|event| self.rules().tell(event, viewer)).collect()
    }

    fn outcome(&self) -> Option<(Vec<Seat>, String)> {
        let outcome = self.live().outcome()?;
        Some((outcome.winners.iter().collect(), self.result().unwrap_or_default()))
    }

    fn draw_offer(&self) -> Option<Seat> {
        Game::draw_offer(self)
    }

    fn seat_of(&self, seq: usize) -> Option<Seat> {
        Game::seat_of(self, seq)
    }

    fn entry(&self, seq: usize) -> Option<What> {
        Game::entry(self, seq)
    }

    fn mark_automatic(&mut self, seq: usize) {
        Game::mark_automatic(self, seq);
    }

    fn record(&self, viewer: Viewer) -> Record {
        Game::record(self, viewer)
    }

    fn position(&self) -> String {
        self.rules().print_position(&self.origin().setup, self.live().board(), self.live().stack())
    }

    fn position_at(&self, seq: usize) -> String {
        let at = self.at(seq);
        self.rules().print_position(&self.origin().setup, at.board(), at.stack())
    }

    fn imagined_position(&self, seat: Seat, dice: &mut Dice) -> String {
        let seen = self.imagine(seat, dice);
        self.rules().print_position(&self.origin().setup, seen.board(), seen.stack())
    }

    fn hash(&self) -> String {
        Game::hash(self, self.live())
    }

    fn reroll(&self, seq: usize, dice: Dice) -> Option<Box<dyn Session>> {
        Some(Box::new(Game::reroll(self, seq, dice)?))
    }

    fn excerpt(&self, seq: usize) -> Option<Box<dyn Session>> {
        Some(Box::new(Game::excerpt(self, seq)?))
    }

    fn rolled(&self, seq: usize) -> &[Die] {
        Game::rolled(self, seq)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// How much of a decision is wanted. Orders and the plan are tried out on copies, which programs that give single
/// answers need not wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The answers alone.
    Answers,
    /// The orders that stand for several answers, and what is planned, too.
    Bundles,
}

/// Whether items that have nothing to show are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// As `[index,null]`: a change.
    Shown,
    /// Not at all: a whole view.
    LeftOut,
}

#[derive(Serialize)]
struct Indexed<'a>(u16, Option<Item<'a>>);

impl<R: Present> Game<R> {
    /// The options of `seat`, described; each says whether it can be taken back.
    ///
    /// A copy finds that out, in which what the seat cannot know is dealt anew. The last answer of a sealed question is
    /// binding in any case.
    fn choices(&self, seat: Seat, supposed: &Match<R>) -> Vec<Choice> {
        let live = self.live();
        let Some(step) = live.step() else { return Vec::new() };
        let mut copy = supposed.clone();
        let mut events = Vec::new();
        let describe = |action| {
            let mut choice = self.rules().describe(step, live.board(), seat, action);
            choice.binding = live.is_unsealing() || {
                copy.clone_from(supposed);
                events.clear();
                copy.play_to_first_die(seat, action, &mut events);
                // What is rolled for may wait only for the other side's answer, which a computer gives at once.
                choice.ends |= choice.odds && hands_over(&copy, seat);
                !copy.rolled().is_empty() || events.iter().any(|event| self.rules().reveals(event))
            };
            choice
        };
        live.options_of(seat).into_iter().map(describe).collect()
    }

    /// What `seat` is asked and what it may answer, without anything that is found out on copies: which answers bind,
    /// orders, the plan.
    pub(crate) fn question(&self, seat: Seat) -> Option<Decision> {
        let live = self.live();
        let step = live.step()?;
        let describe = |action| self.rules().describe(step, live.board(), seat, action);
        Some(Decision {
            seq: self.seq() as u32,
            seats: live.asked().iter().collect(),
            prompt: self.rules().prompt(step, live.board(), Viewer::Seat(seat)),
            options: live.options_of(seat).into_iter().map(describe).collect(),
            bundles: Vec::new(),
            plan: Vec::new(),
            undo: Game::may_undo(self, seat),
        })
    }

    /// Whether a typed line would be legal now, and if not, every case against its first illegal part.
    pub fn why(&self, seat: Seat, text: &str) -> Result<(), Refusal> {
        self.try_out(seat, &[], text).map(|_| ())
    }

    /// The exact chances of a typed line, after `before` has been played on a copy.
    pub fn odds(&self, seat: Seat, before: &[&str], text: &str) -> Result<Odds, Refusal> {
        let (copy, action) = self.try_out(seat, before, text)?;
        let odds = copy.step().and_then(|step| self.rules().odds(step, copy.board(), seat, action));
        odds.ok_or_else(|| Refusal::plain(format!("no dice hang on '{}'", text.trim())))
    }

    /// Plays typed lines on a copy up to the last action of the last one, which is only checked.
    ///
    /// What the seat cannot know is dealt anew in the copy, no die is rolled and nothing is revealed: what can be learnt
    /// here could be known before.
    pub(crate) fn try_out(
        &self,
        seat: Seat,
        before: &[&str],
        last: &str,
    ) -> Result<(Match<R>, R::Action), Refusal> {
        let mut copy = self.supposed(seat);
        for text in before {
            for action in self.parse_on(&copy, text)? {
                Self::play_on(&mut copy, seat, action)?;
            }
        }
        let mut actions = self.parse_on(&copy, last)?;
        let action = actions.pop().ok_or_else(|| Refusal::plain("nothing was said"))?;
        for earlier in actions {
            Self::play_on(&mut copy, seat, earlier)?;
        }
        copy.may_play(seat, action).map_err(|refused| Self::explain(&copy, seat, action, refused))?;
        Ok((copy, action))
    }

    fn parse_on(&self, copy: &Match<R>, text: &str) -> Result<Vec<R::Action>, Refusal> {
        let step = copy.step().ok_or_else(|| Refusal::plain("the game is over"))?;
        self.rules().parse(step, copy.board(), text).map_err(Refusal::plain)
    }

    fn play_on(copy: &mut Match<R>, seat: Seat, action: R::Action) -> Result<(), Refusal> {
        if copy.forced().contains(&action) {
            return Ok(());
        }
        copy.may_play(seat, action).map_err(|refused| Self::explain(copy, seat, action, refused))?;
        let revealed = || Refusal::plain("something would be revealed before that");
        if copy.is_sealed() {
            return Err(revealed());
        }
        let mut events = Vec::new();
        copy.play_to_first_die(seat, action, &mut events);
        if events.iter().any(|event| copy.rules().reveals(event)) {
            Err(revealed())
        } else if copy.rolled().is_empty() {
            Ok(())
        } else {
            Err(Refusal::plain("dice would be rolled before that"))
        }
    }

    fn view_of(&self, seq: usize, board: &R::Board, viewer: Viewer) -> String {
        let mut json = Vec::with_capacity(16 << 10);
        json.extend_from_slice(
            format!("{{\"seq\":{seq},\"turn\":{},\"items\":", self.rules().turn(board)).as_bytes(),
        );
        self.write_items(&mut json, board, 0..self.rules().items(), viewer, Gone::LeftOut);
        json.push(b'}');
        String::from_utf8(json).expect("JSON is text")
    }

    fn write_items(
        &self,
        json: &mut Vec<u8>,
        board: &R::Board,
        which: impl Iterator<Item = u16>,
        viewer: Viewer,
        gone: Gone,
    ) {
        json.push(b'[');
        let mut first = true;
        for index in which {
            let item = self.rules().item(board, index, viewer);
            if item.is_none() && gone == Gone::LeftOut {
                continue;
            }
            if !std::mem::take(&mut first) {
                json.push(b',');
            }
            serde_json::to_writer(&mut *json, &Indexed(index, item)).expect("items are plain JSON");
        }
        json.push(b']');
    }
}

/// Whether others are asked now, and a seat is not.
pub(crate) fn hands_over<R: Present>(copy: &Match<R>, seat: Seat) -> bool {
    let asked = copy.asked();
    asked.iter().next().is_some() && !asked.contains(seat)
}
