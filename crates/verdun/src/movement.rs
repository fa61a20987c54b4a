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

    /// Whether a unit is entrenched infantry, which gives its trench up when it moves through mud (12.4.2b).
    fn leaves_trench(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        let counter = grid.pack.unit(unit);
        counter.kind != Kind::Hq && counter.has_modes() && board.unit(unit).has(Mark::Back)
    }

    /// Half points a unit may spend: mud stops guns without engineers, entrenched infantry goes as mobile infantry, rail
    /// guns need none (12.4.2, 12.5.2).
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
            _ if foul && self.leaves_trench(grid, board, unit) => {
                let [mobile, entrenched] = counter.faces.map(|face| face.movement);
                let free = state.good_order() && !board.is_interdicted(state.square());
                let printed = grid.printed_allowance(board, unit);
                let more = 2 * mobile.saturating_sub(entrenched);
                if free && printed > 0 { printed + more } else { 0 }
            }
            _ => grid.printed_allowance(board, unit),
        }
    }

    /// The engineer that brings a German gun through the mud: one that may move itself (12.4.2a).
    fn escort(&self, grid: &Game, board: &Table, gun: Unit) -> Option<Unit> {
        if grid.pack.side(gun) != Side::German || self.data.rail_guns.contains(gun) {
            return None;
        }
        board.troops_at(&grid.pack, Side::German, board.square(gun)).find(|unit| {
            let state = board.unit(*unit);
            let bound = state.has(Mark::Engaged) || state.has(Mark::Held);
            grid.pack.unit(*unit).kind == Kind::Engineer
                && state.good_order()
                && !state.has(Mark::Moved)
                && state.spent() == 0
                && (grid.pack.first_edition() || !bound)
        })
    }

    /// The squares a unit may not enter (10.5, 12.3.4, 12.5, 19.1.5f).
    pub(crate) fn barred(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let counter = grid.pack.unit(unit);
        let all = grid.pack.map.all;
        if counter.kind == Kind::Garrison {
            return all;
        }
        let mut closed = self.engaged_squares(grid, board, unit);
        if !self.passes_empty_forts(grid, board) || counter.side != board.phasing {
            closed = closed | self.empty_forts(board, counter.side);
        }
        if counter.kind == Kind::Artillery {
            closed = closed | self.closed_to_gun(grid, board, unit);
        } else if counter.kind.is_foot() && board.turn < self.scenario(board).raw.hold_until {
            closed = closed | self.beyond_line(grid, board, unit);
        }
        closed
    }

    /// Nobody joins an engagement: the squares of engaged defenders are closed; in the first edition those of their
    /// attackers were, too (16.5.1).
    fn engaged_squares(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let (side, own) = (grid.pack.side(unit), board.square(unit));
        let mut squares = Squares::EMPTY;
        for other in board.engaged().iter() {
            let at = board.square(other);
            let bound = !grid.binds_fighters_alone() || grid.is_under_attack(board, other);
            if at != own && grid.pack.side(other) == side && bound {
                squares.insert(at);
            }
        }
        squares
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
        if self.data.rail_guns.contains(gun) && !from.is_some() && !grid.pack.first_edition() {
            // What arrives by rail goes on by rail.
            let links = match grid.pack.side(gun) {
                Side::German => &self.data.by_rail,
                Side::Allied => &self.data.next_by_rail,
            };
            let entries = grid.entries(board, gun).0;
            open = open & entries.iter().fold(Squares::EMPTY, |all, entry| all | links[entry.index()]);
        } else if self.data.rail_guns.contains(gun) && from.is_some() {
            open = open
                & match (grid.pack.side(gun), board.unit(gun).spent()) {
                    (Side::German, _) => self.data.by_rail[from.index()],
                    (Side::Allied, 0) => self.data.next_by_rail[from.index()],
                    (Side::Allied, _) => Squares::EMPTY,
                };
        } else if self.bog(board) {
            let road = grid.pack.side(gun) == Side::Allied
                && (self.data.sacred_way.contains(from) || !from.is_some());
            let mut free = if road { self.data.sacred_way } else { Squares::EMPTY };
            // The one step of a gun that is bound to roads follows a road.
            let on_roads = self.gun_ground(grid, gun) != map.all && !grid.pack.first_edition();
            let near = if on_roads && from.is_some() { self.data.next_by_road[from.index()] } else { near };
            if !from.is_some() && !grid.pack.first_edition() {
                free = free | map.spread(grid.entries(board, gun).0);
            } else if !from.is_some() {
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

    /// The rules of this game by which a unit cannot get to a square (12.3.4, 12.4.2, 12.5, 12.7, 19.1.5f).
    pub(crate) fn reasons_to_stay(&self, grid: &Game, board: &Table, unit: Unit, to: Square) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let counter = grid.pack.unit(unit);
        let from = board.square(unit);
        verdict.when(counter.kind == Kind::Garrison, Rule::Own(Rules::Garrisons));
        let edge = grid.pack.map.home_squares(counter.side);
        let cut_off = !from.is_some()
            && edge.contains(to)
            && !self.behind_own_line(grid, board, counter.side, Squares::one(to)).contains(to);
        verdict.when(cut_off, Rule::Own(Rules::GroundReplacements));
        let engaged = self.engaged_squares(grid, board, unit).contains(to);
        verdict.when(engaged, Rule::Common(Common::Engaged));
        if counter.kind == Kind::Artillery {
            let off_ground = !self.gun_ground(grid, unit).contains(to);
            verdict.when(off_ground, self.gun_rule(grid, unit));
            if !from.is_some() {
                let rail = self.data.rail_guns.contains(unit);
                verdict.when(off_ground && rail, Rule::Own(Rules::RailGunsEntering));
                verdict.when(off_ground && !rail, Rule::Own(Rules::HeavyGunsEntering));
            }
            let stuck = board.weather.is_foul() && self.escort(grid, board, unit).is_none();
            verdict.when(stuck, Rule::Own(Rules::Mud));
            // A square beside the gun that no step leads to could only be reached by two.
            let map = &grid.pack.map;
            let blocked = |from: Square| map.direction(from, to).is_some_and(|way| !map.passable(from, way));
            let far = from.is_some()
                && (map.distance(from, to) > 1 || (blocked(from) && !grid.pack.first_edition()));
            let bogged = self.bog(board) && far && !self.data.north.contains(from);
            verdict.when(bogged, Rule::Own(Rules::ArtilleryBog));
        } else if counter.kind.is_foot() && board.turn < self.scenario(board).raw.hold_until {
            let beyond = self.beyond_line(grid, board, unit).contains(to);
            verdict.when(beyond, Rule::Own(Rules::FirestormSpecial));
        }
        verdict
    }

    /// Before March 6 infantry from behind its west-bank line does not pass it. A unit that came over from the east
    /// bank does (19.1.5f, g).
    fn beyond_line(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let (side, from) = (grid.pack.side(unit), board.square(unit));
        let bound = |from: Square| {
            grid.pack.map.bank[from.index()] == WEST
                && (grid.pack.first_edition() || self.is_rear(side, from))
        };
        if from.is_some() && !bound(from) {
            return Squares::EMPTY;
        }
        self.held_back_from(grid, side)
    }

    /// The west bank beyond a side's start line.
    fn held_back_from(&self, grid: &Game, side: Side) -> Squares {
        let [french, german] = grid.pack.map.trench;
        match side {
            Side::German => self.data.west - self.data.north - german,
            Side::Allied => self.data.west & (self.data.north | german | (self.data.between - french)),
        }
    }

    /// Where a moving unit must stop: heavy guns in trenches, held infantry in its line (12.5.4, 19.1.5g).
    pub(crate) fn must_stop(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        let map = &grid.pack.map;
        let counter = grid.pack.unit(unit);
        if counter.kind == Kind::Artillery {
            let trenches = map.terrain[grid::map::Terrain::StartTrench as usize];
            let halts = if counter.heavy { trenches } else { Squares::EMPTY };
            return halts | self.bogged_squares(grid, board, unit);
        }
        if counter.kind.is_foot() && board.turn < self.scenario(board).raw.hold_until {
            let from = board.square(unit);
            if !from.is_some() || map.bank[from.index()] == WEST {
                let mut line = map.trench[counter.side.index()] & self.data.west;
                // Those who are held in the line are marked; others, who came over the Meuse, go on from it.
                if from.is_some() && !grid.pack.first_edition() {
                    line.remove(from);
                }
                return line;
            }
        }
        Squares::EMPTY
    }

    /// The squares in which a gun stops in the bog: it makes one step, but moves on north of the German start line, and a
    /// French one along the Voie Sacrée (12.3.4b-d).
    fn bogged_squares(&self, grid: &Game, board: &Table, gun: Unit) -> Squares {
        if !self.bog(board) || self.data.rail_guns.contains(gun) || grid.pack.first_edition() {
            return Squares::EMPTY;
        }
        let (map, side, from) = (&grid.pack.map, grid.pack.side(gun), board.square(gun));
        let mut free = self.data.north;
        if side == Side::Allied {
            free = free | self.data.sacred_way;
        }
        if !from.is_some() {
            free = free | grid.entries(board, gun).0;
        }
        map.all - free
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
        if self.stops_in_line(grid, board, unit, to) {
            board.update(&grid.pack, unit, |state| state.set(Mark::Held, true));
        }
        if board.weather.is_foul() && board.square(unit).is_some() && self.leaves_trench(grid, board, unit) {
            board.update(&grid.pack, unit, |state| {
                state.set(Mark::Back, false);
                state.set(Mark::Flipped, true);
            });
            context.tell(|| Event::Flipped { unit, back: false });
            context.tell(|| Event::Own(Told::Applied { rule: Rules::Mud }));
        }
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

    /// Before March 6 infantry that moves into its own west-bank line from behind it stays there; units from the east
    /// bank are not held (19.1.5g).
    fn stops_in_line(&self, grid: &Game, board: &Table, unit: Unit, to: Square) -> bool {
        let (map, from) = (&grid.pack.map, board.square(unit));
        let side = grid.pack.side(unit);
        let rear = !from.is_some() || (map.bank[from.index()] == WEST && self.is_rear(side, from));
        board.turn < self.scenario(board).raw.hold_until
            && grid.pack.unit(unit).kind.is_foot()
            && (map.trench[side.index()] & self.data.west).contains(to)
            && rear
    }

    /// Whether a square lies behind a side's start line.
    pub(crate) fn is_rear(&self, side: Side, square: Square) -> bool {
        match side {
            Side::German => self.data.north.contains(square),
            Side::Allied => !self.data.north.contains(square) && !self.data.between.contains(square),
        }
    }

    /// In rain and snow mobile infantry does not entrench; an HQ changes mode once in a player's turn, and in his movement
    /// phase before anyone moves (12.4.2b, 12.8.2c).
    pub(crate) fn may_dig(&self, grid: &Game, board: &Table, unit: Unit) -> Forbidden {
        let mut verdict = Forbidden::NO;
        if grid.pack.unit(unit).kind == Kind::Hq {
            verdict.when(board.own.switched.contains(unit), Rule::Common(Common::HqModes));
            let arrives = board.unit(unit).has(Mark::Entered);
            verdict.when(!arrives && self.is_under_way(grid, board, unit), Rule::Common(Common::HqModes));
            return verdict;
        }
        let digs = grid.pack.unit(unit).has_modes() && !board.unit(unit).has(Mark::Back);
        // No scenario lets infantry enter entrenched (12.7.4a).
        let arrives = !board.square(unit).is_some() && !grid.pack.first_edition();
        verdict.when(digs && arrives, Rule::Common(Common::Reinforcements));
        verdict.when(digs && board.weather.is_foul(), Rule::Own(Rules::Mud));
        verdict
    }

    /// Whether somebody of a unit's side has moved in this phase.
    fn is_under_way(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        !grid.pack.first_edition() && grid.has_anyone_stepped(board, grid.pack.side(unit))
    }

    /// Those of some squares of its edge that are behind a side's line (17.6.1).
    // Ruling: enemy control alone does not close an edge square, but one from which every step leads to enemies or into
    // their control is behind their line.
    fn behind_own_line(&self, grid: &Game, board: &Table, side: Side, squares: Squares) -> Squares {
        let threatened = squares & *board.zoc(side.enemy());
        if threatened.is_empty() {
            return squares;
        }
        let ways = grid.pack.map.next_to(grid.open_to_tracing(board, side));
        squares - (threatened - ways)
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
        let side = grid.pack.side(unit);
        let squares = if fit.is_empty() { grid.pack.map.home_squares(side) & ground } else { fit };
        Some(if grid.pack.first_edition() {
            squares
        } else {
            self.behind_own_line(grid, board, side, squares)
        })
    }

    /// Raiders leave by the exit zone in the campaign, and the regiments that must go may go early by the north edge
    /// (18.2.3, 19.3.5a, 20.3.5, 20.5.3d).
    pub(crate) fn may_raid(&self, grid: &Game, board: &Table, unit: Unit, from: Square) -> Option<Edge> {
        let counter = grid.pack.unit(unit);
        if self.is_leaving(board, unit) && grid.pack.map.edges[Edge::North as usize].contains(from) {
            return Some(Edge::North);
        }
        let raids = self.is_campaign(board)
            && counter.nation == Nation::German
            && matches!(counter.size, Size::Regiment | Size::Battalion)
            && counter.kind.is_foot()
            && self.data.exit_zone.contains(from);
        raids.then_some(Edge::South)
    }

    /// Whether a unit must leave the game by a turn that has not come yet (19.3.5a, 20.3.5).
    fn is_leaving(&self, board: &Table, unit: Unit) -> bool {
        let scenario = self.scenario(board);
        scenario.leaving_turn().is_some_and(|turn| board.turn <= turn) && scenario.leaving.contains(&unit)
    }

    /// Raiders do not come back, nor does the brigade that leaves (18.2.3, 20.3.5).
    pub(crate) fn raided(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        edge: Edge,
        context: &mut Context,
    ) {
        if edge == Edge::North {
            self.withdraw(grid, board, unit, self.leaving_rule(board), context);
            return;
        }
        let from = board.square(unit);
        if from.is_some() {
            board.own.exits.insert(from);
        }
        let regiment = grid.pack.unit(unit).size == Size::Regiment;
        let count = &mut board.own.exited[usize::from(!regiment)];
        *count = count.saturating_add(1);
        grid.take_off(board, unit, Place::Exited);
    }

    /// Empty squares toward the own edge come first, then other empty ones, then those of friends. A unit that may not
    /// stay in a fort square goes one square further if there is nothing else (16.5.6).
    pub(crate) fn retreat_preference(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        from: Square,
        squares: Squares,
    ) -> Squares {
        let side = grid.pack.side(unit);
        let mut open = squares;
        if !self.is_fort_sized(grid, board, unit) {
            open = squares - self.data.forts;
            if open.is_empty() {
                open = (squares & self.data.forts)
                    .iter()
                    .fold(Squares::EMPTY, |all, fort| all | grid.open_around(board, unit, fort));
                open.remove(from);
                open = open - self.data.forts;
            }
        }
        // A comrade who has just come to a vacant square does not make it less so for those who retreat with him.
        let joined = |square: Square| {
            !grid.pack.first_edition()
                && board
                    .troops_at(&grid.pack, side, square)
                    .all(|other| board.own.fallen_back.contains(other))
                && grid.may_stand(board, unit, square).is_legal()
        };
        let taken: Squares = board.occupied(side).iter().filter(|square| !joined(*square)).collect();
        let vacant = open - taken;
        let homeward = grid.homeward(side, from, vacant);
        [homeward, vacant, open].into_iter().find(|wish| !wish.is_empty()).unwrap_or(Squares::EMPTY)
    }

    /// The edge over which a unit that has nowhere else to go leaves the map: its own if it stands there (16.5.6h).
    pub(crate) fn way_off_map(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Edge> {
        let (map, square) = (&grid.pack.map, board.square(unit));
        let home = map.home[grid.pack.side(unit).index()];
        let on_edge = |edge: &Edge| map.edges[*edge as usize].contains(square);
        if grid.pack.unit(unit).kind == Kind::Garrison {
            return None;
        }
        std::iter::once(home).chain(Edge::ALL).find(on_edge)
    }

    /// Units driven off their own edge give a point a step and may come back; off another they are gone for good
    /// (16.5.6h, 18.3.3).
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
        context.tell(|| Event::Scored { side, points: steps as i8, unit, rule });
        if edge != grid.pack.map.home[grid.pack.side(unit).index()] {
            self.count_lost(grid, board, unit, steps);
            grid.take_off(board, unit, Place::Gone);
            return;
        }
        let (before, turn) = (*board.unit(unit), board.turn + 1);
        let (modes, first_edition) = (grid.pack.unit(unit).has_modes(), grid.pack.first_edition());
        grid.take_off(board, unit, Place::Off(edge, turn));
        board.update(&grid.pack, unit, |state| {
            state.set(Mark::Back, before.has(Mark::Back) && !modes);
            if !first_edition {
                state.set(Mark::Disrupted, before.has(Mark::Disrupted));
                state.set(Mark::Suppressed, before.has(Mark::Suppressed));
            }
        });
        board.own.entry[unit.index()] = 0;
    }

    /// Everything about a unit that came to stand somewhere: forts, and that a trench it was driven out of is lost.
    pub(crate) fn has_arrived(&self, grid: &Game, board: &mut Table, unit: Unit) {
        self.take_fort_place(grid, board, unit);
        board.update(&grid.pack, unit, |state| state.set(Mark::Driven, false));
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
