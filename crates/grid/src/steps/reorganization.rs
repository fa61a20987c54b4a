//! Replacements and rally (Big Push 12.0).

use super::prelude::*;

/// The replacement rolls of a side's commanders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementRolls {
    /// Whose.
    pub side: Side,
}
engine::step_words!([V: Speak] ReplacementRolls of Grid<V> = "replacement-rolls" { side });

impl<V: Speak> Run<Grid<V>> for ReplacementRolls {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_replacement_rolls(self.side, board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// How many steps are taken is written in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacementBids;
engine::step_words!([V: Speak] ReplacementBids of Grid<V> = "replacement-bids");

impl<V: Speak> Ask<Grid<V>> for ReplacementBids {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_bids(board, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_bids(board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        seat: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_bids(board, seat, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        seat: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_bids(board, seat, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Steps(_) | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_bids(board, answer.seat, answer.action, context)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("bid", "How many replacement steps do you take?").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// Replacements are taken, commander by commander of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacements {
    /// Whose commander is next.
    pub next: u8,
}
engine::step_words!([V: Speak] Replacements of Grid<V> = "replacements" { next });

impl<V: Speak> Ask<Grid<V>> for Replacements {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_replacements(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, grid.replacing(board, self.next), Common::TakingReplacements)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_replacements(board, grid.replacing(board, self.next), options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_replacements(board, grid.replacing(board, self.next), action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Replace { .. } | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        _: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_replacements(self, board, answer.action)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("replace", "Which units come back from the pool?").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Done).then(|| Button::ending("End the replacements"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }
}

/// A replacement is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplaceAt {
    /// Whose commander.
    pub nation: Nation,
    /// Which unit.
    pub unit: Unit,
    /// At full strength or reduced.
    pub full: bool,
}

impl<V: Speak> step::Words<Grid<V>> for ReplaceAt {
    const NAME: &'static str = "replace-at";

    fn print(&self, grid: &Grid<V>, out: &mut String) {
        let strength = if self.full { "full" } else { "reduced" };
        out.extend(["replace-at ", self.nation.id(), " ", grid.id(self.unit), " ", strength]);
    }

    fn parse(grid: &Grid<V>, words: &[&str]) -> Option<ReplaceAt> {
        let ["replace-at", nation, unit, strength] = *words else { return None };
        let (nation, unit) = (Word::<Grid<V>>::parse(grid, nation)?, Word::<Grid<V>>::parse(grid, unit)?);
        Some(ReplaceAt { nation, unit, full: strength == "full" })
    }
}

impl<V: Speak> Ask<Grid<V>> for ReplaceAt {
    const ALL_LEGAL: bool = true;

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, self.nation, Common::TakingReplacements)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_replace_at(self, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_replace_at(self, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Replace { .. } | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_replace_at(self, board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let text = format!("Where does {} arrive?", grid.the_unit(self.unit));
        Words::new("replace-at", text).of(grid, self.unit).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>) -> Option<Button> {
        None
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        let unit = self.unit;
        let own = unit.is_some() && grid.pack.side(unit) == self.nation.side();
        need(own, "needs a unit of its own")?;
        grid.needs_commander(board, self.nation)
    }
}

/// Units rally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rally {
    /// Whose commander is next, over both sides.
    pub next: u8,
}
engine::step_words!([V: Speak] Rally of Grid<V> = "rally" { next });

impl<V: Speak> Ask<Grid<V>> for Rally {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_rally(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, grid.replacing(board, self.next), Common::Rally)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_rally(board, grid.replacing(board, self.next), options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_rally(board, grid.replacing(board, self.next), action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Rally(_) | Action::Done | Action::Pass | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_rally(self, board, answer.action, context)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("rally", "Which unit tries to rally next?").into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        if action == Action::Pass {
            return Some(Button::new("Nobody else tries to rally"));
        }
        (action == Action::Done).then(|| Button::ending("Roll for all the rest"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let Action::Rally(unit) = action else { return None };
        Some(Box::new(move || Some(grid.rally_odds(board, unit))))
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }

    fn binds(&self, _: &Grid<V>, action: Act<V>) -> bool {
        matches!(action, Action::Rally(_))
    }
}
