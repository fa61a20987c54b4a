//! Exact chances of what only this game rolls for, and of assaults with their re-rolls
//! (8.5, 8.7.3, 13.4.1, 14.2.4 to 14.2.6, 16.7).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use engine::wire::Odds;
use grid::assault::Outcome;
use grid::bombardment::Hit;
use grid::chances::Chances;
use grid::{Common, Modifiers, Nation, Side, Square, Unit};

use crate::board::{Action as Own, Flight, Step as OwnStep};
use crate::counter_attack::STRIKING;
use crate::rerolls::REROLLED;
use crate::resources::{ASKED, DEFENDED};
use crate::rule::Own as Rules;
use crate::{Action, Game, Only, Rule, Table, Verdun};

/// How many of the 36 falls of two dice satisfy a condition.
fn two_dice(good: impl Fn(u8) -> bool) -> u64 {
    (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b)).filter(|sum| good(*sum)).count() as u64
}

impl Verdun {
    /// The chances of an answer to one of the game's own questions.
    pub(crate) fn own_odds(&self, grid: &Game, step: OwnStep, board: &Table, action: Action) -> Option<Odds> {
        match (step, action) {
            (OwnStep::Close { .. }, Action::Own(Own::Close(unit))) => {
                Some(self.odds_of_closing(grid, board, unit))
            }
            (OwnStep::AirPlaced(side), Action::Own(Own::Fly { unit, to })) => {
                Some(self.odds_of_bombs(grid, board, side, unit, to))
            }
            (OwnStep::AirIntercepts(side), Action::Own(Own::Fly { to, .. })) => {
                Some(self.odds_of_interception(grid, board, side, to))
            }
            (OwnStep::DefendingGuns, Action::Own(Own::Gun(_))) => {
                Some(self.odds_with(grid, board, DEFENDED | ASKED))
            }
            (OwnStep::DefendingGuns, Action::Pass) => Some(self.odds_with(grid, board, ASKED)),
            (OwnStep::ReRoll { .. }, Action::Own(Own::ReRoll)) => {
                Some(self.table_card(grid, board, &self.new_dice(grid, board)))
            }
            (OwnStep::ReRoll { side }, Action::Pass) => {
                Some(self.table_card(grid, board, &self.as_it_stands(grid, board, side)))
            }
            (OwnStep::Mines { .. }, Action::Target(square)) => Some(self.odds_of_mine(grid, board, square)),
            (OwnStep::GoOn, Action::Own(Own::Yes)) => Some(self.odds_of_going_on(grid, board)),
            (OwnStep::Strike, Action::Pick(unit)) => self.strike_odds(grid, board, unit),
            _ => None,
        }
    }

    /// The chances of the assault in hand with some of the game's own notes added.
    pub(crate) fn odds_with(&self, grid: &Game, board: &Table, notes: u8) -> Odds {
        let mut trial = board.clone();
        trial.assault.own |= notes;
        grid.assault_odds(&trial)
    }

    fn odds_of_closing(&self, grid: &Game, board: &Table, unit: Unit) -> Odds {
        let good = (1..=6).filter(|die| self.closes(grid, board, unit, *die)).count() as u64;
        grid.card(
            format!("{} {}", grid.pack.unit(unit).name, grid.verb(unit, "closes in", "close in")),
            &[Rule::Common(Common::ClosingIn)],
            vec![("closes in".to_owned(), good), ("stays on the line".to_owned(), 6 - good)],
            format!("{} % to close in", Game::percent(good, 6)),
        )
    }

    pub(crate) fn odds_of_counter_battery(
        &self,
        grid: &Game,
        board: &Table,
        nation: Nation,
        factors: u8,
        modifiers: &Modifiers<Only>,
    ) -> Odds {
        let worn = i8::from(self.worn_guns(board, nation.side()).is_some());
        let column = self.counter_column(grid, factors, board.shot.firing);
        let success = column.map_or(i8::MIN, |column| self.data.charts.counter_battery.upto[column]);
        let ways = two_dice(|roll| roll as i8 + modifiers.sum() + worn <= success);
        let mut odds = grid.card(
            "Counter-battery fire, for each gun".to_owned(),
            &[Rule::Own(Rules::CounterBatteryTable), Rule::Own(Rules::CounterBatteryModifiers)],
            vec![("disrupted".to_owned(), ways), ("no effect".to_owned(), 36 - ways)],
            format!("{} % for each gun", Game::percent(ways, 36)),
        );
        odds.sums.push(grid.sum("dice", modifiers));
        odds
    }

    /// A mine goes off on a low die, and a marker drawn blind says what it does (19.1.5k).
    fn odds_of_mine(&self, grid: &Game, board: &Table, square: Square) -> Odds {
        let chart = &self.data.charts.mines;
        // The markers already laid lie face down: what is drawn may be any of them.
        let ways = |word: &str| {
            u64::from(chart.upto) * chart.markers.iter().filter(|marker| *marker == word).count() as u64
        };
        let (heavy, light) = (ways("DST"), ways("D"));
        let of = 6 * chart.markers.len() as u64;
        grid.card(
            format!("A mine under {}", grid.at(square)),
            &[Rule::Own(self.mine_rule(board))],
            vec![
                ("a step and disruption".to_owned(), heavy),
                ("disruption".to_owned(), light),
                ("nothing".to_owned(), of - heavy - light),
            ],
            format!("{} % for an effect", Game::percent(heavy + light, of)),
        )
    }

    // ------------------------------------------------------------------------------------------------- air

    /// The bombs of an air unit that nobody meets: column dice, then the damage die (8.7.3d).
    fn odds_of_bombs(&self, grid: &Game, board: &Table, side: Side, unit: Unit, to: Square) -> Odds {
        let mut ways: BTreeMap<Hit, u64> = BTreeMap::new();
        for roll in 2..=12u8 {
            let falls = two_dice(|sum| sum == roll);
            for die in 1..=6 {
                let hit = self.bombs_do(grid, board, side, to, roll, die);
                *ways.entry(hit).or_default() += falls;
            }
        }
        let effect: u64 = ways.iter().filter(|(hit, _)| **hit != Hit::Miss).map(|(_, ways)| ways).sum();
        grid.card(
            format!("{} bombs {}", grid.pack.unit(unit).name, grid.pack.map.name(to)),
            &[Rule::Common(Common::AirBombardment), Rule::Own(Rules::AirCombat)],
            ways.iter().rev().map(|(hit, ways)| (hit.name().to_owned(), *ways)).collect(),
            format!("{} % for an effect, if no air unit intercepts", Game::percent(effect, 216)),
        )
    }

    /// What bombs do in the end: German ones interdict at least (8.7.3d).
    fn bombs_do(&self, grid: &Game, board: &Table, side: Side, to: Square, roll: u8, die: u8) -> Hit {
        if roll >= self.data.charts.air.miss_from {
            return Hit::Miss;
        }
        match self.air_hit(grid, board, side, to, roll, die) {
            Hit::Miss if side == Side::German => Hit::Interdict,
            hit => hit,
        }
    }

    /// The fights over a square if one more unit intercepts: ties are rolled again, so each fight is even, and its
    /// loser is shot down or gets away (8.7.3c).
    fn odds_of_interception(&self, grid: &Game, board: &Table, side: Side, square: Square) -> Odds {
        let over = |side: Side| {
            self.flights(board, side).filter(|(_, flight)| *flight == Flight::Over(square)).count()
        };
        let (bombers, interceptors) = (over(side), over(side.enemy()) + 1);
        let shot_down = two_dice(|sum| sum <= self.data.charts.air.shot_down_upto);
        let mut ways: BTreeMap<(bool, usize, usize), u64> = BTreeMap::new();
        // Left of both sides, shot down of both sides, and the weight of that course; each fight has 72 equal falls.
        let mut courses = vec![(bombers, interceptors, 0usize, 0usize, 72u64.pow(3))];
        while let Some((left, against, lost, killed, weight)) = courses.pop() {
            if left == 0 || against == 0 {
                *ways.entry((left == 0, lost, killed)).or_default() += weight;
                continue;
            }
            for (falls, down) in [(shot_down, 1), (36 - shot_down, 0)] {
                let weight = weight / 72 * falls;
                courses.push((left - 1, against, lost + down, killed, weight));
                courses.push((left, against - 1, lost, killed + down, weight));
            }
        }
        let label = |(held, lost, killed): &(bool, usize, usize)| {
            let result = if *held { "driven off" } else { "gets through" };
            format!(
                "{result}, {} and {} shot down",
                grid::count(*lost as i64, "bomber"),
                grid::count(*killed as i64, "interceptor")
            )
        };
        let driven: u64 = ways.iter().filter(|((held, ..), _)| *held).map(|(_, ways)| ways).sum();
        let all: u64 = ways.values().sum();
        grid.card(
            format!("Air combat over {}", grid.pack.map.name(square)),
            &[Rule::Own(Rules::AirCombat)],
            ways.iter().map(|(course, ways)| (label(course), *ways)).collect(),
            format!("{} % that no bomber gets through", (driven * 100 + all / 2) / all),
        )
    }

    // ------------------------------------------------------------------------------------------------ forts

    /// On the inside of a fort every result but a miss or an interdiction disrupts (8.2.2).
    pub(crate) fn hit_in_fort(&self, board: &Table, hit: Hit) -> Hit {
        match hit {
            Hit::Miss | Hit::Interdict if board.own.inside_shot => Hit::Miss,
            _ if board.own.inside_shot => Hit::Disrupt,
            hit => hit,
        }
    }

    // -------------------------------------------------------------------------- re-rolls and counter-attacks

    /// The dice of the assault or counter-attack in hand, once.
    fn roll(&self, grid: &Game, board: &Table) -> Chances {
        if self.is_counter_attack(board) {
            grid.dice_chances(&self.assess_counter_attack(grid, board))
        } else {
            grid.roll_chances(board)
        }
    }

    /// A counter-attack from its first dice on: re-rolls included, and repeated until it is no longer answered by
    /// another (16.5.2b).
    fn whole_counter_attack(&self, grid: &Game, board: &Table) -> Chances {
        let mut trial = board.clone();
        trial.assault.own &= !REROLLED;
        let roll = self.roll(grid, &trial);
        grid.settled_chances(&trial, &roll, self.roller(&trial)).without(Outcome::Counterattack)
    }

    /// What a result that stands leads to: in a counter-attack another one may follow.
    fn follows(&self, grid: &Game, board: &Table, outcome: Outcome) -> Chances {
        if self.is_counter_attack(board) && outcome == Outcome::Counterattack {
            self.whole_counter_attack(grid, board)
        } else {
            Chances::certain(outcome)
        }
    }

    fn new_dice(&self, grid: &Game, board: &Table) -> Chances {
        let roll = self.roll(grid, board);
        let parts = Outcome::ALL.map(|outcome| (roll.ways(outcome), self.follows(grid, board, outcome)));
        if self.is_counter_attack(board) { Chances::mix(&parts) } else { roll }
    }

    /// What follows if a side does not ask for new dice: the other may, if it is still to be asked.
    fn as_it_stands(&self, grid: &Game, board: &Table, side: Side) -> Chances {
        let Some(outcome) = board.assault.outcome else { return self.new_dice(grid, board) };
        let roller = self.roller(board);
        let other_asks = side == roller
            && self.may_reroll(grid, board, side.enemy()).is_some()
            && self.roll(grid, board).invite(outcome, Ordering::Less);
        if other_asks { self.new_dice(grid, board) } else { self.follows(grid, board, outcome) }
    }

    fn table_card(&self, grid: &Game, board: &Table, chances: &Chances) -> Odds {
        if self.is_counter_attack(board) {
            let assessment = self.assess_counter_attack(grid, board);
            grid.crt_odds("Counter-attack".to_owned(), &assessment, chances, "to drive the attackers back")
        } else {
            let title = format!("Assault on {}", grid.pack.map.name(board.assault.target));
            grid.crt_odds(title, &grid.assess_assault(board), chances, "to take the square")
        }
    }

    /// The counter-attack if this is the last attacker to be named; before that it depends on the others.
    fn strike_odds(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Odds> {
        let trial = self.strikes_last(grid, board, unit)?;
        Some(self.table_card(grid, &trial, &self.whole_counter_attack(grid, &trial)))
    }

    /// The board with a counter-attack that strikes this attacker too, if nobody else is still to be named.
    pub(crate) fn strikes_last(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Table> {
        let mut trial = board.clone();
        trial.own.struck.insert(unit);
        trial.assault.own |= STRIKING;
        let (_, count) = self.strike_choices(grid, &trial);
        (trial.own.struck.iter().count() >= count).then_some(trial)
    }
}
