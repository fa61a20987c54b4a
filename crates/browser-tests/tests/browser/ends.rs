//! The end of a game and what comes after it: luck, rematch, a record from a file.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::{answer, begin, table_of, turn};

/// Gives the game up by the menu.
async fn resign(browser: &Browser) -> Result<()> {
    browser.click("#menu-button").await?;
    browser.press("Resign").await?;
    browser.press("Yes, resign").await?;
    browser.see("#decision .result").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn luck_rematch_and_a_record_from_a_file() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "cambrai").await?;
    for _ in 0..3 {
        answer(&browser).await?;
        browser.until_asked().await?;
    }
    let first = table_of(&browser).await?;
    resign(&browser).await?;
    browser.click("#luck").await?;
    browser
        .until(
            "what there is to say after the game",
            "return document.querySelectorAll('.after h3').length === 2",
        )
        .await?;
    // The rematch is another table at which the same player sits on the other side.
    let side = "return document.querySelector('.player.asked')?.textContent ?? ''";
    browser.click("#rematch").await?;
    browser
        .until(
            "the rematch",
            &format!(
                "return location.pathname.startsWith('/table/') && !location.pathname.endsWith('{first}')"
            ),
        )
        .await?;
    browser.until_asked().await?;
    ensure!(
        browser.ask(side).await?.as_str().is_some_and(|side| side.starts_with("German")),
        "the sides are changed round"
    );
    // The record of the finished game, from a file.
    let script = format!(
        "const done = arguments[arguments.length - 1]; \
         fetch('/api/tables/{first}/record').then((answer) => answer.text()).then(done);"
    );
    let record = browser.driver.execute_async(&script, vec![]).await?.json().clone();
    let file = std::env::temp_dir().join(format!("westfront-{first}.westfront"));
    std::fs::write(&file, record.as_str().context("a record")?)?;
    browser.go(&house.url).await?;
    let field = browser.see("#upload").await?;
    field.send_keys(file.display().to_string()).await?;
    browser.see("#decision .result").await?;
    ensure!(table_of(&browser).await? != first, "the record has a table of its own");
    std::fs::remove_file(&file)?;
    browser.is_quiet().await?;
    browser.close().await
}
