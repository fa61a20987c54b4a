//! The client's types are checked by the TypeScript compiler; nobody needs it to play.

use std::process::Command;

#[test]
fn the_client_has_no_type_errors() {
    let web = browser_tests::root().join("web");
    let checked = Command::new("npx")
        .args(["--yes", "--package=typescript@5", "--", "tsc", "--project"])
        .arg(&web)
        .output()
        .expect("the check of the client's types needs npx (the package npm)");
    assert!(
        checked.status.success(),
        "{}{}",
        String::from_utf8_lossy(&checked.stdout),
        String::from_utf8_lossy(&checked.stderr)
    );
}
