//! What the options say: each label tells what its answer does, and no two of a question are alike.

use crate::board::Board;
use crate::pack::Pack;
use crate::sets::{Place, Unit};
use crate::side::Side;
use crate::step::Action;
use crate::words::{counted, place_name, unit_name};

/// The label of an option, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub(crate) text: String,
    pub(crate) cost: String,
    /// Whether the answer ends the choosing and sets going what was chosen.
    pub(crate) ends: bool,
}

impl From<String> for Label {
    fn from(text: String) -> Label {
        Label { text, cost: String::new(), ends: false }
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Label {
        Label::from(text.to_owned())
    }
}

impl Label {
    /// The same with a cost in words.
    pub(crate) fn costs(self, cost: String) -> Label {
        Label { cost, ..self }
    }

    /// The same with a cost in casualty points (9.3, 11.6).
    pub(crate) fn costs_points(self, points: u8) -> Label {
        self.costs(counted(points, "point"))
    }

    /// The same as an end of choosing.
    pub(crate) fn ending(self) -> Label {
        Label { ends: true, ..self }
    }

    /// What an answer says at every step that says nothing else.
    pub(crate) fn of(pack: &Pack, board: &Board, action: Action) -> Label {
        words(pack, board, action).into()
    }
}

/// What an answer of the active side ends if nothing is left to do in its impulse: a British pass may end the day (16.3).
pub(crate) fn end_of_impulse(pack: &Pack, board: &Board, action: Action) -> &'static str {
    let no_sunset = pack.scenarios[usize::from(board.scenario)].no_sunset[usize::from(board.turn)];
    let last_pass = action == Action::Pass && board.active == Side::British && no_sunset;
    if last_pass { "the day" } else { "the impulse" }
}

fn words(pack: &Pack, board: &Board, action: Action) -> String {
    let place = |place: Place| place_name(pack, place);
    let unit = |unit: Unit| unit_name(pack, unit);
    match action {
        Action::Bid(points) => format!("Bid {points}"),
        Action::Enter(who) => format!("{} enters", unit(who)),
        Action::Place(at) => format!("Place in {}", place(at)),
        Action::Swap(who) => {
            let at = board.place_of(who).map_or(String::new(), |at| format!(" in {}", place(at)));
            format!("Trade places with {}{at}", unit(who))
        }
        Action::Advantage => "Spend the advantage".into(),
        Action::Decline => "No".into(),
        Action::Interdict(at) => format!("Interdict {}", place(at)),
        Action::Recall => "Call the air marker back".into(),
        Action::Activate(at) => format!("Assault impulse from {}", place(at)),
        Action::Regroup(at) => format!("Regroup from {}", place(at)),
        Action::Pass => "Pass".into(),
        Action::Hurricane(at) => format!("Hurricane Barrage on {}", place(at)),
        Action::Target(who) => format!("{} is the primary target", unit(who)),
        Action::Rolling(at) => format!("Rolling Barrage on {}", place(at)),
        Action::Direct(at) => format!("Direct Support in {}", place(at)),
        Action::Air(at) => format!("Air support in {}", place(at)),
        Action::Move(who) => format!("Move {}", unit(who)),
        Action::To(at) => format!("To {}", place(at)),
        Action::Wade(at) => format!("Through the canal to {}", place(at)),
        Action::Assault(at) => format!("Resolve the assault in {}", place(at)),
        Action::Commit(who) => format!("{} takes part", unit(who)),
        Action::Point(who) => format!("{} leads", unit(who)),
        Action::Forward(who) => format!("{} stands in front", unit(who)),
        Action::Exhaust(who) => format!("{} becomes exhausted", unit(who)),
        Action::Eliminate(who) => format!("{} is eliminated", unit(who)),
        Action::Retreat(who) => format!("{} retreats", unit(who)),
        Action::Blow(bridge) => format!("Blow the {}", pack.over(bridge).name),
        Action::Buy(0) => "Buy nothing".into(),
        Action::Buy(count) => format!("Buy {}", counted(count, "support marker")),
        Action::Roll => "Roll".into(),
        Action::Refit(who) => format!("{} recovers", unit(who)),
        Action::Dismount(who) => format!("{} dismounts for good", unit(who)),
        Action::Done => "Done".into(),
    }
}
