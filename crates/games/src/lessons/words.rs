//! Placeholders: names, prices and chances are filled in by the rules, so that no text can be wrong about them.
//!
//! | placeholder | what stands there |
//! |---|---|
//! | `{odds:A}`, `{odds:A; B; C}` | the odds of an answer in a sentence; those of C after A and B |
//! | `{odds:A\|result}` | the chance of a result; several are joined by `+`, `*` stands for anything |
//! | `{sum:A\|label}` | a total of the odds card |
//! | `{cost:A}`, `{label:A}` | what an answer costs; the words on its button up to the first `; ` |
//! | `{left:UNIT}` | how far a unit can still go |
//! | `{name:ID}` | a unit, a place, a bridge |
//! | `{fact:ID\|key}` | a value of the pack's unit or place |
//! | `{track:ID}` | what a track shows |

use engine::clauses::value_of;
use engine::wire::{Choice, Odds, Target};
use engine::{Session, Viewer};
use serde_json::Value;

use super::desk::Desk;

impl Desk<'_> {
    /// A text with its placeholders filled in.
    pub fn fill(&self, session: &dyn Session, text: &str) -> Result<String, String> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (word, behind) = after.split_once('}').ok_or("a bracket is not closed")?;
            filled.push_str(before);
            filled.push_str(&self.word(session, word).map_err(|why| format!("{{{word}}}: {why}"))?);
            rest = behind;
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn word(&self, session: &dyn Session, word: &str) -> Result<String, String> {
        let (kind, rest) = word.split_once(':').ok_or("a placeholder is 'kind:what'")?;
        let (body, label) = rest.split_once('|').unwrap_or((rest, ""));
        let chain: Vec<&str> = body.split(';').map(str::trim).collect();
        match kind {
            "odds" if label.is_empty() => Ok(self.odds(session, &chain)?.summary),
            "odds" => chance(&self.odds(session, &chain)?, label),
            "sum" => {
                let odds = self.odds(session, &chain)?;
                let sum = odds.sums.iter().find(|sum| sum.label == label);
                Ok(sum.ok_or("there is no such sum")?.total.to_string())
            }
            "cost" => self.cost(session, &chain),
            "label" => {
                let choice = self.choice(session, &chain)?;
                Ok(choice.label.split("; ").next().unwrap_or_default().to_owned())
            }
            "left" => self.left(session, body),
            "name" => self.name(body),
            "fact" => self.fact(body, label),
            "track" => track(session, body),
            _ => Err("there is no such placeholder".into()),
        }
    }

    fn odds(&self, session: &dyn Session, chain: &[&str]) -> Result<Odds, String> {
        let (text, before) = chain.split_last().ok_or("no answer is named")?;
        session.odds(self.seat(), before, text).map_err(|refusal| refusal.error)
    }

    /// The last answer of a chain as it is offered after the others were played.
    fn choice(&self, session: &dyn Session, chain: &[&str]) -> Result<Choice, String> {
        let (text, before) = chain.split_last().ok_or("no answer is named")?;
        let mut fork = self.fork(session)?;
        for earlier in before {
            fork.play(self.seat(), earlier).map_err(|refusal| refusal.error)?;
        }
        let options = fork.decision(Viewer::Seat(self.seat())).map_or_else(Vec::new, |asked| asked.options);
        options
            .into_iter()
            .find(|choice| choice.play == *text)
            .ok_or_else(|| format!("'{text}' is not offered"))
    }

    /// What the last answer of a chain costs; of a line of several answers, what its last one does.
    fn cost(&self, session: &dyn Session, chain: &[&str]) -> Result<String, String> {
        let choice = self.choice(session, chain)?;
        if choice.cost.is_empty() { Err(format!("'{}' has no cost", choice.play)) } else { Ok(choice.cost) }
    }

    fn left(&self, session: &dyn Session, unit: &str) -> Result<String, String> {
        let decision = session.decision(Viewer::Seat(self.seat())).ok_or("the game is over")?;
        let is_unit = |choice: &&Choice| matches!(&choice.target, Target::Unit(id) if id == unit);
        let offered =
            decision.options.iter().filter(is_unit).find_map(|choice| choice.cost.strip_suffix(" left"));
        if let Some(left) = offered {
            return Ok(left.to_owned());
        }
        // While it moves, the question says how far it can still go.
        let words: Vec<&str> = decision.prompt.text.split_whitespace().collect();
        let unit_of = |word: &str| {
            ["MF", "MP", "MFs", "MPs"].contains(&word.trim_matches(|c: char| !c.is_alphabetic()))
        };
        let told = words.windows(2).find(|pair| pair[0].parse::<u16>().is_ok() && unit_of(pair[1]));
        match told {
            Some(pair) if decision.prompt.about.iter().any(|id| id == unit) => {
                Ok(format!("{} {}", pair[0], pair[1].trim_matches(|c: char| !c.is_alphabetic())))
            }
            _ => Err("nothing tells how far it can go".into()),
        }
    }

    fn name(&self, id: &str) -> Result<String, String> {
        let title = self.title();
        if let Some(unit) = title.units.iter().find(|unit| unit.id == id) {
            return Ok(unit.name.clone());
        }
        let place =
            title.places.iter().find(|place| place.id == id).ok_or("there is no such unit or place")?;
        // A square without a name of its own is called by its letter and number, which stand behind a name, too.
        let is_square = self.fact(id, "name").is_err();
        Ok(match (place.name.is_empty() || place.name == place.id, is_square) {
            (true, _) => place.id.clone(),
            (false, true) => format!("{} ({})", place.name, place.id),
            (false, false) => place.name.clone(),
        })
    }

    fn fact(&self, id: &str, key: &str) -> Result<String, String> {
        let files = self.game.files().ok_or("there is no pack")?;
        let found = [("units.toml", "unit"), ("map.toml", "area"), ("map.toml", "zone")]
            .into_iter()
            .find_map(|(file, list)| value_of(files, file, &format!("{list}[id={id}].{key}")).ok());
        found.ok_or_else(|| format!("'{id}' has no '{key}'"))
    }
}

/// The chance of results in per cent.
fn chance(odds: &Odds, labels: &str) -> Result<String, String> {
    let wanted: Vec<&str> = labels.split('+').map(str::trim).collect();
    if let Some(none) = wanted.iter().find(|label| !odds.results.iter().any(|one| fits(&one.label, label))) {
        let known: Vec<&str> = odds.results.iter().map(|one| one.label.as_str()).collect();
        return Err(format!("there is no result '{none}'; there are {}", known.join(", ")));
    }
    let hits = odds.results.iter().filter(|one| wanted.iter().any(|label| fits(&one.label, label)));
    let (ways, of) = (hits.map(|one| one.ways).sum::<u64>(), odds.results.first().map_or(1, |one| one.of));
    Ok(percent(ways, of))
}

/// A chance in whole per cent; what is not quite sure is never called sure.
fn percent(ways: u64, of: u64) -> String {
    let (ways, of) = (u128::from(ways), u128::from(of.max(1)));
    if ways > 0 && ways * 100 < of {
        "under 1 %".into()
    } else if ways < of && ways * 100 > of * 99 {
        "over 99 %".into()
    } else {
        format!("{} %", (ways * 200 + of) / (of * 2))
    }
}

/// What a track shows.
fn track(session: &dyn Session, id: &str) -> Result<String, String> {
    let view: Value =
        serde_json::from_str(&session.view(Viewer::Omniscient)).map_err(|error| error.to_string())?;
    let items = view["items"].as_array().ok_or("a view has items")?;
    let track = items.iter().map(|pair| &pair[1]["track"]).find(|track| track["id"] == id);
    let value = track.and_then(|track| track["value"].as_str()).ok_or("there is no such track")?;
    Ok(value.to_owned())
}

/// Whether a text is of this form; `*` stands for anything.
pub(super) fn fits(text: &str, form: &str) -> bool {
    let Some((first, rest)) = form.split_once('*') else { return text == form };
    let Some(text) = text.strip_prefix(first) else { return false };
    (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)).any(|cut| fits(&text[cut..], rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        assert!(fits("move br-9 J20", "move br-9 *"));
        assert!(fits("move br-9 J20", "* J20"));
        assert!(fits("done", "done") && !fits("done", "do") && !fits("do", "done"));
        assert!(!fits("move br-9 J20", "move * K20"));
    }

    #[test]
    fn what_is_not_quite_sure_is_not_called_sure() {
        let said =
            [(0, 36), (1, 216), (1, 36), (7, 8), (215, 216), (36, 36)].map(|(ways, of)| percent(ways, of));
        assert_eq!(said, ["0 %", "under 1 %", "3 %", "88 %", "over 99 %", "100 %"]);
    }
}
