//! Orders that stand for several answers, and counters that move together.
//!
//! Both are tried out on a copy in which what the seat cannot know is dealt anew, one elementary answer after the other:
//! so each answer is legal in its turn, and nothing can be learnt that was not known before.

use crate::game::Game;
use crate::play::Match;
use crate::rules::Present;
use crate::seat::{Seat, Viewer};
use crate::session::hands_over;
use crate::wire::{Bundle, Item, March, Planned, Target, Together};

/// More answers than this no order has.
const MOST: usize = 80;

/// An order as a game offers it: a habit that picks among the answers to what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// What it is called: `guns-all`.
    pub name: &'static str,
    /// Which of several of that name, as the game counts them.
    pub number: Option<u16>,
    /// Whether it may end with dice.
    pub rolls: bool,
    /// Whether it is worth a button although it gives a single answer.
    pub alone: bool,
    /// Kinds of questions that it answers besides the open one.
    pub also: &'static [&'static str],
}

impl Order {
    /// An order that stops before dice, answers the open kind of question, and gives several answers.
    pub const fn new(name: &'static str) -> Order {
        Order { name, number: None, rolls: false, alone: false, also: &[] }
    }

    /// The same about a place or unit of that number.
    #[must_use]
    pub const fn about(self, number: u16) -> Order {
        Order { number: Some(number), ..self }
    }

    /// The same that may end with dice.
    #[must_use]
    pub const fn rolling(self) -> Order {
        Order { rolls: true, ..self }
    }

    /// The same that may give a single answer.
    #[must_use]
    pub const fn even_alone(self) -> Order {
        Order { alone: true, ..self }
    }

    /// The same that also answers questions of these kinds.
    #[must_use]
    pub const fn through(self, also: &'static [&'static str]) -> Order {
        Order { also, ..self }
    }

    fn id(&self) -> String {
        self.number.map_or_else(|| self.name.to_owned(), |number| format!("{}-{number}", self.name))
    }
}

impl<R: Present> Game<R> {
    /// The orders that `seat` may give, and what it has planned, as far as it can know. An order answers the kinds of
    /// questions it is made for: all mines are laid by one, and not the air counter after them.
    pub(crate) fn orders_and_plan(&self, seat: Seat, supposed: &Match<R>) -> (Vec<Bundle>, Vec<Planned>) {
        let live = self.live();
        if live.is_sealed() || live.asked().only() != Some(seat) {
            return Default::default();
        }
        let Some(step) = supposed.step() else { return Default::default() };
        let (rules, board, options) = (self.rules(), supposed.board(), supposed.options());
        let mut bundles: Vec<Bundle> = Vec::new();
        for (order, script) in rules.repeats(step, board, options, &|| self.answers_of_last_turn(seat)) {
            let mut script = script.into_iter();
            let next = |copy: &Match<R>| script.find(|action| copy.options().contains(action));
            let bundle = self.carry_out(order, seat, supposed, next);
            bundles.extend(bundle.filter(|bundle| bundle.binding || !order.rolls));
        }
        for order in rules.orders(step, board, options) {
            let next = |copy: &Match<R>| {
                copy.step().and_then(|step| rules.next_of_order(order, step, copy.board(), copy.options()))
            };
            let bundle = self.carry_out(order, seat, supposed, next);
            // All guns may be those of last turn.
            bundles.extend(bundle.filter(|new| bundles.iter().all(|known| known.plays != new.plays)));
        }
        (bundles, rules.planned(step, board))
    }

    /// What an order comes to whose answers `next` finds one after the other.
    fn carry_out(
        &self,
        order: Order,
        seat: Seat,
        supposed: &Match<R>,
        mut next: impl FnMut(&Match<R>) -> Option<R::Action>,
    ) -> Option<Bundle> {
        let rules = self.rules();
        let kind = |copy: &Match<R>| {
            copy.step().map(|step| rules.prompt(step, copy.board(), Viewer::Seat(seat)).kind)
        };
        let asked = kind(supposed)?;
        let mut copy = supposed.clone();
        let (mut plays, mut about, mut binding) = (Vec::new(), Vec::new(), false);
        let fits = |kind: String| kind == asked || order.also.contains(&kind.as_str());
        while plays.len() < MOST && !binding && is_free(&copy, seat) {
            // The first question is the open one.
            if !plays.is_empty() && !kind(&copy).is_some_and(fits) {
                break;
            }
            let Some(action) = next(&copy) else { break };
            let named = self.named(&copy, seat, action);
            let mut after = copy.clone();
            binding = self.play_on_copy(&mut after, seat, action);
            if binding && !order.rolls {
                binding = false;
                break;
            }
            plays.push(rules.print(action));
            about.extend(named);
            copy = after;
        }
        if plays.is_empty() || plays.len() == 1 && !order.alone {
            return None;
        }
        about.sort_unstable();
        about.dedup();
        let label = rules.order_label(order, supposed.step()?, supposed.board(), plays.len());
        Some(Bundle { id: order.id(), label, plays, about, binding })
    }

    /// Where several counters can go together, and in which order they best go.
    pub fn together(&self, seat: Seat, units: &[String]) -> Together {
        let supposed = self.supposed(seat);
        let mut units = units.to_vec();
        units.sort_by_key(|unit| std::cmp::Reverse(self.rules().precedence(unit)));
        let mut places: Option<Vec<String>> = None;
        for unit in &units {
            let open = self.goals(&supposed, seat, unit);
            places = Some(match places {
                None => open,
                Some(known) => known.into_iter().filter(|place| open.contains(place)).collect(),
            });
        }
        Together { units, places: places.unwrap_or_default() }
    }

    /// The answers that bring counters to places, one after the other; who cannot go stays. It ends with the first answer
    /// that rolls dice or reveals something.
    pub fn march(&self, seat: Seat, moves: &[(String, String)]) -> March {
        let mut copy = self.supposed(seat);
        let mut march = March::default();
        for (unit, place) in moves {
            if march.binding || march.plays.len() + 2 > MOST || !is_free(&copy, seat) {
                break;
            }
            let mut trial = copy.clone();
            let mut plays = Vec::new();
            let mut binding = false;
            if !self.is_in_hand(&trial, seat, unit) {
                let Some(pick) = self.pick(&trial, seat, unit) else { continue };
                plays.push(self.rules().print(pick));
                binding = self.play_on_copy(&mut trial, seat, pick);
            }
            if !binding && !self.stands_at(&trial, seat, unit, place) {
                let Some(step) = self.step_to(&trial, seat, place) else { continue };
                plays.push(self.rules().print(step));
                binding = self.play_on_copy(&mut trial, seat, step);
            }
            if plays.is_empty() {
                continue;
            }
            march.plays.append(&mut plays);
            march.moved.push(unit.clone());
            march.binding = binding;
            copy = trial;
        }
        march
    }

    /// Where a counter that is taken in hand now can go.
    fn goals(&self, supposed: &Match<R>, seat: Seat, unit: &str) -> Vec<String> {
        let mut copy = supposed.clone();
        if !is_free(&copy, seat) {
            return Vec::new();
        }
        if !self.is_in_hand(&copy, seat, unit) {
            let Some(pick) = self.pick(&copy, seat, unit) else { return Vec::new() };
            let before = self.place_of(&copy, seat, unit);
            if self.play_on_copy(&mut copy, seat, pick) {
                return Vec::new();
            }
            // A single way is gone at once.
            let after = self.place_of(&copy, seat, unit);
            if after != before {
                return after.into_iter().collect();
            }
            if !self.is_in_hand(&copy, seat, unit) {
                return Vec::new();
            }
        }
        let Some(step) = copy.step() else { return Vec::new() };
        let mut places = Vec::new();
        for action in copy.options() {
            if let Target::Place(place) = self.rules().target(step, copy.board(), seat, *action)
                && !places.contains(&place)
            {
                places.push(place);
            }
        }
        places
    }

    /// Whether the question is where a counter goes.
    fn is_in_hand(&self, copy: &Match<R>, seat: Seat, unit: &str) -> bool {
        let Some(step) = copy.step().filter(|_| is_free(copy, seat)) else { return false };
        let about = self.rules().prompt(step, copy.board(), Viewer::Seat(seat)).about;
        let leads = |action: &R::Action| {
            matches!(self.rules().target(step, copy.board(), seat, *action), Target::Place(_))
        };
        about.iter().any(|id| id == unit) && copy.options().iter().any(leads)
    }

    /// The one answer that takes a counter in hand.
    fn pick(&self, copy: &Match<R>, seat: Seat, unit: &str) -> Option<R::Action> {
        self.only_with(copy, seat, unit, |target| matches!(target, Target::Unit(id) if id == unit))
    }

    /// The first answer that brings what is in hand to a place.
    fn step_to(&self, copy: &Match<R>, seat: Seat, place: &str) -> Option<R::Action> {
        let mut fitting =
            self.with(copy, seat, place, |target| matches!(target, Target::Place(id) if id == place));
        fitting.next()
    }

    fn only_with(
        &self,
        copy: &Match<R>,
        seat: Seat,
        id: &str,
        fits: impl Fn(&Target) -> bool,
    ) -> Option<R::Action> {
        let mut fitting = self.with(copy, seat, id, fits);
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// The answers that name something and are clicked there. To describe one costs more than to print it.
    fn with<'a>(
        &'a self,
        copy: &'a Match<R>,
        seat: Seat,
        id: &'a str,
        fits: impl Fn(&Target) -> bool + 'a,
    ) -> impl Iterator<Item = R::Action> + 'a {
        let named = move |action: &R::Action| self.rules().print(*action).split(' ').any(|word| word == id);
        let step = copy.step().filter(|_| is_free(copy, seat));
        let options = copy.options().iter().copied().filter(move |_| step.is_some()).filter(named);
        options.filter(move |action| {
            step.is_some_and(|step| fits(&self.rules().target(step, copy.board(), seat, *action)))
        })
    }

    /// The units and places that an answer names, for the map.
    fn named(&self, copy: &Match<R>, seat: Seat, action: R::Action) -> Vec<String> {
        let Some(step) = copy.step() else { return Vec::new() };
        let title = self.rules().title();
        let is_known = |word: &str| {
            title.units.iter().any(|unit| unit.id == word)
                || title.places.iter().any(|place| place.id == word)
        };
        let text = self.rules().print(action);
        let words: Vec<String> =
            text.split(' ').skip(1).filter(|word| is_known(word)).map(str::to_owned).collect();
        // A place may be called by a number, and a number of steps or markers is none.
        let is_number = |word: &String| word.parse::<u16>().is_ok();
        if words.iter().any(is_number)
            && self.rules().target(step, copy.board(), seat, action) == Target::Button
        {
            return Vec::new();
        }
        words
    }

    /// Plays an answer on a copy as far as the first die; whether it rolls one or reveals something. Dice that wait only
    /// for the other side's answer are as good as rolled.
    fn play_on_copy(&self, copy: &mut Match<R>, seat: Seat, action: R::Action) -> bool {
        let (rules, before) = (self.rules(), copy.clone());
        let mut events = Vec::new();
        copy.play_to_first_die(seat, action, &mut events);
        let promises =
            || before.step().is_some_and(|step| rules.describe(step, before.board(), seat, action).odds);
        !copy.rolled().is_empty()
            || events.iter().any(|event| rules.reveals(event))
            || hands_over(copy, seat) && promises()
    }

    fn stands_at(&self, copy: &Match<R>, seat: Seat, unit: &str, place: &str) -> bool {
        self.place_of(copy, seat, unit).as_deref() == Some(place)
    }

    fn place_of(&self, copy: &Match<R>, seat: Seat, unit: &str) -> Option<String> {
        let rules = self.rules();
        (0..rules.items()).find_map(|index| match rules.item(copy.board(), index, Viewer::Seat(seat)) {
            Some(Item::Unit(item)) if item.id == unit => Some(item.at.to_owned()),
            _ => None,
        })
    }
}

/// Whether a seat, and no other, is asked openly.
fn is_free<R: Present>(copy: &Match<R>, seat: Seat) -> bool {
    copy.asked().only() == Some(seat) && !copy.is_sealed()
}
