//! The conditions of victory as rows: how each stands, what is missing and where (13.0).

use engine::staff::{Count, Goal, Row, Standing};

use crate::bids;
use crate::board::{Board, Where};
use crate::end_phase::{self, Figures};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::Places;
use crate::side::Side;
use crate::supply;
use crate::words::{counted, place_name};

/// The rows of both sides, and what they come to. Everything is known to all.
pub(crate) fn standing(pack: &Pack, board: &Board, count: Count) -> Standing {
    let broken = breakthrough(pack, board, count);
    let row = |side: Side, group: &'static str, need: u8, goal: Goal| Row {
        side: side.name().trim_start_matches("the "),
        seats: vec![bids::seat_for(board, side)],
        group,
        need,
        goal,
    };
    let through = broken.met == Some(true);
    let denied = Goal::plain("The British do not break through.", Some(!through))
        .by(pack.casebook.numbers([Rule::Breakthrough]));
    // Without cavalry in the game there is no breakthrough, and no need to know of it.
    let has_cavalry = pack.kinds.cavalry.iter().any(|unit| board.whereabouts(unit) != Where::Removed);
    let by_points = row(Side::British, "British victory by points", 1, british_points(pack, board));
    let mut standing = Standing::of(if has_cavalry {
        vec![
            row(Side::British, "British breakthrough", 1, broken),
            by_points,
            row(Side::German, "German victory", 2, german_points(pack, board)),
            row(Side::German, "German victory", 2, denied.lacks("They have.", Vec::new())),
        ]
    } else {
        vec![by_points, row(Side::German, "German victory", 1, german_points(pack, board))]
    });
    if let Some(haig) = haig(pack, board) {
        standing.now = format!("{} {haig}", standing.now);
    }
    standing
}

fn names(pack: &Pack, places: Places) -> Vec<String> {
    places.iter().map(|place| pack.at(place).id.clone()).collect()
}

fn list(pack: &Pack, places: Places) -> String {
    places.iter().map(|place| place_name(pack, place)).collect::<Vec<_>>().join(", ")
}

/// Fresh cavalry in a breakthrough zone at the end of a day (13.1.1).
fn breakthrough(pack: &Pack, board: &Board, count: Count) -> Goal {
    // At night the impulse track is empty: who comes through then is seen at the next dusk.
    let judged = count == Count::Ahead || board.day_over || board.impulse_number > 0;
    let met = judged && end_phase::breakthrough(pack, board).is_some();
    let zones = pack.links.breakthrough;
    let text = format!(
        "At the end of a day fresh cavalry stands in {}, with a line of control home.",
        names(pack, zones).join(", ")
    );
    let there = (pack.kinds.cavalry & board.fresh)
        .iter()
        .any(|unit| board.place_of(unit).is_some_and(|place| zones.contains(place)));
    let missing = if there { "The line home is cut." } else { "No fresh cavalry is there." };
    Goal::plain(text, Some(met))
        .lacks(missing, names(pack, zones))
        .by(pack.casebook.numbers([Rule::Breakthrough]))
}

/// A point for each British place with a line of control home (13.3).
fn british_points(pack: &Pack, board: &Board) -> Goal {
    let points = end_phase::victory_points(pack, board);
    let figures = Figures::of(pack, board);
    let network = supply::network(pack, board, Side::British);
    let cut_off = board.british - network;
    let near = network.iter().fold(Places::NONE, |near, place| near | pack.links.neighbours[place.index()]);
    let open = (near - board.british) | cut_off;
    let mut missing = format!("{}.", counted(figures.needed.saturating_sub(points), "more place"));
    if !cut_off.is_empty() {
        missing = format!("{missing} Cut off: {}.", list(pack, cut_off));
    }
    Goal::counted(format!("The British have {} points.", figures.needed), points, figures.needed)
        .lacks(missing, names(pack, open))
        .by(pack.casebook.numbers([Rule::VictoryCheck, Rule::VictoryPoints]))
}

fn german_points(pack: &Pack, board: &Board) -> Goal {
    let points = end_phase::victory_points(pack, board);
    let figures = Figures::of(pack, board);
    let text = match figures.most {
        None => format!("The British have fewer than {} points.", figures.needed),
        Some(most) => format!("The British have at most {most} points."),
    };
    let most = figures.most.unwrap_or(figures.needed.saturating_sub(1));
    let network = supply::network(pack, board, Side::British) - pack.links.sources[Side::British];
    let missing = format!("{} must be retaken or cut off.", counted(points.saturating_sub(most), "place"));
    Goal::plain(text, Some(figures.is_german(points)))
        .lacks(missing, names(pack, network))
        .by(pack.casebook.numbers([Rule::VictoryCheck, Rule::VictoryPoints]))
}

/// What Haig needs this evening, where he may stop the offensive (13.1.2).
fn haig(pack: &Pack, board: &Board) -> Option<String> {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let asks = board.turn < scenario.last_turn && scenario.haig[usize::from(board.turn)];
    let die = pack.charts.haig.needed - end_phase::haig(pack, board).total;
    asks.then(|| match die {
        ..=1 => "This evening Haig goes on in any case.".to_owned(),
        2..=6 => format!("This evening Haig goes on with a die of {die} or more."),
        _ => "This evening Haig stops the offensive in any case.".to_owned(),
    })
}
