//! Making tables, taking seats, beginning, rematches, uploads: everything around play.

use std::collections::BTreeMap;
use std::net::IpAddr;

use engine::dice::{commitment, hex};
use engine::record::{Line, What};
use engine::{DiceSource, Record, Session, Setup, Start, Title, Viewer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::auth::clean_name;
use crate::clock;
use crate::error::{Error, Result};
use crate::limits::{Class, network};
use crate::notify;
use crate::secrets;
use crate::store::{GameRow, Job, LogLine, SeatRow, Unwritten, Who};
use crate::table::Command;
use crate::table::info::{Reader, TableInfo};
use crate::table::load::{self, Note};
use crate::work::{Patience, Place};

/// What a new table should be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct NewTable {
    game: String,
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// A position file to begin from instead of a scenario.
    #[serde(default)]
    position: String,
    #[serde(default)]
    seats: Vec<NewSeat>,
    #[serde(default)]
    name: String,
    /// Not given here: a nonce is given after the commitment was seen.
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    listed: bool,
    #[serde(default)]
    title: String,
}

/// Who sits where.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct NewSeat {
    seat: u8,
    by: By,
    #[serde(default)]
    level: String,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    /// This browser.
    Me,
    /// The first to open the link.
    Link,
    /// The first to come.
    Open,
    /// The computer.
    Bot,
}

/// A new table with its secret links.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Created {
    pub(crate) table: TableInfo,
    pub(crate) links: Vec<SeatLink>,
    pub(crate) spectator: String,
}

/// The secret link of a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatLink {
    pub(crate) seat: u8,
    pub(crate) link: String,
}

/// Stands for the nonces of an uploaded game, whose dice its record holds.
pub(crate) const UPLOADED: &str = "uploaded";

pub(crate) fn link(id: &str, token: &str) -> String {
    format!("/table/{id}#{token}")
}

fn bad(why: impl Into<String>) -> Error {
    Error::Bad(why.into())
}

pub(crate) fn missing() -> Error {
    Error::Missing("there is no such table".into())
}

/// Makes a table. The game begins when all players have seen its commitment and given their nonces.
pub(crate) async fn create(app: &App, who: &Who, from: IpAddr, new: NewTable) -> Result<Created> {
    if !new.nonce.is_empty() {
        return Err(bad("a nonce is given after the commitment was seen: POST /api/tables/ID/begin"));
    }
    let playable = app.config.library.game(&new.game);
    let playable = playable.ok_or_else(|| Error::Missing(format!("there is no game '{}'", new.game)))?;
    let title = playable.title();
    let setup = if new.position.is_empty() {
        let setup = Setup { scenario: new.scenario.clone(), options: new.options.clone() };
        title.check(&setup).map_err(bad)?;
        setup
    } else {
        let start = Start { position: Some(new.position.clone()), ..Start::seeded(Setup::default(), 0) };
        let playable = playable.clone();
        let open = move |_: &Patience| playable.open(start).map(|trial| trial.record(Viewer::Spectator));
        app.workroom.enter()?.work(open).await?.map_err(bad)?.header.setup
    };
    let has_computer = new.seats.iter().any(|seat| seat.by == By::Bot);
    if has_computer {
        app.limits.check(from, Class::Computer)?;
    }
    check_quota(app, who, if has_computer { Kept::AgainstComputer } else { Kept::Table }).await?;
    let secret = secrets::random::<32>();
    let now = clock::now();
    let (id, spectator) = (secrets::public_id(), secrets::token());
    let mut game = GameRow {
        id: id.clone(),
        title: title.id.clone(),
        name: clean_name(&new.title),
        scenario: setup.scenario.clone(),
        options: serde_json::to_string(&setup.options).expect("plain JSON"),
        position: new.position.clone(),
        pack: title.pack.clone(),
        secret: hex(&secret),
        commitment: hex(&commitment(&secret)),
        state: "waiting".into(),
        listed: i64::from(new.listed),
        spectator: secrets::hash(&spectator),
        maker: who.holder(),
        created: now,
        changed: now,
        ..GameRow::default()
    };
    let (seats, links) = new_seats(app, who, title, &setup, &new, &game.id)?;
    if seats.iter().all(|seat| seat.kind == "bot") {
        return Err(bad("somebody must sit at a table; computers play each other with westfront arena"));
    }
    let is_hotseat = seats.iter().all(|seat| seat.holders.contains(&game.maker));
    game.hotseat = i64::from(is_hotseat);
    // A table for one browser needs no links until a seat is shared.
    let links = if is_hotseat { Vec::new() } else { links };
    let job = seats.iter().fold(game.insert(Job::new()), |job, seat| seat.insert(job));
    app.store.run(job).await?;
    if has_computer {
        app.origins.note(&id, network(from));
    }
    start_if_full(app, &id).await?;
    Ok(Created { table: describe(app, who, &id).await?, links, spectator: link(&id, &spectator) })
}

/// What a person wants to keep here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Table,
    AgainstComputer,
    Upload,
}

/// Refuses a person more than his share.
pub(crate) async fn check_quota(app: &App, who: &Who, kept: Kept) -> Result<()> {
    let quotas = &app.config.quotas;
    let [tables, against_computer, uploads] = app.store.made_by(who).await?;
    let full = |what: String| Err(Error::Conflict(format!("you have {what}: finish or remove one first")));
    if kept == Kept::Upload {
        return if uploads >= i64::from(quotas.uploads) {
            full(format!("{uploads} uploaded records here"))
        } else {
            Ok(())
        };
    }
    if tables >= i64::from(quotas.tables) {
        return full(format!("{tables} tables that are not over"));
    }
    if kept == Kept::AgainstComputer && against_computer >= i64::from(quotas.against_computer) {
        return full(format!("{against_computer} games against the computer that are not over"));
    }
    Ok(())
}

fn new_seats(
    app: &App,
    who: &Who,
    title: &Title,
    setup: &Setup,
    new: &NewTable,
    id: &str,
) -> Result<(Vec<SeatRow>, Vec<SeatLink>)> {
    let playing = title.playing(setup);
    if let Some(seat) = new.seats.iter().find(|seat| !playing.contains(&seat.seat)) {
        return Err(bad(format!("{} has no seat {} in this set-up", title.id, seat.seat)));
    }
    let (mut seats, mut links) = (Vec::new(), Vec::new());
    for number in playing {
        let mut wishes = new.seats.iter().filter(|seat| seat.seat == number);
        let (by, level) = wishes.next().map_or((By::Link, ""), |seat| (seat.by, seat.level.as_str()));
        if wishes.next().is_some() {
            return Err(bad(format!("seat {number} is named twice")));
        }
        let mut row = SeatRow { game: id.to_owned(), seat: i64::from(number), ..SeatRow::default() };
        match by {
            By::Bot => {
                let known = app.config.players.find(level);
                let player = known.ok_or_else(|| bad(format!("there is no computer player '{level}'")))?;
                row.kind = "bot".into();
                player.id().clone_into(&mut row.level);
                player.id().clone_into(&mut row.name);
                row.nonce = secrets::token();
            }
            By::Me | By::Link | By::Open => {
                let token = secrets::token();
                row.kind = if by == By::Open { "open".into() } else { "person".into() };
                row.token = secrets::hash(&token);
                links.push(SeatLink { seat: number, link: link(id, &token) });
            }
        }
        if by == By::Me {
            row.name = named(&new.name);
            row.holders = vec![who.holder()];
        }
        seats.push(row);
    }
    Ok((seats, links))
}

pub(crate) fn nonce(nonce: &str) -> Result<String> {
    if secrets::is_nonce(nonce) {
        Ok(nonce.to_owned())
    } else {
        Err(bad("a nonce has 8 to 64 letters or digits"))
    }
}

pub(crate) fn named(name: &str) -> String {
    let name = clean_name(name);
    if name.is_empty() { "Player".into() } else { name }
}

/// A table as this person may know it.
pub(crate) async fn describe(app: &App, who: &Who, id: &str) -> Result<TableInfo> {
    let game = app.store.game(id).await?.ok_or_else(missing)?;
    let seats = app.store.seats(id).await?;
    let watch = app.store.is_watcher(id, who).await?;
    Ok(info(app, who, &game, &seats, watch))
}

/// Whether a person may look at a table at all.
pub(crate) async fn may_look(app: &App, who: &Who, game: &GameRow) -> Result<bool> {
    if game.listed != 0 || app.store.is_watcher(&game.id, who).await? {
        return Ok(true);
    }
    Ok(app.store.seats(&game.id).await?.iter().any(|row| who.holds(&row.holders)))
}

/// The same from rows.
pub(crate) fn info(app: &App, who: &Who, game: &GameRow, seats: &[SeatRow], watch: bool) -> TableInfo {
    let title = app.config.library.game(&game.title).map(|playable| playable.title());
    let yours = seats.iter().filter(|row| who.holds(&row.holders)).fold(0, |all, row| all | 1 << row.seat);
    TableInfo::new(game, seats, title, Reader { yours, watch }, 0, app.config.bot_time)
}

/// Begins the game once every seat has given its nonce: only now are the dice seeded.
pub(crate) async fn start_if_full(app: &App, id: &str) -> Result<()> {
    let Some(mut game) = app.store.game(id).await? else { return Ok(()) };
    let seats = app.store.seats(id).await?;
    if game.state != "waiting" || seats.iter().any(|seat| seat.nonce.is_empty()) {
        return Ok(());
    }
    let (library, row, rows) = (app.config.library.clone(), game.clone(), seats.clone());
    let begun = tokio::task::spawn_blocking(move || load::begin(&library, &row, &rows)).await;
    let session = match begun.map_err(|error| Error::Internal(error.to_string()))? {
        Ok(session) => session,
        Err(why) => return Err(Error::Internal(format!("the game cannot begin: {why}"))),
    };
    game.take_note(Note::of(&*session, &seats));
    let notices = session.asked().into_iter().filter_map(|seat| {
        let row = seats.iter().find(|row| row.seat == i64::from(seat.0))?;
        (row.kind != "bot").then(|| notify::notices(app, &game, row, &*session))
    });
    let now = clock::now();
    let mut job = Job::new().must(
        "update game set state = $2, header = $3, rev = rev + 1, turn = $4, asked = $5, winners = $6, outcome = $7, \
         busy = $8, changed = $9 where id = $1 and state = 'waiting'",
        [
            id.into(),
            game.state.as_str().into(),
            load::header(&*session).into(),
            game.turn.into(),
            game.asked.into(),
            game.winners.into(),
            game.outcome.as_str().into(),
            game.busy.into(),
            now.into(),
        ],
    );
    for notice in notices.flatten() {
        job = job.then(
            "insert into notice (id, game, seat, target, webhook_key, body, tries, due) \
             values ($1, $2, $3, $4, $5, $6, 0, $7)",
            [
                secrets::token().into(),
                id.into(),
                notice.seat.into(),
                notice.target.into(),
                notice.key.into(),
                notice.body.into(),
                now.into(),
            ],
        );
    }
    match app.store.run(app.cluster.refreshed(job, id)).await {
        // Another request has begun the same game already: the dice follow from the nonces.
        Ok(()) | Err(Unwritten::Nothing(_)) => {}
        Err(error) => return Err(error.into()),
    }
    app.notices.notify_one();
    if game.busy != 0 {
        app.tables.send(app, id, Command::Refresh).await;
    }
    Ok(())
}

/// Removes a table that still waits for players, or an uploaded record.
pub(crate) async fn cancel(app: &App, who: &Who, id: &str) -> Result<()> {
    let game = app.store.game(id).await?.ok_or_else(missing)?;
    if !who.holds(&[game.maker]) {
        return Err(Error::Forbidden("only its maker may remove a table".into()));
    }
    let sql = "delete from game where id = $1 and (state = 'waiting' or id in \
        (select game from seat where nonce = 'uploaded'))";
    let job = app.cluster.refreshed(Job::new().must(sql, [id.into()]), id);
    match app.store.run(job).await {
        Ok(()) => {
            app.tables.tell(id, Command::Refresh).await;
            Ok(())
        }
        Err(Unwritten::Nothing(_)) => Err(Error::Conflict("the game has begun".into())),
        Err(error) => Err(error.into()),
    }
}

/// A new table with the sides changed round; players who ask later get their seats in it.
pub(crate) async fn rematch(app: &App, who: &Who, id: &str) -> Result<TableInfo> {
    let old = app.store.game(id).await?.ok_or_else(missing)?;
    let seats = app.store.seats(id).await?;
    if !old.lesson.is_empty() {
        return Err(Error::Conflict("a lesson has no rematch: take it once more".into()));
    }
    if old.state != "over" || old.header.is_empty() {
        return Err(Error::Conflict("the game is not over".into()));
    }
    if !seats.iter().any(|seat| who.holds(&seat.holders)) {
        return Err(Error::Forbidden("you have no seat in that game".into()));
    }
    let new = if old.rematch.is_empty() { make_rematch(app, who, &old, &seats).await? } else { old.rematch };
    app.tables.tell(id, Command::Refresh).await;
    describe(app, who, &new).await
}

async fn make_rematch(app: &App, who: &Who, old: &GameRow, seats: &[SeatRow]) -> Result<String> {
    let playable = app.config.library.game(&old.title);
    let title = playable.ok_or_else(|| bad("this game cannot be played here any more"))?.title();
    let secret = secrets::random::<32>();
    let now = clock::now();
    let id = secrets::public_id();
    let game = GameRow {
        id: id.clone(),
        title: old.title.clone(),
        name: old.name.clone(),
        scenario: old.scenario.clone(),
        options: old.options.clone(),
        position: old.position.clone(),
        pack: title.pack.clone(),
        secret: hex(&secret),
        commitment: hex(&commitment(&secret)),
        state: "waiting".into(),
        listed: old.listed,
        hotseat: old.hotseat,
        spectator: secrets::hash(&secrets::token()),
        maker: who.holder(),
        created: now,
        changed: now,
        ..GameRow::default()
    };
    let mut job = game.insert(Job::new());
    for (index, row) in seats.iter().enumerate() {
        // The player of the seat before this one sits here now.
        let before = &seats[(index + seats.len() - 1) % seats.len()];
        let is_bot = before.kind == "bot";
        let moved = SeatRow {
            game: id.clone(),
            seat: row.seat,
            kind: if is_bot { "bot".into() } else { "person".into() },
            nonce: if is_bot { secrets::token() } else { String::new() },
            token: secrets::hash(&secrets::token()),
            invitation: String::new(),
            advice: String::new(),
            ..before.clone()
        };
        job = moved.insert(job);
    }
    let job = job.must(
        "update game set rematch = $2 where id = $1 and rematch = ''",
        [old.id.as_str().into(), id.as_str().into()],
    );
    match app.store.run(app.cluster.refreshed(job, &old.id)).await {
        Ok(()) => Ok(id),
        // Another player was faster: his table is used.
        Err(Unwritten::Nothing(_)) => Ok(app.store.game(&old.id).await?.ok_or_else(missing)?.rematch),
        Err(error) => Err(error.into()),
    }
}

/// Makes a table of a record: a replay if it is finished, a hotseat game if it can go on.
pub(crate) async fn upload(
    app: &App,
    who: &Who,
    from: IpAddr,
    place: Place,
    text: String,
) -> Result<TableInfo> {
    check_quota(app, who, Kept::Upload).await?;
    let library = app.config.library.clone();
    let replay = move |patience: &Patience| {
        let record = Record::parse(&text)?;
        let session = library.replay_while(&record, None, &|| patience.is_left())?;
        Ok((record, session))
    };
    let replayed: std::result::Result<_, engine::RecordError> = place.work(replay).await?;
    drop(place);
    let (record, session) = replayed.map_err(|error| bad(error.to_string()))?;
    let secret = record.lines.iter().find_map(|line| match &line.what {
        What::Secret(secret) => Some(secret.clone()),
        _ => None,
    });
    let has_dice = secret.is_some() || matches!(record.header.dice, DiceSource::Seed(_));
    if session.outcome().is_none() && !has_dice {
        return go_on(app, who, from, &*session).await;
    }
    let title = session.title();
    let now = clock::now();
    let id = secrets::public_id();
    let start = record.lines.iter().filter(|line| matches!(line.what, What::Start(_)));
    let start: Vec<Line> = start.cloned().collect();
    let mut game = GameRow {
        id: id.clone(),
        title: title.id.clone(),
        name: "From a record".into(),
        scenario: record.header.setup.scenario.clone(),
        options: serde_json::to_string(&record.header.setup.options).expect("plain JSON"),
        pack: record.header.pack.clone(),
        secret: secret.unwrap_or_default(),
        commitment: match &record.header.dice {
            DiceSource::Audited { commitment, .. } => commitment.clone(),
            DiceSource::Seed(_) | DiceSource::Hidden => String::new(),
        },
        header: Record { header: record.header.clone(), lines: start }.print(),
        hotseat: 1,
        spectator: secrets::hash(&secrets::token()),
        maker: who.holder(),
        created: now,
        changed: now,
        rev: 1,
        ..GameRow::default()
    };
    game.take_note(Note::of(&*session, &[]));
    let mut job = game.insert(Job::new());
    for number in title.playing(&record.header.setup) {
        let seat = &title.seats[usize::from(number)];
        let name = record.header.players.get(&seat.id).map_or("", String::as_str);
        let row = SeatRow {
            game: id.clone(),
            seat: i64::from(number),
            kind: "person".into(),
            name: named(name),
            token: secrets::hash(&secrets::token()),
            nonce: UPLOADED.into(),
            holders: vec![who.holder()],
            ..SeatRow::default()
        };
        job = row.insert(job);
    }
    app.store.run(job.entries(&id, log_lines(&record), now)).await?;
    describe(app, who, &id).await
}

/// Goes on from the last position with new dice, if the record does not hold the dice to come.
async fn go_on(app: &App, who: &Who, from: IpAddr, session: &dyn Session) -> Result<TableInfo> {
    let (title, record) = (session.title(), session.record(Viewer::Omniscient));
    let playing = title.playing(&record.header.setup).into_iter();
    let new = NewTable {
        game: title.id.clone(),
        scenario: String::new(),
        options: BTreeMap::new(),
        position: session.position(),
        seats: playing.map(|seat| NewSeat { seat, by: By::Me, level: String::new() }).collect(),
        name: String::new(),
        nonce: String::new(),
        listed: false,
        title: "From a record".into(),
    };
    Ok(create(app, who, from, new).await?.table)
}

/// The entries of a record, each with the hash behind it.
pub(crate) fn log_lines(record: &Record) -> Vec<LogLine> {
    let mut lines: Vec<LogLine> = Vec::new();
    for line in &record.lines {
        match &line.what {
            What::Act { .. } => {
                let seq = lines.len() as i64;
                lines.push(LogLine { seq, line: line.what.print(), hash: String::new(), automatic: 0 });
            }
            What::Hash { .. } => {
                if let Some(last) = lines.last_mut() {
                    last.hash = line.what.print();
                }
            }
            What::Start(_) | What::Sealed { .. } | What::Result(_) | What::Secret(_) => {}
        }
    }
    lines
}
