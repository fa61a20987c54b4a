//! What reaches over the map beyond the counters, for those who want to see it: zones of control, command, supply; and
//! the way of a move.

use engine::wire::Layer;

use crate::action::Action;
use crate::command::Mode;
use crate::speak::Speak;
use crate::square::Squares;
use crate::units::{Nation, Side};
use crate::variant::{BoardOf, Grid, Small};

impl<V: Speak> Grid<V> {
    /// Zones of control of both sides; command and supply of every nation (Big Push 7.5, 8.2, 11.1).
    pub(crate) fn map_layers(&self, board: &BoardOf<V>) -> Vec<Layer> {
        let mut layers = Vec::new();
        let mut add = |kind: &str, whose: &str, what: &str, nation: Nation, squares: Squares| {
            let places: Vec<String> =
                squares.iter().map(|square| self.pack.map.name(square).to_owned()).collect();
            if !places.is_empty() {
                let id = format!("{kind}-{}", whose.to_lowercase());
                layers.push(Layer {
                    id,
                    label: format!("{whose} {what}"),
                    nation: nation.id().to_owned(),
                    places,
                });
            }
        };
        for side in Side::BOTH {
            let fights = |nation: &Nation| {
                nation.side() == side
                    && board.on_map(&self.pack, side).any(|unit| self.pack.unit(unit).nation == *nation)
            };
            if let Some(nation) = Nation::ALL.into_iter().find(fights) {
                add("zoc", self.pack.side_name(side), "zones of control", nation, *board.zoc(side));
            }
        }
        for nation in Nation::ALL {
            let supplied = self
                .hqs(board, nation, Mode::Supply)
                .fold(Squares::EMPTY, |squares, hq| squares | self.supplied_by(board, hq));
            add(
                "command",
                nation.name(),
                "command range",
                nation,
                self.in_command(board, nation, Small::None),
            );
            add("supply", nation.name(), "supply range", nation, supplied);
        }
        layers
    }

    /// The squares that a move passes (Big Push 7.2).
    pub(crate) fn move_path(&self, board: &BoardOf<V>, action: Action<V::Own>) -> Vec<String> {
        let Action::Move { unit, to } = action else { return Vec::new() };
        let reach = self.reach(board, unit);
        if reach.cost(to).is_none() {
            return Vec::new();
        }
        reach
            .path(&self.pack.map, to)
            .into_iter()
            .map(|square| self.pack.map.name(square).to_owned())
            .collect()
    }
}
