//! The danger to guns and headquarters: the enemy takes them where no infantry is in the way.

use ::grid::units::Kind;
use ::grid::{Square, Squares, Unit};

use super::Doctrine;
use super::field::Field;

/// How many squares enemies move before they strike.
const STRIDE: usize = 4;

/// The worth of shielding a gun or a headquarters that would otherwise be overrun.
const SHIELD: f32 = 0.4;

/// The part of a square's worth that is lost in the last turn when a gun or headquarters leaves it empty.
const LAST_POST: f32 = 0.8;

/// Guns and headquarters.
fn is_helpless(kind: Kind) -> bool {
    matches!(kind, Kind::Artillery | Kind::Hq)
}

impl<V: Doctrine> Field<'_, V> {
    /// The squares that enemies may strike in their next turn.
    fn struck(&self) -> &Squares {
        self.struck.get_or_init(|| {
            let (pack, map) = (&self.grid.pack, &self.grid.pack.map);
            let strikes = |square: &Square| {
                self.board.troops_at(pack, self.enemy, *square).any(|unit| self.attack(unit) > 0.0)
            };
            let enemies: Squares = self.board.occupied(self.enemy).iter().filter(strikes).collect();
            let (stand, zones) = (*self.board.occupied(self.side), *self.board.zoc(self.side));
            map.spread(enemies | self.entered_by(enemies, stand, zones, STRIDE))
        })
    }

    /// Infantry of this side in a square, `but` left out.
    fn infantry_at(&self, square: Square, but: Unit) -> impl Iterator<Item = Unit> {
        let pack = &self.grid.pack;
        let fights = move |unit: &Unit| *unit != but && pack.unit(*unit).may_attack();
        self.board.troops_at(pack, self.side, square).filter(fights)
    }

    /// How likely a gun or a headquarters in a square is overrun: certain without a shield, else as likely as
    /// the shield breaks.
    pub(super) fn overrun(&self, unit: Unit, square: Square) -> f32 {
        if !self.struck().contains(square) {
            return 0.0;
        }
        let shield: f32 = self
            .infantry_at(square, unit)
            .map(|other| f32::from(self.grid.defense_factor(self.board, other)))
            .sum();
        let threat = self.strength_around(self.enemy, square);
        if shield > 0.0 { self.chance(threat, shield, self.shift(self.side, square)) } else { 1.0 }
    }

    /// The worth of infantry that alone shields guns and headquarters in a square.
    pub(super) fn shields(&self, unit: Unit, square: Square) -> f32 {
        if !self.struck().contains(square) || self.infantry_at(square, unit).next().is_some() {
            return 0.0;
        }
        let pack = &self.grid.pack;
        let helpless = |other: &Unit| is_helpless(pack.unit(*other).kind);
        SHIELD * self.board.troops_at(pack, self.side, square).filter(helpless).count() as f32
    }

    /// What a side loses in the last turn when a gun or a headquarters leaves a square that it alone holds.
    pub(super) fn last_post(&self, unit: Unit, square: Square) -> f32 {
        let holds = self.board.turn >= self.board.last_turn
            && self.board.square(unit) == square
            && self.defense_at(self.side, square, unit) <= 0.0;
        if holds { LAST_POST * self.aims.worth(square) } else { 0.0 }
    }

    /// Whether enemies are near a square and no infantry of this side stands there or beside it.
    pub(super) fn is_exposed(&self, square: Square) -> bool {
        let near = self.nearest_enemy(square) <= 4 || self.waits() && self.comes_near(square);
        let around = self.grid.pack.map.disc(square, 1) & *self.board.occupied(self.side);
        near && !around.iter().any(|near| self.infantry_at(near, Unit::NONE).next().is_some())
    }
}
