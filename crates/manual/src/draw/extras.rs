//! The pages that are made from the rest: charts, options, rulings, estimates, index.

use std::fmt::Write;

use engine::pack::Estimate;

use super::{Pages, capital, escape};
use crate::book::{Block, Content};
use crate::words::text_of;

/// A reason and the data that are believed for it.
type Reason = (String, Vec<String>);

impl Pages<'_> {
    /// Every chart of the game on one page.
    pub(super) fn charts(&self) -> String {
        let charts: String = self.title().charts.iter().map(|chart| self.chart(chart)).collect();
        page("charts", "Charts", "Every chart of the game, to have at hand.", &charts)
    }

    /// The optional rules, and the rulings that players may choose otherwise.
    pub(super) fn options(&self) -> String {
        let mut out = String::from("<dl class=\"list\">");
        for option in &self.title().options {
            let values: Vec<String> = option
                .values
                .iter()
                .enumerate()
                .map(|(index, value)| match index {
                    0 => format!("<b>{}</b>", escape(value)),
                    _ => escape(value),
                })
                .collect();
            let _ = write!(
                out,
                "<dt id=\"option-{0}\">{0}</dt><dd>{1} ({2}) <span class=\"quiet\">{3}</span></dd>",
                escape(&option.id),
                self.plain(&option.about),
                self.case_link(&option.case),
                values.join(" · ")
            );
        }
        out.push_str("</dl>");
        let lead =
            "Rules that players may choose before they begin. The value in bold holds if nothing is said.";
        page("options", "Options", lead, &out)
    }

    /// What is played where the rulebook is silent.
    pub(super) fn rulings(&self) -> String {
        let mut out = String::new();
        let mut section = "";
        for ruling in &self.manual.rulings {
            if ruling.section != section {
                if !section.is_empty() {
                    out.push_str("</dl>");
                }
                section = &ruling.section;
                let _ = write!(out, "<h2>{}</h2><dl class=\"list\">", escape(section));
            }
            let _ = write!(
                out,
                "<dt id=\"{0}\">◆ {0}</dt><dd><b>{1}</b> {2}</dd>",
                ruling.id,
                self.plain(&ruling.subject),
                self.plain(&ruling.text)
            );
        }
        if !section.is_empty() {
            out.push_str("</dl>");
        }
        page(
            "rulings",
            "Rulings",
            "Where the rulebook is silent, unclear or lost, this is how the game is played here, and why.",
            &out,
        )
    }

    /// The paragraphs whose data are reconstructed, and the data.
    pub(super) fn estimates(&self) -> String {
        let mut out = String::from("<h2>Rules with reconstructed data</h2><ul>");
        for chapter in &self.manual.chapters {
            for (number, words) in chapter.blocks.iter().flat_map(estimated) {
                let start: String = words.chars().take(90).collect();
                let more = if words.chars().count() > 90 { "…" } else { "" };
                let _ =
                    write!(out, "<li>{} {}{more}</li>", self.case_link(&number), escape(start.trim_end()));
            }
        }
        out.push_str("</ul><h2>Data</h2>");
        // One line for each reason: many data of a file are believed for the same one.
        let mut files: Vec<(String, Vec<Reason>)> = Vec::new();
        for Estimate { file, key, reason } in self.game.estimates() {
            if files.last().is_none_or(|(last, _)| *last != file) {
                files.push((file, Vec::new()));
            }
            let Some((_, reasons)) = files.last_mut() else { continue };
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, keys)) if keys.contains(&key) => {}
                Some((_, keys)) => keys.push(key),
                None => reasons.push((reason, vec![key])),
            }
        }
        for (file, reasons) in files {
            let name = capital(file.trim_end_matches(".toml"));
            let _ = write!(out, "<h3>{}</h3><dl class=\"list small\">", escape(&name));
            for (reason, keys) in reasons {
                let (reason, keys) = (escape(&capital(&reason)), escape(&self.data_in_words(&keys)));
                let _ = write!(out, "<dt>{reason}</dt><dd>{keys}</dd>");
            }
            out.push_str("</dl>");
        }
        let lead = "Parts of the printed game are lost. These rules and data are reconstructed, each for the reason given.";
        page("estimates", "Estimates", lead, &out)
    }

    /// Data by the names of the units that they belong to; data common to several units are named once.
    fn data_in_words(&self, keys: &[String]) -> String {
        let units = &self.title().units;
        let mut of_units: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut parts: Vec<String> = Vec::new();
        for key in keys {
            let datum = key.strip_prefix("unit ").and_then(|rest| rest.split_once(": "));
            let named =
                datum.and_then(|(id, what)| units.iter().find(|unit| unit.id == id).map(|unit| (unit, what)));
            match named {
                Some((unit, what)) => match of_units.iter_mut().find(|(known, _)| *known == what) {
                    Some((_, names)) => names.push(unit.name.as_str()),
                    None => of_units.push((what, vec![unit.name.as_str()])),
                },
                None => parts.push(key.clone()),
            }
        }
        parts.extend(of_units.iter().map(|(what, names)| format!("{what} of {}", names.join(", "))));
        parts.join("; ")
    }

    /// The index: every term and title.
    pub(super) fn terms(&self) -> String {
        let mut out = String::new();
        let mut letter = ' ';
        for term in self.manual.terms() {
            let first = term.word.chars().find(|letter| letter.is_alphabetic()).unwrap_or('·');
            let first = first.to_uppercase().next().unwrap_or(first);
            if first != letter {
                if letter != ' ' {
                    out.push_str("</ul>");
                }
                letter = first;
                let _ = write!(out, "<h2>{letter}</h2><ul class=\"terms\">");
            }
            let cases: Vec<String> = term.cases.iter().map(|case| self.case_link(case)).collect();
            let _ = write!(out, "<li>{} {}</li>", escape(&term.word), cases.join(", "));
        }
        if letter != ' ' {
            out.push_str("</ul>");
        }
        page("terms", "Index", "", &out)
    }

    /// The table of contents: every chapter with its sections.
    pub(super) fn contents(&self) -> String {
        let mut out = String::from("<nav class=\"contents\" aria-label=\"Contents\"><ol>");
        for chapter in &self.manual.chapters {
            let _ = write!(
                out,
                "<li><a href=\"{}\"><span class=\"number\">{}</span> {}</a><ol>",
                self.address(&chapter.id, ""),
                chapter.number,
                escape(&chapter.title)
            );
            for (index, block) in chapter.blocks.iter().enumerate() {
                if let Content::Heading { level: 2, number, title } = &block.content {
                    let anchor = self.manual.heading_anchor(chapter, index);
                    let _ = write!(
                        out,
                        "<li><a href=\"{}\"><span class=\"number\">{number}</span> {}</a></li>",
                        self.address(&chapter.id, &anchor),
                        escape(title)
                    );
                }
            }
            out.push_str("</ol></li>");
        }
        for (id, title) in super::EXTRAS {
            let _ = write!(
                out,
                "<li><a href=\"{}\"><span class=\"number\"></span> {title}</a></li>",
                self.address(id, "")
            );
        }
        out.push_str("</ol></nav>");
        out
    }
}

/// The paragraphs and items of a block whose data are reconstructed: the case and the words of each.
fn estimated(block: &Block) -> Vec<(String, String)> {
    let first =
        |tags: &crate::Tags| tags.margin().first().map_or_else(String::new, |number| (*number).to_owned());
    let mut found = Vec::new();
    if block.tags.estimate {
        let words: Vec<String> = crate::search::running(&block.content).into_iter().map(text_of).collect();
        found.push((first(&block.tags), words.join(" ")));
    }
    if let Content::List(_, items) = &block.content {
        let items = items.iter().filter(|item| item.tags.estimate);
        found.extend(items.map(|item| (first(&item.tags), text_of(&item.words))));
    }
    found
}

fn page(id: &str, title: &str, lead: &str, body: &str) -> String {
    let lead = if lead.is_empty() { String::new() } else { format!("<p><b>{lead}</b></p>") };
    format!("<article class=\"chapter extra {id}\" id=\"page-{id}\"><h1>{title}</h1>{lead}{body}</article>")
}
