//! What crosses the wire: decisions, options, events, views, odds. The board itself never does.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// The sentence that asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// What kind of question it is, for standing orders and tests: `take-losses`.
    pub kind: String,
    /// One plain sentence.
    pub text: String,
    /// The cases behind it.
    pub cases: Vec<String>,
    /// What the question is about: places and units to ring on the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
}

/// A decision as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// How many actions have been played; an answer to an older number is stale.
    pub seq: u32,
    /// Who must answer.
    pub seats: Vec<Seat>,
    /// The sentence.
    #[serde(flatten)]
    pub prompt: Prompt,
    /// Every legal answer, if the viewer is one who must answer; otherwise empty.
    pub options: Vec<Choice>,
    /// Orders that stand for several answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bundles: Vec<Bundle>,
    /// What has been planned so far, and how it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Planned>,
    /// Whether the viewer may take back his last action.
    pub undo: bool,
}

/// An order that stands for several answers, given one after the other. It never goes past a die or a reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// What it is called in tests: `guns-all`.
    pub id: String,
    /// What a button says, with its numbers.
    pub label: String,
    /// The typed answers in order.
    pub plays: Vec<String>,
    /// The places and units that they name, for the map to light.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// Whether the last of them rolls dice or reveals something.
    pub binding: bool,
}

/// Something that is planned and not rolled for yet: an assault, a bombardment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Where it will happen.
    pub place: String,
    /// What stands there on the map: `62 %`.
    pub label: String,
    /// How it stands, in a sentence.
    pub text: String,
    /// The cases behind it.
    pub cases: Vec<String>,
}

/// Several counters that are to go together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Together {
    /// The counters in the order in which they best go.
    pub units: Vec<String>,
    /// The places to which each of them can go.
    pub places: Vec<String>,
}

/// The answers that bring several counters where they are to go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// The typed answers in order.
    pub plays: Vec<String>,
    /// The counters that go; the others have no way.
    pub moved: Vec<String>,
    /// Whether the last answer rolls dice or reveals something.
    pub binding: bool,
}

/// One legal answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The typed form: what is sent to play it.
    pub play: String,
    /// What a button says.
    pub label: String,
    /// What is clicked for it on the map.
    pub target: Target,
    /// What it costs, in words: `2 MF`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cost: String,
    /// What it is made of, where each answer is a set of the same few things: they are ticked one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// The cases that allow it.
    pub cases: Vec<String>,
    /// Whether dice hang on it, so that odds can be asked for.
    #[serde(default)]
    pub odds: bool,
    /// Whether it cannot be taken back: it rolls dice, reveals something, or hands over to another seat.
    #[serde(default)]
    pub binding: bool,
    /// Whether it ends an impulse, a phase or a turn, or goes over to the dice, though it may still be taken back: a
    /// client asks before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
}

/// What is clicked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A counter.
    Unit(String),
    /// A square, area or zone.
    Place(String),
    /// A button.
    Button,
}

/// Ground that something reaches over beyond its counter: a zone of control, command, supply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// A name for the browser to remember it by: `zoc-german`.
    pub id: String,
    /// What the list of layers says.
    pub label: String,
    /// Whose it is, for its colour.
    pub nation: String,
    /// The places.
    pub places: Vec<String>,
}

/// An event, told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The name of the event: `repulsed`.
    pub kind: String,
    /// The seat whose doing it was.
    pub seat: Option<Seat>,
    /// The sentence.
    pub text: String,
    /// Its cases.
    pub cases: Vec<String>,
    /// Where it happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// Whom it concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// The dice, if any were rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
}

/// One roll with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// Whose roll.
    pub seat: Option<Seat>,
    /// What for: `attack`, `defense`, `sunset`.
    pub label: String,
    /// The dice as they fell.
    pub dice: Vec<u8>,
    /// What was added.
    pub lines: Vec<Line>,
    /// The sum.
    pub total: i32,
}

/// One modifier with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// In words.
    pub label: String,
    /// How much.
    pub value: i32,
    /// Its cases.
    pub cases: Vec<String>,
}

/// The exact chances of something a player may commit to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// What is rolled for.
    pub title: String,
    /// Its cases.
    pub cases: Vec<String>,
    /// What adds up, each line with its reason: one list for each side or roll.
    pub sums: Vec<Sum>,
    /// The results with their chances; they sum to 1.
    pub results: Vec<Chance>,
    /// One sentence: `62 % to take the area`.
    pub summary: String,
    /// The chart and the row or column that is used, so that it can be lit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<(String, String)>,
}

/// A sum of lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// `attack value`.
    pub label: String,
    /// The parts.
    pub lines: Vec<Line>,
    /// Their total.
    pub total: i32,
}

/// One result and how likely it is: `ways` of `of` equally likely falls of the dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The result in words.
    pub label: String,
    /// Falls of the dice that give it.
    pub ways: u64,
    /// All falls of the dice.
    pub of: u64,
    /// The case of the result.
    pub cases: Vec<String>,
    /// What it means, where the label is a code of a chart.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub about: Cow<'static, str>,
}

impl Chance {
    /// As a number between 0 and 1.
    pub fn probability(&self) -> f64 {
        self.ways as f64 / self.of as f64
    }
}

/// One thing that can be seen. Static facts (names, factors, geography) are in the title, not here.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Item<'a> {
    /// A counter on the map or in a box.
    Unit(UnitItem<'a>),
    /// A square, area or zone with something to show.
    Place(PlaceItem<'a>),
    /// A track, box or count.
    Track(TrackItem<'a>),
}

/// A counter in play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitItem<'a> {
    /// Which.
    pub id: &'a str,
    /// Which side of the counter is up, as the counter sheet names it: `fresh`, `exhausted`, `reduced`.
    pub face: &'a str,
    /// The place where it lies, or a box: `off`, `pool`, `reserve`.
    pub at: &'a str,
    /// Letters to mark it with: `D` disrupted, `S` suppressed, `E` engaged.
    #[serde(skip_serializing_if = "ArrayVec::is_empty")]
    pub marks: ArrayVec<&'static str, 6>,
    /// What is left of its movement in this phase, where that matters: `3 MF`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub left: Cow<'a, str>,
}

/// A place in its present state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlaceItem<'a> {
    /// Which.
    pub id: &'a str,
    /// The nation that controls it, or nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub control: &'a str,
    /// What lies on it besides units: `interdicted`, `rolling barrage`, `bridge down`.
    #[serde(skip_serializing_if = "ArrayVec::is_empty")]
    pub marks: ArrayVec<Cow<'static, str>, 8>,
}

/// A track or a count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackItem<'a> {
    /// Which: `turn`, `weather`, `vp`, `ammunition-british`.
    pub id: &'a str,
    /// Its name.
    pub label: Cow<'a, str>,
    /// What it shows.
    pub value: Cow<'a, str>,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Why something may not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The case.
    pub case: String,
    /// What it says.
    pub text: String,
}
