//! Assault commitment, closing in and the Command Center (Big Push 9.0).

use super::prelude::*;

/// Assault commitment, commander by commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// Who attacks.
    pub side: Side,
    /// Whose commander is next.
    pub next: u8,
}
engine::step_words!([V: Speak] Commitment of Grid<V> = "commitment" { side, next = 0 });

impl<V: Speak> Run<Grid<V>> for Commitment {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_commitment(self, board)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }
}

/// One commander commits units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Whose commander.
    pub nation: Nation,
    /// Only against that square, in a Secondary Attack.
    pub only: Square,
}
engine::step_words!([V: Speak] Commit of Grid<V> = "commit" { nation, only });

impl<V: Speak> Ask<Grid<V>> for Commit {
    const ALL_LEGAL: bool = true;

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        let again = self.only.is_some();
        let rule = if again { Common::SecondaryAttacks } else { Common::Commitment };
        grid.question_of(board, self.nation, rule)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_commit(self, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_commit(self, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Commit { .. } | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_commit(board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        if !self.only.is_some() {
            return Words::new("commit", "Which units assault which squares?").into();
        }
        let text = format!("Which units attack {} again?", grid.place_of(self.only));
        Words::new("commit", text).at(grid, self.only).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        let whole = if self.only.is_some() { "" } else { " of units" };
        (action == Action::Done).then(|| Button::ending(format!("End the commitment{whole}")))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let (side, only) = (self.nation.side(), self.only);
        if let Action::Commit { unit, to } = action {
            return Some(Box::new(move || {
                let mut trial = board.clone();
                grid.commit_on(&mut trial, unit, to)?;
                let wave = if only.is_some() { Wave::Secondary } else { Wave::Primary };
                Some(grid.committed_odds(trial, side, to, wave))
            }));
        }
        let ends = action == Action::Done && !only.is_some();
        let rolls = ends && !grid.assaulted(board, side, Renewed::Too).is_empty();
        rolls.then(|| -> OddsCard { Box::new(move || grid.command_center_odds(board, side)) })
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        grid.needs_commander(board, self.nation)
    }

    fn planned(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Vec<Planned> {
        grid.planned_assaults(board, self.nation.side(), self.only)
    }
}

/// One commander's stacks close in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Close {
    /// Whose commander.
    pub nation: Nation,
    /// Only against that square, in a Secondary Attack.
    pub only: Square,
}
engine::step_words!([V: Speak] Close of Grid<V> = "close" { nation, only });

impl<V: Speak> Ask<Grid<V>> for Close {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_close(self, board, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, self.nation, Common::ClosingIn)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_close(self, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_close(self, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Close { .. } | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_close(board, answer.action, context)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("close", "Which stacks try to close in?").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("End closing in"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let Action::Close { from, to } = action else { return None };
        Some(Box::new(move || Some(grid.closing_odds(board, from, to))))
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        grid.needs_commander(board, self.nation)
    }

    fn binds(&self, _: &Grid<V>, action: Act<V>) -> bool {
        matches!(action, Action::Close { .. })
    }

    fn planned(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Vec<Planned> {
        grid.planned_assaults(board, self.nation.side(), self.only)
    }
}

/// The Command Center roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandCenter {
    /// Who attacks.
    pub side: Side,
}
engine::step_words!([V: Speak] CommandCenter of Grid<V> = "command-center" { side });

impl<V: Speak> Run<Grid<V>> for CommandCenter {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_command_center(board, self.side, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}
