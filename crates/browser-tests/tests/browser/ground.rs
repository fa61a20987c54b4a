//! The map of a square-grid game: layers, the way of a move, dragging.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::{answer, begin, turn};

/// Plays on until a unit may be moved: places glow with their costs.
async fn until_a_move(browser: &Browser) -> Result<()> {
    for _ in 0..80 {
        if browser.count(".cost").await? > 3 {
            return Ok(());
        }
        answer(browser).await?;
        browser.until_asked().await?;
    }
    anyhow::bail!("no unit could be moved")
}

#[tokio::test(flavor = "multi_thread")]
async fn layers_ways_and_dragging() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "big-push").await?;
    browser.keys("g").await?;
    browser.click("[data-reach='zoc-german']").await?;
    browser.see("[data-layer='zoc-german'] .ground").await?;
    browser.press_in("[data-reach='zoc-german']").await?;
    browser.until("the layer to go", "return document.querySelector('.reach') === null").await?;
    browser.keys("\u{e00c}").await?;
    until_a_move(&browser).await?;
    let far = "const costs = [...document.querySelectorAll('.place.can-move')].filter((one) => { \
        const box = one.getBoundingClientRect(); \
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height * 0.3) === one; }); \
        return costs.length ? costs.at(-1).dataset.place : null";
    let place = browser.until("a place in sight", far).await?;
    let place = place.as_str().context("a place")?.to_owned();
    let selector = format!("[data-place='{place}']");
    browser.point_at(&selector).await?;
    browser.see(".way polyline").await?;
    browser.picture("way").await?;
    let unit = browser
        .until("the unit in hand", "return document.querySelector('.counter.about')?.dataset.unit ?? null")
        .await?;
    let unit = unit.as_str().context("a unit")?.to_owned();
    browser.and_wait(browser.drag(&format!("[data-unit='{unit}']"), &selector)).await?;
    let lies = browser
        .ask(&format!("return document.querySelector(\"[data-unit='{unit}'] .outline\") !== null"))
        .await?;
    ensure!(lies == true, "the counter lies on the map");
    browser.is_quiet().await?;
    browser.close().await
}
