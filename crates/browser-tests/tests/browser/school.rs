//! The school: a newcomer finds the course, takes a lesson to its end, leaves another one and comes back.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, House, Screen};

use crate::turn;

/// Opens the course of a game from the lobby.
async fn enrol(house: &House, screen: Screen, game: &str) -> Result<Browser> {
    let browser = Browser::open(screen).await?;
    browser.go(&house.url).await?;
    browser.click(&format!(".learn[href='/learn/{game}']")).await?;
    browser.see("#next-lesson").await?;
    Ok(browser)
}

async fn card(browser: &Browser, field: &str) -> Result<String> {
    Ok(browser
        .ask(&format!("return document.querySelector('#lesson').dataset.{field}"))
        .await?
        .as_str()
        .context("a field")?
        .to_owned())
}

/// Waits for a step of the lesson.
async fn until_step(browser: &Browser, step: usize) -> Result<()> {
    let script = format!("return document.querySelector('#lesson')?.dataset.step === '{step}'");
    browser.until(&format!("step {step}"), &script).await?;
    Ok(())
}

/// What the lesson says now. The card is drawn anew whenever the server speaks, so it is read in one go.
async fn said(browser: &Browser) -> Result<String> {
    let said = browser.ask("return document.querySelector('#lesson').innerText").await?;
    Ok(said.as_str().context("words")?.to_owned())
}

/// Presses a button of the lesson's card.
async fn press(browser: &Browser, id: &str) -> Result<()> {
    let script =
        format!("const button = document.querySelector('#{id}'); button?.click(); return button !== null");
    browser.until(id, &script).await?;
    Ok(())
}

/// Takes one step as somebody does who lets the lesson show everything.
async fn step(browser: &Browser) -> Result<()> {
    let rev = browser.rev().await?;
    if browser.count("#lesson-next").await? > 0 {
        press(browser, "lesson-next").await?;
    } else {
        let is_shown = "return document.querySelector('#lesson-show')?.textContent === 'Do it for me'";
        if browser.ask(is_shown).await? == false {
            press(browser, "lesson-show").await?;
            browser.until("the lesson shows it", is_shown).await?;
            ensure!(browser.count(".lesson-lit").await? > 0, "something is lit: {}", said(browser).await?);
        }
        press(browser, "lesson-show").await?;
    }
    let moved = format!("return Number(document.querySelector('#lesson').dataset.rev) > {rev}");
    browser.until("the lesson goes on", &moved).await?;
    browser.until_settled().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_taken_from_the_lobby_to_its_end() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for screen in [Screen::Desk, Screen::Phone] {
        let browser = enrol(&house, screen, "cambrai").await?;
        browser.picture(&format!("course-{screen:?}").to_lowercase()).await?;
        browser.click("#next-lesson").await?;
        browser.see("#lesson .say").await?;
        until_step(&browser, 1).await?;
        browser.picture(&format!("lesson-{screen:?}").to_lowercase()).await?;
        press(&browser, "lesson-next").await?;
        until_step(&browser, 2).await?;
        // Another answer is explained, and nothing has changed.
        let rev = browser.rev().await?;
        // A button is deaf for a moment after it has appeared, so it is pressed until something is said.
        let confirm = "if (document.querySelector('#lesson .against')) return true; \
            document.querySelector(\"#confirm, #decision [data-play='pass']\").click(); return false";
        browser.until("the lesson speaks against it", confirm).await?;
        ensure!(browser.rev().await? == rev, "nothing was played");
        for _ in 0..40 {
            if card(&browser, "standing").await? == "finished" {
                break;
            }
            step(&browser).await?;
        }
        ensure!(card(&browser, "standing").await? == "finished", "the lesson ends");
        ensure!(said(&browser).await?.contains("What you have learnt"), "what was learnt");
        browser.picture(&format!("lesson-end-{screen:?}").to_lowercase()).await?;
        browser.see("#lesson-following").await?;
        press(&browser, "lesson-leave").await?;
        browser.see("li.done[data-lesson='step-forward']").await?;
        browser.is_quiet().await?;
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_leaves_and_comes_back() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    let browser = enrol(&house, Screen::Desk, "big-push").await?;
    browser.click("#next-lesson").await?;
    browser.see("#lesson .say").await?;
    step(&browser).await?;
    step(&browser).await?;
    until_step(&browser, 3).await?;
    let words = said(&browser).await?;
    press(&browser, "lesson-leave").await?;
    browser.see("li.begun[data-lesson='march']").await?;
    // Another lesson takes the desk; the first one still waits.
    browser.click("[data-lesson='zones'] a").await?;
    browser.see("#lesson .say").await?;
    until_step(&browser, 1).await?;
    press(&browser, "lesson-leave").await?;
    browser.click("[data-lesson='march'] a").await?;
    browser.see("#lesson .say").await?;
    until_step(&browser, 3).await?;
    ensure!(said(&browser).await? == words, "the same step");
    browser.ask("location.reload()").await?;
    browser.see("#lesson .say").await?;
    until_step(&browser, 3).await?;
    browser.go(&house.url).await?;
    browser.see(".learn[href='/learn/big-push']").await?;
    let line = browser.text(".learn[href='/learn/big-push']").await?;
    ensure!(line.contains("Go on"), "the lobby leads on: {line}");
    browser.is_quiet().await?;
    browser.close().await
}

/// The course leads to the first battle; its table shows a corner of the map and greys the rest.
#[tokio::test(flavor = "multi_thread")]
async fn the_course_ends_with_a_battle_on_a_corner_of_the_map() -> Result<()> {
    let _turn = turn().await;
    let house = House::open().await?;
    for (game, inside, outside) in
        [("big-push", "K17", "B3"), ("verdun", "D21", "P19"), ("cambrai", "5", "24")]
    {
        let browser = enrol(&house, Screen::Desk, game).await?;
        browser.click("#first-battle").await?;
        let card = format!("#game-{game}");
        browser.see(&card).await?;
        let chosen = format!("return document.querySelector('{card} select').value === 'first-battle'");
        browser.until("the first battle is chosen", &chosen).await?;
        let first =
            browser.ask(&format!("return document.querySelector('{card} select optgroup').label")).await?;
        ensure!(first == "First battle", "it is listed first: {first}");
        browser.click(&format!("{card} .alone")).await?;
        browser.see("#map .place").await?;
        browser.until_asked().await?;
        let closed = |place: &str| {
            format!("return document.querySelector('[data-place=\"{place}\"]').classList.contains('closed')")
        };
        ensure!(browser.ask(&closed(inside)).await? == false, "{game}: {inside} is played on");
        ensure!(browser.ask(&closed(outside)).await? == true, "{game}: {outside} is grey");
        browser.picture(&format!("first-battle-{game}")).await?;
        browser.close().await?;
    }
    Ok(())
}
