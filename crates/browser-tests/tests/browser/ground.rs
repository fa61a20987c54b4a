//! The maps of the games on squares: layers, the way of a move, dragging.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use serde_json::json;
use thirtyfour::Key;

use crate::bot::{Bot, new_table, play_until};
use crate::{begin, turn};

/// A browser at a table whose first movement has come.
async fn at_the_first_move(house: &House, game: &str, scenario: &str) -> Result<Browser> {
    at_the_first(house, game, scenario, "move").await
}

/// A browser at a table whose first question of a kind has come: what is before it is answered through sockets, the
/// browser's own seat as if from another device of the same player.
pub(crate) async fn at_the_first(house: &House, game: &str, scenario: &str, kind: &str) -> Result<Browser> {
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "link" }]);
    let wish = json!({ "game": game, "scenario": scenario, "seats": seats });
    let made = new_table(&browser, &wish).await?;
    let other = Bot::sit(&browser, house, &made, 1).await?;
    let mut bots = [Bot::share(house, &made, 0).await?, other];
    let table = made["table"]["id"].as_str().context("a table")?;
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.see("#decision .prompt").await?;
    let is_first = |bot: &Bot| bot.kind == kind && bot.seat == 0;
    play_until(&mut bots, |bot, _| is_first(bot)).await?;
    ensure!(is_first(&bots[0]), "{game} comes to a question of the kind '{kind}'");
    let rev = format!("return Number(document.querySelector('#decision').dataset.rev) === {}", bots[0].rev);
    browser.until("the page to show it", &rev).await?;
    browser.until_asked().await?;
    browser.until_rest().await?;
    Ok(browser)
}

/// Switches a layer of the map and says whether what is drawn has changed as it should.
async fn switch(browser: &Browser, words: &str, shown: &str) -> Result<()> {
    let press = format!(
        "[...document.querySelectorAll('.menu label')].find((one) => one.textContent.startsWith('{words}')).querySelector('input').click()"
    );
    let seen = format!(
        "const one = document.querySelector(\"{shown}\"); return one !== null && one.getClientRects().length > 0"
    );
    let before = browser.ask(&seen).await?;
    browser.ask(&press).await?;
    browser.until(words, &format!("return (() => {{ {seen} }})() !== {before}")).await?;
    browser.ask(&press).await?;
    browser.until(words, &format!("return (() => {{ {seen} }})() === {before}")).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn layers_lie_over_the_map_and_go_again() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for (game, scenario, other) in
        [("big-push", "over-the-top", "supply"), ("verdun", "firestorm", "command")]
    {
        let browser = at_the_first_move(&house, game, scenario).await?;
        browser.keys("g").await?;
        browser.see("[data-reach]").await?;
        for words in ["German command range", "German zones of control"] {
            switch(&browser, words, ".reach .ground").await?;
        }
        switch(&browser, "Names", "#layer-names text").await?;
        switch(&browser, "Grid", "#layer-grid > *").await?;
        switch(&browser, "Counters", ".counter").await?;
        switch(&browser, "Control", ".atlas:not(.no-control) .place").await?;
        for kind in ["zoc", other] {
            let all = format!(
                "document.querySelectorAll(\"[data-reach^='{kind}']\").forEach((one) => one.click()); return document.querySelectorAll(\"[data-reach^='{kind}']\").length"
            );
            let count = browser.ask(&all).await?.as_u64().unwrap_or_default();
            ensure!(count > 0, "{game} knows {kind}");
            browser
                .until(
                    kind,
                    &format!(
                        "return document.querySelectorAll(\"[data-layer^='{kind}']\").length === {count}"
                    ),
                )
                .await?;
        }
        browser.keys(Key::Escape + "").await?;
        browser.picture(&format!("{game}-layers")).await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_takes_what_was_drawn_when_the_button_went_down() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "big-push").await?;
    browser.until_rest().await?;
    // The button goes down on one counter of a pile and up when another one lies there.
    let press = "const at = (x, y) => document.elementFromPoint(x, y)?.closest('[data-unit]') ?? null; \
        const frame = document.querySelector('#map').getBoundingClientRect(); \
        const counters = [...document.querySelectorAll('.counter')]; \
        for (const one of counters) { \
          const box = one.getBoundingClientRect(); \
          if (box.left < frame.left || box.right > frame.right - 80 || box.top < frame.top || box.bottom > frame.bottom) continue; \
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]; \
          if (at(x, y) !== one) continue; \
          const other = counters.find((two) => two !== one); \
          const where = { bubbles: true, pointerType: 'mouse', button: 0, clientX: x, clientY: y }; \
          document.elementFromPoint(x, y).dispatchEvent(new PointerEvent('pointerdown', where)); \
          document.elementFromPoint(x, y).dispatchEvent(new PointerEvent('pointerup', where)); \
          other.dispatchEvent(new MouseEvent('click', where)); \
          return one.dataset.unit; } \
        return null;";
    let unit = browser.until("a counter in sight", press).await?;
    let shown = "return document.querySelector('[data-inspect]')?.dataset.inspect ?? null";
    let inspected = browser.until("the card of a counter", shown).await?;
    ensure!(inspected == unit, "{unit} was pressed, {inspected} was taken");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_under_the_counters_can_be_seen() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    browser.until_rest().await?;
    browser.point_at(".counter[data-unit='gar-03']").await?;
    browser.see(".covered-name text").await?;
    ensure!(
        browser.text(".covered-name").await?.contains("Ribécourt"),
        "the name of the place stands above its counters"
    );
    let held = "document.dispatchEvent(new KeyboardEvent('KIND', { key: 'w', bubbles: true })); \
        return document.querySelector('.overlay').classList.contains('see-through')";
    ensure!(browser.ask(&held.replace("KIND", "keydown")).await? == true, "the counters fade");
    ensure!(browser.ask(&held.replace("KIND", "keyup")).await? == false, "the counters come back");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_shows_its_cost_and_its_way_and_can_be_dragged() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = at_the_first_move(&house, "big-push", "over-the-top").await?;
    // A counter that stands alone, in sight, is taken up by a click; where it may go glows with its cost.
    let alone = "const covered = (one) => { const box = one.getBoundingClientRect(); \
          return !one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); }; \
        return [...document.querySelectorAll('.counter.can')].filter((one) => !covered(one)).map((one) => one.dataset.unit)";
    let units: Vec<String> = serde_json::from_value(browser.until("counters in sight", alone).await?)?;
    let mut in_hand = None;
    for unit in units {
        browser.and_wait(browser.click_map(&format!(".counter[data-unit='{unit}']"))).await?;
        if browser.count(".cost").await? > 3 {
            in_hand = Some(unit);
            break;
        }
        browser.and_wait(browser.press("Undo")).await?;
    }
    let unit = in_hand.context("a unit that may go somewhere")?;
    let counter = format!(".counter[data-unit='{unit}']");
    // The place that costs most, among those in sight.
    let far = "const points = (one) => parseFloat(one.getAttribute('aria-label').match(/[\\d½]+(?= MP)/)?.[0]?.replace('½', '.5') ?? '0'); \
        const inSight = [...document.querySelectorAll('.place.can-move')].filter((one) => { \
          const box = one.getBoundingClientRect(); \
          return document.elementFromPoint(box.left + box.width / 2, box.top + box.height * 0.3) === one; }); \
        return inSight.sort((one, other) => points(other) - points(one))[0]?.dataset.place ?? null";
    let place = browser.until("a place in sight", far).await?;
    let place = place.as_str().context("a place")?.to_owned();
    let goal = format!(".place[data-place='{place}']");
    // A map that still glides when the pointer arrives takes no notice of it; a hand would move again.
    let mut is_drawn = false;
    for _ in 0..3 {
        browser.point_at(&goal).await?;
        is_drawn = browser.see(".way polyline").await.is_ok();
        if is_drawn {
            break;
        }
        let _ = browser.point_at(&counter).await;
    }
    ensure!(is_drawn, "the way is drawn");
    let from = browser
        .ask(&format!("return document.querySelector(\"{counter}\").getAttribute('transform')"))
        .await?;
    browser.picture("way").await?;
    // Carried somewhere forbidden, it goes back and the page says why.
    let forbidden = "return [...document.querySelectorAll('.place:not(.can-move)')].find((one) => { \
        const box = one.getBoundingClientRect(); \
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === one; })?.dataset.place ?? null";
    let nowhere = browser.until("a place that is too far", forbidden).await?;
    let nowhere = nowhere.as_str().context("a place")?;
    browser.drag(&counter, &format!(".place[data-place='{nowhere}']")).await?;
    browser.see(".note .case").await?;
    let back = format!("return document.querySelector(\"{counter}\").getAttribute('transform') === {from}");
    browser.until("the counter to lie where it was", &back).await?;
    // Carried to where it may go, it stays there.
    browser.and_wait(browser.drag(&counter, &goal)).await?;
    let there = format!(
        "const [one, goal] = [document.querySelector(\"{counter}\"), document.querySelector(\"{goal}\")].map((part) => part.getBoundingClientRect()); \
         const [x, y] = [one.left + one.width / 2, one.top + one.height / 2]; \
         return x > goal.left && x < goal.right && y > goal.top && y < goal.bottom"
    );
    browser.until("the counter to lie where it was carried", &there).await?;
    browser.is_quiet().await?;
    browser.close().await
}
