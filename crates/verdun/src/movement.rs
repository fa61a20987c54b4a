//! Movement its own way: bogged guns, mud, roads and rails for the great guns, held fronts (12.0, 19.1.5f).

use engine::Forbidden;
use grid::map::Edge;
use grid::units::{Kind, Size};
use grid::{Common, Mark, Nation, Place, Side, Square, Squares, Unit};

use crate::board::Event as Told;
use crate::rule::Own as Rules;
use crate::{Context, Event, Game, Rule, Table, Verdun};

const WEST: u8 = 1;
/// Half points of a rail gun: more than any line of the map is long.
const BY_RAIL: u8 = 60;

impl Verdun {
    /// The squares where a gun may ever stand: rails, major roads without trenches, or anywhere (12.5).
    pub fn gun_ground(&self, grid: &Game, gun: Unit) -> Squares {
        let map = &grid.pack.map;
        let trenches = map.terrain[grid::map::Terrain::StartTrench as usize];
        if self.data.rail_guns.contains(gun) {
            return self.data.rail_ground[grid.pack.side(gun).index()];
        }
        if grid.pack.unit(gun).faces[0].movement == 1 {
            return self.data.major_roads - trenches;
        }
        map.all
    }

    /// Whether guns crawl this turn (12.3.4).
    fn bog(&self, board: &Table) -> bool {
        board.turn >= self.scenario(board).raw.bog_from
    }

    /// Half points a unit may spend: mud stops guns without engineers and entrenched infantry, rail guns need none
    /// (12.4.2, 12.5.2).
    pub(crate) fn points(&self, grid: &Game, board: &Table, unit: Unit) -> u8 {
        let (counter, state) = (grid.pack.unit(unit), board.unit(unit));
        let foul = board.weather.is_foul();
        match counter.kind {
            Kind::Garrison => 0,
            Kind::Artillery => {
                if foul && self.escort(grid, board, unit).is_none() {
                    return 0;
                }
                if self.data.rail_guns.contains(unit) {
                    return if state.has(Mark::Held) || foul { 0 } else { BY_RAIL };
                }
                grid.printed_allowance(board, unit)
            }
            _ if foul && counter.has_modes() && counter.kind != Kind::Hq && state.has(Mark::Back) => 0,
            _ => grid.printed_allowance(board, unit),
        }
    }

    /// The engineer that brings a German gun through the mud (12.4.2a).
    fn escort(&self, grid: &Game, board: &Table, gun: Unit) -> Option<Unit> {
        if grid.pack.side(gun) != Side::German || self.data.rail_guns.contains(gun) {
            return None;
        }
        board.troops_at(&grid.pack, Side::German, board.square(gun)).find(|unit| {
            grid.pack.unit(*unit).kind == Kind::Engineer
                && board.unit(*unit).good_order()
                && !board.unit(*unit).has(Mark::Moved)
                && board.unit(*unit).spent() == 0
        })
    }

    /// The squares a unit may not enter (10.5, 12.3.4, 12.5, 19.1.5f).
    pub(crate) fn barred(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let counter = grid.pack.unit(unit);
        let all = grid.pack.map.all;
        if counter.kind == Kind::Garrison {
            return all;
        }
        let mut closed = self.empty_forts(board, counter.side);
        if counter.kind == Kind::Artillery {
            closed = closed | self.closed_to_gun(grid, board, unit);
        } else if counter.kind.is_foot() && board.turn < self.scenario(board).raw.hold_until {
            closed = closed | self.beyond_line(grid, board, unit);
        }
        closed
    }

    fn closed_to_gun(&self, grid: &Game, board: &Table, gun: Unit) -> Squares {
        let map = &grid.pack.map;
        let from = board.square(gun);
        let near = if from.is_some() { map.disc(from, 1) } else { Squares::EMPTY };
        let mut open = self.gun_ground(grid, gun);
        if open != map.all && from.is_some() && !self.data.rail_guns.contains(gun) {
            open = open & self.data.by_road[from.index()];
        }
        let trenches = map.terrain[grid::map::Terrain::StartTrench as usize];
        if grid.pack.unit(gun).heavy {
            open = open - (trenches - near);
        }
        if self.data.rail_guns.contains(gun) && from.is_some() {
            let lines = if grid.pack.side(gun) == Side::German {
                &self.data.by_rail
            } else {
                &self.data.next_by_rail
            };
            open = open & lines[from.index()];
        } else if self.bog(board) {
            let road = grid.pack.side(gun) == Side::Allied
                && (self.data.sacred_way.contains(from) || !from.is_some());
            let mut free = if road { self.data.sacred_way } else { Squares::EMPTY };
            if !from.is_some() {
                free = free | map.home_squares(grid.pack.side(gun));
                if grid.pack.side(gun) == Side::German {
                    free = free | self.data.north;
                }
            } else if self.data.north.contains(from) {
                free = free | self.data.north | near;
            } else if board.unit(gun).spent() == 0 {
                free = free | near;
            }
            open = open & free;
        }
        map.all - open
    }

    /// Before March 6 infantry of the west bank does not pass its own start line (19.1.5f, g).
    fn beyond_line(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let map = &grid.pack.map;
        let from = board.square(unit);
        if from.is_some() && map.bank[from.index()] != WEST {
            return Squares::EMPTY;
        }
        let [french, german] = [map.trench[0], map.trench[1]];
        match grid.pack.side(unit) {
            Side::German => self.data.west - self.data.north - german,
            Side::Allied => self.data.west & (self.data.north | german | (self.data.between - french)),
        }
    }

    /// Where a moving unit must stop: heavy guns in trenches, held infantry in its line (12.5.4, 19.1.5g).
    pub(crate) fn must_stop(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let map = &grid.pack.map;
        let counter = grid.pack.unit(unit);
        if counter.kind == Kind::Artillery && counter.heavy {
            return map.terrain[grid::map::Terrain::StartTrench as usize];
        }
        if counter.kind.is_foot() && board.turn < self.scenario(board).raw.hold_until {
            let from = board.square(unit);
            if !from.is_some() || map.bank[from.index()] == WEST {
                let line = map.trench[counter.side.index()];
                return line & self.data.west;
            }
        }
        Squares::EMPTY
    }

    /// A heavy gun rolls to enter a start trench; a gun in the mud takes its engineer along (12.4.2a, 12.5.4).
    pub(crate) fn leaves(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        to: Square,
        context: &mut Context,
    ) -> bool {
        let counter = grid.pack.unit(unit);
        if counter.kind != Kind::Artillery {
            return true;
        }
        if counter.heavy && grid.pack.map.in_trench(to) {
            let die = context.d6();
            let enters = die <= self.data.charts.heavy_trench.enters_upto;
            context.tell(|| Event::Own(Told::HeavyTrench { unit, square: to, die, enters }));
            if !enters {
                board.update(&grid.pack, unit, |state| state.set_spent(u8::MAX));
                return false;
            }
        }
        if board.weather.is_foul()
            && let Some(engineer) = self.escort(grid, board, unit)
        {
            board.update(&grid.pack, engineer, |state| {
                state.put(Place::Map(to));
                state.set(Mark::Moved, true);
            });
            board.hold(Nation::German, to);
            let rule = Rule::Own(Rules::Mud);
            context.tell(|| Event::Advanced { unit: engineer, to, rule });
        }
        true
    }

    /// In rain and snow mobile infantry does not entrench (12.4.2b).
    pub(crate) fn may_dig(&self, grid: &Game, board: &Table, unit: Unit) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let digs = grid.pack.unit(unit).has_modes() && !board.unit(unit).has(Mark::Back);
        verdict.when(digs && board.weather.is_foul(), Rule::Own(Rules::Mud));
        verdict
    }

    /// The zone by which a waiting unit comes onto the map (12.7.4).
    pub(crate) fn comes_by(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Squares> {
        let waiting = matches!(board.unit(unit).place(), Place::Due(_) | Place::Off(..));
        if !waiting {
            return None;
        }
        let zone = self.data.zone(board.own.entry[unit.index()]);
        let edge = zone.unwrap_or_else(|| grid.pack.map.home_squares(grid.pack.side(unit)));
        let ground = if grid.pack.unit(unit).kind == Kind::Artillery {
            self.gun_ground(grid, unit)
        } else {
            grid.pack.map.all
        };
        let fit = edge & ground;
        // Ruling: a gun bound to roads or rails that finds none in its zone comes by any such square of its edge.
        Some(if fit.is_empty() { grid.pack.map.home_squares(grid.pack.side(unit)) & ground } else { fit })
    }

    /// Raiders leave by the exit zone in the campaign (18.2.3, 20.5.3d).
    pub(crate) fn may_raid(&self, grid: &Game, board: &Table, unit: Unit, from: Square) -> Option<Edge> {
        let counter = grid.pack.unit(unit);
        let raids = self.scenario(board).raw.objectives > 0
            && counter.nation == Nation::German
            && matches!(counter.size, Size::Regiment | Size::Battalion)
            && counter.kind.is_foot()
            && self.data.exit_zone.contains(from);
        raids.then_some(Edge::South)
    }

    /// Raiders do not come back (18.2.3).
    pub(crate) fn raided(&self, grid: &Game, board: &mut Table, unit: Unit) {
        let from = board.square(unit);
        if from.is_some() {
            board.own.exits.insert(from);
        }
        let regiment = grid.pack.unit(unit).size == Size::Regiment;
        let count = &mut board.own.exited[usize::from(!regiment)];
        *count = count.saturating_add(1);
        grid.take_off(board, unit, Place::Exited);
    }

    /// Units driven off their own edge give a point a step and may come back (16.5.6h, 18.3.3).
    pub(crate) fn driven_off(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        edge: Edge,
        context: &mut Context,
    ) {
        let side = grid.pack.side(unit).enemy();
        let steps = grid.steps_left(board, unit);
        board.points[side.index()].losses += i16::from(steps);
        let rule = Rule::Own(Rules::LeavingPoints);
        context.tell(|| Event::Scored { side, points: steps as i8, rule });
        let (reduced, turn) = (board.unit(unit).has(Mark::Back), board.turn + 1);
        let modes = grid.pack.unit(unit).has_modes();
        grid.take_off(board, unit, Place::Off(edge, turn));
        board.update(&grid.pack, unit, |state| state.set(Mark::Back, reduced && !modes));
        board.own.entry[unit.index()] = 0;
    }

    /// Everything about a unit that came to stand somewhere: forts, the held line.
    pub(crate) fn has_arrived(&self, grid: &Game, board: &mut Table, unit: Unit) {
        self.take_fort_place(grid, board, unit);
        if self.is_held_back(grid, board, unit) {
            board.update(&grid.pack, unit, |state| state.set(Mark::Held, true));
        }
    }

    /// The rules a movement question of this game may cite besides the common ones.
    pub(crate) fn gun_rule(&self, grid: &Game, gun: Unit) -> Rule {
        if self.data.rail_guns.contains(gun) {
            return Rule::Own(match grid.pack.side(gun) {
                Side::German => Rules::GermanRailGun,
                Side::Allied => Rules::FrenchRailGuns,
            });
        }
        if grid.pack.unit(gun).faces[0].movement == 1 {
            return Rule::Own(Rules::RoadGuns);
        }
        Rule::Common(Common::Movement)
    }
}
