//! A worked example as a figure: the position, its course in words, and a way to try it.

use std::fmt::Write;

use engine::Seat;
use engine::course::Step;
use engine::wire::{Roll, Told};

use super::{Links, Pages, capital, escape};
use crate::book::slug;
use crate::scene;

/// How many pixels a map unit has in a picture; a square has a hundred units.
const PIXELS: f64 = 0.62;

/// An answer with fewer letters than this is told with its question.
const SHORT_ANSWER: usize = 14;

impl Pages<'_> {
    /// The figure of an example.
    pub(super) fn example(&self, name: &str) -> Result<String, String> {
        let example = self.manual.example(name).ok_or_else(|| format!("there is no example '{name}'"))?;
        let scene = scene::of(self.game, example).map_err(|error| format!("{name}: {error}"))?;
        let slug = slug(name);
        let mut out = format!("<figure class=\"example\" id=\"example-{slug}\"><div class=\"scenes\">");
        for (part, window) in scene.windows.iter().enumerate() {
            let _ = write!(
                out,
                "<img class=\"scene\" src=\"{}\" width=\"{:.0}\" height=\"{:.0}\" loading=\"lazy\" \
                 alt=\"The position: {}\">",
                self.picture_address(&slug, part),
                window.width * PIXELS,
                window.height * PIXELS,
                escape(name)
            );
        }
        let _ = write!(out, "</div><figcaption><b>{}.</b>", escape(capital(name).trim_end_matches('.')));
        if !example.about.is_empty() {
            let _ = write!(out, " {}", self.plain(&example.about));
        }
        out.push_str("</figcaption>");
        if !scene.course.steps.is_empty() {
            out.push_str("<ol class=\"course\">");
            for step in &scene.course.steps {
                self.step(&mut out, step);
            }
            out.push_str("</ol>");
        }
        if let Some(site) = self.site() {
            let address = format!("{site}/try/{}/{slug}", self.manual.game);
            let _ = write!(out, "<p class=\"try\"><a href=\"{}\">Try it</a></p>", escape(&address));
        }
        out.push_str("</figure>");
        Ok(out)
    }

    fn picture_address(&self, slug: &str, part: usize) -> String {
        match self.links {
            Links::Reader => {
                let picture = scene::numbered("picture", part);
                format!("/api/games/{}/examples/{slug}/{picture}.svg", self.manual.game)
            }
            Links::Folder(_) | Links::Booklet(_) => format!("pictures/{}.svg", scene::numbered(slug, part)),
        }
    }

    /// Where examples can be tried, if anywhere.
    fn site(&self) -> Option<&str> {
        match &self.links {
            Links::Reader => Some(""),
            Links::Folder(site) | Links::Booklet(site) => {
                site.as_deref().map(|site| site.trim_end_matches('/'))
            }
        }
    }

    fn step(&self, out: &mut String, step: &Step) {
        match step {
            Step::Begins(told) => told.iter().for_each(|event| {
                let _ = write!(out, "<li>{}</li>", self.told(event));
            }),
            Step::Plays { seat, question, answer, told } => {
                let _ = write!(out, "<li>{}: ", self.seat(*seat));
                // A short answer says little without its question.
                if answer.chars().count() < SHORT_ANSWER && !question.is_empty() {
                    let _ = write!(out, "{} ", escape(question));
                }
                let _ = write!(out, "<q>{}</q>", escape(&self.named(answer)));
                for event in told {
                    let _ = write!(out, "<div class=\"then\">{}</div>", self.told(event));
                }
                out.push_str("</li>");
            }
            Step::May { seat, answer } => {
                let _ = write!(
                    out,
                    "<li>{} may choose <q>{}</q>.</li>",
                    self.seat(*seat),
                    escape(&self.named(answer))
                );
            }
            Step::MayNot { seat, typed, reasons } => {
                // Text that followed an earlier answer is not repeated.
                let is_told = |text: &str| out.contains(&format!("<div class=\"then\">{} (", escape(text)));
                let is_known = !reasons.is_empty() && reasons.iter().all(|reason| is_told(&reason.text));
                let _ =
                    write!(out, "<li>{} may not: <q>{}</q>.", self.seat(*seat), escape(&self.spoken(typed)));
                if is_known {
                    out.push_str("<div class=\"then\">The reasons are the same.</div></li>");
                    return;
                }
                for reason in reasons {
                    let _ = write!(
                        out,
                        "<div class=\"then\">{} ({})</div>",
                        escape(&reason.text),
                        self.case_link(&reason.case)
                    );
                }
                out.push_str("</li>");
            }
            Step::Chance { answer, result, ways } => {
                let _ = write!(
                    out,
                    "<li><q>{}</q> gives <b>{}</b> with a chance of {ways}.</li>",
                    escape(answer),
                    escape(result)
                );
            }
            Step::Ends(result) => {
                let _ = write!(out, "<li>The game ends: {}</li>", self.plain(result));
            }
        }
    }

    fn seat(&self, seat: Seat) -> String {
        let seat = self.title().seats.get(usize::from(seat.0));
        let (name, nation) = seat.map_or(("", ""), |seat| (seat.name.as_str(), seat.nation.as_str()));
        format!("<b class=\"seat {}\">{}</b>", escape(nation), escape(name))
    }

    /// An event with its dice.
    fn told(&self, told: &Told) -> String {
        let mut out = self.plain(&told.text);
        if !told.rolls.is_empty() {
            let rolls: Vec<String> = told.rolls.iter().map(words_of).collect();
            let _ = write!(out, " <span class=\"adds\">[{}]</span>", rolls.join("; "));
        }
        out
    }

    /// A typed answer as it would be spoken: units by their names, words without hyphens.
    fn spoken(&self, typed: &str) -> String {
        let words: Vec<&str> = typed.split(' ').collect();
        match words[..] {
            ["move", unit, place] => format!("move {} to {place}", self.named(unit)),
            ["assault", unit, place] => format!("assault {place} with {}", self.named(unit)),
            _ => self.with_names(typed, |word| word.replace('-', " ")),
        }
    }

    /// An answer with its units by their names. A button says them already; a typed line has their ids.
    fn named(&self, answer: &str) -> String {
        self.with_names(answer, str::to_owned)
    }

    fn with_names(&self, text: &str, other: impl Fn(&str) -> String) -> String {
        let units = &self.title().units;
        let word = |word: &str| match units.iter().find(|unit| unit.id == word) {
            Some(unit) => unit.name.clone(),
            None => other(word),
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

/// A roll or a sum: its purpose, its dice, what is added, and the result.
fn words_of(roll: &Roll) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !roll.dice.is_empty() {
        let dice: String = roll.dice.iter().map(|die| face(*die)).collect();
        parts.push(dice);
    }
    for line in roll.lines.iter().filter(|line| line.value != 0) {
        let sign = if line.value < 0 { "−" } else { "+" };
        parts.push(format!("{sign}{} {}", line.value.abs(), escape(&line.label)));
    }
    if parts.len() > 1 || roll.dice.len() != 1 {
        parts.push(format!("= {}", roll.total.to_string().replace('-', "−")));
    }
    format!("{} {}", escape(&roll.label), parts.join(" "))
}

/// A die as it lies.
fn face(die: u8) -> String {
    let pips = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];
    match pips.get(usize::from(die).wrapping_sub(1)) {
        Some(pips) => format!("<span class=\"pip\" title=\"{die}\">{pips}</span>"),
        None => die.to_string(),
    }
}
