//! Words for a player who asks for advice: why an answer is good, and what only looks good.

use ::grid::assault::Wave;
use ::grid::units::Kind;
use ::grid::{Action, Mark, Square, Step, Unit};
use engine::{Rules, Seat};

use super::Doctrine;
use super::field::Field;
use super::outlook::Outlook;
use super::prospect::{Prospect, planned};

/// Ground from this worth on counts for victory in everybody's eyes.
const COUNTS: f32 = 0.5;

/// A manned square is the last one when no other within this distance is manned.
const AROUND: u8 = 3;

/// A square that falls less often than this is a bad bargain, however much it counts.
const POOR: f32 = 0.4;

/// Why a player should leave it at that.
pub(super) const NO_BETTER: &str = "nothing else here gains more than it costs";

/// Why an answer is good.
pub(super) fn because<V: Doctrine>(
    field: &Field<V>,
    step: &Step<V::Own>,
    seat: Seat,
    action: Action<V::Own>,
) -> String {
    match (step, action) {
        (Step::Own(_), _) | (_, Action::Own(_)) => own(field, action),
        (Step::Commit(_), Action::Commit { unit, to }) => {
            let mut options = Vec::new();
            field.grid.ask(step, field.board, seat, &mut options);
            let outlook = Outlook::of(field, &options, Field::<V>::wave(step));
            let known = outlook.blow_of(unit).filter(|blow| blow.target == to).map(|blow| blow.prospect);
            blow(field, to, &known.unwrap_or_else(|| field.joined_by(&[unit], to, Field::<V>::wave(step))))
        }
        (Step::Commit(_), _) => "no other attack gains more than it costs".into(),
        (Step::Assaults(_), Action::Resolve(square)) => blow(field, square, &field.assault(square)),
        (Step::Bombardment(_), Action::Target(square)) => shelling(field, square),
        (Step::Bombardment(_), _) => "the guns that are left reach nothing that matters".into(),
        (Step::Guns(_), Action::Join(_)) => "more factors raise the chance of an effect".into(),
        (Step::Guns(_), _) => "these guns suffice, and the others are free for other targets".into(),
        (Step::Counter(_), Action::Pass) => "your guns would hardly silence theirs from here".into(),
        (Step::Counter(_), Action::Done) => "these guns suffice for an answer".into(),
        (Step::Counter(_), _) => "guns that are silenced do not shake your line".into(),
        (Step::Move(_), Action::Move { unit, to }) => march(field, unit, to),
        (Step::Move(_), Action::Stay(_)) => "it does most where it stands".into(),
        (Step::Move(_), Action::Done) => "the others stand where they are needed".into(),
        (Step::Move(_), Action::Pick(unit)) => match field.board.square(unit) {
            square if square.is_some() && is_helpless(field, unit) && field.overrun(unit, square) > POOR => {
                "the enemy can reach it where it stands".into()
            }
            _ => "it may do more elsewhere than where it stands".into(),
        },
        (_, Action::Flip(unit)) if field.grid.pack.unit(unit).kind != Kind::Hq => {
            if field.board.unit(unit).has(Mark::Back) {
                "it attacks with all its strength outside its trench".into()
            } else {
                "it is harder to beat in a trench".into()
            }
        }
        (_, Action::Flip(unit)) => needed(!field.board.unit(unit).has(Mark::Back)).into(),
        (Step::Modes(_), Action::Stay(unit)) => needed(field.board.unit(unit).has(Mark::Back)).into(),
        (Step::Close(_), Action::Close { to, .. }) => {
            format!("the blow at {} gains more by it than its losses weigh", name(field, to))
        }
        (Step::Close(_), _) => {
            "a unit that closes in is hit first, and the others gain too little by it".into()
        }
        (_, Action::Use(_)) => "no other assault of this phase gains as much by it".into(),
        (Step::Assault(_), Action::Done | Action::Pass) => "other assaults need what is left more".into(),
        (_, Action::Supply(_)) => "an assault without shells has two points less on the dice".into(),
        (_, Action::Unsupplied) => "no headquarters is worth spending on this assault".into(),
        (_, Action::Lose { .. }) => "the others hold the square without it".into(),
        (_, Action::Retreat { .. } | Action::Displace { .. }) => "it can hold again there".into(),
        (_, Action::Advance { to, .. }) if field.aims.worth(to) >= COUNTS => {
            format!("{} counts for victory", name(field, to))
        }
        (_, Action::Advance { .. } | Action::Consolidate(_)) => "ground that is taken must be held".into(),
        (_, Action::Steps(0)) => "each step is a point for the enemy".into(),
        (_, Action::Steps(_) | Action::Replace { .. }) => {
            "fresh men are worth more here than the points".into()
        }
        (Step::SecondaryAttacks(_), Action::Done) => "no second attack gains more than it costs".into(),
        (Step::SecondaryAttacks(_), Action::Target(square)) => {
            format!("of what can be attacked again, {} is worth most", name(field, square))
        }
        (_, Action::Rally(_)) | (Step::Rally(_), Action::Done) => "it costs nothing to try".into(),
        (Step::DefensiveFire(_), Action::Done | Action::Pass) => NO_BETTER.into(),
        (Step::DefensiveFire(_) | Step::Firers(_), _) => "a unit that fire stops does not assault".into(),
        (_, Action::Face { .. }) => "an open flank helps whoever attacks it".into(),
        (_, Action::Strike(square)) => {
            format!("the attackers at {} are the easiest to beat", name(field, square))
        }
        (_, Action::Place { to, .. }) => placed(field, to),
        (_, Action::Done | Action::Pass) => NO_BETTER.into(),
        _ if field.aims.zeal(field.side) > 0.5 => "it prepares your next blow".into(),
        _ => "it strengthens your line".into(),
    }
}

/// A tempting answer that is worse than `best`: ground that counts but will not fall, or a target that no
/// unit can assault.
pub(super) fn tempting<V: Doctrine>(
    field: &Field<V>,
    step: &Step<V::Own>,
    options: &[Action<V::Own>],
    best: Action<V::Own>,
) -> Option<(Action<V::Own>, String)> {
    let dearest = |squares: &mut dyn Iterator<Item = (Square, Action<V::Own>)>| {
        let counting = squares.filter(|(square, _)| field.aims.worth(*square) >= COUNTS);
        counting.max_by(|one, other| field.aims.worth(one.0).total_cmp(&field.aims.worth(other.0)))
    };
    match step {
        Step::Commit(_) => {
            let targets = options.iter().filter_map(|action| match action {
                Action::Commit { to, .. } => Some((*to, *action)),
                _ => None,
            });
            let (square, action) = dearest(&mut targets.filter(|(_, action)| *action != best))?;
            let is_best = matches!(best, Action::Commit { to, .. } if to == square);
            let all = field.joined_by(&field.able(options, square), square, Field::<V>::wave(step));
            (!is_best && all.take < POOR).then(|| {
                (
                    action,
                    format!(
                        "{} counts for much, but it falls {} at best",
                        name(field, square),
                        percent(all.take)
                    ),
                )
            })
        }
        Step::Bombardment(_) => {
            let targets = options.iter().filter_map(|action| match action {
                Action::Target(square) if field.board.occupied(field.enemy).contains(*square) => {
                    Some((*square, *action))
                }
                _ => None,
            });
            let (square, action) = dearest(&mut targets.filter(|(_, action)| *action != best))?;
            let is_alone = field.beside(field.side, square, Unit::NONE) <= 0.0;
            is_alone.then(|| {
                (
                    action,
                    format!(
                        "{} counts for much, but no unit of yours stands beside it to assault it",
                        name(field, square)
                    ),
                )
            })
        }
        Step::Move(_) => {
            let Action::Move { unit, to: good } = best else { return None };
            let forward = |square: Square| field.pull_on(unit, square);
            let (square, action) = options
                .iter()
                .filter_map(|action| match action {
                    Action::Move { to, .. } if *action != best => Some((*to, *action)),
                    _ => None,
                })
                .max_by(|one, other| forward(one.0).total_cmp(&forward(other.0)))?;
            let around = field.strength_around(field.enemy, square);
            (forward(square) > forward(good) && around > field.strength_around(field.enemy, good)).then(
                || {
                    (
                        action,
                        format!(
                            "{} is further forward, but {around:.0} enemy factors stand around it",
                            name(field, square)
                        ),
                    )
                },
            )
        }
        _ => None,
    }
}

impl<V: Doctrine> Field<'_, V> {
    /// Everybody who could be committed against a square.
    pub(super) fn able(&self, options: &[Action<V::Own>], square: Square) -> Vec<Unit> {
        let joins = |action: &Action<V::Own>| match action {
            Action::Commit { unit, to } if *to == square => Some(*unit),
            _ => None,
        };
        options.iter().filter_map(joins).collect()
    }

    /// What an assault on a square promises when some units join those who are committed already.
    pub(super) fn joined_by(&self, units: &[Unit], to: Square, wave: Wave) -> Prospect {
        let mut trial = self.board.clone();
        for unit in units {
            if let Some(direction) = self.grid.pack.map.direction(trial.square(*unit), to) {
                trial.update(&self.grid.pack, *unit, |state| state.commit(direction));
            }
        }
        planned(self, &mut trial, to, wave)
    }
}

/// A square as it is spoken of: `Serre (D6)`.
pub(super) fn name<V: Doctrine>(field: &Field<V>, square: Square) -> String {
    let map = &field.grid.pack.map;
    match map.places.iter().find(|place| place.squares.contains(&square)) {
        Some(place) => format!("{} ({})", place.name, map.name(square)),
        None => map.name(square).to_owned(),
    }
}

/// A chance in whole per cent.
pub(super) fn percent(chance: f32) -> String {
    match (chance * 100.0).round() as i32 {
        i32::MIN..1 => "under 1 %".into(),
        100.. => "over 99 %".into(),
        percent => format!("{percent} %"),
    }
}

/// What a blow promises, and what is special about its square.
fn blow<V: Doctrine>(field: &Field<V>, to: Square, prospect: &Prospect) -> String {
    let foes = *field.board.occupied(field.enemy);
    if !foes.contains(to) {
        return format!("no unit defends {}", name(field, to));
    }
    let map = &field.grid.pack.map;
    let mut others = map.disc(to, AROUND) & foes;
    others.remove(to);
    let guard = |square: Square| field.defense_at(field.enemy, square, Unit::NONE);
    let front = field.front(1);
    let weakest = front.count() > 1 && front.iter().all(|other| other == to || guard(other) > guard(to));
    let special = if field.aims.worth(to) >= COUNTS {
        format!("{} counts for victory", name(field, to))
    } else if others.is_empty() {
        format!("{} is the last square that the enemy mans around there", name(field, to))
    } else if weakest {
        format!("{} is the weakest in front of you", name(field, to))
    } else {
        format!("{} is in your way", name(field, to))
    };
    format!(
        "{special}; with the help to be expected it falls {} of the time, for about {:.1} of your steps against {:.1}",
        percent(prospect.take),
        prospect.loss,
        prospect.kill
    )
}

fn shelling<V: Doctrine>(field: &Field<V>, square: Square) -> String {
    let pack = &field.grid.pack;
    let mut foes = field.board.troops_at(pack, field.enemy, square);
    let name = name(field, square);
    if foes.any(|unit| pack.unit(unit).kind == Kind::Artillery) {
        format!("the guns at {name} are those that answer you")
    } else if field.beside(field.side, square, Unit::NONE) > 0.0 && field.blows_follow {
        let guard = field.defense_at(field.enemy, square, Unit::NONE);
        format!(
            "you can assault {name} afterwards, and its defence of {guard:.0} is worth less when it is shaken"
        )
    } else if field.board.occupied(field.enemy).contains(square) {
        format!("nothing in range is worth more than {name}")
    } else {
        format!("a unit that crosses {name} under fire loses time")
    }
}

fn march<V: Doctrine>(field: &Field<V>, unit: Unit, to: Square) -> String {
    let here = field.board.square(unit);
    let kind = field.grid.pack.unit(unit).kind;
    if is_helpless(field, unit) {
        if here.is_some() && field.overrun(unit, here) > field.overrun(unit, to) {
            return format!("the enemy can reach it where it stands, and {} is safer", name(field, to));
        }
        let what = if kind == Kind::Hq { "serves more of your attacks" } else { "reaches more that matters" };
        return format!("from {} it {what}", name(field, to));
    }
    if field.shields(unit, to) > 0.0 {
        return format!("no other unit shields the guns or headquarters at {}", name(field, to));
    }
    let map = &field.grid.pack.map;
    let reached = map.around(to).filter(|(direction, near)| {
        field.targets.contains(*near) && map.passable(to, *direction) && field.attack(unit) > 0.0
    });
    let target =
        reached.map(|(_, near)| near).max_by(|one, other| field.prize(*one).total_cmp(&field.prize(*other)));
    match target.filter(|target| field.prize(*target) > 0.0) {
        Some(target) => {
            let beside = field.beside(field.side, target, unit) + field.attack(unit);
            let guard = field.defense_at(field.enemy, target, Unit::NONE);
            format!(
                "from {} it can strike {}: {beside:.0} of your factors are then against {guard:.0}",
                name(field, to),
                name(field, target)
            )
        }
        None if field.aims.worth(to) >= COUNTS => {
            format!("{} counts for victory and must be held", name(field, to))
        }
        None if field.nearest_enemy(to) > 2 => {
            format!("{} is on the way to where it is needed", name(field, to))
        }
        None => format!("it closes the line at {}", name(field, to)),
    }
}

/// What the troops near a headquarters need: supply, or command.
fn needed(supplies: bool) -> &'static str {
    if supplies { "the guns and assaults near it need shells" } else { "the assaults near it need orders" }
}

fn placed<V: Doctrine>(field: &Field<V>, to: Square) -> String {
    if field.aims.worth(to) >= COUNTS {
        format!("{} counts for victory", name(field, to))
    } else {
        format!("it is of most use at {}", name(field, to))
    }
}

fn own<V: Doctrine>(field: &Field<V>, action: Action<V::Own>) -> String {
    match action {
        Action::Target(square) => shelling(field, square),
        Action::Supply(_) | Action::Flip(_) => "guns without shells fire at a disadvantage".into(),
        Action::Place { to, .. } => placed(field, to),
        _ => field.grid.variant.advice_own(field, action).into(),
    }
}

/// Whether a unit is a gun or a headquarters.
fn is_helpless<V: Doctrine>(field: &Field<V>, unit: Unit) -> bool {
    matches!(field.grid.pack.unit(unit).kind, Kind::Artillery | Kind::Hq)
}
