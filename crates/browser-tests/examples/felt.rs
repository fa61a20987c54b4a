//! How quick the table feels: `cargo run --release -p browser-tests --example felt`.
//!
//! For each game the time until its counters stand on the map, from a click to the next question on screen, and the
//! frames while the map is zoomed and dragged, by the browser's own clock. Chromium draws in software here; an idle
//! machine is needed for figures that mean anything.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use anyhow::{Context, Result};
use browser_tests::{Browser, House, Screen};
use serde_json::Value;

/// When the board was on screen, in milliseconds after the page was asked for.
const OPENED: &str = "return performance.getEntriesByName('board')[0]?.startTime ?? null";

/// Answers twenty questions by their first harmless button or counter; the times from click to painted question.
const ANSWERS: &str = r"
const done = arguments[arguments.length - 1];
const panel = document.querySelector('#decision');
const times = [];
const painted = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
const one = () => new Promise((next) => {
  const button = panel.querySelector('.choice:not(.wide)') ?? document.querySelector('.counter.can');
  if (!button) return next(false);
  const began = performance.now();
  const watch = new MutationObserver(async () => {
    watch.disconnect();
    await painted();
    times.push(performance.now() - began);
    next(true);
  });
  watch.observe(panel, { childList: true, subtree: true });
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  setTimeout(() => { watch.disconnect(); next(false); }, 2000);
});
(async () => {
  for (let count = 0; count < 20; count += 1) {
    if (!(await one())) break;
    await new Promise((next) => setTimeout(next, 150));
  }
  done(times);
})();";

/// Zooms in and out and drags the map, one event a frame; the lengths of the frames.
const FRAMES: &str = r"
const done = arguments[arguments.length - 1];
const map = document.querySelector('#map');
const at = { clientX: 500, clientY: 450, bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, isPrimary: true };
const steps = [];
for (let step = 0; step < 30; step += 1) steps.push(() => map.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: step < 15 ? -60 : 60 })));
steps.push(() => map.dispatchEvent(new PointerEvent('pointerdown', at)));
for (let step = 1; step <= 30; step += 1) steps.push(() => map.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: 500 + 12 * step })));
steps.push(() => map.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 860 })));
const lengths = [];
let last = performance.now();
const frame = (now) => {
  lengths.push(now - last);
  last = now;
  const step = steps.shift();
  if (!step) return done(lengths.slice(1));
  step();
  requestAnimationFrame(frame);
};
requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });";

#[tokio::main]
async fn main() -> Result<()> {
    println!("| game | opened ms | answer ms, median | worst | frame ms, median | worst | above 50 ms |");
    println!("|---|---|---|---|---|---|---|");
    for game in ["cambrai", "big-push", "verdun"] {
        let house = House::open().await?;
        let browser = Browser::open(Screen::Desk).await?;
        browser.go(&house.url).await?;
        browser.click(&format!(".begin[data-game='{game}']")).await?;
        browser.until_asked().await?;
        let table = browser.ask("return location.href").await?;
        // Everything is cached, as it is for a player who comes back.
        browser.go(table.as_str().context("an address")?).await?;
        browser.until_asked().await?;
        browser.until_settled().await?;
        let opened = browser.until("the board", OPENED).await?.as_f64().context("a time")?;
        let frames = measure(&browser, FRAMES).await?;
        let answers = measure(&browser, ANSWERS).await?;
        let slow = frames.iter().filter(|length| **length > 50.0).count();
        println!(
            "| {game} | {opened:.0} | {:.0} | {:.0} | {:.1} | {:.0} | {slow} of {} |",
            median(&answers),
            worst(&answers),
            median(&frames),
            worst(&frames),
            frames.len()
        );
        browser.close().await?;
    }
    Ok(())
}

async fn measure(browser: &Browser, script: &str) -> Result<Vec<f64>> {
    let found = browser.driver.execute_async(script, vec![]).await?;
    let times = found.json().as_array().cloned().unwrap_or_default();
    let mut times: Vec<f64> = times.iter().filter_map(Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    Ok(times)
}

fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn worst(sorted: &[f64]) -> f64 {
    sorted.last().copied().unwrap_or(f64::NAN)
}
