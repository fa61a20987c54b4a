//! The adviser.

use anyhow::{Result, ensure};
use browser_tests::{House, Screen};

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
        // Whoever points at an answer sees on the map what it means, if it is there.
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
async fn nobody_is_advised_against_another_person_who_has_not_agreed() -> Result<()> {
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
