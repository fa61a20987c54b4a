//! The school: each learner has one desk for each game and takes the lessons there, one after the other.

use engine::Viewer;
use games::lessons::{Desk, Laid};

use crate::App;
use crate::clock;
use crate::error::{Error, Result};
use crate::host::{self, Kept};
use crate::secrets;
use crate::store::{GameRow, Job, SeatRow, Who};
use crate::table::Command;
use crate::table::info::TableInfo;
use crate::table::lesson;
use crate::table::load::{self, Note};
use crate::table::views;

/// Stands for the nonces of a lesson: its dice are written beforehand.
const TAUGHT: &str = "lesson";

/// Where a lesson begins.
#[derive(Clone, Copy)]
pub(crate) enum From {
    /// Where the learner left it at the desk, or else at this step.
    Left(usize),
    /// At the first step.
    Start,
}

/// Opens a lesson. It replaces another one that was open: a desk has one board.
pub(crate) async fn take(app: &App, who: &Who, game: &str, id: &str, from: From) -> Result<TableInfo> {
    let playable = app.config.library.game(game);
    let playable = playable.ok_or_else(|| Error::Missing(format!("there is no game '{game}'")))?.clone();
    let lessons = playable.lessons()?;
    let (_, lesson) =
        lessons.find(id).ok_or_else(|| Error::Missing(format!("'{game}' has no lesson '{id}'")))?;
    let desks = app.store.desks(who, game).await?;
    let is_same =
        |desk: &&GameRow| desk.broken.is_empty() && lesson::id_of(&desk.lesson).as_deref() == Some(id);
    let step = match from {
        From::Start => 0,
        From::Left(step) => match desks.iter().find(is_same) {
            Some(desk) => return host::describe(app, who, &desk.id).await,
            None => step,
        },
    };
    if desks.is_empty() {
        host::check_quota(app, who, Kept::Table).await?;
    }
    let (shared, lesson) = (playable.clone(), lesson.clone());
    let laid = tokio::task::spawn_blocking(move || {
        load::guard(|| Desk::new(shared.as_ref(), &lesson).lay(step)).and_then(|laid| laid)
    });
    let laid = laid.await.map_err(|error| Error::Internal(error.to_string()))?.map_err(Error::Internal)?;
    let row = desk(who, game, &laid);
    let learner = &lessons.find(id).map_or_else(String::new, |(_, lesson)| lesson.seat.clone());
    let title = playable.title();
    let record = laid.session.record(Viewer::Omniscient);
    let mut job = desks
        .iter()
        .fold(Job::new(), |job, old| job.then("delete from game where id = $1", [old.id.as_str().into()]));
    job = row.insert(job);
    for number in title.playing(&record.header.setup) {
        let is_learner = title.seats.get(usize::from(number)).is_some_and(|seat| seat.id == *learner);
        let seat = SeatRow {
            game: row.id.clone(),
            seat: i64::from(number),
            kind: "person".into(),
            name: if is_learner { "you".into() } else { "the lesson".into() },
            token: secrets::hash(&secrets::token()),
            nonce: TAUGHT.into(),
            holders: vec![who.holder()],
            ..SeatRow::default()
        };
        job = seat.insert(job);
    }
    job = job.entries(&row.id, host::log_lines(&record), row.created);
    for old in &desks {
        job = app.cluster.refreshed(job, &old.id);
    }
    app.store.run(job).await?;
    for old in &desks {
        app.tables.tell(&old.id, Command::Refresh).await;
    }
    host::describe(app, who, &row.id).await
}

/// The row of a desk with a board on it.
fn desk(who: &Who, game: &str, laid: &Laid) -> GameRow {
    let (session, now) = (&*laid.session, clock::now());
    let record = session.record(Viewer::Omniscient);
    let mut row = GameRow {
        id: secrets::public_id(),
        title: game.to_owned(),
        name: "Lesson".into(),
        scenario: record.header.setup.scenario.clone(),
        options: views::json(&record.header.setup.options),
        pack: record.header.pack.clone(),
        header: load::opening(session),
        hotseat: 1,
        spectator: secrets::hash(&secrets::token()),
        maker: who.holder(),
        created: now,
        changed: now,
        rev: 1,
        lesson: views::json(&laid.progress),
        ..GameRow::default()
    };
    row.take_note(Note::of(session, &[]));
    row
}
