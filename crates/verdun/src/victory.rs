//! Who wins: the conditions of each scenario and the three victories of each side in the campaign (18.0, 19, 20.8).

use engine::{Outcome, seat::Seats};
use grid::{Nation, Side, Square, Squares};

use crate::board::Event as Told;
use crate::data::{Condition, Objective, Victory};
use crate::rule::Own as Rules;
use crate::verdun::seat_of_side;
use crate::{Context, Event, Game, Rule, Table, Verdun};

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

    fn named(&self, grid: &Game, names: &[String]) -> Squares {
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
    fn counts(&self, grid: &Game, board: &Table, side: Side, objective: &Objective) -> u8 {
        if !objective.zoc_on_any.is_empty() {
            let squares = self.named(grid, &objective.zoc_on_any);
            return u8::from(squares.iter().any(|square| board.in_zoc_of(side, square)));
        }
        let squares = self.named(grid, &objective.squares);
        let held = squares.iter().all(|square| self.occupies(board, side, square));
        u8::from(held) * if objective.double_if_dummy && board.own.dummy_found { 2 } else { 1 }
    }

    /// Whether a condition holds for a side.
    pub fn is_met(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        condition: &Condition,
        reached: usize,
    ) -> bool {
        let line = grid.pack.map.trench[Side::Allied.index()];
        let enemy = side.enemy();
        match condition {
            Condition::ClearStartLine { .. } => !board.occupied(Side::Allied).meets(&line),
            Condition::OccupyAtLeast { n, objectives } => {
                let count: u8 =
                    objectives.iter().map(|objective| self.counts(grid, board, side, objective)).sum();
                count >= *n
            }
            Condition::VpLead { margin, sources } => {
                let all = sources.iter().any(|source| source == "objectives");
                let points = |side: Side| {
                    if all {
                        return self.all_points(board, side);
                    }
                    let surrender = sources.iter().any(|source| source == "surrender");
                    let given = board.own.surrenders[side.index()];
                    self.combat_points(board, side) - if surrender { 0 } else { given }
                };
                points(side) - points(enemy) >= *margin
            }
            Condition::OccupyOrLastThrough { squares } => {
                self.named(grid, squares).iter().all(|square| self.holds(board, side, square))
            }
            Condition::Occupy { squares } | Condition::OccupyAll { squares } => {
                self.named(grid, squares).iter().all(|square| self.occupies(board, side, square))
            }
            Condition::OccupyAny { squares, or_adjacent } => {
                let mut squares = self.named(grid, squares);
                if *or_adjacent {
                    squares = grid.pack.map.spread(squares);
                }
                board.occupied(side).meets(&squares)
            }
            Condition::ZocOnAny { squares } => {
                self.named(grid, squares).iter().any(|square| board.in_zoc_of(side, square))
            }
            Condition::NoEnemyZoc { squares } => {
                !self.named(grid, squares).iter().any(|square| board.in_zoc_of(enemy, square))
            }
            Condition::NoUncontestedEnemyZoc { squares } => !self
                .named(grid, squares)
                .iter()
                .any(|square| board.in_zoc_of(enemy, square) && !board.in_zoc_of(side, square)),
            Condition::SupplyLine { squares } => {
                let open = grid.open_to_tracing(board, side);
                let home = grid.pack.map.home_squares(side) & open;
                self.named(grid, squares).meets(&self.connected(grid, home, open))
            }
            Condition::OccupyStartLine { n, .. } => (line & *board.occupied(side)).count() >= u32::from(*n),
            Condition::Encircle { .. } => self.is_encircled(grid, board),
            Condition::AllRandomObjectives { .. } => {
                reached >= usize::from(self.scenario(board).raw.objectives)
            }
            Condition::Prevent { side, level } => !self
                .victories(board)
                .filter(|victory| victory.side == *side && (level == "any" || victory.level == *level))
                .any(|victory| self.is_won(grid, board, victory, reached)),
            Condition::NoneMet { side, level } => !self
                .victories(board)
                .filter(|victory| victory.side == *side && victory.level == *level)
                .flat_map(|victory| &victory.conditions)
                .any(|condition| self.is_met(grid, board, side.side(), condition, reached)),
            Condition::AllOf { conditions } => {
                conditions.iter().all(|condition| self.is_met(grid, board, side, condition, reached))
            }
        }
    }

    fn victories<'a>(&'a self, board: &Table) -> impl Iterator<Item = &'a Victory> + use<'a> {
        self.scenario(board).raw.victory.iter()
    }

    /// Whether a kind of victory is won.
    pub fn is_won(&self, grid: &Game, board: &Table, victory: &Victory, reached: usize) -> bool {
        if victory.otherwise {
            return !self
                .victories(board)
                .filter(|other| other.side != victory.side)
                .any(|other| self.is_won(grid, board, other, reached));
        }
        let met = victory
            .conditions
            .iter()
            .filter(|condition| self.is_met(grid, board, victory.side.side(), condition, reached))
            .count();
        met >= victory.need
    }

    /// The end of the game: both or neither winning is a draw (19.1.6 to 19.6.6, 20.8).
    pub(crate) fn judge(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Outcome<Rule> {
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
        let rule = self.victory_rule(board);
        context.tell(|| Event::Own(Told::Applied { rule }));
        let won = |nation: Nation| {
            self.victories(board)
                .filter(|victory| victory.side == nation)
                .find(|victory| self.is_won(grid, board, victory, reached))
        };
        let (german, french) = (won(Nation::German), won(Nation::French));
        let outcome = |side: Side, how: &'static str| Outcome {
            winners: seat_of_side(side).into(),
            rule: Some(Rule::Own(rule)),
            how,
        };
        match (german, french) {
            (Some(victory), None) => outcome(Side::German, level_name(Nation::German, &victory.level)),
            (None, Some(victory)) => outcome(Side::Allied, level_name(Nation::French, &victory.level)),
            _ => Outcome { winners: Seats::NONE, rule: Some(Rule::Own(rule)), how: "draw" },
        }
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

fn level_name(nation: Nation, level: &str) -> &'static str {
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
