//! The adviser and its warnings.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use engine::{Seat, Session, Setup, Start, Viewer};
use games::Library;
use serde_json::json;

use crate::bot::new_table;
use crate::ground::at_the_first;
use crate::{begin, finish, turn};

#[tokio::test(flavor = "multi_thread")]
async fn the_captain_says_what_it_would_do_and_why() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for (game, screen) in [("cambrai", Screen::Desk), ("big-push", Screen::Phone)] {
        let browser = begin(&house, screen, game).await?;
        browser.until_rest().await?;
        let before = browser.rev().await?;
        browser.click("#ask-advice").await?;
        browser.see("#advice .advice-do").await?;
        ensure!(!browser.text("#advice .advice-do b").await?.is_empty(), "it says what to do");
        let because = browser.text("#advice .advice-because").await?;
        ensure!(because.starts_with("Because ") && because.contains('.'), "{because}");
        ensure!(browser.count("#advice .advice-or li").await? <= 2, "two alternatives at most");
        browser.picture(&format!("advice-{game}")).await?;
        // Pointing at an answer shows on the map what it means, if it is there.
        let lights = "const one = document.querySelector('#advice .advice-do'); one.dispatchEvent(new PointerEvent('pointerenter')); \
            const button = [...document.querySelectorAll('.all-options [data-play]')].some((other) => other.dataset.play === one.dataset.play); \
            return !button || document.querySelector('.sheet .preview') !== null";
        ensure!(browser.ask(lights).await? == true, "the map lights it");
        browser.click("#advice-do").await?;
        finish(&browser, before).await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_advice_against_a_person_who_has_not_agreed() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = at_the_first(&house, "cambrai", "tank-attack", "activation").await?;
    ensure!(browser.count("#ask-advice").await? == 0, "nothing is offered");
    browser.keys("a").await?;
    browser.see(".note").await?;
    let note = browser.text(".note").await?;
    ensure!(note.contains("Another person plays here"), "{note}");
    browser.click("#menu-button").await?;
    browser.click("#consent").await?;
    browser.is_quiet().await?;
    browser.close().await
}

/// The first bombardment of a game, and a square without a target.
fn first_bombardment(library: &Library) -> Result<(String, String)> {
    let game = library.game("big-push").context("the game")?;
    let mut session = game.open(Start::seeded(Setup::of("over-the-top"), 3)).map_err(anyhow::Error::msg)?;
    let kind = |session: &dyn Session| {
        session.decision(Viewer::Seat(Seat(0))).map(|decision| decision.prompt.kind.clone())
    };
    while kind(session.as_ref()).is_none_or(|kind| kind != "bombard") {
        let seat = *session.asked().first().context("somebody is asked")?;
        let option = session.options(seat).into_iter().next().context("an option")?;
        session.play(seat, &option).map_err(|refusal| anyhow::anyhow!(refusal.error))?;
    }
    let captain = bots::level("captain").context("a level")?;
    let limits = bots::Limits { seed: 1, threads: 1, is_over: &|| true, plan: None };
    let wasted = session.options(Seat(0)).into_iter().find(|text| {
        let warning = bots::warn(session.as_ref(), Seat(0), text, captain, &limits);
        warning.is_some_and(|warning| warning.kind == "wasted-fire")
    });
    Ok((session.position(), wasted.context("an empty square")?))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warning_comes_once_before_a_poor_answer() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let (position, wasted) = first_bombardment(&Library::embedded()?)?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.keep("warnings", &json!(true)).await?;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "bot", "level": "recruit" }]);
    let wish =
        json!({ "game": "big-push", "scenario": "over-the-top", "position": position, "seats": seats });
    let made = new_table(&browser, &wish).await?;
    let table = made["table"]["id"].as_str().context("a table")?;
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.until_asked().await?;
    browser.until_rest().await?;
    let before = browser.rev().await?;
    let choose = format!(
        "[...document.querySelectorAll('.all-options [data-play]')].find((one) => one.dataset.play === {}).click()",
        json!(wasted)
    );
    browser.ask(&choose).await?;
    browser.see(".confirm .warning-line").await?;
    let warning = browser.text(".confirm .warning-line").await?;
    ensure!(warning.starts_with("No unit is at "), "{warning}");
    ensure!(browser.rev().await? == before, "nothing was played yet");
    browser.picture("warning").await?;
    // Said once, it is not said again, and the answer can be given.
    browser.click("#let-be").await?;
    browser.until("the answers again", "return document.querySelector('.confirm') === null").await?;
    browser.ask(&choose).await?;
    finish(&browser, before).await?;
    browser.is_quiet().await?;
    browser.close().await
}
