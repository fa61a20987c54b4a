//! The night (12.0), guns and shells: Hurricane refit, ammunition, purchase; British first.

use arrayvec::ArrayVec;
use engine::step::Die;
use engine::wire::Odds;
use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::advantage::{self, YES_OR_NO};
use crate::bids::asks;
use crate::board::Board;
use crate::event::{Event, Use};
use crate::infantry_refit::InfantryRefit;
use crate::labels::Label;
use crate::odds::{self, TWO_DICE, next_die};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sequence;
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard, Run};
use crate::sum::{Part, Sum};
use crate::tank_refit::TankRefit;
use crate::words::counted;

/// Hurricane refit (12.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HurricaneRefit;
step_words!(HurricaneRefit of Pack = "hurricane-refit");

impl Run<Pack> for HurricaneRefit {
    /// One die for each used Hurricane marker.
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let side = board.asked;
        let needed = pack.charts.hurricane_needs(board.turn, side);
        for _ in 0..board.hurricane_used[side] {
            let die = context.d6();
            context.tell(|| Event::HurricaneRefit { side, die, needed });
            if die >= needed {
                board.hurricane_used[side] -= 1;
                board.hurricane_fresh[side] += 1;
            }
        }
        Flow::goto(Ammunition)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, board| Some(next_die(hurricane_chances(pack, board))))
    }
}

fn hurricane_chances(pack: &Pack, board: &Board) -> Odds {
    let side = board.asked;
    let needed = pack.charts.hurricane_needs(board.turn, side) as i8;
    let title = format!("The refit of a {} Hurricane marker", side.adjective());
    odds::one_die(pack, title, &[Rule::HurricaneRefit], &Sum::default(), |die| {
        if die >= needed { "fresh" } else { "used" }
    })
}

/// The ammunition roll (12.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ammunition;
step_words!(Ammunition of Pack = "ammunition");

impl Run<Pack> for Ammunition {
    /// The roll of the day (12.5, 16.6). Ruling R77: bonuses belong to this roll, not to an extra one.
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let side = board.asked;
        let (count, bonus) = pack.charts.ammunition[usize::from(board.turn)][side];
        let dice: ArrayVec<u8, 4> = (0..count).map(|_| context.d6()).collect();
        gain(board, side, dice.iter().sum::<u8>() + bonus);
        let first_day = board.turn == 0 && bonus > 0;
        context.tell(|| {
            let mut sum = Sum::default();
            sum.add(if first_day { Part::FirstDayAmmunition } else { Part::AmmunitionBonus }, bonus as i8);
            Event::AmmunitionRolled { side, dice, sum, extra: false }
        });
        Flow::goto(MoreAmmunition)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, board| Some(next_die(ammunition_chances(pack, board))))
    }
}

fn ammunition_chances(pack: &Pack, board: &Board) -> Odds {
    let side = board.asked;
    let (count, bonus) = pack.charts.ammunition[usize::from(board.turn)][side];
    let mut ways = vec![1u64];
    for _ in 0..count {
        let mut next = vec![0; ways.len() + 6];
        for (total, before) in ways.iter().enumerate() {
            (1..=6).for_each(|die| next[total + die] += before);
        }
        ways = next;
    }
    let mut tally = odds::tally(pack, 6u64.pow(u32::from(count)));
    for (total, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let points = counted((total + usize::from(bonus)) as i32, "point");
        tally.add(points, *ways, &[Rule::ArtilleryRefit]);
    }
    Odds {
        title: format!("The ammunition of {}", side.name()),
        cases: pack.casebook.numbers([Rule::ArtilleryRefit]),
        sums: Vec::new(),
        summary: format!("{} points on average", f32::from(count) * 3.5 + f32::from(bonus)),
        results: tally.results,
        chart: Some(("ammunition".into(), String::new())),
    }
}

fn gain(board: &mut Board, side: Side, points: u8) {
    board.ammunition[side] = board.ammunition[side].saturating_add(points);
}

/// Whether the advantage brings more (15.1 E).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreAmmunition;
step_words!(MoreAmmunition of Pack = "more-ammunition");

impl Ask<Pack> for MoreAmmunition {
    const ALL_LEGAL: bool = true;

    /// The holder of the advantage may spend it on another two dice.
    fn run(&mut self, _: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        if board.advantage == Some(board.asked) { Flow::Ask } else { Flow::goto(Purchase) }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::AdvantageUse)
    }

    fn candidates(&self, _: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(YES_OR_NO);
    }

    fn check(&self, _: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        advantage::check(action)
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if answer.action == Action::Advantage {
            advantage::spend(board, Use::Ammunition, context);
            let side = board.asked;
            let dice: ArrayVec<u8, 4> = [context.d6(), context.d6()].into_iter().collect();
            gain(board, side, dice.iter().sum());
            context.tell(|| Event::AmmunitionRolled { side, dice, sum: Sum::default(), extra: true });
        }
        Flow::goto(Purchase)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Spend the advantage on another two dice of ammunition?")
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        advantage::label(action, "another two dice of ammunition", "no more ammunition")
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        advantage::cites(action, cites);
    }

    fn odds<'a>(&'a self, pack: &'a Pack, _: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        (action == Action::Advantage).then(|| odds::card(move || more_chances(pack)))
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

fn more_chances(pack: &Pack) -> Odds {
    let mut tally = odds::tally(pack, 36);
    for (total, ways) in TWO_DICE.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        tally.add(format!("{total} points"), *ways, &[Rule::ArtilleryRefit]);
    }
    Odds {
        title: "Additional ammunition".into(),
        cases: pack.casebook.numbers([Rule::AdvantageUse, Rule::ArtilleryRefit]),
        sums: Vec::new(),
        summary: "7 points on average".into(),
        results: tally.results,
        chart: Some(("ammunition".into(), String::new())),
    }
}

/// How many markers can be bought: a point each, up to the counter mix (12.5).
fn most_markers(pack: &Pack, board: &Board) -> u8 {
    let side = board.asked;
    board.ammunition[side].min(pack.charts.refit.support_limit.saturating_sub(board.support[side]))
}

/// How many support markers are bought (12.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase;
step_words!(Purchase of Pack = "purchase");

impl Ask<Pack> for Purchase {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.asked, Rule::ArtilleryRefit)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend((0..=most_markers(pack, board)).map(Action::Buy));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Buy(count) = action else { return None };
        Some(Forbidden::unless(count <= most_markers(pack, board), Rule::ArtilleryRefit))
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let side = board.asked;
        if let Action::Buy(count) = answer.action {
            board.support[side] += count;
            board.ammunition[side] -= count;
            let left = board.ammunition[side];
            context.tell(|| Event::Bought { side, count, left });
        }
        if side == Side::British { Flow::goto(TankRefit) } else { Flow::goto(InfantryRefit) }
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let (points, most) = (board.ammunition[board.asked], most_markers(pack, board));
        let points = counted(points, "ammunition point");
        Asking::new(format!("How many support markers for {points}? At most {most}."))
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}
