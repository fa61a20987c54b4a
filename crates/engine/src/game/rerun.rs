//! Re-running: a whole record, or one entry with other dice.

use std::sync::Arc;

use super::{Entry, Game, Played, Refusal, SNAPSHOT_EVERY, Start, table_talk};
use crate::dice::{self, Dice, Die};
use crate::record::{DiceSource, Record, RecordError, What};
use crate::rules::Present;
use crate::seat::Seat;

impl<R: Present> Game<R> {
    /// Re-runs a record. Every action must be legal, every die and hash as recorded.
    pub fn replay(rules: Arc<R>, record: &Record, secret: Option<[u8; 32]>) -> Result<Game<R>, RecordError> {
        Game::replay_while(rules, record, secret, &|| true)
    }

    /// The same, as long as someone wants it: before each line it is asked whether to go on.
    pub fn replay_while(
        rules: Arc<R>,
        record: &Record,
        secret: Option<[u8; 32]>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Game<R>, RecordError> {
        let fail = |line: usize, reason: String| RecordError { line, reason };
        let title = rules.title();
        let header = &record.header;
        if header.game != title.id {
            return Err(fail(1, format!("this is a record of {}, not of {}", header.game, title.id)));
        }
        if header.pack != title.pack {
            let reason = format!("it was played with pack {}, and this is pack {}", header.pack, title.pack);
            return Err(fail(1, reason));
        }
        let revealed = record.lines.iter().find_map(|line| match &line.what {
            What::Secret(secret) => dice::unhex(secret),
            _ => None,
        });
        let mut start = Start {
            setup: header.setup.clone(),
            players: header.players.clone(),
            dice: header.dice.clone(),
            secret: secret.or(revealed),
            script: Vec::new(),
            position: header.position.clone(),
        };
        let knows_dice = start.knows_dice();
        if !knows_dice {
            start.script = recorded_dice(record);
        }
        let first = record.lines.first().map_or(1, |line| line.number);
        let mut game = Game::start(rules, start).map_err(|reason| fail(1, reason))?;
        if let Some(trouble) = game.live.dice().trouble() {
            return Err(fail(first, trouble.into()));
        }
        game.played.reserve(record.lines.len());
        game.snapshots.reserve(record.lines.len() / SNAPSHOT_EVERY);
        let mut dice_of_start: &[Die] = &[];
        for line in &record.lines {
            if !go_on() {
                return Err(fail(line.number, "re-running it was broken off here".into()));
            }
            match &line.what {
                What::Start(dice) => dice_of_start = dice,
                What::Act { seat, text, dice } => {
                    game.replay_line(seat, text, dice).map_err(|reason| fail(line.number, reason))?;
                }
                What::Sealed { .. } => {
                    let reason =
                        "a secret of another seat is sealed here: only the full record can be re-run";
                    return Err(fail(line.number, reason.into()));
                }
                What::Hash { turn, hash } => {
                    if game.hash(&game.live) != *hash {
                        let reason = format!("the board of turn {turn} differs from the recorded one");
                        return Err(fail(line.number, reason));
                    }
                }
                What::Result(result) => {
                    if game.result().as_ref() != Some(result) {
                        let reason = format!("the game has not ended with '{result}'");
                        return Err(fail(line.number, reason));
                    }
                }
                What::Secret(_) => {}
            }
        }
        game.live.list();
        if knows_dice && dice_of_start != game.first_dice {
            return Err(fail(first, "the dice rolled before the first decision differ".into()));
        }
        Ok(game)
    }

    fn replay_line(&mut self, seat_id: &str, text: &str, dice: &[Die]) -> Result<(), String> {
        let seat =
            self.rules().title().seat(seat_id).ok_or_else(|| format!("this game has no seat '{seat_id}'"))?;
        let entries = if let Some(action) = self.single_action(text) {
            self.act_for_good(seat, action).map(|()| 1)
        } else {
            self.live.list();
            self.play(seat, text)
        };
        let entries = entries.map_err(|refusal| refusal.error)?;
        if entries != 1 {
            return Err(format!("'{text}' stands for {entries} actions; a record has one a line"));
        }
        let rolled = &self.played.last().expect("one was played").dice;
        if rolled != dice {
            let values =
                |dice: &[Die]| dice.iter().map(|die| die.value.to_string()).collect::<Vec<_>>().join(" ");
            return Err(format!(
                "the record shows the dice [{}], the rules rolled [{}]",
                values(dice),
                values(rolled)
            ));
        }
        Ok(())
    }

    /// The action that a line stands for, if it is one.
    fn single_action(&self, text: &str) -> Option<R::Action> {
        if table_talk::<R::Action>(text).is_some() {
            return None;
        }
        match self.rules().parse(self.live.step()?, self.live.board(), text).ok()?[..] {
            [action] => Some(action),
            _ => None,
        }
    }

    /// Plays one action of a record, without a copy to fall back on: if the dice do not suffice, the whole replay
    /// fails.
    fn act_for_good(&mut self, seat: Seat, action: R::Action) -> Result<(), Refusal> {
        let (rules, board) = (self.live.rules(), self.live.board());
        let turn = rules.turn(board);
        let is_secret = self.live.step().is_some_and(|step| rules.is_secret(step, board, action));
        if let Err(refused) = self.live.replay(seat, action, Some(&mut self.events)) {
            return Err(Self::explain(&self.live, seat, action, refused));
        }
        if let Some(trouble) = self.live.dice().trouble() {
            return Err(Refusal::plain(format!("the dice cannot be rolled: {trouble}")));
        }
        self.enter(seat, Entry::Act(action), is_secret, turn);
        Ok(())
    }

    /// The game with the `seq`th entry alone, counted from 0: what was before it is gone but for the board. Rolling
    /// that entry's dice again and again costs nothing for the history.
    ///
    /// None where there is no such entry, or where it was no action of the game.
    pub fn excerpt(&self, seq: usize) -> Option<Game<R>> {
        let played = self.played.get(seq)?.clone();
        let Entry::Act(action) = played.entry else { return None };
        let before = self.at(seq).with_dice(Dice::scripted(played.dice.iter().map(|die| die.value), 0));
        let mut live = before.clone();
        live.play(played.seat, action, None).ok()?;
        Some(Game {
            start: Start { dice: DiceSource::Hidden, secret: None, ..self.start.clone() },
            live,
            first_dice: Vec::new(),
            first_events: 0,
            played: vec![Played { events: self.events_after(seq + 1) - self.events_after(seq), ..played }],
            events: self.events[self.events_after(seq)..self.events_after(seq + 1)].to_vec(),
            snapshots: vec![before],
            offer: None,
            changed: None,
        })
    }

    /// The game up to and with the `seq`th entry, counted from 0, as it would stand if that entry had rolled `dice`.
    ///
    /// None where there is no such entry, or where it was no action of the game. Its record shows the dice and not
    /// where they came from, so that it can be re-run.
    pub fn reroll(&self, seq: usize, dice: Dice) -> Option<Game<R>> {
        let Played { seat, entry: Entry::Act(action), .. } = *self.played.get(seq)? else { return None };
        // The history replays from its last snapshot, whose dice must lead to the new ones.
        let nearest = seq / SNAPSHOT_EVERY;
        let since = self.played[nearest * SNAPSHOT_EVERY..seq].iter().flat_map(|played| &played.dice);
        let mut from_snapshot = dice.clone();
        from_snapshot.give_first(since.map(|die| die.value).collect());
        let mut snapshots = self.snapshots[..=nearest].to_vec();
        snapshots[nearest].replace_dice(from_snapshot);
        let mut game = Game {
            start: Start { dice: DiceSource::Hidden, secret: None, ..self.start.clone() },
            live: self.at(seq).with_dice(dice),
            first_dice: self.first_dice.clone(),
            first_events: self.first_events,
            played: self.played[..seq].to_vec(),
            events: self.events[..self.events_after(seq)].to_vec(),
            snapshots,
            offer: None,
            changed: None,
        };
        let mut next = game.live.clone();
        let mut events = Vec::new();
        next.play(seat, action, Some(&mut events)).ok()?;
        game.accept(seat, Entry::Act(action), self.played[seq].is_secret, next, events);
        Some(game)
    }
}

/// All dice of a record in order, for re-running it where the source is not known.
fn recorded_dice(record: &Record) -> Vec<u8> {
    let dice = record.lines.iter().flat_map(|line| match &line.what {
        What::Start(dice) | What::Act { dice, .. } | What::Sealed { dice, .. } => dice.as_slice(),
        What::Hash { .. } | What::Result(_) | What::Secret(_) => &[],
    });
    dice.map(|die| die.value).collect()
}
