//! Movement (Big Push 8.0).

use super::prelude::*;

/// The movement phase, commander by commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Who moves.
    pub side: Side,
    /// Whose commander is next.
    pub next: u8,
}
engine::step_words!([V: Speak] Movement of Grid<V> = "movement" { side, next = 0 });

impl<V: Speak> Run<Grid<V>> for Movement {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_movement(self, board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }
}

/// One commander moves his units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose commander.
    pub nation: Nation,
    /// The unit in hand.
    pub unit: Unit,
    /// Whether the unit in hand has done something.
    pub acted: bool,
}

impl<V: Speak> step::Words<Grid<V>> for Move {
    const NAME: &'static str = "move";

    fn print(&self, grid: &Grid<V>, out: &mut String) {
        let acted = if self.acted { "acted" } else { "fresh" };
        out.extend(["move ", self.nation.id(), " ", grid.id(self.unit), " ", acted]);
    }

    fn parse(grid: &Grid<V>, words: &[&str]) -> Option<Move> {
        let (nation, unit, acted) = match *words {
            ["move", nation] => (nation, Unit::NONE, false),
            ["move", nation, unit, acted] => (nation, Word::parse(grid, unit)?, acted == "acted"),
            _ => return None,
        };
        Some(Move { nation: Word::<Grid<V>>::parse(grid, nation)?, unit, acted })
    }
}

impl<V: Speak> Ask<Grid<V>> for Move {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.review_movers(board, self.nation.side());
        Flow::Ask
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_move(board, self.nation)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        notes: &mut Notes,
    ) {
        grid.ask_move(self, board, options, notes);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        notes: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_move(self, board, action, notes))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(
            action,
            Action::Pick(_)
                | Action::Move { .. }
                | Action::Face { .. }
                | Action::Flip(_)
                | Action::BreakDown { .. }
                | Action::Build { .. }
                | Action::Exit { .. }
                | Action::Stay(_)
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
        grid.choose_move(self, board, answer.action, answer.notes, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        if self.unit.is_some() {
            let does = grid.verb(self.unit, "does", "do");
            let text = format!("Where {does} {} go?", grid.the_unit(self.unit));
            return Words::new("move-unit", text).of(grid, self.unit).into();
        }
        if grid.check_move(self, board, Action::Done, &mut Notes::default()).is_legal() {
            return Words::new("move", "Choose a unit to move, or end the movement.").into();
        }
        let squares: Vec<Square> = grid.squares_to_thin(board, self.nation).iter().collect();
        let names: Vec<String> = squares.iter().map(|square| grid.place_of(*square)).collect();
        let text = format!("Too many stand in {}: before the end some must leave.", names.join(", "));
        squares.into_iter().fold(Words::new("move", text), |words, square| words.at(grid, square)).into()
    }

    fn label(&self, grid: &Grid<V>, board: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        if let Action::Move { unit, to } = action {
            let cost = grid.way_to(board, unit, to).cost(to).map(points);
            return Some(grid.button_to(to).costs(cost.unwrap_or_default()));
        }
        if let Action::Flip(unit) = action {
            return Some(grid.flip_button(board, unit));
        }
        (action == Action::Done).then(|| Button::ending("End the movement"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>, cites: &mut Cites<V>) {
        if let Action::Stay(_) = action {
            cites.push(Common::SquareInterior.into());
        }
    }

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        let unit = self.unit;
        let at_hand = !unit.is_some()
            || (grid.pack.side(unit) == self.nation.side()
                && (board.square(unit).is_some() || grid.may_enter_map(board, unit)));
        need(at_hand, "that unit cannot be in hand")?;
        grid.needs_commander(board, self.nation)
    }

    fn has_choice(&self, grid: &Grid<V>, board: &BoardOf<V>) -> bool {
        grid.sees_choice(self, board)
    }
}

/// Defenders left engaged squares: the attackers may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follow {
    /// Whose attackers.
    pub side: Side,
}
engine::step_words!([V: Speak] Follow of Grid<V> = "follow" { side });

impl<V: Speak> Ask<Grid<V>> for Follow {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_follow(self.side, board, context)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_follow(self.side, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_follow(self.side, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_follow(self.side, board, action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Advance { .. } | Action::Pass | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_follow(self.side, board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let target = board.assault.target;
        let text = format!("The defenders have left {}: who follows?", grid.place_of(target));
        Words::new("follow", text).at(grid, target).into()
    }

    fn label(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        (action == Action::Pass).then(|| Button::new("Nobody follows"))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, _: Act<V>, _: &mut Cites<V>) {}

    fn odds<'a>(&'a self, _: &'a Grid<V>, _: &'a BoardOf<V>, _: Act<V>) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// Too many units in a square make room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Displace {
    /// Whose.
    pub side: Side,
}
engine::step_words!([V: Speak] Displace of Grid<V> = "displace" { side });

impl<V: Speak> Ask<Grid<V>> for Displace {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_displace(self.side, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_displace(self.side, board)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_displace(self.side, board, options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_displace(self.side, board, action))
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
        grid.choose_displace(board, answer.action, context)
    }

    fn prompt(&self, _: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        Words::new("displace", "Too many units stand together: who makes room?").into()
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
