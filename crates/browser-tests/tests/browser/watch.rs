//! Games of others, and tables without a person.

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen};
use serde_json::json;

use crate::bot::{Bot, new_table};
use crate::turn;

#[tokio::test(flavor = "multi_thread")]
async fn a_listed_game_is_watched_from_the_lobby() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let anna = Browser::open(Screen::Desk).await?;
    anna.go(&house.url).await?;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "link" }]);
    let wish = json!({ "game": "cambrai", "scenario": "campaign", "seats": seats, "listed": true, "title": "An evening at Cambrai" });
    let made = new_table(&anna, &wish).await?;
    let _bot = Bot::sit(&anna, &house, &made, 1).await?;
    let carl = Browser::open(Screen::Desk).await?;
    carl.go(&house.url).await?;
    carl.see("#running .watch").await?;
    let row = carl.text("#running .row").await?;
    for words in ["An evening at Cambrai", "The Cambrai Offensive", "turn 1"] {
        ensure!(row.contains(words), "'{words}' in the row: {row}");
    }
    carl.picture("lobby-watch").await?;
    carl.click("#running .watch").await?;
    carl.see("#decision .whose").await?;
    ensure!(carl.count("#decision.mine").await? == 0, "who watches is not asked");
    ensure!(carl.count(".briefing").await? == 0, "who watches is not briefed unasked");
    carl.is_quiet().await?;
    anna.close().await?;
    carl.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_alone_get_no_table() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Desk).await?;
    browser.go(&house.url).await?;
    browser.click(".other[data-game='cambrai']").await?;
    browser.see(".seat-list select").await?;
    let choose = "for (const pick of document.querySelectorAll('.seat-list select')) { \
        pick.value = 'bot:captain'; pick.dispatchEvent(new Event('change', { bubbles: true })); } \
        return document.querySelector('.setup-form [type=submit]').disabled";
    ensure!(browser.ask(choose).await? == true, "the button is off");
    let said = browser.text(".setup-form .trouble").await?;
    ensure!(said == "A person must take at least one seat.", "it says why: {said}");
    browser.is_quiet().await?;
    browser.close().await
}

/// A player who makes an account in the middle of a listed game keeps the seat there.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_made_while_playing_keeps_the_seat() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let anna = Browser::open(Screen::Desk).await?;
    anna.go(&house.url).await?;
    let seats = json!([{ "seat": 0, "by": "me" }, { "seat": 1, "by": "link" }]);
    let wish = json!({ "game": "cambrai", "scenario": "campaign", "seats": seats, "listed": true });
    let made = new_table(&anna, &wish).await?;
    let _bot = Bot::sit(&anna, &house, &made, 1).await?;
    let table = format!("{}/table/{}", house.url, made["table"]["id"].as_str().unwrap_or_default());
    anna.go(&table).await?;
    anna.see("#decision.mine").await?;
    anna.go(&house.url).await?;
    anna.click("#sign-in").await?;
    anna.see("dialog [name='name']").await?;
    let fill = "document.querySelector(\"dialog [name='name']\").value = 'Anna of the ridge'; \
        document.querySelector(\"dialog [name='password']\").value = 'seven green hills';";
    anna.ask(fill).await?;
    anna.click("dialog [value='new']").await?;
    anna.see("#own-account").await?;
    anna.go(&table).await?;
    anna.see("#decision.mine").await?;
    anna.is_quiet().await?;
    anna.close().await
}
