//! Breaking down and building up (7.4.3, 7.4.4).

use std::collections::BTreeMap;

use toml::Value;

use super::BigPush;
use crate::squares::board::Board;
use crate::squares::charts::texts;
use crate::squares::position::{Place, Unit};

impl BigPush {
    /// The ways in which a unit can break down (7.4.3, 7.4.4, S191).
    pub(super) fn break_downs(&self, board: &Board, unit: &Unit) -> Vec<String> {
        let on_map = unit.square().is_some();
        let fixed = unit.is("moved") || unit.is("locked") || unit.is("reformed") || unit.is("engaged");
        if !on_map || fixed || !unit.good_order() || board.kind(unit) != "infantry" {
            return Vec::new();
        }
        match board.size(unit) {
            "division" if !board.interdicted(unit) => {
                let ways = self.divisions_parts(board, unit);
                ways.into_iter().map(|n| format!("break-down {} {n}", unit.id)).collect()
            }
            "regiment" if self.battalions(board, unit).is_some() => vec![format!("break-down {} 0", unit.id)],
            _ => Vec::new(),
        }
    }

    /// A division gives three brigades of its nation from the pool, fewer only for want of counters, of the greatest
    /// sum that does not exceed its attack factor; a way is written as the number of brigades of each class of the
    /// pool, strongest first, in base four (7.4.3, S132, S226).
    fn divisions_parts(&self, board: &Board, unit: &Unit) -> Vec<i64> {
        let factor = board.face(unit)[0];
        let most =
            self.units.get("breakdown").and_then(|b| b.get("division_brigades")).and_then(Value::as_integer);
        let most = most.unwrap_or(3);
        let mut pool: BTreeMap<i64, i64> = BTreeMap::new();
        for other in board.position.all() {
            let brigade = board.kind(other) == "infantry" && board.size(other) == "brigade";
            if other.place == Place::Pool && brigade && board.nation(other) == board.nation(unit) {
                *pool.entry(-board.counter(other).map_or(0, |c| c.front[0])).or_default() += 1;
            }
        }
        let classes: Vec<(i64, i64)> = pool.into_iter().map(|(f, n)| (-f, n)).collect();
        let mut ways: Vec<(i64, i64, i64)> = vec![(0, 0, 0)];
        let mut digit = 1;
        for (strength, number) in classes {
            let mut next = Vec::new();
            for (sum, count, code) in &ways {
                for taken in 0..=number.min(most - count) {
                    next.push((sum + taken * strength, count + taken, code + taken * digit));
                }
            }
            ways = next;
            digit *= 4;
        }
        ways.retain(|w| w.0 <= factor && w.1 > 0);
        let best = ways.iter().map(|w| (w.1, w.0)).max();
        ways.into_iter().filter(|w| Some((w.1, w.0)) == best).map(|w| w.2).collect()
    }

    /// A regiment gives the two battalions of its class, or weaker ones where the pool has none (7.4.4, S140).
    fn battalions(&self, board: &Board, unit: &Unit) -> Option<Vec<String>> {
        let class = &board.counter(unit)?.class;
        let wanted = texts(self.units.get("breakdown").and_then(|b| b.get(class)));
        let mut pool: Vec<&Unit> = board
            .position
            .all()
            .filter(|u| u.place == Place::Pool && board.nation(u) == "german" && board.size(u) == "battalion")
            .collect();
        let mut given = Vec::new();
        for class in wanted {
            let strength = |u: &&Unit| board.counter(u).map_or(0, |c| c.front[0]);
            let limit = class.rsplit('-').next().and_then(|n| n.parse::<i64>().ok()).unwrap_or(0);
            let best = pool.iter().filter(|u| strength(u) <= limit).map(strength).max()?;
            let at = pool.iter().position(|u| strength(u) == best)?;
            given.push(pool.remove(at).id.clone());
        }
        Some(given)
    }

    /// What the unit in hand can build with those stacked with it since the start of the phase (7.4.3, 7.4.4).
    pub(super) fn builds(&self, board: &Board, unit: &Unit) -> Vec<String> {
        let Some(square) = unit.square() else { return Vec::new() };
        let fresh = |u: &Unit| {
            // A unit that has dug in has paid for it, and is no longer at its start.
            u.good_order()
                && u.spent() == 0
                && !["moved", "stepped", "reformed", "locked", "engaged", "entered"].iter().any(|m| u.is(m))
        };
        let size = board.size(unit);
        if !fresh(unit) || board.kind(unit) != "infantry" || !["brigade", "battalion"].contains(&size) {
            return Vec::new();
        }
        let together: Vec<&Unit> = board
            .at(square)
            .filter(|u| fresh(u) && board.size(u) == size && board.kind(u) == "infantry")
            .filter(|u| {
                board.nation(u) == board.nation(unit) && u.is("back") == unit.is("back") || size == "brigade"
            })
            .collect();
        if together.len() < 2 {
            return Vec::new();
        }
        let pool = board.position.all().filter(|u| u.place == Place::Pool && board.kind(u) == "infantry");
        let pool = pool.filter(|u| board.nation(u) == board.nation(unit));
        let targets: Vec<&Unit> = if size == "brigade" {
            if board.interdicted(unit) {
                return Vec::new();
            }
            let sum: i64 = together.iter().map(|u| board.face(u)[0]).sum();
            pool.filter(|u| board.size(u) == "division" && board.counter(u).is_some_and(|c| sum >= c.back[0]))
                .collect()
        } else {
            let regiments: Vec<&Unit> = pool.filter(|u| board.size(u) == "regiment").collect();
            let strength = |u: &Unit| board.counter(u).map_or(0, |c| c.front[0]);
            let least = regiments.iter().map(|u| strength(u)).min();
            regiments.into_iter().filter(|u| Some(strength(u)) == least).collect()
        };
        targets.into_iter().map(|u| format!("build {} {}", unit.id, u.id)).collect()
    }
}
