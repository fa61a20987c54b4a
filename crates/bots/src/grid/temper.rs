//! Tempers: how a player values ground and blood when it plans, and what its whims change in one place.

use ::grid::{Action, Grid, Side, Square, Unit};

use super::Doctrine;
use super::aims::Aims;
use super::field::Field;
use crate::plan::Whim;

/// How a player values ground and blood. Each number multiplies the value that its habits give; where the
/// habits give none, it is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// How far it goes towards full zeal, as a share of the way.
    pub(super) boldness: f32,
    /// Its own steps.
    pub(super) price: f32,
    /// The enemy's steps.
    pub(super) kill: f32,
    /// Squares of the start trenches.
    pub(super) line: f32,
    /// Other ground.
    pub(super) depth: f32,
    /// Captured ground that is to be kept.
    pub(super) guard: f32,
    /// How much more the north counts than the south.
    pub(super) north: f32,
    /// How much more eagerly it strikes what comes within its reach.
    pub(super) riposte: f32,
    /// A unit on a goal with no enemy near.
    pub(super) garrison: f32,
    /// Enemies who could come back at the end.
    pub(super) menace: f32,
    /// Ground on the way to a goal.
    pub(super) onward: f32,
    /// Adding to the defence of a square.
    pub(super) hold: f32,
    /// Marching towards goals.
    pub(super) pull: f32,
    /// What may be lost where enemies are near.
    pub(super) risk: f32,
    /// Barring the way beside the enemy.
    pub(super) wall: f32,
    /// What resources may still add to a blow.
    pub(super) hope: f32,
    /// Ground that an attacker leaves empty behind him.
    pub(super) bared: f32,
    /// Ground that a blow only half takes.
    pub(super) foothold: f32,
    /// Blood that such a blow costs.
    pub(super) caught: f32,
    /// What guns could do to another square.
    pub(super) elsewhere: f32,
    /// Weakening the target of a blow.
    pub(super) soften: f32,
    /// What headquarters do for attackers.
    pub(super) service: f32,
    /// What headquarters risk.
    pub(super) hq_danger: f32,
    /// How much more readily a second wave goes in.
    pub(super) again: f32,
    /// A resource that is kept.
    pub(super) spare: f32,
    /// How much more readily infantry digs in.
    pub(super) entrench: f32,
    /// What it costs to leave a trench.
    pub(super) climb: f32,
    /// What it costs to move at all.
    pub(super) bother: f32,
    /// Goals besides the strongest that draw a unit on.
    pub(super) crowd: f32,
    /// How far goals draw.
    pub(super) reach: f32,
    /// Its own strength where it marches up to strike.
    pub(super) confidence: f32,
    /// The cost of standing outside one's nation's area.
    pub(super) border: f32,
}

impl Temper {
    /// Habits as they are.
    pub(super) const ORDINARY: Temper = Temper {
        boldness: 0.0,
        price: 1.0,
        kill: 1.0,
        line: 1.0,
        depth: 1.0,
        guard: 1.0,
        north: 0.0,
        riposte: 0.0,
        garrison: 1.0,
        menace: 1.0,
        onward: 1.0,
        hold: 1.0,
        pull: 1.0,
        risk: 1.0,
        wall: 1.0,
        hope: 1.0,
        bared: 1.0,
        foothold: 1.0,
        caught: 1.0,
        elsewhere: 1.0,
        soften: 1.0,
        service: 1.0,
        hq_danger: 1.0,
        again: 0.0,
        spare: 1.0,
        entrench: 0.0,
        climb: 1.0,
        bother: 1.0,
        crowd: 1.0,
        reach: 1.0,
        confidence: 1.0,
        border: 1.0,
    };

    /// The names of the tempers: habits, the temper that has done best in many games, and variants of it.
    pub(super) const NAMES: [&'static str; 9] =
        ["ordinary", "seasoned", "bold", "line", "depth", "guard", "north", "south", "careful"];

    /// The number of the temper that has done best in many games.
    pub(super) const SEASONED: u8 = 1;

    /// The temper with that number, of a side for which `best` has done best.
    pub(super) fn of(number: u8, best: Temper) -> Temper {
        match number {
            0 => Temper::ORDINARY,
            2 => Temper { boldness: best.boldness + 0.4, price: 0.4 * best.price, ..best },
            3 => Temper { line: 1.6 * best.line, depth: 0.7 * best.depth, ..best },
            4 => Temper { line: 0.7 * best.line, depth: 1.6 * best.depth, ..best },
            5 => Temper { guard: 3.0 * best.guard, ..best },
            6 => Temper { north: best.north + 0.4, ..best },
            7 => Temper { north: best.north - 0.4, ..best },
            8 => Temper { price: 2.0 * best.price, ..best },
            _ => best,
        }
    }

    /// Bends what a side wants.
    pub(super) fn bend<V: Doctrine>(&self, grid: &Grid<V>, side: Side, aims: &mut Aims) {
        let map = &grid.pack.map;
        let zeal = &mut aims.zeal[side.index()];
        *zeal = (*zeal + self.boldness * (1.0 - *zeal)).clamp(0.0, 1.0);
        aims.riposte = (aims.riposte + self.riposte).clamp(0.0, 1.0);
        aims.garrison *= self.garrison;
        aims.price[side.index()] *= self.price * aims.thrift[side.index()];
        aims.price[side.enemy().index()] *= self.kill;
        let line = map.trench[0] | map.trench[1];
        let middle = f32::from(map.rows) / 2.0;
        for (square, worth) in &mut aims.goals {
            let south = (f32::from(map.position(*square).1) - middle) / middle;
            let kind = if line.contains(*square) { self.line } else { self.depth };
            *worth *= kind * (1.0 - self.north * south).max(0.0);
        }
    }
}

/// How far a whim reaches from its place.
pub(super) const NEAR: u8 = 2;

/// How much heavier a whim makes what it wants, and lighter what it does not.
const WILL: f32 = 2.0;

/// How far a whim that wants nothing in particular goes.
const CHANCE: f32 = 1.2;

/// What a whim wants.
#[derive(Clone, Copy)]
enum Want {
    /// All units go for the place.
    Gather,
    /// No unit goes there.
    Avoid,
    /// Units near it stay.
    Stay,
    /// All blows near it are struck.
    Strike,
    /// Answers near it get other weights, chosen by chance but always the same.
    Other,
}

impl Want {
    const ALL: [Want; 6] = [Want::Gather, Want::Avoid, Want::Stay, Want::Strike, Want::Other, Want::Other];
}

/// Adds the effect of some whims to the weights of answers.
pub(super) fn indulge<V: Doctrine>(
    field: &Field<V>,
    whims: &[Whim],
    options: &[Action<V::Own>],
    weights: &mut [f32],
) {
    for whim in whims.iter().filter(|whim| whim.kind > 0) {
        let map = &field.grid.pack.map;
        let place = Square(whim.place);
        let (beside, near) = (map.disc(place, 1), map.disc(place, NEAR));
        let want = Want::ALL[usize::from(whim.kind) % Want::ALL.len()];
        for (weight, option) in weights.iter_mut().zip(options) {
            *weight += match (want, *option) {
                (Want::Gather, Action::Move { to, .. }) if beside.contains(to) => 0.75 * WILL,
                (Want::Gather, Action::Commit { to, .. } | Action::Target(to)) if to == place => 1.25 * WILL,
                (Want::Avoid, Action::Move { to, .. }) if beside.contains(to) => -0.75 * WILL,
                (Want::Avoid, Action::Commit { to, .. }) if beside.contains(to) => -1.25 * WILL,
                (Want::Stay, Action::Move { unit, .. } | Action::Flip(unit))
                    if near.contains(field.board.square(unit)) =>
                {
                    -WILL
                }
                (Want::Strike, Action::Commit { to, .. }) if near.contains(to) => WILL,
                (Want::Other, option) => match acts_at(field, option) {
                    Some((act, unit, at)) if near.contains(at) => {
                        let key = u64::from(whim.kind) << 48 | act << 40 | u64::from(unit.0) << 20;
                        CHANCE * noise(key | at.index() as u64)
                    }
                    _ => 0.0,
                },
                _ => 0.0,
            };
        }
    }
}

/// The act of an answer that a whim may change: what it is, which unit does it, and where.
fn acts_at<V: Doctrine>(field: &Field<V>, option: Action<V::Own>) -> Option<(u64, Unit, Square)> {
    match option {
        Action::Move { unit, to } => Some((1, unit, to)),
        Action::Commit { unit, to } => Some((2, unit, to)),
        Action::Target(to) => Some((3, Unit::NONE, to)),
        Action::Pick(unit) => Some((4, unit, field.board.square(unit))),
        Action::Flip(unit) => Some((5, unit, field.board.square(unit))),
        _ => None,
    }
}

/// A number from -1 to 1 that looks like chance.
fn noise(key: u64) -> f32 {
    let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed >> 40) as f32) / (1u64 << 23) as f32 - 1.0
}
