//! What is placed and chosen before play (Big Push 5.0).

use super::prelude::*;

/// Units are placed freely before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// Which group of the scenario.
    pub group: u8,
}
engine::step_words!([V: Speak] SetUp of Grid<V> = "set-up" { group });

impl<V: Speak> Ask<Grid<V>> for SetUp {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_set_up(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_set_up(self.group, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_set_up(self.group, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_set_up(self.group, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Place { .. } | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_set_up(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let Some((unit, _)) = grid.next_placement(board, self.group) else {
            return Words::new("set-up", "Where does the next gun stand?").into();
        };
        let text = format!("Where does {} stand?", grid.the_unit(unit));
        Words::new("set-up", text).of(grid, unit).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.group, 250)
    }
}

/// Modes that the owner chooses before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// The next unit of the set-up list.
    pub next: u8,
}
engine::step_words!([V: Speak] Modes of Grid<V> = "modes" { next });

impl<V: Speak> Ask<Grid<V>> for Modes {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_modes(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_modes(self.next, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_modes(self.next, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_modes(self.next, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Stay(_) | Action::Flip(_) | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_modes(self, board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let Some((_, unit)) = grid.next_mode(board, self.next) else {
            return Words::new("mode", "In which mode does the HQ begin?").into();
        };
        let text = format!("In which mode does {} begin?", grid.the_unit(unit));
        Words::new("mode", text).of(grid, unit).into()
    }

    fn label(&self, grid: &Grid<V>, board: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        let Action::Stay(unit) = action else { return None };
        Some(Button::new(grid.turned(unit, board.unit(unit).has(Mark::Back))))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 250)
    }
}
