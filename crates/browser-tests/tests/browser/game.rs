//! A stranger's first game, keys only, a phone.

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen, Wants};
use thirtyfour::Key;

use crate::{LIT_PLACE, answer, begin, table_of, turn};

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_plays_the_first_impulses_by_clicking() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    ensure!(browser.count(".counter").await? > 50, "the set-up lies on the map");
    ensure!(
        browser.text("#strip").await?.contains("November") || browser.count(".fact").await? > 3,
        "the strip tells the date"
    );
    ensure!(browser.count("#decision .prompt .case").await? > 0, "the decision cites its case");
    for _ in 0..14 {
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    ensure!(browser.count(".log .told").await? > 5, "the log tells what happened");
    ensure!(browser.count(".log .die").await? > 0, "dice are drawn as dice");
    ensure!(browser.count(".log .told .case").await? > 0, "events cite their cases");
    browser.is_quiet().await?;
    browser.picture("cambrai-in-play").await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_can_be_done_with_the_keyboard() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.see(".begin").await?;
    // Tab to the first game's main button and press it.
    for _ in 0..40 {
        browser.keys(Key::Tab + "").await?;
        if browser.ask("return document.activeElement.classList.contains('begin')").await? == true {
            break;
        }
    }
    browser.keys(Key::Enter + "").await?;
    browser.until_asked().await?;
    // A lit counter or place by n and Enter, or a button by its digit.
    for _ in 0..6 {
        browser.until_asked().await?;
        let before = browser.rev().await?;
        if browser.count(&format!(".counter.can, {LIT_PLACE}")).await? > 0 {
            browser.keys("n").await?;
            let label = browser.ask("return document.activeElement.getAttribute('aria-label')").await?;
            ensure!(label.is_string(), "what has the focus is named for a screen reader");
            browser.keys(Key::Enter + "").await?;
        } else {
            browser.keys("1").await?;
        }
        finish_by_keys(&browser, before).await?;
    }
    // The command line: / goes there, Tab completes, Escape leaves.
    browser.until_asked().await?;
    browser.keys("/").await?;
    ensure!(
        browser.ask("return document.activeElement.id").await? == "command",
        "/ goes to the command line"
    );
    ensure!(browser.count("#completions li").await? > 0, "the command line completes");
    browser.keys(Key::Escape + "").await?;
    for (key, selector) in [("c", ".charts"), ("o", ".forces"), ("t", ".tracks"), ("?", "dialog[open]")] {
        browser.keys(key).await?;
        browser.see(selector).await?;
    }
    browser.keys(Key::Escape + "").await?;
    browser.keys("h").await?;
    ensure!(browser.count(".overlay.no-counters").await? == 1, "one key hides the counters");
    browser.keys("h").await?;
    browser.is_quiet().await?;
    browser.close().await
}

/// Whatever else the page wants is given with the Enter key: a menu has the focus, and so has nothing else.
async fn finish_by_keys(browser: &Browser, before: i64) -> Result<()> {
    loop {
        match browser.until_answered(before, false).await? {
            Wants::Nothing => return Ok(()),
            Wants::Pick | Wants::Unit | Wants::Confirmation => browser.keys(Key::Enter + "").await?,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_works() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Phone, "cambrai").await?;
    let wide = browser.ask("return document.documentElement.scrollWidth <= innerWidth").await?;
    ensure!(wide == true, "nothing is wider than the screen");
    let map = browser
        .ask("return document.querySelector('#map').getBoundingClientRect().width === innerWidth")
        .await?;
    ensure!(map == true, "the map has the whole width");
    browser.picture("phone").await?;
    for tab in ["log", "forces", "charts"] {
        browser.click(&format!("#tabs [data-tab='{tab}']")).await?;
        browser.see(if tab == "log" { ".log" } else { ".card-area article" }).await?;
    }
    browser.picture("phone-sheet").await?;
    browser.click("#grip").await?;
    for _ in 0..4 {
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn reload_and_reconnect_keep_the_place() -> Result<()> {
    let _turn = turn().await;
    let mut house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    for _ in 0..3 {
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    // A counter that was lost fades away.
    browser.until_rest().await?;
    let where_it_is = "return [document.querySelector('.prompt').textContent, document.querySelectorAll('.log .told').length, \
        [...document.querySelectorAll('.counter')].map((one) => one.dataset.unit).sort().join()].join('|')";
    let before = browser.ask(where_it_is).await?;
    let table = table_of(&browser).await?;
    browser.driver.refresh().await?;
    browser.until_asked().await?;
    browser.until("the same position after a reload", &same(where_it_is, &before)).await?;
    house.stop().await;
    browser
        .until(
            "the page notices that the server is gone",
            "return document.querySelector('#decision').textContent.includes('No connection')",
        )
        .await?;
    house.start().await?;
    browser.until("the same position after a restart", &same(where_it_is, &before)).await?;
    ensure!(table_of(&browser).await? == table, "it is the same table");
    answer(&browser).await?;
    browser.is_quiet().await?;
    browser.close().await
}

fn same(script: &str, before: &serde_json::Value) -> String {
    format!("return (() => {{ {script} }})() === {before}")
}
