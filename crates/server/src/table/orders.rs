//! Standing orders: answers that a player has given in advance.

use engine::wire::{Choice, Decision, Target};
use engine::{Seat, Session, Title, Viewer};
use serde::{Deserialize, Serialize};

/// How many a player may have.
const MOST: usize = 64;

/// What to answer to one kind of question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The kind of the decision, as its prompt names it.
    pub(crate) kind: String,
    pub(crate) answer: Answer,
    /// The one turn in which it holds; without a turn it holds until it is withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u16>,
}

/// How the answer is found among the options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The first offered.
    First,
    /// The only option whose typed form starts with this.
    Starts(String),
    /// One option if its chances are good enough, else another.
    Odds { play: String, label: String, at_least: f64, otherwise: String },
    /// All answers that an order of the rules stands for (`guns-all`) if its chances are good enough, else
    /// another option.
    All { order: String, label: String, at_least: f64, otherwise: String },
    /// That of the strongest or weakest unit.
    Losses(Which),
}

/// Which unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Which {
    Strongest,
    Weakest,
}

/// Whether a list of orders can be stored.
pub(crate) fn check(orders: &[Order]) -> Result<(), String> {
    if orders.len() > MOST {
        return Err(format!("at most {MOST} standing orders"));
    }
    let is_long = |text: &str| text.len() > 200;
    for order in orders {
        let too_long = is_long(&order.kind)
            || match &order.answer {
                Answer::First | Answer::Losses(_) => false,
                Answer::Starts(text) => is_long(text),
                Answer::Odds { play: bold, label, at_least, otherwise }
                | Answer::All { order: bold, label, at_least, otherwise } => {
                    if !(0.0..=1.0).contains(at_least) {
                        return Err("at_least is a number from 0 to 1".into());
                    }
                    [bold, label, otherwise].into_iter().any(|text| is_long(text))
                }
            };
        if too_long {
            return Err("a text in a standing order is longer than 200 bytes".into());
        }
    }
    Ok(())
}

/// The typed forms that `orders` answer the open decision with, one after the other; none if they do not decide it fully.
pub(crate) fn decide(session: &dyn Session, seat: Seat, orders: &[Order]) -> Option<Vec<String>> {
    // The kind of the question shows whether there is an order for it; the options would cost more to list.
    let asked = session.decision(Viewer::Spectator)?;
    let stands = |order: &&Order| order.turn.is_none_or(|turn| turn == session.turn());
    let order = orders.iter().filter(stands).find(|order| order.kind == asked.prompt.kind)?;
    let decision: Decision = session.decision(Viewer::Seat(seat))?;
    let options = &decision.options;
    let choice = match &order.answer {
        Answer::First => options.first(),
        Answer::Starts(start) => only(options, start),
        Answer::Odds { play, label, at_least, otherwise } => {
            let bold = only(options, play)?;
            let chance = chance_of(session, seat, std::slice::from_ref(&bold.play), label)?;
            if chance >= *at_least { Some(bold) } else { only(options, otherwise) }
        }
        Answer::All { order, label, at_least, otherwise } => {
            let bundle = decision.bundles.iter().find(|bundle| bundle.id == *order);
            let chance = bundle.and_then(|bundle| chance_of(session, seat, &bundle.plays, label));
            match bundle {
                Some(bundle) if chance.is_some_and(|chance| chance >= *at_least) => {
                    return Some(bundle.plays.clone());
                }
                _ => only(options, otherwise),
            }
        }
        Answer::Losses(which) => extreme(session.title(), options, *which),
    };
    choice.map(|choice| vec![choice.play.clone()])
}

/// The chance that the last of some answers brings a result that starts with `label`.
fn chance_of(session: &dyn Session, seat: Seat, plays: &[String], label: &str) -> Option<f64> {
    let (last, before) = plays.split_last()?;
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let odds = session.odds(seat, &before, last).ok()?;
    let good = odds.results.iter().filter(|chance| chance.label.starts_with(label));
    Some(good.map(engine::wire::Chance::probability).sum())
}

/// The one option whose typed form starts with `start`.
fn only<'a>(options: &'a [Choice], start: &str) -> Option<&'a Choice> {
    let mut fitting = options.iter().filter(|choice| choice.play.starts_with(start));
    fitting.next().filter(|_| fitting.next().is_none())
}

/// The option of the strongest or weakest unit, if there is one such unit with one option.
fn extreme<'a>(title: &Title, options: &'a [Choice], which: Which) -> Option<&'a Choice> {
    let mut rated = options.iter().map(|choice| Some((strength(title, choice)?, choice)));
    let mut rated: Vec<(u32, &Choice)> = rated.by_ref().collect::<Option<_>>()?;
    rated.sort_by_key(|(strength, _)| *strength);
    if which == Which::Strongest {
        rated.reverse();
    }
    match rated[..] {
        [(first, choice), (second, _), ..] if first != second => Some(choice),
        [(_, choice)] => Some(choice),
        _ => None,
    }
}

/// The first number on the card of the unit that a choice is about.
fn strength(title: &Title, choice: &Choice) -> Option<u32> {
    let Target::Unit(id) = &choice.target else { return None };
    let unit = title.units.iter().find(|unit| unit.id == *id)?;
    unit.card.iter().find_map(|line| {
        let digits = line.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_as_the_protocol_says() {
        let text = r#"[{"kind":"a","answer":{"starts":"pass"}},{"kind":"b","answer":"first"},
            {"kind":"c","answer":{"losses":"weakest"}},
            {"kind":"e","turn":2,"answer":{"all":{"order":"counter-all","label":"hit","at_least":0.3,"otherwise":"pass"}}},
            {"kind":"d","answer":{"odds":{"play":"re-roll","label":"success","at_least":0.5,"otherwise":"keep"}}}]"#;
        let orders: Vec<Order> = serde_json::from_str(text).expect("they parse");
        assert_eq!(orders[1].answer, Answer::First);
        check(&orders).expect("they are short");
        let bad = r#"[{"kind":"d","answer":{"odds":{"play":"","label":"","at_least":7.0,"otherwise":""}}}]"#;
        assert!(check(&serde_json::from_str::<Vec<Order>>(bad).expect("it parses")).is_err());
    }
}
