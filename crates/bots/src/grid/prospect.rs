//! What an assault promises, by the same sums that resolve it: fire, result, blood and ground.

use ::grid::assault::{Assault, Outcome, Wave};
use ::grid::defensive_fire::Fire;
use ::grid::{BoardOf, Square};

use super::Doctrine;
use super::field::Field;
use super::stores::Stores;

/// What an assault promises.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prospect {
    /// The column.
    pub(super) column: i8,
    /// The chance that the square is taken.
    pub(super) take: f32,
    /// Own steps that it costs on average.
    pub(super) loss: f32,
    /// Enemy steps.
    pub(super) kill: f32,
    /// All of it, in the worth of ground.
    pub(super) value: f32,
}

/// The share of the ground's worth that a counter-attack promises.
const FOOTHOLD: f32 = 0.05;

/// The steps that it costs the attackers.
const STRUCK_BACK: f32 = 0.8;

/// The steps that it costs to be engaged with an enemy who is stronger.
const CAUGHT: f32 = 0.5;

/// The ways in which two dice give a sum.
fn ways(sum: i8) -> f32 {
    f32::from(6 - (sum - 7).unsigned_abs()) / 36.0
}

/// Takes an assault of all units committed against a square in hand in `trial`, with all possible supply.
pub(super) fn ready<V: Doctrine>(field: &Field<V>, trial: &mut BoardOf<V>, target: Square, wave: Wave) {
    trial.assault = Assault { target, side: field.side, wave, ..Assault::NONE };
    // Different blows may count on the same headquarters.
    trial.used = field.board.used;
    field.grid.supply_fully(trial);
}

/// An empty fort falls to the first unit that goes in.
pub(super) fn walk_in<V: Doctrine>(field: &Field<V>, target: Square) -> Prospect {
    Prospect { take: 1.0, value: field.prize(target), ..Prospect::default() }
}

/// What an assault of all units committed against a square in `trial` promises, Defensive Fire included.
pub(super) fn planned<V: Doctrine>(
    field: &Field<V>,
    trial: &mut BoardOf<V>,
    target: Square,
    wave: Wave,
) -> Prospect {
    supported(field, trial, target, wave, &Stores::none())
}

/// The same with the resources that the stores can lend.
pub(super) fn supported<V: Doctrine>(
    field: &Field<V>,
    trial: &mut BoardOf<V>,
    target: Square,
    wave: Wave,
    stores: &Stores,
) -> Prospect {
    ready(field, trial, target, wave);
    let mut defenders = field.board.troops_at(&field.grid.pack, field.enemy, target);
    if defenders.all(|unit| field.grid.variant.slips_away(field.grid, field.board, unit)) {
        return walk_in(field, target);
    }
    let fire = fire(field, trial, target);
    stores.lend(field, trial);
    let whole = dice(field, trial);
    // Attackers that lost a step under fire strike with fewer factors.
    let hurt = if fire.hurt > 0.0 { dice_with(field, trial, fire.fewer) } else { whole };
    let unhurt = fire.go - fire.hurt;
    let mean = |of: fn(&Prospect) -> f32| unhurt * of(&whole) + fire.hurt * of(&hurt);
    let own = field.aims.price(field.side);
    Prospect {
        column: whole.column,
        take: mean(|dice| dice.take),
        loss: mean(|dice| dice.loss) + fire.loss,
        kill: mean(|dice| dice.kill),
        value: mean(|dice| dice.value) - fire.loss * own - fire.back * 0.5 * own,
    }
}

/// What Defensive Fire does to an attack.
struct UnderFire {
    /// The chance that the attack goes on.
    go: f32,
    /// The chance that it is driven off.
    back: f32,
    /// Steps lost.
    loss: f32,
    /// The chance that it goes on with steps lost.
    hurt: f32,
    /// How many factors it has then lost, on average.
    fewer: u8,
}

impl UnderFire {
    /// No Defensive Fire.
    const NONE: UnderFire = UnderFire { go: 1.0, back: 0.0, loss: 0.0, hurt: 0.0, fewer: 0 };
}

fn fire<V: Doctrine>(field: &Field<V>, trial: &mut BoardOf<V>, target: Square) -> UnderFire {
    let grid = field.grid;
    if trial.assault.wave == Wave::Renewed {
        return UnderFire::NONE;
    }
    let firers = grid
        .defenders(trial, field.enemy, target)
        .filter(|unit| trial.unit(*unit).good_order() && grid.fire_factor(trial, *unit) > 0)
        .collect();
    trial.assault.firers = firers;
    if trial.assault.firers.is_empty() {
        return UnderFire::NONE;
    }
    let assessment = grid.assess_fire(trial);
    let shift = assessment.modifiers.sum();
    let (mut back, mut loss, mut hurt) = (0.0, 0.0, 0.0);
    for sum in 2..=12 {
        match grid.fire_result(assessment.factors, sum + shift) {
            Fire::Miss => {}
            Fire::Retreat | Fire::Disrupt => back += ways(sum),
            Fire::Steps(steps) => {
                loss += ways(sum) * f32::from(steps);
                hurt += ways(sum);
            }
        }
    }
    let (mut factors, mut steps) = (0.0, 0.0);
    grid.attackers(trial, target, |unit| {
        factors += field.attack(unit);
        steps += f32::from(grid.steps_left(trial, unit));
    });
    let each = factors / f32::max(steps, 1.0);
    let fewer = if hurt > 0.0 { (each * loss / hurt).round() as u8 } else { 0 };
    UnderFire { go: 1.0 - back, back, loss, hurt, fewer }
}

/// Whether a result costs defenders with `steps` their last one: if an attacker has closed in, the square
/// then falls although it would otherwise hold.
pub(super) fn kills_the_last(outcome: Outcome, steps: f32) -> bool {
    steps <= 1.0 && matches!(outcome, Outcome::Engaged | Outcome::Counterattack)
}

/// The dice of the assault in hand on a board, resources included.
pub(super) fn dice<V: Doctrine>(field: &Field<V>, trial: &BoardOf<V>) -> Prospect {
    dice_with(field, trial, 0)
}

/// The same with some factors fewer.
fn dice_with<V: Doctrine>(field: &Field<V>, trial: &BoardOf<V>, fewer: u8) -> Prospect {
    let grid = field.grid;
    let target = trial.assault.target;
    let mut assessment = grid.assess_assault(trial);
    assessment.attack = assessment.attack.saturating_sub(fewer);
    let column = grid.assault_column(&assessment);
    let shift = assessment.modifiers.sum();
    let (mut attackers, mut closers) = (0.0, false);
    grid.attackers(trial, target, |unit| {
        attackers += f32::from(grid.steps_left(trial, unit));
        closers |= trial.unit(unit).commitment().closed();
    });
    let defenders: f32 =
        grid.defenders(trial, field.enemy, target).map(|unit| f32::from(grid.steps_left(trial, unit))).sum();
    let prize = field.prize(target);
    let (own, foe) = (field.aims.price(field.side), field.aims.price(field.enemy));
    let double = if closers { 2.0 } else { 1.0 };
    let extra = if closers { 1.0 } else { 0.0 };
    let mut prospect = Prospect { column, ..Prospect::default() };
    let rolls_again = grid.variant.rolls_again(grid, trial);
    let mut again = 0.0;
    for sum in 2..=12 {
        let outcome = grid.assault_result(column, sum + shift);
        if rolls_again && outcome == Outcome::Counterattack {
            again += ways(sum);
            continue;
        }
        let falls = closers && kills_the_last(outcome, defenders);
        let (ground, loss, kill) = match outcome {
            _ if falls => (1.0, 0.0, 1.0),
            Outcome::AttackersEliminated => (0.0, attackers, 0.0),
            Outcome::AttackersTwoSteps => (0.0, 2.0 * double, 0.0),
            Outcome::AttackersOneStep => (0.0, double, 0.0),
            Outcome::AttackersRetreat => (0.0, extra, 0.0),
            // No unit may join an engagement, so an attacker that is too weak is caught in it.
            Outcome::Engaged if column < 1 => (0.0, CAUGHT * field.temper.caught, extra),
            Outcome::Engaged => (0.12 * field.temper.foothold, 0.0, extra),
            Outcome::Counterattack => {
                (FOOTHOLD * field.temper.foothold, STRUCK_BACK * field.temper.caught, extra + 0.4)
            }
            Outcome::DefendersRetreat => (1.0, 0.0, extra),
            Outcome::DefendersOneStep => (1.0, 0.0, double),
            Outcome::DefendersTwoSteps => (1.0, 0.0, 2.0 * double),
            Outcome::DefendersEliminated => (1.0, 0.0, defenders),
            Outcome::Breakthrough => (1.3, 0.0, defenders),
        };
        let chance = ways(sum);
        let (loss, kill) = (loss.min(attackers), kill.min(defenders));
        prospect.take += if falls || outcome.takes_square() { chance } else { 0.0 };
        prospect.loss += chance * loss;
        prospect.kill += chance * kill;
        prospect.value += chance * (ground * prize - loss * own + kill * foe);
    }
    // A result that is rolled again does not count; every other result becomes likelier.
    if again > 0.0 && again < 1.0 {
        let more = 1.0 / (1.0 - again);
        prospect.take *= more;
        prospect.loss *= more;
        prospect.kill *= more;
        prospect.value *= more;
    }
    prospect
}
