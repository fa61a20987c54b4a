//! Weather and the Mutual Reorganization Phase (5.0, 17.0).

use super::{Look, enemy_of};
use crate::squares::charts::integers;
use crate::squares::position::Unit;
use crate::squares::turn::Event;

impl Look<'_> {
    /// Compares the rolls of weather, replacements, reserves and rally.
    pub(super) fn reorganization(&mut self) {
        let loud = [
            "assaulted",
            "lost",
            "eliminated",
            "disordered",
            "shaken",
            "surrendered",
            "air-loser",
            "retreated",
            "mine",
            "advanced",
        ];
        let mut changed = false;
        let mut rallied_sides = Vec::new();
        for event in self.events.clone() {
            match event.kind.as_str() {
                "weather" => self.weather(&event),
                "air-observation" => self.observation(&event),
                "replacements" if !changed => self.replacements(&event),
                "reserve-rolled" => self.reserve_rate(&event),
                "reserves-rolled" => self.release(&event),
                "heavy-trench" => self.heavy_trench(&event),
                "rallied" => {
                    let side = event.units.first().map(|id| id.starts_with("ge-"));
                    if rallied_sides.iter().all(|s| *s == side) {
                        self.rallied(&event);
                    }
                    rallied_sides.push(side);
                }
                // A gun that is hit is disrupted, which counts.
                "counter-battery" => changed |= event.text.contains("disrupted"),
                kind if loud.contains(&kind) => changed = true,
                _ => {}
            }
        }
    }

    /// The die, one more after rain or snow and one more from October 2 on, finds the weather; rain is snow on eight turns
    /// (5.1, 5.1.4, V61).
    fn weather(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let charts = &self.board.charts;
        let turn = self.next().position.turn;
        let mut modifier = 0;
        if turn > self.board.position.turn && self.board.foul() {
            modifier += charts.number("weather.after_rain");
        }
        if turn >= charts.number("weather.late.from") {
            modifier += charts.number("weather.late.drm");
        }
        let total = roll.dice.iter().sum::<i64>() + modifier;
        let rows = charts.value("weather.rows").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        let fits =
            |r: &&toml::Value| r.get("upto").and_then(toml::Value::as_integer).is_some_and(|u| total <= u);
        let row = rows.iter().find(fits).or_else(|| rows.last());
        let mut weather =
            row.and_then(|r| r.get("weather")).and_then(toml::Value::as_str).unwrap_or("?").to_owned();
        if weather == "rain" && charts.numbers("weather.snow_turns").contains(&turn) {
            "snow".clone_into(&mut weather);
        }
        self.verdict.asked("reorganization");
        let told: i64 = roll.lines.iter().map(|l| l.1).sum();
        if told != modifier || !roll.adds_up() || !event.text.contains(&weather) {
            self.verdict.differs(
                "reorganization",
                format!("5.1: {modifier:+}, {weather}; the program: {} {roll:?}", event.text),
            );
        }
    }

    /// In drizzle and rain a die decides about observation (5.1).
    fn observation(&mut self, event: &Event) {
        let weather = self.next().position.weather.clone();
        let least = self.board.charts.number(&format!("weather.{weather}.german_air"));
        let sees = match event.rolls.first() {
            Some(roll) => roll.total >= least,
            None => least <= 1,
        };
        self.verdict.asked("reorganization");
        if sees != event.text.contains("can observe") {
            self.verdict.differs(
                "reorganization",
                format!("5.1: {weather}, sees {sees}; the program: {}", event.text),
            );
        }
    }

    /// Half the assaults of both sides and the own disruptions choose the column; no more steps than were lost
    /// (17.2, 17.3, 17.3.1).
    fn replacements(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let german = event.text.starts_with("German");
        let table = &self.board.position.table;
        let tally: Vec<Vec<i64>> = table
            .get("tally")
            .and_then(toml::Value::as_array)
            .map(|l| l.iter().map(|v| integers(Some(v))).collect())
            .unwrap_or_default();
        let at = |row: usize, column: usize| tally.get(row).and_then(|r| r.get(column)).copied().unwrap_or(0);
        let working = (at(1, 0) + at(2, 0) + at(if german { 2 } else { 1 }, 2)) / 2;
        let lost = integers(table.get("own").and_then(|o| o.get("lost_now")));
        let lost = lost.get(usize::from(german)).copied().unwrap_or(0);
        let charts = &self.board.charts;
        let row = charts.row("replacements", roll.total - charts.number("replacements.first_row"));
        let column = working.clamp(6, 18) - charts.number("replacements.first_column");
        let value = usize::try_from(column).ok().and_then(|c| row.get(c)).copied().unwrap_or(0);
        let steps = value.min(lost);
        self.verdict.asked("reorganization");
        let plural = if steps == 1 { "step" } else { "steps" };
        let head = format!("a working total of {working} allows ");
        // The event names the table's number or the number of lost steps, if that is smaller.
        let right = event.text.contains(&head)
            && (event.text.ends_with(&format!(" {value} steps."))
                || event.text.ends_with(&format!(" {value} step."))
                || event.text.ends_with(&format!(" {steps} {plural}.")));
        if !right || !roll.adds_up() || !roll.lines.is_empty() || roll.dice.len() != 2 {
            let what =
                format!("17.2: {head}{value}, lost {lost}; the program: {} {roll:?} {tally:?}", event.text);
            self.verdict.differs("reorganization", what);
        }
    }

    /// The steps taken choose the column of the Reserve Rate, the commander the modifier (17.4.1, 17.4.2, V18).
    fn reserve_rate(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let german = event.text.contains("Germans");
        let key = if german { "refill_german" } else { "refill_french" };
        let refill = integers(self.board.position.table.get("own").and_then(|o| o.get(key)));
        let mut taken = refill.get(2).copied().unwrap_or(0);
        if let Some(cost) = self.options.get(&self.turn.play).filter(|_| self.turn.play.starts_with("take "))
        {
            taken += cost.split(' ').next().and_then(|n| n.parse::<i64>().ok()).unwrap_or(0);
        }
        let charts = &self.board.charts;
        let turn = self.board.position.turn;
        let number = |name: &str, key: &str| charts.number(&format!("own.reserves.{name}.{key}"));
        let modifier = if german {
            if turn >= number("somme", "from") { number("somme", "drm") } else { 0 }
        } else if turn <= number("petain", "until") {
            number("petain", "drm")
        } else {
            number("nivelle", "drm")
        };
        let row = charts.row("own.reserves", roll.total + modifier - charts.number("own.reserves.first_row"));
        let column = usize::try_from(taken - 1).ok().map(|c| c.min(row.len().saturating_sub(1)));
        let steps = column.and_then(|c| row.get(c)).copied().unwrap_or(0);
        self.verdict.asked("reorganization");
        let told = event.text.contains(&format!(": {steps} replacement step"));
        let shown = modifier == 0 || event.text.contains(&format!("({modifier:+})"));
        if self.kind == "replacements" && (!told || !shown) {
            let what =
                format!("17.4.1: {taken} taken, {modifier:+}: {steps}; the program: {} {roll:?}", event.text);
            self.verdict.differs("reorganization", what);
        }
    }

    /// Reserves are released on two to four, with the open reserves of the French on two to eight (17.4.4, 20.4.3).
    fn release(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let open = event.text.contains("French") && self.operation("allied", "open-reserves");
        let key = if open { "own.reserves.open_release_upto" } else { "own.reserves.release_upto" };
        let freed = roll.dice.iter().sum::<i64>() <= self.board.charts.number(key);
        self.verdict.asked("reorganization");
        if freed == event.text.starts_with("No unit") {
            self.verdict.differs(
                "reorganization",
                format!("17.4.4: released {freed}; the program: {} {roll:?}", event.text),
            );
        }
    }

    /// A heavy gun enters a start trench on a one (12.5.4).
    fn heavy_trench(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let enters = roll.total <= self.board.charts.number("own.heavy_trench.enters_upto");
        self.verdict.asked("movement");
        if !roll.adds_up() || !roll.lines.is_empty() || enters == event.text.contains("does not") {
            self.verdict.differs(
                "movement",
                format!("12.5.4: enters {enters}; the program: {} {roll:?}", event.text),
            );
        }
    }

    /// A command headquarters within three squares rallies on one to four; else the worst of the other rows counts
    /// (17.7.1, V19, V157, V185).
    fn rallied(&mut self, event: &Event) {
        let Some(unit) = event.units.first().and_then(|id| self.board.position.unit(id)) else { return };
        let (Some(roll), Some(square)) = (event.rolls.first(), unit.square()) else { return };
        let board = &self.board;
        let number = |key: &str| board.charts.number(key);
        let (side, enemy) = (board.side(unit), enemy_of(board.side(unit)));
        let lengths = board.path_lengths(side, enemy, square, number("ranges.rally"));
        let staff =
            board.army(side).any(|(u, s)| u.id != unit.id && board.command_hq(u) && lengths.contains_key(&s));
        let used = board.position.list("used");
        let steady =
            |u: &Unit| u.id != unit.id && u.good_order() && !used.contains(&u.id) && board.side(u) == side;
        let mut upto = number("rally.upto");
        if board.in_zoc(enemy, square) && !board.at(square).any(steady) {
            upto = upto.min(number("own.rally.zoc"));
        }
        if board.foul() && board.kind(unit) == "artillery" {
            upto = upto.min(number("own.rally.foul_guns"));
        }
        if staff {
            upto = number("own.rally.hq");
        }
        let before = board.position.list_in("own", "shaken").contains(&unit.id);
        let modifier = if before { number("own.rally.again") } else { 0 };
        let total = roll.dice.iter().sum::<i64>() + modifier;
        let rallies = total <= upto;
        let told = !event.text.contains("does not rally") && !event.text.contains("do not rally");
        let lines: i64 = roll.lines.iter().map(|l| l.1).sum();
        self.verdict.asked("reorganization");
        if lines != modifier || !roll.adds_up() || rallies != told {
            let what = format!(
                "17.7.1: {} needs {upto}, {modifier:+}: {rallies}; the program: {} {roll:?}",
                unit.id, event.text
            );
            self.verdict.differs("reorganization", what);
        }
    }
}
