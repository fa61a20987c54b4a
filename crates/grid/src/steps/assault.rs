//! Assaults (Big Push 11.0).

use super::prelude::*;

/// The assaults, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assaults {
    /// Who attacks.
    pub side: Side,
    /// Whose commander is next.
    pub next: u8,
}
engine::step_words!([V: Speak] Assaults of Grid<V> = "assaults" { side, next = 0 });

impl<V: Speak> Ask<Grid<V>> for Assaults {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_assaults(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, grid.acting(board, self.side, self.next), Common::Assault)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_assaults(board, grid.acting(board, self.side, self.next), options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_assaults(board, grid.acting(board, self.side, self.next), action))
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
        grid.choose_assaults(self, board, answer.action)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("assaults", "Which assault is resolved next?").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("End the assaults"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>, cites: &mut Cites<V>) {
        if let Action::Resolve(_) = action {
            cites.push(Common::Assault.into());
        }
    }

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let Action::Resolve(target) = action else { return None };
        let side = self.side;
        Some(Box::new(move || {
            let wave = grid.wave_of(board, target);
            let mut trial = board.clone();
            trial.assault = crate::assault::Assault { target, side, wave, ..crate::assault::Assault::NONE };
            Some(grid.forecast_odds(&trial))
        }))
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }

    fn planned(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Vec<Planned> {
        grid.planned_assaults(board, self.side, Square::NONE)
    }
}

/// The assault in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assault {
    /// How far it has come.
    pub stage: Stage,
}
engine::step_words!([V: Speak] Assault of Grid<V> = "assault" { stage });

impl<V: Speak> Ask<Grid<V>> for Assault {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_assault(self.stage, board, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_assault(self.stage, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_assault(self.stage, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_assault(self.stage, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(
            action,
            Action::Supply(_)
                | Action::Unsupplied
                | Action::Use(_)
                | Action::Strike(_)
                | Action::Done
                | Action::Own(_)
        )
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_assault(self.stage, board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let target = board.assault.target;
        if self.stage == Stage::Strike {
            let text = "Which of the attackers' squares do you strike back at?";
            return Words::new("strike", text).into();
        }
        let words = if self.stage == Stage::Supply {
            let text = format!("Which HQ supplies the assault on {}?", grid.place_of(target));
            Words::new("supply", text)
        } else {
            Words::new("resources", format!("What supports the assault on {}?", grid.place_of(target)))
        };
        words.at(grid, target).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("Roll the dice"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>, cites: &mut Cites<V>) {
        if action == Action::Done && self.stage == Stage::Resources {
            cites.extend([Common::UsingResources, Common::AssaultResults].map(Rule::from));
        }
    }

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        grid.stage_odds(self.stage, board, action)
    }

    fn needs(&self, _: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_assault(board)
    }

    fn binds(&self, _: &Grid<V>, action: Act<V>) -> bool {
        matches!(action, Action::Strike(_)) || action == Action::Done && self.stage == Stage::Resources
    }
}
