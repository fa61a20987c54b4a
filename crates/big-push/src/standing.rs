//! The conditions of victory one by one: how each stands, what is missing and where. They judge the end of the game
//! (14.1.4, 14.2.4, 14.3.7, 14.4.5, 15.7.1).

use engine::Seat;
use engine::staff::{Goal, Row, Source, wins};
use grid::units::Nation;
use grid::{Common, Side, Square, Squares};

use crate::data::{Exits, Marker, MarkerKind, Objective, Victory};
use crate::own::german;
use crate::victory::{self, Markers, Town};
use crate::{BigPush, OwnRule, Somme, objectives, operations};

type Board = grid::BoardOf<Somme>;

/// The sides as the rows name them.
pub(crate) const ALLIES: &str = "Allies";
const GERMANS: &str = "Germans";

/// A condition as it stands, and how it is told at the end of the game.
pub(crate) struct Judged {
    /// The condition.
    pub row: Row,
    /// The rule besides the scenario's own and the words, if it is told.
    pub told: Option<(Common, &'static str)>,
}

/// All conditions of a scenario on a board on which everything has been counted, the Allied ones first.
pub(crate) fn judge(game: &BigPush, board: &Board, markers: Markers) -> Vec<Judged> {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let rule = victory::rule(&game.pack.scenarios[usize::from(board.scenario)].case);
    let panel = Panel { game, board, victory: &scenario.victory, rule };
    let mut rows = Vec::new();
    if scenario.campaign {
        panel.campaign(markers, &mut rows);
    } else {
        panel.scenario(&mut rows);
    }
    rows
}

struct Panel<'a> {
    game: &'a BigPush,
    board: &'a Board,
    victory: &'a Victory,
    rule: OwnRule,
}

impl Panel<'_> {
    fn scenario(&self, rows: &mut Vec<Judged>) {
        let victory = self.victory;
        let nations = [
            (Nation::British, victory.british_needed, &victory.british, "the British hold their objectives"),
            (Nation::French, victory.french_needed, &victory.french, "the French hold their objectives"),
        ];
        let nations = nations.into_iter().filter(|(_, needed, ..)| *needed > 0);
        let first = ("Allied victory I", 1 + nations.clone().count() as u8);
        let add = |rows: &mut Vec<Judged>, (group, need), goal, by, label| {
            rows.push(self.row(ALLIES, group, need, goal, by, Some(label)));
        };
        add(rows, first, self.trench(), Common::Victory, "the German start trench is clear");
        for (nation, needed, places, label) in nations {
            let goal = self.places(nation, needed, places);
            add(rows, first, goal, Common::HoldingObjectives, label);
        }
        if let Some(exits) = victory.exits {
            let label = "enough Allied infantry has left the east edge";
            add(rows, ("Allied victory II", 1), self.exits(exits), Common::Victory, label);
        }
        if !victory.hold.is_empty() {
            let label = "the towns are held with a line to the west edge";
            add(rows, ("Allied victory III", 1), self.towns(), Common::Victory, label);
        }
        rows.push(self.none("German victory", 1, rows));
        let add = |rows: &mut Vec<Judged>, group, goal, label| {
            rows.push(self.row(GERMANS, group, 1, goal, Common::Victory, Some(label)));
        };
        add(rows, "German victory by points", self.lead(), "the Germans lead by enough points");
        if victory.german_trench > 0 {
            let label = "the Germans hold enough of the Allied start trench";
            add(rows, "German victory II", self.rear(), label);
        }
    }

    fn campaign(&self, markers: Markers, rows: &mut Vec<Judged>) {
        let first = "Allied victory I";
        let label = "the German start trench is clear";
        rows.push(self.row(ALLIES, first, 2, self.trench(), Common::Victory, Some(label)));
        let goal = self.markers(markers);
        let label = "every drawn objective is reached";
        rows.push(self.row(ALLIES, first, 2, goal, Common::Objectives, Some(label)));
        let label = "the Allies have twice the German points";
        let goal = self.ratio(markers);
        rows.push(self.row(ALLIES, "Allied victory II", 1, goal, Common::Victory, Some(label)));
        rows.push(self.none("German victory I", 2, rows));
        let label = "the Germans lead by enough points";
        rows.push(self.row(GERMANS, "German victory I", 2, self.lead(), Common::Victory, Some(label)));
        let goal = self.places(Nation::German, self.victory.towns_needed, &self.victory.towns);
        let label = "the Germans hold two of Albert, Bray and Proyart";
        rows.push(self.row(GERMANS, "German victory II", 1, goal, Common::HoldingObjectives, Some(label)));
    }

    fn row(
        &self,
        side: &'static str,
        group: &'static str,
        need: u8,
        goal: Goal,
        by: Common,
        label: Option<&'static str>,
    ) -> Judged {
        let cases = self.game.pack.casebook.numbers([grid::Rule::from(self.rule), by.into()]);
        let seats: Vec<Seat> = match side {
            ALLIES => victory::allied_seats(self.board).iter().collect(),
            _ => vec![operations::seat_of(Side::German)],
        };
        Judged {
            row: Row { side, seats, group, need, goal: goal.by(cases) },
            told: label.map(|label| (by, label)),
        }
    }

    fn names(&self, squares: Squares) -> Vec<String> {
        squares.iter().map(|square| self.game.pack.map.name(square).to_owned()).collect()
    }

    // ------------------------------------------------------------------------------------------ the conditions

    fn trench(&self) -> Goal {
        let all = self.game.pack.map.trench[Side::German.index()];
        let manned = victory::manned_trench(self.game, self.board);
        let (all, left) = (all.count() as i32, manned.count() as i32);
        Goal::counted("No German unit stands in the German start trench.", all - left, all)
            .lacks(format!("Manned: {}.", self.game.list_places(manned)), self.names(manned))
    }

    /// Some of the places of a list are held (13.1.1).
    fn places(&self, nation: Nation, needed: u8, places: &[Objective]) -> Goal {
        let who = nation_in_plural(nation);
        let text = match places.len() {
            2 if needed == 2 => format!("The {who} hold both places."),
            all if usize::from(needed) == all => format!("The {who} hold all {all} places."),
            all => format!("The {who} hold {needed} of {all} places."),
        };
        let parts = places
            .iter()
            .map(|place| self.place(nation, &place.name, &place.squares, place.needed))
            .collect();
        let goal = Goal::of(text, needed, parts);
        let (more, open) = (goal.needed - goal.now, open_squares(&goal));
        goal.lacks(format!("{}.", grid::more(more, "place")), open)
    }

    fn place(&self, nation: Nation, name: &str, squares: &[Square], needed: u8) -> Goal {
        let held = |square: &Square| objectives::holds(self.game, self.board, nation, *square);
        let lacking: Squares = squares.iter().copied().filter(|square| !held(square)).collect();
        let now = squares.len() as i32 - lacking.count() as i32;
        let name = self.spelled(name);
        let text = match squares {
            [only] => format!("{name} ({})", self.game.pack.map.name(*only)),
            _ if usize::from(needed) == squares.len() => format!("{name}, {needed} squares"),
            _ => format!("{name}, {needed} of {} squares", squares.len()),
        };
        let text_lacking = format!("Not held: {}.", self.game.list_places(lacking));
        Goal::counted(text, now, needed).lacks(text_lacking, self.names(lacking))
    }

    /// A place's name as the map spells it, with its accents.
    fn spelled(&self, name: &str) -> String {
        let same = |known: &&grid::map::Place| {
            let mut letters = name.chars();
            let mut is_next = |one: char| letters.next().is_some_and(|other| one == other || !one.is_ascii());
            known.name.chars().all(&mut is_next) && letters.next().is_none()
        };
        self.game.pack.map.places.iter().find(same).map_or(name, |place| &place.name).to_owned()
    }

    fn lead(&self) -> Goal {
        let margin = self.victory.margin;
        let now = victory::german_margin(self.game, self.board);
        let mut goal = Goal::counted(format!("The Germans lead by {margin} points."), now, margin)
            .lacks(format!("{}.", grid::more(margin - now, "point")), Vec::new());
        goal.sources = self.sources(Side::German, self.victory.margin_counts.iter().map(String::as_str));
        goal
    }

    fn sources<'a>(&self, side: Side, counted: impl Iterator<Item = &'a str>) -> Vec<Source> {
        let source = |id: &str| Source {
            label: match id {
                "losses" => "Enemy steps lost",
                "replacements" => "Replacements that the enemy took",
                "exits" => "Units that left the map",
                "area" => "Enemy units outside their area",
                _ => "Operations and objectives",
            },
            own: victory::points_from(self.board, side, id).into(),
            enemy: victory::points_from(self.board, side.enemy(), id).into(),
        };
        counted.map(source).collect()
    }

    fn exits(&self, exits: Exits) -> Goal {
        let [british, french, ..] = self.board.own.exits;
        let text =
            format!("{} have left by the east edge.", grid::count(exits.count, "Allied infantry unit"));
        let all = Goal::counted(text, british.saturating_add(french), exits.count);
        let more = format!("{}.", grid::more(all.needed - all.now, "unit"));
        if exits.british == 0 && !exits.exclusive {
            return all.lacks(more, Vec::new());
        }
        let mut parts = vec![all.lacks(more, Vec::new())];
        if exits.british > 0 {
            let text = format!("At least {} of them are British.", exits.british);
            parts.push(Goal::counted(text, british, exits.british));
        }
        if exits.exclusive {
            let open = objectives::open_exits(self.board);
            let covered = Goal::plain(
                "The squares where they left lie in Allied zones of control alone.",
                Some(objectives::exits_covered(self.board)),
            );
            parts.push(
                covered.lacks(format!("Not covered: {}.", self.game.list_places(open)), self.names(open)),
            );
        }
        let needed = parts.len() as i32;
        Goal::of("Enough Allied infantry has left by the east edge.", needed, parts)
    }

    fn towns(&self) -> Goal {
        let parts: Vec<Goal> = self.victory.hold.iter().map(|town| self.town(*town)).collect();
        let needed = parts.len() as i32;
        let goal = Goal::of("The town is held, with a free way to the west edge.", needed, parts);
        if needed == 1 {
            return goal.parts.into_iter().next().unwrap_or_default();
        }
        Goal { text: "Both towns are held, with a free way to the west edge.".to_owned(), ..goal }
    }

    fn town(&self, town: Square) -> Goal {
        let text = format!(
            "{} is held in good order, with a way to the west edge outside German zones of control.",
            self.game.place_of(town)
        );
        let stands = victory::town_with_line(self.game, self.board, town);
        let goal = Goal::plain(text, Some(matches!(stands, Town::Held)));
        match stands {
            Town::Held => goal,
            Town::Open => {
                goal.lacks("No Allied unit in good order stands there.", self.names(Squares::one(town)))
            }
            Town::CutOff(squares) => {
                let text = format!("The way ends at {}.", self.game.list_places(squares));
                goal.lacks(text, self.names(squares))
            }
        }
    }

    fn rear(&self) -> Goal {
        let held = victory::german_trench(self.game, self.board);
        let needed = self.victory.german_trench;
        let hqs = if self.victory.german_trench_without_hq { ", headquarters not counted" } else { "" };
        let text = format!("The Germans stand in {needed} squares of the Allied start trench{hqs}.");
        let trench = self.game.pack.map.trench[Side::Allied.index()];
        let goal = Goal::counted(text, held.count() as i32, needed);
        let more = format!("{}.", grid::more(goal.needed - goal.now, "square"));
        goal.lacks(more, self.names(trench - held))
    }

    /// The Allies do not win.
    fn none(&self, group: &'static str, need: u8, rows: &[Judged]) -> Judged {
        let rows: Vec<Row> = rows.iter().map(|judged| judged.row.clone()).collect();
        let met = wins(&rows, ALLIES).map(|wins| !wins);
        let goal = Goal::plain("The Allies reach none of their victories.", met);
        let goal = goal.lacks("They have reached one.", Vec::new());
        self.row(GERMANS, group, need, goal, Common::Victory, None)
    }

    // ------------------------------------------------------------------------------------------ the campaign

    /// Every drawn marker, as far as the viewer knows them (15.6).
    fn markers(&self, markers: Markers) -> Goal {
        let all = &self.game.variant.own.markers;
        let known = (0..all.len()).filter(|index| markers.known >> index & 1 == 1);
        let mut parts: Vec<Goal> =
            known.map(|index| self.marker(&all[index], markers.met >> index & 1 == 1)).collect();
        let drawn = markers.known.count_ones() + markers.hidden;
        if markers.hidden > 0 {
            let text = format!("{} unknown to you.", grid::count(markers.hidden, "objective"));
            parts.push(Goal::plain(text, None));
        }
        let needed = parts.len() as i32;
        let mut goal = Goal::of(format!("All {drawn} drawn objectives are reached."), needed, parts);
        goal.needed = drawn as i32;
        let open = open_squares(&goal);
        let more = format!("{}.", grid::more(goal.needed - goal.now, "objective"));
        goal.lacks(more, open)
    }

    fn marker(&self, marker: &Marker, met: bool) -> Goal {
        let board = self.board;
        let own = &board.own;
        let mut goal = match marker.kind {
            MarkerKind::Territorial => {
                self.place(marker.nation, &marker.name, &marker.squares, marker.needed)
            }
            MarkerKind::Exit => {
                let nation = marker.nation.name();
                let text = format!("{nation} infantry has left by the east edge, and holds the way.");
                let open = objectives::open_exits(board);
                Goal::counted(text, own.exits[marker.nation.index() + 2], marker.needed)
                    .lacks("More exits, or squares to be covered.", self.names(open))
            }
            MarkerKind::Breakthrough => {
                Goal::counted("Breakthroughs with tanks or cavalry", own.breakthroughs, marker.needed)
            }
            MarkerKind::Strength => Goal::counted(
                "German strength points destroyed, with more points than the Germans",
                own.strength_lost,
                marker.needed,
            ),
            MarkerKind::Reserves => {
                let few = own.has(Side::German, german::COMMIT_RESERVES);
                let needed = if few { marker.needed_with_reserves } else { marker.needed };
                Goal::counted("German regiments that came back as replacements", own.regiments, needed)
            }
        };
        // What the end of the game says goes before what is counted here.
        goal.met = Some(met);
        goal
    }

    /// Twice the German points, and German Strength Points if it was drawn.
    fn ratio(&self, markers: Markers) -> Goal {
        let total = |side: Side| self.board.points[side.index()].total();
        let (ours, theirs) = (total(Side::Allied), total(Side::German));
        let needed = (theirs * self.victory.vp_ratio).max(1);
        let mut goal = Goal::counted("The Allies have twice the German points.", ours, needed)
            .lacks(format!("{}.", grid::more(needed - ours, "point")), Vec::new());
        goal.sources =
            self.sources(Side::Allied, ["losses", "replacements", "exits", "area", "other"].into_iter());
        let all = &self.game.variant.own.markers;
        let drawn =
            |index: &usize| all[*index].kind == MarkerKind::Strength && markers.known >> index & 1 == 1;
        if let Some(index) = (0..all.len()).find(drawn) {
            let strength = self.marker(&all[index], markers.met >> index & 1 == 1);
            let text = "The Allies have twice the German points and have worn the Germans down.";
            goal = Goal::of(text, 2, vec![goal, strength]);
        }
        if markers.hidden > 0 { goal.secret() } else { goal }
    }
}

/// The squares that the unmet parts lack.
fn open_squares(goal: &Goal) -> Vec<String> {
    goal.parts.iter().flat_map(|part| part.lacking.squares.iter().cloned()).collect()
}

fn nation_in_plural(nation: Nation) -> &'static str {
    match nation {
        Nation::British => "British",
        Nation::French => "French",
        Nation::German => "Germans",
    }
}
