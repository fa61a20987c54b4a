//! A player who goes away: the film of what was missed, and orders that stand meanwhile.

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen};
use serde_json::json;

use crate::bot::{Bot, new_table};
use crate::{answer, begin, table_of, turn};

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_sees_what_happened_as_a_film() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "link" }]);
    let wish = json!({ "game": "cambrai", "scenario": "campaign", "seats": seats });
    let made = new_table(&browser, &wish).await?;
    let mut bot = Bot::sit(&browser, &house, &made, 1).await?;
    let table = made["table"]["id"].as_str().unwrap_or_default().to_owned();
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    // The British play until it is the other side's turn, and leave.
    let whose = "return document.querySelector('#decision.mine') ? 'mine' : document.querySelector('#decision .whose') ? 'theirs' : null";
    let mut answers = 0;
    while browser.until("somebody is asked", whose).await? == "mine" {
        answer(&browser).await?;
        answers += 1;
        ensure!(answers < 120, "it is never the other side's turn");
    }
    browser.go(&house.url).await?;
    bot.answer().await?;
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.see("#film .film-strip").await?;
    ensure!(browser.text("#film").await?.starts_with("While you were away"), "the film says what it is");
    browser.picture("film").await?;
    // The film is skipped, the summary closed.
    browser
        .until(
            "the film to go",
            "const box = document.querySelector('#film'); if (box.hidden) return true; \
        box.querySelector('#skip-film, #close-summary')?.click(); return false;",
        )
        .await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn three_lines_tell_of_a_long_turn_before_the_film() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    let position = r#"
        scenario = "campaign"
        date = "1917-11-22"
        steps = ["movement"]
        impulse = 3
        active = "german"
        british = ["I", "J", "K", "L", "2", "3"]

        [now]
        area = "4"
        started = ["de-54-84", "de-54-27R", "de-54-90R"]

        [units]
        3 = ["br-62-185", "br-62-186"]
        4 = ["de-54-84", "de-54-27R", "de-54-90R"]
    "#;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "link" }]);
    let made =
        new_table(&browser, &json!({ "game": "cambrai", "position": position, "seats": seats })).await?;
    let mut bot = Bot::sit(&browser, &house, &made, 1).await?;
    let table = made["table"]["id"].as_str().unwrap_or_default().to_owned();
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    let waits = "document.querySelector('#briefing-done')?.click(); return document.querySelector('#decision:not(.mine) .whose') !== null";
    browser.until("the other side to be asked", waits).await?;
    for unit in ["de-54-84", "de-54-27R", "de-54-90R"] {
        bot.play(&format!("move {unit}")).await?;
        bot.play("to 8").await?;
    }
    bot.play("done").await?;
    browser.until_asked().await?;
    browser.see("#film #show-film").await?;
    ensure!(browser.count("#film .film-line").await? == 3, "three lines tell it");
    let first = browser.text("#film .film-line").await?;
    ensure!(first == "Germans: 3 units moved, no bombardment, no assault.", "{first}");
    browser.picture("summary").await?;
    // The film comes only if it is wanted, and its end puts the present on the map again.
    browser.click("#show-film").await?;
    browser.click("#skip-film").await?;
    browser.click("#close-summary").await?;
    browser.until_asked().await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_order_answers() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    let table = table_of(&browser).await?;
    let before = browser.rev().await?;
    browser.keys("s").await?;
    browser.see("dialog .orders-form").await?;
    browser.ask("const how = document.querySelector('dialog [aria-label=Answer]'); how.value = 'first'; how.dispatchEvent(new Event('change'))").await?;
    browser.press("Give the order").await?;
    browser.until("the order to stand", "return document.querySelector('dialog .orders b') !== null").await?;
    browser.picture("orders").await?;
    browser
        .until(
            "the order to answer",
            &format!("return Number(document.querySelector('#decision').dataset.rev) > {before}"),
        )
        .await?;
    // It stands at the server, not in the page.
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.see("#decision .whose").await?;
    browser.keys("s").await?;
    browser.press("withdraw").await?;
    browser
        .until("no orders", "return document.querySelector('dialog .orders .quiet-words') !== null")
        .await?;
    browser.is_quiet().await?;
    browser.close().await
}
