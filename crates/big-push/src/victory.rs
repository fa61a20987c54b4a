//! Victory: of each scenario (14.1.4, 14.2.4, 14.3.7, 14.4.5) and of the campaign (15.7.1).

use engine::seat::Seats;
use engine::staff::{Count, Standing, Verdict, verdict};
use engine::{Dice, Outcome, Viewer};
use grid::units::{Kind, Nation, Unit, UnitSet};
use grid::{Event, Place, Side, Speak, Squares};

use crate::data::MarkerKind;
use crate::own::{OwnBoard, OwnEvent};
use crate::{BigPush, BigPushOwn, OwnRule, Somme, objectives, operations, standing};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;
type Ending = Outcome<grid::Rule<BigPushOwn>>;

/// The victory case of a scenario.
pub(crate) fn rule(case: &str) -> OwnRule {
    match case {
        "14.1" => OwnRule::ScenarioOneVictory,
        "14.2" => OwnRule::ScenarioTwoVictory,
        "14.3" => OwnRule::ScenarioThreeVictory,
        "14.4" => OwnRule::ScenarioFourVictory,
        _ => OwnRule::CampaignVictory,
    }
}

/// Who has won, after the last turn: what the rows of the conditions come to (14.1.4, 14.2.4, 14.3.7, 14.4.5, 15.7.1).
pub(crate) fn decide(game: &BigPush, board: &mut Board, context: &mut Context) -> Ending {
    let rule = rule(&game.pack.scenarios[usize::from(board.scenario)].case);
    let markers = if is_campaign(game, board) {
        settle_raiders(game, board, context);
        let met = settle_markers(game, board, context);
        Markers { known: board.own.markers, met, hidden: 0 }
    } else {
        Markers::default()
    };
    let mut rows = Vec::new();
    for judged in standing::judge(game, board, markers) {
        let met = judged.row.goal.met == Some(true);
        if let Some((by, label)) = judged.told {
            context.tell(|| Event::Own(OwnEvent::Condition { rule, by, label, met }));
        }
        rows.push(judged.row);
    }
    let (winners, how) = match verdict(&rows) {
        Verdict::Won { side: standing::ALLIES, group } => (allied_seats(board), group),
        Verdict::Won { group, .. } => (Seats::one(operations::seat_of(Side::German)), group),
        Verdict::Both | Verdict::Neither | Verdict::Secret => (Seats::NONE, "draw"),
    };
    Outcome { winners, rule: Some(rule.into()), how }
}

/// How the conditions stand, as a viewer may know it.
pub(crate) fn standing(game: &BigPush, board: &Board, viewer: Viewer, count: Count) -> Standing {
    let mut board = board.clone();
    let mut markers = Markers::default();
    if is_campaign(game, &board) {
        let known = known_markers(game, &board, viewer);
        markers.hidden = (board.own.markers & !known).count_ones();
        board.own.markers = known;
        markers.known = known;
        if count == Count::Ahead {
            let mut dice = Dice::seeded(0);
            let mut context = Context::silent(&mut dice);
            settle_raiders(game, &mut board, &mut context);
            markers.met = settle_markers(game, &mut board, &mut context);
        } else {
            markers.met = met_markers(game, &board);
        }
    }
    Standing::of(standing::judge(game, &board, markers).into_iter().map(|judged| judged.row).collect())
}

fn is_campaign(game: &BigPush, board: &Board) -> bool {
    game.variant.own.scenarios[usize::from(board.scenario)].campaign
}

/// The drawn markers as far as a viewer knows them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Markers {
    /// Those that he knows.
    pub known: u16,
    /// Those of them whose goal is reached.
    pub met: u16,
    /// How many more there are.
    pub hidden: u32,
}

/// The Allies know all that are drawn; the Germans those that were shown and the one that they discovered (15.6.1).
fn known_markers(game: &BigPush, board: &Board, viewer: Viewer) -> u16 {
    let (drawn, discovered) = (board.own.markers, board.own.discovered);
    if game.variant.sees(viewer, Nation::British) {
        return drawn;
    }
    let seen = discovered != OwnBoard::OPEN && game.variant.sees(viewer, Nation::German);
    drawn & (board.own.shown | if seen { 1 << discovered } else { 0 })
}

/// The Allied seats win together.
pub(crate) fn allied_seats(board: &Board) -> Seats {
    let seats = Seats::one(operations::seat_of(Side::Allied));
    if crate::variant::has_french_seat(board) { seats.with(engine::Seat(2)) } else { seats }
}

/// German units in their start trench stand on these squares.
pub(crate) fn manned_trench(game: &BigPush, board: &Board) -> Squares {
    game.pack.map.trench[Side::German.index()] & *board.occupied(Side::German)
}

/// No German unit stands in its start trench.
pub(crate) fn trench_clear(game: &BigPush, board: &Board) -> bool {
    manned_trench(game, board).is_empty()
}

/// A side's points from one source; none from a source that does not exist.
pub(crate) fn points_from(board: &Board, side: Side, source: &str) -> i16 {
    let points = &board.points[side.index()];
    match source {
        "losses" => points.losses,
        "replacements" => points.replacements,
        "exits" => points.exits,
        "area" => points.area,
        "other" => points.other,
        _ => 0,
    }
}

/// The German lead in the points that count.
pub(crate) fn german_margin(game: &BigPush, board: &Board) -> i16 {
    let counts = &game.variant.own.scenarios[usize::from(board.scenario)].victory.margin_counts;
    let sum = |side: Side| counts.iter().map(|source| points_from(board, side, source)).sum::<i16>();
    sum(Side::German) - sum(Side::Allied)
}

/// The squares of the Allied start trench in which Germans stand, where HQs count or not.
pub(crate) fn german_trench(game: &BigPush, board: &Board) -> Squares {
    let victory = &game.variant.own.scenarios[usize::from(board.scenario)].victory;
    let trench = game.pack.map.trench[Side::Allied.index()];
    let counts = |square: &grid::Square| {
        board
            .troops_at(&game.pack, Side::German, *square)
            .any(|unit| !victory.german_trench_without_hq || game.pack.unit(unit).kind != Kind::Hq)
    };
    (trench & *board.occupied(Side::German)).iter().filter(counts).collect()
}

/// What keeps the Allies from a town: nothing when it is theirs.
pub(crate) enum Town {
    /// A good-order Allied unit holds it, and a line of squares outside German zones of control leads to the west edge.
    Held,
    /// No unit that could hold it stands there.
    Open,
    /// It is held, and the way west ends at these squares.
    CutOff(Squares),
}

/// A good-order Allied unit holds the town, and a line of squares outside German zones of control leads to the west
/// edge (14.3.7, 14.4.5).
pub(crate) fn town_with_line(game: &BigPush, board: &Board, town: grid::Square) -> Town {
    let map = &game.pack.map;
    if !board.troops_at(&game.pack, Side::Allied, town).any(|unit| board.unit(unit).good_order()) {
        return Town::Open;
    }
    let open = map.all - *board.zoc(Side::German) - *board.occupied(Side::German);
    let mut reached = Squares::one(town);
    loop {
        let next = reached | (map.spread(reached) & open);
        if next.meets(&map.edges[grid::map::Edge::West as usize]) {
            return Town::Held;
        }
        if next == reached {
            return Town::CutOff(map.spread(reached) - reached);
        }
        reached = next;
    }
}

/// The known markers whose goal is reached.
fn met_markers(game: &BigPush, board: &Board) -> u16 {
    let drawn = (0..game.variant.own.markers.len()).filter(|index| board.own.markers >> index & 1 == 1);
    drawn.filter(|index| objectives::is_met(game, board, *index)).fold(0, |met, index| met | 1 << index)
}

/// Drawn territorial markers score for their holder, the others for the Allies alone (ruling 170). German Strength
/// Points comes last, because it asks who leads at the end (15.6.5). Gives the markers whose goal is reached.
fn settle_markers(game: &BigPush, board: &mut Board, context: &mut Context) -> u16 {
    let markers = &game.variant.own.markers;
    let drawn = board.own.markers;
    let asks_who_leads = |index: &usize| markers[*index].kind == MarkerKind::Strength;
    let indices = || (0..markers.len()).filter(|index| drawn >> index & 1 == 1);
    let mut met = 0;
    for index in indices().filter(|index| !asks_who_leads(index)).chain(indices().filter(asks_who_leads)) {
        let marker = &markers[index];
        let german = marker.kind == MarkerKind::Territorial
            && objectives::holds_enough(game, board, Nation::German, &marker.squares, marker.needed);
        let side = if objectives::is_met(game, board, index) {
            met |= 1 << index;
            Side::Allied
        } else if german {
            Side::German
        } else {
            continue;
        };
        let points = match marker.kind {
            MarkerKind::Exit => marker.vp * i16::from(board.own.exits[marker.nation.index() + 2]),
            _ => marker.vp,
        };
        board.points[side.index()].other += points;
        context.tell(|| Event::Own(OwnEvent::MarkerScored { marker: index as u8, side, points }));
    }
    met
}

/// Germans who left by an edge and did not return are eliminated, and with even one of them all points for raids are
/// gone: those earned, and those the Allies had to give up (15.7.1).
fn settle_raiders(game: &BigPush, board: &mut Board, context: &mut Context) {
    let off = |unit: &Unit| matches!(board.unit(*unit).place(), Place::Off(..));
    let missing: Vec<Unit> = board.own.raiders.iter().filter(off).collect();
    for unit in &missing {
        game.eliminate(board, *unit, OwnRule::CampaignVictory.into(), context);
        game.to_pool(board, *unit);
    }
    board.own.raiders = UnitSet::EMPTY;
    let forfeit = board.own.raids;
    if !missing.is_empty() && forfeit > 0 {
        let earned = board.points[Side::German.index()].exits.clamp(0, forfeit);
        board.points[Side::German.index()].exits -= earned;
        board.points[Side::Allied.index()].exits += forfeit - earned;
        board.own.raids = 0;
        context.tell(|| Event::Own(OwnEvent::Raid { unit: Unit::NONE, points: -forfeit }));
    }
}
