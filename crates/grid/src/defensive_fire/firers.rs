//! Neighbours of an assaulted square join its fire; then it is rolled (Big Push 10.2).

use crate::assault::Assault;
use crate::board::UnitState;
use crate::defensive_fire::Fire;
use crate::event::Rolled;
use crate::losses::{Cause, Losses, Scope};
use crate::steps;
use crate::steps::prelude::*;
use crate::variant::Variant;

/// Neighbours join the fire from the assaulted square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firers {
    /// Whose commander.
    pub nation: Nation,
}
engine::step_words!([V: Speak] Firers of Grid<V> = "firers" { nation });

impl<V: Speak> Ask<Grid<V>> for Firers {
    const ALL_LEGAL: bool = true;

    /// Each commander adds his own neighbours to the fire; one who has none is passed over.
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        if grid.joiners(board, self.nation).is_empty() && !grid.may_stop_joining(board, self.nation) {
            // A player imagines the fire of units that may not be there; then there is none.
            board.assault = Assault::NONE;
            return Flow::Return;
        }
        match grid.next_to_join(board, self.nation) {
            Some(next) if grid.joiners(board, self.nation).is_empty() => Flow::goto(Firers { nation: next }),
            _ => Flow::Ask,
        }
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, self.nation, Common::DefensiveFactors)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        options.extend(grid.joiners(board, self.nation).into_iter().map(Action::Join));
        if grid.may_stop_joining(board, self.nation) {
            options.push(Action::Done);
        }
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        let joins = matches!(action, Action::Join(unit) if grid.joiners(board, self.nation).contains(&unit));
        let stops = action == Action::Done && grid.may_stop_joining(board, self.nation);
        Some(Forbidden::unless(joins || stops, Rule::<V::Own>::from(Common::DefensiveResults)))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Join(_) | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let Action::Join(unit) = answer.action {
            board.assault.firers.insert(unit);
            return Flow::Again;
        }
        if let Some(nation) = grid.next_to_join(board, self.nation) {
            return Flow::goto(Firers { nation });
        }
        grid.roll_defensive_fire(board, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let target = board.assault.target;
        let text = format!("Which neighbours join the fire from {}?", grid.place_of(target));
        Words::new("firers", text).at(grid, target).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("Fire"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>, cites: &mut Cites<V>) {
        if let Action::Join(_) = action {
            cites.push(Common::DefensiveResults.into());
        }
    }

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        if let Action::Join(unit) = action {
            return Some(Box::new(move || {
                let mut trial = board.clone();
                trial.assault.firers.insert(unit);
                Some(grid.fire_odds(&trial))
            }));
        }
        let odds = move || (!board.assault.firers.is_empty()).then(|| grid.fire_odds(board));
        (action == Action::Done).then(|| -> OddsCard { Box::new(odds) })
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_assault(board)?;
        grid.needs_commander(board, self.nation)
    }

    fn binds(&self, _: &Grid<V>, action: Act<V>) -> bool {
        action == Action::Done
    }
}

impl<V: Variant> Grid<V> {
    /// The fire is rolled; losses fall at once, and those driven off fall back (Big Push 10.2).
    fn roll_defensive_fire(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        if board.assault.firers.is_empty() {
            board.assault = Assault::NONE;
            return Flow::Return;
        }
        let assessment = self.assess_fire(board);
        let firers = board.assault.firers;
        for unit in firers.iter() {
            board.update(&self.pack, unit, UnitState::shot);
        }
        let target = board.assault.target;
        let side = board.assault.side;
        let dice = [context.d6(), context.d6()];
        let roll = Rolled::two(Common::DefensiveFire, dice, assessment.modifiers);
        let result = self.fire_result(assessment.factors, roll.total());
        context.tell(|| Event::DefensiveFire {
            side: side.enemy(),
            target,
            factors: assessment.factors,
            firers,
            roll,
            result,
        });
        self.apply_fire(board, result, context)
    }

    /// The result of the fire on the attackers in hand (Big Push 10.2).
    fn apply_fire(&self, board: &mut BoardOf<V>, result: Fire, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let Assault { target, side, .. } = board.assault;
        match result {
            Fire::Miss => Flow::Return,
            Fire::Steps(steps) => {
                board.losses = Losses::new(side, target, steps, Cause::DefensiveFire, Scope::Attackers);
                Flow::goto(steps::Losses)
            }
            Fire::Retreat => Flow::goto(steps::FallBack { side }),
            Fire::Disrupt => {
                let units = self.attacker_list(board, target);
                for unit in units {
                    self.disrupt(board, unit);
                }
                let rule = Common::DefensiveResults.into();
                let units = self.attacker_list(board, target).into_iter().collect();
                context.tell(|| Event::Shaken { square: target, disrupted: true, units, rule });
                Flow::goto(steps::FallBack { side })
            }
        }
    }
}
