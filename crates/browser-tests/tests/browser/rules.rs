//! What the page says about the rules: why not, odds, undo.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};
use engine::wire::Target;
use engine::{Record, Seat, Session};
use games::Library;

use crate::{answer, begin, table_of, turn};

/// The same game in this process, rebuilt from the record that the page's player may have.
async fn session(browser: &Browser, library: &Library) -> Result<Box<dyn Session>> {
    let table = table_of(browser).await?;
    let script = format!(
        "const done = arguments[arguments.length - 1]; \
         fetch('/api/tables/{table}/record?seat=0').then((answer) => answer.text()).then(done);"
    );
    let text = browser.driver.execute_async(&script, vec![]).await?;
    let record = Record::parse(text.json().as_str().context("a record")?)?;
    Ok(library.replay(&record, None)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_click_explains_itself() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    for _ in 0..40 {
        let unlit = "const lit = (one) => ['can-move', 'is-target', 'is-picked', 'can-act'].some((tint) => one.classList.contains(tint)); \
            const places = [...document.querySelectorAll('path.place')]; \
            if (!places.some((one) => one.matches('.can-move, .is-target'))) return null; \
            const frame = document.querySelector('#map').getBoundingClientRect(); \
            const dark = places.find((one) => { const box = one.getBoundingClientRect(); const x = box.left + box.width / 2, y = box.top + box.height / 2; \
              return !lit(one) && x > frame.left + 20 && x < frame.right - 80 && y > frame.top + 20 && y < frame.bottom - 20 \
                && document.elementFromPoint(x, y) === one; }); \
            return dark ? dark.id : null;";
        if let Some(id) = browser.ask(unlit).await?.as_str() {
            let before = browser.text("#decision .prompt").await?;
            browser.click_map(&format!("#{id}")).await?;
            browser.see(".note").await?;
            ensure!(
                browser.count(".note .case").await? > 0,
                "the note cites a case: {}",
                browser.text(".note").await?
            );
            ensure!(browser.text("#decision .prompt").await? == before, "nothing has changed");
            browser.picture("why-not").await?;
            browser.is_quiet().await?;
            return browser.close().await;
        }
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    anyhow::bail!("no decision with places came up");
}

/// Puts the pointer on what is clicked for a choice: its place or counter on the map, or its button.
async fn hover(browser: &Browser, play: &str, target: &Target) -> Result<()> {
    let (selector, event) = match target {
        Target::Place(place) => (format!("[data-place='{place}']"), "pointerover"),
        Target::Unit(unit) => (format!("[data-unit='{unit}']"), "pointerover"),
        Target::Button => (format!("[data-play='{play}']"), "pointerenter"),
    };
    let script = format!(
        "document.querySelector({}).dispatchEvent(new PointerEvent('{event}', {{ bubbles: true }})); return true;",
        serde_json::json!(selector)
    );
    browser.ask(&script).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_on_the_page_equal_those_of_the_engine() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let library = Library::embedded()?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    for _ in 0..60 {
        let game = session(&browser, &library).await?;
        let decision = game.decision(engine::Viewer::Seat(Seat(0))).context("an open decision")?;
        if let Some(choice) = decision.options.iter().find(|choice| choice.odds) {
            hover(&browser, &choice.play, &choice.target).await?;
            let exact =
                game.odds(Seat(0), &[], &choice.play).map_err(|refusal| anyhow::anyhow!(refusal.error))?;
            browser
                .until(
                    "the odds",
                    &format!(
                        "return document.querySelector('.odds .summary')?.textContent === {}",
                        serde_json::json!(exact.summary)
                    ),
                )
                .await?;
            let rows = browser
                .ask("return [...document.querySelectorAll('.odds .chances tr')].map((row) => [row.dataset.label, Number(row.dataset.ways), Number(row.dataset.of)])")
                .await?;
            let shown: Vec<(String, u64, u64)> = serde_json::from_value(rows)?;
            let expected: Vec<(String, u64, u64)> =
                exact.results.iter().map(|chance| (chance.label.clone(), chance.ways, chance.of)).collect();
            ensure!(shown == expected, "the page shows {shown:?}, the engine says {expected:?}");
            let sums = browser
                .ask("return Object.fromEntries([...document.querySelectorAll('.odds .sum')].map((sum) => [sum.querySelector('caption').firstChild.textContent, Number(sum.querySelector('caption b').dataset.total)]))")
                .await?;
            let shown: BTreeMap<String, i32> = serde_json::from_value(sums)?;
            let expected: BTreeMap<String, i32> =
                exact.sums.iter().map(|sum| (sum.label.clone(), sum.total)).collect();
            ensure!(shown == expected, "sums: the page shows {shown:?}, the engine says {expected:?}");
            browser.picture("odds").await?;
            browser.is_quiet().await?;
            return browser.close().await;
        }
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    anyhow::bail!("no decision with odds came up");
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_stops_where_it_must() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let library = Library::embedded()?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    let (mut taken_back, mut ended) = (false, false);
    for _ in 0..60 {
        let game = session(&browser, &library).await?;
        let may = game.may_undo(Seat(0));
        let offered = browser.ask("return !document.querySelector('#undo').disabled").await? == true;
        ensure!(may == offered, "the page offers undo exactly when the engine allows it");
        if may && !taken_back {
            let seq = game.seq();
            browser.and_wait(browser.click("#undo")).await?;
            ensure!(session(&browser, &library).await?.seq() < seq, "undo takes an entry back");
            taken_back = true;
        } else if !may && game.seq() > 0 {
            ensure!(browser.count(".undo-end").await? == 1, "a mark shows where undo ends");
            ended = true;
        }
        if taken_back && ended {
            browser.is_quiet().await?;
            return browser.close().await;
        }
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    anyhow::bail!("undo was not seen both ways: taken back {taken_back}, ended {ended}");
}
