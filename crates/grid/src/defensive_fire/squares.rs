//! From which assaulted square the defender fires next (Big Push 10.1).

use crate::assault::Assault;
use crate::square::Squares;
use crate::steps::prelude::*;
use crate::steps::{Displace, Firers};

/// Defensive Fire, square by square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefensiveFire {
    /// The defender.
    pub side: Side,
    /// Only in that square, in a Secondary Attack.
    pub only: Square,
}
engine::step_words!([V: Speak] DefensiveFire of Grid<V> = "defensive-fire" { side, only = Square::NONE });

impl<V: Speak> Ask<Grid<V>> for DefensiveFire {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.variant.fire_begins(grid, board, self.side, context);
        if grid.overstacked(board, self.side.enemy()).is_some() && !board.answered.is_empty() {
            return Flow::call(Displace { side: self.side.enemy() });
        }
        if grid.open_to_fire(board, self.side, self.only).is_empty() {
            board.answered = Squares::EMPTY;
            board.assault = Assault::NONE;
            return Flow::Return;
        }
        Flow::Ask
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        let nation = grid.fire_commander(board, self.side, self.only);
        grid.question_of(board, nation, Common::DefensiveFire)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        options.extend(grid.squares_to_fire(board, self.side, self.only).iter().map(Action::Resolve));
        options.push(Action::Done);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        let may = |square| grid.squares_to_fire(board, self.side, self.only).contains(square);
        let fires = matches!(action, Action::Resolve(square) if may(square));
        let rule = Rule::<V::Own>::from(Common::DefensiveResults);
        Some(Forbidden::unless(fires || action == Action::Done, rule))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Resolve(_) | Action::Done | Action::Pass | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        _: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let DefensiveFire { side, only } = *self;
        let Action::Resolve(target) = answer.action else {
            // An ally still decides about his own squares.
            board.answered = board.answered | grid.squares_to_fire(board, side, only);
            return Flow::Again;
        };
        let nation = grid.firing_commander(board, side, target);
        let wave = if only.is_some() { Wave::Secondary } else { Wave::Primary };
        board.assault = Assault { target, side: side.enemy(), wave, ..Assault::NONE };
        board.assault.firers = grid.firers_in(board, side, target);
        board.answered.insert(target);
        // Where engaged defenders turn on those who engaged them, nobody else in the square fights.
        if board.assault.firers.is_empty() && grid.firers_beside(board, side, target).is_empty() {
            board.assault = Assault::NONE;
            return Flow::Again;
        }
        Flow::call(Firers { nation })
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("defensive-fire", "From which assaulted square do you fire next?").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("End the defensive fire"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let Action::Resolve(target) = action else { return None };
        let side = self.side;
        Some(Box::new(move || {
            let mut trial = board.clone();
            trial.assault = Assault { target, side: side.enemy(), ..Assault::NONE };
            trial.assault.firers = grid.firers_in(board, side, target);
            Some(grid.fire_odds(&trial))
        }))
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}
