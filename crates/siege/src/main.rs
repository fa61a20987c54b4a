//! The siege: `cargo xtask siege --minutes N` attacks the real program on this machine for so long, prints a table, and
//! fails if anything that was acknowledged is lost, if the program panics or errs, or if a stranger changes anything.
//!
//! `faults` kill and starve servers, `attacks` beat on one that stays up, `player` is the honest player who plays on
//! and checks everything he was told. docs/reliability.md tells what came of it.

#![expect(clippy::disallowed_methods, reason = "a siege measures time")]

mod attacks;
mod faults;
mod player;
mod program;
mod random;
mod report;
mod walls;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};

use crate::attacks::Kind;
use crate::report::Row;

/// Besieges the real program on this machine.
#[derive(Parser)]
struct Wishes {
    /// How long it lasts; preparations come on top.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Run only this part, for the whole time.
    #[arg(long)]
    only: Option<Part>,
    /// The seed of the inputs.
    #[arg(long, default_value_t = 1916)]
    seed: u64,
    /// The program [default: westfront beside this one].
    #[arg(long)]
    program: Option<PathBuf>,
}

/// The parts of a siege, in their order.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Quiet,
    Frames,
    Requests,
    Records,
    Connections,
    Uploads,
    Bots,
    Everything,
    Disk,
    Kills,
    Cluster,
}

/// Each part and its share of the time.
const PARTS: [(Part, u64); 11] = [
    (Part::Quiet, 1),
    (Part::Frames, 2),
    (Part::Requests, 2),
    (Part::Records, 2),
    (Part::Connections, 1),
    (Part::Uploads, 1),
    (Part::Bots, 1),
    (Part::Everything, 2),
    (Part::Disk, 1),
    (Part::Kills, 4),
    (Part::Cluster, 4),
];

fn main() -> Result<ExitCode> {
    let wishes = Wishes::parse();
    // Real attackers have machines of their own: here their threads give way to the server and the honest
    // player. This thread does not: a server has the priority of the thread that starts it.
    let stand_back = || {
        let _ = rustix::process::setpriority_process(None, 15);
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().on_thread_start(stand_back).build()?;
    runtime.block_on(besiege(wishes))
}

async fn besiege(wishes: Wishes) -> Result<ExitCode> {
    let program = match wishes.program.clone() {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("westfront"),
    };
    // A flood needs many open files on this side as well.
    rlimit::increase_nofile_limit(20_000).context("the limit of open files cannot be raised")?;
    stop_in_the_end(wishes.minutes);
    let mut rows = Vec::new();
    let all: u64 = PARTS.iter().map(|(_, share)| share).sum();
    for (part, share) in PARTS {
        let seconds = match wishes.only {
            Some(only) if only == part => wishes.minutes * 60,
            Some(_) => continue,
            None => (wishes.minutes * 60 * share / all).max(1),
        };
        match fight(part, &program, seconds, wishes.seed).await? {
            Some(row) => {
                eprint!("{}", report::table(std::slice::from_ref(&row)));
                for fault in row.tally.faults.iter().take(20) {
                    eprintln!("  {}", fault.chars().take(600).collect::<String>());
                }
                rows.push(row);
            }
            None => eprintln!("a full disk was not tried: mounting a small file system needs root"),
        }
    }
    println!("{}", report::table(&rows));
    let held = rows.iter().all(Row::held);
    println!("{}", if held { "Nothing was lost." } else { "The walls did not hold." });
    Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn fight(part: Part, program: &Path, seconds: u64, seed: u64) -> Result<Option<Row>> {
    let (name, kinds): (_, &[Kind]) = match part {
        Part::Quiet => ("none", &[]),
        Part::Frames => ("malformed frames", &[Kind::Frames]),
        Part::Requests => ("malformed requests", &[Kind::Requests]),
        Part::Records => ("malformed records and positions", &[Kind::Records]),
        Part::Connections => ("flood of connections", &[Kind::Connections]),
        Part::Uploads => ("upload bombs", &[Kind::Uploads]),
        Part::Bots => ("flood of computer players", &[Kind::Bots]),
        Part::Everything => ("all of these at once", &Kind::ALL),
        Part::Disk => return faults::full_disk(program, seconds, seed).await,
        Part::Kills => return faults::kills(program, seconds, seed).await.map(Some),
        Part::Cluster => return faults::two_processes(program, seconds, seed).await.map(Some),
    };
    walls::besiege(program, name, kinds, seconds, seed).await.map(Some)
}

/// Ends the siege even if something hangs: ten minutes after its time.
fn stop_in_the_end(minutes: u64) {
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_mins(minutes + 10));
        eprintln!("the siege does not end by itself");
        std::process::exit(2);
    });
}
