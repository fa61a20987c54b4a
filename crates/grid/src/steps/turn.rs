//! The turn and its phases (Big Push 4.1, Verdun 4.0).

use super::prelude::*;

/// Walks the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The next entry.
    pub at: u8,
}
engine::step_words!([V: Speak] Turn of Grid<V> = "turn" { at });

impl<V: Speak> Run<Grid<V>> for Turn {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_turn(&mut self.at, board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        counts(self.at, 100)
    }
}

/// A player's phase begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Whose.
    pub side: Side,
}
engine::step_words!([V: Speak] Phase of Grid<V> = "phase" { side });

impl<V: Speak> Run<Grid<V>> for Phase {
    fn run(&mut self, _: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let side = self.side;
        board.phasing = side;
        context.tell(|| Event::PhaseBegan { side });
        Flow::Return
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}

/// Weather determination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weather;
engine::step_words!([V: Speak] Weather of Grid<V> = "weather");

impl<V: Speak> Run<Grid<V>> for Weather {
    fn run(&mut self, grid: &Grid<V>, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        grid.run_weather(board, context)
    }

    fn needs(&self, _: &Grid<V>, _: &BoardOf<V>, _: Below<V>) -> Result<(), String> {
        Ok(())
    }
}
