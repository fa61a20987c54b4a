//! How many clicks a sensible turn takes. Every click on a button, a counter or a place counts, and so does every yes.

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen, Wants};
use serde_json::{Value, json};

use crate::bot::new_table;
use crate::together::kind;
use crate::{begin, turn};

/// What a player who knows the buttons clicks at a kind of question, and how often at most.
type Habit = (&'static str, &'static str, usize);

/// A hand that counts its clicks.
struct Hand<'a> {
    browser: &'a Browser,
    clicks: usize,
    /// What was clicked, to explain a count that is too high.
    done: Vec<String>,
    used: Vec<usize>,
}

impl<'a> Hand<'a> {
    fn new(browser: &'a Browser) -> Hand<'a> {
        Hand { browser, clicks: 0, done: Vec::new(), used: Vec::new() }
    }

    fn count(&mut self, what: &str) {
        self.clicks += 1;
        self.done.push(what.to_owned());
    }

    /// Answers the open question by the first habit that fits, or by the first thing that is offered.
    async fn answer(&mut self, habits: &[Habit]) -> Result<()> {
        let browser = self.browser;
        browser.until_settled().await?;
        let (kind, before) = (kind(browser).await?, browser.rev().await?);
        self.used.resize(habits.len(), 0);
        let mut wanted = None;
        for (index, (of, selector, most)) in habits.iter().enumerate() {
            if *of == kind && self.used[index] < *most && browser.count(selector).await? > 0 {
                self.used[index] += 1;
                wanted = Some(*selector);
                break;
            }
        }
        let first = "#decision .buttons:not(.many) .choice";
        let selector = match wanted {
            Some(selector) => selector,
            None if browser.count(first).await? > 0 => first,
            None if browser.count(".counter.can").await? > 0 => ".counter.can",
            // Answers that counters cover are in the list of all answers: one click opens it, one answers.
            None => {
                self.count(&format!("{kind}: the list"));
                ".all-options .choice"
            }
        };
        self.count(&format!("{kind}: {selector}"));
        if selector.contains("#decision")
            || selector.contains("[data-order")
            || selector.contains("[data-play")
        {
            browser.click(selector).await?;
        } else if selector.starts_with(".all-options") {
            browser.press_in(selector).await?;
        } else {
            browser.click_map(selector).await?;
        }
        loop {
            match browser.until_answered(before, false).await? {
                Wants::Pick => {
                    self.count(&format!("{kind}: which"));
                    browser.press_in(".menu button").await?;
                }
                Wants::Confirmation => {
                    self.count(&format!("{kind}: yes"));
                    browser.until_settled().await?;
                    browser.press_in("#confirm").await?;
                }
                Wants::Nothing | Wants::Unit => break,
            }
        }
        // An order gives its answers one after the other.
        browser
            .until("the page to have nothing under way", "return !document.querySelector('#decision.busy')")
            .await?;
        Ok(())
    }

    /// Answers until a question of the other side's part of the turn comes.
    async fn play(&mut self, habits: &[Habit], is_over: &str) -> Result<()> {
        let script = format!(
            "document.querySelector('#briefing-done')?.click(); document.querySelector('#close-summary')?.click(); \
             if ((() => {{ {is_over} }})()) return 'over'; \
             return document.querySelector('#decision.mine') && !document.querySelector('#decision.busy') ? 'asked' : null;"
        );
        for _ in 0..200 {
            if self.browser.until("somebody to be asked", &script).await? == "over" {
                return Ok(());
            }
            self.answer(habits).await?;
        }
        anyhow::bail!("the turn does not end: {:#?}", self.done)
    }

    fn at_most(&self, most: usize, what: &str) -> Result<()> {
        println!("{what}: {} clicks\n{}", self.clicks, self.done.join("\n"));
        ensure!(
            self.clicks <= most,
            "{what} takes {} clicks, not {most}:\n{}",
            self.clicks,
            self.done.join("\n")
        );
        Ok(())
    }
}

/// A script that says whether this part of the turn has begun and is over.
fn is_past(part: &str) -> String {
    format!(
        "const now = document.querySelector('#phases .phase.now'); let one = now; \
         while (one && !one.classList.contains('phase-part')) one = one.previousElementSibling; \
         if (one?.textContent === {part}) window.begun = true; \
         return window.begun === true && now !== null && one?.textContent !== {part}",
        part = json!(part)
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opening_barrage_of_cambrai() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    let mut hand = Hand::new(&browser);
    let fire: &[Habit] = &[("opening", "[data-order^='barrage-']", 5)];
    hand.play(fire, "return document.querySelector('#decision').dataset.kind === 'activation'").await?;
    hand.at_most(6, "the opening barrage")?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_assault_impulse_of_cambrai() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    // A wood or a ridge cannot be overrun: there is only one assault.
    let position = r#"
        scenario = "campaign"
        date = "1917-11-22"
        impulse = 4
        active = "british"
        support = [6, 0]
        british = ["I", "J", "K", "L", "2", "3"]

        [units]
        3 = ["tank-G-6", "br-62-185", "br-62-186"]
        11 = ["de-54-84"]
    "#;
    let browser =
        against_the_computer(&house, &json!({ "game": "cambrai", "position": position }), 0).await?;
    let mut hand = Hand::new(&browser);
    let impulse: &[Habit] = &[
        ("activation", ".place[data-place='3'].can-move, .place[data-place='3'].is-target", 1),
        ("artillery", "[data-order^='support-']", 1),
        ("artillery", "[data-play='done']", 1),
        ("movement", "[data-order^='all-to-']", 1),
        ("destination", ".place.is-target", 3),
        ("movement", ".place.is-target", 1),
        ("movement", "[data-play='done']", 1),
    ];
    // The dice may end the day with the impulse: what is asked in the night belongs to neither.
    let over = "const { kind } = document.querySelector('#decision').dataset; \
        if (kind && kind !== 'activation') window.begun = true; \
        const night = ['purchase', 'more-ammunition', 'tank-refit', 'infantry-refit', 'dismounting', \
            'dismounted-refit', 'hurricane-refit', 'haigs-mind', 'forecast', 'storm-reversal', 'interdiction', \
            'garrisons', 'tank-return', 'reinforcements', 'placement']; \
        return window.begun === true && (kind === 'activation' || night.includes(kind) || document.querySelector('#phases .phase.now')?.textContent.includes('German'))";
    hand.play(impulse, over).await?;
    ensure!(
        hand.done.iter().any(|click| click.contains("all-to")),
        "an order has sent them: {:#?}",
        hand.done
    );
    hand.at_most(10, "an assault impulse")?;
    browser.is_quiet().await?;
    browser.close().await
}

/// A table against the computer, at one of its seats.
async fn against_the_computer(house: &House, wish: &Value, seat: usize) -> Result<Browser> {
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    let seats = (0..2).map(|number| {
        if number == seat {
            json!({ "seat": number, "by": "me" })
        } else {
            json!({ "seat": number, "by": "bot", "level": "recruit" })
        }
    });
    let mut wish = wish.clone();
    wish["seats"] = seats.collect();
    let made = new_table(&browser, &wish).await?;
    let table = made["table"]["id"].as_str().unwrap_or_default();
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.until_asked().await?;
    Ok(browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_turn_of_the_big_push() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser =
        against_the_computer(&house, &json!({ "game": "big-push", "scenario": "over-the-top" }), 0).await?;
    let mut hand = Hand::new(&browser);
    let habits: &[Habit] = &[
        ("mode", "[data-order='modes-as-they-are']", 1),
        ("lay-mines", "[data-order='strongest-targets']", 1),
        ("bombard", "[data-order^='bombard-']", 5),
        ("bombard", "[data-play='done']", 1),
        ("move", "[data-play='done']", 1),
        ("commit", "[data-order='commit-facing']", 1),
        ("commit", "[data-play='done']", 1),
        ("close", "[data-order='close-without-dice']", 1),
        ("close", "[data-play='done']", 1),
        ("assaults", "[data-order^='assault-']", 40),
        ("advance", "[data-order^='advance-']", 40),
        ("secondary-attack", "[data-play='done']", 3),
    ];
    hand.play(habits, &is_past("Allies")).await?;
    hand.at_most(60, "a first turn of The Big Push")?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_turn_of_verdun() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser =
        against_the_computer(&house, &json!({ "game": "verdun", "scenario": "firestorm" }), 0).await?;
    let mut hand = Hand::new(&browser);
    let set_up: &[Habit] =
        &[("set-up", "[data-order='place-the-rest']", 1), ("place-guns", "[data-order='place-the-rest']", 1)];
    hand.play(set_up, "return !['set-up', 'place-guns'].includes(document.querySelector('#decision').dataset.kind) && document.querySelector('#decision.mine')").await?;
    hand.at_most(3, "the set-up of Verdun")?;
    let mut hand = Hand::new(&browser);
    let habits: &[Habit] = &[
        ("bombard", "[data-order^='bombard-']", 9),
        ("bombard", "[data-play='done']", 1),
        ("move", "[data-play='done']", 1),
        ("commit", "[data-order='commit-facing']", 1),
        ("commit", "[data-play='done']", 1),
        ("assaults", "[data-order^='assault-']", 40),
        ("advance", "[data-order^='advance-']", 40),
        ("secondary-attack", "[data-play='done']", 3),
    ];
    hand.play(habits, &is_past("Germans")).await?;
    hand.at_most(70, "a first turn of Verdun")?;
    browser.is_quiet().await?;
    browser.close().await
}
