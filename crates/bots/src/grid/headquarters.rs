//! Headquarters: some command, some supply, all out of the enemy's reach.

use ::grid::command::Mode;
use ::grid::units::Kind;
use ::grid::{Mark, Square, Squares, Unit};

use super::Doctrine;
use super::field::Field;

/// How strongly the goals draw headquarters on: little, or all of them crowd behind one wing.
const ONWARD: f32 = 0.15;

/// What it costs a headquarters to stand with others.
const COMPANY: f32 = 0.6;

/// What a headquarters risks where no infantry covers it.
const EXPOSED: f32 = 0.4;

/// Squares that headquarters reach.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Near enough for the better modifier.
    near: Squares,
    /// In command at all.
    command: Squares,
    /// In supply.
    supply: Squares,
}

impl Reach {
    /// How well an attack from a square is served, from 0 to 1: without command there is none, and two points on the
    /// dice lie between near and far, as between supplied and not.
    fn serves(&self, square: Square) -> f32 {
        let supply = self.supply.contains(square);
        match (self.near.contains(square), self.command.contains(square), supply) {
            (true, _, true) => 1.0,
            (true, _, false) => 0.65,
            (false, true, true) => 0.7,
            (false, true, false) => 0.35,
            (false, false, true) => 0.15,
            (false, false, false) => 0.0,
        }
    }

    fn with(self, other: Reach) -> Reach {
        Reach {
            near: self.near | other.near,
            command: self.command | other.command,
            supply: self.supply | other.supply,
        }
    }
}

impl<V: Doctrine> Field<'_, V> {
    /// The squares that a headquarters reaches from a square in a mode, roughly.
    fn reach_from(&self, at: Square, mode: Mode) -> Reach {
        let charts = &self.grid.pack.charts;
        let disc = |range: u8| self.grid.pack.map.disc(at, range.saturating_sub(1));
        match mode {
            Mode::Command => Reach {
                near: disc(charts.ranges.command_near),
                command: disc(charts.ranges.command),
                supply: Squares::EMPTY,
            },
            Mode::Supply => Reach {
                supply: disc(charts.weather.effect(self.board.weather).supply_range),
                ..Reach::default()
            },
        }
    }

    /// What the other headquarters of a nation reach.
    fn others_reach(&self, hq: Unit) -> Reach {
        let nation = self.grid.pack.unit(hq).nation;
        let mut all = Reach::default();
        for mode in [Mode::Command, Mode::Supply] {
            for other in self.grid.hqs(self.board, nation, mode).filter(|other| *other != hq) {
                all = all.with(self.reach_from(self.board.square(other), mode));
            }
        }
        all
    }

    /// Where a nation's attackers stand, and how much depends on their attacks.
    fn attackers_of(&self, hq: Unit) -> Vec<(Square, f32)> {
        let pack = &self.grid.pack;
        let nation = pack.unit(hq).nation;
        let front = self.front(1);
        let line = pack.map.spread(front) & *self.board.occupied(self.side);
        let mut attackers = Vec::with_capacity(24);
        for square in line.iter() {
            let mut factors = 0.0;
            for unit in self.board.troops_at(pack, self.side, square) {
                if pack.unit(unit).nation == nation {
                    factors += self.attack(unit);
                }
            }
            if factors <= 0.0 {
                continue;
            }
            let prize = pack
                .map
                .around(square)
                .filter(|(_, near)| front.contains(*near))
                .map(|(_, near)| self.prize(near))
                .fold(0.0, f32::max);
            attackers.push((square, factors * (0.2 + prize.min(3.0))));
        }
        attackers
    }

    /// What a headquarters does for its troops from squares and in modes: how much better attacks are served than
    /// without it.
    fn services(&self, hq: Unit, posts: &[(Square, Mode)]) -> Vec<f32> {
        let pack = &self.grid.pack;
        let nation = pack.unit(hq).nation;
        let others = self.others_reach(hq);
        let attackers = self.attackers_of(hq);
        let guns: Vec<Square> = pack
            .units_of(nation, Kind::Artillery)
            .iter()
            .map(|gun| self.board.square(gun))
            .filter(|square| square.is_some() && !others.supply.contains(*square))
            .collect();
        posts
            .iter()
            .map(|(at, mode)| {
                let all = others.with(self.reach_from(*at, *mode));
                let service: f32 = attackers
                    .iter()
                    .map(|(square, weight)| weight * (all.serves(*square) - others.serves(*square)))
                    .sum();
                service + guns.iter().filter(|square| all.supply.contains(**square)).count() as f32
            })
            .collect()
    }

    /// The mode that a headquarters is in.
    fn mode_of(&self, hq: Unit) -> Mode {
        if self.board.unit(hq).has(Mark::Back) { Mode::Supply } else { Mode::Command }
    }

    /// How good each of some squares is for a headquarters.
    pub(super) fn hq_posts(&self, hq: Unit, squares: &[Square]) -> Vec<f32> {
        let mode = self.mode_of(hq);
        let posts: Vec<(Square, Mode)> = squares.iter().map(|square| (*square, mode)).collect();
        let mut worths = self.services(hq, &posts);
        for (worth, square) in worths.iter_mut().zip(squares) {
            let danger = match self.nearest_enemy(*square) {
                0 | 1 => 3.0,
                2 => 0.8,
                3 => 0.15,
                _ => 0.0,
            };
            let danger = danger + if self.is_exposed(*square) { EXPOSED } else { 0.0 };
            let company = if self.has_company(hq, *square) { COMPANY } else { 0.0 };
            *worth = 0.03 * self.temper.service * worth.min(100.0) + ONWARD * self.pull_on(hq, *square)
                - self.temper.hq_danger * danger
                - company;
        }
        worths
    }

    /// Whether the other mode would serve better where it stands.
    pub(super) fn hq_flip(&self, hq: Unit) -> f32 {
        let at = self.board.square(hq);
        let services = self.services(hq, &[(at, Mode::Command), (at, Mode::Supply)]);
        let near = self.nearest_enemy(at);
        match self.mode_of(hq) {
            // A headquarters that supplies cannot go away, and is lost when it is attacked.
            Mode::Command if near <= 2 => -2.0,
            Mode::Command if self.is_last_commander(hq) => -2.0,
            Mode::Command => 0.1 * (services[1] - services[0]) - 0.3,
            // Whoever commands can also go where he is needed.
            Mode::Supply => 0.1 * (1.15 * services[0] - services[1]) - 0.3,
        }
    }

    /// Whether a headquarters is the only one of its nation that commands: without it nobody attacks.
    fn is_last_commander(&self, hq: Unit) -> bool {
        let nation = self.grid.pack.unit(hq).nation;
        self.grid.hqs(self.board, nation, Mode::Command).all(|other| other == hq)
    }

    /// Whether others stand in a square, so that a headquarters cannot turn to Supply Mode there.
    fn has_company(&self, hq: Unit, square: Square) -> bool {
        self.board.troops_at(&self.grid.pack, self.side, square).any(|unit| unit != hq)
    }
}
