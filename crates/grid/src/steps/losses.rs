//! Losses, retreats and advances (Big Push 11.6 to 11.9).

use super::Assault;
use super::prelude::*;

/// Losses are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses;
engine::step_words!([V: Speak] Losses of Grid<V> = "losses");

impl<V: Speak> Ask<Grid<V>> for Losses {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_losses(board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_losses(board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_losses(board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_losses(board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Lose { .. } | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_loss(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let text = match board.losses.left {
            1 => "One step is still to be lost. Who pays?".to_owned(),
            left => format!("{left} steps are still to be lost. Who pays?"),
        };
        Words::new("take-losses", text).at(grid, board.losses.square).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        need(board.losses.square.is_some() || board.losses.left == 0, "needs losses")
    }
}

/// Losses are taken; then the assault goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossesThen {
    /// Where.
    pub stage: Stage,
}
engine::step_words!([V: Speak] LossesThen of Grid<V> = "losses-then" { stage });

impl<V: Speak> Run<Grid<V>> for LossesThen {
    fn run(&mut self, _: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        if board.losses.left > 0 { Flow::call(Losses) } else { Flow::goto(Assault { stage: self.stage }) }
    }

    fn needs(&self, _: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_assault(board)
    }
}

/// Units retreat out of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// Whose.
    pub side: Side,
    /// Out of this.
    pub from: Square,
}
engine::step_words!([V: Speak] Retreat of Grid<V> = "retreat" { side, from });

impl<V: Speak> Ask<Grid<V>> for Retreat {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_retreat(self.side, self.from, board, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_retreat(self.side, self.from, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_retreat(self.side, self.from, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_retreat(self.side, self.from, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Retreat { .. } | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_retreat(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let text = format!("Where do the units in {} retreat to?", grid.place_of(self.from));
        Words::new("retreat", text).at(grid, self.from).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        let assault = board.assault.target.is_some();
        need(self.from.is_some() && assault, "needs a square and an assault with a target")
    }
}

/// Units that retreated into an empty square turn as their owner wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotate {
    /// Whose.
    pub side: Side,
    /// Where.
    pub square: Square,
}
engine::step_words!([V: Speak] Rotate of Grid<V> = "rotate" { side, square });

impl<V: Speak> Ask<Grid<V>> for Rotate {
    const ALL_LEGAL: bool = true;

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_rotate(self.side, self.square, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_rotate(self.side, self.square, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_rotate(self.side, self.square, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Face { .. } | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_rotate(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let text = format!("Which way do the units that retreated to {} face?", grid.place_of(self.square));
        Words::new("rotate", text).at(grid, self.square).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        let mut troops = board.troops_at(&grid.pack, self.side, self.square);
        need(self.square.is_some() && troops.next().is_some(), "needs a unit in that square")
    }
}

/// The victors advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    /// Who attacked.
    pub side: Side,
}
engine::step_words!([V: Speak] Advance of Grid<V> = "advance" { side });

impl<V: Speak> Ask<Grid<V>> for Advance {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_advance(board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_advance(board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_advance(board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_advance(board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Advance { .. } | Action::Consolidate(_) | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_advance(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let target = board.assault.target;
        Words::new("advance", format!("Who advances into {}?", grid.place_of(target))).at(grid, target).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("End the advance"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_assault(board)
    }
}
