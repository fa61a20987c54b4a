//! `westfront admin`: an operator's work on the database of a server.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use games::Library;
use server::Admin;

use crate::serve::{database, tokio};
use crate::settings::Source;
use crate::tell::tell;

#[derive(Args)]
pub(crate) struct AdminArguments {
    #[command(flatten)]
    source: Source,
    #[command(subcommand)]
    command: Act,
}

#[derive(Subcommand)]
enum Act {
    /// List tables, the latest first.
    Tables {
        /// Only those that are waiting, running, over or broken.
        #[arg(long)]
        state: Option<String>,
        /// The most tables to list.
        #[arg(long, default_value_t = 100)]
        most: i64,
    },
    /// List accounts.
    Accounts,
    /// List bans.
    Bans,
    /// Ban an account or a network: anna, 192.0.2.1, 2001:db8::/32.
    Ban {
        /// Whom.
        whom: String,
        /// Why; it is shown to operators alone.
        #[arg(default_value = "")]
        why: String,
    },
    /// Take a ban back.
    Unban {
        /// Whom.
        whom: String,
    },
    /// Remove tables that were never played, lessons and uploaded records that have not changed for some
    /// days, and finished games if wanted.
    Prune {
        /// The days for tables that were never played, lessons and uploaded records.
        #[arg(long, default_value_t = 60)]
        days: i64,
        /// The days for finished games, which stay if left out.
        #[arg(long, value_name = "DAYS")]
        finished: Option<i64>,
    },
    /// Re-run all running games with this version of the program. No server may be running on a SQLite file meanwhile.
    Verify,
    /// Give an account another name.
    RenameAccount {
        /// The name it has.
        old: String,
        /// The name it gets.
        new: String,
    },
    /// Give the player of a seat another name.
    RenameSeat {
        /// The table's id.
        table: String,
        /// The seat's number.
        seat: u8,
        /// The name it gets.
        new: String,
    },
    /// Give a table another title.
    RenameTable {
        /// The table's id.
        table: String,
        /// The title it gets.
        new: String,
    },
    /// Show what was said at a table.
    Chat {
        /// The table's id.
        table: String,
    },
    /// Remove a remark, or all remarks of a table.
    RemoveChat {
        /// The table's id.
        table: String,
        /// The remark's number; all of them if left out.
        number: Option<i64>,
    },
    /// Remove a table with everything that belongs to it.
    RemoveTable {
        /// The table's id.
        table: String,
    },
    /// Show what operators did.
    Log,
}

/// Who acts, for the log.
fn operator() -> String {
    let name = |key: &str| std::env::var(key).ok().filter(|name| !name.is_empty());
    name("SUDO_USER").or_else(|| name("USER")).unwrap_or_else(|| "operator".into())
}

pub(crate) fn run(library: &Library, arguments: AdminArguments) -> Result<ExitCode> {
    let database = database(&arguments.source)?;
    tokio()?.block_on(act(library, &database, arguments.command))
}

async fn act(library: &Library, database: &str, command: Act) -> Result<ExitCode> {
    if matches!(command, Act::Verify) {
        return verify(library, database).await;
    }
    let mut admin = Admin::open(database, &operator()).await?;
    let done = carry_out(&mut admin, command).await;
    admin.close().await;
    done?;
    Ok(ExitCode::SUCCESS)
}

async fn carry_out(admin: &mut Admin, command: Act) -> Result<()> {
    let mut lines: Vec<String> = Vec::new();
    match command {
        Act::Tables { state, most } => {
            for table in admin.tables(state.as_deref(), most).await? {
                let players = table.players.join(", ");
                let (id, state, game) = (table.id, table.state, table.game);
                lines.push(format!(
                    "{id}  {state:8} {game:10} {:5} entries  {}  {players}",
                    table.entries, table.title
                ));
            }
        }
        Act::Accounts => {
            for account in admin.accounts().await? {
                let banned = if account.banned { "  banned" } else { "" };
                lines.push(format!("{}  {} seats{banned}", account.name, account.seats));
            }
        }
        Act::Bans => {
            for (whom, why) in admin.bans().await? {
                lines.push(format!("{whom}  {why}"));
            }
        }
        Act::Ban { whom, why } => admin.ban(&whom, &why).await?,
        Act::Unban { whom } => admin.unban(&whom).await?,
        Act::Prune { days, finished } => {
            let pruned = admin.prune(days, finished).await?;
            let (unplayed, uploads, finished) = (pruned.unplayed, pruned.uploads, pruned.finished);
            lines.push(format!(
                "{unplayed} tables never played, {uploads} uploaded records, {finished} finished games removed"
            ));
        }
        Act::Verify => {}
        Act::RenameAccount { old, new } => admin.rename_account(&old, &new).await?,
        Act::RenameSeat { table, seat, new } => admin.rename_seat(&table, seat, &new).await?,
        Act::RenameTable { table, new } => admin.rename_table(&table, &new).await?,
        Act::Chat { table } => {
            for remark in admin.chat(&table).await? {
                lines.push(format!("{}  seat {}: {}", remark.number, remark.seat, remark.text));
            }
        }
        Act::RemoveChat { table, number } => {
            lines.push(format!("{} removed", admin.remove_chat(&table, number).await?));
        }
        Act::RemoveTable { table } => admin.remove_table(&table).await?,
        Act::Log => {
            for (at, who, what) in admin.acts().await? {
                lines.push(format!("{}  {who}  {what}", at / 1000));
            }
        }
    }
    tell(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))
}

async fn verify(library: &Library, database: &str) -> Result<ExitCode> {
    let standings = server::verify(database, library).await?;
    let (mut broken, mut lines) = (0, Vec::new());
    for standing in &standings {
        if let Some(problem) = &standing.problem {
            broken += 1;
            lines.push(format!("{} ({}): {problem}", standing.table, standing.game));
        }
    }
    lines.push(format!("{} running games, {broken} of them do not replay", standings.len()));
    tell(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
