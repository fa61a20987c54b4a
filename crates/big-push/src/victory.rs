//! Victory: of each scenario (14.1.4, 14.2.4, 14.3.7, 14.4.5) and of the campaign (15.7.1).

use engine::Outcome;
use engine::seat::Seats;
use grid::units::{Kind, Nation, Unit, UnitSet};
use grid::{Common, Event, Place, Side, Squares};

use crate::data::MarkerKind;
use crate::own::OwnEvent;
use crate::{BigPush, BigPushOwn, OwnRule, Somme, objectives, operations};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;
type Ending = Outcome<grid::Rule<BigPushOwn>>;

/// The victory case of a scenario.
pub(crate) fn rule(id: &str) -> OwnRule {
    match id {
        "over-the-top" => OwnRule::ScenarioOneVictory,
        "a-punishing-land" => OwnRule::ScenarioTwoVictory,
        "devil-machines" => OwnRule::ScenarioThreeVictory,
        "away-to-siegfried" => OwnRule::ScenarioFourVictory,
        _ => OwnRule::CampaignVictory,
    }
}

/// Who has won, after the last turn.
pub(crate) fn decide(game: &BigPush, board: &mut Board, context: &mut Context) -> Ending {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let rule = rule(&game.pack.scenarios[usize::from(board.scenario)].id);
    let (allied, german) = if scenario.campaign {
        settle_raiders(game, board, context);
        let met = settle_markers(game, board, context);
        campaign(game, board, met, context)
    } else {
        scenario_met(game, board, rule, context)
    };
    let (winners, how) = match (allied, german) {
        (Some(how), None) => (allied_seats(board), how),
        (None, Some(how)) => (Seats::one(operations::seat_of(Side::German)), how),
        _ => (Seats::NONE, "draw"),
    };
    Outcome { winners, rule: Some(rule.into()), how }
}

/// The Allied seats win together.
fn allied_seats(board: &Board) -> Seats {
    let seats = Seats::one(operations::seat_of(Side::Allied));
    if crate::variant::has_french_seat(board) { seats.with(engine::Seat(2)) } else { seats }
}

struct Judge<'a, 'b> {
    rule: OwnRule,
    context: &'a mut Context<'b>,
}

impl Judge<'_, '_> {
    /// A condition that is judged by the scenario's own case, or by holding places as well (13.1.1).
    fn note(&mut self, by: Common, label: &'static str, met: bool) -> bool {
        let rule = self.rule;
        self.context.tell(|| Event::Own(OwnEvent::Condition { rule, by, label, met }));
        met
    }
}

/// Whether each side meets its conditions in a scenario.
fn scenario_met(
    game: &BigPush,
    board: &Board,
    rule: OwnRule,
    context: &mut Context,
) -> (Option<&'static str>, Option<&'static str>) {
    let victory = &game.variant.own.scenarios[usize::from(board.scenario)].victory;
    let mut judge = Judge { rule, context };
    let cleared = judge.note(Common::Victory, "the German start trench is clear", trench_clear(game, board));
    let british = objectives::count(game, board, Nation::British, &victory.british);
    let french = objectives::count(game, board, Nation::French, &victory.french);
    let british = judge.note(
        Common::HoldingObjectives,
        "the British hold their objectives",
        british >= victory.british_needed,
    );
    let french = judge.note(
        Common::HoldingObjectives,
        "the French hold their objectives",
        french >= victory.french_needed,
    );
    let mut allied = (cleared && british && french).then_some("Allied victory I");
    if let Some(exits) = victory.exits {
        let [british, french, ..] = board.own.exits;
        let enough = british.saturating_add(french) >= exits.count && british >= exits.british;
        let covered = !exits.exclusive || objectives::exits_covered(board);
        if judge.note(Common::Victory, "enough Allied infantry has left the east edge", enough && covered) {
            allied = allied.or(Some("Allied victory II"));
        }
    }
    if !victory.hold.is_empty() {
        let held = victory.hold.iter().all(|town| holds_with_line(game, board, *town));
        if judge.note(Common::Victory, "the towns are held with a line to the west edge", held) {
            allied = allied.or(Some("Allied victory III"));
        }
    }
    let mut german = allied.is_none().then_some("German victory");
    let margin = german_margin(game, board) >= victory.margin;
    if judge.note(Common::Victory, "the Germans lead by enough points", margin) {
        german = german.or(Some("German victory by points"));
    }
    if victory.german_trench > 0 {
        let held = judge.note(
            Common::Victory,
            "the Germans hold enough of the Allied start trench",
            german_trench(game, board, victory.german_trench_without_hq) >= victory.german_trench,
        );
        if held {
            german = german.or(Some("German victory II"));
        }
    }
    (allied, german)
}

/// No German unit stands in its start trench.
pub(crate) fn trench_clear(game: &BigPush, board: &Board) -> bool {
    !game.pack.map.trench[Side::German.index()].meets(board.occupied(Side::German))
}

/// The German lead in the points that count.
fn german_margin(game: &BigPush, board: &Board) -> i16 {
    let counts = &game.variant.own.scenarios[usize::from(board.scenario)].victory.margin_counts;
    let sum = |side: Side| {
        let points = &board.points[side.index()];
        let mut sum = 0;
        for source in counts {
            sum += match source.as_str() {
                "losses" => points.losses,
                "replacements" => points.replacements,
                "exits" => points.exits,
                "area" => points.area,
                _ => 0,
            };
        }
        sum
    };
    sum(Side::German) - sum(Side::Allied)
}

fn german_trench(game: &BigPush, board: &Board, without_hq: bool) -> u8 {
    let trench = game.pack.map.trench[Side::Allied.index()];
    (trench & *board.occupied(Side::German))
        .iter()
        .filter(|square| {
            board
                .troops_at(&game.pack, Side::German, *square)
                .any(|unit| !without_hq || game.pack.unit(unit).kind != Kind::Hq)
        })
        .count() as u8
}

/// A good-order Allied unit holds the town, and a line of squares outside German zones of control leads to the west
/// edge (14.3.7, 14.4.5).
fn holds_with_line(game: &BigPush, board: &Board, town: grid::Square) -> bool {
    let map = &game.pack.map;
    let held = board.troops_at(&game.pack, Side::Allied, town).any(|unit| board.unit(unit).good_order());
    if !held {
        return false;
    }
    let open = map.all - *board.zoc(Side::German) - *board.occupied(Side::German);
    let mut reached = Squares::one(town);
    loop {
        let next = reached | (map.spread(reached) & open);
        if next.meets(&map.edges[grid::map::Edge::West as usize]) {
            return true;
        }
        if next == reached {
            return false;
        }
        reached = next;
    }
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

fn campaign(
    game: &BigPush,
    board: &Board,
    met: u16,
    context: &mut Context,
) -> (Option<&'static str>, Option<&'static str>) {
    let victory = &game.variant.own.scenarios[usize::from(board.scenario)].victory;
    let mut judge = Judge { rule: OwnRule::CampaignVictory, context };
    let cleared = judge.note(Common::Victory, "the German start trench is clear", trench_clear(game, board));
    let missed = board.own.markers & !met;
    let all = judge.note(Common::Objectives, "every drawn objective is reached", missed == 0);
    let mut allied = (cleared && all).then_some("Allied victory I");
    let (ours, theirs) =
        (board.points[Side::Allied.index()].total(), board.points[Side::German.index()].total());
    let strength = game
        .variant
        .own
        .markers
        .iter()
        .enumerate()
        .all(|(index, marker)| marker.kind != MarkerKind::Strength || missed >> index & 1 == 0);
    let ratio = ours > 0 && ours >= theirs * victory.vp_ratio && strength;
    if judge.note(Common::Victory, "the Allies have twice the German points", ratio) {
        allied = allied.or(Some("Allied victory II"));
    }
    let margin = judge.note(
        Common::Victory,
        "the Germans lead by enough points",
        german_margin(game, board) >= victory.margin,
    );
    let mut german = (allied.is_none() && margin).then_some("German victory I");
    let towns = objectives::count(game, board, Nation::German, &victory.towns) >= victory.towns_needed;
    if judge.note(Common::HoldingObjectives, "the Germans hold two of Albert, Bray and Proyart", towns) {
        german = german.or(Some("German victory II"));
    }
    (allied, german)
}
