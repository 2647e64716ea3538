//! `footnote move`: copies all stored data to another store.

use clap::Args;
use footnote_engine::config::{Config, Settings};
use footnote_engine::{counted, moving};

use super::print_line;

/// The destination, and the settings of the source.
#[derive(Args)]
pub(super) struct MoveArguments {
    /// the destination: a database as in `FOOTNOTE_STORE`, or a folder as in `FOOTNOTE_DATA`
    #[arg(long, env = "FOOTNOTE_MOVE_TO", hide_env_values = true)]
    pub(super) to: String,
    /// Settings of the source.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Copies everything from the configured store to another.
pub(super) async fn run(config: Config, to: &str) -> anyhow::Result<()> {
    let moved = moving::copy(&config, &config.stored_at(to)?).await?;
    let moving::Moved { files, kept } = moved;
    let files = counted(files, "file");
    print_line(&format!("{files}, {kept} are copied; the old store is as it was"))?;
    print_line("Name the new one from now on, with the same folders of documents.")
}
