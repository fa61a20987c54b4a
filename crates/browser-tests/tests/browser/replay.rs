//! Games that are watched, and games that are over.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use games::Library;
use serde_json::json;

use crate::bot::{Bot, new_table, play_until};
use crate::turn;

/// One scenario of each game is played to its end by players at sockets while a browser looks on; then it is replayed
/// and its dice are audited.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_watched_to_its_end_replayed_and_audited() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let library = Library::embedded()?;
    for game in library.games() {
        let title = game.title();
        let shortest =
            title.scenarios.iter().min_by_key(|scenario| scenario.turns).context("a game has scenarios")?;
        let browser = Browser::open(Screen::Desk).await?;
        browser.go(&house.url).await?;
        let seats: Vec<_> = shortest.seats.iter().map(|seat| json!({ "seat": seat, "by": "link" })).collect();
        let wish = json!({ "game": title.id, "scenario": shortest.id, "seats": seats, "listed": true });
        let made = new_table(&browser, &wish).await?;
        let table = made["table"]["id"].as_str().context("a table")?.to_owned();
        let mut bots = Vec::new();
        for seat in &shortest.seats {
            bots.push(Bot::sit(&browser, &house, &made, u64::from(*seat)).await?);
        }
        browser.go(&format!("{}/table/{table}", house.url)).await?;
        browser.see(".counter").await?;
        let half = play_until(&mut bots, |_, answers| answers == 60).await?;
        browser.picture(&format!("{}-watched", title.id)).await?;
        let rest = play_until(&mut bots, |_, _| false).await?;
        println!("{}: {} answers", title.id, half + rest);
        wait_for_end(&browser, &title.id).await?;
        replay(&browser, &house, &table, &title.id).await?;
        audit(&browser, &house, &table).await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}

async fn wait_for_end(browser: &Browser, game: &str) -> Result<()> {
    for _ in 0..40 {
        let over = "return document.querySelector('#decision .result') !== null";
        if browser.until(&format!("the end of {game}"), over).await.is_ok() {
            return Ok(());
        }
    }
    anyhow::bail!("{game} did not end")
}

/// The slider shows any position; the first is the set-up, the last is the end.
async fn replay(browser: &Browser, house: &House, table: &str, game: &str) -> Result<()> {
    let where_they_are = "return [...document.querySelectorAll('.counter')].map((one) => one.dataset.unit + one.getAttribute('transform')).sort().join()";
    let end = browser.ask(where_they_are).await?;
    browser.click("#watch-replay").await?;
    browser.see("#replay-slider").await?;
    browser.until("the beginning", "return document.querySelector('#replay-place').textContent.startsWith('0 /') && document.querySelector('#replay-place').textContent.includes('turn')").await?;
    let beginning = browser.ask(where_they_are).await?;
    ensure!(beginning != end, "the game has moved counters");
    let slide = "const slider = document.querySelector('#replay-slider'); slider.value = Math.floor(Number(slider.max) * SHARE); \
        slider.dispatchEvent(new Event('input')); return Number(slider.value)";
    for share in ["0.5", "0.9", "0.1"] {
        let at = browser.ask(&slide.replace("SHARE", share)).await?;
        let shown = format!(
            "return document.querySelector('#replay-place').textContent.startsWith('{at} /') && document.querySelector('#replay-place').textContent.includes('turn')"
        );
        browser.until("the position under the slider", &shown).await?;
        ensure!(
            browser.ask("return location.search").await? == format!("?at={at}"),
            "the address names the position"
        );
    }
    browser.picture(&format!("{game}-replay")).await?;
    browser.ask("const eyes = document.querySelector('#replay-eyes'); eyes.value = '1'; eyes.dispatchEvent(new Event('change'))").await?;
    browser.ask(&slide.replace("SHARE", "1")).await?;
    browser.click("#close-replay").await?;
    browser.until("the present", &format!("return (() => {{ {where_they_are} }})() === {end}")).await?;
    browser.go(&format!("{}/table/{table}?at=0", house.url)).await?;
    browser
        .until("a link to the beginning", &format!("return (() => {{ {where_they_are} }})() === {beginning}"))
        .await?;
    Ok(())
}

async fn audit(browser: &Browser, house: &House, table: &str) -> Result<()> {
    browser.go(&format!("{}/audit?table={table}", house.url)).await?;
    browser.see(".audit-result.good").await?;
    browser.picture("audit").await?;
    // A single changed die is noticed.
    let forge = "const field = document.querySelector('#record'); \
        field.value = field.value.replace(/\\[([1-6])/g, (all, die) => '[' + (die === '6' ? 1 : Number(die) + 1)); \
        document.querySelector('#check').click();";
    browser.ask(forge).await?;
    browser.see(".audit-result.bad").await?;
    Ok(())
}
