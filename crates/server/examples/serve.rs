//! The server by itself, for trying it out: `cargo run -p server --example serve -- [DATABASE] [ADDRESS]`.

use games::Library;
use server::{Config, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_max_level(tracing::Level::INFO).with_writer(std::io::stderr).init();
    let mut arguments = std::env::args().skip(1);
    let mut config = Config::new(Library::embedded()?);
    if let Some(database) = arguments.next() {
        config.database = database;
    }
    if let Some(address) = arguments.next() {
        config.listen = address.parse()?;
        config.public_url = format!("http://{address}");
    }
    run(config)?;
    Ok(())
}
