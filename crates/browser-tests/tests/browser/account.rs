//! The account of a finished game.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen, root};
use serde_json::json;

use crate::turn;

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_has_an_account_from_which_another_way_can_be_tried() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let record = std::fs::read_to_string(root().join("replays/cambrai-tank-attack.game"))?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    let script = format!(
        "const done = arguments[arguments.length - 1]; fetch('/api/tables/upload', {{ method: 'POST', \
         headers: {{ 'Content-Type': 'text/plain' }}, body: {} }}).then((answer) => answer.json()).then(done);",
        json!(record)
    );
    let made = browser.driver.execute_async(&script, vec![]).await?.json().clone();
    let table = made["table"]["id"].as_str().with_context(|| format!("a table: {made}"))?.to_owned();
    // From the table of the finished game to its account.
    browser.go(&format!("{}/table/{table}", house.url)).await?;
    browser.click("#account").await?;
    browser.see(".account-result").await?;
    browser.see("#luck-words").await?;
    browser.see("#losses li").await?;
    ensure!(browser.count("#losses li").await? == 2, "both sides have their losses");
    let moments = browser.count("#moments li").await?;
    ensure!((1..=5).contains(&moments), "{moments} turning points");
    browser
        .until("the last map", "const map = document.querySelector('.last-map img'); return map.complete && map.naturalWidth > 100")
        .await?;
    browser.picture("account").await?;
    let words = browser.ask("const text = document.querySelector('#account').cloneNode(true); text.querySelector('.account-share').remove(); return text.textContent.split(/\\s+/).length").await?;
    ensure!(words.as_u64().is_some_and(|words| words <= 260), "{words} words are too many");
    let link = browser.ask("return document.querySelector('.moment-links a').getAttribute('href')").await?;
    // Another way is a table for one that begins where the turning point did.
    browser.click(".try-again").await?;
    browser
        .until(
            "another table",
            &format!(
                "return location.pathname.startsWith('/table/') && !location.pathname.endsWith('{table}')"
            ),
        )
        .await?;
    browser.until_asked().await?;
    browser.go(&format!("{}{}", house.url, link.as_str().context("a link")?)).await?;
    browser.see("#replay-slider").await?;
    browser.is_quiet().await?;
    browser.close().await
}
