//! A full disk: a small file system in memory that is filled up and emptied again, with kills in between.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Result;
use harness::{Browser, Folder};
use hyper::Request;

use super::Load;
use crate::program::House;
use crate::random::Random;
use crate::report::Row;

/// The size of the disk.
const SIZE: &str = "size=24m";

/// None where no file system can be mounted.
pub(crate) async fn full_disk(program: &Path, seconds: u64, seed: u64) -> Result<Option<Row>> {
    let folder = Folder::new();
    let disk = Disk(folder.file("disk"));
    std::fs::create_dir(&disk.0)?;
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(&disk.0).status();
    if !mount.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let house = House::on(program, &disk.0.join("siege.db").display().to_string())?;
    let mut server = house.start().await?;
    let mut random = Random::new(seed);
    let until = Instant::now() + Duration::from_secs(seconds);
    let load = Load::begin(&[house.address], until);
    let (mut filled, mut refused, mut kills, mut ended) = (0_u64, 0_u64, 0_u64, 0);
    let mut browser = Browser::new(house.address);
    while Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(random.below(600) as u64)).await;
        let filler = disk.0.join("filler");
        // It writes until there is no room.
        let _ = std::fs::write(&filler, vec![0_u8; 24 << 20]);
        filled += 1;
        tokio::time::sleep(Duration::from_millis(200 + random.below(600) as u64)).await;
        if let Ok(answer) = browser.try_send(Request::get("/healthz"), "").await {
            refused += u64::from(answer.status == 503);
        }
        let kill = random.below(3) == 0;
        if kill {
            ended += u64::from(server.kill());
            kills += 1;
        }
        std::fs::remove_file(&filler)?;
        if kill {
            server = house.start().await?;
        }
    }
    let tally = load.end().await;
    ended += u64::from(server.has_ended());
    let complaints = house.complaints();
    let mut row = Row {
        attack: "full disk",
        blows: format!("filled {filled} times, {refused} times found unhealthy, {kills} kills"),
        tally,
        panics: complaints.panics + ended,
        errors: complaints.lines.len() as u64 - complaints.panics,
    };
    row.tally.faults.extend(complaints.lines);
    server.kill();
    Ok(Some(row))
}

/// A mounted file system; it is gone with this value.
struct Disk(PathBuf);

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
