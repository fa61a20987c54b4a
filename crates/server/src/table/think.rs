//! Computer players at a table: they think on separate threads.

use std::sync::Arc;
use std::time::Duration;

use engine::Seat;
use tokio::sync::Notify;

use super::actor::{Actor, Role};
use super::load::guard;
use super::pace::Pace;
use super::{Command, load};
use crate::beside::beside_play;
use crate::clock;
use crate::message::Change;
use crate::metrics;
use crate::player::{Player, Random, Think, Thought};
use crate::store::Job;
use crate::thinkers::Pace::{Quick, Slow};
use crate::work::Stop;

/// A computer player at work.
pub(super) struct Thinking {
    rev: i64,
    stop: Stop,
    /// Ends the pause before its answer.
    hurried: Arc<Notify>,
}

impl Actor {
    /// Wakes the computer player who must answer, if there is one.
    pub(super) async fn wake_players(&mut self) {
        if self.role != Role::Owner
            || self.game.state != "running"
            || self.is_broken
            || self.thinking.is_some()
        {
            return;
        }
        let asked = load::seats_in(self.game.asked);
        let bot = self.seats.iter().find(|row| row.kind == "bot" && asked.contains(&(row.seat as u8)));
        let Some((seat, level)) = bot.map(|row| (row.seat as u8, row.level.clone())) else {
            self.pace = Pace::default();
            return;
        };
        // No person plays here: the computer does not go on by itself.
        if self.seats.iter().all(|row| row.kind == "bot") {
            return;
        }
        let Ok(session) = self.session().await else { return };
        let player = self.app.config.players.find(&level).cloned();
        let pace = if player.as_ref().is_none_or(|player| player.is_quick()) { Quick } else { Slow };
        let owner = self.app.origins.owner(&self.id, &self.game.maker);
        let stop = Stop::default();
        let rev = self.game.rev;
        let longest = if self.connections.is_empty() { Duration::ZERO } else { self.app.config.bot_pause };
        let pause = self.pace.next(longest);
        let hurried = Arc::new(Notify::new());
        self.thinking = Some(Thinking { rev, stop: stop.clone(), hurried: hurried.clone() });
        let (app, own, table) = (self.app.clone(), self.own.clone(), self.id.clone());
        tokio::spawn(async move {
            let begun = clock::instant();
            let thought = {
                let Some(turn) = app.thinkers.turn(&owner, pace).await else { return };
                if stop.is_stopped() {
                    return;
                }
                let deadline = clock::instant() + app.config.bot_time;
                let think = Think::new(table, deadline, turn.threads, [stop, app.stop.clone()]);
                let session = session.read_owned().await;
                let work = move || {
                    // The thread keeps its turn until it has ended.
                    let _turn = turn;
                    let choose = |player: &dyn Player| {
                        guard(|| player.choose(&**session, Seat(seat), &think)).ok().flatten()
                    };
                    // A computer player that fails, or no longer exists, does not stop the game.
                    player.and_then(|player| choose(&*player)).or_else(|| choose(&Random))
                };
                let turn_begun = clock::instant();
                let thought = beside_play(work).await.ok().flatten();
                metrics::thought(turn_begun.elapsed());
                thought
            };
            let rest = pause.saturating_sub(begun.elapsed());
            // The pause ends with its time, or when a player is in a hurry.
            let _ = tokio::time::timeout(rest, hurried.notified()).await;
            if let Some(own) = own.upgrade() {
                let _ = own.send(Command::Thought { rev, seat, thought }).await;
            }
        });
    }

    /// Shows the answers of computer players at once until a person is asked.
    pub(super) fn hurry(&mut self) {
        self.pace.hurry();
        if let Some(thinking) = &self.thinking {
            thinking.hurried.notify_one();
        }
    }

    /// Stops the player at work: its session is about to change.
    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
        }
        for stop in self.advising.values() {
            stop.stop();
        }
    }

    /// A computer player has decided.
    pub(super) async fn thought(&mut self, rev: i64, seat: Seat, thought: Option<Thought>) {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.rev != rev) {
            return;
        }
        self.thinking = None;
        let options = match (&self.session, self.game.rev == rev) {
            (Some(session), true) => session.read().await.options(seat),
            _ => return,
        };
        let (play, reason) = thought.map(|thought| (thought.play, thought.reason)).unzip();
        let change = Change { seat: seat.0, rev, play: play.or_else(|| options.first().cloned()), go: None };
        if change.play.is_none() {
            return;
        }
        let seq = self.game.seq;
        match self.change(&change, None).await {
            Ok(_) => self.keep_reason(seq, reason.unwrap_or_default()).await,
            Err(refused) => {
                let play = change.play;
                tracing::warn!(
                    table = self.id,
                    seat = seat.0,
                    play,
                    refused.error,
                    "a computer player was refused"
                );
                // Its choice is not legal: a random legal action is played instead.
                if self.game.rev == rev && !options.is_empty() && self.session.is_some() {
                    let change = Change { seat: seat.0, rev, play: options.into_iter().next(), go: None };
                    let _ = self.change(&change, None).await;
                }
            }
        }
    }

    /// Stores the reason for a computer player's act, for after the game. Play does not depend on it.
    async fn keep_reason(&self, seq: i64, reason: String) {
        if reason.is_empty() {
            return;
        }
        let key = || [self.id.as_str().into(), seq.into()];
        let job = Job::new().then("delete from thought where game = $1 and seq = $2", key()).then(
            "insert into thought (game, seq, text) values ($1, $2, $3)",
            key().into_iter().chain([reason.as_str().into()]),
        );
        if let Err(error) = self.app.store.run(job).await {
            tracing::debug!(table = self.id, ?error, "a reason was not kept");
        }
    }

    /// Runs once in a while: a computer player whose answer could not be stored tries again.
    pub(super) async fn nudge(&mut self) {
        if self.role == Role::Follower && self.game.busy != 0 {
            self.try_to_own().await;
        }
        if self.game.state == "running" && self.game.busy != 0 && self.session.is_none() && !self.is_broken {
            let _ = self.session().await;
        }
        self.wake_players().await;
        if !self.connections.is_empty() {
            self.app.cluster.here(&self.app.store, &self.id, self.here_locally()).await;
        }
    }
}
