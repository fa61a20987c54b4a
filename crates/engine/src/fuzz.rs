//! Random legal play with every invariant checked: what the rules promise must hold in games nobody would plan.

mod leaks;
mod texts;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::cite::Cite;
use crate::dice::Dice;
use crate::game::{Game, Start};
use crate::record::Record;
use crate::rules::Present;
use crate::seat::{Seat, Viewer};
use crate::session::Session;
use crate::title::Setup;
use crate::wire::Target;

use texts::Texts;

/// How a random game went.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Decisions taken.
    pub decisions: usize,
    /// The result in words.
    pub result: String,
    /// The cases that events, decisions and options cited.
    pub cited: BTreeSet<String>,
}

/// What went wrong, with the record that reproduces it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which invariant broke, and how.
    pub why: String,
    /// The record up to that moment.
    pub record: String,
}

/// One answer and what came of it, as anyone can see it from outside.
pub struct Turn {
    /// The seat that answered.
    pub seat: String,
    /// The position file before the answer.
    pub position: String,
    /// The decision as the seat got it, without what the program only finds out on copies.
    pub decision: crate::wire::Decision,
    /// The answer, as typed.
    pub play: String,
    /// The events that followed.
    pub events: Vec<crate::wire::Told>,
    /// The position file after the answer and after all that the program played by itself.
    pub next: String,
    /// The words of the result, if the game is over.
    pub result: Option<String>,
}

/// A second opinion on every turn.
pub trait Witness: Sync {
    /// What the witness disagrees with.
    fn judge(&self, turn: &Turn) -> Result<(), String>;
}

/// How thorough to be.
#[derive(Clone, Copy)]
pub struct Checks<'a> {
    /// Round trips, leaks, undo and refusals are tried once in this number of decisions.
    pub every: usize,
    /// A game that lasts longer is taken for a circle.
    pub longest: usize,
    /// Judges every turn.
    pub witness: Option<&'a dyn Witness>,
}

impl Default for Checks<'_> {
    fn default() -> Checks<'static> {
        Checks { every: 29, longest: 200_000, witness: None }
    }
}

/// Plays one random game to its end.
pub fn random_game<R: Present>(
    rules: &Arc<R>,
    setup: &Setup,
    seed: u64,
    checks: Checks<'_>,
) -> Result<Stats, Failure> {
    let mut choose = Dice::seeded(seed ^ 0x5eed);
    let start = Start::seeded(setup.clone(), seed);
    let mut game = match catch_unwind(AssertUnwindSafe(|| Game::start(rules.clone(), start))) {
        Ok(Ok(game)) => game,
        Ok(Err(why)) => return Err(Failure { why, record: String::new() }),
        Err(panic) => return Err(Failure { why: panic_text(&panic), record: String::new() }),
    };
    let played = catch_unwind(AssertUnwindSafe(|| play_out(&mut game, &mut choose, checks)));
    let why = match played {
        Ok(Ok(stats)) => return Ok(stats),
        Ok(Err(why)) => why,
        Err(panic) => panic_text(&panic),
    };
    let record =
        catch_unwind(AssertUnwindSafe(|| game.record(Viewer::Omniscient).print())).unwrap_or_default();
    Err(Failure { why, record })
}

fn panic_text(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a word"))
}

fn play_out<R: Present>(game: &mut Game<R>, choose: &mut Dice, checks: Checks<'_>) -> Result<Stats, String> {
    let mut stats = Stats::default();
    let rules = game.live().rules().clone();
    let mut earlier = Vec::new();
    // The position after one turn is the one before the next.
    let mut position_now = checks.witness.map(|_| game.position());
    loop {
        let live = game.live();
        rules.audit(live.board(), live.stack())?;
        if live.outcome().is_some() {
            break;
        }
        if stats.decisions > checks.longest {
            return Err(format!("no end after {} decisions", stats.decisions));
        }
        let asked: Vec<Seat> = live.asked().iter().collect();
        let seat = asked[usize::from(choose.draw(asked.len() as u8)) - 1];
        let options = live.options_of(seat);
        check_options(game, seat, &options)?;
        check_choice(game, seat, &options, &earlier)?;
        if stats.decisions.is_multiple_of(checks.every) {
            check_slowly(game, seat, &options, &mut stats.cited)?;
            leaks::check_answers(game, &earlier)?;
        }
        leaks::check_sealed(game)?;
        let live = game.live();
        let action = options[pick(choose, options.len())];
        choose.forget();
        let before = live.board().clone();
        let asked = checks.witness.map(|_| (game.question(seat), game.seq()));
        game.act(seat, action).map_err(|refusal| format!("an option was refused: {}", refusal.error))?;
        if let (Some(witness), Some((Some(decision), seq)), Some(position)) =
            (checks.witness, asked, position_now.take())
        {
            let turn = Turn {
                seat: rules.title().seats[usize::from(seat.0)].id.clone(),
                position,
                decision,
                play: rules.print(action),
                events: Session::events(game, game.events_after(seq), Viewer::Omniscient),
                next: game.position(),
                result: game.result(),
            };
            witness.judge(&turn)?;
            position_now = Some(turn.next);
        }
        if stats.decisions.is_multiple_of(checks.every) {
            check_changes(game, &before)?;
            if game.may_undo(seat) {
                check_undo(game, seat, action)?;
            }
        }
        stats.decisions += 1;
        earlier = options;
    }
    for event in game.events() {
        let told = rules.tell(event, Viewer::Omniscient);
        stats.cited.extend(told.cases);
        stats.cited.extend(told.rolls.into_iter().flat_map(|roll| roll.lines).flat_map(|line| line.cases));
    }
    stats.result = game.result().unwrap_or_default();
    check_replay(game)?;
    Ok(stats)
}

/// One of `count` options. Long lists need two draws.
fn pick(choose: &mut Dice, count: usize) -> usize {
    if count <= 255 {
        return usize::from(choose.draw(count as u8)) - 1;
    }
    let high = usize::from(choose.draw(255)) - 1;
    (high * 255 + usize::from(choose.draw(255)) - 1) % count
}

/// Options are distinct, legal by `check`, and there is at least one.
fn check_options<R: Present>(game: &Game<R>, seat: Seat, options: &[R::Action]) -> Result<(), String> {
    let live = game.live();
    let step = live.step().ok_or("a decision without a step")?;
    if options.is_empty() {
        return Err(format!("{step:?} offers nothing"));
    }
    for (index, option) in options.iter().enumerate() {
        let verdict = live.rules().check(step, live.board(), seat, *option);
        if !verdict.is_legal() {
            let rules: Vec<R::Rule> = verdict.0.iter().collect();
            return Err(format!("{option:?} is offered and forbidden by {rules:?}"));
        }
        if options[..index].contains(option) {
            return Err(format!("{option:?} is offered twice"));
        }
    }
    Ok(())
}

/// Where a look tells that there is a choice, there is one, and `check` allows nothing that is not offered: neither
/// what was offered before.
fn check_choice<R: Present>(
    game: &Game<R>,
    seat: Seat,
    options: &[R::Action],
    earlier: &[R::Action],
) -> Result<(), String> {
    let (rules, live) = (game.rules(), game.live());
    let step = live.step().ok_or("a decision without a step")?;
    if !rules.has_choice(step, live.board(), seat) {
        return Ok(());
    }
    if options.len() < 2 {
        return Err(format!("{step:?} should offer a choice and offers {options:?}"));
    }
    let is_legal = |action: R::Action| rules.check(step, live.board(), seat, action).is_legal();
    match earlier.iter().find(|action| !options.contains(action) && is_legal(**action)) {
        Some(action) => Err(format!("{action:?} is legal and not offered")),
        None => Ok(()),
    }
}

fn check_slowly<R: Present>(
    game: &Game<R>,
    seat: Seat,
    options: &[R::Action],
    cited: &mut BTreeSet<String>,
) -> Result<(), String> {
    check_notation(game, options)?;
    check_position(game)?;
    check_leaks(game)?;
    check_openness(game)?;
    check_json(game, seat, cited)
}

/// Every option survives print and parse.
fn check_notation<R: Present>(game: &Game<R>, options: &[R::Action]) -> Result<(), String> {
    let (rules, live) = (game.rules(), game.live());
    let step = live.step().ok_or("a decision without a step")?;
    for option in options {
        let text = rules.print(*option);
        match rules.parse(step, live.board(), &text) {
            Ok(actions) if actions == [*option] => {}
            other => return Err(format!("{option:?} prints as '{text}', which reads as {other:?}")),
        }
    }
    Ok(())
}

/// The position file gives the same match again.
fn check_position<R: Present>(game: &Game<R>) -> Result<(), String> {
    let (rules, live) = (game.rules(), game.live());
    let text = rules.print_position(&game.origin().setup, live.board(), live.stack());
    let position = rules
        .parse_position(&text)
        .map_err(|error| format!("its own position file fails: {error}\n{text}"))?;
    if position.board != *live.board() || position.stack != live.stack() {
        let again = rules.print_position(&position.setup, &position.board, &position.stack);
        return Err(format!("the position file reads as another match:\n{text}\n-- reads as --\n{again}"));
    }
    Ok(())
}

/// What a seat sees does not change when what it cannot know is dealt anew.
fn check_leaks<R: Present>(game: &Game<R>) -> Result<(), String> {
    let (rules, live) = (game.rules(), game.live());
    for index in 0..rules.title().seats.len() {
        let seat = Seat(index as u8);
        let mut dice = Dice::seeded(game.seq() as u64);
        let mut board = live.board().clone();
        let mut stack = live.stack().to_vec();
        rules.redeal(&mut board, &mut stack, seat, &mut dice);
        for item in 0..rules.items() {
            let (truth, dealt) = (
                rules.item(live.board(), item, Viewer::Seat(seat)),
                rules.item(&board, item, Viewer::Seat(seat)),
            );
            if truth != dealt {
                return Err(format!("{seat:?} can tell hidden facts apart: {truth:?} or {dealt:?}"));
            }
        }
        if let (Some(step), Some(dealt)) = (live.step(), stack.last()) {
            let viewer = Viewer::Seat(seat);
            if rules.prompt(step, live.board(), viewer) != rules.prompt(dealt, &board, viewer) {
                return Err(format!("{seat:?} can tell hidden facts apart by the prompt"));
            }
            if live.asked().contains(seat) {
                let (mut truth, mut other) = (Vec::new(), Vec::new());
                rules.ask(step, live.board(), seat, &mut truth);
                rules.ask(dealt, &board, seat, &mut other);
                if truth != other {
                    return Err(format!("{seat:?} can tell hidden facts apart by its options"));
                }
            }
        }
    }
    Ok(())
}

/// Where all are said to see the same, they do.
fn check_openness<R: Present>(game: &Game<R>) -> Result<(), String> {
    if !game.is_open() {
        return Ok(());
    }
    let last = game.events_after(game.seq().saturating_sub(1));
    let seen = |viewer| (game.view(viewer), Session::events(game, last, viewer));
    let all = seen(Viewer::Omniscient);
    let seats = (0..game.rules().title().seats.len()).map(|index| Viewer::Seat(Seat(index as u8)));
    match seats.chain([Viewer::Spectator]).find(|viewer| seen(*viewer) != all) {
        Some(viewer) => Err(format!("{viewer:?} does not see what all see")),
        None => Ok(()),
    }
}

/// Views, decisions and events are JSON that reads back, and they cite cases.
fn check_json<R: Present>(game: &Game<R>, seat: Seat, cited: &mut BTreeSet<String>) -> Result<(), String> {
    let rules = game.rules();
    let view = game.view(Viewer::Seat(seat));
    serde_json::from_str::<serde_json::Value>(&view)
        .map_err(|error| format!("a view is not JSON: {error}"))?;
    let decision = game.decision(Viewer::Seat(seat)).ok_or("a decision cannot be shown")?;
    if decision.prompt.cases.is_empty() {
        return Err(format!("'{}' cites no case", decision.prompt.text));
    }
    if let Some(choice) = decision.options.iter().find(|choice| choice.cases.is_empty()) {
        return Err(format!("option '{}' cites no case", choice.play));
    }
    let text = serde_json::to_string(&decision).map_err(|error| error.to_string())?;
    let back: crate::wire::Decision = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if back != decision {
        return Err("a decision does not survive JSON".into());
    }
    let texts = Texts::of(rules.title());
    texts.check_decision(&decision)?;
    check_bundles(game, seat, &decision.bundles)?;
    check_together(game, seat, &decision.options)?;
    cited.extend(decision.prompt.cases);
    cited.extend(decision.options.into_iter().flat_map(|choice| choice.cases));
    let since = game.events_after(game.seq().saturating_sub(1));
    for told in Session::events(game, since, Viewer::Seat(seat)) {
        if told.cases.is_empty() {
            return Err(format!("event '{}' cites no case", told.text));
        }
        texts.check_told(&told)?;
        let text = serde_json::to_string(&told).map_err(|error| error.to_string())?;
        if serde_json::from_str::<crate::wire::Told>(&text).map_err(|error| error.to_string())? != told {
            return Err("an event does not survive JSON".into());
        }
    }
    Ok(())
}

/// Every answer of an order is legal in its turn.
fn check_bundles<R: Present>(
    game: &Game<R>,
    seat: Seat,
    bundles: &[crate::wire::Bundle],
) -> Result<(), String> {
    for bundle in bundles {
        let plays: Vec<&str> = bundle.plays.iter().map(String::as_str).collect();
        let Some((last, before)) = plays.split_last() else {
            return Err(format!("order '{}' is empty", bundle.id));
        };
        if let Err(refusal) = game.try_out(seat, before, last) {
            return Err(format!("order '{}' of {} answers: {}", bundle.id, plays.len(), refusal.error));
        }
    }
    Ok(())
}

/// Where several counters can go together, answers bring the first of them there, each legal in its turn.
fn check_together<R: Present>(
    game: &Game<R>,
    seat: Seat,
    options: &[crate::wire::Choice],
) -> Result<(), String> {
    let mut units: Vec<String> = Vec::new();
    for choice in options {
        if let Target::Unit(unit) = &choice.target
            && !units.contains(unit)
        {
            units.push(unit.clone());
        }
    }
    units.truncate(3);
    let crate::wire::Together { units, places } = game.together(seat, &units);
    let Some(place) = places.get(game.seq() % places.len().max(1)) else { return Ok(()) };
    let moves: Vec<(String, String)> = units.iter().map(|unit| (unit.clone(), place.clone())).collect();
    let march = game.march(seat, &moves);
    if march.moved.first() != units.first() {
        return Err(format!("{units:?} can go to {place} together, and {:?} go", march.moved));
    }
    let plays: Vec<&str> = march.plays.iter().map(String::as_str).collect();
    let Some((last, before)) = plays.split_last() else { return Err("a march has no answers".into()) };
    game.try_out(seat, before, last).map_err(|refusal| format!("a march to {place}: {}", refusal.error))?;
    Ok(())
}

/// Whoever is told what has changed need not look at anything else.
fn check_changes<R: Present>(game: &Game<R>, before: &R::Board) -> Result<(), String> {
    let (rules, after) = (game.rules(), game.live().board());
    let mut changed = BTreeSet::new();
    rules.changes(before, after, &mut |item| {
        changed.insert(item);
    });
    let seats = (0..rules.title().seats.len()).map(|index| Viewer::Seat(Seat(index as u8)));
    for viewer in seats.chain([Viewer::Spectator, Viewer::Omniscient]) {
        for item in (0..rules.items()).filter(|item| !changed.contains(item)) {
            let (then, now) = (rules.item(before, item, viewer), rules.item(after, item, viewer));
            if then != now {
                return Err(format!("nobody is told that {then:?} has become {now:?}"));
            }
        }
    }
    Ok(())
}

/// Undo gives the match before; playing the action again gives the match after.
fn check_undo<R: Present>(game: &mut Game<R>, seat: Seat, action: R::Action) -> Result<(), String> {
    let after = game.live().clone();
    game.undo(seat).map_err(|refusal| refusal.error)?;
    game.act(seat, action).map_err(|refusal| format!("after undo: {}", refusal.error))?;
    if *game.live() == after {
        Ok(())
    } else {
        Err(format!("undo and again of {action:?} gives another match"))
    }
}

/// The record re-runs to the same result, and survives print and parse.
fn check_replay<R: Present>(game: &Game<R>) -> Result<(), String> {
    let text = game.record(Viewer::Omniscient).print();
    let record = Record::parse(&text).map_err(|error| format!("its record: {error}"))?;
    let again = Game::replay(game.live().rules().clone(), &record, None)
        .map_err(|error| format!("its replay: {error}"))?;
    if again.live() != game.live() || again.events().len() != game.events().len() {
        return Err("the replay ends in another match".into());
    }
    Ok(())
}

/// The rule cases that nothing in `cited` reached.
pub fn unreached<R: Present>(rules: &R, cited: &BTreeSet<String>) -> Vec<String> {
    let book = rules.casebook();
    let numbers = book.numbers(R::Rule::all());
    numbers
        .into_iter()
        .filter(|number| !cited.contains(number) && !book.not_rules.contains_key(number))
        .collect()
}
