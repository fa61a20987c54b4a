//! Real browsers at real tables. A missing browser is a failure that says what to install.

mod game;
mod looks;
mod people;
mod replay;
mod rules;

use anyhow::{Context, Result};
use browser_tests::{Browser, House, Screen};
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

/// Answers the open decision in the way the page offers first: a lit counter, a lit place, or a button; confirms it
/// when the page asks for that.
pub(crate) async fn answer(browser: &Browser) -> Result<()> {
    browser.until_asked().await?;
    browser.and_wait(async {
        if browser.count("#decision .choice").await? > browser.count(".all-options .choice").await? {
            browser.click("#decision .choice").await?;
        } else if browser.count(".counter.can").await? > 0 {
            browser.click_map(".counter.can").await?;
            // A finger first fans a pile out, then picks from it.
            if browser.count(".fan-backdrop").await? > 0 && browser.count(".counter.can").await? > 0 {
                browser.click_map(".counter.can").await?;
            }
        } else {
            browser.click_map(".place.can-move, .place.is-target").await?;
        }
        confirm(browser).await
    })
    .await
}

/// Says yes where the page asks before something that cannot be taken back.
pub(crate) async fn confirm(browser: &Browser) -> Result<()> {
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    if browser.count("#confirm").await? > 0 {
        browser.click("#confirm").await?;
    }
    if browser.count(".menu button").await? > 0 {
        browser.click(".menu button").await?;
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        if browser.count("#confirm").await? > 0 {
            browser.click("#confirm").await?;
        }
    }
    Ok(())
}
