//! The board: what lies on the table, the procedure in hand included.
//!
//! Flat arrays and bit sets, no heap. What can be worked out from the rest (lists of units by square, zones of
//! control) is kept in `derived`, changed by the same setters, left out of comparisons, and compared with a fresh
//! count by `audit`.

use crate::assault::Assault;
use crate::bombardment::Shot;
use crate::losses::Losses;
use crate::movers::Movers;
use crate::pack::Pack;
use crate::square::{SQUARES, Square, Squares};
pub use crate::unit_state::{Commitment, Mark, Place, UnitState};
use crate::units::{Face, Kind, Nation, Side, UNITS, Unit, UnitSet};
use crate::variant::Own;
use crate::weather::Weather;

/// Victory points by source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Points {
    /// Enemy steps lost.
    pub losses: i16,
    /// Steps the enemy took as replacements.
    pub replacements: i16,
    /// Exits.
    pub exits: i16,
    /// Enemy units outside their area.
    pub area: i16,
    /// Operations, objectives, and what else a game counts.
    pub other: i16,
}

impl Points {
    /// All together.
    pub fn total(&self) -> i16 {
        self.losses + self.replacements + self.exits + self.area + self.other
    }
}

/// What counts for replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Assaults made.
    pub assaults: u8,
    /// Steps lost in them.
    pub steps: u8,
    /// Units disrupted.
    pub disrupted: u8,
}

impl Tally {
    /// The working total.
    pub fn total(&self) -> u8 {
        self.assaults.saturating_add(self.steps).saturating_add(self.disrupted)
    }
}

/// Replacements in a turn, by the nation of the commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacements {
    /// Steps the roll allows.
    pub allowed: [u8; 3],
    /// Steps written down; [`Replacements::OPEN`] until then.
    pub bid: [u8; 3],
}

impl Replacements {
    /// Nothing written yet.
    pub const OPEN: u8 = u8::MAX;
    /// None.
    pub const NONE: Replacements = Replacements { allowed: [0; 3], bid: [0; 3] };
}

/// What lies on the table.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
pub struct Board<O: Own> {
    /// Which scenario.
    pub scenario: u8,
    /// The turn, from 1 on the calendar.
    pub turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// Whose phase it is.
    pub phasing: Side,
    /// The options in force, as the game numbers them.
    pub options: u32,
    /// The weather of this turn.
    pub weather: Weather,
    /// Which side has air observation.
    pub observation: [bool; 2],
    /// Victory points.
    pub points: [Points; 2],
    /// What each nation's commander did this turn that counts for replacements.
    pub tally: [Tally; 3],
    /// Units disrupted this turn and already counted.
    pub counted: UnitSet,
    /// Command resources left, for each nation's commander.
    pub resources: [[u8; 12]; 3],
    /// Interdiction markers, by the side that fired.
    pub interdiction: [Squares; 2],
    /// Squares that have taken their counter-battery fire in this phase.
    pub answered: Squares,
    /// Squares that each nation was the last to hold or pass.
    pub held: [Squares; 3],
    /// Squares that the set-up filled too full; they are put right in their owner's first movement phase.
    pub excused: Squares,
    /// HQs that supplied an assault in this phase.
    pub used: UnitSet,
    /// The bombardment in hand.
    pub shot: Shot,
    /// The assault in hand.
    pub assault: Assault,
    /// The losses in hand.
    pub losses: Losses,
    /// Replacements of this turn.
    pub replacements: Replacements,
    /// What only one game has.
    pub own: O::Board,
    units: [UnitState; UNITS],
    derived: Derived,
}

/// What follows from the rest of the board.
#[derive(Clone, Debug)]
struct Derived {
    first: [u16; SQUARES],
    next: [u16; UNITS],
    /// Squares with a unit that projects a zone of control.
    sources: [Squares; 2],
    zoc: [Squares; 2],
    occupied: [Squares; 2],
    crowded: [Squares; 2],
    /// Enemies of each side all around whom it stands or controls the squares.
    ringed: [Squares; 2],
    /// Units that are on the map or wait to enter it, and have not moved in this phase.
    ready: UnitSet,
    /// Units in the Replacement Pool.
    pool: UnitSet,
    engaged: UnitSet,
    /// Units that have left the square in which they began this phase.
    stepped: UnitSet,
    on_map: UnitSet,
    movers: Movers,
}

/// Derived data never makes a difference.
impl PartialEq for Derived {
    fn eq(&self, _: &Derived) -> bool {
        true
    }
}

const NOBODY: u16 = u16::MAX;

impl<O: Own> Board<O> {
    /// An empty board.
    pub fn new(own: O::Board) -> Board<O> {
        let unit = UnitState::unused();
        Board {
            scenario: 0,
            turn: 1,
            last_turn: 1,
            phasing: Side::Allied,
            options: 0,
            weather: Weather::Fair,
            observation: [true; 2],
            points: [Points::default(); 2],
            tally: [Tally::default(); 3],
            counted: UnitSet::EMPTY,
            resources: [[0; 12]; 3],
            interdiction: [Squares::EMPTY; 2],
            answered: Squares::EMPTY,
            held: [Squares::EMPTY; 3],
            excused: Squares::EMPTY,
            used: UnitSet::EMPTY,
            shot: Shot::NONE,
            assault: Assault::NONE,
            losses: Losses::NONE,
            replacements: Replacements::NONE,
            own,
            units: [unit; UNITS],
            derived: Derived {
                first: [NOBODY; SQUARES],
                next: [NOBODY; UNITS],
                sources: [Squares::EMPTY; 2],
                zoc: [Squares::EMPTY; 2],
                occupied: [Squares::EMPTY; 2],
                crowded: [Squares::EMPTY; 2],
                ringed: [Squares::EMPTY; 2],
                ready: UnitSet::EMPTY,
                pool: UnitSet::EMPTY,
                engaged: UnitSet::EMPTY,
                stepped: UnitSet::EMPTY,
                on_map: UnitSet::EMPTY,
                movers: Movers::NOBODY,
            },
        }
    }

    /// A unit's state.
    pub fn unit(&self, unit: Unit) -> &UnitState {
        &self.units[unit.index()]
    }

    /// A unit's square, or [`Square::NONE`].
    pub fn square(&self, unit: Unit) -> Square {
        self.units[unit.index()].square()
    }

    /// The face of the counter that is up.
    pub fn face(&self, pack: &Pack, unit: Unit) -> Face {
        pack.unit(unit).faces[usize::from(self.unit(unit).has(Mark::Back))]
    }

    /// Changes a unit; lists and zones of control follow.
    pub fn update(&mut self, pack: &Pack, unit: Unit, change: impl FnOnce(&mut UnitState)) {
        let before = self.units[unit.index()];
        let mut after = before;
        change(&mut after);
        self.units[unit.index()] = after;
        let waits = matches!(after.place(), Place::Map(_) | Place::Due(_) | Place::Off(..));
        self.derived.ready.set(unit, waits && !after.has(Mark::Moved));
        self.derived.pool.set(unit, after.place() == Place::Pool);
        self.derived.engaged.set(unit, after.has(Mark::Engaged));
        self.derived.stepped.set(unit, after.has(Mark::Stepped));
        self.derived.on_map.set(unit, after.square().is_some());
        self.doubt_mover(pack, unit, &before, &after);
        let (from, to) = (before.square(), after.square());
        let projected = from.is_some() && self.projects(pack, unit, &before);
        let projects = to.is_some() && self.projects(pack, unit, &after);
        if from == to && projected == projects {
            return;
        }
        let side = pack.side(unit);
        let ringed = *self.ringed(side);
        if from.is_some() && from != to {
            self.unlink(pack, unit, from);
        }
        if to.is_some() && from != to {
            self.link(pack, unit, to);
        }
        if projected {
            self.project(pack, side, from);
        }
        if projects {
            self.project(pack, side, to);
        }
        if from != to {
            self.open_rings(pack, side, from);
        }
        self.close_rings(pack, side, to);
        if side != self.phasing {
            return;
        }
        // Who is off the front, and so how far units go anywhere, hangs on which enemies are surrounded.
        if ringed != *self.ringed(side) {
            self.doubt_movers(pack);
        } else if !ringed.is_empty() {
            self.doubt_rings(pack, side, [from, to]);
        }
    }

    /// Casts doubt on what is known about the units around surrounded enemies near some squares: whether such a unit is
    /// needed there hangs on who else is.
    fn doubt_rings(&mut self, pack: &Pack, side: Side, squares: [Square; 2]) {
        for square in squares.into_iter().filter(|square| square.is_some()) {
            let near = *self.ringed(side) & pack.map.disc(square, 2);
            if !near.is_empty() {
                let around = pack.map.spread(pack.map.spread(near));
                self.derived.movers.doubtful = self.derived.movers.doubtful | around;
            }
        }
    }

    /// Looks again at the enemies near a square that a side has left, and at its own unit there: what was no ring does
    /// not become one.
    fn open_rings(&mut self, pack: &Pack, side: Side, square: Square) {
        if !square.is_some() {
            return;
        }
        let is_left = self.occupied(side).contains(square);
        if !is_left {
            self.derived.ringed[side.enemy().index()].remove(square);
        }
        if !self.ringed(side).is_empty() {
            self.review_rings(pack, side, *self.ringed(side) & pack.map.disc(square, 2));
        }
    }

    /// Looks again at the enemies near a square where a side stands or projects a zone of control, or does so no more,
    /// and at its own unit there.
    fn close_rings(&mut self, pack: &Pack, side: Side, square: Square) {
        if !square.is_some() {
            return;
        }
        self.review_rings(pack, side, *self.occupied(side.enemy()) & pack.map.disc(square, 2));
        if self.occupied(side).contains(square) {
            let is_ringed = self.is_ringed(pack, side.enemy(), square);
            self.derived.ringed[side.enemy().index()].set(square, is_ringed);
        }
    }

    fn review_rings(&mut self, pack: &Pack, side: Side, enemies: Squares) {
        for enemy in enemies.iter() {
            let is_ringed = self.is_ringed(pack, side, enemy);
            self.derived.ringed[side.index()].set(enemy, is_ringed);
        }
    }

    /// Whether a side stands or has control all around a square.
    fn is_ringed(&self, pack: &Pack, side: Side, square: Square) -> bool {
        let (zoc, occupied) = (self.zoc(side), self.occupied(side));
        pack.map.around(square).all(|(_, next)| zoc.contains(next) || occupied.contains(next))
    }

    /// Casts doubt on what is known about the square of a unit that changes; an enemy or an engaged unit may matter
    /// anywhere.
    fn doubt_mover(&mut self, pack: &Pack, unit: Unit, before: &UnitState, after: &UnitState) {
        if pack.side(unit) != self.phasing || before.has(Mark::Engaged) || after.has(Mark::Engaged) {
            self.doubt_movers(pack);
            return;
        }
        let movers = &mut self.derived.movers;
        movers.able.remove(unit);
        movers.leavers.remove(unit);
        movers.doubtful.insert(before.square());
        movers.doubtful.insert(after.square());
        movers.waiting &= before.square().is_some() && after.square().is_some();
    }

    /// Casts doubt on all that is known about the units of the side that moves.
    pub(crate) fn doubt_movers(&mut self, pack: &Pack) {
        self.derived.movers = Movers { doubtful: pack.map.all, ..Movers::NOBODY };
    }

    /// Casts doubt on what is known about the HQs of a side.
    pub(crate) fn doubt_hqs(&mut self, pack: &Pack, side: Side) {
        let hqs = pack.kinds[Kind::Hq as usize] & self.derived.on_map;
        for hq in hqs.iter().filter(|hq| pack.side(*hq) == side) {
            let square = self.square(hq);
            self.derived.movers.doubtful.insert(square);
        }
    }

    /// What is known about the units of the side that moves.
    pub(crate) fn movers(&self) -> &Movers {
        &self.derived.movers
    }

    /// Notes what is known now about the units of the side that moves.
    pub(crate) fn learn_movers(&mut self, movers: Movers) {
        self.derived.movers = movers;
    }

    /// Units in good order project a zone of control, unless interdicted or an HQ in Supply Mode
    /// (Big Push 7.5, Verdun 11.1).
    pub(crate) fn projects(&self, pack: &Pack, unit: Unit, state: &UnitState) -> bool {
        let counter = pack.unit(unit);
        counter.is_ground()
            && state.good_order()
            && !(counter.kind == Kind::Hq && state.has(Mark::Back))
            && !self.is_interdicted(state.square())
    }

    /// The units of a side in a square that project a zone of control.
    fn projectors<'a>(
        &'a self,
        pack: &'a Pack,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        self.troops_at(pack, side, square).filter(|unit| self.projects(pack, *unit, self.unit(*unit)))
    }

    /// Puts the zone of control around a square right.
    fn project(&mut self, pack: &Pack, side: Side, centre: Square) {
        let index = side.index();
        let projects = self.projectors(pack, side, centre).next().is_some();
        if self.derived.sources[index].contains(centre) == projects {
            return;
        }
        self.derived.sources[index].set(centre, projects);
        for (_, square) in pack.map.around(centre) {
            let sources = &self.derived.sources[index];
            let covered = projects || pack.map.around(square).any(|(_, next)| sources.contains(next));
            self.derived.zoc[index].set(square, covered);
        }
    }

    fn link(&mut self, pack: &Pack, unit: Unit, square: Square) {
        let mut link = &mut self.derived.first[square.index()];
        while *link < unit.0 {
            link = &mut self.derived.next[usize::from(*link)];
        }
        let next = std::mem::replace(link, unit.0);
        self.derived.next[unit.index()] = next;
        if pack.unit(unit).is_ground() {
            let side = pack.side(unit).index();
            let joins = self.derived.occupied[side].contains(square);
            self.derived.crowded[side].set(square, joins);
            self.derived.occupied[side].insert(square);
        }
    }

    fn unlink(&mut self, pack: &Pack, unit: Unit, square: Square) {
        let next = self.derived.next[unit.index()];
        let mut link = &mut self.derived.first[square.index()];
        while *link != unit.0 {
            link = &mut self.derived.next[usize::from(*link)];
        }
        *link = next;
        let side = pack.side(unit);
        let left = self.troops_at(pack, side, square).take(2).count();
        self.derived.occupied[side.index()].set(square, left > 0);
        self.derived.crowded[side.index()].set(square, left > 1);
    }

    /// The units in a square, in the order of their numbers.
    pub fn units_at(&self, square: Square) -> impl Iterator<Item = Unit> + '_ {
        let mut link = if square.index() < SQUARES { self.derived.first[square.index()] } else { NOBODY };
        std::iter::from_fn(move || {
            let unit = (link != NOBODY).then_some(Unit(link))?;
            link = self.derived.next[unit.index()];
            Some(unit)
        })
    }

    /// The ground units of one side in a square.
    pub fn troops_at<'a>(
        &'a self,
        pack: &'a Pack,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        self.units_at(square).filter(move |unit| pack.side(*unit) == side && pack.unit(*unit).is_ground())
    }

    /// The squares a side occupies.
    pub fn occupied(&self, side: Side) -> &Squares {
        &self.derived.occupied[side.index()]
    }

    /// The squares where a side has more than one unit.
    pub fn crowded(&self, side: Side) -> &Squares {
        &self.derived.crowded[side.index()]
    }

    /// The squares around a side's units in good order.
    pub fn zoc(&self, side: Side) -> &Squares {
        &self.derived.zoc[side.index()]
    }

    /// How many units of a side project a zone of control into a square from around it.
    pub fn control_count(&self, pack: &Pack, side: Side, square: Square) -> u8 {
        let sources = &self.derived.sources[side.index()];
        let around = pack.map.around(square).filter(|(_, next)| sources.contains(*next));
        around.map(|(_, next)| self.projectors(pack, side, next).count() as u8).sum()
    }

    /// The units of both sides on the map, or waiting to enter it, that have not moved in this phase.
    pub fn ready(&self) -> &UnitSet {
        &self.derived.ready
    }

    /// The units in the Replacement Pool.
    pub fn pool(&self) -> &UnitSet {
        &self.derived.pool
    }

    /// The units of both sides that are on the map.
    pub fn units_on_map(&self) -> &UnitSet {
        &self.derived.on_map
    }

    /// Engaged units.
    pub fn engaged(&self) -> &UnitSet {
        &self.derived.engaged
    }

    /// Units that have left the square in which they began this phase.
    pub fn stepped(&self) -> &UnitSet {
        &self.derived.stepped
    }

    /// The enemies of a side all around whom it stands or controls the squares.
    pub(crate) fn ringed(&self, side: Side) -> &Squares {
        &self.derived.ringed[side.index()]
    }

    /// Whether one side's zone of control covers a square, its own squares included.
    pub fn in_zoc_of(&self, side: Side, square: Square) -> bool {
        self.derived.zoc[side.index()].contains(square)
            || self.derived.occupied[side.index()].contains(square)
    }

    /// Whether an interdiction marker lies on a square.
    pub fn is_interdicted(&self, square: Square) -> bool {
        self.interdiction[0].contains(square) || self.interdiction[1].contains(square)
    }

    /// All interdicted squares.
    pub fn interdicted(&self) -> Squares {
        self.interdiction[0] | self.interdiction[1]
    }

    /// Lays or clears a side's interdiction marker; units there lose or regain their zones of control.
    pub fn interdict(&mut self, pack: &Pack, side: Side, square: Square, on: bool) {
        if self.interdiction[side.index()].contains(square) == on {
            return;
        }
        self.interdiction[side.index()].set(square, on);
        self.doubt_movers(pack);
        for side in Side::BOTH {
            self.project(pack, side, square);
            self.close_rings(pack, side, square);
        }
    }

    /// The units that are on the map.
    pub fn on_map<'a>(&'a self, pack: &'a Pack, side: Side) -> impl Iterator<Item = Unit> + 'a {
        self.derived.on_map.iter().filter(move |unit| pack.side(*unit) == side)
    }

    /// Notes that a nation's unit holds or passes a square (Big Push 13.1.1, Verdun 18.1.1).
    pub fn hold(&mut self, nation: Nation, square: Square) {
        for other in Nation::ALL {
            self.held[other.index()].set(square, other == nation);
        }
    }

    /// The nation that was the last to hold or pass a square.
    pub fn holder(&self, square: Square) -> Option<Nation> {
        Nation::ALL.into_iter().find(|nation| self.held[nation.index()].contains(square))
    }

    /// Compares the derived data with a fresh count.
    pub fn audit_derived(&self, pack: &Pack) -> Result<(), String> {
        let mut fresh = Board::<O>::new(self.own.clone());
        fresh.interdiction = self.interdiction;
        for unit in pack.all_units() {
            let state = self.units[unit.index()];
            fresh.update(pack, unit, |new| *new = state);
        }
        for square in pack.map.all.iter() {
            if self.units_at(square).ne(fresh.units_at(square)) {
                return Err(format!("the list of units in {} is wrong", pack.map.name(square)));
            }
        }
        if self.derived.ready != fresh.derived.ready
            || self.derived.pool != fresh.derived.pool
            || self.derived.engaged != fresh.derived.engaged
            || self.derived.stepped != fresh.derived.stepped
            || self.derived.on_map != fresh.derived.on_map
        {
            return Err("the sets of units are wrong".to_owned());
        }
        if self.derived.sources != fresh.derived.sources
            || self.derived.zoc != fresh.derived.zoc
            || self.derived.occupied != fresh.derived.occupied
            || self.derived.crowded != fresh.derived.crowded
        {
            return Err("the zones of control are wrong".to_owned());
        }
        if self.derived.ringed != fresh.derived.ringed {
            return Err("the sets of those who are surrounded are wrong".to_owned());
        }
        Ok(())
    }
}
