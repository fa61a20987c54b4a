//! The table of counts, and the verdict.

use std::time::Duration;

/// What players saw: only their word counts.
#[derive(Default)]
pub(crate) struct Tally {
    /// Actions that the server said were stored for good.
    pub(crate) acknowledged: u64,
    /// Those of them that were not there later.
    pub(crate) lost: u64,
    /// Other wrong facts: an entry that was never played, a refusal that changed something.
    pub(crate) changed: u64,
    /// How long the honest player waited for each of his actions.
    pub(crate) times: Vec<Duration>,
    /// What was wrong, in words.
    pub(crate) faults: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.changed += other.changed;
        self.times.extend(other.times);
        self.faults.extend(other.faults);
    }
}

/// A line of the table.
pub(crate) struct Row {
    pub(crate) attack: &'static str,
    /// Kills, restarts, inputs, connections, as the attack has it.
    pub(crate) blows: String,
    pub(crate) tally: Tally,
    pub(crate) panics: u64,
    /// Answers that report an error of the server, and answers that never came.
    pub(crate) errors: u64,
}

impl Row {
    /// Whether the walls held.
    pub(crate) fn held(&self) -> bool {
        let Tally { lost, changed, faults, .. } = &self.tally;
        *lost == 0 && *changed == 0 && faults.is_empty() && self.panics == 0 && self.errors == 0
    }

    fn line(&self) -> String {
        let Tally { acknowledged, lost, changed, times, .. } = &self.tally;
        let mut times = times.clone();
        times.sort();
        let at = |share: f64| match times.len() {
            0 => "–".to_owned(),
            many => format!("{:.1}", times[((many - 1) as f64 * share) as usize].as_secs_f64() * 1000.0),
        };
        let (attack, blows, panics, errors) = (self.attack, &self.blows, self.panics, self.errors);
        format!(
            "| {attack} | {blows} | {acknowledged} | {lost} | {panics} | {changed} | {errors} | {} | {} | {} |",
            at(0.5),
            at(0.99),
            at(1.0)
        )
    }
}

/// The table as Markdown.
pub(crate) fn table(rows: &[Row]) -> String {
    let head = "| attack | blows | acknowledged | lost | panics | state changes | server errors | p50 ms | p99 ms | worst ms |";
    let rule = "|---|---|---|---|---|---|---|---|---|---|";
    let lines: Vec<String> = rows.iter().map(Row::line).collect();
    format!("{head}\n{rule}\n{}\n", lines.join("\n"))
}
