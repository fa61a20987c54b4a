//! The tempers that have done best at Verdun, measured in games in which only one side had them.

use ::grid::Side;

use crate::grid::temper::Temper;

/// The last turn of the first offensive.
const OFFENSIVE: u8 = 6;

/// The temper that has done best for a side in a game that ends after a turn. In a game of six turns the
/// French need not spare themselves for later.
pub(super) fn seasoned(last_turn: u8, side: Side) -> Temper {
    match side {
        Side::German => GERMANS,
        Side::Allied if last_turn <= OFFENSIVE => FRENCH_AT_FIRST,
        Side::Allied => FRENCH,
    }
}

/// The French in the first offensive, from Firestorm.
const FRENCH_AT_FIRST: Temper = Temper {
    boldness: 0.24,
    price: 0.48,
    kill: 3.90,
    line: 2.80,
    depth: 2.11,
    guard: 0.61,
    north: 0.70,
    riposte: 0.53,
    garrison: 0.81,
    menace: 0.91,
    onward: 11.37,
    hold: 0.82,
    pull: 0.55,
    risk: 0.51,
    wall: 0.90,
    hope: 0.41,
    bared: 0.18,
    foothold: 2.09,
    caught: 4.23,
    elsewhere: 3.00,
    soften: 0.29,
    service: 1.69,
    hq_danger: 0.54,
    again: 0.96,
    spare: 0.88,
    entrench: -0.54,
    climb: 1.09,
    bother: 0.53,
    crowd: 2.01,
    reach: 0.72,
    confidence: 0.62,
    border: 1.0,
};

/// The French later.
const FRENCH: Temper = Temper {
    boldness: -0.06,
    price: 0.89,
    kill: 1.46,
    line: 1.43,
    depth: 2.12,
    guard: 1.13,
    north: -0.12,
    riposte: 0.44,
    garrison: 1.07,
    menace: 1.54,
    onward: 1.33,
    hold: 1.47,
    pull: 0.93,
    risk: 0.64,
    wall: 0.87,
    hope: 0.84,
    bared: 0.75,
    foothold: 1.35,
    caught: 1.28,
    elsewhere: 1.44,
    soften: 0.81,
    service: 1.18,
    hq_danger: 0.87,
    again: 0.51,
    spare: 1.58,
    entrench: -0.21,
    climb: 0.94,
    bother: 0.82,
    crowd: 1.73,
    reach: 0.70,
    confidence: 0.67,
    border: 1.0,
};

/// The Germans.
const GERMANS: Temper = Temper {
    boldness: -0.09,
    price: 0.86,
    kill: 1.28,
    line: 1.12,
    depth: 0.74,
    guard: 0.81,
    north: 0.15,
    riposte: 0.08,
    garrison: 1.22,
    menace: 0.85,
    onward: 0.88,
    hold: 0.78,
    pull: 0.78,
    risk: 1.14,
    wall: 1.17,
    hope: 1.14,
    bared: 1.04,
    foothold: 0.80,
    caught: 0.88,
    elsewhere: 0.80,
    soften: 0.82,
    service: 1.35,
    hq_danger: 0.84,
    again: 0.29,
    entrench: -0.10,
    climb: 1.17,
    bother: 1.07,
    crowd: 1.20,
    reach: 1.06,
    confidence: 0.75,
    ..Temper::ORDINARY
};
