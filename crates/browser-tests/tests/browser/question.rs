//! How questions are put: what is grave is confirmed, what has a place is on the map, many answers have a search.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use serde_json::json;
use thirtyfour::Key;

use crate::bot::new_table;
use crate::ground::at_the_first;
use crate::{LIT_PLACE, begin, finish, turn};

/// A browser at a table that begins from a position, with both seats.
pub(crate) async fn at_a_position(
    house: &House,
    screen: Screen,
    game: &str,
    position: &str,
) -> Result<Browser> {
    let browser = Browser::open(screen).await?;
    browser.go(&house.url).await?;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "me" }]);
    let wish = json!({ "game": game, "position": position, "seats": seats });
    let made = new_table(&browser, &wish).await?;
    let table = made["table"]["id"].as_str().context("a table")?;
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.until_asked().await?;
    Ok(browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_rolls_dice_is_confirmed_with_its_odds() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    browser.and_wait(browser.click_map(LIT_PLACE)).await?;
    browser.until_asked().await?;
    let before = browser.rev().await?;
    browser.click_map(".counter.can").await?;
    browser.see("#confirm").await?;
    let odds = "return document.querySelector('.confirm .odds-line')?.textContent.includes('%') || null";
    browser.until("the odds on the card", odds).await?;
    ensure!(browser.rev().await? == before, "nothing is rolled before the yes");
    browser.picture("confirmation").await?;
    // Not yet: the question is open again.
    browser.click("#let-be").await?;
    ensure!(browser.count("#confirm").await? == 0, "the card goes");
    browser.click_map(".counter.can").await?;
    browser.see("#confirm").await?;
    browser.until_settled().await?;
    browser.and_wait(browser.click("#confirm")).await?;
    // One setting turns it off.
    browser.keep("confirm", &json!(false)).await?;
    browser.until_asked().await?;
    browser.and_wait(browser.click_map(LIT_PLACE)).await?;
    browser.until_asked().await?;
    if browser.count(".counter.can").await? > 0 {
        browser.and_wait(browser.click_map(".counter.can")).await?;
    }
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_gives_many_answers_and_is_taken_back_as_one() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "big-push").await?;
    let order = "[data-order='modes-as-they-are']";
    browser.see(order).await?;
    let question = browser.text("#decision .prompt").await?;
    browser.picture("orders").await?;
    browser.click(order).await?;
    browser.see("#undo-order").await?;
    ensure!(browser.count(order).await? == 0, "the headquarters are settled");
    browser.click("#undo-order").await?;
    let first = json!(question);
    let asked =
        format!("return document.querySelector('#decision .prompt')?.textContent === {first} || null");
    browser.until("the first question again", &asked).await?;
    browser.see(order).await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_planned_stands_on_the_map_with_its_chance() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let position = r#"
        scenario = "over-the-top"
        turn = 4
        stack = ["turn 13", "commitment allied 1", "commit british -"]
        units = ["br-hq-viii H20 east", "br-4 J20 east", "br-b3-1 J21 east", "ge-52-170 K20 west", "ge-2gr-77 V1 west"]
    "#;
    let browser = at_a_position(&house, Screen::Desk, "big-push", position).await?;
    ensure!(browser.count("[data-plan]").await? == 0, "nothing is planned yet");
    browser.and_wait(browser.click_map(".counter.can")).await?;
    browser.until_asked().await?;
    let chance = "return document.querySelector('.plan-slip')?.textContent.includes('%') || null";
    browser.until("the chance on the map", chance).await?;
    let list = "return document.querySelector('.plan li')?.textContent.includes('to take') || null";
    browser.until("the chance in the list", list).await?;
    browser.until_settled().await?;
    browser.picture("plan").await?;
    browser.click("#undo").await?;
    browser.until("no plan", "return document.querySelectorAll('[data-plan]').length === 0 || null").await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_with_its_odds_is_its_own_confirmation() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let position = r#"
        scenario = "campaign"
        date = "1917-11-22"
        impulse = 4
        active = "british"
        british = ["I", "J", "K", "L", "2", "3"]

        [units]
        3 = ["tank-G-6", "br-62-185"]
        4 = ["de-54-84", "de-54-27R"]
    "#;
    let browser = at_a_position(&house, Screen::Desk, "cambrai", position).await?;
    browser.see("#decision .wide").await?;
    let key = browser.ask("return document.querySelector('#decision .wide').dataset.key").await?;
    ensure!(key != "1", "what acts at once is never the first key");
    let odds = "return document.querySelector('.wide .odds-line')?.textContent.includes('%') || null";
    browser.until("the odds on the button", odds).await?;
    browser.until_settled().await?;
    browser.picture("wide-button").await?;
    browser.and_wait(browser.click("#decision .wide")).await?;
    ensure!(browser.count("#confirm").await? == 0, "it does not ask twice");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn many_answers_are_a_sheet_with_a_search() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let position = r#"
        scenario = "campaign"
        date = "1917-11-25"
        steps = ["purchase"]
        asked = "british"
        ammunition = [16, 0]
        british = ["I", "J", "K", "L", "2", "3"]

        [units]
        3 = ["tank-G-6", "br-62-185"]
        4 = ["de-54-84", "de-54-27R"]
    "#;
    let browser = at_a_position(&house, Screen::Desk, "cambrai", position).await?;
    browser.see(".answer-sheet input").await?;
    ensure!(browser.count(".answer-sheet .choice").await? == 17, "none to sixteen markers");
    browser.click(".answer-sheet input").await?;
    browser.keys("12").await?;
    let left = "const left = [...document.querySelectorAll('.answer-sheet .choice')].filter((one) => !one.hidden); \
        return left.length === 1 ? left[0].textContent : null";
    let found = browser.until("one answer is left", left).await?;
    ensure!(found.as_str().is_some_and(|words| words.contains("12")), "the search found {found}");
    browser.picture("answer-sheet").await?;
    let before = browser.rev().await?;
    browser.keys(Key::Enter + "").await?;
    finish(&browser, before).await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_air_question_is_answered_on_the_map() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = at_the_first(&house, "verdun", "firestorm", "fly").await?;
    browser.until_asked().await?;
    let buttons = "return document.querySelectorAll('#decision .choice').length \
        - document.querySelectorAll('.all-options .choice').length";
    let buttons = browser.ask(buttons).await?;
    ensure!(buttons.as_u64().is_some_and(|count| count <= 12), "{buttons} buttons");
    let raw = "return [...document.querySelectorAll('#decision [data-play]')] \
        .filter((one) => one.textContent.trim() === one.dataset.play).length";
    ensure!(browser.ask(raw).await? == 0, "no typed answer is a label");
    let (all, faint) =
        (browser.count(".place.is-target").await?, browser.count(".place.is-target.faint").await?);
    ensure!(all > faint && faint > 0, "of {all} squares {faint} are lit faintly");
    ensure!(browser.count(".place.unlit").await? > 0, "one's own rear is not lit");
    browser.click("#everything").await?;
    ensure!(browser.count(".place.unlit, .place.faint").await? == 0, "everything can be lit");
    browser.picture("air").await?;
    let before = browser.rev().await?;
    browser.click_map(".place.is-target").await?;
    finish(&browser, before).await?;
    browser.is_quiet().await?;
    browser.close().await
}

/// Two guns that fire, and a gun that could answer each.
const DUEL: &str = r#"
    scenario = "over-the-top"
    turn = 2
    stack = ["turn 6", "bombardment allied"]
    observation = [false, false]
    units = ["br-art-2 G9 east", "br-art-3 G11 east", "br-hq-viii F9 back", "ge-art-8 K9 west", "ge-hq-xvii L9 back",
        "ge-bn2-1 J10 west", "ge-bn2-2 J12 west"]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_passed_over_for_the_rest_of_the_turn() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = at_a_position(&house, Screen::Desk, "big-push", DUEL).await?;
    browser.until_rest().await?;
    // The order fires with all guns, and the other side is asked first.
    browser.click("[data-order^='bombard-']").await?;
    browser.see("#decision[data-kind='counter-battery']").await?;
    // The other side has not read its briefing yet.
    browser.click("#briefing-done").await?;
    browser.until_rest().await?;
    browser.click(".turn-order summary").await?;
    browser.picture("turn-order").await?;
    browser.click("[data-turn-order='pass']").await?;
    browser.see("#decision:not([data-kind='counter-battery'])").await?;
    let log = "return document.querySelector('#log').textContent.includes('Bombardment of') || null";
    browser.until("the guns to have fired unanswered", log).await?;
    browser.is_quiet().await?;
    browser.close().await
}
