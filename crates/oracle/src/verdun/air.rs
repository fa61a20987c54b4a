//! The air: fights and bombs (8.7).

use super::bombardment::words;
use super::{Look, side_of};
use crate::squares::turn::Event;

impl Look<'_> {
    /// Compares what the dice of the air units bring.
    pub(super) fn air(&mut self) {
        let events = self.events.clone();
        for (at, event) in events.iter().enumerate() {
            match event.kind.as_str() {
                "air-fight" => self.fought_over(event, events.get(at + 1)),
                "air-loser" => self.loser(event),
                "air-bombed" => self.bombed(event),
                _ => {}
            }
        }
    }

    /// The higher roll of two dice wins; a tie is rolled again (8.7.3c).
    fn fought_over(&mut self, event: &Event, next: Option<&Event>) {
        let (Some(french), Some(german)) = (event.roll("French"), event.roll("German")) else { return };
        let Some(next) = next else { return };
        self.verdict.asked("air");
        let loser = next.units.first().map(|id| id.starts_with("fr-"));
        let right = match french.total.cmp(&german.total) {
            std::cmp::Ordering::Equal => next.kind == "air-fight",
            std::cmp::Ordering::Less => next.kind == "air-loser" && loser == Some(true),
            std::cmp::Ordering::Greater => next.kind == "air-loser" && loser == Some(false),
        };
        if !right || !french.adds_up() || !german.adds_up() {
            self.verdict.differs(
                "air",
                format!("8.7.3c: {french:?} {german:?}; the program: {} {}", event.text, next.text),
            );
        }
    }

    /// The loser is shot down on seven or less (8.7.3c).
    fn loser(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let down = roll.total <= self.board.charts.number("own.air.shot_down_upto");
        self.verdict.asked("air");
        if !roll.adds_up() || roll.dice.len() != 2 || down != event.text.contains("shot down") {
            self.verdict
                .differs("air", format!("8.7.3c: shot down {down}; the program: {} {roll:?}", event.text));
        }
    }

    /// Two dice find the column, eleven and twelve miss; the damage die has no modifiers; French air only interdicts
    /// (8.7.3d, V65, V90).
    fn bombed(&mut self, event: &Event) {
        let Some(first) = event.roll("column") else { return };
        let Some(target) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let side = event
            .units
            .first()
            .map_or("allied", |id| if id.starts_with("ge-") { "german" } else { side_of("") });
        let missed = first.total >= self.board.charts.number("own.air.miss_from");
        let column = first.total - self.board.charts.number("bombardment.air_first");
        self.verdict.asked("air");
        let Some(second) = event.roll("damage") else {
            if !missed {
                self.verdict.differs("air", format!("8.7.3d: column {column}; the program: {}", event.text));
            }
            return;
        };
        let result = self.board.charts.cell("bombardment", second.total - 1, column).unwrap_or("?");
        // Earlier shots of the same turn may have emptied the square or filled it with nothing but a fort's garrison.
        let vacant = !self.board.at(target).any(|u| !super::ground::inside(u));
        let word = if side == "allied" && result != "-" { "interdict" } else { words(result, vacant) };
        let told = event.text.rsplit(": ").next().unwrap_or("").trim_end_matches('.');
        let marked = self.events.iter().any(|e| e.kind == "interdicted" && e.places == event.places);
        let before = self.board.position.interdicted.contains(&target);
        let marks = side == "german" || result != "-";
        // Another air unit over the square may have marked it.
        let again =
            self.events.iter().filter(|e| e.kind == event.kind && e.places == event.places).count() > 1;
        if missed || word != told || !second.lines.is_empty() || !before && !again && marks != marked {
            let what = format!(
                "8.7.3d: column {column}, {word}, interdicts {marks}; the program: {} {marked}",
                event.text
            );
            self.verdict.differs("air", what);
        }
    }
}
