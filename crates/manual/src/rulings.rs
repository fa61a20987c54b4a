//! The rulings, as docs/rulings.md lists them: what is played where a rulebook is silent.

/// One ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// `S147`.
    pub id: String,
    /// What it is about, with its cases.
    pub subject: String,
    /// The problem, the ruling and its reason, with their marks.
    pub text: String,
    /// The heading under which it stands.
    pub section: String,
}

impl Ruling {
    /// The ruling in plain words.
    pub fn plain(&self) -> String {
        self.text.replace(['*', '`'], "")
    }
}

/// The list inside the binary.
const LIST: &str = include_str!("../../../docs/rulings.md");

/// The rulings of the game with that full name.
pub fn of(name: &str) -> Vec<Ruling> {
    read(LIST, name)
}

fn read(list: &str, name: &str) -> Vec<Ruling> {
    let mut rulings: Vec<Ruling> = Vec::new();
    let (mut is_ours, mut section) = (false, "");
    for line in list.lines() {
        if let Some(game) = line.strip_prefix("## ") {
            is_ours = game.trim() == name;
        } else if let Some(heading) = line.strip_prefix("### ") {
            section = heading.trim();
        } else if is_ours && line.starts_with("- **") {
            if let Some(ruling) = entry(line, section) {
                rulings.push(ruling);
            }
        } else if let (true, Some(last), true) = (is_ours, rulings.last_mut(), line.starts_with("  ")) {
            last.text.push(' ');
            last.text.push_str(line.trim());
        }
    }
    rulings
}

/// `- **S1. 7.1. Which trench.** The problem. *Ruling:* …`
fn entry(line: &str, section: &str) -> Option<Ruling> {
    let (head, text) = line.strip_prefix("- **")?.split_once("**")?;
    let (id, subject) = head.split_once('.')?;
    let digits = id.strip_prefix(['R', 'S', 'V'])?;
    digits.chars().all(|digit| digit.is_ascii_digit()).then(|| Ruling {
        id: id.to_owned(),
        subject: subject.trim().to_owned(),
        text: text.trim().to_owned(),
        section: section.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_rulings() {
        let list = "## One\n### A\n- **R1. 2.1 (scale).** Odd. *Ruling:* no.\n  More.\n- other\n## Two\n- **V1. X.** Y\n";
        let one = read(list, "One");
        assert_eq!(one.len(), 1);
        assert_eq!((one[0].id.as_str(), one[0].section.as_str()), ("R1", "A"));
        assert_eq!(one[0].plain(), "Odd. Ruling: no. More.");
        for name in ["The Big Push", "Verdun: A Generation Lost", "Breakthrough: Cambrai"] {
            assert!(of(name).len() > 80, "{name} has {}", of(name).len());
        }
    }
}
