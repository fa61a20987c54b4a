//! The texts before a game: the description of a scenario in the lobby, the side's briefing at the table.

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::turn;

#[tokio::test(flavor = "multi_thread")]
async fn the_briefing_comes_once_and_is_a_key_away() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for screen in [Screen::Desk, Screen::Phone] {
        let browser = Browser::open(screen).await?;
        browser.go(&house.url).await?;
        browser.click(".begin[data-game='cambrai']").await?;
        browser.see("#briefing-done").await?;
        let words = browser.text(".briefing").await?;
        ensure!(words.contains("Your task") && words.contains("Ideas"), "a task and ideas: {words}");
        browser.picture(&format!("briefing-{screen:?}").to_lowercase()).await?;
        browser.click("#briefing-done").await?;
        browser.until("the card to go", "return document.querySelector('.briefing') === null").await?;
        browser.ask("location.reload()").await?;
        browser.until("the question", "return document.querySelector('#decision.mine') !== null").await?;
        ensure!(browser.count(".briefing").await? == 0, "it comes once");
        browser.keys("b").await?;
        browser.see("#briefing-done").await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_says_what_a_scenario_is_like() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.see(".game .hard .dots").await?;
    let words = "return document.querySelector(\".begin[data-game='cambrai']\").closest('.game').innerText";
    let before = browser.until("the card", words).await?;
    let before = before.as_str().unwrap_or_default();
    ensure!(
        before.contains("minutes") && before.contains("The task of the British"),
        "length and task: {before}"
    );
    let german = "[...document.querySelector(\".begin[data-game='cambrai']\").closest('.game').querySelectorAll('.sides button')][1].click()";
    browser.ask(german).await?;
    let after = browser.until("the card", words).await?;
    ensure!(
        after.as_str().unwrap_or_default().contains("The task of the Germans"),
        "the task of the side: {after}"
    );
    browser.is_quiet().await?;
    browser.close().await
}
