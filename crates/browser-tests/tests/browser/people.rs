//! Two people: live, at one screen, and with the wrong link.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use serde_json::json;

use crate::{LIT_PLACE, answer, finish, table_of, turn};

/// Sets up a table by the long dialog, the first seat for oneself and the other for a friend.
pub(crate) async fn invite(browser: &Browser, house: &House) -> Result<String> {
    browser.go(&house.url).await?;
    browser.click(".other[data-game='cambrai']").await?;
    browser.click(".setup-form button[type='submit']").await?;
    browser.see(".waiting-room").await?;
    let link = browser.ask("return document.querySelector('.waiting-room .link-line input').value").await?;
    Ok(link.as_str().context("a link to send")?.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_live() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let anna = Browser::open(Screen::Desk).await?;
    let bert = Browser::open(Screen::Small).await?;
    let link = invite(&anna, &house).await?;
    bert.go(&link).await?;
    bert.see("#decision .prompt").await?;
    let hash = bert.ask("return location.hash").await?;
    ensure!(hash == "", "the secret of the link does not stay in the address");
    for _ in 0..8 {
        anna.until("somebody is asked", "return document.querySelector('#decision .whose') !== null").await?;
        let active = if anna.count("#decision.mine").await? > 0 { &anna } else { &bert };
        active.until_asked().await?;
        answer(active).await?;
    }
    // Players at the table are told who comes.
    let lines = anna.count(".log .told:has([data-case])").await?;
    bert.until(
        "the other browser has seen it too",
        &format!("return document.querySelectorAll('.log .told:has([data-case])').length >= {lines}"),
    )
    .await?;
    let counters =
        "return [...document.querySelectorAll('.counter')].map((one) => one.dataset.unit).sort().join()";
    ensure!(anna.ask(counters).await? == bert.ask(counters).await?, "both see the same counters");
    anna.is_quiet().await?;
    bert.is_quiet().await?;
    anna.close().await?;
    bert.close().await
}

/// Plays at one screen until the table has changed hands twice; how often the curtain had to be opened.
async fn pass_to_and_fro(browser: &Browser) -> Result<usize> {
    let (mut sides, mut curtains) = (Vec::new(), 0);
    for _ in 0..60 {
        browser
            .until("a decision or the curtain", "return document.querySelector('#decision.mine') !== null || !document.querySelector('#curtain').hidden")
            .await?;
        if browser.ask("return !document.querySelector('#curtain').hidden").await? == true {
            curtains += 1;
            browser.picture("curtain").await?;
            browser.click("#open-curtain").await?;
            browser.until("the curtain opens", "return document.querySelector('#curtain').hidden").await?;
        }
        browser.until_asked().await?;
        let side = browser.text("#decision .whose").await?;
        if sides.last() != Some(&side) {
            sides.push(side);
        }
        if sides.len() >= 3 {
            return Ok(curtains);
        }
        pass(browser).await?;
    }
    anyhow::bail!("the table did not change hands: {sides:?}")
}

#[tokio::test(flavor = "multi_thread")]
async fn hotseat_passes_through_the_curtain() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.keep("curtain", &json!("always")).await?;
    browser.click(".hotseat[data-game='cambrai']").await?;
    browser.see("#decision .prompt").await?;
    ensure!(pass_to_and_fro(&browser).await? >= 2, "the curtain closes at each change of hands");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_curtain_stays_open_where_nothing_is_hidden() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.click(".hotseat[data-game='cambrai']").await?;
    browser.until_asked().await?;
    let setting = "return document.querySelector('.menu [data-setting=curtain]')?.value ?? null";
    browser.click("#menu-button").await?;
    ensure!(browser.until("the setting", setting).await? == "secrets", "the curtain is there for secrets");
    browser.click("#menu-button").await?;
    ensure!(pass_to_and_fro(&browser).await? == 0, "nothing is hidden at Cambrai");
    // A player alone has no opponent to hide anything from.
    browser.go(&house.url).await?;
    browser.click(".alone[data-game='verdun']").await?;
    browser.until_asked().await?;
    browser.click("#menu-button").await?;
    ensure!(browser.until("the setting", setting).await? == "never", "alone there is no curtain");
    browser.is_quiet().await?;
    browser.close().await
}

/// The last button is the one that ends something; without buttons, whatever comes first.
async fn pass(browser: &Browser) -> Result<()> {
    let buttons = "const all = [...document.querySelectorAll('#decision .buttons:not(.many) .choice')]; \
        if (all.length === 0) return false; all.at(-1).click(); return true;";
    browser.until_settled().await?;
    let before = browser.rev().await?;
    if browser.ask(buttons).await? != true {
        browser.click_map(&format!(".counter.can, {LIT_PLACE}")).await?;
    }
    finish(browser, before).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_link_of_another_table_is_refused() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let anna = Browser::open(Screen::Desk).await?;
    let first = invite(&anna, &house).await?;
    let secret = first.split_once('#').context("a link has a secret")?.1.to_owned();
    invite(&anna, &house).await?;
    let other = table_of(&anna).await?;
    let stranger = Browser::open(Screen::Desk).await?;
    stranger.go(&format!("{}/table/{other}#{secret}", house.url)).await?;
    stranger.see(".stopped").await?;
    ensure!(stranger.count(".counter").await? == 0, "a stranger sees nothing of the table");
    anna.close().await?;
    stranger.close().await
}
