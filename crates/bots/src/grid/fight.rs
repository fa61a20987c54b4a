//! The fight: who goes in, who closes, what supports them, and who follows.

use ::grid::assault::Wave;
use ::grid::resources::SMOKE;
use ::grid::steps;
use ::grid::{Action, BoardOf, Mark, Nation, Square, Squares, Step, Unit};

use super::Doctrine;
use super::field::Field;
use super::outlook::Outlook;
use super::prospect::{Prospect, dice, planned, ready, walk_in};

impl<V: Doctrine> Field<'_, V> {
    /// The wave of a question about commitments.
    pub(super) fn wave(step: &Step<V::Own>) -> Wave {
        match step {
            Step::Commit(steps::Commit { only, .. }) if only.is_some() => Wave::Secondary,
            _ => Wave::Primary,
        }
    }

    /// The weights of commitments: the plan first, the best blow before the others.
    pub(super) fn commit(&self, step: &Step<V::Own>, options: &[Action<V::Own>], weights: &mut Vec<f32>) {
        let outlook = Outlook::of(self, options, Self::wave(step));
        for option in options {
            weights.push(match *option {
                Action::Commit { unit, to } => match outlook.blow_of(unit) {
                    Some(blow) if blow.target == to => {
                        // The strongest first: a unit that goes in early may shorten command for the others.
                        0.8 + (2.0 * blow.gain).min(2.0) + 0.03 * self.attack(unit)
                    }
                    _ => -1.5,
                },
                _ => 0.0,
            });
        }
    }

    /// Takes a committed assault in hand on an imagined board.
    fn in_hand(&self, trial: &mut BoardOf<V>, target: Square) {
        let mut renewed = false;
        self.grid.attackers(self.board, target, |unit| {
            renewed |= self.board.unit(unit).has(Mark::Locked);
        });
        ready(self, trial, target, if renewed { Wave::Renewed } else { Wave::Primary });
    }

    /// What an assault that waits for its dice promises as it stands: Defensive Fire is over.
    pub(super) fn assault(&self, target: Square) -> Prospect {
        if !self.board.occupied(self.enemy).contains(target) {
            return walk_in(self, target);
        }
        let mut trial = self.board.clone();
        self.in_hand(&mut trial, target);
        dice(self, &trial)
    }

    /// Closing in helps the assault and doubles its losses: what it adds, if it succeeds.
    pub(super) fn close(&self, from: Square, to: Square) -> f32 {
        let units: Vec<Unit> =
            self.board.units_at(from).filter(|unit| self.grid.target_of(self.board, *unit) == to).collect();
        self.closing(&units, to)
    }

    /// What some units add by closing in on a square.
    pub(super) fn closing(&self, units: &[Unit], to: Square) -> f32 {
        let mut trial = self.board.clone();
        let now = planned(self, &mut trial, to, Wave::Primary).value;
        for unit in units {
            trial.update(&self.grid.pack, *unit, |state| state.close(true));
        }
        let then = planned(self, &mut trial, to, Wave::Primary).value;
        5.0 * (then - now)
    }

    /// A headquarters supplies the assault in hand only if all attackers can be supplied; for some of them it
    /// would be wasted. First choice is a headquarters that is spent already, then one that suffices alone.
    pub(super) fn supply_with(&self, hq: Unit) -> f32 {
        let from = self.jump_off();
        if !self.can_be_supplied(&from) || self.alone_holds(hq) {
            return -1.0;
        }
        let free = if self.board.used.contains(hq) { 0.8 } else { 0.0 };
        let nation = self.grid.pack.unit(hq).nation;
        let alone = if self.grid.supplies_all(self.board, hq, &from[nation.index()]) { 0.4 } else { 0.0 };
        1.5 + free + alone
    }

    /// Whether an unspent headquarters is the only holder of a goal that enemies may walk to.
    fn alone_holds(&self, hq: Unit) -> bool {
        let at = self.board.square(hq);
        at.is_some()
            && !self.board.used.contains(hq)
            && self.aims.worth(at) >= 1.0
            && self.defense_at(self.side, at, hq) <= 0.0
            && self.comes_near(at)
    }

    /// Whether all headquarters that may be named together supply the attackers of all nations from some squares.
    fn can_be_supplied(&self, from: &[Squares; 3]) -> bool {
        let mut trial = self.board.clone();
        self.grid.supply_fully(&mut trial);
        Nation::ALL.into_iter().zip(from).all(|(nation, from)| {
            from.is_empty() || self.grid.variant.is_supplied(self.grid, &trial, nation, from)
        })
    }

    /// The squares from which each nation attacks in the assault in hand.
    fn jump_off(&self) -> [Squares; 3] {
        let mut from = [Squares::EMPTY; 3];
        self.grid.attackers(self.board, self.board.assault.target, |unit| {
            from[self.grid.pack.unit(unit).nation.index()].insert(self.board.square(unit));
        });
        from
    }

    /// A resource goes where it adds most. It is kept while there are as many waiting assaults that would
    /// gain more as there are resources of its kind.
    pub(super) fn support(&self, kind: u8) -> f32 {
        let mut trial = self.board.clone();
        let here = self.helped(&mut trial, kind);
        let weight = 6.0 * here - 0.08 * self.temper.spare;
        if weight <= 0.0 {
            return weight;
        }
        let commander = self.grid.assault_commander(self.board);
        let left = u32::from(self.board.resources[commander.index()][usize::from(kind)]);
        let mut waiting = self.grid.assaulted(self.board, self.side, ::grid::commitment::Renewed::Too);
        waiting.remove(self.board.assault.target);
        if waiting.count() < left {
            return weight;
        }
        let mut better = 0;
        for target in waiting.iter() {
            self.in_hand(&mut trial, target);
            let may = self.grid.assault_commander(&trial) == commander
                && self.grid.may_use(&trial, commander, kind).is_legal();
            if may && self.helped(&mut trial, kind) > here {
                better += 1;
                if better >= left {
                    return -0.3;
                }
            }
        }
        weight
    }

    /// What a resource adds to the assault in hand, on an imagined board.
    fn helped(&self, trial: &mut BoardOf<V>, kind: u8) -> f32 {
        let now = dice(self, trial).value;
        let (before, smoke) = (trial.assault.resources, trial.assault.smoke);
        trial.assault.resources |= 1 << kind;
        let mut then = dice(self, trial).value;
        if kind == SMOKE {
            let good = f32::from(self.grid.pack.charts.resources.smoke_upto.min(6)) / 6.0;
            trial.assault.smoke = true;
            then = good * dice(self, trial).value + (1.0 - good) * then;
        }
        (trial.assault.resources, trial.assault.smoke) = (before, smoke);
        then - now
    }

    /// A second wave of a commander against a square: the best blow of exactly the units that may go.
    pub(super) fn second_wave(&self, commander: Nation, target: Square) -> f32 {
        let command = self.grid.command_cache(self.board, commander);
        let mut options: Vec<Action<V::Own>> = Vec::new();
        for (_, from) in self.grid.pack.map.around(target) {
            let free = |unit: &Unit| {
                !self.board.unit(*unit).has(Mark::Engaged)
                    && self
                        .grid
                        .may_commit(self.board, commander, *unit, target, Wave::Secondary, &command)
                        .is_legal()
            };
            let units = self.board.troops_at(&self.grid.pack, self.side, from).filter(free);
            options.extend(units.map(|unit| Action::Commit { unit, to: target }));
        }
        match Outlook::of(self, &options, Wave::Secondary).blows.first() {
            Some(blow) if blow.prospect.take >= V::LEAST_CHANCE => {
                4.0 * blow.prospect.value - 0.3 + self.temper.again
            }
            _ => -2.0,
        }
    }

    /// The weights of who advances where: ground that is wanted, and as many as hold it.
    pub(super) fn advance(&self, unit: Unit, to: Square) -> f32 {
        let here = self.board.square(unit);
        let gain = self.post(unit, to) - self.post(unit, here);
        let taken = self.board.occupied(self.side).contains(self.board.assault.target);
        let first = if !taken && to == self.board.assault.target { 0.6 } else { 0.0 };
        let gap = if taken { 0.0 } else { 0.2 * f32::from(self.board.face(&self.grid.pack, unit).defense) };
        let bared = if to == here { 0.0 } else { self.bared_by(unit, &[]) };
        2.0 * gain + first + 0.3 * gap + 0.2 * self.aims.worth(to) - 2.0 * bared
    }

    /// Where to strike back: at the weakest of the attackers.
    pub(super) fn strike_back(&self, square: Square) -> f32 {
        let mut trial = self.board.clone();
        trial.assault.strike = square;
        let assessment = self.grid.assess_strike(&trial);
        f32::from(self.grid.assault_column(&assessment)) + 0.5 * f32::from(assessment.modifiers.sum())
    }
}
