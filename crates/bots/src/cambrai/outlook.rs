//! The plan of one impulse: where the blows fall and with which units, what can be taken, what must be held.

use ::cambrai::board::Board;
use ::cambrai::pack::Pack;
use ::cambrai::scenario::Weather;
use ::cambrai::sets::{Place, Places, Unit, Units};
use ::cambrai::side::Side;
use ::cambrai::step::{Action, StepKind};

use super::ground::{allowance, breaches, exits, exposed, held, menace, strikers, vacant, walks, worth};
use super::prospect::{Prospect, prospect, wear};
use super::temper::TEMPER;

/// No impulse has more assaults than this in mind at once.
pub(super) const BLOWS: usize = 3;

/// How many must stand in a place for one of them to be spared as a guard.
const SPARED: u8 = 4;

/// The price of one more unit in an assault where there are other places to strike, in victory points.
const CROWD: f32 = 0.02;

/// An assault that is planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    /// Where.
    pub(super) place: Place,
    /// The units.
    pub(super) units: Units,
    /// The number of support markers.
    pub(super) support: u8,
    /// What it promises.
    pub(super) prospect: Prospect,
}

/// The plan of an impulse from one area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// The assaults, the best first.
    pub(super) blows: [Option<Blow>; BLOWS],
    /// Undefended enemy ground within one step of the units that may act; if there is none, within a walk.
    pub(super) open: Places,
    /// Own ground that the enemy could walk into.
    pub(super) gaps: Places,
}

impl Outlook {
    /// The plan for `area`, active or only considered; `support` is how many markers may still be laid.
    pub(super) fn of(pack: &Pack, board: &Board, side: Side, area: Place, support: u8) -> Outlook {
        let mut outlook =
            Outlook { blows: [None; BLOWS], open: Places::NONE, gaps: breaches(pack, board, side) };
        let impulse = &board.impulse;
        let active = impulse.area == Some(area);
        let able = if active {
            (impulse.started & board.fresh_units()) - impulse.finished
        } else {
            strikers(pack, board, side, area) - impulse.released
        };
        if impulse.halted {
            return outlook;
        }
        let hands = Hands::of(pack, board, side, able);
        let vacant = vacant(pack, board, side);
        outlook.open = hands.reach & vacant;
        if outlook.open.is_empty() {
            outlook.open = hands.beyond(pack, board, hands.able, vacant);
        }
        // Cavalry looks farther: where it breaks through, the war is won (13.1.1).
        let riders = hands.able & pack.kinds.cavalry;
        outlook.open |= hands.beyond(pack, board, riders, vacant & pack.links.breakthrough);
        let done = if active { impulse.assaulted } else { Places::NONE };
        let targets = (hands.reach & board.present(side.enemy())) - done;
        outlook.blows = hands.blows(pack, board, side, targets, support);
        if let Some(guard) = outlook.guard(pack, board, side, area) {
            let others = Hands { able: hands.able - Units::one(guard), ..hands };
            outlook.blows = others.blows(pack, board, side, targets, support);
        }
        outlook
    }

    /// The unit that had better stay: the weakest of those that would leave the area empty for the enemy to
    /// walk into.
    fn guard(&self, pack: &Pack, board: &Board, side: Side, area: Place) -> Option<Unit> {
        let struck: Places = self.blows.iter().flatten().map(|blow| blow.place).collect();
        let gone = self.blows.iter().flatten().fold(Units::NONE, |gone, blow| gone | blow.units);
        let here = board.units_in(area) & pack.kinds.of[side];
        let active = board.impulse.area == Some(area);
        let crowd = if active { board.impulse.started } else { here };
        let empty = !struck.contains(area) && (here - gone).is_empty();
        if !empty
            || crowd.count() < SPARED
            || !exposed(pack, board, side, area, menace(pack, board, side) - struck)
        {
            return None;
        }
        let foot = here & pack.kinds.infantry;
        foot.iter().min_by_key(|unit| pack.info(*unit).attack)
    }

    /// The plan of the active area. Once units move, no more markers are laid (10.3).
    pub(super) fn now(pack: &Pack, board: &Board, side: Side, step: StepKind) -> Option<Outlook> {
        let support = if step == StepKind::Artillery { board.support[side] } else { 0 };
        board.impulse.area.map(|area| Outlook::of(pack, board, side, area, support))
    }

    /// The blow at a place.
    pub(super) fn blow_at(&self, place: Place) -> Option<&Blow> {
        self.blows.iter().flatten().find(|blow| blow.place == place)
    }

    /// The blow that an answer serves.
    pub(super) fn blow_of_answer(&self, action: Action) -> Option<&Blow> {
        match action {
            Action::Move(unit) | Action::Commit(unit) => self.blow_of(unit),
            Action::To(place)
            | Action::Wade(place)
            | Action::Assault(place)
            | Action::Direct(place)
            | Action::Rolling(place)
            | Action::Air(place)
            | Action::Hurricane(place) => self.blow_at(place),
            _ => None,
        }
    }

    /// The blow in which a unit has a part.
    pub(super) fn blow_of(&self, unit: Unit) -> Option<&Blow> {
        self.blows.iter().flatten().find(|blow| blow.units.contains(unit))
    }

    /// What the impulse promises: the assaults, and what can be walked into.
    pub(super) fn promise(&self, pack: &Pack, board: &Board) -> f32 {
        let blows: f32 = self.blows.iter().flatten().map(|blow| blow.prospect.value).sum();
        let zones = self.open & pack.links.breakthrough;
        let areas = (self.open - zones).iter().take(3);
        let open: f32 = zones.first().into_iter().chain(areas).map(|place| worth(pack, board, place)).sum();
        blows + TEMPER.open * open
    }
}

impl Blow {
    /// Blows are compared by what they promise; units already on the way decide ties.
    fn worth(&self) -> f32 {
        self.prospect.value + 0.01 * f32::from(self.support)
    }
}

/// Markers already laid on a place in this impulse.
fn laid(board: &Board, place: Place) -> u8 {
    board.impulse.direct[place.index()]
}

/// The units that may still act, and where they could go.
#[derive(Clone, Copy)]
struct Hands {
    able: Units,
    reach: Places,
    /// What it costs to add one more unit to an assault.
    price: f32,
}

impl Hands {
    fn of(pack: &Pack, board: &Board, side: Side, able: Units) -> Hands {
        let free = held(pack, board, side) - board.present(side.enemy());
        let mut reach = Places::NONE;
        for unit in able.iter() {
            let Some(from) = board.place_of(unit) else { continue };
            reach.insert(from);
            let open = exits(pack, board, unit, from);
            // A unit leaves a contested place only for free ground (10.1).
            reach |= if board.present(side.enemy()).contains(from) { open & free } else { open };
        }
        Hands { able, reach, price: TEMPER.hand }
    }

    /// The most promising assaults on some places, chosen one after the other, with `support` markers in all.
    fn blows(
        mut self,
        pack: &Pack,
        board: &Board,
        side: Side,
        mut targets: Places,
        mut support: u8,
    ) -> [Option<Blow>; BLOWS] {
        let mut blows = [None; BLOWS];
        for slot in &mut blows {
            // A unit that joins one blow is missing at the others.
            self.price = if targets.count() > 1 { CROWD } else { TEMPER.hand };
            let planned = targets.iter().map(|place| self.blow(pack, board, side, place, support));
            let best = planned.reduce(|best, next| if next.worth() > best.worth() { next } else { best });
            let sound = |blow: &Blow| blow.prospect.value > 0.0 && blow.prospect.repulse <= TEMPER.worst;
            let Some(blow) = best.filter(|blow| sound(blow) || self.is_committed(board, blow)) else {
                break;
            };
            support -= blow.support.saturating_sub(laid(board, blow.place)).min(support);
            targets.remove(blow.place);
            self.able = self.able - blow.units;
            *slot = Some(blow);
        }
        blows
    }

    /// Those of `wanted` that lie farther than one step, but within a walk of some unit.
    fn beyond(&self, pack: &Pack, board: &Board, units: Units, wanted: Places) -> Places {
        if units.is_empty() || wanted.is_empty() || self.reach.is_empty() {
            return Places::NONE;
        }
        let (mut found, mut last) = (Places::NONE, None);
        for unit in units.iter() {
            let Some(from) = board.place_of(unit) else { continue };
            let alike = (pack.info(unit).division_number, pack.info(unit).movement, from);
            if last.replace(alike) != Some(alike) {
                found |= walks(pack, board, unit, from, allowance(pack, board, unit)) & wanted;
            }
        }
        found
    }

    /// Whether units of a blow have already entered its place: there is no way back.
    fn is_committed(&self, board: &Board, blow: &Blow) -> bool {
        board.impulse.area.is_some_and(|area| area != blow.place)
            && !(self.able & board.units_in(blow.place)).is_empty()
    }

    /// The best assault on a place: the units already there, then each unit that adds more than it costs.
    fn blow(&self, pack: &Pack, board: &Board, side: Side, place: Place, support: u8) -> Blow {
        let inside = match board.impulse.area {
            Some(area) => area == place,
            None => self.starts_in(board, place),
        };
        let here = self.able & board.units_in(place);
        let mut dry = Units::NONE;
        let mut canal = Units::NONE;
        if !inside {
            for unit in (self.able - here).iter() {
                let Some(from) = board.place_of(unit) else { continue };
                if !exits(pack, board, unit, from).contains(place) || !can_pay(pack, board, side, unit, place)
                {
                    continue;
                }
                if pack.links.dry[from.index()].contains(place) {
                    dry.insert(unit);
                } else if canal.count() < 5 {
                    canal.insert(unit);
                }
            }
        }
        let (pool, water) = if dry.is_empty() && here.is_empty() { (canal, 2) } else { (dry | here, 0) };
        let rate = |units: Units| {
            let infantry = (units & pack.kinds.infantry).count();
            let used = (support + laid(board, place)).min(infantry);
            (prospect(pack, board, side, units, place, used, water), used)
        };
        let must = if inside { Units::NONE } else { here };
        let mut blow = {
            let (prospect, support) = rate(must);
            Blow { place, units: must, support, prospect }
        };
        let tanks = pool & pack.kinds.tanks;
        let try_adding = |group: Units, blow: &mut Blow| {
            let units = blow.units | group;
            if units == blow.units {
                return;
            }
            let (prospect, support) = rate(units);
            let price = self.price * f32::from((group - blow.units).count());
            if prospect.value - price > blow.prospect.value {
                *blow = Blow { units, support, prospect, ..*blow };
            }
        };
        if let Some(tank) = strongest(pack, tanks) {
            try_adding(Units::one(tank), &mut blow);
        }
        let others = pool - pack.kinds.tanks;
        let mut rest = others;
        while let Some(unit) = rest.first() {
            let division = pack.info(unit).division_number;
            let group: Units =
                rest.iter().filter(|other| pack.info(*other).division_number == division).collect();
            rest = rest - group;
            try_adding(group, &mut blow);
            if let Some(tank) = strongest(pack, tanks) {
                try_adding(group | Units::one(tank), &mut blow);
            }
        }
        for tank in (tanks - blow.units).iter() {
            try_adding(Units::one(tank), &mut blow);
        }
        // Markers that would add little are kept for other assaults of the day.
        let price = keeping(board, side);
        while blow.support > laid(board, place) {
            let fewer = blow.support - 1;
            let prospect = prospect(pack, board, side, blow.units, place, fewer, water);
            if prospect.value + price < blow.prospect.value {
                break;
            }
            blow = Blow { support: fewer, prospect, ..blow };
        }
        blow
    }

    fn starts_in(&self, board: &Board, place: Place) -> bool {
        self.able.first().is_some_and(|unit| board.place_of(unit) == Some(place))
    }
}

/// The worth of a marker kept for a later assault of the day: little if there are plenty, because those not
/// used by dusk are lost (9.6).
fn keeping(board: &Board, side: Side) -> f32 {
    // Daylight hardly ever lasts longer, except on November 20 (4.2.1, 16.3).
    let dusk: u8 = if board.turn == 0 { 12 } else { 9 };
    let impulses = 1 + dusk.saturating_sub(board.impulse_number) / 2;
    if board.support[side] > 3 * impulses { 0.004 } else { TEMPER.support }
}

/// The tank with the best attack factor.
fn strongest(pack: &Pack, tanks: Units) -> Option<Unit> {
    tanks.iter().max_by(|one, other| wear(pack, *one).total_cmp(&wear(pack, *other)))
}

/// Whether a unit that has already moved can still pay to enter a defended place (10.1, 10.2).
fn can_pay(pack: &Pack, board: &Board, side: Side, unit: Unit, place: Place) -> bool {
    let spent = board.impulse.spent[unit.index()];
    if spent == 0 {
        return true;
    }
    let allowance = pack.info(unit).movement - u8::from(board.weather == Weather::Overcast);
    let price: u8 = if board.fresh_present(side.enemy()).contains(place) { 4 } else { 3 };
    let rolling = board.impulse.rolling[place.index()].saturating_mul(2);
    price.saturating_sub(rolling).max(1) + spent <= allowance
}
