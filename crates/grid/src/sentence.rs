//! A sentence about an event, put together piece by piece.

use engine::wire::{Roll, Told};

use crate::event::Rolled;
use crate::rule::Rule;
use crate::speak::Speak;
use crate::square::Square;
use crate::units::{Nation, Side, Unit, UnitSet};
use crate::variant::Grid;

/// A sentence in the making.
pub struct Sentence<'a, V: Speak> {
    grid: &'a Grid<V>,
    pub(crate) told: Told,
}

impl<'a, V: Speak> Sentence<'a, V> {
    /// A sentence of that kind.
    pub fn new(grid: &'a Grid<V>, kind: &str, text: impl Into<String>) -> Sentence<'a, V> {
        Sentence {
            grid,
            told: Told {
                kind: kind.to_owned(),
                seat: None,
                text: text.into(),
                cases: Vec::new(),
                places: Vec::new(),
                units: Vec::new(),
                rolls: Vec::new(),
            },
        }
    }

    /// Cites rules.
    pub fn by<R: Into<Rule<V::Own>>>(mut self, rules: impl IntoIterator<Item = R>) -> Self {
        for number in self.grid.pack.casebook.numbers(rules.into_iter().map(Into::into)) {
            if !self.told.cases.contains(&number) {
                self.told.cases.push(number);
            }
        }
        self
    }

    /// Says where.
    pub fn at(mut self, square: Square) -> Self {
        if square.is_some() {
            self.told.places.push(self.grid.pack.map.name(square).to_owned());
        }
        self
    }

    /// Says who.
    pub fn of(mut self, unit: Unit) -> Self {
        if unit.is_some() {
            self.told.units.push(self.grid.id(unit).to_owned());
        }
        self
    }

    /// Says who, all of them.
    pub fn of_all(self, units: &UnitSet) -> Self {
        units.iter().fold(self, Sentence::of)
    }

    /// Says whose doing it was.
    pub fn seat(mut self, side: Side) -> Self {
        let nation = if side == Side::German { Nation::German } else { Nation::French };
        self.told.seat = Some(self.grid.variant.seat_of(nation));
        self
    }

    /// Shows the dice.
    pub fn roll(mut self, label: &str, roll: &Rolled<V::Own>) -> Self {
        let dice = roll.dice.iter().copied().filter(|die| *die > 0).collect();
        self.told.rolls.push(Roll {
            seat: self.told.seat,
            label: label.to_owned(),
            dice,
            lines: self.grid.lines(&roll.modifiers),
            total: i32::from(roll.total()),
        });
        let rules: Vec<Rule<V::Own>> =
            std::iter::once(roll.rule).chain(roll.modifiers.0.iter().map(|line| line.rule)).collect();
        self.by(rules)
    }

    /// Shows one plain die.
    pub fn die(mut self, label: &str, dice: &[u8]) -> Self {
        self.told.rolls.push(Roll {
            seat: self.told.seat,
            label: label.to_owned(),
            dice: dice.to_vec(),
            lines: Vec::new(),
            total: dice.iter().map(|die| i32::from(*die)).sum(),
        });
        self
    }

    /// The sentence.
    pub fn done(self) -> Told {
        self.told
    }
}
