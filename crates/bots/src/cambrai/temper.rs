//! How much things count with a player of Cambrai who does not look ahead. The numbers were set by hand and then moved
//! by games between players who differed in them.

/// What a player's habits are made of, in victory points if nothing else is said.
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
    /// How much of its price a tank costs that is not the point unit.
    pub(super) second_tank: f32,
    /// What a success that leaves defenders is worth, for the worth of the place.
    pub(super) success: f32,
    /// What it is worth in itself.
    pub(super) damage: f32,
    /// What a stalemate is worth.
    pub(super) stalemate: f32,
    /// What an overrun adds, because the troops go on.
    pub(super) overrun: f32,
    /// The chance to be thrown back that nobody plans for.
    pub(super) worst: f32,
    /// The price of one more unit in an assault.
    pub(super) hand: f32,
    /// The price of a support marker before dusk is near.
    pub(super) support: f32,
    /// What a place adds that Haig looks at.
    pub(super) objective: f32,
    /// What the first place east of the canal adds.
    pub(super) east: f32,
    /// What a place adds that releases troops on November 20.
    pub(super) release: f32,
    /// What a zone of breakthrough adds.
    pub(super) zone: f32,
    /// What a place of the Hindenburg Line adds.
    pub(super) line: f32,
    /// The share of its worth that undefended ground counts when an area is chosen.
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
    /// How much the Germans would rather keep theirs.
    pub(super) keep: f32,
    /// The weight of undefended enemy ground before its worth.
    pub(super) take: f32,
    /// The weight of standing in a gap.
    pub(super) hold: f32,
    /// The weight of leaving the last guard's place.
    pub(super) leave: f32,
}

/// The habits of all levels.
pub(super) const TEMPER: Temper = Temper {
    tank_wear: 0.02,
    british_wear: 0.06,
    german_wear: 0.06,
    cavalry_wear: 0.12,
    second_tank: 0.6,
    success: 0.45,
    damage: 0.2,
    stalemate: 0.1,
    overrun: 0.3,
    worst: 0.4,
    hand: 0.03,
    support: 0.05,
    objective: 0.8,
    east: 0.6,
    release: 0.7,
    zone: 0.6,
    line: 0.3,
    open: 0.7,
    promise: 2.0,
    gap: 0.4,
    march: 0.12,
    british_pass: -0.4,
    german_pass: -0.1,
    fill: 0.5,
    hurricane: 1.8,
    keep: 1.2,
    take: 1.2,
    hold: 0.9,
    leave: 1.5,
};
