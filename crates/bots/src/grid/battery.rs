//! The battery: how many guns fire at a square, and which are kept for another.

use ::grid::{Action, BoardOf, Square, Unit};
use arrayvec::ArrayVec;

use super::Doctrine;
use super::field::Field;

/// The smallest gain that makes guns fire.
const TRIFLE: f32 = 0.002;

/// The share of a blow's worth that an ordinary bombardment of another square brings.
const ORDINARY: f32 = 0.45;

/// The column that an ordinary bombardment reaches.
const COLUMN: usize = 3;

/// Another square that guns could fire at, and what each factor would bring there.
struct Other {
    square: Square,
    rate: f32,
}

impl<V: Doctrine> Field<'_, V> {
    /// The weights of who joins the bombardment in hand and of opening fire. Guns join as long as they, or
    /// all that could still join, move the result further here than elsewhere. Factors beyond the last column
    /// are wasted.
    pub(super) fn gather(&self, options: &[Action<V::Own>], own: impl Fn(Action<V::Own>) -> f32) -> Vec<f32> {
        let now = self.shelling(self.board);
        let guns: ArrayVec<Unit, 64> = options
            .iter()
            .filter_map(|option| if let Action::Join(gun) = option { Some(*gun) } else { None })
            .take(64)
            .collect();
        let mut all = self.board.clone();
        for gun in &guns {
            join::<V>(&mut all, *gun);
        }
        let factors: f32 = guns.iter().map(|gun| self.factors_of(*gun)).sum();
        // What each factor adds on average if all guns join: one gun alone may not reach the next column.
        let rate = (self.shelling(&all) - now).max(0.0) / factors.max(1.0);
        // Half a battery achieves nothing anywhere: a bombardment that is begun is finished first.
        let others =
            if rate > TRIFLE / 10.0 && self.is_ordinary() { self.other_targets(&guns) } else { Vec::new() };
        let worth: ArrayVec<f32, 64> =
            guns.iter().map(|gun| self.joining(*gun, now, rate, &others)).collect();
        let best = worth.iter().copied().fold(f32::MIN, f32::max);
        let mut worth = worth.into_iter();
        options
            .iter()
            .map(|option| match *option {
                Action::Join(_) => worth.next().unwrap_or(-0.3),
                Action::Done if best > 0.0 => -1.0,
                Action::Done => 0.4,
                other => own(other),
            })
            .collect()
    }

    /// What one more gun adds to the bombardment in hand, less what it could do elsewhere.
    fn joining(&self, gun: Unit, now: f32, rate: f32, others: &[Other]) -> f32 {
        let mut trial = self.board.clone();
        join::<V>(&mut trial, gun);
        let gain = (self.shelling(&trial) - now).max(rate * self.factors_of(gun));
        if gain <= TRIFLE {
            return -0.3;
        }
        let supplied = !gun.is_some() || self.grid.gun_is_supplied(self.board, gun);
        let elsewhere = others
            .iter()
            .filter(|other| self.reaches(gun, other.square))
            .map(|other| other.rate)
            .fold(0.0, f32::max);
        let reach = if gun.is_some() { f32::from(self.grid.pack.unit(gun).range) } else { 0.0 };
        let dear = elsewhere * self.factors_of(gun) + if supplied { 0.0 } else { 0.02 };
        // The guns that reach least far come first: the others have more to choose from.
        6.0 * (gain - dear) + 0.06 - 0.002 * reach
    }

    /// Whether the bombardment in hand has reached the column of an ordinary one.
    fn is_ordinary(&self) -> bool {
        let column = self.grid.assess_bombardment(self.board, self.side).column;
        column.is_some_and(|column| usize::from(column) >= COLUMN)
    }

    /// Whether a gun has a square in range, roughly.
    fn reaches(&self, gun: Unit, square: Square) -> bool {
        gun.is_some()
            && self.grid.pack.map.distance(self.board.square(gun), square) <= self.grid.pack.unit(gun).range
    }

    /// The factors of a gun; those off the map count as an ordinary battery.
    fn factors_of(&self, gun: Unit) -> f32 {
        if gun.is_some() { f32::from(self.board.face(&self.grid.pack, gun).attack) } else { 4.0 }
    }

    /// What else some guns could fire at, if enough of them reach it.
    fn other_targets(&self, guns: &[Unit]) -> Vec<Other> {
        let chart = &self.grid.pack.charts.bombardment;
        let mut others = Vec::new();
        for square in self.front(2).iter().filter(|square| *square != self.board.shot.target) {
            let blow = self.softening(square) * (1.0 - self.shelled(square)).max(0.0);
            if blow <= 0.05 {
                continue;
            }
            let minimum = &chart.minimum[usize::from(self.grid.target_row(self.board, self.enemy, square))];
            let reaching: f32 =
                guns.iter().filter(|gun| self.reaches(**gun, square)).map(|gun| self.factors_of(*gun)).sum();
            let needed = f32::from(minimum[COLUMN]);
            if reaching >= needed {
                others.push(Other { square, rate: self.temper.elsewhere * ORDINARY * blow / needed });
            }
        }
        others
    }

    /// The weights of answering the enemy's guns: as many guns as are needed, the smallest sufficient ones
    /// first, because each answers only once.
    pub(super) fn answer(&self, nation: ::grid::Nation, options: &[Action<V::Own>]) -> Vec<f32> {
        let silences = |guns: &[Unit]| {
            let mut trial = self.board.clone();
            for gun in guns {
                if gun.is_some() {
                    trial.shot.counter.insert(*gun);
                } else {
                    trial.shot.counter_off_map = true;
                }
            }
            self.grid.variant.silences(self.grid, &trial, nation)
        };
        let guns: Vec<Unit> = options
            .iter()
            .filter_map(|option| if let Action::Join(gun) = option { Some(*gun) } else { None })
            .collect();
        let now = silences(&[]);
        // One gun alone may be too little.
        let gathers = now <= 0.0 && silences(&guns) > 0.0;
        let weights = options.iter().map(|option| match *option {
            Action::Join(gun) => {
                let gain = silences(&[gun]) - now;
                let factors = if gun.is_some() { self.board.face(&self.grid.pack, gun).defense } else { 4 };
                match (gain > 0.01, gathers) {
                    (true, _) => 1.0 + 2.0 * gain - 0.05 * f32::from(factors),
                    (false, true) => 0.6,
                    (false, false) => -1.0,
                }
            }
            _ if gathers => -0.5,
            _ => 0.3,
        });
        weights.collect()
    }
}

/// Adds a gun, or the guns off the map, to the bombardment in hand on an imagined board.
fn join<V: Doctrine>(trial: &mut BoardOf<V>, gun: Unit) {
    if gun.is_some() {
        trial.shot.guns.insert(gun);
    } else {
        trial.shot.off_map = true;
    }
}
