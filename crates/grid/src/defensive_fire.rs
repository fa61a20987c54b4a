//! Defensive fire: those about to be assaulted shoot first.
//!
//! Big Push 10.0, Verdun 15.0. The defender takes one assaulted square at a time, totals his factors and rolls once.
//! Losses fall at once; survivors carry on.

mod fall_back;
mod firers;
mod odds;
mod squares;

use arrayvec::ArrayVec;

use crate::assault::Wave;
use crate::board::Mark;
use crate::commitment::Renewed;
use crate::event::Modifiers;
use crate::rule::Common;
use crate::square::{Square, Squares};
use crate::units::{Kind, Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, Grid, Variant};

pub use fall_back::FallBack;
pub use firers::Firers;
pub use squares::DefensiveFire;

/// A result of the Defensive Fire table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fire {
    /// Nothing.
    Miss,
    /// The attackers go back.
    Retreat,
    /// The attackers go back, disrupted.
    Disrupt,
    /// The attackers lose steps.
    Steps(u8),
}

impl Fire {
    /// The result that the chart spells so.
    pub fn parse(text: &str) -> Fire {
        match text {
            "R" => Fire::Retreat,
            "D" => Fire::Disrupt,
            "1" => Fire::Steps(1),
            "2" => Fire::Steps(2),
            "3" => Fire::Steps(3),
            "4" => Fire::Steps(4),
            _ => Fire::Miss,
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Fire::Miss => "no effect",
            Fire::Retreat => "retreat",
            Fire::Disrupt => "retreat and disrupted",
            Fire::Steps(1) => "one step",
            Fire::Steps(2) => "two steps",
            Fire::Steps(3) => "three steps",
            Fire::Steps(_) => "four steps",
        }
    }
}

/// Defensive Fire, ready to be rolled.
#[derive(Clone, Debug)]
pub struct FireAssessment<V: Variant> {
    /// Factors firing.
    pub factors: u8,
    /// What is added to the dice.
    pub modifiers: Modifiers<V::Own>,
}

impl<V: Variant> Grid<V> {
    /// A unit's factor in Defensive Fire: its second number, or its number in a Secondary Attack; an HQ in Supply Mode
    /// has none (Big Push 10.1).
    pub fn fire_factor(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let lower =
            self.variant.fires_as_in_secondary_attack(self, board) && self.pack.unit(unit).may_attack();
        if lower {
            self.attack_factor(board, unit, Wave::Secondary)
        } else {
            self.defense_number(board, unit)
        }
    }

    fn may_shoot(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        state.good_order()
            && !state.has(Mark::Engaged)
            && !state.commitment().shot()
            && self.fire_factor(board, unit) > 0
    }

    /// Good-order units in the assaulted square.
    pub(crate) fn firers_in(&self, board: &BoardOf<V>, side: Side, target: Square) -> UnitSet {
        self.defenders(board, side, target).filter(|unit| self.may_shoot(board, *unit)).collect()
    }

    /// Good-order units next to the assaulted square that are not assaulted themselves and stand next to an attacker
    /// (Big Push 10.2).
    pub(crate) fn firers_beside(&self, board: &BoardOf<V>, side: Side, target: Square) -> ArrayVec<Unit, 32> {
        let mut units = ArrayVec::new();
        if !self.variant.neighbours_fire(board) {
            return units;
        }
        let assaulted = self.assaulted(board, side.enemy(), Renewed::Too);
        let mut attacked_from = Squares::EMPTY;
        self.attackers(board, target, |unit| attacked_from.insert(board.square(unit)));
        let near = self.pack.map.spread(attacked_from);
        for (_, square) in self.pack.map.around(target) {
            if assaulted.contains(square) || !near.contains(square) {
                continue;
            }
            for unit in board.troops_at(&self.pack, side, square) {
                if self.may_shoot(board, unit) {
                    let _ = units.try_push(unit);
                }
            }
        }
        units
    }

    /// The assaulted squares from which fire is still to come.
    fn open_to_fire(&self, board: &BoardOf<V>, side: Side, only: Square) -> Squares {
        let mut squares = self.assaulted(board, side.enemy(), Renewed::Not) - board.answered;
        if only.is_some() {
            squares = squares & Squares::one(only);
        }
        for square in squares.iter() {
            let silent = self.firers_in(board, side, square).is_empty()
                && self.firers_beside(board, side, square).is_empty();
            if silent || !self.draws_fire(board, square) {
                squares.remove(square);
            }
        }
        squares
    }

    /// Whether an assault is met by fire: engaged units that turn on those who engaged them go straight to the
    /// assault (Big Push 10.2, Verdun 15.2.5).
    fn draws_fire(&self, board: &BoardOf<V>, target: Square) -> bool {
        let mut fresh = self.pack.first_edition();
        self.attackers(board, target, |unit| {
            let state = board.unit(unit);
            fresh |= !state.has(Mark::Engaged) && !state.has(Mark::Locked);
        });
        fresh
    }

    /// Who speaks for an assaulted square: the commander with most units in it.
    fn firing_commander(&self, board: &BoardOf<V>, side: Side, square: Square) -> Nation {
        self.spokesman(board, side, board.troops_at(&self.pack, side, square))
    }

    /// Who is asked for fire: the first commander with a square from which it is still to come.
    pub(crate) fn fire_commander(&self, board: &BoardOf<V>, side: Side, only: Square) -> Nation {
        let commanders = self.variant.commanders(board, side);
        let open = self.open_to_fire(board, side, only);
        let has_one =
            |nation: &Nation| open.iter().any(|square| self.firing_commander(board, side, square) == *nation);
        if commanders.len() == 1 {
            return commanders[0];
        }
        commanders.iter().copied().find(has_one).unwrap_or(commanders[0])
    }

    /// The squares from which the commander who is asked may fire.
    fn squares_to_fire(&self, board: &BoardOf<V>, side: Side, only: Square) -> Squares {
        let mut squares = self.open_to_fire(board, side, only);
        if self.variant.commanders(board, side).len() > 1 {
            let nation = self.fire_commander(board, side, only);
            for square in squares.iter() {
                if self.firing_commander(board, side, square) != nation {
                    squares.remove(square);
                }
            }
        }
        squares
    }

    /// A commander's neighbours that may still join the fire in hand.
    fn joiners(&self, board: &BoardOf<V>, nation: Nation) -> ArrayVec<Unit, 32> {
        let mut units = self.firers_beside(board, nation.side(), board.assault.target);
        units.retain(|unit| {
            !board.assault.firers.contains(*unit)
                && self.variant.commander(board, self.pack.unit(*unit).nation) == nation
        });
        units
    }

    /// The ally who may still add neighbours of his own after a commander.
    fn next_to_join(&self, board: &BoardOf<V>, nation: Nation) -> Option<Nation> {
        let side = nation.side();
        let owner = self.firing_commander(board, side, board.assault.target);
        let others = self.variant.commanders(board, side).iter().copied().filter(|other| *other != owner);
        std::iter::once(owner)
            .chain(others)
            .skip_while(|other| *other != nation)
            .skip(1)
            .find(|other| !self.joiners(board, *other).is_empty())
    }

    /// Someone must fire, or an ally may still do so; an ally is not bound to.
    fn may_stop_joining(&self, board: &BoardOf<V>, nation: Nation) -> bool {
        !board.assault.firers.is_empty()
            || self.next_to_join(board, nation).is_some()
            || self.firing_commander(board, nation.side(), board.assault.target) != nation
    }

    /// Factors and modifiers of the fire in hand (Big Push 10.2).
    pub fn assess_fire(&self, board: &BoardOf<V>) -> FireAssessment<V> {
        let target = board.assault.target;
        let chart = &self.pack.charts.defensive_fire.drm;
        let sum: u16 = board.assault.firers.iter().map(|unit| u16::from(self.fire_factor(board, unit))).sum();
        let factors = sum.min(u16::from(u8::MAX)) as u8;
        let (mut closers, mut interdicted, mut tanks) = (0i8, false, false);
        self.attackers(board, target, |unit| {
            closers += i8::from(board.unit(unit).commitment().closed());
            interdicted |= board.is_interdicted(board.square(unit));
            tanks |= self.pack.unit(unit).kind == Kind::Tank;
        });
        let mut modifiers = Modifiers::new();
        let closers = if chart.closers_once { closers.min(1) } else { closers };
        modifiers.add(Common::DefensiveResults, chart.closer * closers, "attackers closing in");
        modifiers.add_if(
            interdicted,
            Common::DefensiveResults,
            chart.interdicted_attacker,
            "attacker from an interdicted square",
        );
        modifiers.add_if(board.weather.is_foul(), board.weather.rule(), chart.foul, "rain or snow");
        modifiers.add_if(
            board.is_interdicted(target),
            Common::DefensiveResults,
            chart.interdicted_defender,
            "interdicted defender",
        );
        modifiers.add_if(tanks, Common::DefensiveResults, chart.tanks, "tanks attack");
        self.variant.defensive_fire_modifiers(self, board, target, &mut modifiers);
        FireAssessment { factors, modifiers }
    }

    /// The result of a roll with so many factors.
    pub fn fire_result(&self, factors: u8, total: i8) -> Fire {
        let chart = &self.pack.charts.defensive_fire;
        let row =
            (i16::from(total) - i16::from(chart.first_row)).clamp(0, chart.rows.len() as i16 - 1) as usize;
        let column = usize::from(factors.clamp(1, 10)) - 1;
        Fire::parse(&chart.rows[row][column])
    }
}
