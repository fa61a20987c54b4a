//! What players read: sentences are sentences, labels tell answers apart, numbers agree, nothing raw is shown.

use std::collections::BTreeSet;

use crate::title::Title;
use crate::wire::{Choice, Decision, Target, Told};

/// The words that a title keeps for itself and never shows.
pub(super) struct Texts<'a> {
    ids: BTreeSet<&'a str>,
}

impl<'a> Texts<'a> {
    pub(super) fn of(title: &'a Title) -> Texts<'a> {
        // A place may be called by its id; an id with a hyphen is no name.
        let hyphened = |id: &&str| id.contains('-');
        Texts { ids: title.units.iter().map(|unit| unit.id.as_str()).filter(hyphened).collect() }
    }

    pub(super) fn check_decision(&self, decision: &Decision) -> Result<(), String> {
        self.check_sentence(&decision.prompt.text)?;
        self.check_labels(&decision.options)?;
        for bundle in &decision.bundles {
            self.check_label(&bundle.label)?;
        }
        for planned in &decision.plan {
            self.check_sentence(&planned.text)?;
        }
        check_buttons(&decision.options)
    }

    pub(super) fn check_told(&self, told: &Told) -> Result<(), String> {
        self.check_sentence(&told.text)?;
        for line in told.rolls.iter().flat_map(|roll| &roll.lines) {
            self.check_grammar(&line.label)?;
        }
        check_rolls(told)
    }

    /// Every option says what it does in words of its own: no two are labelled alike, and none by its typed form.
    fn check_labels(&self, options: &[Choice]) -> Result<(), String> {
        let mut known = BTreeSet::new();
        for choice in options {
            let said = format!("{} {}", choice.label, choice.cost);
            if choice.label == choice.play && choice.play.contains('-') {
                return Err(format!("'{}' has no words of its own", choice.play));
            }
            self.check_label(&choice.label)?;
            if !known.insert(said) {
                return Err(format!("'{}' is labelled '{}', like another option", choice.play, choice.label));
            }
        }
        Ok(())
    }

    fn check_label(&self, label: &str) -> Result<(), String> {
        if !begins_well(label) {
            return Err(format!("the label '{label}' begins with a small letter"));
        }
        self.check_grammar(label)
    }

    /// A sentence begins with a capital letter or a number and ends with a stop.
    fn check_sentence(&self, text: &str) -> Result<(), String> {
        if !begins_well(text) || !text.ends_with(['.', '?', '!']) {
            return Err(format!("'{text}' is no sentence"));
        }
        self.check_grammar(text)
    }

    /// Singular and plural are told apart, and nothing raw is shown.
    fn check_grammar(&self, text: &str) -> Result<(), String> {
        // Words that are verbs as well ("marker 1 turns") tell nothing.
        const PLURALS: [&str; 16] = [
            "answers",
            "battalions",
            "brigades",
            "columns",
            "dice",
            "divisions",
            "factors",
            "guns",
            "losses",
            "markers",
            "mines",
            "points",
            "regiments",
            "squares",
            "steps",
            "units",
        ];
        const RAW: [&str; 8] =
            ["(s)", "(es)", "A rule applies", "The turn goes on", "  ", " .", " ,", "German roll"];
        let mut before = "";
        for word in text.split_whitespace().map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()))
        {
            if before == "1" && PLURALS.contains(&word) {
                return Err(format!("'{text}': 1 {word}"));
            }
            if self.ids.contains(word) {
                return Err(format!("'{text}' shows the id {word}"));
            }
            before = word;
        }
        match RAW.iter().find(|raw| text.contains(**raw)) {
            Some(raw) => Err(format!("'{text}': {raw}")),
            None => Ok(()),
        }
    }
}

fn begins_well(text: &str) -> bool {
    text.chars().next().is_some_and(|first| !first.is_lowercase())
}

/// A question has at most two dozen buttons: the rest is clicked on the map or ticked.
fn check_buttons(options: &[Choice]) -> Result<(), String> {
    const MOST: usize = 24;
    let plain = options.iter().filter(|choice| choice.target == Target::Button && choice.parts.is_empty());
    let boxes: BTreeSet<&String> = options.iter().flat_map(|choice| &choice.parts).collect();
    let buttons = plain.count() + boxes.len();
    if buttons > MOST {
        return Err(format!("{buttons} buttons, such as '{}'", options[0].label));
    }
    Ok(())
}

/// The dice and the lines of a roll add up to its total.
fn check_rolls(told: &Told) -> Result<(), String> {
    for roll in &told.rolls {
        let dice: i32 = roll.dice.iter().map(|die| i32::from(*die)).sum();
        let lines: i32 = roll.lines.iter().map(|line| line.value).sum();
        if dice + lines != roll.total {
            return Err(format!("'{}': the {} roll does not add up: {roll:?}", told.text, roll.label));
        }
    }
    Ok(())
}
