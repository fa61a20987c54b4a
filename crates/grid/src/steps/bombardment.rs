//! Bombardment, counter-battery and their guns (Big Push 7.0).

use super::prelude::*;

/// Bombardments, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bombardment {
    /// Who fires.
    pub side: Side,
    /// Whose commander is next.
    pub next: u8,
    /// Commanders who have finished, one bit each.
    pub passed: u8,
}
engine::step_words!([V: Speak] Bombardment of Grid<V> = "bombardment" { side, next = 0, passed = 0 });

impl<V: Speak> Ask<Grid<V>> for Bombardment {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_bombardment(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_bombardment(board, grid.acting(board, self.side, self.next))
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_bombardment(board, grid.acting(board, self.side, self.next), options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_bombardment(board, grid.acting(board, self.side, self.next), action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Target(_) | Action::Done | Action::Pass | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        _: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_bombardment(self, board, answer.action)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("bombard", "Choose a square to bombard, or end the bombardment.").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        if action == Action::Pass {
            return Some(Button::new("Hold fire for now"));
        }
        (action == Action::Done).then(|| Button::ending("End the bombardment"))
    }

    fn cites(&self, _: &Grid<V>, board: &BoardOf<V>, action: Act<V>, cites: &mut Cites<V>) {
        if let Action::Target(square) = action {
            let rules = [Common::Bombardment, Common::TargetTerrain, Common::MinimumFactors];
            cites.extend(rules.map(Rule::from));
            if !board.occupied(board.phasing.enemy()).contains(square) {
                cites.push(Common::InterdictionFire.into());
            }
        }
    }

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        if let Action::Own(own) = action {
            return Some(Box::new(move || grid.variant.more_odds(grid, board, own)));
        }
        let Action::Target(target) = action else { return None };
        let nation = grid.acting(board, self.side, self.next);
        Some(Box::new(move || {
            let mut trial = board.clone();
            trial.shot = Shot { target, ..Shot::NONE };
            Some(grid.full_bombardment_odds(trial, nation))
        }))
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }
}

/// The guns of one bombardment are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guns {
    /// Whose commander.
    pub nation: Nation,
}
engine::step_words!([V: Speak] Guns of Grid<V> = "guns" { nation });

impl<V: Speak> Ask<Grid<V>> for Guns {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_guns(board, self.nation, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, self.nation, Common::FiringGuns)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_guns(board, self.nation, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_guns(board, self.nation, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Join(_) | Action::Done | Action::Pass | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_guns(board, self.nation, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let target = board.shot.target;
        let words = Words::new("guns", format!("Which guns fire at {}?", grid.place_of(target)));
        words.at(grid, target).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("Fire"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let nation = self.nation;
        if let Action::Join(gun) = action {
            return Some(Box::new(move || Some(grid.odds_with_gun(board, nation, gun))));
        }
        let odds = move || Some(grid.bombardment_odds(board, nation.side()));
        (action == Action::Done).then(|| -> OddsCard { Box::new(odds) })
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_shot(board)?;
        grid.needs_commander(board, self.nation)
    }

    fn binds(&self, _: &Grid<V>, action: Act<V>) -> bool {
        action == Action::Done
    }

    fn planned(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Vec<Planned> {
        vec![grid.planned_bombardment(board, self.nation.side())]
    }
}

/// Counter-battery fire against the firing squares, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whose commander.
    pub nation: Nation,
}
engine::step_words!([V: Speak] Counter of Grid<V> = "counter-battery" { nation });

impl<V: Speak> Ask<Grid<V>> for Counter {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_counter(board, self.nation)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_counter(board, self.nation)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_counter(board, self.nation, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_counter(board, self.nation, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Join(_) | Action::Done | Action::Pass | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_counter(board, self.nation, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let (firing, target) = (board.shot.firing, grid.place_of(board.shot.target));
        let text = format!("Answer the guns in {}, which fire at {target}?", grid.place_of(firing));
        Words::new("counter-battery", text).at(grid, firing).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        if action == Action::Pass {
            return Some(Button::new("Do not answer"));
        }
        (action == Action::Done).then(|| Button::ending("Fire"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let nation = self.nation;
        if let Action::Join(gun) = action {
            return Some(Box::new(move || {
                let mut trial = board.clone();
                if gun.is_some() {
                    trial.shot.counter.insert(gun);
                } else {
                    trial.shot.counter_off_map = true;
                }
                Some(grid.counter_odds(&trial, nation))
            }));
        }
        let odds = move || Some(grid.counter_odds(board, nation));
        (action == Action::Done).then(|| -> OddsCard { Box::new(odds) })
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_shot(board)?;
        grid.needs_commander(board, self.nation)
    }

    fn binds(&self, _: &Grid<V>, action: Act<V>) -> bool {
        action == Action::Done
    }
}

/// The bombardment is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// Whose commander.
    pub nation: Nation,
}
engine::step_words!([V: Speak] Fire of Grid<V> = "fire" { nation });

impl<V: Speak> Run<Grid<V>> for Fire {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_fire(board, self.nation, context)
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        needs_shot(board)?;
        grid.needs_commander(board, self.nation)
    }
}
