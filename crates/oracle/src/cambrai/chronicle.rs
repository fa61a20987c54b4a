//! The story of a turn, event by event, on a board that the oracle keeps itself.

use std::collections::BTreeSet;

use super::board::{Assault, Board};
use super::event::{Event, compare_lines};
use super::pack::{Pack, Side};
use super::{artillery, assault, bridges, casualties, movement, retreat};
use crate::Verdict;

/// The board while the events of a turn are told.
pub(super) struct Story<'a> {
    pub(super) pack: &'a Pack,
    pub(super) before: &'a Board,
    pub(super) next: &'a Board,
    pub(super) board: Board,
    pub(super) verdict: &'a mut Verdict,
    /// Attackers and defenders that the outcome exhausts, and defenders that it eliminates.
    due_exhausted: BTreeSet<String>,
    due_eliminated: BTreeSet<String>,
    /// The unit that has paid by a retreat whose destination was still asked for.
    paid_before: Option<String>,
    /// The last outcome can be turned with the advantage (15.1).
    effort: Option<bool>,
    /// The outcome stands: nothing can turn it any more.
    pub(super) settled: bool,
    /// The kinds of event that were told in this turn.
    pub(super) kinds: Vec<(String, Option<Side>)>,
    /// Hurricane markers that became fresh tonight.
    pub(super) refreshed: [i64; 2],
    /// The impulse in hand is a regroup.
    pub(super) regroups: bool,
}

impl<'a> Story<'a> {
    /// Begins with the position before the answer.
    pub(super) fn new(pack: &'a Pack, before: &'a Board, next: &'a Board, verdict: &'a mut Verdict) -> Self {
        Story {
            pack,
            before,
            next,
            board: before.clone(),
            verdict,
            due_exhausted: BTreeSet::new(),
            due_eliminated: BTreeSet::new(),
            paid_before: None,
            effort: None,
            settled: false,
            kinds: Vec::new(),
            refreshed: [0, 0],
            regroups: before.steps.iter().any(|s| s == "regroup"),
        }
    }

    /// Says that the two disagree.
    pub(super) fn differs(&mut self, part: &'static str, what: impl Into<String>) {
        self.verdict.differs(part, what);
    }

    /// The changes that an answer makes before any event is told.
    pub(super) fn answer(&mut self, kind: &str, play: &str, side: Side) {
        let (verb, rest) = play.split_once(' ').unwrap_or((play, ""));
        match (kind, verb) {
            ("movement" | "regroup", "move") => {
                if let Some(old) = self.board.now.mover.replace(rest.to_string()) {
                    self.board.now.finished.insert(old);
                }
                self.board.now.moved = false;
            }
            ("movement", "assault") => self.begin_assault(side, rest),
            ("commitment", "commit") => {
                if let Some(a) = &mut self.board.assault {
                    a.attackers.insert(rest.to_string());
                }
            }
            ("point", "point") => {
                if let Some(a) = &mut self.board.assault {
                    a.point = Some(rest.to_string());
                }
            }
            ("effort", _) => {
                let turned = verb == "advantage";
                if let Some(a) = &mut self.board.assault
                    && turned
                {
                    a.outcome = Some("stalemate".to_string());
                } else if let Some(a) = &mut self.board.assault {
                    a.points = a.success;
                }
                self.settle();
            }
            ("retreat", _) if self.before.steps.iter().any(|s| s == "losses") => {
                self.settled = true;
                self.paid_before.clone_from(&self.before.subject);
            }
            ("losses", _) => self.settled = true,
            ("fall-back" | "withdrawal" | "retreat", _) => {
                self.settled = true;
                if let Some(a) = &mut self.board.assault
                    && matches!(a.outcome.as_deref(), Some("success" | "one-point"))
                {
                    a.outcome = Some("paid".to_string()); // losses come before any retreat (11.7.3, R85)
                }
            }
            _ => {}
        }
    }

    /// An assault begins with the units that entered, or inside with those that can act (11.1, 11.2, 11.3).
    fn begin_assault(&mut self, side: Side, place: &str) {
        let kind = assault::kind(&self.board, place);
        let all = assault::candidates(self.pack, &self.board, side, place);
        self.board.assault = Some(Assault {
            place: place.to_string(),
            kind: kind.to_string(),
            attackers: all.into_iter().collect(),
            cost: assault::inside_cost(self.pack, &self.board, side, place),
            ..Assault::default()
        });
    }

    /// Goes through the events of a turn.
    pub(super) fn tell(&mut self, event: &Event) {
        self.kinds.push((event.kind.clone(), event.side));
        match event.kind.as_str() {
            "moved" => self.moved(event),
            "regrouped" => self.regrouped(event),
            "control-changed" => self.control(event),
            "repulse" | "stalemate" | "success" | "overrun" => self.resolved(event),
            "barrage-fired" => {
                if let Some(b) = artillery::fired(self.pack, &self.board, event, self.verdict) {
                    self.board.barrage = Some(b);
                }
            }
            "exhausted" => self.exhausted(event),
            "eliminated" => self.eliminated(event),
            "retreated" => self.retreated(event),
            "bridge-taken" => bridges::taken(self, event),
            "demolition" => bridges::demolition(self, event),
            "bridge-collapse" => bridges::collapse(self, event),
            "activated" | "regroup-began" => super::impulses::began(self, event),
            _ => super::markers::tell(self, event),
        }
    }

    /// A unit moves by a legal way at its cost and takes what is vacant (10.1, 7.2).
    fn moved(&mut self, event: &Event) {
        self.verdict.asked("movement");
        let (Some(unit), [from, to]) = (event.units.first(), event.places.as_slice()) else { return };
        let waded = event.text.contains("through the canal");
        let play = format!("{} {to}", if waded { "wade" } else { "to" });
        let ways = movement::ways(self.pack, &self.board, unit);
        let told = event.number_after(" for ");
        match ways.iter().find(|w| w.play == play) {
            None => self.differs("movement", format!("{unit} cannot move from {from} to {to} (10.1)")),
            Some(way) if Some(way.spends) != told => {
                let why = format!("{unit} spends {} to enter {to}, told {told:?} (10.1)", way.spends);
                self.differs("movement", why);
            }
            Some(_) => {}
        }
        let side = event.side.unwrap_or(Side::British);
        let fight = !self.board.vacant(self.pack, side, to) && !self.board.now.contested.contains(to);
        let leads = fight && self.board.own(self.pack, side, to).is_empty();
        if leads != event.text.contains("as point unit") {
            self.differs("movement", format!("{unit} is the point unit in {to}: {leads} (10.4)"));
        }
        *self.board.now.spent.entry(unit.clone()).or_default() += told.unwrap_or(0);
        self.board.now.came_from.insert(unit.clone(), from.clone());
        self.board.now.first_in.entry(to.clone()).or_insert_with(|| unit.clone());
        if waded {
            self.board.now.waded.insert(unit.clone());
        } else {
            self.board.now.waded.remove(unit);
            bridges::count(self, from, to);
        }
        self.board.now.moved = true;
        self.board.now.mover = Some(unit.clone());
        self.board.at.insert(unit.clone(), to.clone());
    }

    /// A unit regroups one place on (8.1.2).
    fn regrouped(&mut self, event: &Event) {
        self.verdict.asked("movement");
        let (Some(unit), [from, to]) = (event.units.first(), event.places.as_slice()) else { return };
        let waded = event.text.contains("through the canal");
        let play = format!("{} {to}", if waded { "wade" } else { "to" });
        if !super::impulses::regroup_ways(self.pack, &self.board, unit).contains(&play) {
            self.differs("movement", format!("{unit} cannot regroup from {from} to {to} (8.1.2)"));
        }
        if !waded {
            bridges::count(self, from, to);
        }
        self.board.now.mover = None;
        self.board.at.insert(unit.clone(), to.clone());
    }

    /// Control passes to a side with a unit in an enemy-controlled place without enemies (7.2).
    fn control(&mut self, event: &Event) {
        self.verdict.asked("control");
        let (Some(side), Some(place)) = (event.side, event.places.first()) else { return };
        let stands = !self.board.own(self.pack, side, place).is_empty();
        let alone = self.board.vacant(self.pack, side, place);
        if !stands || !alone || self.board.controls(side, place) {
            self.differs("control", format!("the {} cannot take {place} now (7.2)", side.word()));
        }
        if side == Side::British {
            self.board.british.insert(place.clone());
        } else {
            self.board.british.remove(place);
        }
    }

    /// The dice of an assault: values, totals and outcome (11.4).
    fn resolved(&mut self, event: &Event) {
        const PART: &str = "assault";
        self.verdict.asked(PART);
        let (Some(side), Some(place)) = (event.side, event.places.first()) else { return };
        let [point, forward] = event.units.as_slice() else { return };
        let known = self.board.assault.as_ref().is_some_and(|a| a.place == *place && a.outcome.is_none());
        if self.effort.take() == Some(true) {
            self.differs("advantage", "the last outcome could have been turned with the advantage (15.1)");
        }
        if !known {
            self.settled = false;
            self.begin_assault(side, place);
        }
        let Some(mut a) = self.board.assault.clone() else { return };
        let first = self.board.now.first_in.get(place).cloned();
        if a.kind == "mandatory" && first.as_ref().is_some_and(|f| a.attackers.contains(f) && f != point) {
            self.differs(PART, format!("{point} leads, but {first:?} was first to enter {place} (10.4)"));
        }
        if !a.attackers.contains(point) {
            self.differs(PART, format!("{point} leads, but takes no part in {place} (11.4)"));
        }
        if self.board.at.get(forward) != Some(place) {
            self.differs(PART, format!("{forward} is in front, but not in {place} (11.4.3)"));
        }
        a.point = Some(point.clone());
        a.forward = Some(forward.clone());
        let (Some(attack), Some(defense)) = (event.roll("attack"), event.roll("defence")) else { return };
        if attack.dice.len() != 2 || defense.dice.len() != 2 || attack.side != side || defense.side == side {
            self.differs(PART, "each side rolls two dice (11.4.1)");
        }
        let ours = assault::attack_lines(self.pack, &self.board, side, &a);
        compare_lines(PART, "11.4.2", &ours, attack, self.verdict);
        let ours = assault::defense_lines(self.pack, &self.board, side, &a);
        compare_lines(PART, "11.4.3", &ours, defense, self.verdict);
        let (outcome, points) =
            assault::outcome(self.pack, &self.board, side, &a, attack.total - defense.total);
        let kind = match outcome {
            "repulse" | "stalemate" | "overrun" => outcome,
            _ => "success",
        };
        if kind != event.kind {
            self.differs(PART, format!("{outcome}, but told: {} (11.4.4)", event.text));
        }
        let told = match outcome {
            "success" => format!("success, {points} casualty point"),
            "one-point" => "success, forward unit only".to_string(),
            _ => String::new(),
        };
        if !event.text.contains(&told) {
            self.differs(PART, format!("{told}, but told: {} (11.6.1)", event.text));
        }
        a.outcome = Some(outcome.to_string());
        a.points = points;
        self.pay_inside(&a);
        if self.board.sunset.is_none() && side == Side::British {
            self.board.sunset = Some(attack.dice.iter().sum());
        }
        self.board.assault = Some(a);
        let holder = self.board.advantage;
        let turns = match outcome {
            "repulse" => holder == Some(side),
            "success" | "one-point" | "cleared" | "halted" => holder == Some(side.other()),
            _ => false,
        };
        self.effort = Some(turns);
        if !turns {
            self.settle();
        }
    }

    /// Inside the active area each attacker spends the cost of the assault as soon as all are named (11.3).
    fn pay_inside(&mut self, a: &Assault) {
        if a.kind == "inside" {
            for unit in &a.attackers {
                self.board.now.spent.insert(unit.clone(), a.cost);
            }
        }
    }

    /// The outcome stands: notes which units are exhausted and which are lost (11.4.4, 11.5, 12.1).
    fn settle(&mut self) {
        self.settled = true;
        let Some(a) = self.board.assault.clone() else { return };
        self.board.now.assaulted.insert(a.place.clone());
        let outcome = a.outcome.clone().unwrap_or_default();
        self.due_exhausted = assault::exhausts(self.pack, &self.board, &a, &outcome);
        let side = self.board.active;
        let defenders = self.board.own(self.pack, side.other(), &a.place);
        match outcome.as_str() {
            "stalemate" => {
                if let Some(f) = &a.forward {
                    let due = if self.board.is_fresh(f) {
                        &mut self.due_exhausted
                    } else {
                        &mut self.due_eliminated
                    };
                    due.insert(f.clone());
                }
            }
            "overrun" | "cleared" | "halted" => self.due_eliminated.extend(defenders),
            _ => {}
        }
    }

    /// Takes a step of a defender off the points in hand, if it is one; says whether it was.
    fn pays(&mut self, step: &str, unit: &str) -> bool {
        let Some(side) = self.pack.units.get(unit).map(|u| u.side) else { return false };
        if step == "retreat" && self.paid_before.as_deref() == Some(unit) {
            return true;
        }
        if let Some(b) = self.board.barrage.clone()
            && b.points > 0
            && self.board.at.get(unit) == Some(&b.place)
        {
            self.verdict.asked("barrage");
            let options = artillery::losses(self.pack, &self.board, &b, side);
            if !options.contains_key(&format!("{step} {unit}")) {
                self.differs("barrage", format!("{unit} cannot pay by `{step}` (9.3)"));
            }
            let paid = artillery::step_cost(self.pack, unit);
            self.board.barrage = Some(super::board::Barrage { points: b.points - paid, begun: true, ..b });
            return true;
        }
        let Some(mut a) = self.board.assault.clone() else { return false };
        let owed =
            matches!(a.outcome.as_deref(), Some("success" | "one-point")) && !a.attackers.contains(unit);
        if !self.settled || !owed || side == self.board.active || self.board.at.get(unit) != Some(&a.place) {
            return false;
        }
        let options = casualties::losses(self.pack, &self.board, &a, side);
        if options.is_empty() {
            return false;
        }
        self.verdict.asked("casualties");
        match options.get(&format!("{step} {unit}")) {
            None => self.differs("casualties", format!("{unit} cannot pay by `{step}` (11.6)")),
            Some(_) => a.points -= if step == "eliminate" { 2 } else { 1 },
        }
        if a.outcome.as_deref() == Some("one-point") {
            a.outcome = Some("paid".to_string());
        }
        a.begun = true;
        self.board.assault = Some(a);
        true
    }

    /// A unit turns to its exhausted side for a reason of 12.1 (12.1).
    fn exhausted(&mut self, event: &Event) {
        let Some(unit) = event.units.first() else { return };
        // A fresh unit that is lost may be told in two steps.
        let due = self.due_exhausted.remove(unit) || self.due_eliminated.contains(unit);
        if !due && !self.pays("exhaust", unit) {
            self.differs("assault", format!("{unit} is exhausted without a reason (12.1)"));
        }
        if !self.board.exhausted.insert(unit.clone()) {
            self.differs("casualties", format!("{unit} was exhausted before (2.2.1)"));
        }
    }

    /// A unit is eliminated for a reason: losses, or a retreat that has nowhere to go (9.3, 11.6, 11.7.1).
    fn eliminated(&mut self, event: &Event) {
        let Some(unit) = event.units.first() else { return };
        let due = self.due_eliminated.remove(unit);
        let a = self.board.assault.clone();
        let attacks = a.as_ref().is_some_and(|a| a.attackers.contains(unit));
        if due {
            self.due_exhausted.remove(unit);
        } else if attacks {
            self.verdict.asked("retreat");
            let forced = a.is_some_and(|a| a.kind == "mandatory" && a.outcome.as_deref() == Some("repulse"));
            if !forced || !retreat::back(self.pack, &self.board, unit).is_empty() {
                self.differs("retreat", format!("{unit} need not be lost (11.7.1)"));
            }
        } else if !self.pays("eliminate", unit) {
            self.differs("casualties", format!("{unit} is lost without a reason (11.6)"));
        }
        self.board.at.insert(unit.clone(), "eliminated".to_string());
        self.board.exhausted.remove(unit);
    }

    /// A unit goes where the priorities let it (11.7).
    fn retreated(&mut self, event: &Event) {
        self.verdict.asked("retreat");
        let (Some(unit), [from, to]) = (event.units.first(), event.places.as_slice()) else { return };
        let attacks = self.board.assault.as_ref().is_some_and(|a| a.attackers.contains(unit));
        let found = if attacks {
            retreat::back(self.pack, &self.board, unit)
        } else {
            retreat::refuges(self.pack, &self.board, unit, from)
        };
        if !found.contains(to) {
            self.differs(
                "retreat",
                format!("{unit} retreats from {from} to {to}, not to {found:?} (11.7.2)"),
            );
        }
        if !attacks {
            self.pays("retreat", unit);
        }
        self.board.at.insert(unit.clone(), to.clone());
    }

    /// After the last event: everything due has happened, and the next position is the board as told.
    pub(super) fn end(&mut self) {
        for unit in std::mem::take(&mut self.due_exhausted) {
            self.differs("assault", format!("{unit} is not exhausted (12.1)"));
        }
        for unit in std::mem::take(&mut self.due_eliminated) {
            self.differs("casualties", format!("{unit} is not eliminated (11.6)"));
        }
        if let Some(turns) = self.effort {
            self.verdict.asked("advantage");
            if turns != (self.next.step() == "effort") {
                self.differs(
                    "advantage",
                    format!("the outcome can be turned with the advantage: {turns} (15.1)"),
                );
            }
        }
        self.points_left();
        super::steps::compare_steps(self);
        if let Some(a) = self.board.assault.clone()
            && self.next.assault.is_some()
            && self.next.step() != "commitment"
        {
            self.pay_inside(&a);
        }
        if self.settled
            && self.next.assault.is_none()
            && let Some(a) = self.board.assault.clone()
            && a.kind == "inside"
        {
            self.board.now.leaving = a.cost;
        }
        super::reinforcements::compare_releases(self);
        super::markers::compare_boards(self);
    }

    /// Points that are left are taken before anything else (9.3, 11.6).
    fn points_left(&mut self) {
        if let Some(b) = self.board.barrage.clone() {
            let side = self.board.active.other();
            let left = artillery::losses(self.pack, &self.board, &b, side);
            let waits = self.next.steps.iter().any(|s| s == "barrage-losses");
            let aiming = self.next.step() == "primary-target";
            if waits == left.is_empty() && !aiming {
                self.differs("barrage", format!("{} points of the barrage are left (9.3)", b.points));
            }
        }
        if let Some(a) = self.board.assault.clone()
            && self.settled
            && matches!(a.outcome.as_deref(), Some("success" | "one-point"))
        {
            let left = casualties::losses(self.pack, &self.board, &a, self.board.active.other());
            let waits = self.next.steps.iter().any(|s| s == "losses");
            if waits == left.is_empty() {
                self.differs("casualties", format!("{} points are left (11.6)", a.points));
            }
        }
    }
}
