//! The table of a lesson: the lesson judges each of the learner's answers before it is played.
//!
//! The learner's place is stored with the log, in the same transaction; the rules play as at any table.

use std::sync::Arc;

use engine::{Record, Seat, Session};
use games::lessons::{Answer as Judged, Desk, Laid, Lesson, Lessons, Progress, Show, Standing};
use games::{Library, Playable};
use serde::Serialize;
use tokio::sync::RwLock;

use super::actor::Actor;
use super::change::{Done, lines};
use super::load::{self, Live, guard};
use super::views;
use crate::clock;
use crate::error::Error;
use crate::message::{Change, Go, Refused};
use crate::store::{GameRow, Job, Taught};

type Answer<T> = std::result::Result<T, Refused>;

/// Where the learner is, as it is stored.
fn progress_of(lesson: &str) -> Option<Progress> {
    serde_json::from_str(lesson).ok()
}

/// The id of the lesson at a table.
pub(crate) fn id_of(lesson: &str) -> Option<String> {
    progress_of(lesson).map(|progress| progress.lesson)
}

/// Takes a lesson up from its log.
pub(crate) fn resume(library: &Library, game: &GameRow, record: Record) -> Result<Live, String> {
    let playable = library.game(&game.title).ok_or("there is no such game")?;
    let progress = progress_of(&game.lesson).ok_or("nobody knows how far the lesson is")?;
    let lessons = playable.lessons().map_err(|error| error.to_string())?;
    let (_, lesson) = lessons.find(&progress.lesson).ok_or("there is no such lesson any more")?;
    let entries = record.lines.into_iter().map(|line| line.what).collect();
    let mut session = Desk::new(playable.as_ref(), lesson).resume(&progress, entries)?;
    session.take_changes();
    Ok(session)
}

/// The card that the learner sees beside the board.
#[derive(Serialize)]
struct Card<'a> {
    r#type: &'static str,
    lesson: &'a str,
    title: &'a str,
    /// Which lesson of the course it is, counted from 1.
    number: usize,
    of: usize,
    /// The step, counted from 1.
    step: usize,
    steps: usize,
    seat: u8,
    standing: Standing,
    say: &'a str,
    said: &'a str,
    show: Option<&'a Show>,
    /// The typed answers that are still wanted.
    want: &'a [String],
    /// Whether there is only something to read.
    reads: bool,
    learnt: &'a [String],
    won: bool,
    manual: &'a str,
    cases: &'a [String],
    /// The lesson after this one.
    next: Option<Next<'a>>,
}

#[derive(Serialize)]
struct Next<'a> {
    id: &'a str,
    title: &'a str,
}

/// What a change in a lesson has led to.
enum Led {
    /// The game went on.
    Played,
    /// Another board lies on the table.
    Laid(Laid),
}

impl Actor {
    fn course(&self) -> Option<(Arc<dyn Playable>, Lessons, Progress)> {
        let progress = progress_of(&self.game.lesson)?;
        let game = self.app.config.library.game(&self.game.title)?.clone();
        let lessons = game.lessons().ok()?;
        Some((game, lessons, progress))
    }

    /// The learner's seat, if this is a lesson's table.
    pub(super) fn learner(&self) -> Option<u8> {
        let (game, lessons, progress) = self.course()?;
        let (_, lesson) = lessons.find(&progress.lesson)?;
        Some(Desk::new(game.as_ref(), lesson).seat().0)
    }

    /// What the lesson says now.
    pub(super) fn lesson_card(&self) -> Option<String> {
        let (game, lessons, progress) = self.course()?;
        let (index, lesson) = lessons.find(&progress.lesson)?;
        let step = lesson.step.get(progress.step);
        let next = lessons.lesson.get(index + 1);
        Some(views::json(&Card {
            r#type: "lesson",
            lesson: &lesson.id,
            title: &lesson.title,
            number: index + 1,
            of: lessons.lesson.len(),
            step: (progress.step + 1).min(lesson.step.len()),
            steps: lesson.step.len(),
            seat: Desk::new(game.as_ref(), lesson).seat().0,
            standing: progress.standing,
            say: &progress.say,
            said: &progress.said,
            show: step.map(|step| &step.show),
            want: &progress.left,
            reads: step.is_some_and(|step| step.want.is_empty()),
            learnt: &progress.learnt,
            won: progress.won,
            manual: &lesson.manual,
            cases: &lesson.cases,
            next: next.map(|next| Next { id: &next.id, title: &next.title }),
        }))
    }

    /// Tells everyone what the lesson says now.
    pub(super) fn send_lesson(&mut self) {
        if self.game.lesson.is_empty() {
            return;
        }
        let Some(card) = self.lesson_card() else { return };
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            self.send(id, card.clone());
        }
    }

    /// Notes that a lesson was taken to its end. If the note fails, the learner can take the lesson again.
    async fn keep_learnt(&self, lesson: &str) {
        let sql =
            "insert into learnt (holder, game, lesson, at) values ($1, $2, $3, $4) on conflict do nothing";
        let (holder, game) = (self.game.maker.as_str(), self.game.title.as_str());
        let job = Job::new().then(sql, [holder.into(), game.into(), lesson.into(), clock::now().into()]);
        if let Err(error) = self.app.store.run(job).await {
            tracing::warn!(table = self.id, ?error, "it cannot be noted that a lesson was taken");
        }
    }

    /// Makes a change in a lesson: it is judged, played, answered by the other side and stored. Returns the
    /// new revision.
    pub(super) async fn teach(
        &mut self,
        session: Arc<RwLock<Live>>,
        change: &Change,
        letter: Option<&str>,
    ) -> Answer<i64> {
        let gone = || Refused::plain("this lesson is not there any more: take it once more from the course");
        let (game, lessons, mut progress) = self.course().ok_or_else(gone)?;
        let (_, lesson) = lessons.find(&progress.lesson).ok_or_else(gone)?;
        let desk = Desk::new(game.as_ref(), lesson);
        let mut live = session.write().await;
        let (before, turn_before, asked_before) = (live.seq(), live.turn(), live.asked());
        let led = match guard(|| lead(&desk, lesson, &mut **live, &mut progress, change)) {
            Ok(led) => led?,
            Err(panic) => {
                self.session = None;
                return Err(Error::Internal(panic).into());
            }
        };
        let (kept, chosen, header) = match led {
            Led::Played => (before.min(live.seq()), live.seq(), None),
            Led::Laid(laid) => {
                *live = laid.session;
                progress = laid.progress;
                (0, 0, Some(load::opening(&**live)))
            }
        };
        let is_laid = header.is_some();
        let taught = Some(Taught { progress: views::json(&progress), header });
        // A new board replaces everything that was played before.
        let before = if is_laid { before.max(1) } else { before };
        let done = Done { kept, before, chosen, turn_before, asked_before, taught };
        let stored = self.store(&mut **live, &done, letter).await;
        let lines = lines(&**live, &done);
        drop(live);
        if let Err(unwritten) = stored {
            return self.not_stored(unwritten, &done, lines).await;
        }
        if progress.standing == Standing::Finished && progress.won {
            self.keep_learnt(&progress.lesson).await;
        }
        if is_laid {
            self.send_views().await;
        } else {
            self.tell_change(change.rev, &done).await;
        }
        Ok(self.game.rev)
    }
}

/// Goes where the learner wants to.
fn lead(
    desk: &Desk<'_>,
    lesson: &Lesson,
    live: &mut dyn Session,
    progress: &mut Progress,
    change: &Change,
) -> Answer<Led> {
    let lay = |step: usize| desk.lay(step).map(Led::Laid).map_err(|why| Refused::from(Error::Internal(why)));
    match (&change.play, change.go) {
        (Some(text), go) => play(desk, live, progress, Seat(change.seat), (text, go == Some(Go::Anyway))),
        (None, Some(Go::Next)) => {
            let laid = desk.next(live, progress).map_err(Refused::plain)?;
            Ok(laid.map_or(Led::Played, Led::Laid))
        }
        (None, Some(Go::Back)) if progress.standing == Standing::Turning => lay(progress.step),
        (None, Some(Go::Back)) => lay(progress.step.min(lesson.step.len()).saturating_sub(1)),
        (None, Some(Go::Again)) => lay(desk.mark(progress)),
        (None, Some(Go::First)) => lay(0),
        (None, Some(Go::Anyway)) => Err(Refused::plain("nothing was answered")),
        (None, None) => {
            live.undo(Seat(change.seat))?;
            desk.undone(live, progress);
            Ok(Led::Played)
        }
    }
}

fn play(
    desk: &Desk<'_>,
    live: &mut dyn Session,
    progress: &mut Progress,
    seat: Seat,
    (text, anyway): (&str, bool),
) -> Answer<Led> {
    if ["resign", "offer draw", "accept draw"].contains(&text.trim()) {
        return Err(Refused::plain("nobody gives up in a lesson; leave it by the course"));
    }
    let before = live.seq();
    let mut judged = Judged::Free;
    // The rules refuse an illegal answer, with their reasons.
    if live.why(seat, text).is_ok() {
        judged = desk.judge(live, progress, seat, text);
    }
    let said = |error: &str, lesson: &str| {
        Err(Refused { error: error.to_owned(), lesson: lesson.to_owned(), ..Refused::default() })
    };
    match &judged {
        Judged::Back(say) if !anyway => return said(say, "back"),
        Judged::Unsaid(say) if !anyway => return said(say, "unsaid"),
        Judged::Back(say) => judged = Judged::Try(say.clone()),
        _ => {}
    }
    live.play(seat, text)?;
    Ok(desk.after(live, progress, &judged, before).map_or(Led::Played, Led::Laid))
}
