//! Assault casualty points (11.6): the forward unit first, exact losses where possible.
//!
//! Losses are taken step by step: a fresh unit becomes exhausted, an exhausted one retreats or is eliminated. A step
//! is offered only if the rest can still be met as exactly as it could before it.

use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Assault, Board, Outcome};
use crate::labels::Label;
use crate::pack::Pack;
use crate::retreat::{self, Retreat, Withdrawal};
use crate::rule::Rule;
use crate::sets::{Unit, Units};
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::words::{assault_place, left_to_pay, unit_name};
use crate::{combat, control, sequence};

/// Sums of points that can be paid, as bits.
type Payable = u128;

/// What a unit can pay: nothing, or some of 1 to 3 points (11.6, ruling R31).
fn payable(pack: &Pack, board: &Board, unit: Unit) -> Payable {
    let chart = &pack.charts.casualties;
    let mut exhausted: Payable = 1 | 1 << chart.eliminate_exhausted;
    if retreat::is_possible(pack, board, unit) {
        exhausted |= 1 << chart.retreat;
    }
    if board.is_fresh(unit) { 1 | exhausted << chart.exhaust } else { exhausted }
}

fn add(sums: Payable, unit: Payable) -> Payable {
    (0..8).filter(|points| unit >> points & 1 != 0).fold(0, |all, points| all | sums << points)
}

/// The smallest sum that can be paid and is not below `points`; if there is none, the largest.
fn nearest(sums: Payable, points: u8) -> u8 {
    let enough = sums >> points;
    if enough == 0 { sums.ilog2() as u8 } else { points + enough.trailing_zeros() as u8 }
}

/// What the losses still have to come to, the forward unit paying first (11.6).
struct Bill {
    due: u8,
    payers: Units,
    able: Vec<(Unit, Payable)>,
}

impl Bill {
    fn of(pack: &Pack, board: &Board, assault: &Assault) -> Bill {
        let defenders = combat::defenders(pack, board);
        let able: Vec<(Unit, Payable)> =
            defenders.iter().map(|unit| (unit, payable(pack, board, unit))).collect();
        let must = assault.forward.filter(|unit| !assault.begun && defenders.contains(*unit));
        let sums = able.iter().fold(1, |sums, (unit, points)| {
            // Paying nothing is no choice for the one who must pay first.
            add(sums, if must == Some(*unit) { points & !1 } else { *points })
        });
        Bill { due: nearest(sums, assault.points), payers: must.map_or(defenders, Units::one), able }
    }

    /// Whether the rest can be met after `unit` has paid `points` and can then pay `after`.
    fn fits(&self, unit: Unit, points: u8, after: Payable) -> bool {
        let rest = self
            .able
            .iter()
            .fold(1, |sums, (other, payable)| add(sums, if *other == unit { after } else { *payable }));
        points <= self.due && rest >> (self.due - points) & 1 != 0
    }

    fn allows(&self, pack: &Pack, board: &Board, action: Action) -> bool {
        let chart = &pack.charts.casualties;
        let (Action::Exhaust(unit) | Action::Eliminate(unit) | Action::Retreat(unit)) = action else {
            return false;
        };
        if !self.payers.contains(unit) {
            return false;
        }
        match (action, board.is_fresh(unit)) {
            (Action::Exhaust(_), true) => {
                let after = payable(pack, board, unit) >> chart.exhaust;
                self.fits(unit, chart.exhaust, after | 1)
            }
            (Action::Eliminate(_), false) => self.fits(unit, chart.eliminate_exhausted, 1),
            (Action::Retreat(_), false) => {
                retreat::is_possible(pack, board, unit) && self.fits(unit, chart.retreat, 1)
            }
            _ => false,
        }
    }
}

/// In a square or triangle area one point makes the forward unit exhausted or lets it retreat; if it can do neither
/// it is lost (11.6.1, rulings R33 and R73).
fn allows_one_point(pack: &Pack, board: &Board, forward: Unit, action: Action) -> bool {
    let (fresh, retreats) = (board.is_fresh(forward), retreat::is_possible(pack, board, forward));
    match action {
        Action::Exhaust(unit) => unit == forward && fresh,
        Action::Retreat(unit) => unit == forward && retreats,
        Action::Eliminate(unit) => unit == forward && !fresh && !retreats,
        _ => false,
    }
}

fn check(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let mut verdict = Forbidden::NO;
    let Some(assault) = board.assault else { return Forbidden::by(Rule::AssaultCasualties) };
    if let (Some(Outcome::OnePoint), Some(forward)) = (assault.outcome, assault.forward) {
        return *verdict.when(!allows_one_point(pack, board, forward, action), Rule::DefensivePositions);
    }
    if let Action::Retreat(unit) = action {
        verdict.when(pack.kinds.garrisons.contains(unit), Rule::Garrisons);
    }
    *verdict.when(!Bill::of(pack, board, &assault).allows(pack, board, action), Rule::AssaultCasualties)
}

/// The points that a loss pays (11.6).
fn paid(pack: &Pack, action: Action) -> u8 {
    let chart = &pack.charts.casualties;
    match action {
        Action::Exhaust(_) => chart.exhaust,
        Action::Retreat(_) => chart.retreat,
        _ => chart.eliminate_exhausted,
    }
}

/// The losses of an assault (11.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses;
step_words!(Losses of Pack = "losses");

impl Ask<Pack> for Losses {
    const ALL_LEGAL: bool = true;

    /// Losses go on until the points are paid or no unit is left.
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        let points = board.assault.map_or(0, |assault| assault.points);
        let left = points > 0 && !combat::defenders(pack, board).is_empty();
        if left { Flow::Ask } else { Flow::goto(Withdrawal) }
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active.enemy(), Rule::AssaultCasualties)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let Some(assault) = board.assault else { return };
        let steps = |unit: Unit| [Action::Exhaust(unit), Action::Retreat(unit), Action::Eliminate(unit)];
        if let (Some(Outcome::OnePoint), Some(forward)) = (assault.outcome, assault.forward) {
            options.extend(
                steps(forward).into_iter().filter(|action| allows_one_point(pack, board, forward, *action)),
            );
            return;
        }
        let bill = Bill::of(pack, board, &assault);
        let all = bill.payers.iter().flat_map(steps);
        options.extend(all.filter(|action| bill.allows(pack, board, *action)));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let pays = matches!(action, Action::Exhaust(_) | Action::Eliminate(_) | Action::Retreat(_));
        pays.then(|| check(pack, board, action))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let Some(assault) = &mut board.assault else { return Flow::Return };
        assault.begun = true;
        assault.points = assault.points.saturating_sub(paid(pack, answer.action));
        match answer.action {
            Action::Exhaust(unit) => control::exhaust(pack, board, unit, Rule::AssaultCasualties, context),
            Action::Eliminate(unit) => {
                control::eliminate(pack, board, unit, Rule::AssaultCasualties, context);
            }
            Action::Retreat(unit) => {
                board.subject = Some(unit);
                return Flow::call(Retreat);
            }
            _ => {}
        }
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = assault_place(pack, board, &mut about);
        let points = board.assault.map_or(0, |assault| assault.points);
        let spared = is_one_point(board).then_some(Rule::DefensivePositions);
        let left = left_to_pay(points.into());
        Asking::new(format!("{left} in {place}: which unit pays?")).about(about).also(spared)
    }

    fn label(&self, pack: &Pack, board: &Board, action: Action) -> Option<Label> {
        let label = match action {
            // Ruling R87: the forward unit that retreats for one point is not exhausted.
            Action::Retreat(unit) if is_one_point(board) && board.is_fresh(unit) => {
                format!("{} retreats and stays fresh", unit_name(pack, unit)).into()
            }
            _ => Label::of(pack, board, action),
        };
        Some(label.costs_points(paid(pack, action)))
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }
}

/// Whether the position leaves the defenders one point to pay (11.6.1).
fn is_one_point(board: &Board) -> bool {
    board.assault.is_some_and(|assault| assault.outcome == Some(Outcome::OnePoint))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fresh infantry unit pays 0 to 3, an exhausted garrison 0 or 2 (11.6, 2.2.1.4).
    #[test]
    fn exact_sums_are_found_where_there_are_any() {
        let (fresh, garrison): (Payable, Payable) = (0b1111, 0b101);
        assert_eq!(nearest(add(add(1, fresh), garrison), 4), 4);
        assert_eq!(nearest(add(1, garrison), 1), 2, "a point too many is unavoidable");
        assert_eq!(nearest(add(1, garrison), 3), 2, "nobody is left to pay more");
    }

    /// Compares the bits with a plain enumeration of all ways in which up to four units can pay.
    #[test]
    fn payable_sums_agree_with_brute_force() {
        let kinds: [Payable; 4] = [0b1111, 0b1011, 0b111, 0b101];
        for code in 0..256u32 {
            let units: Vec<Payable> = (0..4).map(|place| kinds[(code >> (2 * place) & 3) as usize]).collect();
            let sums = units.iter().fold(1, |sums, unit| add(sums, *unit));
            let mut brute: Payable = 0;
            for pay in 0..256u32 {
                let paid: Vec<u32> = (0..4).map(|place| pay >> (2 * place) & 3).collect();
                if units.iter().zip(&paid).all(|(unit, points)| unit >> points & 1 != 0) {
                    brute |= 1 << paid.iter().sum::<u32>();
                }
            }
            assert_eq!(sums, brute, "{units:?}");
        }
    }
}
