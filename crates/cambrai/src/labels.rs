//! What the options say: each label tells what its answer does, and no two of a question are alike.

use crate::board::{Board, Outcome};
use crate::foresight::Sequel;
use crate::pack::Pack;
use crate::sets::{Place, Unit};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::words::{counted, place_name, unit_name};

/// What an answer ends, if it does.
pub(crate) fn what_ends(
    pack: &Pack,
    step: Step,
    board: &Board,
    action: Action,
    sequel: Sequel,
) -> Option<&'static str> {
    if !is_of_impulse(step) || !sequel.ends_impulse {
        return None;
    }
    let last_pass = action == Action::Pass && board.active == Side::British && no_sunset(pack, board);
    Some(if last_pass { "the day" } else { "the impulse" })
}

/// Steps at which the active side says how its impulse goes on.
fn is_of_impulse(step: Step) -> bool {
    matches!(step, Step::Activation | Step::Artillery | Step::Movement | Step::Demolition | Step::Regroup)
}

/// Whether a British pass ends this day (16.3).
fn no_sunset(pack: &Pack, board: &Board) -> bool {
    pack.scenarios[usize::from(board.scenario)].no_sunset[usize::from(board.turn)]
}

/// The label of an option, but for what it ends.
pub(crate) fn words(pack: &Pack, step: Step, board: &Board, action: Action) -> String {
    let place = |place: Place| place_name(pack, place);
    let unit = |unit: Unit| unit_name(pack, unit);
    match action {
        Action::Bid(points) => format!("Bid {points}"),
        Action::Enter(who) => format!("{} enters", unit(who)),
        Action::Place(at) => format!("Place in {}", place(at)),
        Action::Swap(who) => {
            let at = board.place_of(who).map_or(String::new(), |at| format!(" in {}", place(at)));
            format!("Trade places with {}{at}", unit(who))
        }
        Action::Advantage | Action::Decline => advantage(pack, step, board, action),
        Action::Interdict(at) => format!("Interdict {}", place(at)),
        Action::Recall => "Call the air marker back".into(),
        Action::Activate(at) => format!("Assault impulse from {}", place(at)),
        Action::Regroup(at) => format!("Regroup from {}", place(at)),
        Action::Pass => "Pass".into(),
        Action::Hurricane(at) => format!("Hurricane Barrage on {}", place(at)),
        Action::Target(who) => format!("{} is the primary target", unit(who)),
        Action::Rolling(at) => format!("Rolling Barrage on {}", place(at)),
        Action::Direct(at) => format!("Direct Support in {}", place(at)),
        Action::Air(at) => format!("Air support in {}", place(at)),
        Action::Move(who) if step == Step::Regroup => format!("Regroup {}", unit(who)),
        Action::Move(who) => format!("Move {}", unit(who)),
        Action::To(at) => format!("To {}", place(at)),
        Action::Wade(at) => format!("Through the canal to {}", place(at)),
        Action::Assault(at) => format!("Resolve the assault in {}", place(at)),
        Action::Commit(who) => format!("{} takes part", unit(who)),
        Action::Point(who) => format!("{} leads", unit(who)),
        Action::Forward(who) => format!("{} stands in front", unit(who)),
        Action::Exhaust(who) => format!("{} becomes exhausted", unit(who)),
        Action::Eliminate(who) => format!("{} is eliminated", unit(who)),
        Action::Retreat(who) => retreat(step, board, unit(who), who),
        Action::Blow(bridge) => format!("Blow the {}", pack.over(bridge).name),
        Action::Buy(0) => "Buy nothing".into(),
        Action::Buy(count) => format!("Buy {}", counted(count, "support marker")),
        Action::Roll => roll(pack, board),
        Action::Refit(who) if step == Step::TankRefit => format!("{} refits next", unit(who)),
        Action::Refit(who) => format!("{} recovers", unit(who)),
        Action::Dismount(who) => format!("{} dismounts for good", unit(who)),
        Action::Done => done(step).into(),
    }
}

/// Retreats as payment, of attackers, and of defenders who leave (11.6, 11.4.4, 11.7.3).
fn retreat(step: Step, board: &Board, name: &str, unit: Unit) -> String {
    let one_point = board.assault.is_some_and(|assault| assault.outcome == Some(Outcome::OnePoint));
    match step {
        Step::FallBack => format!("{name} falls back"),
        Step::Withdrawal => format!("{name} leaves"),
        // Ruling R87: the forward unit that retreats for one point is not exhausted.
        _ if one_point && board.is_fresh(unit) => format!("{name} retreats and stays fresh"),
        _ => format!("{name} retreats"),
    }
}

/// What a tank's refit roll means (12.6).
fn roll(pack: &Pack, board: &Board) -> String {
    let Some(info) = board.subject.map(|unit| pack.info(unit)) else { return "Roll".into() };
    let failed = info.weaker.map(|weaker| pack.info(weaker)).map_or("it is lost".to_owned(), |weaker| {
        format!("a fresh {}-{}-{} replaces it", weaker.attack, weaker.defense, weaker.movement)
    });
    let most = info.exhausted_defense;
    let repaired = if most == 1 { "a 1".to_owned() } else { format!("{most} or less") };
    format!("Roll for {}: fresh with {repaired}, otherwise {failed}", info.name)
}

/// What spending or keeping the advantage means, and other offers that may be declined (15.1, 5.3, 17.3).
fn advantage(pack: &Pack, step: Step, board: &Board, action: Action) -> String {
    let spent = action == Action::Advantage;
    let repulse = board.assault.is_some_and(|assault| assault.outcome == Some(Outcome::Repulse));
    let result = if repulse { "repulse" } else { "success" };
    let (yes, no) = match step {
        Step::Forecast => (
            format!("the day begins {}", board.weather.reversed().id()),
            format!("the day begins {}", board.weather.id()),
        ),
        Step::StormReversal => {
            ("no snowstorm, it stays overcast".into(), "the snowstorm ends the game".into())
        }
        Step::Effort => (format!("the {result} becomes a stalemate"), format!("the {result} stands")),
        Step::MoreAmmunition => ("another two dice of ammunition".into(), "no more ammunition".into()),
        Step::HaigsMind => ("the offensive goes on".into(), "the game ends".into()),
        Step::TankRefit => {
            let tank = board.subject.map_or("the tank unit", |unit| unit_name(pack, unit));
            (format!("{tank} is fresh again without a roll"), String::new())
        }
        Step::Recall => return "Leave the air marker where it is".into(),
        Step::Interdiction => return "Keep the air marker in its box".into(),
        Step::TankReturn => return "Leave the tank unit out".into(),
        _ => return if spent { "Spend the advantage".into() } else { "No".into() },
    };
    if spent { format!("Spend the advantage: {yes}") } else { format!("Keep the advantage: {no}") }
}

fn done(step: Step) -> &'static str {
    match step {
        Step::Artillery => "No more guns and aeroplanes",
        Step::Movement => "No more moves and assaults",
        Step::Commitment => "These units assault",
        Step::FallBack => "No more attackers fall back",
        Step::Withdrawal => "No other defender leaves",
        Step::Demolition => "Blow no more bridges",
        Step::Regroup => "No more units regroup",
        Step::InfantryRefit => "No more infantry recovers",
        Step::Dismounting => "No more cavalry dismounts",
        _ => "Done",
    }
}
