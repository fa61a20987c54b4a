//! Which of the game's own rules an option rests on.

use grid::units::Kind;
use grid::{Mark, Square, Unit};

use crate::board::{Action as Own, Step as OwnStep};
use crate::data::CallKind;
use crate::rule::Own as Rules;
use crate::{Action, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

impl Verdun {
    /// Adds the game's own rules behind an answer.
    pub(crate) fn own_citations(
        &self,
        grid: &Game,
        step: &Step,
        board: &Table,
        action: Action,
        rules: &mut Vec<Rule>,
    ) {
        let mut cite = |rule: Rules| rules.push(Rule::Own(rule));
        match action {
            Action::Move { unit, to } => self.cite_move(grid, board, unit, to, &mut cite),
            Action::Pick(unit) if !board.square(unit).is_some() => {
                self.cite_entry(grid, board, unit, &mut cite);
            }
            Action::Flip(unit) if !board.weather.is_foul() && grid.pack.unit(unit).kind != Kind::Hq => {
                cite(Rules::DryWeather);
            }
            Action::Commit { unit, to } => {
                let from = board.square(unit);
                if grid.pack.map.bank[from.index()] != grid.pack.map.bank[to.index()] {
                    cite(Rules::AssaultOverMeuse);
                }
                if self.data.forts.contains(to) {
                    cite(Rules::FortAssault);
                }
            }
            Action::Target(square) if matches!(step, Step::Bombardment(_)) => {
                cite(Rules::FieldGuns);
                if self.data.forts.contains(square) {
                    cite(Rules::FortTargets);
                }
            }
            Action::Join(gun)
                if gun.is_some()
                    && matches!(step, Step::Guns(_))
                    && !self.traces_supply(grid, board, gun) =>
            {
                cite(Rules::UnsuppliedGuns);
            }
            Action::Join(_) if matches!(step, Step::Counter(_)) => {
                cite(Rules::CounterBatteryTable);
                cite(Rules::CounterBatteryModifiers);
            }
            Action::Advance { .. } if board.assault.outcome == Some(grid::assault::Outcome::Breakthrough) => {
                cite(Rules::Breakthrough);
            }
            Action::Place { unit, .. } if grid.pack.unit(unit).kind == Kind::Artillery => {
                if let Rule::Own(rule) = self.gun_rule(grid, unit) {
                    cite(rule);
                }
            }
            Action::Exit { edge: grid::map::Edge::North, .. } => cite(self.leaving_rule(board)),
            Action::Exit { .. } => cite(Rules::FunctionalObjectives),
            Action::Own(own) => self.cite_own(step, board, own, &mut cite),
            _ => {}
        }
    }

    fn cite_move(&self, grid: &Game, board: &Table, unit: Unit, to: Square, cite: &mut impl FnMut(Rules)) {
        if !board.square(unit).is_some() {
            self.cite_entry(grid, board, unit, cite);
        }
        if grid.pack.unit(unit).kind == Kind::Artillery {
            if let Rule::Own(rule) = self.gun_rule(grid, unit) {
                cite(rule);
            }
            if board.turn >= self.scenario(board).raw.bog_from {
                cite(Rules::ArtilleryBog);
            }
            if board.weather.is_foul() {
                cite(Rules::Mud);
            }
            if grid.pack.unit(unit).heavy && grid.pack.map.in_trench(to) {
                cite(Rules::HeavyGunsAndTrenches);
            }
        }
        if self.data.forts.contains(to) {
            cite(Rules::FortOccupants);
            cite(Rules::FortLimit);
        }
        let enemy = grid.pack.side(unit).enemy();
        for (_, square) in grid.pack.map.around(to) {
            for other in board.troops_at(&grid.pack, enemy, square) {
                let state = board.unit(other);
                if self.is_inside(board, other) {
                    cite(if state.good_order() { Rules::FortControl } else { Rules::FortDisrupted });
                }
                if grid.pack.unit(other).kind == Kind::Hq && state.has(Mark::Back) {
                    cite(Rules::SupplyHqControl);
                }
            }
        }
    }

    fn cite_entry(&self, grid: &Game, board: &Table, unit: Unit, cite: &mut impl FnMut(Rules)) {
        cite(self.arrivals_rule(board));
        if board.own.lull_before {
            cite(Rules::LullArrivals);
        }
        match self.gun_rule(grid, unit) {
            Rule::Own(Rules::RoadGuns) => cite(Rules::HeavyGunsEntering),
            Rule::Own(Rules::GermanRailGun | Rules::FrenchRailGuns) => cite(Rules::RailGunsEntering),
            _ => {}
        }
    }

    fn cite_own(&self, step: &Step, board: &Table, own: Own, cite: &mut impl FnMut(Rules)) {
        match own {
            Own::Inside(_) => cite(Rules::FortTargets),
            Own::GoIn(_) | Own::GoOut(_) => cite(Rules::FortPlace),
            Own::Fly { .. } => {
                cite(Rules::AirCombat);
                cite(Rules::AirWeather);
            }
            Own::Take { .. } => {
                cite(Rules::WorkingTotal);
                cite(Rules::GroundReplacements);
            }
            Own::ReRoll => {
                if let Step::Own(OwnStep::ReRoll { side }) = step {
                    cite(if *side == grid::Side::German { Rules::GermanReRoll } else { Rules::FrenchReRoll });
                }
            }
            Own::Phosgene => {
                cite(Rules::Phosgene);
                cite(self.phosgene_rule(board));
            }
            Own::Call { call, .. } => {
                cite(self.arrivals_rule(board));
                let calls = &self.scenario(board).calls;
                if calls.get(usize::from(call)).is_some_and(|call| call.kind == CallKind::Battalions) {
                    cite(Rules::BattalionArrivals);
                    cite(self.change_rule(board));
                    if self.is_campaign(board) {
                        cite(Rules::MissingBattalions);
                    }
                }
            }
            _ => {}
        }
    }
}
