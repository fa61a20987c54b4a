//! The plan of one impulse: where the blows fall and with whom, what can simply be taken, what must be held.

use ::cambrai::board::Board;
use ::cambrai::pack::Pack;
use ::cambrai::scenario::Weather;
use ::cambrai::sets::{Place, Places, Unit, Units};
use ::cambrai::side::Side;

use super::ground::{exits, gaps, held, strikers, worth};
use super::prospect::{Prospect, prospect, wear};
use super::temper::TEMPER;

/// No impulse has more assaults than this in mind at once.
pub(super) const BLOWS: usize = 3;

/// An assault that is planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    /// Where.
    pub(super) place: Place,
    /// With whom.
    pub(super) units: Units,
    /// With so many support markers.
    pub(super) support: u8,
    /// What it promises.
    pub(super) prospect: Prospect,
}

/// The plan of an impulse from one area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// The assaults, the best first.
    pub(super) blows: [Option<Blow>; BLOWS],
    /// Enemy ground that nobody defends, within one step of those who may act.
    pub(super) open: Places,
    /// Own ground that the enemy could walk into.
    pub(super) gaps: Places,
}

impl Outlook {
    /// The plan for `area`, whether it is active or only thought of.
    pub(super) fn of(pack: &Pack, board: &Board, side: Side, area: Place) -> Outlook {
        let mut outlook = Outlook { blows: [None; BLOWS], open: Places::NONE, gaps: gaps(pack, board, side) };
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
        let mut hands = Hands::of(pack, board, side, able);
        let enemies = board.present(side.enemy()) - if active { impulse.assaulted } else { Places::NONE };
        outlook.open = (hands.reach & held(pack, board, side.enemy())) - board.present(side.enemy());
        let mut targets = hands.reach & enemies;
        let mut support = board.support[side];
        for slot in 0..BLOWS {
            let planned = targets.iter().map(|place| hands.blow(pack, board, side, place, support));
            let best = planned.reduce(|best, next| if next.worth() > best.worth() { next } else { best });
            let sound = |blow: &Blow| blow.prospect.value > 0.0 && blow.prospect.repulse <= TEMPER.worst;
            let Some(blow) = best.filter(|blow| sound(blow) || hands.is_committed(board, blow)) else {
                break;
            };
            support -= blow.support.saturating_sub(laid(board, blow.place)).min(support);
            targets.remove(blow.place);
            hands.able = hands.able - blow.units;
            outlook.blows[slot] = Some(blow);
        }
        outlook
    }

    /// The plan of the active area.
    pub(super) fn now(pack: &Pack, board: &Board, side: Side) -> Option<Outlook> {
        board.impulse.area.map(|area| Outlook::of(pack, board, side, area))
    }

    /// The blow at a place.
    pub(super) fn blow_at(&self, place: Place) -> Option<&Blow> {
        self.blows.iter().flatten().find(|blow| blow.place == place)
    }

    /// The blow in which a unit has a part.
    pub(super) fn blow_of(&self, unit: Unit) -> Option<&Blow> {
        self.blows.iter().flatten().find(|blow| blow.units.contains(unit))
    }

    /// What the impulse promises: the assaults, and what can be walked into.
    pub(super) fn promise(&self, pack: &Pack, board: &Board) -> f32 {
        let blows: f32 = self.blows.iter().flatten().map(|blow| blow.prospect.value).sum();
        let open: f32 = self.open.iter().map(|place| worth(pack, board, place)).take(3).sum();
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
struct Hands {
    able: Units,
    reach: Places,
}

impl Hands {
    fn of(pack: &Pack, board: &Board, side: Side, able: Units) -> Hands {
        let free = held(pack, board, side) - board.present(side.enemy());
        let mut reach = Places::NONE;
        for unit in able.iter() {
            let Some(from) = board.place_of(unit) else { continue };
            reach.insert(from);
            let open = exits(pack, board, unit, from);
            // Out of a contested place the way leads only to free ground (10.1).
            reach |= if board.present(side.enemy()).contains(from) { open & free } else { open };
        }
        Hands { able, reach }
    }

    /// Whether units of a blow have already entered its place: there is no way back.
    fn is_committed(&self, board: &Board, blow: &Blow) -> bool {
        board.impulse.area.is_some_and(|area| area != blow.place)
            && !(self.able & board.units_in(blow.place)).is_empty()
    }

    /// The best assault on a place: those already there, then whoever adds more than it costs.
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
            // Whoever joins cannot do anything else today.
            let price = TEMPER.hand * f32::from((group - blow.units).count());
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
        let price = if board.impulse_number < 9 { TEMPER.support } else { 0.01 };
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

/// The tank with the best attack factor.
fn strongest(pack: &Pack, tanks: Units) -> Option<Unit> {
    tanks.iter().max_by(|one, other| wear(pack, *one).total_cmp(&wear(pack, *other)))
}

/// Whether a unit that has moved already could still pay to enter a defended place (10.1, 10.2).
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
