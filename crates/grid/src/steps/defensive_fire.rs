//! Defensive Fire (Big Push 10.0).

use super::*;

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
        grid.run_defensive_fire(board, self.side, self.only, context)
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
        grid.ask_defensive_fire(board, self.side, self.only, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_defensive_fire(board, self.side, self.only, action))
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
        grid.choose_defensive_fire(board, self.side, self.only, answer.action)
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
            trial.assault =
                crate::assault::Assault { target, side: side.enemy(), ..crate::assault::Assault::NONE };
            trial.assault.firers = grid.firers_in(board, side, target);
            Some(grid.fire_odds(&trial))
        }))
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// Neighbours join the fire from the assaulted square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firers {
    /// Whose commander.
    pub nation: Nation,
}
engine::step_words!([V: Speak] Firers of Grid<V> = "firers" { nation });

impl<V: Speak> Ask<Grid<V>> for Firers {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_firers(board, self.nation)
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
        grid.ask_firers(board, self.nation, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_firers(board, self.nation, action))
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
        grid.choose_firers(board, self.nation, answer.action, context)
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

/// Attackers driven off by fire fall back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallBack {
    /// Who attacks.
    pub side: Side,
}
engine::step_words!([V: Speak] FallBack of Grid<V> = "fall-back" { side });

impl<V: Speak> Ask<Grid<V>> for FallBack {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_fall_back(board, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_fall_back(board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_fall_back(board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_fall_back(board, action))
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
        grid.choose_fall_back(board, answer.action, context)
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
