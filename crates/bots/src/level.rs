//! Levels: named settings of one design. No level gets anything that a person would not.

/// How carefully a computer plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// As it is typed.
    pub id: &'static str,
    /// What the lobby says about it.
    pub about: &'static str,
    /// How freely it strays from what its judgement prefers when it does not look ahead; infinite for blind chance.
    pub temperature: f32,
    /// How many options it considers.
    pub candidates: usize,
    /// How much lighter than the heaviest an option may be and still be considered.
    pub reach: f32,
    /// The most continuations that it imagines for one decision; none for a player who does not look ahead.
    pub samples: usize,
    /// How many player turns ahead a continuation runs.
    pub horizon: u32,
    /// About how many decisions it imagines to plan a stretch of play, in games that are planned so; none for a player
    /// who follows its habits.
    pub planning: usize,
    /// Whether it stops when its time is up.
    pub uses_clock: bool,
}

/// All levels, the weakest first.
pub const LEVELS: [Level; 4] = [
    Level {
        id: "random",
        about: "Plays any legal move.",
        temperature: f32::INFINITY,
        candidates: 0,
        reach: 0.0,
        samples: 0,
        horizon: 0,
        planning: 0,
        uses_clock: false,
    },
    Level {
        id: "recruit",
        about: "Quick and plausible; makes mistakes.",
        temperature: 0.3,
        candidates: 0,
        reach: 0.0,
        samples: 0,
        horizon: 0,
        planning: 0,
        uses_clock: false,
    },
    Level {
        id: "captain",
        about: "Weighs the odds, holds what matters, plans its turn.",
        temperature: 0.015,
        candidates: 8,
        reach: 2.5,
        samples: 128,
        horizon: 2,
        planning: 0,
        uses_clock: false,
    },
    Level {
        id: "general",
        about: "Thinks several moves ahead; takes its time.",
        temperature: 0.01,
        candidates: 10,
        reach: 3.0,
        samples: 1024,
        horizon: 3,
        planning: 200_000,
        uses_clock: true,
    },
];

/// The level with that id.
pub fn level(id: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.id == id)
}
