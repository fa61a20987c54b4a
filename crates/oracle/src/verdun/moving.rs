//! The decisions of the Movement Segment (12.0).

use std::collections::BTreeMap;

use super::Look;
use super::movement::ground;
use crate::squares::grid::Square;
use crate::squares::position::Place;
use crate::squares::turn::{about, points};

impl Look<'_> {
    /// Compares the decisions of the Movement Segment.
    pub(super) fn moving(&mut self) {
        if self.kind == "move-unit" {
            self.move_unit();
        }
    }

    fn move_unit(&mut self) {
        let Some(id) = about(&self.turn.decision).first().cloned() else { return };
        let Some(unit) = self.board.position.unit(&id).cloned() else { return };
        let side = self.board.side(&unit);
        let ground = ground(&self.board, side);
        let (part, reached) = match unit.place {
            Place::Map(square) => ("movement", self.rules.destinations(&ground, &unit, square)),
            _ => match self.rules.arrivals(&ground, &unit) {
                Some(reached) => ("entry", reached),
                None => return,
            },
        };
        let name = |s: Square| self.board.name(s);
        let mut moves: BTreeMap<String, String> =
            reached.into_iter().map(|(to, cost)| (format!("move {id} {}", name(to)), points(cost))).collect();
        if self.board.face(&unit)[2] == 0 {
            // The cost of a step on rails is not stated; only its destination is compared (V106).
            for (play, cost) in &mut moves {
                self.options.get(play).unwrap_or(&String::new()).clone_into(cost);
            }
        }
        drop(ground);
        self.compare_options(part, "12.2", &["move"], &moves);
    }
}
