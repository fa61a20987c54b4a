//! Setting up: guns placed by their owners, garrisons face down, reserves, resting corps (19.0).

use engine::{Forbidden, Question};
use grid::steps;
use grid::{Mark, Nation, Place, Side, Square, Squares, Unit};

use crate::board::{Action as Own, Board, Event as Told, Flight, Step as OwnStep};
use crate::data::{GunGroup, Scenario};
use crate::rule::Own as Rules;
use crate::verdun::{INSIDE, box_of, seat_of};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

type Step = grid::Step<crate::Only>;

const WEST: u8 = 1;

impl Verdun {
    /// The own part of the scenario that is played.
    pub fn scenario(&self, board: &Table) -> &Scenario {
        &self.data.scenarios[usize::from(board.scenario)]
    }

    /// The number of the scenario whose cases hold: 0 to 5, and 6 for the campaign.
    pub fn scenario_id(&self, board: &Table) -> usize {
        self.scenario(board).number
    }

    /// Whether the campaign is played: it alone has random objectives (18.2).
    pub fn is_campaign(&self, board: &Table) -> bool {
        self.scenario(board).raw.objectives > 0
    }

    /// The board of a scenario before anyone has chosen anything.
    pub fn lay_out(&self, grid: &Game, scenario: u8, options: u32) -> Table {
        let pack = &grid.pack;
        let mut board = grid.lay_out(scenario, Board::new());
        board.options = options;
        let own = &self.data.scenarios[usize::from(scenario)];
        // On February 21 each side holds what lies behind its start line, later what lies behind its units.
        let first = printed_turn(pack, scenario) == 1;
        let rear = if first { self.data.north } else { grid.behind_line(&board, Side::German) };
        for square in pack.map.all.iter() {
            if !board.occupied(Side::German).contains(square) {
                let behind = rear.contains(square) && !board.occupied(Side::Allied).contains(square);
                board.hold(if behind { Nation::German } else { Nation::French }, square);
            }
        }
        for unit in own.inside.iter() {
            board.update(pack, unit, |state| state.set(INSIDE, true));
        }
        for (unit, reduced) in &own.reserves {
            let place = Place::Box(box_of(pack.side(*unit)));
            board.update(pack, *unit, |state| {
                state.put(place);
                state.set(Mark::Back, *reduced);
            });
        }
        for gun in own.guns.iter().flat_map(|group| &group.units) {
            board.update(pack, *gun, |state| state.put(Place::Hand));
        }
        for (unit, zone) in &own.entries {
            board.own.entry[unit.index()] = *zone;
        }
        for (call, left) in own.calls.iter().zip(&mut board.own.calls) {
            *left = call.count;
        }
        for (side, count) in [(Side::Allied, own.raw.air.french), (Side::German, own.raw.air.german)] {
            for index in 0..usize::from(count).min(2) {
                board.own.flights[side.index() * 2 + index] = Flight::Ready;
            }
        }
        if own.raw.air.french_from > board.turn {
            board.own.flights[..2].fill(Flight::Absent);
        }
        for unit in own.rear_corps.iter().flatten().chain(&own.local_reserve) {
            board.update(pack, *unit, |state| state.set(Mark::Held, true));
        }
        if board.turn < own.raw.hold_until {
            for unit in pack.all_units() {
                if self.is_held_back(grid, &board, unit) {
                    board.update(pack, unit, |state| state.set(Mark::Held, true));
                }
            }
        }
        board
    }

    /// The rule of the scenario's set-up.
    pub fn set_up_rule(&self, board: &Table) -> Rules {
        [
            Rules::Firestorm,
            Rules::CrownPrince,
            Rules::MayCup,
            Rules::HellsDoorway,
            Rules::NotPass,
            Rules::Ramparts,
        ]
        .get(self.scenario_id(board))
        .copied()
        .unwrap_or(Rules::Campaign)
    }

    /// Infantry on either start line of the west bank is held before March 6 (19.1.5f).
    pub(crate) fn is_held_back(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        let square = board.square(unit);
        square.is_some()
            && board.turn < self.scenario(board).raw.hold_until
            && grid.pack.unit(unit).kind.is_foot()
            && grid.pack.map.in_trench(square)
            && grid.pack.map.bank[square.index()] == WEST
    }

    /// The parts of the set-up, one after the other; then the first turn.
    pub(crate) fn run_begin(&self, board: &mut Table, at: &mut u8, context: &mut Context) -> Flow {
        *at += 1;
        let call = |step: OwnStep| Flow::Call(Step::Own(step));
        match *at {
            1 => {
                let rule = self.set_up_rule(board);
                context.tell(|| Event::Own(Told::Applied { rule: Rules::ScenarioSetUp }));
                context.tell(|| Event::Own(Told::Applied { rule }));
                call(OwnStep::Guns { group: 0, drawn: false })
            }
            2 => call(OwnStep::Garrisons),
            3 => call(OwnStep::Halves),
            4 => call(OwnStep::RearCorps),
            5 => call(OwnStep::Operations),
            6 => call(OwnStep::Objectives),
            7 => call(OwnStep::ExtraHqs),
            8 => call(OwnStep::Battalions),
            _ => Flow::goto(steps::Turn { at: 0 }),
        }
    }

    // ------------------------------------------------------------------------------------------------ guns

    fn group<'a>(&'a self, board: &Table, group: u8) -> Option<&'a GunGroup> {
        self.scenario(board).guns.get(usize::from(group))
    }

    /// The gun of a group that is placed next.
    pub(crate) fn gun_in_hand(&self, board: &Table, group: u8) -> Option<Unit> {
        let in_hand = |gun: &Unit| board.unit(*gun).place() == Place::Hand;
        self.group(board, group)?.units.iter().copied().find(in_hand)
    }

    /// The next gun of a group, where it may stand, and whether it may or must be left out.
    fn next_gun(&self, grid: &Game, board: &Table, group: &GunGroup) -> Option<(Unit, Squares, bool, bool)> {
        let map = &grid.pack.map;
        let waiting: Vec<Unit> =
            group.units.iter().copied().filter(|gun| board.unit(*gun).place() == Place::Hand).collect();
        let gun = *waiting.first()?;
        let left_out = group.units.iter().filter(|gun| board.unit(**gun).place() == Place::Unused).count();
        let to_leave = usize::from(group.leave_out).saturating_sub(left_out);
        let fits = |zone: Squares| -> Squares {
            zone.iter().filter(|square| grid.may_stand(board, gun, *square).is_legal()).collect()
        };
        let ground = self.gun_ground(grid, gun);
        let mut squares = fits(group.squares & ground);
        if squares.is_empty() {
            // Ruling: a gun bound to roads or rails that finds none in its zone stands on the nearest of its kind.
            squares = fits(
                ground & *board.occupied(group.nation.side())
                    | (ground & self.behind(grid, board, group.nation)),
            );
        }
        let on_west = |square: Square| map.bank[square.index()] == WEST;
        let there = group
            .units
            .iter()
            .filter(|gun| board.square(**gun).is_some() && on_west(board.square(**gun)))
            .count();
        let lacking = usize::from(group.west).saturating_sub(there);
        let mut able = waiting.len();
        if !grid.pack.first_edition() {
            // Those that find no place on the west bank cannot help to reach the number.
            let west: Squares = group.squares.iter().filter(|square| on_west(*square)).collect();
            let mut trial = board.clone();
            let finds_room = |gun: &&Unit| {
                let open = west & self.gun_ground(grid, **gun);
                let room = open.iter().find(|square| grid.may_stand(&trial, **gun, *square).is_legal());
                if let Some(square) = room {
                    trial.update(&grid.pack, **gun, |state| state.put(Place::Map(square)));
                }
                room.is_some()
            };
            able = waiting.iter().filter(finds_room).count();
        }
        if lacking >= able - to_leave.min(able) {
            let west: Squares = squares.iter().filter(|square| on_west(*square)).collect();
            if !west.is_empty() {
                squares = west;
            }
        }
        Some((gun, squares, to_leave > 0, to_leave >= waiting.len()))
    }

    fn behind(&self, grid: &Game, board: &Table, nation: Nation) -> Squares {
        grid.behind_line(board, nation.side())
    }

    pub(crate) fn run_guns(
        &self,
        grid: &Game,
        board: &mut Table,
        group: &mut u8,
        drawn: &mut bool,
        context: &mut Context,
    ) -> Flow {
        while let Some(found) = self.group(board, *group) {
            if !*drawn && (found.heavy > 0 || found.field > 0) {
                let rule = self.set_up_rule(board);
                let field = if found.field > 0 { found.field } else { u8::MAX };
                self.draw_guns(grid, board, &found.units, (found.heavy, field), rule, context);
            }
            *drawn = true;
            if let Some((gun, squares, may_leave, _)) = self.next_gun(grid, board, found) {
                if !squares.is_empty() || may_leave {
                    return Flow::Ask;
                }
                // Ruling: a gun that finds no room at all waits off the map.
                let edge = grid.pack.map.home[grid.pack.side(gun).index()];
                let turn = board.turn;
                board.update(&grid.pack, gun, |state| state.put(Place::Off(edge, turn)));
                continue;
            }
            (*group, *drawn) = (*group + 1, false);
        }
        Flow::Return
    }

    pub(crate) fn question_guns(&self, board: &Table, group: u8) -> Question<Rule> {
        let nation = self.group(board, group).map_or(Nation::German, |group| group.nation);
        Question { seats: seat_of(nation).into(), rule: Rule::Own(self.set_up_rule(board)) }
    }

    pub(crate) fn ask_guns(&self, grid: &Game, board: &Table, group: u8, answers: &mut Vec<Action>) {
        let Some(found) = self.group(board, group) else { return };
        if let Some((gun, squares, may_leave, must_leave)) = self.next_gun(grid, board, found) {
            if !must_leave {
                answers.extend(squares.iter().map(|to| Action::Place { unit: gun, to }));
            }
            if may_leave {
                answers.push(Action::Own(Own::LeaveOut(gun)));
            }
        }
    }

    pub(crate) fn choose_guns(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        match action {
            Action::Place { unit, to } => {
                grid.place(board, unit, to);
                context.tell(|| Event::Placed { unit, to });
            }
            Action::Own(Own::LeaveOut(gun)) => {
                board.update(&grid.pack, gun, |state| state.put(Place::Unused));
                let rule = self.set_up_rule(board);
                context.tell(|| Event::Own(Told::Withdrawn { unit: gun, rule }));
            }
            _ => {}
        }
        Flow::Again
    }

    // ------------------------------------------------------------------------------------------- garrisons

    /// The next marker and the forts it may lie in: eight of them, at least three on the west bank (19.1.3).
    // Ruling: the French choose the forts; the markers are then dealt to them face down, unseen by both.
    fn next_marker(&self, grid: &Game, board: &Table) -> Option<(Unit, Squares)> {
        let garrisons = self.scenario(board).raw.garrisons?;
        let map = &grid.pack.map;
        let placed = self.data.markers.iter().filter(|marker| board.square(**marker).is_some()).count();
        let left = usize::from(garrisons.markers).saturating_sub(placed);
        let marker = *self.data.markers.get(placed).filter(|_| left > 0)?;
        let taken: Squares =
            self.data.markers.iter().map(|marker| board.square(*marker)).filter(|s| s.is_some()).collect();
        let mut forts = self.data.forts - taken - *board.occupied(Side::German);
        let west: Squares = forts.iter().filter(|fort| map.bank[fort.index()] == WEST).collect();
        let there = taken.iter().filter(|fort| map.bank[fort.index()] == WEST).count();
        if usize::from(garrisons.west).saturating_sub(there) >= left && !west.is_empty() {
            forts = west;
        }
        Some((marker, forts))
    }

    /// The question for the fort of the next marker, with the number that is left.
    pub(crate) fn garrison_question(&self, board: &Table) -> String {
        let placed = self.data.markers.iter().filter(|marker| board.square(**marker).is_some()).count();
        let markers =
            self.scenario(board).raw.garrisons.map_or(0, |garrisons| usize::from(garrisons.markers));
        match markers.saturating_sub(placed) {
            1 => "Choose a fort for the last garrison that lies face down.".to_owned(),
            left => format!("Choose a fort for a garrison that lies face down; {left} are left."),
        }
    }

    pub(crate) fn run_garrisons(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        if self.scenario(board).raw.garrisons.is_none() {
            return Flow::Return;
        }
        if self.next_marker(grid, board).is_some() {
            return Flow::Ask;
        }
        let mut cup: Vec<u8> =
            self.data.garrisons.iter().map(|unit| grid.pack.unit(*unit).faces[0].defense).collect();
        cup.resize(8, 0);
        for index in 0..8 {
            let drawn = usize::from(context.dice.draw_hidden(cup.len() as u8)) - 1;
            board.own.markers[index] = cup.remove(drawn);
        }
        context.tell(|| Event::Own(Told::Applied { rule: Rules::Garrisons }));
        Flow::Return
    }

    pub(crate) fn ask_garrisons(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        if let Some((unit, forts)) = self.next_marker(grid, board) {
            answers.extend(forts.iter().map(|to| Action::Place { unit, to }));
        }
    }

    pub(crate) fn choose_garrison(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if let Action::Place { unit, to } = action {
            grid.place(board, unit, to);
            board.update(&grid.pack, unit, |state| state.set(INSIDE, true));
            context.tell(|| Event::Placed { unit, to });
        }
        Flow::Again
    }

    // -------------------------------------------------------------------------------------------- reserves

    /// The brigades of the pool that may start in reserve: half of them (19.5.3, 19.6.3).
    fn half_choices(&self, grid: &Game, board: &Table) -> Vec<Unit> {
        let brigades = |place: Place| {
            grid.pack
                .all_units()
                .filter(|unit| {
                    grid.pack.unit(*unit).size == grid::units::Size::Brigade
                        && board.unit(*unit).place() == place
                })
                .collect::<Vec<Unit>>()
        };
        let (pool, boxed) = (brigades(Place::Pool), brigades(Place::Box(box_of(Side::Allied))));
        if boxed.len() >= pool.len().midpoint(boxed.len()) { Vec::new() } else { pool }
    }

    pub(crate) fn run_halves(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        match self.scenario(board).raw.half_of_brigades.as_str() {
            "drawn" => loop {
                let pool = self.half_choices(grid, board);
                if pool.is_empty() {
                    return Flow::Return;
                }
                let drawn = usize::from(context.dice.draw(pool.len() as u8)) - 1;
                self.put_in_reserve(grid, board, pool[drawn]);
            },
            "chosen" if !self.half_choices(grid, board).is_empty() => Flow::Ask,
            _ => Flow::Return,
        }
    }

    pub(crate) fn ask_halves(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        let pool = self.half_choices(grid, board);
        let class = |unit: &Unit| grid.pack.unit(*unit).class;
        let first = |unit: &&Unit| pool.iter().find(|other| class(other) == class(unit)) == Some(*unit);
        answers.extend(pool.iter().filter(first).map(|unit| Action::Own(Own::Reserve(*unit))));
    }

    pub(crate) fn put_in_reserve(&self, grid: &Game, board: &mut Table, unit: Unit) {
        let place = Place::Box(box_of(grid.pack.side(unit)));
        board.update(&grid.pack, unit, |state| state.put(place));
    }

    // ---------------------------------------------------------------------------------------- resting corps

    /// Two corps rest at the north edge: one is free on the first turn, the other on the second (19.3.5c).
    pub(crate) fn run_rear_corps(&self, board: &Table) -> Flow {
        let corps = &self.scenario(board).rear_corps;
        if corps.is_empty() || board.own.released != 0 { Flow::Return } else { Flow::Ask }
    }

    pub(crate) fn free_corps(&self, grid: &Game, board: &mut Table, corps: u8, context: &mut Context) {
        board.own.released |= 1 << corps;
        if let Some(units) = self.scenario(board).rear_corps.get(usize::from(corps)) {
            for unit in units {
                board.update(&grid.pack, *unit, |state| state.set(Mark::Held, false));
            }
        }
        let rule = Rules::MayCupSpecial;
        context.tell(|| Event::Own(Told::Freed { die: None, free: true, rule }));
    }

    /// What a resting corps is called: by its HQ, or by its first unit.
    pub(crate) fn corps_name(&self, grid: &Game, board: &Table, corps: u8) -> String {
        let units = self.scenario(board).rear_corps.get(usize::from(corps));
        let is_hq = |unit: &&Unit| grid.pack.unit(**unit).kind == grid::units::Kind::Hq;
        let named = units.and_then(|units| units.iter().find(is_hq).or_else(|| units.first()));
        named.map_or_else(
            || "the corps".to_owned(),
            |unit| format!("the corps of {}", grid.pack.unit(*unit).name),
        )
    }

    // ------------------------------------------------------------------------------------------ battalions

    /// The weaker battalion of the pool that can start in the place of a unit.
    pub(crate) fn stand_in(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Unit> {
        let pack = &grid.pack;
        let (size, attack) = (pack.unit(unit).size, pack.unit(unit).faces[0].attack);
        let fits = |other: &Unit| {
            let (info, state) = (pack.unit(*other), board.unit(*other));
            state.place() == Place::Pool
                && pack.side(*other) == pack.side(unit)
                && (info.kind, info.size) == (pack.unit(unit).kind, size)
                && info.faces[0].attack < attack
        };
        pack.all_units().find(fits)
    }

    /// What the button for a stand-in says: which kind stands where.
    pub(crate) fn stand_in_label(&self, grid: &Game, board: &Table, unit: Unit) -> String {
        let factors = |unit: Unit| {
            let face = grid.pack.unit(unit).faces[0];
            format!("{}-{}-{}", face.attack, face.defense, face.movement)
        };
        let weaker = self.stand_in(grid, board, unit).map(factors).unwrap_or_default();
        match board.square(unit) {
            square if square.is_some() => format!("A {weaker} at {}", grid.pack.map.name(square)),
            _ => format!("A {weaker} in reserve for {}", grid.pack.unit(unit).name),
        }
    }

    /// The battalions of the set-up that a weaker one can stand in for (19.3.1).
    fn battalion_choices<'a>(&'a self, grid: &'a Game, board: &'a Table) -> impl Iterator<Item = Unit> + 'a {
        let of_choice = &self.scenario(board).battalions_of_choice;
        of_choice.iter().copied().filter(move |unit| {
            board.unit(*unit).place() != Place::Pool && self.stand_in(grid, board, *unit).is_some()
        })
    }

    pub(crate) fn run_battalions(&self, grid: &Game, board: &mut Table, _: &mut Context) -> Flow {
        if self.battalion_choices(grid, board).next().is_some() { Flow::Ask } else { Flow::Return }
    }

    pub(crate) fn ask_battalions(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        answers.extend(self.battalion_choices(grid, board).map(|unit| Action::Own(Own::StandIn(unit))));
        answers.push(Action::Done);
    }

    pub(crate) fn choose_battalion(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::StandIn(unit)) = action else { return Flow::Return };
        if let Some(weaker) = self.stand_in(grid, board, unit) {
            let state = *board.unit(unit);
            board.update(&grid.pack, unit, |old| old.put(Place::Pool));
            board.update(&grid.pack, weaker, |new| *new = state);
            let rule = self.set_up_rule(board);
            context.tell(|| Event::Own(Told::StoodIn { unit: weaker, instead: unit, rule }));
        }
        Flow::Again
    }

    /// What forbids an answer to one of the set-up's questions: it must be among those offered.
    pub(crate) fn check_offered(&self, offered: &[Action], action: Action, rule: Rule) -> Forbidden {
        if offered.contains(&action) { Forbidden::NO } else { Forbidden::by(rule) }
    }
}

/// The first turn of a scenario.
fn printed_turn(pack: &grid::Pack, scenario: u8) -> u8 {
    pack.scenarios[usize::from(scenario)].first_turn
}
