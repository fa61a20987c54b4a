//! The manual: beside the board, as a page of its own, and "Try it".

use anyhow::{Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::{begin, turn};

#[tokio::test(flavor = "multi_thread")]
async fn a_case_number_opens_its_paragraph_beside_the_board() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = begin(&house, Screen::Desk, "big-push").await?;
    let prompt = browser.text("#decision .prompt").await?;
    browser.click("#decision button.case").await?;
    browser.see("#manual .read-here").await?;
    browser.see("#manual .chapter").await?;
    browser.picture("manual-beside").await?;
    browser.click("#manual .back").await?;
    browser.until("the manual is closed", "return document.querySelector('#manual').hidden").await?;
    ensure!(browser.text("#decision .prompt").await? == prompt, "the question is still there");
    browser.is_quiet().await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_manual_is_read_searched_and_tried() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = Browser::open(Screen::Phone).await?;
    browser.go(&format!("{}/manual/cambrai/08-impulses#8.1.2", house.url)).await?;
    browser.see("#page .read-here").await?;
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    browser.until("the page is no wider than the phone", fits).await?;
    browser.click("#search").await?;
    browser.keys("regroup bridge").await?;
    browser.see("#found li").await?;
    browser.picture("manual-found").await?;
    browser.click("#found a").await?;
    browser.see("#page .read-here").await?;
    browser.click("#page .try a").await?;
    browser.until("a table from the example", "return location.pathname.startsWith('/table/')").await?;
    browser.see("#decision .prompt").await?;
    browser.is_quiet().await?;
    browser.close().await
}
