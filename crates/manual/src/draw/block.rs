//! Chapters block by block: anchors, numbers in the margin, signs.

use std::fmt::Write;

use engine::title::Chart;

use super::{Pages, escape};
use crate::book::{Block, Chapter, Content, Home};
use crate::tags::Tags;

/// The most numbers beside a paragraph.
const MOST_NUMBERS: usize = 3;

impl Pages<'_> {
    pub(super) fn chapter(&self, index: usize, chapter: &Chapter) -> Result<String, String> {
        let mut out = format!("<article class=\"chapter{}\" id=\"page-{}\"><h1>", kind(chapter), chapter.id);
        if !chapter.number.is_empty() {
            let _ = write!(out, "<span class=\"number\">{}</span> ", chapter.number);
        }
        let _ = write!(out, "{}</h1>", escape(&chapter.title));
        // The case that the margin showed last; it is not repeated.
        let mut last = String::new();
        for (number, block) in chapter.blocks.iter().enumerate() {
            let home = Home { chapter: index, block: number, item: None };
            self.block(&mut out, chapter, block, home, &mut last)?;
        }
        out.push_str("</article>");
        Ok(out)
    }

    fn block(
        &self,
        out: &mut String,
        chapter: &Chapter,
        block: &Block,
        home: Home,
        last: &mut String,
    ) -> Result<(), String> {
        let anchors = self.anchors(home);
        let margin = |last: &mut String| margin(&block.tags, last);
        let signs = self.signs(&block.tags);
        match &block.content {
            Content::Heading { level, number, title } => {
                let anchor = self.manual.heading_anchor(chapter, home.block);
                let others = self.anchors_but(home, &anchor);
                let _ = write!(out, "<h{level} id=\"{anchor}\">{others}");
                if !number.is_empty() {
                    let _ = write!(out, "<span class=\"number\">{number}</span> ");
                    last.clone_from(number);
                }
                let _ = write!(out, "{}</h{level}>", escape(title));
            }
            Content::Paragraph(words) => {
                let _ = write!(out, "<p>{anchors}{}{}{signs}</p>", margin(last), self.words(words));
            }
            Content::List(first, items) => {
                match first {
                    Some(1) => out.push_str("<ol>"),
                    Some(first) => {
                        let _ = write!(out, "<ol start=\"{first}\">");
                    }
                    None => out.push_str("<ul>"),
                }
                for (index, item) in items.iter().enumerate() {
                    let anchors = self.anchors(Home { item: Some(index), ..home });
                    let beside = super::block::margin(&item.tags, last);
                    let signs = self.signs(&item.tags);
                    let _ = write!(out, "<li>{anchors}{beside}{}{signs}</li>", self.words(&item.words));
                }
                out.push_str(if first.is_some() { "</ol>" } else { "</ul>" });
            }
            Content::Table(rows) => {
                let beside = margin(last);
                let _ = write!(out, "<div class=\"table\">{anchors}{beside}<table>");
                for (index, row) in rows.iter().enumerate() {
                    let tag = if index == 0 { "th" } else { "td" };
                    let cells = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", self.words(cell)));
                    let row: String = cells.collect();
                    let (open, close) = match index {
                        0 => ("<thead>", "</thead><tbody>"),
                        _ => ("", ""),
                    };
                    let _ = write!(out, "{open}<tr>{row}</tr>{close}");
                }
                let _ = write!(out, "</tbody></table>{signs}</div>");
            }
            Content::Note(words) => {
                let _ =
                    write!(out, "<aside class=\"at-table\">{anchors}<p>{}</p></aside>", self.words(words));
            }
            Content::Example(name) => out.push_str(&self.example(name)?),
            Content::Chart(id) => {
                if let Some(chart) = self.title().charts.iter().find(|chart| chart.id == *id) {
                    out.push_str(&self.chart(chart));
                }
            }
        }
        Ok(())
    }

    /// The anchors of everything that is explained here.
    fn anchors(&self, here: Home) -> String {
        self.anchors_but(here, "")
    }

    fn anchors_but(&self, here: Home, other: &str) -> String {
        let own =
            self.manual.homes.iter().filter(|(number, home)| **home == here && number.as_str() != other);
        let mut out = String::new();
        for (number, _) in own {
            let _ = write!(out, "<a class=\"anchor\" id=\"{number}\"></a>");
        }
        out
    }

    /// The signs after a paragraph: rulings, estimates, options.
    fn signs(&self, tags: &Tags) -> String {
        let mut out = String::new();
        for id in &tags.rulings {
            let Some(ruling) = self.manual.rulings.iter().find(|ruling| ruling.id == *id) else { continue };
            let _ = write!(
                out,
                " <a class=\"sign ruling\" data-ruling=\"{id}\" href=\"{}\" title=\"{}\" aria-label=\"Ruling {id}\">◆</a>",
                self.address("rulings", id),
                escape(&format!("{id}. {} {}", ruling.subject, ruling.plain()))
            );
        }
        if tags.estimate {
            let _ = write!(
                out,
                " <a class=\"sign estimate\" href=\"{}\" title=\"These data are reconstructed.\" aria-label=\"Estimate\">≈</a>",
                self.address("estimates", "")
            );
        }
        for id in &tags.options {
            let about = self.title().options.iter().find(|option| option.id == *id);
            let _ = write!(
                out,
                " <a class=\"sign option\" href=\"{}\" title=\"{}\">option {}</a>",
                self.address("options", &format!("option-{id}")),
                escape(about.map_or("", |option| option.about.as_str())),
                escape(id)
            );
        }
        out
    }

    /// A chart of the game.
    pub(super) fn chart(&self, chart: &Chart) -> String {
        let mut out = format!(
            "<figure class=\"chart\" data-chart=\"{}\"><figcaption>{} <span class=\"quiet\">{}</span></figcaption>\
             <div class=\"scroll\"><table><thead><tr>",
            escape(&chart.id),
            escape(&chart.title),
            self.case_link(&chart.case)
        );
        for column in &chart.columns {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(column));
        }
        out.push_str("</tr></thead><tbody>");
        for row in &chart.rows {
            out.push_str("<tr>");
            for (index, cell) in row.iter().enumerate() {
                let _ = match index {
                    0 => write!(out, "<th scope=\"row\">{}</th>", escape(cell)),
                    _ => write!(out, "<td>{}</td>", escape(cell)),
                };
            }
            out.push_str("</tr>");
        }
        out.push_str("</tbody></table></div>");
        if !chart.note.is_empty() {
            let _ = write!(out, "<p class=\"quiet\">{}</p>", self.plain(&chart.note));
        }
        out.push_str("</figure>");
        out
    }
}

/// The class of a chapter that looks different.
fn kind(chapter: &Chapter) -> &'static str {
    if chapter.id.ends_with("glossary") { " glossary" } else { "" }
}

/// The numbers beside a paragraph: its cases, unless the margin has just said them.
fn margin(tags: &Tags, last: &mut String) -> String {
    let numbers: Vec<&str> = tags.margin().into_iter().filter(|number| *number != last.as_str()).collect();
    let Some(newest) = numbers.last() else { return String::new() };
    (*newest).clone_into(last);
    let shown = &numbers[..numbers.len().min(MOST_NUMBERS)];
    let more = if numbers.len() > MOST_NUMBERS { " …" } else { "" };
    format!("<span class=\"margin\">{}{more}</span> ", shown.join(" "))
}
