//! The staff on screen: how the battle stands, where in the sequence of play we are, what has been left undone.
//!
//! All of it is worked out only when someone asks.

use serde::Serialize;

use crate::seat::Seat;

/// Every condition of victory of both sides, and what they come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// What would happen if the game ended now, in a sentence or two; how it ended, when it is over.
    pub now: String,
    /// The conditions, side by side and group by group.
    pub rows: Vec<Row>,
}

/// Whether what counts only at the end of a game has been counted on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Not yet: it is counted in advance.
    Ahead,
    /// The game has been judged.
    Done,
}

/// One condition in its place: a side wins by one of its groups, and a group by as many of its rows as it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Whose victory: `Allies`.
    pub side: &'static str,
    /// The seats of that side.
    pub seats: Vec<Seat>,
    /// The kind of victory that it belongs to: `Allied victory I`.
    pub group: &'static str,
    /// How many rows of the group must be met.
    pub need: u8,
    /// The condition.
    #[serde(flatten)]
    pub goal: Goal,
}

/// A condition, as far as a viewer may know it. It is met when what is `now` reaches what is `needed`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Goal {
    /// The condition as a sentence.
    pub text: String,
    /// Whether it is met; none where the viewer may not know.
    pub met: Option<bool>,
    /// How far it has come.
    pub now: i32,
    /// How far it must come.
    pub needed: i32,
    /// What is missing, and where.
    #[serde(skip_serializing_if = "Lacking::is_empty")]
    pub lacking: Lacking,
    /// What it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Goal>,
    /// Points by source, where it counts points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// Its cases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<String>,
}

/// What is missing to a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lacking {
    /// In words.
    pub text: String,
    /// The squares to be lit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The units to be lit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
}

/// Points from one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// What for: `losses of the enemy`.
    pub label: &'static str,
    /// How many the side has whose condition it is.
    pub own: i32,
    /// How many its enemy has.
    pub enemy: i32,
}

impl Standing {
    /// How near a seat is to the victory that it is nearest to, from 0 to 1: the share of what the conditions ask.
    pub fn closeness(&self, seat: Seat) -> f32 {
        let own: Vec<&Row> = self.rows.iter().filter(|row| row.seats.contains(&seat)).collect();
        let group = |name: &str| {
            let rows: Vec<&&Row> = own.iter().filter(|row| row.group == name).collect();
            let need = rows.first().map_or(1, |row| usize::from(row.need)).max(1);
            best_share(rows.iter().map(|row| row.goal.share()).collect(), need)
        };
        own.iter().map(|row| group(row.group)).fold(0.0, f32::max)
    }
}

/// The mean of the largest `need` of some shares.
fn best_share(mut shares: Vec<f32>, need: usize) -> f32 {
    shares.sort_by(|one, other| other.total_cmp(one));
    shares.iter().take(need).sum::<f32>() / need as f32
}

impl Lacking {
    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.squares.is_empty() && self.units.is_empty()
    }
}

impl Goal {
    /// A condition that counts.
    pub fn counted(text: impl Into<String>, now: impl Into<i32>, needed: impl Into<i32>) -> Goal {
        let (now, needed) = (now.into(), needed.into());
        Goal { text: text.into(), met: Some(now >= needed), now, needed, ..Goal::default() }
    }

    /// A condition that holds or does not, or of which the viewer may not know.
    pub fn plain(text: impl Into<String>, met: Option<bool>) -> Goal {
        Goal { met, ..Goal::counted(text, met == Some(true), 1) }
    }

    /// A condition of which as many parts must be met as it needs.
    pub fn of(text: impl Into<String>, needed: impl Into<i32>, parts: Vec<Goal>) -> Goal {
        let needed = needed.into();
        let met = enough(parts.iter().map(|part| part.met), needed as usize);
        let now = parts.iter().filter(|part| part.met == Some(true)).count() as i32;
        Goal { text: text.into(), met, now, needed, parts, ..Goal::default() }
    }

    /// What part of the condition is met, from 0 to 1.
    fn share(&self) -> f32 {
        let needed = self.needed.max(1);
        match self.met {
            Some(true) => 1.0,
            _ if !self.parts.is_empty() => {
                best_share(self.parts.iter().map(Goal::share).collect(), needed as usize)
            }
            _ => (self.now as f32 / needed as f32).clamp(0.0, 0.99),
        }
    }

    /// The same, where the viewer cannot know how it stands.
    #[must_use]
    pub fn secret(mut self) -> Goal {
        self.met = None;
        self
    }

    /// The same with what is missing; nothing is when it is met.
    #[must_use]
    pub fn lacks(mut self, text: impl Into<String>, squares: Vec<String>) -> Goal {
        if self.met != Some(true) {
            self.lacking = Lacking { text: text.into(), squares, units: Vec::new() };
        }
        self
    }

    /// The same with the cases behind it.
    #[must_use]
    pub fn by(mut self, cases: Vec<String>) -> Goal {
        self.cases = cases;
        self
    }
}

/// Whether at least `needed` of some facts hold, some of which may be unknown.
pub fn enough(facts: impl IntoIterator<Item = Option<bool>>, needed: usize) -> Option<bool> {
    let (mut sure, mut open) = (0, 0);
    for fact in facts {
        sure += usize::from(fact == Some(true));
        open += usize::from(fact.is_none());
    }
    if sure >= needed {
        Some(true)
    } else if sure + open < needed {
        Some(false)
    } else {
        None
    }
}

/// The groups of a side, each with whether it is won.
pub fn groups(rows: &[Row], side: &str) -> Vec<(&'static str, Option<bool>)> {
    let mut groups: Vec<&'static str> = Vec::new();
    for row in rows.iter().filter(|row| row.side == side) {
        if !groups.contains(&row.group) {
            groups.push(row.group);
        }
    }
    let won = |group: &'static str| {
        let mine = || rows.iter().filter(|row| row.side == side && row.group == group);
        let need = mine().map(|row| usize::from(row.need)).max().unwrap_or(0);
        (group, enough(mine().map(|row| row.goal.met), need))
    };
    groups.into_iter().map(won).collect()
}

/// Whether a side meets what it needs for one of its victories.
pub fn wins(rows: &[Row], side: &str) -> Option<bool> {
    enough(groups(rows, side).into_iter().map(|(_, won)| won), 1)
}

/// What rows come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// That side wins alone, by that group.
    Won {
        /// Which side.
        side: &'static str,
        /// The first of its groups that is won.
        group: &'static str,
    },
    /// Both sides win.
    Both,
    /// Neither does.
    Neither,
    /// It hangs on what the viewer may not know.
    Secret,
}

/// Who wins by these rows: one side alone, or it is a draw.
pub fn verdict(rows: &[Row]) -> Verdict {
    let mut sides: Vec<&'static str> = Vec::new();
    for row in rows {
        if !sides.contains(&row.side) {
            sides.push(row.side);
        }
    }
    let standing: Vec<(&'static str, Option<bool>)> =
        sides.into_iter().map(|side| (side, wins(rows, side))).collect();
    if standing.iter().any(|(_, wins)| wins.is_none()) {
        return Verdict::Secret;
    }
    let mut winners = standing.iter().filter(|(_, wins)| *wins == Some(true)).map(|(side, _)| *side);
    match (winners.next(), winners.next()) {
        (Some(side), None) => {
            let won = groups(rows, side).into_iter().find(|(_, won)| *won == Some(true));
            Verdict::Won { side, group: won.map_or("", |(group, _)| group) }
        }
        (Some(_), Some(_)) => Verdict::Both,
        (None, _) => Verdict::Neither,
    }
}

impl Standing {
    /// Rows with the sentence that says what they come to.
    pub fn of(rows: Vec<Row>) -> Standing {
        let now = match verdict(&rows) {
            Verdict::Won { group, side } => {
                format!("If it ended now: {group}.{}", Standing::shortfall(&rows, side))
            }
            Verdict::Both => "If it ended now: a draw. Both sides meet their conditions.".to_owned(),
            Verdict::Neither => "If it ended now: a draw. Neither side meets its conditions.".to_owned(),
            Verdict::Secret => "If it ended now: that hangs on what is still secret.".to_owned(),
        };
        Standing { now, rows }
    }

    /// What the other side has of the group that it is nearest to.
    fn shortfall(rows: &[Row], winner: &str) -> String {
        let Some(loser) = rows.iter().map(|row| row.side).find(|side| *side != winner) else {
            return String::new();
        };
        let count = |group: &str| {
            let mine = rows.iter().filter(|row| row.side == loser && row.group == group);
            let met = mine.clone().filter(|row| row.goal.met == Some(true)).count();
            (met, mine.map(|row| usize::from(row.need)).max().unwrap_or(0))
        };
        let nearest = groups(rows, loser)
            .into_iter()
            .map(|(group, _)| count(group))
            .min_by_key(|(met, need)| need.saturating_sub(*met));
        match nearest {
            Some((met, need)) if need > 1 => {
                format!(" The {loser} meet {met} of the {need} conditions they need.")
            }
            _ => String::new(),
        }
    }
}

/// Where we are in the sequence of play, and what has been left undone there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Staff {
    /// The phases of this turn in their order.
    pub phases: Vec<Phase>,
    /// Which of them is going on; none before the first turn.
    pub at: Option<usize>,
    /// What comes after it, in a sentence.
    pub next: String,
    /// What the viewer could still do before he ends it.
    pub undone: Vec<Undone>,
    /// The typed answers that end it.
    pub ends: Vec<String>,
}

/// A part of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// In a word or two: `Guns`.
    pub label: String,
    /// The part of the turn that it belongs to, where the turn has parts: `Allies`, `Night`.
    pub part: &'static str,
    /// How far it has come or what hangs on it, in a few words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The case that explains it.
    pub case: String,
}

impl Staff {
    /// A turn of these phases, of which the one at an index is going on.
    pub fn of(phases: Vec<Phase>, at: Option<usize>, after_the_last: &str) -> Staff {
        let next = match at.map(|at| (&phases[at], phases.get(at + 1))) {
            None => String::new(),
            Some((_, None)) => format!("Then: {after_the_last}."),
            Some((now, Some(next))) if next.part.is_empty() || next.part == now.part => {
                format!("Then: {}.", next.label)
            }
            Some((_, Some(next))) => format!("Then: {}, {}.", next.part, next.label),
        };
        Staff { phases, at, next, ..Staff::default() }
    }
}

/// Something that could still be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Undone {
    /// As a sentence: `12 units can still move.`
    pub text: String,
    /// Which units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// Which places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(side: &'static str, group: &'static str, need: u8, met: Option<bool>) -> Row {
        Row { side, seats: Vec::new(), group, need, goal: Goal::plain("Something holds.", met) }
    }

    #[test]
    fn a_side_wins_by_one_group_and_a_group_by_enough_rows() {
        let rows =
            [row("A", "I", 2, Some(true)), row("A", "I", 2, Some(false)), row("B", "I", 1, Some(false))];
        assert_eq!(verdict(&rows), Verdict::Neither);
        let rows =
            [row("A", "I", 2, Some(false)), row("A", "II", 1, Some(true)), row("B", "I", 1, Some(false))];
        assert_eq!(verdict(&rows), Verdict::Won { side: "A", group: "II" });
        let rows = [row("A", "I", 1, Some(true)), row("B", "I", 1, Some(true))];
        assert_eq!(verdict(&rows), Verdict::Both);
    }

    #[test]
    fn what_is_unknown_matters_only_where_it_decides() {
        let rows = [row("A", "I", 2, None), row("A", "I", 2, Some(false)), row("B", "I", 1, Some(true))];
        assert_eq!(verdict(&rows), Verdict::Won { side: "B", group: "I" });
        let rows = [row("A", "I", 1, None), row("B", "I", 1, Some(true))];
        assert_eq!(verdict(&rows), Verdict::Secret);
        assert_eq!(enough([None, Some(true)], 1), Some(true));
    }

    #[test]
    fn what_is_met_lacks_nothing() {
        let goal = Goal::counted("Two squares are held.", 2, 2).lacks("one more", vec!["A1".into()]);
        assert!(goal.met == Some(true) && goal.lacking.is_empty());
        let goal = Goal::counted("Two squares are held.", 1, 2).lacks("one more", vec!["A1".into()]);
        assert_eq!((goal.met, goal.lacking.squares.len()), (Some(false), 1));
    }
}
