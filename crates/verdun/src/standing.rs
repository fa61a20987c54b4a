//! The conditions of victory one by one, in words: how each stands, what is missing and where (19.1.6 to 19.6.6, 20.8).

use engine::staff::{Goal, Row, Source};
use grid::{Nation, Side, Squares};

use crate::data::{Condition, Objective, Victory};
use crate::rule::Own as Rules;
use crate::verdun::seat_of;
use crate::victory::{Known, Weight, counts_everything, level_name};
use crate::{Game, Rule, Table, Verdun};

/// A side as sentences name it.
fn people(side: Side) -> &'static str {
    match side {
        Side::German => "Germans",
        Side::Allied => "French",
    }
}

fn adjective(side: Side) -> &'static str {
    match side {
        Side::German => "German",
        Side::Allied => "French",
    }
}

impl Verdun {
    /// All conditions of both sides on a board on which everything has been counted.
    pub(crate) fn rows(&self, grid: &Game, board: &Table, known: &Known) -> Vec<Row> {
        let mut rows = Vec::new();
        for victory in self.victories(board) {
            let side = victory.side.side();
            let mut add = |need: usize, goal: Goal| {
                rows.push(Row {
                    side: people(side),
                    seats: vec![seat_of(victory.side)],
                    group: level_name(victory.side, &victory.level),
                    need: need as u8,
                    goal,
                });
            };
            if victory.otherwise {
                add(1, self.goal(grid, board, side, &self.no_other(victory), known));
            }
            for condition in victory.conditions.iter().filter(|_| !victory.otherwise) {
                add(victory.need, self.goal(grid, board, side, condition, known));
            }
        }
        rows
    }

    /// That the other side wins nothing.
    fn no_other(&self, victory: &Victory) -> Condition {
        let side = if victory.side == Nation::German { Nation::French } else { Nation::German };
        Condition::Prevent { side, level: "any".to_owned() }
    }

    fn goal(&self, grid: &Game, board: &Table, side: Side, condition: &Condition, known: &Known) -> Goal {
        let weight = self.weigh(grid, board, side, condition, known);
        let squares: Vec<String> =
            weight.lacking.iter().map(|square| grid.pack.map.name(square).to_owned()).collect();
        let text = self.condition_in_words(grid, board, side, condition);
        let rules = [Rule::Own(self.victory_rule(board))].into_iter().chain(self.further_rule(condition));
        let mut goal = Goal { met: weight.met(), ..Goal::counted(text, weight.now, weight.needed) }
            .lacks(self.missing_in_words(grid, side, condition, &weight), squares)
            .by(grid.pack.casebook.numbers(rules));
        goal.parts = self.parts(grid, board, side, condition, known);
        if let Condition::VpLead { sources, .. } = condition {
            goal.sources = self.sources(board, side, sources);
        }
        goal
    }

    fn further_rule(&self, condition: &Condition) -> Option<Rule> {
        match condition {
            Condition::OccupyOrLastThrough { .. } => Some(grid::Common::HoldingObjectives.into()),
            Condition::VpLead { .. } => Some(grid::Common::LossPoints.into()),
            Condition::Encircle { .. } => Some(Rule::Own(Rules::FunctionalObjectives)),
            Condition::AllRandomObjectives { .. } => Some(Rule::Own(Rules::CampaignObjectives)),
            _ => None,
        }
    }

    /// Squares as a player speaks of them: Verdun, a fort and what lies around it, or one by one.
    fn ground(&self, grid: &Game, names: &[String]) -> String {
        let squares = self.named(grid, names);
        let map = &grid.pack.map;
        if squares == self.data.town {
            return "Verdun".to_owned();
        }
        let middle = squares.iter().find(|square| map.spread(Squares::one(*square)) == squares);
        match middle {
            Some(square) => format!("{} and all squares around it", grid.place_of(square)),
            None => squares.iter().map(|square| grid.place_of(square)).collect::<Vec<_>>().join(", "),
        }
    }

    fn condition_in_words(&self, grid: &Game, board: &Table, side: Side, condition: &Condition) -> String {
        let (we, our, they) = (people(side), adjective(side), adjective(side.enemy()));
        let ground = |squares: &[String]| self.ground(grid, squares);
        match condition {
            Condition::ClearStartLine { .. } => "No French unit stands on the French start line.".to_owned(),
            Condition::OccupyAtLeast { n, objectives } => {
                format!("The {we} occupy {n} of {} objectives.", objectives.len())
            }
            Condition::VpLead { margin: 1, .. } => {
                format!("The {we} have more points than the {}.", people(side.enemy()))
            }
            Condition::VpLead { margin, .. } => format!("The {we} lead by {margin} points."),
            Condition::OccupyOrLastThrough { squares } => {
                format!("The {we} hold all of {} or were the last to pass there.", ground(squares))
            }
            Condition::Occupy { squares } | Condition::OccupyAll { squares } => {
                format!("The {we} occupy {}.", ground(squares))
            }
            Condition::OccupyAny { squares, or_adjacent } => {
                let near = if *or_adjacent { " or next to it" } else { "" };
                format!("A {our} unit stands in {}{near}.", ground(squares))
            }
            Condition::ZocOnAny { squares } => {
                format!("A {our} zone of control reaches {}.", ground(squares))
            }
            Condition::NoEnemyZoc { squares } => {
                format!("No {they} zone of control reaches {}.", ground(squares))
            }
            Condition::NoUncontestedEnemyZoc { squares } => {
                format!("No {they} zone of control reaches {} without a {our} one.", ground(squares))
            }
            Condition::SupplyLine { squares } => {
                format!("A supply way leads home from {}.", ground(squares))
            }
            Condition::OccupyStartLine { n, .. } => {
                format!("The {we} occupy {n} squares of the French start line.")
            }
            Condition::Encircle { squares } => {
                format!("Germans in good order and their zones of control surround {}.", ground(squares))
            }
            Condition::AllRandomObjectives { .. } => {
                let count = self.scenario(board).raw.objectives;
                format!("The Germans reach all {count} secret objectives.")
            }
            Condition::Prevent { side, level } if level == "any" => {
                format!("The {} win nothing.", people(side.side()))
            }
            Condition::Prevent { side, level } => {
                format!("The {} miss the {level} victory.", people(side.side()))
            }
            Condition::NoneMet { side, level } => {
                format!("The {} meet no condition of the {level} victory.", people(side.side()))
            }
            Condition::AllOf { .. } => "All of these hold together.".to_owned(),
        }
    }

    fn missing_in_words(&self, grid: &Game, side: Side, condition: &Condition, weight: &Weight) -> String {
        let more = weight.needed - weight.now;
        let places = || grid.list_places(weight.lacking);
        match condition {
            Condition::ClearStartLine { .. } => format!("Manned: {}.", places()),
            Condition::OccupyAtLeast { .. } => format!("{}.", grid::more(more, "objective")),
            Condition::VpLead { .. } => format!("{}.", grid::more(more, "point")),
            Condition::OccupyStartLine { .. } => format!("{}.", grid::more(more, "square")),
            Condition::OccupyOrLastThrough { .. }
            | Condition::Occupy { .. }
            | Condition::OccupyAll { .. } => {
                format!("Not held: {}.", places())
            }
            Condition::NoEnemyZoc { .. } | Condition::NoUncontestedEnemyZoc { .. } => {
                format!("Reached: {}.", places())
            }
            Condition::OccupyAny { .. } => format!("No {} unit is near.", adjective(side)),
            Condition::ZocOnAny { .. } => "Not reached.".to_owned(),
            Condition::SupplyLine { .. } => "There is no way.".to_owned(),
            Condition::Encircle { .. } => "The ring is open.".to_owned(),
            Condition::AllRandomObjectives { .. } => match weight.met() {
                None => "They are secret.".to_owned(),
                Some(_) => format!("{}.", grid::more(more, "objective")),
            },
            Condition::Prevent { .. } => "They meet the conditions of one.".to_owned(),
            Condition::NoneMet { .. } => "They meet one.".to_owned(),
            Condition::AllOf { .. } => format!("{}.", grid::more(more, "condition")),
        }
    }

    fn parts(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        condition: &Condition,
        known: &Known,
    ) -> Vec<Goal> {
        match condition {
            Condition::AllOf { conditions } => {
                conditions.iter().map(|condition| self.goal(grid, board, side, condition, known)).collect()
            }
            Condition::OccupyAtLeast { objectives, .. } => {
                objectives.iter().map(|objective| self.objective(grid, board, side, objective)).collect()
            }
            Condition::AllRandomObjectives { .. } => (0..17)
                .filter(|bit| board.own.objectives >> bit & 1 == 1)
                .map(|bit| self.secret_objective(grid, board, bit))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// One of the places of a scenario.
    fn objective(&self, grid: &Game, board: &Table, side: Side, objective: &Objective) -> Goal {
        let counts = self.counts(grid, board, side, objective);
        let zoc = !objective.zoc_on_any.is_empty();
        let names = if zoc { &objective.zoc_on_any } else { &objective.squares };
        let open: Vec<String> = self
            .named(grid, names)
            .iter()
            .filter(|square| zoc || !self.occupies(board, side, *square))
            .map(|square| grid.pack.map.name(square).to_owned())
            .collect();
        let text = match (zoc, counts) {
            (true, _) => objective.name.clone(),
            (_, 2) => {
                format!("{} ({}), counted twice: its garrison was a dummy", objective.name, names.join(", "))
            }
            _ => format!("{} ({})", objective.name, names.join(", ")),
        };
        let missing =
            if zoc { "Not reached.".to_owned() } else { format!("Not occupied: {}.", open.join(", ")) };
        Goal::plain(text, Some(counts > 0)).lacks(missing, open)
    }

    /// One of the drawn objectives, for those who know them (20.5.2, 20.5.3).
    fn secret_objective(&self, grid: &Game, board: &Table, bit: usize) -> Goal {
        let row = &self.data.charts.objectives.rows[bit];
        let met = self.has_reached(grid, board, bit);
        let (now, needed) = self.progress(board, bit).unwrap_or((i32::from(met), 1));
        let open: Vec<String> = self.data.objectives[bit]
            .iter()
            .filter(|square| !self.controls(board, Side::German, *square))
            .map(|square| grid.pack.map.name(square).to_owned())
            .collect();
        let missing = if open.is_empty() { String::new() } else { format!("Not held: {}.", open.join(", ")) };
        let goal = Goal::counted(format!("{} ({})", row.name, grid::count(row.vp, "point")), now, needed);
        Goal { met: Some(met), ..goal }.lacks(missing, open)
    }

    /// How far an objective that counts something has come.
    fn progress(&self, board: &Table, bit: usize) -> Option<(i32, i32)> {
        let row = &self.data.charts.objectives.rows[bit];
        Some(match row.id.as_str() {
            "french-reserves" => {
                let open = board.own.has(crate::board::Operation::OpenReserves);
                let needed = if open { row.open } else { row.otherwise };
                (board.own.divisions_replaced.into(), needed.into())
            }
            "french-strength" => (board.own.lost[Side::Allied.index()].into(), row.steps.into()),
            "destroy-artillery" => (board.own.guns_lost.into(), row.guns.into()),
            "exit-south" => (board.own.exited.iter().map(|count| i32::from(*count)).sum(), row.units.into()),
            _ => return None,
        })
    }

    fn sources(&self, board: &Table, side: Side, counted: &[String]) -> Vec<Source> {
        let points = |side: Side| &board.points[side.index()];
        let source = |label, of: &dyn Fn(Side) -> i16| Source {
            label,
            own: of(side).into(),
            enemy: of(side.enemy()).into(),
        };
        let mut sources = vec![
            source("Enemy steps lost", &|side| points(side).losses),
            source("Replacements that the enemy took", &|side| points(side).replacements),
        ];
        if counted.iter().any(|source| source == "surrender") {
            sources.push(source("Enemy units that surrendered", &|side| board.own.surrenders[side.index()]));
        }
        if counts_everything(counted) {
            sources.push(source("Operations and objectives", &|side| points(side).other));
        }
        sources
    }
}
