//! Advice at a table: what a computer player would do in one's place, and what speaks against an answer.
//!
//! Advice is for people who play alone or against the computer, and for opponents who have all agreed to it.

use std::time::Duration;

use engine::{Seat, Viewer};

use super::actor::Actor;
use super::load::guard;
use super::{Command, views};
use crate::beside::beside_play;
use crate::clock;
use crate::error::Error;
use crate::message::{Counsel, Id, Refused};
use crate::player::{Player, Think};
use crate::store::Job;
use crate::thinkers::Pace::{Quick, Slow};
use crate::work::Stop;

type Answer<T> = std::result::Result<T, Refused>;

/// The level that gives advice unless another is asked for.
pub(super) const ADVISER: &str = "captain";

/// How long a player who answers at once may think about advice.
const AT_ONCE: Duration = Duration::from_millis(700);

impl Actor {
    /// Whether the holder of these seats may be advised: no other person plays, or all have agreed.
    fn may_be_advised(&self, seats: i64) -> bool {
        let people = || self.seats.iter().filter(|row| row.kind != "bot");
        people().all(|row| seats & (1 << row.seat) != 0) || people().all(|row| !row.advice.is_empty())
    }

    /// Whether another person plays against the holder of these seats.
    fn is_with_others(&self, seats: i64) -> bool {
        self.seats.iter().any(|row| row.kind != "bot" && seats & (1 << row.seat) == 0)
    }

    /// Lets a computer player think for a seat; the answer comes later, and play does not wait for it.
    pub(super) async fn counsel(
        &mut self,
        connection: u64,
        id: Id,
        viewer: Viewer,
        counsel: Counsel,
    ) -> Answer<()> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("only players are advised")) };
        let seats = self.connections.get(&connection).map_or(0, |connected| connected.seats);
        if !self.game.lesson.is_empty() {
            return Err(Refused::plain("the lesson itself says what to do here"));
        }
        if !self.may_be_advised(seats) {
            let why = "another person plays here: there is advice only if all players agree to it";
            return Err(Refused::plain(why));
        }
        let level = match &counsel {
            Counsel::Advice(level) => level,
            Counsel::Warning(_) => ADVISER,
        };
        let player = self.app.config.players.find(level).cloned();
        let player = player.ok_or_else(|| Refused::plain("there is no such level"))?;
        if self.advising.contains_key(&connection) {
            return Err(Refused::plain("one question at a time: the adviser still thinks"));
        }
        let session = self.session().await?;
        if !session.read().await.asked().contains(&seat) {
            return Err(Refused::plain("you are not asked now"));
        }
        let stop = Stop::default();
        self.advising.insert(connection, stop.clone());
        if matches!(counsel, Counsel::Advice(_)) && self.is_with_others(seats) {
            self.tell_news("asked-advice", seat.0);
        }
        let pace = if player.is_quick() { Quick } else { Slow };
        let time =
            if player.is_quick() { AT_ONCE.min(self.app.config.bot_time) } else { self.app.config.bot_time };
        let owner = self.app.origins.owner(&self.id, &self.game.maker);
        let (app, own, table) = (self.app.clone(), self.own.clone(), self.id.clone());
        let rev = self.game.rev;
        tokio::spawn(async move {
            let told = async {
                let turn = app.thinkers.turn(&owner, pace).await?;
                let deadline = clock::instant() + time;
                let think = Think::new(table, deadline, turn.threads, [stop.clone(), app.stop.clone()]);
                let session = session.read_owned().await;
                let work = move || {
                    // The thread keeps its turn until it has ended.
                    let _turn = turn;
                    guard(|| ask(&*player, &**session, seat, &counsel, &think)).ok().flatten()
                };
                beside_play(work).await.ok().flatten()
            };
            let frame = match told.await {
                // The question is no longer open.
                _ if stop.is_stopped() => Refused::stale().frame(id),
                Some(told) => told.frame(id, rev),
                None => Refused::plain("the adviser has no answer").frame(id),
            };
            if let Some(own) = own.upgrade() {
                let _ = own.send(Command::Advised { connection, frame }).await;
            }
        });
        Ok(())
    }

    /// A player agrees that both may be advised, or withdraws his agreement.
    pub(super) async fn consent(&mut self, viewer: Viewer, advice: bool) -> Answer<()> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("only players are advised")) };
        let job = Job::new().must(
            "update seat set advice = $3 where game = $1 and seat = $2",
            [self.id.as_str().into(), i64::from(seat.0).into(), if advice { "yes" } else { "" }.into()],
        );
        let job = self.app.cluster.refreshed(job, &self.id);
        self.app.store.run(job).await.map_err(Error::from)?;
        if let Some(row) = self.seats.iter_mut().find(|row| row.seat == i64::from(seat.0)) {
            row.advice = if advice { "yes" } else { "" }.into();
        }
        self.send_table();
        Ok(())
    }
}

/// What a computer player says.
struct Told {
    /// The frame's type, and the name of its content.
    kind: &'static str,
    value: serde_json::Value,
}

impl Told {
    fn frame(&self, id: Id, rev: i64) -> String {
        let Told { kind, value } = self;
        format!("{{\"type\":\"{kind}\",\"id\":{},\"rev\":{rev},\"{kind}\":{value}}}", views::json(&id))
    }
}

/// Asks a computer player; none if it gives no advice.
fn ask(
    player: &dyn Player,
    session: &dyn engine::Session,
    seat: Seat,
    counsel: &Counsel,
    think: &Think,
) -> Option<Told> {
    match counsel {
        Counsel::Advice(_) => player.advise(session, seat, think).map(|value| Told { kind: "advice", value }),
        Counsel::Warning(text) => {
            let value = player.warn(session, seat, text, think).unwrap_or_default();
            Some(Told { kind: "warning", value })
        }
    }
}
