//! The program that drives Chromium: one for all tests of a binary.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};

/// A chromedriver that ends with its last browser.
struct Driver {
    child: Child,
    url: String,
    users: usize,
}

static DRIVER: Mutex<Option<Driver>> = Mutex::new(None);

/// A share in the running chromedriver; the last one given back stops it.
pub(crate) struct Share(());

impl Share {
    /// Starts chromedriver if it is not running, and says where it listens.
    pub(crate) fn take() -> Result<(Share, String)> {
        let mut slot = DRIVER.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if slot.is_none() {
            *slot = Some(start()?);
        }
        let driver = slot.as_mut().context("chromedriver has just been started")?;
        driver.users += 1;
        Ok((Share(()), driver.url.clone()))
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut slot = DRIVER.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(driver) = slot.as_mut() else { return };
        driver.users -= 1;
        if driver.users == 0 {
            // The browsers of failed tests are in its group.
            let group = format!("-{}", driver.child.id());
            let _ = Command::new("kill").args(["-TERM", "--", &group]).status();
            let _ = driver.child.wait();
            *slot = None;
        }
    }
}

fn start() -> Result<Driver> {
    let started = Command::new("chromedriver")
        .arg("--port=0")
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = started.context(
        "the browser tests need Chromium and its driver: install the packages chromium and chromium-driver",
    )?;
    let output = child.stdout.take().context("chromedriver has an output")?;
    let mut lines = BufReader::new(output).lines();
    for line in lines.by_ref() {
        let line = line?;
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            let port: u16 = port.trim_end_matches('.').parse()?;
            // Its output must be read to the end, or it stops.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok(Driver { child, url: format!("http://127.0.0.1:{port}"), users: 0 });
        }
    }
    let _ = child.kill();
    bail!("chromedriver ended before it listened")
}
