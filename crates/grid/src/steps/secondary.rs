//! Secondary Attacks, and what comes off the map after the assaults (Big Push 11.10, 11.11).

use super::prelude::*;

/// Secondary Attacks, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondaryAttacks {
    /// Who attacks.
    pub side: Side,
    /// Whose commander is next.
    pub next: u8,
}
engine::step_words!([V: Speak] SecondaryAttacks of Grid<V> = "secondary-attacks" { side, next = 0 });

impl<V: Speak> Ask<Grid<V>> for SecondaryAttacks {
    const ALL_LEGAL: bool = true;

    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_secondary_attacks(self, board)
    }

    fn question(&self, grid: &Grid<V>, board: &BoardOf<V>) -> Asked<V> {
        grid.question_of(board, grid.acting(board, self.side, self.next), Common::SecondaryAttacks)
    }

    fn candidates(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        options: &mut Answers<V>,
        _: &mut Notes,
    ) {
        grid.ask_secondary(board, grid.acting(board, self.side, self.next), options);
    }

    fn check(
        &self,
        grid: &Grid<V>,
        board: &BoardOf<V>,
        _: Seat,
        action: Act<V>,
        _: &mut Notes,
    ) -> Option<Forbidden> {
        Some(grid.check_secondary(board, grid.acting(board, self.side, self.next), action))
    }

    fn answers(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> bool {
        matches!(action, Action::Target(_) | Action::Done | Action::Own(_))
    }

    fn choose(
        &mut self,
        grid: &Grid<V>,
        board: &mut BoardOf<V>,
        answer: Answer<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        grid.choose_secondary(self, board, answer.action, context)
    }

    fn prompt(&self, grid: &Grid<V>, _: &BoardOf<V>, _: Viewer) -> Asking<V> {
        let second = grid.variant.resource_label(SECOND);
        Words::new("secondary-attack", format!("Make a {second}, or end the assaults?")).into()
    }

    fn label(&self, grid: &Grid<V>, _: &BoardOf<V>, action: Act<V>) -> Option<Button> {
        let second = grid.variant.resource_label(SECOND);
        (action == Action::Done).then(|| Button::ending(format!("End the {second}s")))
    }

    fn cites(&self, _: &Grid<V>, _: &BoardOf<V>, action: Act<V>, cites: &mut Cites<V>) {
        if let Action::Target(_) = action {
            cites.extend([Common::SecondaryAttacks, Common::SecondAttackResource].map(Rule::from));
        }
    }

    fn odds<'a>(&'a self, grid: &'a Grid<V>, board: &'a BoardOf<V>, action: Act<V>) -> Option<OddsCard<'a>> {
        let Action::Target(target) = action else { return None };
        let nation = grid.acting(board, self.side, self.next);
        Some(Box::new(move || Some(grid.secondary_odds(board, nation, target))))
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.next, 9)
    }
}

/// One Secondary Attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secondary {
    /// Whose commander.
    pub nation: Nation,
    /// Against what.
    pub target: Square,
    /// How far it has come.
    pub at: u8,
}
engine::step_words!([V: Speak] Secondary of Grid<V> = "secondary" { nation, target, at });

impl<V: Speak> Run<Grid<V>> for Secondary {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, _: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_secondary(self, board)
    }

    fn needs(&self, grid: &Grid<V>, board: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.at, 9)?;
        need(self.target.is_some(), "needs a target")?;
        grid.needs_commander(board, self.nation)
    }
}

/// HQs that supplied assaults leave the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoveSupplyHqs {
    /// Whose.
    pub side: Side,
}
engine::step_words!([V: Speak] RemoveSupplyHqs of Grid<V> = "remove-supply-hqs" { side });

impl<V: Speak> Run<Grid<V>> for RemoveSupplyHqs {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_remove_supply_hqs(board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// Command HQs in enemy zones of control leave the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoveCommandHqs;
engine::step_words!([V: Speak] RemoveCommandHqs of Grid<V> = "remove-command-hqs");

impl<V: Speak> Run<Grid<V>> for RemoveCommandHqs {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_remove_command_hqs(board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// Enemy interdiction markers come off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClearInterdiction {
    /// Whose.
    pub side: Side,
}
engine::step_words!([V: Speak] ClearInterdiction of Grid<V> = "clear-interdiction" { side });

impl<V: Speak> Run<Grid<V>> for ClearInterdiction {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_clear_interdiction(self.side, board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}
