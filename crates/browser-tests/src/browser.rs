//! A browser, and what a player does with it.

#![expect(clippy::disallowed_methods, reason = "whoever waits needs a clock")]

use std::future::Future;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::prelude::*;

use crate::driver::Share;

/// How long a page may take to do what is expected; generous, because tests share slow machines.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long to wait before looking again.
const GLANCE: Duration = Duration::from_millis(60);

/// The screen a browser has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 1440 by 900.
    Desk,
    /// 1024 by 768.
    Small,
    /// 390 by 844, with fingers.
    Phone,
}

impl Screen {
    const fn size(self) -> (u32, u32) {
        match self {
            Screen::Desk => (1440, 900),
            Screen::Small => (1024, 768),
            Screen::Phone => (390, 844),
        }
    }
}

/// What a page wants before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// Nothing: the answer has been given.
    Nothing,
    /// One of the counters of a pile that has been fanned out.
    Unit,
    /// One of several answers that the click could mean.
    Pick,
    /// A yes to what cannot be taken back.
    Confirmation,
}

/// A browser with a profile of its own.
pub struct Browser {
    /// The driver, for whatever is not below.
    pub driver: WebDriver,
    _share: Share,
}

impl Browser {
    /// Opens one.
    pub async fn open(screen: Screen) -> Result<Browser> {
        let (share, url) = Share::take()?;
        let mut wishes = DesiredCapabilities::chrome();
        let (width, height) = screen.size();
        for argument in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &format!("--window-size={width},{height}"),
        ] {
            wishes.add_arg(argument)?;
        }
        if screen == Screen::Phone {
            let metrics =
                json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true, "mobile": true });
            wishes.add_experimental_option("mobileEmulation", json!({ "deviceMetrics": metrics }))?;
        }
        wishes.set("goog:loggingPrefs", json!({ "browser": "ALL" }))?;
        let driver = WebDriver::new(&url, wishes).await.context(
            "Chromium did not start: the browser tests need the packages chromium and chromium-driver",
        )?;
        let browser = Browser { driver, _share: share };
        if screen != Screen::Phone {
            // The window has a frame that the page does not.
            let frame = browser.ask("return [outerWidth - innerWidth, outerHeight - innerHeight]").await?;
            let extra = |index: usize| frame[index].as_u64().unwrap_or_default() as u32;
            browser.driver.set_window_rect(0, 0, width + extra(0), height + extra(1)).await?;
        }
        Ok(browser)
    }

    /// Closes it.
    pub async fn close(self) -> Result<()> {
        self.driver.clone().quit().await?;
        Ok(())
    }

    /// Goes to a page.
    pub async fn go(&self, url: &str) -> Result<()> {
        self.driver.goto(url).await.with_context(|| format!("cannot open {url}"))
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn ask(&self, script: &str) -> Result<Value> {
        let answer =
            self.driver.execute(script, vec![]).await.with_context(|| format!("in the page: {script}"))?;
        Ok(answer.json().clone())
    }

    /// Waits until a script returns something true.
    pub async fn until(&self, what: &str, script: &str) -> Result<Value> {
        let begun = Instant::now();
        loop {
            let answer = self.ask(script).await.unwrap_or(Value::Null);
            if !matches!(answer, Value::Null | Value::Bool(false)) {
                return Ok(answer);
            }
            if begun.elapsed() > PATIENCE {
                bail!("waited in vain for {what}; the page says: {}", self.words().await);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// What the page says beside its map.
    async fn words(&self) -> String {
        let script = "const parts = ['#opening', '#decision', '.note', '#curtain:not([hidden])', '.waiting-room', '#games', '#result']; \
            return location.href + ' ' + parts.map((part) => document.querySelector(part)?.innerText ?? '').join(' ').slice(0, 900)";
        self.ask(script).await.ok().and_then(|words| words.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Waits until an element that fits can be seen.
    pub async fn see(&self, selector: &str) -> Result<WebElement> {
        let found = "const all = [...document.querySelectorAll(SELECTOR)]; \
            return all.some((one) => one.getClientRects().length > 0);";
        let script = found.replace("SELECTOR", &json!(selector).to_string());
        // An element that is being redrawn is not found at this moment, but is there a moment later.
        for _ in 0..5 {
            self.until(&format!("'{selector}'"), &script).await?;
            if let Ok(element) = self.driver.find(By::Css(selector)).await {
                return Ok(element);
            }
        }
        bail!("no '{selector}'")
    }

    /// Clicks on an element of the page with the mouse.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let element = self.see(selector).await?;
        element.scroll_into_view().await?;
        element.click().await.with_context(|| format!("cannot click '{selector}'"))
    }

    /// Clicks on a button by its words.
    pub async fn press(&self, words: &str) -> Result<()> {
        let script = "const all = [...document.querySelectorAll('button, a.button')]; \
            const one = all.find((button) => button.getClientRects().length && button.textContent.trim().startsWith(WORDS)); \
            if (!one) return false; one.scrollIntoView({ block: 'center' }); one.click(); return true;";
        self.until(&format!("a button '{words}'"), &script.replace("WORDS", &json!(words).to_string()))
            .await?;
        Ok(())
    }

    /// Presses the first element that fits, if it is still there.
    pub async fn press_in(&self, selector: &str) -> Result<()> {
        let script =
            "document.querySelector(SELECTOR)?.click()".replace("SELECTOR", &json!(selector).to_string());
        self.ask(&script).await?;
        Ok(())
    }

    /// Clicks on a counter or place of the map with the mouse, at its middle.
    pub async fn click_map(&self, selector: &str) -> Result<()> {
        self.see(selector).await?;
        self.until_still(selector).await?;
        let middle = if let Some(middle) = self.middle(selector).await? {
            middle
        } else {
            // Out of sight: look at the whole map.
            self.ask("document.querySelector('#map-tools [aria-label=\"The whole map\"]').click()").await?;
            self.until_still(selector).await?;
            self.middle(selector).await?.with_context(|| format!("'{selector}' is covered"))?
        };
        self.until_painted().await?;
        self.driver.action_chain().move_to(middle.0, middle.1).click().perform().await?;
        Ok(())
    }

    /// Waits until the page has put two pictures on the screen: before its first one a page hears no click.
    async fn until_painted(&self) -> Result<()> {
        let frames = "const done = arguments[arguments.length - 1]; \
            requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";
        self.driver.execute_async(frames, vec![]).await?;
        Ok(())
    }

    /// Puts the mouse on an element of the map.
    pub async fn point_at(&self, selector: &str) -> Result<()> {
        self.until_still(selector).await?;
        let middle = self.middle(selector).await?.with_context(|| format!("'{selector}' is covered"))?;
        self.driver.action_chain().move_to(middle.0, middle.1).perform().await?;
        Ok(())
    }

    /// Puts the mouse on an element of the page.
    pub async fn point_at_element(&self, selector: &str) -> Result<()> {
        let element = self.see(selector).await?;
        element.scroll_into_view().await?;
        self.driver.action_chain().move_to_element_center(&element).perform().await?;
        Ok(())
    }

    /// Drags one element of the map to another with the mouse.
    pub async fn drag(&self, from: &str, to: &str) -> Result<()> {
        let covered = |selector: &str| format!("'{selector}' is covered");
        let goal = self.middle(to).await?.with_context(|| covered(to))?;
        let start = self.middle(from).await?.with_context(|| covered(from))?;
        let half = (i64::midpoint(start.0, goal.0), i64::midpoint(start.1, goal.1));
        let chain = self.driver.action_chain().move_to(start.0, start.1).click_and_hold();
        chain.move_to(half.0, half.1).move_to(goal.0, goal.1).release().perform().await?;
        Ok(())
    }

    /// Waits until an element has come to rest: counters and the map glide.
    async fn until_still(&self, selector: &str) -> Result<()> {
        let script = "if (document.querySelector('.sheet.moving, .sheet.gliding')) return null; \
            const box = document.querySelector(SELECTOR)?.getBoundingClientRect(); \
            return box ? [box.left, box.top, box.width].map(Math.round).join() : null;";
        let script = script.replace("SELECTOR", &json!(selector).to_string());
        let mut last = Value::Null;
        for _ in 0..200 {
            let now = self.ask(&script).await?;
            if now == last && !now.is_null() {
                return Ok(());
            }
            last = now;
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
        bail!("'{selector}' does not come to rest")
    }

    /// A point of an element that no other element covers.
    async fn middle(&self, selector: &str) -> Result<Option<(i64, i64)>> {
        let script = "const one = document.querySelector(SELECTOR); const box = one.getBoundingClientRect(); \
            const parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]; \
            for (const up of parts) for (const along of parts) { \
              const x = Math.round(box.left + box.width * along), y = Math.round(box.top + box.height * up); \
              const hit = document.elementFromPoint(x, y); \
              if (hit && (hit === one || one.contains(hit))) return [x, y]; } \
            return null;";
        let at = self.ask(&script.replace("SELECTOR", &json!(selector).to_string())).await?;
        Ok(at[0].as_i64().zip(at[1].as_i64()))
    }

    /// Presses keys where the focus is.
    pub async fn keys(&self, keys: impl Into<TypingData>) -> Result<()> {
        self.driver.action_chain().send_keys(keys.into()).perform().await?;
        Ok(())
    }

    /// The text of an element.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let script = "const one = document.querySelector(SELECTOR); return one ? one.textContent : null;";
        let text = self.ask(&script.replace("SELECTOR", &json!(selector).to_string())).await?;
        Ok(text.as_str().unwrap_or_default().trim().to_owned())
    }

    /// How many elements fit.
    pub async fn count(&self, selector: &str) -> Result<usize> {
        let script = "return document.querySelectorAll(SELECTOR).length;";
        let count = self.ask(&script.replace("SELECTOR", &json!(selector).to_string())).await?;
        Ok(count.as_u64().unwrap_or_default() as usize)
    }

    /// Waits until the player at this browser is asked, and puts the briefing away that lies on the map of a new game.
    pub async fn until_asked(&self) -> Result<()> {
        let script = "document.querySelector('#briefing-done')?.click(); \
            return document.querySelector('#decision.mine:not(.busy)') !== null && document.querySelector('#briefing-done') === null;";
        self.until("a decision of one's own", script).await?;
        Ok(())
    }

    /// Waits until buttons that act at once react: they are deaf for a moment after they have appeared.
    pub async fn until_settled(&self) -> Result<()> {
        self.until("the buttons to settle", "return document.querySelector('#decision .settling') === null")
            .await?;
        Ok(())
    }

    /// Keeps something in the page's memory, as its settings do; pages that are opened later know it.
    pub async fn keep(&self, key: &str, value: &Value) -> Result<()> {
        let text = json!(value.to_string());
        self.ask(&format!("localStorage.setItem('westfront.{key}', {text})")).await?;
        Ok(())
    }

    /// The revision of the table that the page shows.
    pub async fn rev(&self) -> Result<i64> {
        let rev = self.ask("return Number(document.querySelector('#decision')?.dataset.rev ?? -1)").await?;
        rev.as_i64().context("a revision is a number")
    }

    /// Does something that changes the table, and waits until the page shows that.
    pub async fn and_wait<F: Future<Output = Result<()>>>(&self, work: F) -> Result<()> {
        let before = self.rev().await?;
        work.await?;
        self.until("the table to change", &changed_since(before)).await?;
        Ok(())
    }

    /// Waits until the table has changed since `before` or the page wants to know more; returns which.
    pub async fn until_answered(&self, before: i64, piles_fan: bool) -> Result<Wants> {
        let script = format!(
            "if ((() => {{ {} }})()) return 'nothing'; \
             if (document.querySelector('.menu button')) return 'pick'; \
             if (document.querySelector('#confirm')) return 'confirm'; \
             return {piles_fan} && document.querySelector('.fan-backdrop') ? 'unit' : null;",
            changed_since(before)
        );
        let wants = self.until("an answer", &script).await?;
        Ok(match wants.as_str() {
            Some("pick") => Wants::Pick,
            Some("confirm") => Wants::Confirmation,
            Some("unit") => Wants::Unit,
            _ => Wants::Nothing,
        })
    }

    /// Waits until dice, gliding counters and the gliding map have come to rest.
    pub async fn until_rest(&self) -> Result<()> {
        let still = "return document.querySelector('.sheet.moving, .sheet.gliding') === null \
            && [...document.images].every((one) => one.complete || one.loading === 'lazy') \
            && document.getAnimations().every((one) => one.playState !== 'running' || one.animationName === 'thinking')";
        self.until("everything to rest", still).await?;
        Ok(())
    }

    /// Saves a picture of the page at rest.
    pub async fn picture(&self, name: &str) -> Result<PathBuf> {
        self.until_rest().await?;
        let folder = crate::pictures();
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(format!("{name}.png"));
        self.driver.screenshot(&path).await?;
        Ok(path)
    }

    /// Fails if the page has complained: an error in a script, or something that the page's policy forbids.
    pub async fn is_quiet(&self) -> Result<()> {
        let entries = self.driver.get_log("browser").await?;
        // A refused request is an answer, and a server that was stopped on purpose cannot be reached.
        let expected = ["Failed to load resource", "WebSocket connection to"];
        let severe = entries
            .iter()
            .filter(|entry| entry.level == "SEVERE")
            .filter(|entry| !expected.iter().any(|words| entry.message.contains(words)))
            .map(|entry| entry.message.as_str());
        let complaints: Vec<&str> = severe.collect();
        ensure!(complaints.is_empty(), "the page complained: {}", complaints.join("; "));
        Ok(())
    }
}

/// A script that says whether the page shows a later state than `before`.
fn changed_since(before: i64) -> String {
    format!("return Number(document.querySelector('#decision')?.dataset.rev ?? -1) > {before}")
}
