//! The habits of a player of Cambrai who does not look ahead, as numbers. They were set by hand and then
//! tuned by games between players that differed in them.

/// What a player's habits are made of, in victory points unless stated otherwise.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Temper {
    /// The price of a fresh tank that becomes exhausted, for each attack factor: it is back the next day, often weaker.
    pub(super) tank_wear: f32,
    /// The price of a British brigade, which hardly ever recovers, for each attack factor.
    pub(super) british_wear: f32,
    /// The price of a German regiment, for each attack factor.
    pub(super) german_wear: f32,
    /// The price of a cavalry brigade.
    pub(super) cavalry_wear: f32,
    /// The share of its price that a tank costs when it is not the point unit.
    pub(super) second_tank: f32,
    /// The worth of a success that leaves defenders, as a share of the worth of the place.
    pub(super) success: f32,
    /// The worth of such a success in itself.
    pub(super) damage: f32,
    /// What a stalemate is worth.
    pub(super) stalemate: f32,
    /// What an overrun adds, because the troops go on.
    pub(super) overrun: f32,
    /// An assault more likely than this to be thrown back is never planned.
    pub(super) worst: f32,
    /// The price of one more unit in an assault.
    pub(super) hand: f32,
    /// The price of a support marker before dusk is near.
    pub(super) support: f32,
    /// What a place adds if Haig looks at it.
    pub(super) objective: f32,
    /// What the first place east of the canal adds.
    pub(super) east: f32,
    /// What a place adds if it releases troops on November 20.
    pub(super) release: f32,
    /// What a zone of breakthrough adds.
    pub(super) zone: f32,
    /// What a place of the Hindenburg Line adds.
    pub(super) line: f32,
    /// The share of its worth for which undefended ground counts when an area is chosen.
    pub(super) open: f32,
    /// The weight of a point that an impulse promises.
    pub(super) promise: f32,
    /// The weight of a gap that an impulse could close.
    pub(super) gap: f32,
    /// The weight of a unit that an impulse brings nearer.
    pub(super) march: f32,
    /// The weight of a British pass after November 20.
    pub(super) british_pass: f32,
    /// The weight of a German pass.
    pub(super) german_pass: f32,
    /// The weight of a gap that worn units could close.
    pub(super) fill: f32,
    /// The weight of a Hurricane Barrage on a place that is to be assaulted.
    pub(super) hurricane: f32,
    /// How strongly the Germans prefer to keep their Hurricane Barrages.
    pub(super) keep: f32,
    /// The weight of undefended enemy ground before its worth.
    pub(super) take: f32,
    /// The weight of standing in a gap.
    pub(super) hold: f32,
}

/// The habits of all levels.
pub(super) const TEMPER: Temper = Temper {
    tank_wear: 0.005,
    british_wear: 0.012,
    german_wear: 0.013,
    cavalry_wear: 0.015,
    second_tank: 0.18,
    success: 0.12,
    damage: 0.47,
    stalemate: 0.12,
    overrun: 0.81,
    worst: 0.44,
    hand: 0.003,
    support: 0.019,
    objective: 0.81,
    east: 0.64,
    release: 1.01,
    zone: 2.37,
    line: 0.027,
    open: 0.48,
    promise: 7.01,
    gap: 0.29,
    march: 0.46,
    british_pass: 0.69,
    german_pass: 0.011,
    fill: 0.47,
    hurricane: 4.29,
    keep: 2.64,
    take: 6.17,
    hold: 1.34,
};
