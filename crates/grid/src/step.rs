//! The sequence of play and its sub-procedures: where in the turn we are.

use crate::speak::Speak;
use crate::steps::*;
use crate::variant::{Grid, Own};

engine::steps! {
    /// A program counter. The procedure in hand (the shot, the assault, the losses) lies on the board.
    pub enum Step<O: Own>, StepKind of Grid<V>, [V: Speak] Step<V::Own> {
        run Turn,
        run Phase,
        run Weather,
        ask Bombardment,
        ask Guns,
        ask Counter,
        run Fire,
        run Movement,
        ask Move,
        ask Follow,
        run Commitment,
        ask Commit,
        ask Close,
        run CommandCenter,
        ask DefensiveFire,
        ask Firers,
        ask FallBack,
        ask Assaults,
        ask Assault,
        ask Losses,
        run LossesThen,
        ask Retreat,
        ask Rotate,
        ask Displace,
        ask Advance,
        ask SecondaryAttacks,
        run Secondary,
        run RemoveSupplyHqs,
        run RemoveCommandHqs,
        run ClearInterdiction,
        run ReplacementRolls,
        ask ReplacementBids,
        ask Replacements,
        ask ReplaceAt,
        ask Rally,
        ask SetUp,
        ask Modes;
        local Own(O::Step)
    }
}

/// The stages of one assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What a game does first.
    Begin,
    /// The HQ that supplies is named.
    Supply,
    /// Resources are put in.
    Resources,
    /// The dice.
    Roll,
    /// The result is carried out.
    Result,
    /// The attacker has taken his losses.
    AttackerDone,
    /// The defender has taken his losses.
    DefenderDone,
    /// The defender chooses where he strikes back.
    Strike,
    /// The counterattack is rolled.
    StrikeRoll,
    /// The counterattack's result is carried out.
    StrikeResult,
    /// The losses of the counterattack are taken.
    StrikeDone,
    /// It is over.
    End,
}

/// The stages with their names in position files.
pub(crate) const STAGES: [(Stage, &str); 12] = [
    (Stage::Begin, "begin"),
    (Stage::Supply, "supply"),
    (Stage::Resources, "resources"),
    (Stage::Roll, "roll"),
    (Stage::Result, "result"),
    (Stage::AttackerDone, "attacker-done"),
    (Stage::DefenderDone, "defender-done"),
    (Stage::Strike, "strike"),
    (Stage::StrikeRoll, "strike-roll"),
    (Stage::StrikeResult, "strike-result"),
    (Stage::StrikeDone, "strike-done"),
    (Stage::End, "end"),
];
