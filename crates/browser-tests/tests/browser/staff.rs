//! The staff on screen: the victory panel, the line of the sequence of play, what is left undone.

use anyhow::{Result, ensure};
use browser_tests::{House, Screen};

use crate::ground::at_the_first;
use crate::{begin, turn};

#[tokio::test(flavor = "multi_thread")]
async fn the_victory_panel_tells_what_is_met_and_shows_what_is_lacking() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    browser.until_rest().await?;
    browser.keys("v").await?;
    browser.see("#victory .goal").await?;
    let now = browser.text("#victory .victory-now").await?;
    ensure!(now.starts_with("If it ended now: "), "{now}");
    ensure!(browser.count("#victory h4").await? == 2, "both sides have their rows");
    let first = browser.text("#victory h4").await?;
    ensure!(first == "British", "one's own side comes first, not {first}");
    ensure!(browser.count("#victory .goal[data-met='true']").await? > 0, "something is met");
    ensure!(browser.count("#victory .goal[data-met='false']").await? > 0, "something is lacking");
    // A click lights what is lacking, another puts the light out.
    browser.click("#victory button.lacking").await?;
    browser.see(".spots [data-spot]").await?;
    browser.click("#victory button.lacking").await?;
    browser.until("the light to go out", "return !document.querySelector('.spots [data-spot]')").await?;
    // Its cases open the manual as everywhere.
    browser.click("#victory [data-case]").await?;
    browser.see("body.has-manual").await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_says_where_we_are_and_what_is_left() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = at_the_first(&house, "big-push", "over-the-top", "bombard").await?;
    browser.see("#phases [aria-current]").await?;
    let now = browser.text("#phases [aria-current]").await?;
    ensure!(now == "Guns", "{now} goes on");
    let next = browser.text("#phases .phase-next").await?;
    ensure!(next == "Then: Air strike.", "{next}");
    ensure!(browser.count("#phases .phase.past").await? > 0, "what is past is dimmed");
    // The list of guns that have not fired finds one.
    browser.click("#undone").await?;
    browser.see(".menu button").await?;
    browser.ask("document.querySelectorAll('.menu button')[1].click()").await?;
    browser.see("#card h3").await?;
    // Ending the phase asks once, in the words of the list.
    browser.click("#decision [data-play='done']").await?;
    browser.see(".confirm .left-undone").await?;
    let left = browser.text(".confirm .left-undone").await?;
    ensure!(left.ends_with("not fired."), "{left}");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_the_present_phase_and_the_next() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Phone, "cambrai").await?;
    browser.see("#phases [aria-current]").await?;
    let seen = "return [...document.querySelectorAll('#phases .phase')].filter((one) => one.getClientRects().length).length";
    ensure!(browser.ask(seen).await? == 1, "only the present phase is seen");
    browser.see("#phases .phase-next").await?;
    browser.click("#victory-button").await?;
    browser.see("#victory .goal").await?;
    browser.is_quiet().await?;
    browser.close().await
}
