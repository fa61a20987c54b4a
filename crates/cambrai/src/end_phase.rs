//! The end phase (13.0): breakthrough at dusk, Haig's decision, victory, the next day.

use engine::step::Die;
use engine::wire::Odds;
use engine::{Outcome, Seats, step_words};

use crate::advantage::{self, HaigsMind};
use crate::bids::Seating;
use crate::board::Board;
use crate::event::Event;
use crate::night::HurricaneRefit;
use crate::odds;
use crate::pack::Pack;
use crate::reinforcements::Dawn;
use crate::rule::Rule;
use crate::sets::{Place, Unit};
use crate::side::Side;
use crate::step::{Below, Context, Flow, Run};
use crate::sum::{Part, Sum};
use crate::{control, interdiction, sequence, supply};

/// Fresh cavalry in a breakthrough zone with a line of control to the British zones, which begins in that zone itself
/// (13.1.1, ruling R68).
pub(crate) fn breakthrough(pack: &Pack, board: &Board) -> Option<(Unit, Place)> {
    let network = supply::network(pack, board, Side::British);
    let contested_will_do = pack.first_edition() || board.options.breakthrough_contested;
    let linked = |place: Place| {
        network.contains(place) || contested_will_do && supply::reaches(pack, board, network, place)
    };
    let through = |unit: Unit| {
        let place = board.place_of(unit)?;
        (pack.links.breakthrough.contains(place) && linked(place)).then_some((unit, place))
    };
    (pack.kinds.cavalry & board.fresh).iter().find_map(through)
}

/// British victory points: places under control that are joined to their zones (13.3, ruling R57).
pub fn victory_points(pack: &Pack, board: &Board) -> u8 {
    supply::network(pack, board, Side::British).count()
}

/// What victory takes if the points are counted on this day (13.2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    /// The British win with so many points.
    pub needed: u8,
    /// The Germans win with at most so many British points; with any that are too few, if none.
    pub most: Option<u8>,
}

impl Figures {
    pub(crate) fn of(pack: &Pack, board: &Board) -> Figures {
        let victory = pack.scenarios[usize::from(board.scenario)].victory;
        match victory.interim.filter(|(until, _)| board.turn <= *until) {
            Some((_, needed)) => Figures { needed, most: None },
            None => Figures { needed: victory.british, most: victory.german },
        }
    }

    pub(crate) fn is_british(self, points: u8) -> bool {
        points >= self.needed
    }

    pub(crate) fn is_german(self, points: u8) -> bool {
        !self.is_british(points) && self.most.is_none_or(|most| points <= most)
    }
}

/// Daylight is over (4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dusk;
step_words!(Dusk of Pack = "dusk");

impl Run<Pack> for Dusk {
    /// The British may have broken through (13.1.1, ruling R55); otherwise night falls (4.3), and unused support markers
    /// are lost (9.6, 12.5).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let off_track = !board.day_over;
        context.tell(|| Event::DaylightEnded { off_track });
        if let Some((unit, place)) = breakthrough(pack, board) {
            context.tell(|| Event::Breakthrough { unit, place });
            return Flow::End(outcome(pack, board, Some(Side::British), Rule::Breakthrough));
        }
        board.impulse_number = 0;
        board.day_over = false;
        board.weather_turns = false;
        if !pack.first_edition() {
            interdiction::come_home(board, context);
        }
        lose_markers(board, context);
        board.asked = Side::British;
        Flow::goto(HurricaneRefit)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// Support markers are lost at night, and Hurricane markers if the players agreed so (9.6, 12.5).
fn lose_markers(board: &mut Board, context: &mut Context) {
    for side in Side::BOTH {
        let count = std::mem::take(&mut board.support[side]);
        if count > 0 {
            context.tell(|| Event::SupportLost { side, count });
        }
        // Ruling R3: a Hurricane marker that was not fired stays fresh, unless the players agreed otherwise.
        let count = board.hurricane_fresh[side];
        if board.options.hurricane_lapses && count > 0 {
            board.hurricane_used[side] += count;
            board.hurricane_fresh[side] = 0;
            context.tell(|| Event::HurricaneLapsed { side, count });
        }
    }
}

/// What is added to Haig's die: his two objectives, and ground east of the canal (13.1.2).
///
/// Ruling R56: contesting and controlling add up only in different places.
pub fn haig(pack: &Pack, board: &Board) -> Sum {
    let chart = &pack.charts.haig;
    let contested = control::contested(board);
    let held = (board.british | contested) & pack.links.objectives;
    let (contest, control) = (contested & pack.links.east, board.british & pack.links.east);
    let same_place = contest == control && contest.count() == 1 && !board.options.haig_counts_twice;
    let mut sum = Sum::default();
    for _ in held.iter() {
        sum.add(Part::Objective, chart.objective);
    }
    if !contest.is_empty() && !same_place {
        sum.add(Part::ContestEast, chart.contest_east);
    }
    if !control.is_empty() {
        sum.add(Part::ControlEast, chart.control_east);
    }
    sum
}

/// Haig's decision and the end of the turn (13.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndPhase;
step_words!(EndPhase of Pack = "end-phase");

impl Run<Pack> for EndPhase {
    /// After the last day victory is settled; before that Haig may stop the offensive (4.4, 13.1.2).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        advantage::shift(board, context);
        let scenario = &pack.scenarios[usize::from(board.scenario)];
        if board.turn >= scenario.last_turn {
            return final_check(pack, board, Rule::VictoryCheck, context);
        }
        if !scenario.haig[usize::from(board.turn)] {
            return Flow::goto(NextTurn);
        }
        let (sum, needed) = (haig(pack, board), pack.charts.haig.needed);
        let die = context.d6();
        let goes_on = die as i8 + sum.total >= needed;
        context.tell(|| Event::HaigRolled { die, sum, needed });
        if goes_on {
            return Flow::goto(NextTurn);
        }
        if board.advantage.is_some() {
            return Flow::goto(HaigsMind);
        }
        final_check(pack, board, Rule::HaigDecides, context)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, board| Some(odds::next_die(chances(pack, board))))
    }
}

fn chances(pack: &Pack, board: &Board) -> Odds {
    let needed = pack.charts.haig.needed;
    let added = haig(pack, board);
    odds::one_die(pack, "Haig's decision".into(), &[Rule::HaigDecides], &added, |total| {
        if total >= needed { "the offensive goes on" } else { "he would stop it" }
    })
}

/// Counts the victory points and names the winner (13.2, 13.3).
pub(crate) fn final_check(pack: &Pack, board: &Board, rule: Rule, context: &mut Context) -> Flow {
    let points = victory_points(pack, board);
    context.tell(|| Event::PointsCounted { points });
    let figures = Figures::of(pack, board);
    let winner = if figures.is_british(points) {
        Some(Side::British)
    } else if figures.is_german(points) {
        Some(Side::German)
    } else {
        None
    };
    let first_edition = pack.first_edition() && rule != Rule::VictoryCheck;
    Flow::End(outcome(pack, board, winner, if first_edition { Rule::SuddenDeath } else { rule }))
}

/// The seat that won. Where the bids have given it the side of the other's name, the words say which it played (17.1).
fn outcome(pack: &Pack, board: &Board, winner: Option<Side>, rule: Rule) -> Outcome<Rule> {
    let seating = Seating::of(board);
    let by_name = seating.is_usual() || pack.first_edition();
    let how = match (winner, rule, by_name) {
        (Some(Side::British), Rule::Breakthrough, true) => "breakthrough",
        (Some(Side::British), Rule::Breakthrough, false) => "as the British, by breakthrough",
        (Some(Side::British), _, true) => "by victory points",
        (Some(Side::British), _, false) => "as the British, by victory points",
        (Some(Side::German), _, true) => "by holding out",
        (Some(Side::German), _, false) => "as the Germans, by holding out",
        (None, ..) => "by victory points in between",
    };
    let winners = winner.map_or(Seats::NONE, |side| Seats::one(seating.seat(side)));
    Outcome { winners, rule: Some(rule), how }
}

/// The next day (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextTurn;
step_words!(NextTurn of Pack = "next-turn");

impl Run<Pack> for NextTurn {
    /// The turn marker goes on.
    fn run(&mut self, _: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        advantage::shift(board, context);
        let turn = board.turn;
        context.tell(|| Event::TurnEnded { turn });
        board.turn += 1;
        Flow::goto(Dawn)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}
