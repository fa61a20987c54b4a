//! Data packs: the text files of a game, their hash, and what can be wrong with them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::dice::hex;

/// The files of a pack by name: `map.toml`, `units.toml`, … Those inside the program are not copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Cow<'static, str>>);

/// What is wrong with a pack: which file, which key, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {key}: {reason}")]
pub struct PackError {
    /// The file's name.
    pub file: String,
    /// Where in the file: a key, a table, or a line.
    pub key: String,
    /// What is wrong there.
    pub reason: String,
}

impl PackError {
    /// An error at a key of a file.
    pub fn new(file: &str, key: impl ToString, reason: impl ToString) -> PackError {
        PackError { file: file.to_owned(), key: key.to_string(), reason: reason.to_string() }
    }
}

impl Files {
    /// The text of a file.
    pub fn text(&self, name: &str) -> Result<&str, PackError> {
        self.0
            .get(name)
            .map(Cow::as_ref)
            .ok_or_else(|| PackError::new(name, "file", "is missing from the pack"))
    }

    /// A file read as TOML into its raw type.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, PackError> {
        let text = self.text(name)?;
        toml::from_str(text).map_err(|error| {
            let line =
                error.span().map_or(0, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            PackError::new(name, format!("line {line}"), error.message())
        })
    }

    /// The hash that records name: the first 16 hexadecimal digits of SHA-256 over the files that decide play.
    /// Texts and examples may change without changing the game. An archived pack keeps the hash that it had.
    pub fn hash(&self) -> String {
        if let Some(edition) = self.edition() {
            return edition.pack;
        }
        let mut hasher = Sha256::new();
        for (name, text) in self.0.iter().filter(|(name, _)| DECIDE_PLAY.contains(&name.as_str())) {
            hasher.update(name.as_bytes());
            hasher.update([0]);
            hasher.update(text.as_bytes());
            hasher.update([0]);
        }
        hex(&hasher.finalize()[..8])
    }

    /// Names an earlier edition of the rules, by which games that began on this pack are finished.
    pub fn finish_by(&mut self, rules: u32) {
        let edition = format!("rules = {rules}\npack = \"{}\"\n", self.hash());
        self.0.insert("edition.toml".to_owned(), edition.into());
    }

    /// Which edition of pack and rules an archived pack belongs to; none for a pack of the present.
    pub fn edition(&self) -> Option<Edition> {
        toml::from_str(self.0.get("edition.toml")?).ok()
    }
}

/// The files of a pack that decide play; the others are texts and examples.
const DECIDE_PLAY: [&str; 4] = ["charts.toml", "map.toml", "scenarios.toml", "units.toml"];

/// What records of earlier games name: `edition.toml` of an archived pack.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// The version of the rules code by which its games are finished.
    pub rules: u32,
    /// The hash of the pack.
    pub pack: String,
}

/// One datum that is not certain: what, where it comes from, and why it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The file.
    pub file: String,
    /// The datum.
    pub key: String,
    /// Its source or reason.
    pub reason: String,
}

impl Files {
    /// Every table that the pack marks as estimated or reconstructed, with its stated source.
    pub fn estimates(&self) -> Vec<Estimate> {
        let mut found = Vec::new();
        for (file, text) in self.0.iter().filter(|(name, _)| is_data(name)) {
            if let Ok(table) = text.parse::<toml::Table>() {
                collect(file, String::new(), &toml::Value::Table(table), &mut found);
            }
        }
        found
    }
}

/// Whether a file of a pack holds data, rather than examples or prose.
fn is_data(name: &str) -> bool {
    !name.starts_with("examples/") && !name.starts_with("manual/")
}

/// Walks a TOML tree. `estimated = true` or `x_estimated = true` marks a table or its key `x`; the reason is the
/// matching `source`, `x_source` or `note`.
fn collect(file: &str, path: String, value: &toml::Value, found: &mut Vec<Estimate>) {
    match value {
        toml::Value::Table(table) => {
            let label = ["id", "name", "number"].iter().find_map(|key| table.get(*key)).map(plain);
            let path = match label {
                Some(label) if !path.is_empty() => format!("{path} {label}"),
                _ => path,
            };
            for (key, flag) in table {
                let subject = key.strip_suffix("estimated").or_else(|| key.strip_suffix("reconstructed"));
                if let (Some(subject), Some(true)) = (subject, flag.as_bool()) {
                    let subject = subject.trim_end_matches('_');
                    let sources = [format!("{subject}_source"), "source".to_owned(), "note".to_owned()];
                    let reason = sources
                        .iter()
                        .find_map(|key| table.get(key))
                        .map_or_else(|| "no source given".to_owned(), plain);
                    let key = if subject.is_empty() { path.clone() } else { format!("{path}: {subject}") };
                    found.push(Estimate { file: file.to_owned(), key, reason });
                }
            }
            for (key, inner) in table {
                if matches!(inner, toml::Value::Table(_) | toml::Value::Array(_)) {
                    let inner_path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    collect(file, inner_path, inner, found);
                }
            }
        }
        toml::Value::Array(list) => {
            for inner in list.iter().filter(|inner| inner.is_table()) {
                collect(file, path.clone(), inner, found);
            }
        }
        _ => {}
    }
}

fn plain(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(name: &str, text: &str) -> Files {
        Files(BTreeMap::from([(name.to_owned(), text.to_owned().into())]))
    }

    #[test]
    fn an_error_names_file_and_line() {
        let error = files("map.toml", "a = 1\nb = \"x\n").read::<toml::Table>("map.toml").unwrap_err();
        assert_eq!((error.file.as_str(), error.key.as_str()), ("map.toml", "line 2"));
        assert!(Files::default().text("map.toml").unwrap_err().to_string().contains("missing"));
    }

    #[test]
    fn estimates_are_found_with_their_reasons() {
        let found =
            files("map.toml", "[[area]]\nid = 3\ntem = 4\ntem_estimated = true\ntem_source = \"review\"\n")
                .estimates();
        assert_eq!(
            found,
            [Estimate { file: "map.toml".into(), key: "area 3: tem".into(), reason: "review".into() }]
        );
    }

    #[test]
    fn examples_and_prose_do_not_change_the_hash() {
        let mut pack = files("map.toml", "a = 1");
        let hash = pack.hash();
        for text in ["examples/a.toml", "manual/01-words.md", "briefings.toml", "lessons.toml"] {
            pack.0.insert(text.into(), "b = 1".into());
        }
        assert_eq!(pack.hash(), hash);
        pack.0.insert("units.toml".into(), "".into());
        assert_ne!(pack.hash(), hash);
    }
}
