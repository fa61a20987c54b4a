//! Orders and counters that go together: many answers for a click or two.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::question::at_a_position;
use crate::{begin, turn};

/// Three units of one area that may move, and an enemy beside it.
const STACK: &str = r#"
    scenario = "campaign"
    date = "1917-11-22"
    steps = ["movement"]
    impulse = 4
    british = ["I", "J", "K", "L", "2", "3"]

    [now]
    area = "3"
    started = ["tank-G-6", "br-62-185", "br-62-186"]

    [units]
    3 = ["tank-G-6", "br-62-185", "br-62-186"]
    4 = ["de-54-84"]
"#;

/// Comes to the movement of an impulse from area 3.
async fn in_movement(house: &House, screen: Screen) -> Result<Browser> {
    let browser = at_a_position(house, screen, "cambrai", STACK).await?;
    ensure!(kind(&browser).await? == "movement", "it comes to the movement");
    browser.until_rest().await?;
    Ok(browser)
}

/// What kind of question is open.
pub(crate) async fn kind(browser: &Browser) -> Result<String> {
    let kind = browser.ask("return document.querySelector('#decision').dataset.kind").await?;
    Ok(kind.as_str().context("a kind")?.to_owned())
}

/// Where each counter of a list lies, by its title.
async fn lie(browser: &Browser, units: &[&str]) -> Result<Value> {
    let script = format!(
        "return {}.map((id) => {{ const box = document.querySelector(`[data-unit='${{id}}']`).getBoundingClientRect(); \
         return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]; }})",
        json!(units)
    );
    browser.ask(&script).await
}

#[tokio::test(flavor = "multi_thread")]
async fn one_button_is_a_barrage_and_lights_its_target() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    let orders = browser.count("[data-order^='barrage-']").await?;
    ensure!(orders == 5, "each of the five barrages has a button, not {orders}");
    let odds = "return [...document.querySelectorAll('[data-order^=barrage-] .odds-line')].every((one) => one.textContent.includes('%')) || null";
    browser.until("the odds on every button", odds).await?;
    browser.point_at_element("[data-order^='barrage-']").await?;
    browser.see(".place.preview").await?;
    browser.see(".counter.preview").await?;
    browser.until_settled().await?;
    browser.picture("orders-cambrai").await?;
    // One click fires: the target is the strongest unit there.
    let before = browser.rev().await?;
    browser.click("[data-order^='barrage-']").await?;
    let fewer = "return document.querySelector('#decision.mine') && document.querySelectorAll('[data-order^=barrage-]').length === 4 || null";
    browser.until("four barrages to be left", fewer).await?;
    ensure!(browser.rev().await? > before, "the table has changed");
    ensure!(browser.count("#confirm").await? == 0, "it does not ask twice");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_goes_by_one_order_and_comes_back_by_one_undo() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = in_movement(&house, Screen::Desk).await?;
    let words = browser.text("[data-order^='all-to-']").await?;
    ensure!(words.starts_with("Everyone who can to 4"), "enemies come first: {words}");
    browser.click("[data-order^='all-to-']").await?;
    browser.see("#undo-order").await?;
    ensure!(browser.text("#undo-order").await?.starts_with("Take back all"), "they have gone as one");
    browser.click("#undo-order").await?;
    browser.see("[data-order^='all-to-']").await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_box_takes_counters_in_hand_and_a_click_sends_them() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = in_movement(&house, Screen::Desk).await?;
    let units = ["tank-G-6", "br-62-185", "br-62-186"];
    let points = lie(&browser, &units).await?;
    let numbers = |axis: usize| -> Vec<f64> {
        points.as_array().into_iter().flatten().filter_map(|point| point[axis].as_f64()).collect()
    };
    let span = |axis: usize| {
        let all = numbers(axis);
        let low = all.iter().copied().fold(f64::MAX, f64::min) as i64 - 40;
        let high = all.iter().copied().fold(f64::MIN, f64::max) as i64 + 40;
        (low, high)
    };
    let ((left, right), (top, bottom)) = (span(0), span(1));
    let chain = browser.driver.action_chain().key_down(Key::Shift).move_to(left, top).click_and_hold();
    let chain = chain
        .move_to(i64::midpoint(left, right), i64::midpoint(top, bottom))
        .move_to(right, bottom)
        .release();
    chain.key_up(Key::Shift).perform().await?;
    browser.see("#in-hand").await?;
    ensure!(browser.count(".counter.chosen").await? == 3, "all three are in hand");
    browser
        .until("places to be lit", "return document.querySelectorAll('.place.can-move').length > 0 || null")
        .await?;
    browser.picture("box").await?;
    browser.click_map(".place.can-move[data-place='4']").await?;
    // The last step would make the assault roll: that is asked about, and the others have gone.
    browser.see("#confirm").await?;
    let there = "const box = document.querySelector(\"[data-place='4']\").getBoundingClientRect(); \
        return ['tank-G-6', 'br-62-185'].every((id) => { const one = document.querySelector(`[data-unit='${id}']`).getBoundingClientRect(); \
        const x = (one.left + one.right) / 2, y = (one.top + one.bottom) / 2; \
        return x > box.left && x < box.right && y > box.top && y < box.bottom; }) || null";
    browser.until("the tank and a brigade to lie in area 4", there).await?;
    browser.until_settled().await?;
    browser.and_wait(browser.click("#confirm")).await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_press_takes_a_stack_in_hand_on_a_phone() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = in_movement(&house, Screen::Phone).await?;
    browser.see("[data-unit='tank-G-6']").await?;
    // A finger that rests: the page hears it as the touch screen would tell it.
    let press = "const one = document.querySelector(\"[data-unit='tank-G-6']\"); const box = one.getBoundingClientRect(); \
        const at = { bubbles: true, clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2, pointerType: 'touch', pointerId: 7, isPrimary: true }; \
        one.dispatchEvent(new PointerEvent('pointerdown', at)); setTimeout(() => one.dispatchEvent(new PointerEvent('pointerup', at)), 900);";
    browser.ask(press).await?;
    browser.see("#in-hand").await?;
    ensure!(browser.count(".counter.chosen").await? == 3, "the whole stack is in hand");
    browser
        .until("places to be lit", "return document.querySelectorAll('.place.can-move').length > 0 || null")
        .await?;
    browser.picture("box-phone").await?;
    browser.click("#put-down").await?;
    browser
        .until("nothing to be in hand", "return document.querySelector('.counter.chosen') === null")
        .await?;
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_legend_explains_what_lies_on_the_table() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for game in ["cambrai", "big-push", "verdun"] {
        let browser = begin(&house, Screen::Desk, game).await?;
        browser.until_rest().await?;
        browser.keys("k").await?;
        browser.see("#legend dl").await?;
        let (signs, words) = (browser.count("#legend dt").await?, browser.count("#legend dd").await?);
        ensure!(signs == words && signs > 20, "{signs} signs have {words} explanations");
        let empty = "return [...document.querySelectorAll('#legend dt')].filter((one) => { \
            const use = one.querySelector('use'); \
            return use ? document.querySelector(use.getAttribute('href')) === null : one.childElementCount === 0; }).length";
        ensure!(browser.ask(empty).await? == 0, "every sign of {game} is drawn");
        let pictures = "const all = [...document.querySelectorAll('#legend img')]; all.forEach((one) => { one.loading = 'eager'; }); \
            return all.length > 0 && all.every((one) => one.complete && one.naturalWidth > 0) || null";
        browser.until("the pieces of the map", pictures).await?;
        browser.picture(&format!("legend-{game}")).await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}
