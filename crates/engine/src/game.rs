//! A game from its first die to its result: a match with its history.
//!
//! Keeps what was played and told, takes back what may be taken back, and writes and re-runs records.

mod rerun;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::dice::{self, Dice, Die};
use crate::play::{Match, Refused};
use crate::record::{DiceSource, Header, Line, Record, What};
use crate::rules::{Outcome, Present};
use crate::seat::{Seat, Seats, Viewer};
use crate::title::Setup;
use crate::wire::Reason;

/// A copy of the match is kept every so many actions, so that undo and scrubbing replay little.
const SNAPSHOT_EVERY: usize = 64;

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// Scenario and options.
    pub setup: Setup,
    /// Seat ids and players' names.
    pub players: BTreeMap<String, String>,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// The secret of audited dice.
    pub secret: Option<[u8; 32]>,
    /// Results that the dice give first: for worked examples.
    pub script: Vec<u8>,
    /// A position to begin from instead of the scenario's set-up.
    pub position: Option<String>,
}

impl Start {
    /// A scenario with plain seeded dice.
    pub fn seeded(setup: Setup, seed: u64) -> Start {
        Start {
            setup,
            players: BTreeMap::new(),
            dice: DiceSource::Seed(seed),
            secret: None,
            script: Vec::new(),
            position: None,
        }
    }

    fn dice(&self) -> Result<Dice, String> {
        let mut dice = match (&self.dice, &self.secret) {
            (DiceSource::Seed(seed), _) => Dice::seeded(*seed),
            (DiceSource::Audited { commitment, game, nonces }, Some(secret)) => {
                if dice::hex(&dice::commitment(secret)) != *commitment {
                    return Err("the secret does not fit the commitment".into());
                }
                Dice::from_key(dice::audited_key(secret, game, nonces))
            }
            // Nobody here knows the dice: whatever is recorded is all there is.
            (DiceSource::Audited { .. } | DiceSource::Hidden, _) => Dice::scripted([], 0),
        };
        if !self.script.is_empty() {
            dice.script(self.script.iter().copied());
        }
        Ok(dice)
    }

    /// Whether the dice to come can be computed here.
    fn knows_dice(&self) -> bool {
        matches!(self.dice, DiceSource::Seed(_)) || self.secret.is_some()
    }
}

/// What a player may put into the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<A> {
    /// An action of the game.
    Act(A),
    /// Gives up.
    Resign,
    /// Offers a draw; it stands until the other side acts.
    OfferDraw,
    /// Takes the draw that was offered.
    AcceptDraw,
}

/// One entry with what it did.
#[derive(Clone, Debug)]
struct Played<A> {
    seat: Seat,
    entry: Entry<A>,
    dice: Vec<Die>,
    /// Where its events end in the list of all events.
    events: usize,
    /// Nobody can take back what a die or a reveal has shown.
    is_final: bool,
    is_secret: bool,
    /// Nobody chose it: it follows from a standing order, and from what was played before it.
    is_automatic: bool,
    /// The turn that began with it.
    turn: Option<u16>,
}

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Refusal {
    /// One sentence.
    pub error: String,
    /// The cases that forbid it.
    pub reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal that no rule of the game is behind.
    pub fn plain(error: impl Into<String>) -> Refusal {
        Refusal { error: error.into(), reasons: Vec::new() }
    }
}

/// A game with its history.
pub struct Game<R: Present> {
    start: Start,
    live: Match<R>,
    first_dice: Vec<Die>,
    first_events: usize,
    played: Vec<Played<R::Action>>,
    events: Vec<R::Event>,
    snapshots: Vec<Match<R>>,
    offer: Option<Seat>,
    /// Items that changed since somebody asked; not counted before.
    changed: Option<BTreeSet<u16>>,
}

impl<R: Present> Game<R> {
    /// The answers that a seat gave in the turn before this one.
    pub(crate) fn answers_of_last_turn(&self, seat: Seat) -> Vec<R::Action> {
        let began = |entry: &Played<R::Action>| entry.turn.is_some();
        let Some(end) = self.played.iter().rposition(began) else { return Vec::new() };
        let first = self.played[..end].iter().rposition(began).map_or(0, |before| before + 1);
        let answer = |entry: &Played<R::Action>| match entry.entry {
            Entry::Act(action) if entry.seat == seat => Some(action),
            _ => None,
        };
        self.played[first..=end].iter().filter_map(answer).collect()
    }

    /// Sets a game up and runs it to its first decision.
    pub fn start(rules: Arc<R>, mut start: Start) -> Result<Game<R>, String> {
        let on_map = |setup: &Setup| rules.part_of_map(&setup.scenario);
        let (rules, board, stack) = if let Some(text) = &start.position {
            let mut position = rules.parse_position(text)?;
            let part = on_map(&position.setup);
            if let Some(part) = &part {
                position = part.parse_position(text)?;
            }
            start.setup = position.setup;
            (part.unwrap_or(rules), position.board, position.stack)
        } else {
            rules.title().check(&start.setup)?;
            let rules = on_map(&start.setup).unwrap_or(rules);
            let (board, step) = rules.start(&start.setup)?;
            (rules, board, vec![step])
        };
        let mut events = Vec::new();
        let live = Match::start(rules, board, stack, start.dice()?, Some(&mut events));
        Ok(Game {
            start,
            first_dice: live.rolled().to_vec(),
            first_events: events.len(),
            played: Vec::new(),
            events,
            snapshots: vec![live.clone()],
            live,
            offer: None,
            changed: None,
        })
    }

    /// The match as it stands.
    pub fn live(&self) -> &Match<R> {
        &self.live
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        self.live.rules()
    }

    /// How the game began.
    pub fn origin(&self) -> &Start {
        &self.start
    }

    /// How many entries have been played.
    pub fn seq(&self) -> usize {
        self.played.len()
    }

    /// All events so far.
    pub fn events(&self) -> &[R::Event] {
        &self.events
    }

    /// How many events there were after `seq` entries.
    pub fn events_after(&self, seq: usize) -> usize {
        match seq.min(self.played.len()) {
            0 => self.first_events,
            seq => self.played[seq - 1].events,
        }
    }

    /// The seat whose entry was the `seq`th, counted from 0.
    pub fn seat_of(&self, seq: usize) -> Option<Seat> {
        self.played.get(seq).map(|played| played.seat)
    }

    /// Items that changed since the last call; the first call only begins to count.
    pub fn take_changes(&mut self) -> Vec<u16> {
        self.changed.replace(BTreeSet::new()).unwrap_or_default().into_iter().collect()
    }

    /// Plays one action. Nothing changes unless it is legal and the dice suffice.
    pub fn act(&mut self, seat: Seat, action: R::Action) -> Result<(), Refusal> {
        let mut next = self.live.successor();
        let mut events = Vec::new();
        next.play(seat, action, Some(&mut events))
            .map_err(|refused| Self::explain(&self.live, seat, action, refused))?;
        if let Some(trouble) = next.dice().trouble() {
            return Err(Refusal::plain(format!("the dice cannot be rolled: {trouble}")));
        }
        let is_secret =
            self.live.step().is_some_and(|step| self.rules().is_secret(step, self.live.board(), action));
        self.accept(seat, Entry::Act(action), is_secret, next, events);
        Ok(())
    }

    fn accept(
        &mut self,
        seat: Seat,
        entry: Entry<R::Action>,
        is_secret: bool,
        next: Match<R>,
        mut events: Vec<R::Event>,
    ) {
        note_changes(&mut self.changed, &self.live, &next);
        let turn = self.rules().turn(self.live.board());
        self.events.append(&mut events);
        self.live = next;
        self.enter(seat, entry, is_secret, turn);
    }

    /// Writes down what has just been played, in a turn that may have ended with it.
    fn enter(&mut self, seat: Seat, entry: Entry<R::Action>, is_secret: bool, turn: u16) {
        let rules = self.live.rules();
        let is_act = matches!(entry, Entry::Act(_));
        let dice = if is_act { self.live.rolled().to_vec() } else { Vec::new() };
        let told = &self.events[self.events_after(self.played.len())..];
        let is_final = !is_act
            || !dice.is_empty()
            || self.live.has_unsealed()
            || told.iter().any(|event| rules.reveals(event));
        let after = rules.turn(self.live.board());
        let turn = (turn != after || self.live.outcome().is_some()).then_some(after);
        self.played.push(Played {
            seat,
            entry,
            dice,
            events: self.events.len(),
            is_final,
            is_secret,
            is_automatic: false,
            turn,
        });
        if is_act && self.offer.is_some_and(|offering| offering != seat) {
            self.offer = None;
        }
        if self.played.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.live.list();
            self.snapshots.push(self.live.clone());
        }
    }

    /// Why an action was refused, with every case against it.
    pub(crate) fn explain(live: &Match<R>, seat: Seat, action: R::Action, refused: Refused) -> Refusal {
        let rules = live.rules();
        let asking = || {
            let rule = live.question().map(|question| question.rule);
            let cases = rule.into_iter().flat_map(|rule| rules.casebook().cases(rule));
            cases.map(|case| Reason { case: case.number.clone(), text: case.gist.clone() }).collect()
        };
        match (refused, live.step()) {
            (Refused::Over, _) | (_, None) => Refusal::plain("the game is over"),
            (Refused::NotYours, Some(step)) => {
                let prompt = rules.prompt(step, live.board(), Viewer::Seat(seat));
                Refusal { error: format!("it is not your decision: {}", prompt.text), reasons: asking() }
            }
            (Refused::NotAnOption, Some(step)) => {
                let verdict = rules.check(step, live.board(), seat, action);
                let mut reasons = rules.casebook().reasons::<R::Rule>(verdict);
                if reasons.is_empty() {
                    reasons = asking();
                }
                let said = rules.print(action);
                if !rules.answers(step, live.board(), action) {
                    let prompt = rules.prompt(step, live.board(), Viewer::Seat(seat));
                    let (text, cases) = (prompt.text, prompt.cases.join(", "));
                    let error = format!("'{said}' does not answer what is asked: {text} ({cases})");
                    return Refusal { error, reasons };
                }
                let error = match reasons.first() {
                    Some(first) => format!("'{said}' is not allowed: {} {}", first.case, first.text),
                    None => format!("'{said}' is not among the options"),
                };
                Refusal { error, reasons }
            }
        }
    }

    /// Plays a typed line, which may stand for several actions, and says how many entries it made.
    ///
    /// If a later part is not legal, nothing is played, unless an earlier part has rolled or revealed something:
    /// that much is done and stays done.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<usize, Refusal> {
        let text = text.trim();
        if let Some(entry) = table_talk(text) {
            return self.talk(seat, entry).map(|()| 1);
        }
        let Some(step) = self.live.step() else { return Err(Refusal::plain("the game is over")) };
        let actions = self.rules().parse(step, self.live.board(), text).map_err(Refusal::plain)?;
        let begun = self.seq();
        for action in actions {
            if self.seq() > begun && self.live.forced().contains(&action) {
                continue;
            }
            if let Err(refusal) = self.act(seat, action) {
                if self.played[begun..].iter().any(|played| played.is_final) {
                    break;
                }
                self.rewind(begun);
                return Err(refusal);
            }
        }
        Ok(self.seq() - begun)
    }

    /// Resignation and draws: always possible, whoever is asked.
    fn talk(&mut self, seat: Seat, entry: Entry<R::Action>) -> Result<(), Refusal> {
        if self.live.outcome().is_some() {
            return Err(Refusal::plain("the game is over"));
        }
        let mut next = self.live.clone();
        match (entry, self.offer) {
            (Entry::Resign, _) => {
                let winners = self.others(seat);
                // The winner stands before these words; records of the first edition keep their own.
                let first = self.rules().title().rules_version == 1;
                let how = if first { "resignation" } else { "after the enemy's resignation" };
                next.end(Outcome { winners, rule: None, how });
            }
            (Entry::AcceptDraw, Some(offering)) if offering != seat => {
                next.end(Outcome { winners: Seats::NONE, rule: None, how: "agreed draw" });
            }
            (Entry::AcceptDraw, _) => return Err(Refusal::plain("no draw has been offered to you")),
            (Entry::OfferDraw, Some(_)) => return Err(Refusal::plain("a draw has been offered already")),
            (Entry::OfferDraw, None) => self.offer = Some(seat),
            (Entry::Act(_), _) => {}
        }
        self.accept(seat, entry, false, next, Vec::new());
        Ok(())
    }

    /// Who wins when `seat` resigns: all seats of another nation's side that sit in this scenario.
    fn others(&self, seat: Seat) -> Seats {
        let seats = self.rules().title().playing(&self.start.setup).into_iter().map(Seat);
        let enemies = seats.filter(|other| self.rules().are_enemies(self.live.board(), seat, *other));
        enemies.fold(Seats::NONE, Seats::with)
    }

    /// The seat that has offered a draw which nobody has answered.
    pub fn draw_offer(&self) -> Option<Seat> {
        self.offer
    }

    /// Says that the `seq`th entry, counted from 0, was an answer by standing order.
    ///
    /// It does not end the undo of the player whose action it followed: it is taken back together with that action.
    pub fn mark_automatic(&mut self, seq: usize) {
        if let Some(played) = self.played.get_mut(seq) {
            played.is_automatic = true;
        }
    }

    /// The number of the entry that an undo would take back, with the automatic answers behind it.
    fn last_chosen(&self) -> Option<usize> {
        self.played.iter().rposition(|played| !played.is_automatic)
    }

    /// Whether `seat` may take back the last entry: it is its own, and no die or reveal has followed.
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.last_chosen().is_some_and(|last| {
            self.played[last].seat == seat && self.played[last..].iter().all(|played| !played.is_final)
        })
    }

    /// Takes back the last entry of `seat`.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        match self.last_chosen() {
            None => Err(Refusal::plain("nothing has been played")),
            Some(last) if self.played[last].seat != seat => {
                Err(Refusal::plain("the last action was not yours"))
            }
            Some(last) if self.may_undo(seat) => {
                self.rewind(last);
                Ok(())
            }
            Some(_) => {
                Err(Refusal::plain("it cannot be taken back: a die was rolled or something was revealed"))
            }
        }
    }

    /// The `seq`th entry, counted from 0, as it stands in the full record.
    pub fn entry(&self, seq: usize) -> Option<What> {
        let played = self.played.get(seq)?;
        let seat = self.rules().title().seats[usize::from(played.seat.0)].id.clone();
        Some(What::Act { seat, text: self.entry_text(played.entry), dice: played.dice.clone() })
    }

    /// The dice that the `seq`th entry, counted from 0, rolled.
    pub fn rolled(&self, seq: usize) -> &[Die] {
        self.played.get(seq).map_or(&[], |played| &played.dice)
    }

    /// Goes back to the state after `seq` entries, by replaying from the last snapshot before it.
    fn rewind(&mut self, seq: usize) {
        let earlier = self.at(seq);
        let later = std::mem::replace(&mut self.live, earlier);
        note_changes(&mut self.changed, &later, &self.live);
        self.snapshots.truncate(seq / SNAPSHOT_EVERY + 1);
        self.played.truncate(seq);
        self.events.truncate(self.events_after(seq));
    }

    /// The match as it stood after `seq` entries.
    pub fn at(&self, seq: usize) -> Match<R> {
        let seq = seq.min(self.played.len());
        let nearest = (seq / SNAPSHOT_EVERY).min(self.snapshots.len() - 1);
        let mut live = self.snapshots[nearest].clone();
        for played in &self.played[nearest * SNAPSHOT_EVERY..seq] {
            if let Entry::Act(action) = played.entry {
                live.replay(played.seat, action, None).expect("what was played once plays again");
            }
        }
        live.list();
        if seq == self.played.len()
            && let Some(outcome) = self.live.outcome()
            && live.outcome().is_none()
        {
            live.end(outcome);
        }
        live
    }

    /// What `seat` may know of the match, the rest dealt anew, with dice of its own: for bots and odds.
    pub fn imagine(&self, seat: Seat, dice: &mut Dice) -> Match<R> {
        let mut live = self.live.clone();
        live.rewrite(|rules, board, stack| rules.redeal(board, stack, seat, dice));
        live.with_dice(dice.clone())
    }

    /// What `seat` may know of the match, for questions about what would follow. The same question gets the same answer,
    /// and no player can compute what was dealt.
    pub(crate) fn supposed(&self, seat: Seat) -> Match<R> {
        let Start { dice, secret, .. } = &self.start;
        let digest = Sha256::digest(format!("suppose {} {} {dice:?} {secret:?}", seat.0, self.seq()));
        let seed = digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        self.imagine(seat, &mut Dice::seeded(seed))
    }

    /// Looks at the game as if another match were on the table: for the fuzzer.
    pub(crate) fn with_other<T>(&mut self, other: Match<R>, look: impl FnOnce(&Game<R>) -> T) -> T {
        let live = std::mem::replace(&mut self.live, other);
        let seen = look(self);
        self.live = live;
        seen
    }

    /// The hash of a match: the first 16 hexadecimal digits of SHA-256 over its position file.
    pub fn hash(&self, live: &Match<R>) -> String {
        let position = self.rules().print_position(&self.start.setup, live.board(), live.stack());
        dice::hex(&Sha256::digest(position.as_bytes())[..8])
    }

    /// The record, as `viewer` may have it. While the game runs, other seats' secrets are sealed and the dice to
    /// come are not in it; afterwards, and for the omniscient, everything is.
    pub fn record(&self, viewer: Viewer) -> Record {
        let open = viewer == Viewer::Omniscient || self.live.outcome().is_some();
        let title = self.rules().title();
        let seat_id = |seat: Seat| title.seats[usize::from(seat.0)].id.clone();
        let shown = |dice: &[Die], mine: bool| -> Vec<Die> {
            dice.iter().copied().filter(|die| open || mine || !die.hidden).collect()
        };
        let dice = match &self.start.dice {
            DiceSource::Seed(_) if !open => DiceSource::Hidden,
            source => source.clone(),
        };
        let header = Header {
            game: title.id.clone(),
            setup: self.start.setup.clone(),
            rules: title.rules_version,
            pack: title.pack.clone(),
            dice,
            players: self.start.players.clone(),
            position: self.start.position.clone().filter(|_| open),
            viewer: match viewer {
                Viewer::Seat(seat) if !open => Some(seat_id(seat)),
                Viewer::Spectator if !open => Some("spectator".into()),
                _ => None,
            },
        };
        let mut lines = Vec::new();
        let first = shown(&self.first_dice, false);
        if !first.is_empty() {
            lines.push(What::Start(first));
        }
        for (index, played) in self.played.iter().enumerate() {
            let mine = viewer.sees(played.seat);
            let text = self.entry_text(played.entry);
            let seat = seat_id(played.seat);
            let dice = shown(&played.dice, mine);
            lines.push(if played.is_secret && !open && !mine {
                let key = self
                    .start
                    .secret
                    .unwrap_or_else(|| Sha256::digest(format!("{:?}", self.start.dice)).into());
                What::Sealed { seat, seal: dice::seal(&key, &format!("{index} {text}")), dice }
            } else {
                What::Act { seat, text, dice }
            });
            if let (Some(turn), true) = (played.turn, open) {
                lines.push(What::Hash { turn, hash: self.hash(&self.at(index + 1)) });
            }
        }
        if let Some(result) = self.result() {
            lines.push(What::Result(result));
        }
        if let (Some(secret), true) = (self.start.secret, self.live.outcome().is_some()) {
            lines.push(What::Secret(dice::hex(&secret)));
        }
        Record { header, lines: lines.into_iter().map(|what| Line { number: 0, what }).collect() }
    }

    fn entry_text(&self, entry: Entry<R::Action>) -> String {
        match entry {
            Entry::Act(action) => self.rules().print(action),
            Entry::Resign => "resign".into(),
            Entry::OfferDraw => "offer draw".into(),
            Entry::AcceptDraw => "accept draw".into(),
        }
    }

    /// How the game ended, in words: `british breakthrough (13.1.1)`.
    pub fn result(&self) -> Option<String> {
        let outcome = self.live.outcome()?;
        let title = self.rules().title();
        let winners: Vec<&str> =
            outcome.winners.iter().map(|seat| title.seats[usize::from(seat.0)].id.as_str()).collect();
        let winners = if winners.is_empty() { "draw".to_owned() } else { winners.join("+") };
        let cases = self.rules().casebook().numbers(outcome.rule);
        let cases = if cases.is_empty() { String::new() } else { format!(" ({})", cases.join(", ")) };
        // "German victory" says already whose it is. Records of the first edition say it twice.
        let mut how = outcome.how;
        if title.rules_version > 1 && how.to_lowercase().starts_with(&winners) {
            how = &how[winners.len()..];
        }
        Some(format!("{winners} {}", how.trim_start()).trim_end().to_owned() + &cases)
    }
}

/// Adds what differs between two states of the match, if somebody will ask for it.
fn note_changes<R: Present>(changed: &mut Option<BTreeSet<u16>>, before: &Match<R>, after: &Match<R>) {
    if let Some(changed) = changed {
        after.rules().changes(before.board(), after.board(), &mut |item| {
            changed.insert(item);
        });
    }
}

fn table_talk<A>(text: &str) -> Option<Entry<A>> {
    match text.to_ascii_lowercase().as_str() {
        "resign" => Some(Entry::Resign),
        "offer draw" => Some(Entry::OfferDraw),
        "accept draw" => Some(Entry::AcceptDraw),
        _ => None,
    }
}
