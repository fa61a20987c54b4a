//! The client's types are checked by the TypeScript compiler, which `cargo xtask setup` installs. It is not
//! needed to play.

use std::process::Command;

#[test]
fn the_client_has_no_type_errors() {
    let root = browser_tests::root();
    let installed = root.join("target/typescript/node_modules/.bin/tsc");
    let compiler = if installed.exists() { installed } else { "tsc".into() };
    let checked = Command::new(compiler)
        .arg("--project")
        .arg(root.join("web"))
        .output()
        .expect("the check of the client's types needs TypeScript: run cargo xtask setup");
    assert!(
        checked.status.success(),
        "{}{}",
        String::from_utf8_lossy(&checked.stdout),
        String::from_utf8_lossy(&checked.stderr)
    );
}
