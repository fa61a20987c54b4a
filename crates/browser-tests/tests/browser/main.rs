//! Real browsers at real tables. A missing browser is a failure that says what to install.

mod account;
mod advice;
mod away;
mod bot;
mod briefing;
mod clicks;
mod ends;
mod game;
mod ground;
mod looks;
mod manual;
mod news;
mod people;
mod question;
mod replay;
mod rules;
mod school;
mod staff;
mod together;
mod watch;

use anyhow::{Context, Result};
use browser_tests::{Browser, House, Screen, Wants};
use tokio::sync::{Mutex, MutexGuard};

/// Browsers are heavy: one test at a time.
static TURN: Mutex<()> = Mutex::const_new(());

/// Waits for its turn.
pub(crate) async fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().await
}

/// A stranger comes to the lobby and begins a game against the computer: one click on the game's card.
pub(crate) async fn begin(house: &House, screen: Screen, game: &str) -> Result<Browser> {
    let browser = Browser::open(screen).await?;
    browser.go(&house.url).await?;
    browser.click(&format!(".begin[data-game='{game}']")).await?;
    browser.see("#decision .prompt").await?;
    browser.until_asked().await?;
    Ok(browser)
}

/// The id of the table that a browser shows.
pub(crate) async fn table_of(browser: &Browser) -> Result<String> {
    let path = browser.ask("return location.pathname").await?;
    let id = path.as_str().and_then(|path| path.strip_prefix("/table/"));
    Ok(id.context("the browser is at a table")?.to_owned())
}

/// Answers the open decision in the way the page offers first: a button, a lit counter or a lit place.
pub(crate) async fn answer(browser: &Browser) -> Result<()> {
    browser.until_asked().await?;
    browser.until_settled().await?;
    let before = browser.rev().await?;
    if browser.count("#decision .choice").await? > browser.count(".all-options .choice").await? {
        browser.click("#decision .choice").await?;
    } else if browser.count(".counter.can").await? > 0 {
        browser.click_map(".counter.can").await?;
    } else {
        browser.click_map(LIT_PLACE).await?;
    }
    finish(browser, before).await
}

/// Places that may be clicked.
pub(crate) const LIT_PLACE: &str = ".place.can-move, .place.is-target";

/// Gives the page whatever else it wants until the table has changed: which of several, and a yes where it asks before
/// something that cannot be taken back.
pub(crate) async fn finish(browser: &Browser, before: i64) -> Result<()> {
    // A finger first fans a pile out, then picks from it.
    let mut piles_fan = browser.ask("return matchMedia('(pointer: coarse)').matches").await? == true;
    loop {
        match browser.until_answered(before, piles_fan).await? {
            Wants::Nothing => return Ok(()),
            Wants::Pick => browser.press_in(".menu button").await?,
            Wants::Confirmation => browser.press_in("#confirm").await?,
            Wants::Unit => {
                piles_fan = false;
                browser.click_map(".counter.can").await?;
            }
        }
    }
}
