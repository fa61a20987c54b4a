//! Who wins: the conditions of each scenario and the three victories of each side in the campaign (18.0, 19, 20.8).

use engine::seat::Seats;
use engine::staff::{Count, Standing, Verdict, enough, verdict};
use engine::{Dice, Outcome, Viewer};
use grid::{Nation, Side, Square, Squares};

use crate::board::Event as Told;
use crate::data::{Condition, Objective, Victory};
use crate::rule::Own as Rules;
use crate::{Context, Event, Game, Rule, Table, Verdun};

/// What is known of what hangs on secrets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// How many of the secret objectives are reached.
    pub reached: Option<usize>,
    /// Whether the points from all sources are known.
    pub points: bool,
}

impl Known {
    /// Everything is known.
    pub(crate) fn all(reached: usize) -> Known {
        Known { reached: Some(reached), points: true }
    }
}

/// How a condition stands: it is met when what is now reaches what is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    /// How far it has come.
    pub now: i32,
    /// How far it must come.
    pub needed: i32,
    /// Whether that can be known.
    pub known: bool,
    /// The squares that it lacks.
    pub lacking: Squares,
}

impl Weight {
    fn count(now: i32, needed: i32) -> Weight {
        Weight { now, needed, known: true, lacking: Squares::EMPTY }
    }

    /// All but `lacking` are needed, and there.
    fn without(all: Squares, lacking: Squares) -> Weight {
        let (all, gone) = (all.count() as i32, lacking.count() as i32);
        Weight { lacking, ..Weight::count(all - gone, all) }
    }

    fn plain(met: bool, lacking: Squares) -> Weight {
        Weight { lacking, ..Weight::count(i32::from(met), 1) }
    }

    /// Something that must not be so.
    fn denied(fact: Option<bool>) -> Weight {
        Weight { known: fact.is_some(), ..Weight::count(i32::from(fact == Some(false)), 1) }
    }

    /// Whether it is met, as far as that is known.
    pub(crate) fn met(&self) -> Option<bool> {
        self.known.then_some(self.now >= self.needed)
    }
}

/// Whether all points count for a lead: where objectives do, everything does.
pub(crate) fn counts_everything(sources: &[String]) -> bool {
    sources.iter().any(|source| source == "objectives")
}

impl Verdun {
    /// Points from losses, replacements and surrenders (18.3).
    pub fn combat_points(&self, board: &Table, side: Side) -> i16 {
        let points = &board.points[side.index()];
        points.losses + points.replacements + board.own.surrenders[side.index()]
    }

    /// Whether points for surrenders count in the scenario: in all but the first (19.1.6).
    pub(crate) fn counts_surrenders(&self, board: &Table) -> bool {
        self.scenario_id(board) != 0
    }

    /// Points from all sources (20.8).
    pub fn all_points(&self, board: &Table, side: Side) -> i16 {
        self.combat_points(board, side) + board.points[side.index()].other
    }

    pub(crate) fn named(&self, grid: &Game, names: &[String]) -> Squares {
        names.iter().filter_map(|name| grid.pack.map.find(name)).collect()
    }

    /// The squares of the scenario's objectives.
    pub(crate) fn scenario_objectives(&self, grid: &Game, board: &Table) -> Vec<Squares> {
        let mut found = Vec::new();
        for victory in &self.scenario(board).raw.victory {
            for condition in &victory.conditions {
                if let (Nation::German, Condition::OccupyAtLeast { objectives, .. }) =
                    (victory.side, condition)
                {
                    let places = objectives.iter().filter(|objective| !objective.squares.is_empty());
                    found.extend(places.map(|objective| self.named(grid, &objective.squares)));
                }
            }
        }
        found
    }

    /// Whether a dummy in that fort counts twice for the Germans.
    pub(crate) fn doubles_for_dummy(&self, grid: &Game, board: &Table, square: Square) -> bool {
        self.scenario(board).raw.victory.iter().flat_map(|victory| &victory.conditions).any(|condition| {
            matches!(condition, Condition::OccupyAtLeast { objectives, .. } if objectives.iter().any(|objective| {
                objective.double_if_dummy && self.named(grid, &objective.squares).contains(square)
            }))
        })
    }

    /// How much an objective counts for a side: nothing, one, or two where its garrison was a dummy.
    pub(crate) fn counts(&self, grid: &Game, board: &Table, side: Side, objective: &Objective) -> u8 {
        if !objective.zoc_on_any.is_empty() {
            let squares = self.named(grid, &objective.zoc_on_any);
            return u8::from(squares.iter().any(|square| board.in_zoc_of(side, square)));
        }
        let squares = self.named(grid, &objective.squares);
        let held = squares.iter().all(|square| self.occupies(board, side, square));
        u8::from(held) * if objective.double_if_dummy && board.own.dummy_found { 2 } else { 1 }
    }

    /// Whether a condition holds for a side, when so many secret objectives are reached.
    pub fn is_met(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        condition: &Condition,
        reached: usize,
    ) -> bool {
        self.weigh(grid, board, side, condition, &Known::all(reached)).met() == Some(true)
    }

    /// How a condition stands for a side, and what is missing to it (19, 20.8).
    pub(crate) fn weigh(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        condition: &Condition,
        known: &Known,
    ) -> Weight {
        let line = grid.pack.map.trench[Side::Allied.index()];
        let enemy = side.enemy();
        let missing = |squares: &[String], has: &dyn Fn(Square) -> bool| {
            self.named(grid, squares).iter().filter(|square| !has(*square)).collect::<Squares>()
        };
        let zoc = |side: Side| move |square: Square| board.in_zoc_of(side, square);
        match condition {
            Condition::ClearStartLine { .. } => Weight::without(line, line & *board.occupied(Side::Allied)),
            Condition::OccupyAtLeast { n, objectives } => {
                let mut weight = Weight::count(0, i32::from(*n));
                for objective in objectives {
                    let counts = self.counts(grid, board, side, objective);
                    weight.now += i32::from(counts);
                    if counts == 0 {
                        let squares = self.named(grid, &objective.squares);
                        let open: Squares =
                            squares.iter().filter(|square| !self.occupies(board, side, *square)).collect();
                        weight.lacking = weight.lacking | open | self.named(grid, &objective.zoc_on_any);
                    }
                }
                weight
            }
            Condition::VpLead { margin, sources } => {
                let lead =
                    self.counted_points(board, side, sources) - self.counted_points(board, enemy, sources);
                let weight = Weight::count(i32::from(lead), i32::from(*margin));
                Weight { known: known.points || !counts_everything(sources), ..weight }
            }
            Condition::OccupyOrLastThrough { squares } => {
                let all = self.named(grid, squares);
                Weight::without(all, missing(squares, &|square| self.holds(board, side, square)))
            }
            Condition::Occupy { squares } | Condition::OccupyAll { squares } => {
                let all = self.named(grid, squares);
                Weight::without(all, missing(squares, &|square| self.occupies(board, side, square)))
            }
            Condition::OccupyAny { squares, or_adjacent } => {
                let mut squares = self.named(grid, squares);
                if *or_adjacent {
                    squares = grid.pack.map.spread(squares);
                }
                Weight::plain(board.occupied(side).meets(&squares), squares)
            }
            Condition::ZocOnAny { squares } => {
                let squares = self.named(grid, squares);
                Weight::plain(squares.iter().any(zoc(side)), squares)
            }
            Condition::NoEnemyZoc { squares } => {
                let reached = missing(squares, &|square| !zoc(enemy)(square));
                Weight::plain(reached.is_empty(), reached)
            }
            Condition::NoUncontestedEnemyZoc { squares } => {
                let reached = missing(squares, &|square| !zoc(enemy)(square) || zoc(side)(square));
                Weight::plain(reached.is_empty(), reached)
            }
            Condition::SupplyLine { squares } => {
                let open = grid.open_to_tracing(board, side);
                let home = grid.pack.map.home_squares(side) & open;
                let squares = self.named(grid, squares);
                Weight::plain(squares.meets(&self.connected(grid, home, open)), squares)
            }
            Condition::OccupyStartLine { n, .. } => {
                let held = line & *board.occupied(side);
                let weight = Weight::count(held.count() as i32, i32::from(*n));
                Weight { lacking: line - held, ..weight }
            }
            Condition::Encircle { .. } => Weight::plain(self.is_encircled(grid, board), self.data.town),
            Condition::AllRandomObjectives { .. } => {
                let needed = i32::from(self.scenario(board).raw.objectives);
                let weight = Weight::count(known.reached.unwrap_or(0) as i32, needed);
                Weight { known: known.reached.is_some(), ..weight }
            }
            Condition::Prevent { side, level } => {
                let kinds = self
                    .victories(board)
                    .filter(|victory| victory.side == *side && (level == "any" || victory.level == *level));
                let won = enough(kinds.map(|victory| self.is_won(grid, board, victory, known)), 1);
                Weight::denied(won)
            }
            Condition::NoneMet { side, level } => {
                let conditions = self
                    .victories(board)
                    .filter(|victory| victory.side == *side && victory.level == *level)
                    .flat_map(|victory| &victory.conditions);
                let met = |condition| self.weigh(grid, board, side.side(), condition, known).met();
                Weight::denied(enough(conditions.map(met), 1))
            }
            Condition::AllOf { conditions } => {
                let parts: Vec<Option<bool>> = conditions
                    .iter()
                    .map(|condition| self.weigh(grid, board, side, condition, known).met())
                    .collect();
                let now = parts.iter().filter(|part| **part == Some(true)).count() as i32;
                let known = enough(parts.iter().copied(), parts.len()).is_some();
                Weight { known, ..Weight::count(now, parts.len() as i32) }
            }
        }
    }

    /// The points of a side from the sources that count.
    fn counted_points(&self, board: &Table, side: Side, sources: &[String]) -> i16 {
        if counts_everything(sources) {
            return self.all_points(board, side);
        }
        let surrender = sources.iter().any(|source| source == "surrender");
        let given = board.own.surrenders[side.index()];
        self.combat_points(board, side) - if surrender { 0 } else { given }
    }

    pub(crate) fn victories<'a>(&'a self, board: &Table) -> impl Iterator<Item = &'a Victory> + use<'a> {
        self.scenario(board).raw.victory.iter()
    }

    /// Whether a kind of victory is won, as far as that is known.
    fn is_won(&self, grid: &Game, board: &Table, victory: &Victory, known: &Known) -> Option<bool> {
        if victory.otherwise {
            let others = self.victories(board).filter(|other| other.side != victory.side);
            return enough(others.map(|other| self.is_won(grid, board, other, known)), 1).map(|won| !won);
        }
        let met = |condition| self.weigh(grid, board, victory.side.side(), condition, known).met();
        enough(victory.conditions.iter().map(met), victory.need)
    }

    /// The end of the game: what the rows of the conditions come to. Both or neither winning is a draw (19.1.6 to
    /// 19.6.6, 20.8).
    pub(crate) fn judge(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Outcome<Rule> {
        let reached = self.count_the_end(grid, board, context);
        let rule = self.victory_rule(board);
        context.tell(|| Event::Own(Told::Applied { rule }));
        let rows = self.rows(grid, board, &Known::all(reached));
        let (winners, how) = match verdict(&rows) {
            Verdict::Won { side, group } => {
                let seats = rows.iter().find(|row| row.side == side).map(|row| &row.seats[..]);
                (seats.into_iter().flatten().fold(Seats::NONE, |all, seat| all.with(*seat)), group)
            }
            Verdict::Both | Verdict::Neither | Verdict::Secret => (Seats::NONE, "draw"),
        };
        Outcome { winners, rule: Some(Rule::Own(rule)), how }
    }

    /// Operations and secret objectives count at the end; how many objectives are reached.
    fn count_the_end(&self, grid: &Game, board: &mut Table, context: &mut Context) -> usize {
        let concede = |board: &mut Table| {
            for side in Side::BOTH {
                let points = self.conceded(board, side);
                board.points[side.enemy().index()].other += points;
            }
        };
        // Operations count before the objectives that compare points.
        if !grid.pack.first_edition() {
            concede(board);
        }
        let reached = self.count_objectives(grid, board, context);
        if grid.pack.first_edition() {
            concede(board);
        }
        reached
    }

    /// How the conditions stand, as a viewer may know it.
    pub(crate) fn how_it_stands(&self, grid: &Game, board: &Table, viewer: Viewer, count: Count) -> Standing {
        let mut board = board.clone();
        let drawn = board.own.objectives != 0;
        let secret = drawn && self.objectives_are_hidden(&board, viewer);
        if secret {
            board.own.objectives = 0;
        }
        let mut written = true;
        for side in Side::BOTH {
            if self.operations_are_hidden(&board, side, viewer) {
                board.own.operations[side.index()] = 0;
                written = false;
            }
        }
        let reached = if count == Count::Ahead {
            let mut dice = Dice::seeded(0);
            self.count_the_end(grid, &mut board, &mut Context::silent(&mut dice))
        } else {
            let objectives = board.own.objectives;
            let reached = (0..17).filter(|bit| objectives >> bit & 1 == 1);
            reached.filter(|bit| self.has_reached(grid, &board, *bit)).count()
        };
        let known = Known { reached: (!secret).then_some(reached), points: written && !secret };
        Standing::of(self.rows(grid, &board, &known))
    }

    /// The rule of a scenario's victory conditions.
    pub(crate) fn victory_rule(&self, board: &Table) -> Rules {
        [
            Rules::FirestormVictory,
            Rules::CrownPrinceVictory,
            Rules::MayCupVictory,
            Rules::HellsDoorwayVictory,
            Rules::NotPassVictory,
            Rules::RampartsVictory,
        ]
        .get(self.scenario_id(board))
        .copied()
        .unwrap_or(Rules::CampaignVictory)
    }
}

pub(crate) fn level_name(nation: Nation, level: &str) -> &'static str {
    match (nation, level) {
        (Nation::German, "tactical") => "German tactical victory",
        (Nation::German, "strategic") => "German strategic victory",
        (Nation::German, "I") => "German victory I",
        (Nation::German, "II") => "German victory II",
        (Nation::German, "III") => "German victory III",
        (Nation::German, _) => "German victory",
        (_, "I") => "French victory I",
        (_, "II") => "French victory II",
        (_, "III") => "French victory III",
        _ => "French victory",
    }
}
