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
        let (width, height) = (scene.window.width * PIXELS, scene.window.height * PIXELS);
        let mut out = format!(
            "<figure class=\"example\" id=\"example-{slug}\"><img class=\"scene\" src=\"{}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" loading=\"lazy\" alt=\"The position: {}\"><figcaption><b>{}.</b>",
            self.picture_address(&slug),
            escape(name),
            escape(capital(name).trim_end_matches('.'))
        );
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

    fn picture_address(&self, slug: &str) -> String {
        match self.links {
            Links::Reader => format!("/api/games/{}/examples/{slug}/picture.svg", self.manual.game),
            Links::Folder(_) | Links::Booklet(_) => format!("pictures/{slug}.svg"),
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
                let _ = write!(out, "<li>{} ", self.seat(*seat));
                // A short answer says little without its question.
                if answer.chars().count() < SHORT_ANSWER && !question.is_empty() {
                    let _ = write!(out, "{} ", escape(question));
                }
                let _ = write!(out, "<q>{}</q>", escape(answer));
                for event in told {
                    let _ = write!(out, "<div class=\"told\">{}</div>", self.told(event));
                }
                out.push_str("</li>");
            }
            Step::May { seat, answer } => {
                let _ =
                    write!(out, "<li>{} may also choose <q>{}</q>.</li>", self.seat(*seat), escape(answer));
            }
            Step::MayNot { seat, typed, reasons } => {
                let _ =
                    write!(out, "<li>{} may not: <q>{}</q>.", self.seat(*seat), escape(&self.spoken(typed)));
                for reason in reasons {
                    let _ = write!(
                        out,
                        "<div class=\"told\">{} ({})</div>",
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
        format!("<b class=\"seat {}\">{}:</b>", escape(nation), escape(name))
    }

    /// An event with its dice.
    fn told(&self, told: &Told) -> String {
        let mut out = self.plain(&told.text);
        for roll in &told.rolls {
            let _ = write!(out, " <span class=\"roll\">{}</span>", words_of(roll));
        }
        out
    }

    /// A typed answer as it would be spoken: units by their names, words without hyphens.
    fn spoken(&self, typed: &str) -> String {
        let units = &self.title().units;
        let word = |word: &str| match units.iter().find(|unit| unit.id == word) {
            Some(unit) => unit.name.clone(),
            None => word.replace('-', " "),
        };
        typed.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// A roll: its dice, what is added, and the sum.
fn words_of(roll: &Roll) -> String {
    let dice: Vec<String> = roll.dice.iter().map(|die| face(*die)).collect();
    let mut out = format!("<span class=\"dice\">{}</span>", dice.join(" "));
    let mut changed = false;
    for line in roll.lines.iter().filter(|line| line.value != 0) {
        changed = true;
        let sign = if line.value < 0 { "−" } else { "+" };
        let _ = write!(out, " {sign}{} {}", line.value.abs(), escape(&line.label));
    }
    if changed || roll.dice.len() > 1 {
        let _ = write!(out, " = {}", roll.total.to_string().replace('-', "−"));
    }
    out
}

/// A die as it lies.
fn face(die: u8) -> String {
    let pips = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];
    match pips.get(usize::from(die).wrapping_sub(1)) {
        Some(pips) => format!("<span class=\"die\" title=\"{die}\">{pips}</span>"),
        None => die.to_string(),
    }
}
