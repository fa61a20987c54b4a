//! The rows of a mass simulation: one for each game with its turns, and who held and occupied each place.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What was simulated. Two shards of one run differ only in `shard`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their default.
    pub options: BTreeMap<String, String>,
    /// The version of the rules code.
    pub rules: u32,
    /// The hash of the pack.
    pub pack: String,
    /// The level of each side, the side of the first seat first.
    pub levels: Vec<String>,
    /// Where all dice come from.
    pub seed: u64,
    /// How many games the whole run has.
    pub games: u64,
    /// Which part of it this is, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// The `number`th of `of` parts, counted from 1. It has every `of`th game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// `3/8`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let wrong = || format!("'{text}' is no shard: it is K/N, as 3/8, with K from 1 to N");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let shard =
            Shard { number: number.parse().map_err(|_| wrong())?, of: of.parse().map_err(|_| wrong())? };
        if (1..=shard.of).contains(&shard.number) { Ok(shard) } else { Err(wrong()) }
    }
}

impl Run {
    /// The games that are played here.
    pub fn indices(&self) -> Vec<u64> {
        let (first, step) = self.shard.map_or((0, 1), |shard| (shard.number - 1, shard.of));
        (first..self.games).step_by(step as usize).collect()
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Its index in the run.
    pub game: u64,
    /// The seed of its dice: the same game is played again with it.
    pub seed: u64,
    /// The seats that won; empty in a draw.
    pub winners: Vec<String>,
    /// The result in words.
    pub result: String,
    /// How many turns it had.
    pub turns: u16,
    /// How many decisions.
    pub decisions: usize,
    /// What broke it off, if it was broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The state at the end of each turn.
    pub by_turn: Vec<TurnRow>,
}

/// The state of a game at the end of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRow {
    /// The turn.
    pub turn: u16,
    /// Every track that shows a number.
    pub tracks: BTreeMap<String, i64>,
    /// Units lost so far, by nation.
    pub lost: BTreeMap<String, u32>,
    /// Units on the map, by nation.
    pub on_map: BTreeMap<String, u32>,
    /// Places controlled, by nation.
    pub held: BTreeMap<String, u32>,
    /// What happened during the turn: events by kind.
    pub events: BTreeMap<String, u32>,
}

/// How often a place was held and occupied at the end of a turn, over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Games in which the nation controlled it.
    pub controlled: u64,
    /// Games in which the nation had a unit there.
    pub occupied: u64,
}

/// What the places saw: by turn, place and nation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(pub BTreeMap<(u16, String, String), Seen>);

impl Places {
    /// Adds what another part of the run saw.
    pub fn add(&mut self, other: Places) {
        for (key, seen) in other.0 {
            let sum = self.0.entry(key).or_default();
            sum.controlled += seen.controlled;
            sum.occupied += seen.occupied;
        }
    }

    /// What is known about one place and nation at the end of a turn.
    pub fn at(&self, turn: u16, place: &str, nation: &str) -> Seen {
        self.0.get(&(turn, place.to_owned(), nation.to_owned())).copied().unwrap_or_default()
    }
}

/// One line of what the places saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceRow {
    /// At the end of this turn.
    pub turn: u16,
    /// The place.
    pub place: String,
    /// The nation.
    pub nation: String,
    /// Games in which the nation controlled it.
    pub controlled: u64,
    /// Games in which the nation had a unit there.
    pub occupied: u64,
}

/// All that a run has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// What was simulated.
    pub run: Run,
    /// The games in order.
    pub games: Vec<GameRow>,
    /// What the places saw.
    pub places: Places,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_games_out() {
        let run = |shard| Run {
            game: "toy".into(),
            scenario: "ridge".into(),
            options: BTreeMap::new(),
            rules: 1,
            pack: String::new(),
            levels: vec!["random".into()],
            seed: 1,
            games: 11,
            shard,
        };
        let mut all: Vec<u64> =
            (1..=3).flat_map(|number| run(Some(Shard { number, of: 3 })).indices()).collect();
        all.sort_unstable();
        assert_eq!(all, run(None).indices());
        assert_eq!(run(None).indices().len(), 11);
    }

    #[test]
    fn a_shard_is_k_of_n() {
        assert_eq!(Shard::parse("3/8"), Ok(Shard { number: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "a/b", "1/0"] {
            assert!(Shard::parse(wrong).is_err_and(|error| error.contains(wrong)));
        }
    }
}
