//! Headquarters: some command, some supply, all out of the enemy's reach.

use ::grid::command::Mode;
use ::grid::units::Kind;
use ::grid::variant::Small;
use ::grid::{Mark, Square, Squares, Unit};

use super::Doctrine;
use super::field::Field;

/// How strongly the goals draw headquarters on: little, or all of them crowd behind one wing.
const ONWARD: f32 = 0.15;

/// What it costs a headquarters to stand with others.
const COMPANY: f32 = 0.6;

/// What a headquarters risks where no infantry covers it.
const EXPOSED: f32 = 0.4;

/// What it risks where enemies will surely strike and break through.
const OVERRUN: f32 = 0.6;

/// The part of the danger that remains where enemies are near but infantry bars their way.
const UNLIKELY: f32 = 0.6;

/// The part for which supply counts that a headquarters can give only in the next turn.
const LATER: f32 = 0.7;

/// More factors than these in one square do not make its attack more important.
const MASS: f32 = 8.0;

/// What it costs to turn a headquarters over.
const TURNED: f32 = 0.3;

/// The cost of turning one to Supply Mode two squares from the enemy, who may catch it if it is not used up.
const CAUGHT: f32 = 0.6;

/// Squares that headquarters reach.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// The squares near enough for the better modifier.
    near: Squares,
    /// In command at all.
    command: Squares,
    /// In command for small units, too.
    small: Squares,
    /// In supply.
    supply: Squares,
}

impl Reach {
    /// How well an attack from a square is served, from 0 to 1. Without command there is no attack; near is
    /// worth two points on the dice more than far, and supply two more than no supply.
    fn serves(&self, attackers: &Attackers) -> f32 {
        let square = attackers.square;
        let supply = self.supply.contains(square);
        let command = if attackers.small { self.small } else { self.command };
        match (self.near.contains(square), command.contains(square), supply) {
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
            small: self.small | other.small,
            supply: self.supply | other.supply,
        }
    }
}

/// Units in a square that may attack.
struct Attackers {
    square: Square,
    /// How much depends on their attack.
    weight: f32,
    /// Whether command may not reach as far for them as for others (Big Push 8.4).
    small: bool,
}

impl<V: Doctrine> Field<'_, V> {
    /// The squares that a headquarters reaches from a square in a mode, roughly: nothing bars its paths.
    fn reach_from(&self, hq: Unit, at: Square, mode: Mode) -> Reach {
        let charts = &self.grid.pack.charts;
        let variant = &self.grid.variant;
        let command = |small: Small| variant.command_range(self.grid, self.board, hq, small);
        let disc = |range: u8| self.grid.pack.map.disc(at, range.saturating_sub(1));
        match mode {
            Mode::Command => Reach {
                near: disc(charts.ranges.command_near),
                command: disc(command(Small::None)),
                small: disc(command(Small::Some)),
                supply: Squares::EMPTY,
            },
            Mode::Supply => {
                let steps = variant.supply_steps(charts.weather.effect(self.board.weather).supply_range);
                Reach { supply: self.grid.pack.map.disc(at, steps), ..Reach::default() }
            }
        }
    }

    /// What the other headquarters of a nation reach.
    fn others_reach(&self, hq: Unit) -> Reach {
        let nation = self.grid.pack.unit(hq).nation;
        let mut all = Reach::default();
        for mode in [Mode::Command, Mode::Supply] {
            for other in self.grid.hqs(self.board, nation, mode).filter(|other| *other != hq) {
                all = all.with(self.reach_from(other, self.board.square(other), mode));
            }
        }
        all
    }

    /// Where a nation's attackers stand, and how much depends on their attacks.
    fn attackers_of(&self, hq: Unit) -> Vec<Attackers> {
        let pack = &self.grid.pack;
        let nation = pack.unit(hq).nation;
        let front = self.front(1);
        let line = pack.map.spread(front) & *self.board.occupied(self.side);
        let mut attackers = Vec::with_capacity(24);
        for square in line.iter() {
            let (mut factors, mut small) = (0.0, false);
            for unit in self.board.troops_at(pack, self.side, square) {
                let attack = self.attack(unit);
                if pack.unit(unit).nation == nation && attack > 0.0 {
                    factors += attack;
                    small |= self.grid.variant.is_small(self.grid, unit);
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
            let weight = factors.min(MASS) * (0.2 + prize.min(3.0));
            attackers.push(Attackers { square, weight, small });
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
                let all = others.with(self.reach_from(hq, *at, *mode));
                let service: f32 = attackers
                    .iter()
                    .map(|attackers| attackers.weight * (all.serves(attackers) - others.serves(attackers)))
                    .sum();
                service + guns.iter().filter(|square| all.supply.contains(**square)).count() as f32
            })
            .collect()
    }

    /// What a headquarters does where it stands.
    pub(super) fn service_of(&self, hq: Unit) -> f32 {
        let at = self.board.square(hq);
        if at.is_some() { self.services(hq, &[(at, self.mode_of(hq))])[0] } else { 0.0 }
    }

    /// The mode that a headquarters is in.
    fn mode_of(&self, hq: Unit) -> Mode {
        if self.board.unit(hq).has(Mark::Back) { Mode::Supply } else { Mode::Command }
    }

    /// What a headquarters does from squares in its present mode, or could do there in Supply Mode: at once
    /// if it is about to enter the map, else in the next turn.
    fn services_at(&self, hq: Unit, squares: &[Square]) -> Vec<f32> {
        let in_mode = |mode: Mode| -> Vec<f32> {
            let posts: Vec<(Square, Mode)> = squares.iter().map(|square| (*square, mode)).collect();
            self.services(hq, &posts)
        };
        let mode = self.mode_of(hq);
        let mut services = in_mode(mode);
        let part = match self.board.square(hq).is_some() {
            false => 1.0,
            true if self.board.turn >= self.board.last_turn => 0.0,
            true => LATER,
        };
        if mode == Mode::Command && part > 0.0 {
            for (service, supply) in services.iter_mut().zip(in_mode(Mode::Supply)) {
                *service = service.max(part * supply);
            }
        }
        services
    }

    /// How good each of some squares is for a headquarters.
    pub(super) fn hq_posts(&self, hq: Unit, squares: &[Square]) -> Vec<f32> {
        let mut worths = self.services_at(hq, squares);
        for (worth, square) in worths.iter_mut().zip(squares) {
            let danger = match self.nearest_enemy(*square) {
                0 | 1 => 3.0,
                2 => 0.8,
                3 => 0.15,
                _ => 0.0,
            };
            let exposed = if self.is_exposed(*square) { EXPOSED } else { 0.0 };
            let overrun = self.overrun(hq, *square);
            // Enemies may be near and yet not get there.
            let comes = if overrun > 0.0 || self.nearest_enemy(*square) <= 1 { 1.0 } else { UNLIKELY };
            let danger = comes * (danger + exposed) + OVERRUN * overrun;
            let company = if self.has_company(hq, *square) { COMPANY } else { 0.0 };
            *worth = 0.03 * self.temper.service * worth.min(100.0) + ONWARD * self.pull_on(hq, *square)
                - self.temper.hq_danger * danger
                - company
                + self.last_post(hq, *square);
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
            Mode::Command if near <= 1 => -2.0,
            Mode::Command if self.is_last_commander(hq) => -2.0,
            Mode::Command => {
                // At the end there is no later turn to spare a headquarters for.
                let turned = if self.board.turn >= self.board.last_turn { 0.0 } else { TURNED };
                let caught = if near <= 2 { CAUGHT } else { 0.0 };
                0.1 * (services[1] - services[0]) - turned - caught
            }
            // A headquarters in Command Mode can also go where it is needed.
            Mode::Supply => 0.1 * (1.15 * services[0] - services[1]) - TURNED,
        }
    }

    /// Whether a headquarters is the last of its nation that commands: without it the nation cannot attack.
    fn is_last_commander(&self, hq: Unit) -> bool {
        let nation = self.grid.pack.unit(hq).nation;
        self.grid.hqs(self.board, nation, Mode::Command).all(|other| other == hq)
    }

    /// Whether others stand in a square, so that a headquarters cannot turn to Supply Mode there.
    fn has_company(&self, hq: Unit, square: Square) -> bool {
        self.board.troops_at(&self.grid.pack, self.side, square).any(|unit| unit != hq)
    }
}
