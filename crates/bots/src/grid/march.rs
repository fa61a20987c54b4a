//! Movement: who goes next, and where it is needed most.

use ::grid::map::Edge;
use ::grid::steps;
use ::grid::units::Kind;
use ::grid::{Action, Mark, Place, Side, Square, Squares, Step, Unit};

use super::field::Field;
use super::{Doctrine, NEVER, Part};

/// The worth of winning a lost game by the last moves; a goal is worth about 1.
const DECISIVE: f32 = 4.0;

/// How much better a square at the edge is if the unit leaves the map from it in the same turn.
const AND_AWAY: f32 = 2.0;

/// How much better a square must be if another unit would have to leave it.
const CROWD: f32 = 1.0;

/// The worth of waiting off the map: less than nothing, so a unit comes as soon as it can.
const OFF_THE_MAP: f32 = -0.5;

/// What it costs infantry to move, in a scenario and in a campaign, in which reserves would march to and fro
/// for ever.
const TROUBLE: [f32; 2] = [0.25, 0.6];

/// What it costs guns and headquarters to move, in a scenario and in a campaign: there a unit that stays
/// behind is of no use for months.
const UPHEAVAL: [f32; 2] = [0.7, 0.2];

/// What it costs to leave a trench in the rain.
const MUD: f32 = 1.5;

/// What it costs to leave a goal to the enemy who is engaged there, as a multiple of its worth.
const CONCEDED: f32 = 3.0;

/// How far an enemy may walk in a turn or two: the last guard of a goal within that reach stays.
const WALK: u8 = 6;

/// The part of a square's worth that depends on its last guard, if enemies can walk there.
const LAST_GUARD: f32 = 0.8;

/// The worth of being the one unit that bars the way beside the enemy.
const WALL: f32 = 0.2;

/// How strongly goals must draw for the way to be worth barring; in the corners of the map it leads nowhere.
const NEAR_GOALS: f32 = 0.8;

/// The least readiness with which the last guard of a goal stays, although his side attacks.
const LEFT_BEHIND: f32 = 0.4;

impl<V: Doctrine> Field<'_, V> {
    /// How much a unit would do for its side in a square.
    pub(super) fn post(&self, unit: Unit, to: Square) -> f32 {
        match self.grid.pack.unit(unit).kind {
            Kind::Hq => self.hq_posts(unit, &[to])[0],
            Kind::Artillery => self.gun_posts(unit, &[to])[0],
            _ => self.foot_post(unit, to),
        }
    }

    /// The same for several squares.
    fn posts(&self, unit: Unit, squares: &[Square]) -> Vec<f32> {
        match self.grid.pack.unit(unit).kind {
            Kind::Hq => self.hq_posts(unit, squares),
            Kind::Artillery => self.gun_posts(unit, squares),
            _ => squares.iter().map(|square| self.post(unit, *square)).collect(),
        }
    }

    /// Infantry stands where it can strike what is worth it, or where it holds what is threatened.
    fn foot_post(&self, unit: Unit, to: Square) -> f32 {
        let grid = self.grid;
        let face = self.board.face(&grid.pack, unit);
        let attack = if self.attack(unit) > 0.0 { f32::from(face.attack) } else { 0.0 };
        let mut strike = 0.0f32;
        let mut more = 0.0;
        for (direction, target) in grid.pack.map.around(to) {
            if !self.targets.contains(target) || !grid.pack.map.passable(to, direction) {
                continue;
            }
            let friends = self.beside(self.side, target, unit);
            let guard = self.defense_at(self.enemy, target, Unit::NONE);
            let shift = self.shift(self.enemy, target);
            let joined = self.joined(friends, unit, attack, target);
            let chance = |attack: f32| {
                if self.board.occupied(self.enemy).contains(target) {
                    self.chance(self.temper.confidence * attack, guard, shift)
                } else {
                    f32::from(u8::from(attack > 0.0))
                }
            };
            let gain = chance(joined) - chance(friends);
            let gain = gain * self.prize(target);
            more += gain;
            strike = strike.max(gain);
        }
        let strike = (strike + 0.2 * (more - strike)) * (0.3 + 0.7 * self.aims.riposte(self.side));
        strike
            + self.temper.hold * self.hold(unit, to)
            + self.watch(unit, to)
            + self.left_open(unit, to)
            + self.shields(unit, to)
            + 0.5 * self.temper.pull * self.pull_on(unit, to)
            - self.temper.border * grid.variant.trespass(self, unit, to)
    }

    /// How much better the game ends, on the scale from -1 to 1, for the side with the last moves if a unit
    /// stands in a square at the end. Only this shows that one particular square still turns a defeat.
    fn decides(&self, unit: Unit, to: Square) -> f32 {
        let (grid, variant) = (self.grid, &self.grid.variant);
        let mut then = self.board.clone();
        then.update(&grid.pack, unit, |state| state.put(Place::Map(to)));
        let gain = Doctrine::margin(variant, grid, &then) - Doctrine::margin(variant, grid, self.board);
        if self.side == Side::Allied { gain } else { -gain }
    }

    /// What a unit adds to the defence of a square, less what it risks there.
    fn hold(&self, unit: Unit, to: Square) -> f32 {
        let grid = self.grid;
        let worth = self.aims.worth(to);
        if self.has_last_word {
            let alone = self.defense_at(self.side, to, unit) <= 0.0;
            return if alone { worth } else { 0.05 * worth } + DECISIVE * self.decides(unit, to);
        }
        let threat = self.strength_around(self.enemy, to);
        let shift = self.shift(self.side, to);
        let patience = 1.0 - self.aims.zeal(self.side);
        if threat <= 0.0 {
            let alone = self.defense_at(self.side, to, unit) <= 0.0;
            let part = match alone {
                false => 0.1,
                // An attacker has other units to hold the line for him, in a campaign behind all of it.
                true if worth > 0.0 && self.comes_near(to) => {
                    let care = if self.aims.long_war { patience } else { patience.max(LEFT_BEHIND) };
                    self.aims.garrison + (LAST_GUARD - self.aims.garrison).max(0.0) * care
                }
                true => self.aims.garrison,
            };
            return part * worth - 0.01 * f32::from(shift);
        }
        let others = self.defense_at(self.side, to, unit);
        let own = f32::from(self.board.face(&grid.pack, unit).defense);
        let (without, with) = (self.chance(threat, others, shift), self.chance(threat, others + own, shift));
        let empty = if others <= 0.0 { 1.0 - without } else { 0.0 };
        let steps = f32::from(grid.steps_left(self.board, unit));
        let risk = with * steps * self.aims.price(self.side) * 0.5 * self.temper.risk;
        // A unit beside the enemy also keeps him from walking through, where that leads somewhere.
        let matters = (self.pull(to) / NEAR_GOALS).min(1.0);
        let line =
            if self.board.zoc(self.enemy).contains(to) { 0.15 * self.temper.wall * matters } else { 0.0 };
        let wall =
            if line > 0.0 && others <= 0.0 { self.temper.wall * WALL * patience * matters } else { 0.0 };
        (worth + line) * (without - with + empty * 0.6) + wall - risk
    }

    /// What would draw another unit to a goal that this one left, with no enemy near: the unit there stays,
    /// or the two change places for ever.
    fn left_open(&self, unit: Unit, square: Square) -> f32 {
        let worth = self.aims.worth(square);
        let stands_alone = worth > 0.0
            && self.board.square(unit) == square
            && self.defense_at(self.side, square, unit) <= 0.0
            && self.strength_around(self.enemy, square) <= 0.0;
        if stands_alone { 0.5 * self.temper.pull * self.unmanned(square) * worth } else { 0.0 }
    }

    /// Whether an enemy may walk to a square in a turn or two.
    pub(super) fn comes_near(&self, square: Square) -> bool {
        self.grid.pack.map.disc(square, WALK).meets(self.board.occupied(self.enemy))
    }

    /// The weight of taking a unit in hand: units with somewhere to go come first.
    pub(super) fn pick(&self, unit: Unit) -> f32 {
        let counter = self.grid.pack.unit(unit);
        let square = self.board.square(unit);
        if !square.is_some() {
            return 2.0;
        }
        let near = self.nearest_enemy(square);
        let beside = near <= 1;
        match counter.kind {
            Kind::Hq => 0.9,
            Kind::Artillery if near <= 2 => 0.8,
            Kind::Artillery => 0.3,
            Kind::Infantry if self.grid.variant.reform(self, Action::BreakDown { unit, parts: 0 }) > 0.0 => {
                1.3
            }
            _ if self.grid.variant.may_go_in(self.grid, self.board, unit) => 0.8,
            Kind::Infantry if self.grid.variant.leave(self) > 0.0 && self.is_at_edge(square) => 1.5,
            _ if beside => {
                // A unit beside the enemy stays, unless it holds nothing and strikes nothing.
                let waits = self.aims.zeal(self.side) < 0.5 && !self.has_open_goal_near(square);
                let useful = self.aims.worth(square) > 0.0 || waits;
                let entrench = counter.has_modes() && self.grid.may_flip(self.board, unit).is_legal();
                match (useful, entrench) {
                    (_, true) => 0.6,
                    (true, false) => -0.4,
                    (false, false) => 0.5,
                }
            }
            _ => 1.2 + 0.1 * f32::from(counter.faces[0].attack) / (1.0 + f32::from(near)),
        }
    }

    /// Whether a goal lies open a step or two from a square.
    fn has_open_goal_near(&self, square: Square) -> bool {
        let (own, foe) = (self.board.occupied(self.side), self.board.occupied(self.enemy));
        let open = self.grid.pack.map.disc(square, 2) - *own - *foe;
        open.iter().any(|goal| self.aims.worth(goal) >= 1.0)
    }

    /// Whether a square lies at the edge over which the Allies leave.
    fn is_at_edge(&self, square: Square) -> bool {
        self.grid.pack.map.edges[Edge::East as usize].contains(square)
    }

    /// The weights of what the unit in hand may do.
    fn handle(&self, step: &Step<V::Own>, unit: Unit, options: &[Action<V::Own>], weights: &mut Vec<f32>) {
        let grid = self.grid;
        let here = self.board.square(unit);
        let stay = if here.is_some() { self.post(unit, here) } else { OFF_THE_MAP };
        let squares: Vec<Square> = options
            .iter()
            .filter_map(|option| if let Action::Move { to, .. } = option { Some(*to) } else { None })
            .collect();
        let away = self.ways_off(unit, &squares);
        let mut posts = self.posts(unit, &squares).into_iter();
        // A move must gain a little, or units walk to and fro; guns and headquarters need a better reason. A
        // unit that has moved has already weighed all squares in reach: having reached one goal, it does not
        // go on to the next.
        let again = if self.board.unit(unit).spent() > 0 { 1.5 } else { 0.0 };
        let long_war = usize::from(self.aims.long_war);
        let bother = match (here.is_some(), self.grid.pack.unit(unit).may_attack()) {
            (false, _) => 0.0,
            (true, true) => again + TROUBLE[long_war] * self.temper.bother,
            (true, false) => again + UPHEAVAL[long_war],
        };
        let others =
            options.iter().any(|option| matches!(option, Action::Pick(other) if self.pick(*other) > 0.0));
        let lost = self.trench_in_the_rain(unit) + self.conceded(unit);
        for option in options {
            let weight = match *option {
                Action::Move { to, .. } => {
                    let crowd = self.crowd(unit, to);
                    let leaves = if away.contains(to) { AND_AWAY } else { 0.0 };
                    4.0 * (posts.next().unwrap_or(stay) + leaves - stay) - bother - crowd - lost
                }
                Action::Flip(_) => self.flip(unit),
                // Ending the phase leaves all other units where they are.
                Action::Done if others => -3.0,
                Action::Stay(_) | Action::Done => 0.0,
                Action::Face { to, .. } => self.face(unit, to),
                Action::Pick(other) => 0.3 * self.pick(other).min(1.0) - 0.4,
                Action::BreakDown { .. } | Action::Build { .. } => grid.variant.reform(self, *option),
                Action::Exit { .. } => grid.variant.leave(self),
                Action::Own(_) => grid.variant.weigh_own(self, step, *option),
                _ => -1.0,
            };
            weights.push(weight);
        }
    }

    /// What it costs that another unit must leave the square: nothing where there is room, and everything if
    /// none of them can move any more, because one would be lost.
    fn crowd(&self, unit: Unit, to: Square) -> f32 {
        if self.grid.may_stand(self.board, unit, to).is_legal() {
            return 0.0;
        }
        if self.shuts_out(unit, to) {
            return -NEVER;
        }
        let pack = &self.grid.pack;
        let fights = |unit: Unit| pack.unit(unit).may_attack();
        let strength = |unit: Unit| {
            let face = self.board.face(pack, unit);
            face.attack + face.defense
        };
        // No unit makes room for a weaker one, and guns that are stuck cannot.
        let makes_room = |other: Unit| match (fights(other), fights(unit)) {
            (true, true) => strength(other) <= strength(unit),
            (true, false) => true,
            (false, _) => self.grid.variant.allowance(self.grid, self.board, other) > 0,
        };
        let goes =
            |other: Unit| other != unit && !self.board.unit(other).has(Mark::Moved) && makes_room(other);
        if self.board.troops_at(pack, self.side, to).any(goes) { CROWD } else { -NEVER }
    }

    /// Whether a unit that cannot assault a target would drive away the only units beside it that can.
    fn shuts_out(&self, unit: Unit, to: Square) -> bool {
        let part = |unit: Unit, target: Square| self.grid.variant.part(self.grid, self.board, unit, target);
        self.grid.pack.map.around(to).any(|(_, target)| {
            let mut there = self.board.troops_at(&self.grid.pack, self.side, to);
            self.targets.contains(target)
                && part(unit, target) == Part::Cannot
                && there.any(|other| part(other, target) == Part::Alone)
        })
    }

    /// What it costs engaged defenders to walk out of their square: the enemy takes it at once.
    fn conceded(&self, unit: Unit) -> f32 {
        let state = self.board.unit(unit);
        let fights_on = state.has(Mark::Engaged) && !state.has(Mark::Locked) && state.square().is_some();
        if fights_on { 0.5 + CONCEDED * self.aims.worth(state.square()) } else { 0.0 }
    }

    /// What it costs a dug-in unit to leave in the rain: it cannot dig in again before the rain is over.
    fn trench_in_the_rain(&self, unit: Unit) -> f32 {
        let counter = self.grid.pack.unit(unit);
        let loses = counter.kind != Kind::Hq
            && counter.has_modes()
            && self.board.unit(unit).has(Mark::Back)
            && self.board.weather.is_foul();
        if loses { MUD * (1.5 - self.aims.zeal(self.side)) } else { 0.0 }
    }

    /// Those of some squares at the edge from which a unit that gets there can still leave the map.
    fn ways_off(&self, unit: Unit, squares: &[Square]) -> Squares {
        let grid = self.grid;
        let wants = grid.pack.unit(unit).kind == Kind::Infantry
            && grid.variant.leave(self) > 0.0
            && !self.is_at_edge(self.board.square(unit));
        if !wants || !squares.iter().any(|square| self.is_at_edge(*square)) {
            return Squares::EMPTY;
        }
        let movement = &grid.pack.charts.movement;
        let reach = grid.reach(self.board, unit);
        let allowance = grid.variant.allowance(grid, self.board, unit);
        let spent = self.board.unit(unit).spent();
        let is_open = |square: &Square| {
            let factor = if reach.is_off_front(*square) { movement.off_front_factor } else { 1 };
            let cost = reach.cost(*square).unwrap_or(u8::MAX);
            let needed = cost.saturating_add(spent).saturating_add(movement.exit);
            self.is_at_edge(*square)
                && !self.board.zoc(self.enemy).contains(*square)
                && needed <= allowance.saturating_mul(factor)
        };
        squares.iter().copied().filter(is_open).collect()
    }

    fn face(&self, unit: Unit, to: ::grid::Direction) -> f32 {
        let front = self.grid.pack.map.front(self.side);
        let facing = self.board.unit(unit).facing();
        if to == front && facing != front && !self.board.unit(unit).has(Mark::Turned) { 0.1 } else { -1.5 }
    }

    /// Changing mode: infantry digs in where it will be attacked and leaves its trench to march or strike; for
    /// headquarters see there.
    fn flip(&self, unit: Unit) -> f32 {
        let counter = self.grid.pack.unit(unit);
        if counter.kind == Kind::Hq {
            return self.hq_flip(unit);
        }
        let square = self.board.square(unit);
        let dug_in = self.board.unit(unit).has(Mark::Back);
        let threat = self.strength_around(self.enemy, square);
        if dug_in {
            let strike = self.aims.zeal(self.side) * self.best_strike(unit, square);
            let far = self.board.unit(unit).spent() == 0 && self.nearest_enemy(square) > 4;
            let raids = self.aims.raiders == Some(self.side) && self.board.unit(unit).spent() == 0;
            let climb = match (threat <= 0.0, far) {
                (true, true) => 0.5,
                // A unit that goes far is faster out of its trench.
                (true, false) if raids && self.aims.worth(square) <= 0.0 => 0.5,
                (true, false) => -0.5,
                (false, _) => 4.0 * strike - 1.2 * self.temper.climb,
            };
            return climb - self.trench_in_the_rain(unit);
        }
        if threat <= 0.0 && self.nearest_enemy(square) > 3 {
            return -0.5;
        }
        let strike = self.aims.zeal(self.side) * self.best_strike(unit, square);
        let worth = self.aims.worth(square);
        // A unit that fears no attack goes on instead.
        self.temper.entrench + 0.15 + 0.75 * self.aims.zeal(self.enemy) + 0.5 * worth - 5.0 * strike
    }

    /// The best product of chance and worth among the blows that a unit can join from a square.
    fn best_strike(&self, unit: Unit, from: Square) -> f32 {
        let front = self.grid.pack.unit(unit).faces[0].attack;
        let mut best = 0.0f32;
        for (direction, target) in self.grid.pack.map.around(from) {
            if self.targets.contains(target) && self.grid.pack.map.passable(from, direction) {
                let friends = self.beside(self.side, target, unit);
                let friends = self.joined(friends, unit, f32::from(front), target);
                let guard = self.defense_at(self.enemy, target, Unit::NONE);
                let chance = self.chance(friends, guard, self.shift(self.enemy, target));
                best = best.max(chance * self.prize(target));
            }
        }
        best
    }

    /// The weights of a question in the movement phase.
    pub(super) fn march(&self, step: &Step<V::Own>, options: &[Action<V::Own>], weights: &mut Vec<f32>) {
        let Step::Move(steps::Move { unit, .. }) = *step else { return };
        if unit.is_some() {
            self.handle(step, unit, options, weights);
            return;
        }
        for option in options {
            weights.push(match *option {
                Action::Pick(unit) => self.pick(unit),
                _ => 0.0,
            });
        }
    }
}
