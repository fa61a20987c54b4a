//! Attackers that fire drives off fall back (Big Push 10.2).

use crate::assault::Assault;
use crate::board::UnitState;
use crate::steps::Displace;
use crate::steps::prelude::*;
use crate::units::UnitSet;

/// Attackers driven off by fire fall back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallBack {
    /// Who attacks.
    pub side: Side,
}
engine::step_words!([V: Speak] FallBack of Grid<V> = "fall-back" { side });

impl<V: Speak> Ask<Grid<V>> for FallBack {
    const ALL_LEGAL: bool = true;

    /// Attackers driven off return to their jump-off squares; one that had failed to close falls back a square from
    /// there and may displace others.
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let target = board.assault.target;
        // Who stands in the way makes room at once, while it is known who has come.
        let side = board.assault.side;
        if !grid.pack.first_edition() && grid.overstacked(board, side).is_some() {
            return Flow::call(Displace { side });
        }
        let units = grid.attacker_list(board, target);
        if !board.assault.firers.is_empty() {
            board.assault.firers = UnitSet::EMPTY;
            for unit in &units {
                let (unit, to) = (*unit, board.square(*unit));
                if !board.unit(unit).commitment().failed() {
                    board.update(&grid.pack, unit, UnitState::stand_down);
                    context.tell(|| Event::FellBack { unit, to });
                }
            }
            return Flow::Again;
        }
        match units.first() {
            None => {
                board.assault = Assault::NONE;
                Flow::Return
            }
            Some(unit) if grid.ways_back(board, *unit).is_empty() => {
                let (unit, to) = (*unit, board.square(*unit));
                board.update(&grid.pack, unit, UnitState::stand_down);
                context.tell(|| Event::FellBack { unit, to });
                Flow::Again
            }
            Some(_) => Flow::Ask,
        }
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        let unit = grid.attacker_list(board, board.assault.target).first().copied();
        let nation = unit.map_or(Nation::German, |unit| grid.pack.unit(unit).nation);
        grid.question_of(board, grid.variant.commander(board, nation), Common::DefensiveResults)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        if let Some(unit) = grid.attacker_list(board, board.assault.target).first().copied() {
            let squares = grid.ways_back(board, unit);
            options.extend(squares.iter().map(|to| Action::Displace { unit, to }));
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
        let first = grid.attacker_list(board, board.assault.target).first().copied();
        let legal = matches!(action, Action::Displace { unit, to }
            if first == Some(unit) && grid.ways_back(board, unit).contains(to));
        Some(Forbidden::unless(legal, Rule::<V::Own>::from(Common::DefensiveResults)))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Displace { .. } | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let (Action::Displace { unit, .. }, false) = (answer.action, grid.pack.first_edition()) {
            board.assault.advanced.insert(unit);
        }
        grid.choose_displace(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let driven_off = grid.attacker_list(board, board.assault.target).first().copied();
        let Some(unit) = driven_off else {
            return Words::new("fall-back", "Where does the driven-off unit fall back to?").into();
        };
        let text = format!("{} is driven off: where does it fall back to?", grid.name_of(unit));
        Words::new("fall-back", text).of(grid, unit).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_assault(board)
    }
}
