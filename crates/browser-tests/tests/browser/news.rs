//! What people do beside the game: a mark, a line in the log, and a place to answer.

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::people::invite;
use crate::turn;

/// Waits until the log has a line with these words.
async fn until_logged(browser: &Browser, words: &str) -> Result<()> {
    let script = format!(
        "return [...document.querySelectorAll('.log .told')].some((line) => line.textContent.includes('{words}')) || null"
    );
    browser.until(&format!("'{words}' in the log"), &script).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_and_draw_offers_are_marked_logged_and_answered() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let anna = Browser::open(Screen::Desk).await?;
    let bert = Browser::open(Screen::Desk).await?;
    let link = invite(&anna, &house).await?;
    bert.go(&link).await?;
    bert.see("#decision .prompt").await?;
    anna.until_asked().await?;
    until_logged(&anna, "takes the seat of the Germans").await?;
    bert.keys("x").await?;
    bert.click(".chat-form input").await?;
    bert.keys("Good luck").await?;
    bert.press("Say").await?;
    anna.until("a mark", "return document.body.dataset.unread ?? null").await?;
    until_logged(&anna, "Good luck").await?;
    anna.keys("x").await?;
    anna.until("the mark to go", "return document.body.dataset.unread === undefined").await?;
    bert.click("#menu-button").await?;
    bert.press("Offer a draw").await?;
    anna.see("#accept-draw").await?;
    until_logged(&anna, "The Germans offer a draw.").await?;
    anna.picture("draw-offer").await?;
    anna.click("#accept-draw").await?;
    anna.click("#agree").await?;
    bert.see("#decision .result").await?;
    until_logged(&bert, "The British accept the draw.").await?;
    anna.is_quiet().await?;
    bert.is_quiet().await?;
    anna.close().await?;
    bert.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resignation_stands_in_the_log() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = crate::begin(&house, Screen::Desk, "cambrai").await?;
    browser.click("#menu-button").await?;
    browser.press("Resign").await?;
    browser.press("Yes, resign").await?;
    browser.see("#decision .result").await?;
    until_logged(&browser, "The British resign.").await?;
    ensure!(browser.count("#decision .choice").await? == 0, "nothing is asked any more");
    browser.is_quiet().await?;
    browser.close().await
}
