//! Forts: who stays in them, inside or outside, garrisons face down, and assaults in two stages
//! (8.2.2, 9.2.4, 10.5, 13.3.1b).

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use engine::wire::Odds;
use engine::{Forbidden, Question};
use grid::assault::{Assault, Wave};
use grid::forecast::{Course, Courses};
use grid::map::Terrain;
use grid::stacking::Stack;
use grid::steps;
use grid::units::Kind;
use grid::{Mark, Place, Side, Square, Squares, Stage, Unit};

use crate::board::{Action as Own, Event as Told, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::INSIDE;
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

type Step = grid::Step<crate::Only>;

/// The assault in hand is against the inside of the fort.
pub const STAGE_TWO: u8 = 1;
/// Those outside the fort have been fought.
pub const FOUGHT_OUTSIDE: u8 = 1 << 1;

impl Verdun {
    /// Only battalions, chasseurs, garrisons and reduced brigades of two factors stay in fort squares, one inside and
    /// one outside (10.5.1, 10.5.2).
    pub(crate) fn fort_stack(&self, stack: &Stack) -> Forbidden {
        let mut verdict = Forbidden::NO;
        verdict.when(stack.small < stack.units, Rule::Own(Rules::FortOccupants));
        verdict.when(stack.small < stack.units, Rule::Own(Rules::FortPassage));
        verdict.when(stack.units > 2, Rule::Own(Rules::FortLimit));
        verdict
    }

    /// Whether a unit may stay in a fort square and assault one (10.5.1, 13.3.1b).
    pub fn is_fort_sized(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        grid.pack.unit(unit).is_small(board.face(&grid.pack, unit))
    }

    /// Whether a unit is inside a fort.
    pub fn is_inside(&self, board: &Table, unit: Unit) -> bool {
        board.unit(unit).has(INSIDE) && self.data.forts.contains(board.square(unit))
    }

    fn has_outside(&self, grid: &Game, board: &Table, side: Side, square: Square) -> bool {
        board.troops_at(&grid.pack, side, square).any(|unit| !board.unit(unit).has(INSIDE))
    }

    /// Forts whose occupants are all in disorder: enemies may move through their squares (11.3.2).
    pub(crate) fn silent_forts(&self, grid: &Game, board: &Table, side: Side) -> Squares {
        let enemy = side.enemy();
        (self.data.forts & *board.occupied(enemy))
            .iter()
            .filter(|fort| {
                board
                    .troops_at(&grid.pack, enemy, *fort)
                    .all(|unit| board.unit(unit).has(INSIDE) && !board.unit(unit).good_order())
            })
            .collect()
    }

    /// Who defends a fort square: those outside first, then the fort itself (13.3.1b).
    pub(crate) fn defends_fort(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        let square = board.square(unit);
        if !self.data.forts.contains(square) {
            return true;
        }
        let inside = board.unit(unit).has(INSIDE);
        let stage = if board.assault.target == square { board.assault.own } else { 0 };
        if stage & STAGE_TWO != 0 {
            inside
        } else if stage & FOUGHT_OUTSIDE != 0 {
            !inside
        } else {
            inside != self.has_outside(grid, board, grid.pack.side(unit), square)
        }
    }

    /// Whether fire reaches a unit: inside a fort only that of the greatest guns (8.2.2).
    pub(crate) fn is_within_reach(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        let square = board.square(unit);
        if board.unit(unit).has(Mark::Engaged) && grid.binds_fighters_alone() {
            let fought_for = board.assault.target == square;
            if !fought_for || !self.is_free_to_defend(grid, board, unit) {
                return false;
            }
        }
        if !self.data.forts.contains(square) {
            return true;
        }
        let fighting = board.losses.left > 0
            && board.losses.square == square
            && board.losses.cause == grid::losses::Cause::Assault;
        if fighting {
            return self.defends_fort(grid, board, unit);
        }
        board.unit(unit).has(INSIDE) == (board.own.inside_shot && board.shot.target == square)
    }

    /// A fort shelters those inside it, defense works shelter infantry in assaults (16.2.1c, d).
    pub(crate) fn is_sheltered(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        square: Square,
        terrain: Terrain,
    ) -> bool {
        match terrain {
            Terrain::Fort if board.shot.target == square => board.own.inside_shot,
            Terrain::Fort => {
                board.assault.target == square
                    && grid.defenders(board, side, square).any(|unit| board.unit(unit).has(INSIDE))
            }
            Terrain::DefenseWorks if board.assault.target.is_some() && !board.shot.target.is_some() => {
                board.troops_at(&grid.pack, side, square).any(|unit| grid.pack.unit(unit).kind.is_foot())
            }
            _ => true,
        }
    }

    /// Forts that the enemy was the last to hold and that stand empty are taken by an assault that meets nobody
    /// (13.3.1b).
    pub(crate) fn empty_forts(&self, board: &Table, side: Side) -> Squares {
        let theirs = match side {
            Side::German => board.held[grid::Nation::French.index()],
            Side::Allied => board.held[grid::Nation::German.index()],
        };
        (self.data.forts & theirs) - *board.occupied(Side::Allied) - *board.occupied(Side::German)
    }

    /// Whether units move now, so that they may pass an empty fort of the enemy, though not stop there (10.5.3).
    pub(crate) fn passes_empty_forts(&self, grid: &Game, board: &Table) -> bool {
        !grid.pack.first_edition() && !board.assault.target.is_some()
    }

    /// One battalion, engineer, chasseur or brigade of two factors in all assaults a fort square (13.3.1b).
    pub(crate) fn may_assault_fort(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        target: Square,
    ) -> Forbidden {
        let mut verdict = Forbidden::NO;
        if !self.data.forts.contains(target) {
            return verdict;
        }
        let rule = Rule::Own(Rules::FortAssault);
        verdict.when(!self.is_fort_sized(grid, board, unit), rule);
        verdict.when(!grid.attacker_list(board, target).is_empty(), rule);
        verdict
    }

    // ------------------------------------------------------------------------------------------ garrisons

    /// Turns up the markers of forts that are about to be assaulted with nobody outside (9.2.4).
    pub(crate) fn reveal_assaulted(&self, grid: &Game, board: &mut Table, side: Side, context: &mut Context) {
        let targets = grid.assaulted(board, side.enemy(), grid::commitment::Renewed::Too) & self.data.forts;
        for square in targets.iter() {
            if !self.has_outside(grid, board, side, square) {
                self.reveal(grid, board, square, context);
            }
        }
    }

    /// Turns up the marker in a fort: a dummy goes, a real garrison takes its place (9.2.4).
    pub(crate) fn reveal(&self, grid: &Game, board: &mut Table, square: Square, context: &mut Context) {
        let Some(index) = self.marker_in(board, square) else { return };
        let value = board.own.markers[index];
        self.turn_up(grid, board, index);
        context.tell(|| Event::Own(Told::Revealed { square, value }));
        if value == 0 {
            board.own.dummy_found |= self.doubles_for_dummy(grid, board, square);
        }
    }

    /// Which marker lies face down in a fort.
    pub(crate) fn marker_in(&self, board: &Table, square: Square) -> Option<usize> {
        self.data.markers.iter().position(|marker| board.square(*marker) == square)
    }

    /// Takes a marker off, and puts the garrison that it stood for in its place.
    fn turn_up(&self, grid: &Game, board: &mut Table, index: usize) {
        let (marker, value) = (self.data.markers[index], board.own.markers[index]);
        let state = *board.unit(marker);
        grid.take_off(board, marker, Place::Gone);
        let garrison = self.data.garrisons.iter().copied().find(|unit| {
            grid.pack.unit(*unit).faces[0].defense == value && board.unit(*unit).place() == Place::Unused
        });
        if value > 0
            && let Some(unit) = garrison
        {
            board.update(&grid.pack, unit, |new| *new = state);
        }
    }

    /// What an assault on a fort may meet: nobody knows which of the markers still face down is which (9.2.4).
    pub(crate) fn garrison_courses(&self, grid: &Game, board: &Table) -> Courses<Verdun> {
        let (target, side) = (board.assault.target, board.assault.side.enemy());
        let fights_outside =
            board.assault.own & STAGE_TWO == 0 && self.has_outside(grid, board, side, target);
        let Some(index) = self.marker_in(board, target).filter(|_| !fights_outside) else {
            return Courses::one(board.clone());
        };
        let mut hidden: BTreeMap<u8, u64> = BTreeMap::new();
        for (marker, value) in self.data.markers.iter().zip(board.own.markers) {
            if board.square(*marker).is_some() {
                *hidden.entry(value).or_default() += 1;
            }
        }
        let course = |(value, weight): (u8, u64)| {
            let mut trial = board.clone();
            trial.own.markers[index] = value;
            self.turn_up(grid, &mut trial, index);
            let label = if value == 0 { "a dummy".to_owned() } else { format!("a garrison of {value}") };
            Course { label, weight, board: trial }
        };
        Courses { all: hidden.into_iter().map(course).collect(), rules: vec![Rule::Own(Rules::Garrisons)] }
    }

    /// The chances of going on against the fort once its square is cleared (13.3.1b).
    pub(crate) fn odds_of_going_on(&self, grid: &Game, board: &Table) -> Odds {
        let mut trial = board.clone();
        let Assault { target, side, wave, .. } = board.assault;
        trial.assault = Assault { target, side, wave, own: STAGE_TWO, ..Assault::NONE };
        let mut odds = grid.forecast_odds(&trial);
        odds.summary.push_str(", before Defensive Fire and resources");
        odds
    }

    /// What an assault on a fort square gains at first (13.3.1b).
    pub(crate) fn gain(&self, grid: &Game, board: &Table) -> &'static str {
        let (target, side) = (board.assault.target, board.assault.side.enemy());
        let both = self.data.forts.contains(target)
            && board.assault.own & STAGE_TWO == 0
            && board.troops_at(&grid.pack, side, target).any(|unit| board.unit(unit).has(INSIDE))
            && self.has_outside(grid, board, side, target);
        if both { "to clear the square around the fort" } else { "to take the square" }
    }

    // -------------------------------------------------------------------------------------- inside or outside

    /// A unit that enters a fort square goes inside if nobody is there; one that leaves is out (10.5.5).
    pub(crate) fn take_fort_place(&self, grid: &Game, board: &mut Table, unit: Unit) {
        let square = board.square(unit);
        let inside = self.data.forts.contains(square)
            && self.is_fort_sized(grid, board, unit)
            && self.holder(grid, board, unit).is_none();
        if board.unit(unit).has(INSIDE) != inside {
            board.update(&grid.pack, unit, |state| state.set(INSIDE, inside));
        }
    }

    /// A beaten unit stays outside the fort whose square it comes to, unless somebody is there already and nobody
    /// inside: only one may be outside (10.5.2).
    pub(crate) fn fall_back_to_fort(&self, grid: &Game, board: &mut Table, unit: Unit) {
        if self.outsider(grid, board, unit).is_some() {
            self.take_fort_place(grid, board, unit);
        } else {
            board.update(&grid.pack, unit, |state| state.set(INSIDE, false));
        }
    }

    /// Who else of its side is inside the fort in whose square a unit stands.
    pub fn holder(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Unit> {
        self.others(grid, board, unit).find(|other| board.unit(*other).has(INSIDE))
    }

    fn outsider(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Unit> {
        self.others(grid, board, unit).find(|other| !board.unit(*other).has(INSIDE))
    }

    fn others<'a>(&self, grid: &'a Game, board: &'a Table, unit: Unit) -> impl Iterator<Item = Unit> + 'a {
        board
            .troops_at(&grid.pack, grid.pack.side(unit), board.square(unit))
            .filter(move |other| *other != unit)
    }

    /// The owner says in his movement which unit is inside, once for each; whoever goes in changes places with whoever
    /// is there, and only one may be outside (10.5.2, 10.5.5 to 10.5.7).
    pub fn may_change_place(&self, grid: &Game, board: &Table, unit: Unit, inside: bool) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let square = board.square(unit);
        let (counter, state) = (grid.pack.unit(unit), board.unit(unit));
        let rule = Rule::Own(Rules::FortPlace);
        verdict.when(!self.data.forts.contains(square) || state.has(INSIDE) == inside, rule);
        let is_fixed = |unit: Unit| {
            let state = board.unit(unit);
            state.has(Mark::Turned) || state.has(Mark::Engaged)
        };
        verdict.when(is_fixed(unit), rule);
        verdict.when(counter.kind == Kind::Garrison, Rule::Own(Rules::GarrisonInside));
        if verdict.is_legal() && inside {
            let holder = self.holder(grid, board, unit);
            let garrison = holder.is_some_and(|other| grid.pack.unit(other).kind == Kind::Garrison);
            verdict.when(garrison || holder.is_some_and(is_fixed), rule);
            verdict.when(garrison, Rule::Own(Rules::GarrisonInside));
            verdict.when(!self.is_fort_sized(grid, board, unit), Rule::Own(Rules::FortOccupants));
        } else if verdict.is_legal() {
            verdict.when(self.outsider(grid, board, unit).is_some(), Rule::Own(Rules::FortLimit));
        }
        verdict
    }

    pub(crate) fn change_place(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        inside: bool,
        context: &mut Context,
    ) {
        let holder = self.holder(grid, board, unit).filter(|_| inside);
        for (unit, inside) in holder.map(|holder| (holder, false)).into_iter().chain([(unit, inside)]) {
            board.update(&grid.pack, unit, |state| {
                state.set(INSIDE, inside);
                state.set(Mark::Turned, true);
            });
            context.tell(|| Event::Own(Told::FortPlace { unit, inside }));
        }
    }

    // ------------------------------------------------------------------------------------------ two stages

    /// When the outside is cleared and the fort still holds, the attacker goes on or returns (13.3.1b).
    pub(crate) fn fort_holds(&self, grid: &Game, board: &Table) -> bool {
        let target = board.assault.target;
        self.data.forts.contains(target)
            && board.assault.own & STAGE_TWO == 0
            && board.assault.own & FOUGHT_OUTSIDE != 0
            && board.troops_at(&grid.pack, board.assault.side.enemy(), target).next().is_some()
    }

    pub(crate) fn question_go_on(&self, grid: &Game, board: &Table) -> Question<Rule> {
        let nation = grid.assault_commander(board);
        Question { seats: crate::verdun::seat_of(nation).into(), rule: Rule::Own(Rules::FortAssault) }
    }

    pub(crate) fn choose_go_on(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if action != Action::Own(Own::Yes) {
            return Flow::goto(steps::Assault { stage: Stage::End });
        }
        let (target, side) = (board.assault.target, board.assault.side);
        let secondary = board.assault.wave == Wave::Secondary;
        self.reveal(grid, board, target, context);
        if !board.occupied(side.enemy()).contains(target) {
            let nation = grid.assault_commander(board);
            let tally = &mut board.tally[nation.index()];
            tally.assaults = tally.assaults.saturating_add(1);
            return Flow::goto(steps::Advance { side });
        }
        board.answered.remove(target);
        Flow::Goto(Step::Own(OwnStep::FortFire { target, secondary, fired: false }))
    }

    /// The occupant fires, then is assaulted with a fresh allowance of resources (13.3.1b).
    pub(crate) fn run_fort_fire(
        &self,
        grid: &Game,
        board: &mut Table,
        target: Square,
        secondary: bool,
        fired: &mut bool,
    ) -> Flow {
        let side = board.phasing;
        if !*fired {
            *fired = true;
            board.assault = Assault { target, side, ..Assault::NONE };
            return Flow::call(steps::DefensiveFire { side: side.enemy(), only: target });
        }
        let wave = if secondary { Wave::Secondary } else { Wave::Primary };
        let attackers: ArrayVec<Unit, 24> = grid.attacker_list(board, target);
        board.assault = Assault { target, side, wave, own: STAGE_TWO, ..Assault::NONE };
        let stage = if attackers.is_empty() { Stage::End } else { Stage::Begin };
        Flow::goto(steps::Assault { stage })
    }
}
