//! What happened since, in three lines: what was done, what it cost, what it means for winning.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::rules::Present;
use crate::seat::{Seat, Viewer};
use crate::staff::{Count, Row};
use crate::wire::Told;

/// What an event comes to among many. The heavier come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It is told in the log alone.
    Light,
    /// A unit has moved.
    Move,
    /// A unit is committed to an assault that has not been fought.
    Commitment,
    /// Guns have fired at a place.
    Bombardment,
    /// Somebody was hit, disrupted or driven off.
    Hurt,
    /// An assault was fought.
    Assault,
    /// A unit is lost.
    Loss,
    /// A place has changed hands.
    Gain,
}

/// More sentences than this are not read.
const SENTENCES: usize = 2;

impl<R: Present> Game<R> {
    /// What others have done since the `since`th entry, as `viewer` has seen it: three lines, or none if they did nothing.
    pub fn summary(&self, since: usize, viewer: Viewer) -> Vec<String> {
        let rules = self.rules();
        let from = self.events_after(since.min(self.seq()));
        let own = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let told: Vec<(Weight, Told)> = self.events()[from.min(self.events().len())..]
            .iter()
            .map(|event| (rules.weight(event), rules.tell(event, viewer)))
            .filter(|(_, told)| !told.text.is_empty())
            // What the viewer has won is no news to the viewer.
            .filter(|(weight, told)| *weight != Weight::Gain || own.is_none() || told.seat != own)
            .collect();
        let deeds = self.deeds(&told, own);
        if deeds.is_empty() {
            return Vec::new();
        }
        vec![deeds, price(&told), self.meaning(since, viewer)]
    }

    /// `Germans: 27 units moved, 2 bombardments, no assault.`
    fn deeds(&self, told: &[(Weight, Told)], own: Option<Seat>) -> String {
        let board = self.live().board();
        let is_theirs = |seat: Seat| own.is_none_or(|own| self.rules().are_enemies(board, own, seat));
        let theirs = || told.iter().filter(|(_, told)| told.seat.is_some_and(is_theirs));
        let Some(seat) = theirs().find_map(|(_, told)| told.seat) else { return String::new() };
        let count = |weight: Weight| theirs().filter(|(known, _)| *known == weight).count();
        let movers: BTreeSet<&String> = theirs()
            .filter(|(weight, _)| *weight == Weight::Move)
            .filter_map(|(_, told)| told.units.first())
            .collect();
        if movers.is_empty() && count(Weight::Bombardment) + count(Weight::Assault) == 0 {
            return String::new();
        }
        let name = self.rules().title().seats.get(usize::from(seat.0)).map_or("", |seat| seat.name.as_str());
        // Whoever is asked before the blows fall is not told that there are none.
        let (assaults, committed) = (count(Weight::Assault), count(Weight::Commitment));
        let blows = if assaults == 0 && committed > 0 {
            format!("{} committed to assaults", counted(committed, "unit"))
        } else {
            counted(assaults, "assault")
        };
        format!(
            "{name}: {} moved, {}, {blows}.",
            counted(movers.len(), "unit"),
            counted(count(Weight::Bombardment), "bombardment"),
        )
    }

    /// The row of victory that has changed, the viewer's own side's first.
    fn meaning(&self, since: usize, viewer: Viewer) -> String {
        let rules = self.rules();
        let past = self.at(since);
        let before = rules.standing(past.board(), viewer, Count::Ahead).rows;
        let standing = rules.standing(self.live().board(), viewer, Count::Ahead);
        let is_own = |row: &Row| matches!(viewer, Viewer::Seat(seat) if row.seats.contains(&seat));
        let changed = |row: &&Row| {
            before.iter().any(|old| {
                old.side == row.side
                    && old.group == row.group
                    && old.goal.text == row.goal.text
                    && (old.goal.now, old.goal.met) != (row.goal.now, row.goal.met)
            })
        };
        let mut rows: Vec<&Row> = standing.rows.iter().filter(changed).collect();
        // A row made of others says less than one that counts.
        rows.sort_by_key(|row| (!row.goal.parts.is_empty(), !is_own(row)));
        match rows.first() {
            Some(row) if row.goal.met.is_some() => {
                let text = row.goal.text.trim_end_matches('.');
                let now = match (row.goal.needed, row.goal.met) {
                    (1, Some(true)) => "is met".to_owned(),
                    (1, _) => "is not met".to_owned(),
                    (needed, _) => {
                        format!("is at {} of {needed}", row.goal.now.to_string().replace('-', "−"))
                    }
                };
                // Without the quotation marks what is wanted would read as what is.
                format!("The condition “{text}” {now}. {}", standing.now)
            }
            _ => format!("Nothing changed for victory. {}", standing.now),
        }
    }
}

/// The heaviest things that happened, in their own sentences and in their order.
fn price(told: &[(Weight, Told)]) -> String {
    let mut heavy: Vec<(usize, &(Weight, Told))> =
        told.iter().enumerate().filter(|(_, (weight, _))| *weight >= Weight::Hurt).collect();
    heavy.sort_by_key(|(index, (weight, _))| (std::cmp::Reverse(*weight), *index));
    let more = heavy.iter().skip(SENTENCES).filter(|(_, (weight, _))| *weight >= Weight::Loss).count();
    heavy.truncate(SENTENCES);
    heavy.sort_by_key(|(index, _)| *index);
    if heavy.is_empty() {
        return "No unit was hurt, and no ground changed hands.".to_owned();
    }
    let mut text: Vec<String> = heavy.into_iter().map(|(_, (_, told))| told.text.clone()).collect();
    if more > 0 {
        text.push(if more == 1 {
            "And one more loss or gain.".to_owned()
        } else {
            format!("And {more} more losses or gains.")
        });
    }
    text.join(" ")
}

fn counted(number: usize, thing: &str) -> String {
    match number {
        0 => format!("no {thing}"),
        1 => format!("1 {thing}"),
        many => format!("{many} {thing}s"),
    }
}
