//! Pages that are looked at: the lobby, and how soon the first picture comes.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::{begin, turn};

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_every_game_and_paints_at_once() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.see(".game").await?;
    let games = games::Library::embedded()?.games().len();
    ensure!(browser.count(".game").await? == games, "every game has a card");
    let paint = browser
        .until(
            "a first paint",
            "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null",
        )
        .await?;
    let paint = paint.as_f64().context("a time")?;
    println!("the first paint took {paint:.0} ms");
    let hosts = browser
        .ask("return performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).host !== location.host).map((entry) => entry.name)")
        .await?;
    ensure!(hosts == serde_json::json!([]), "requests to other hosts: {hosts}");
    browser.picture("lobby").await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_opens_in_one_click() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for game in games::Library::embedded()?.games() {
        let id = &game.title().id;
        let browser = begin(&house, Screen::Desk, id).await?;
        ensure!(browser.count(".counter").await? > 10, "{id}: the set-up lies on the map");
        browser.picture(&format!("{id}-set-up")).await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_title_keeps_its_level_which_stands_beside_the_name() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.see(".game .level").await?;
    let levels = "return Object.fromEntries([...document.querySelectorAll('.game')].map((card) => \
        [card.querySelector('.begin').dataset.game, card.querySelector('.level').value]))";
    let first = browser.ask(levels).await?;
    for (game, level) in first.as_object().context("levels by title")? {
        ensure!(level == "captain", "{game}: the first visit meets a captain, not {level}");
    }
    let choose = "const card = document.querySelector(\".begin[data-game='cambrai']\").closest('.game'); \
        const level = card.querySelector('.level'); level.value = 'recruit'; level.dispatchEvent(new Event('change')); \
        return card.querySelector('.manner').textContent";
    let words = browser.ask(choose).await?;
    ensure!(
        words.as_str().is_some_and(|words| words.contains("captain beats it")),
        "the level is described by what it did: {words}"
    );
    browser.driver.refresh().await?;
    browser.see(".game .level").await?;
    let later = browser.ask(levels).await?;
    ensure!(later["cambrai"] == "recruit" && later["verdun"] == "captain", "each title has its own: {later}");
    browser.click(".begin[data-game='cambrai']").await?;
    browser.until_asked().await?;
    let players = browser.text("#players").await?;
    ensure!(players.contains("computer, recruit"), "the level stands beside the name: {players}");
    browser.is_quiet().await?;
    browser.close().await
}
