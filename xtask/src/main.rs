//! The project's own chores: `cargo xtask setup`, `cargo xtask test` and `cargo xtask siege`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

const HELP: &str =
    "cargo xtask setup   install what the tests need and this machine lacks (Debian packages, TypeScript)
cargo xtask test    test everything: format, lints, tests, random games, coverage, documents, client, browser,
                    Python
cargo xtask siege   attack the real program on this machine (--minutes N), see docs/reliability.md";

fn main() -> ExitCode {
    let task = env::args().nth(1).unwrap_or_default();
    let done = match task.as_str() {
        "setup" => setup(),
        "test" => test(),
        "siege" => siege(),
        _ => Err(anyhow::anyhow!("what is to be done?\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

fn has(shell: &Shell, program: &str) -> bool {
    cmd!(shell, "sh -c")
        .arg(format!("command -v {program}"))
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// The tests' needs: a program that shows that the need is met, and its Debian package.
const NEEDS: [(&str, &str); 6] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("/usr/lib/postgresql/*/bin/initdb", "postgresql"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("python3", "python3"),
];

/// Installs what the tests need and this machine lacks, or names it in one sentence.
fn setup() -> Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root());
    let missing: Vec<&str> =
        NEEDS.iter().filter(|(program, _)| !has(&shell, program)).map(|(_, package)| *package).collect();
    if !missing.is_empty() {
        let names = missing.join(" ");
        let root = cmd!(shell, "id -u").quiet().read().is_ok_and(|id| id == "0");
        if !has(&shell, "apt-get") || !(root || has(&shell, "sudo")) {
            bail!("please install these programs, which the tests need: {names}");
        }
        let sudo: &[&str] = if root { &[] } else { &["sudo"] };
        let apt = &[sudo, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]].concat();
        cmd!(shell, "env {apt...} update -q")
            .run()
            .context("the list of Debian packages cannot be fetched")?;
        cmd!(shell, "env {apt...} install -q -y --no-install-recommends {missing...}")
            .run()
            .with_context(|| format!("please install these Debian packages by hand: {names}"))?;
    }
    if !root().join("target/typescript/node_modules/.bin/tsc").exists() {
        cmd!(shell, "npm install --silent --no-audit --no-fund --prefix target/typescript typescript@5")
            .run()
            .context("TypeScript, which checks the client, cannot be installed")?;
    }
    Ok(())
}

/// Licences, duplicates and sources of all crates, and advisories where their database is at hand.
fn deny(shell: &Shell) -> Result<()> {
    if cmd!(shell, "cargo deny --version").quiet().ignore_stderr().read().is_err() {
        eprintln!(
            "cargo deny is not installed, so licences and sources are not checked: cargo install cargo-deny"
        );
        return Ok(());
    }
    cmd!(shell, "cargo deny check licenses bans sources").run().context("a crate may not be used")?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    if home.is_some_and(|home| home.join("advisory-dbs").is_dir()) {
        cmd!(shell, "cargo deny --offline check advisories").run().context("a crate has an advisory")?;
    } else {
        eprintln!("The database of advisories is not at hand, so they are not checked: cargo deny fetch");
    }
    Ok(())
}

/// Everything that must hold, in the order in which it fails fastest.
fn test() -> Result<()> {
    setup()?;
    let shell = Shell::new()?;
    shell.change_dir(root());
    cmd!(shell, "cargo fmt --all --check").run().context("run cargo fmt")?;
    cmd!(shell, "cargo clippy --quiet --workspace --all-targets -- -D warnings").run()?;
    cmd!(shell, "target/typescript/node_modules/.bin/tsc -p web")
        .run()
        .context("the client's types do not fit")?;
    deny(&shell)?;
    // One run names every failure.
    cmd!(shell, "cargo test --workspace --no-fail-fast").run()?;
    cmd!(shell, "cargo build --quiet -p westfront").run()?;
    cmd!(shell, "python3 -m unittest discover -s python/tests")
        .env("WESTFRONT", root().join("target/debug/westfront"))
        .run()
        .context("the Python package")?;
    cmd!(shell, "cargo doc --quiet --workspace --no-deps")
        .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links")
        .run()?;
    Ok(())
}

/// Builds the program as it is released, and attacks it. Arguments after `siege` are handed on.
fn siege() -> Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root());
    let wishes: Vec<String> = env::args().skip(2).collect();
    cmd!(shell, "cargo build --release --quiet -p westfront -p siege").run()?;
    // The siege's program lies beside this one, in the folder of releases.
    let target = env::current_exe()?.parent().and_then(Path::parent).context("a target folder")?.to_owned();
    let siege = target.join("release").join("siege");
    cmd!(shell, "{siege} {wishes...}").run().context("the siege")
}
