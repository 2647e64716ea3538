//! `footnote backup` and `footnote restore`: everything that is kept, to a file and back.

use std::path::{Path, PathBuf};

use clap::Args;
use footnote_engine::config::{Config, Settings};
use footnote_engine::{backup, restoring};

use super::print_line;

/// The file, and the settings of the store.
#[derive(Args)]
pub(super) struct BackupArguments {
    /// the file of the backup, such as `footnote.zip`
    pub(super) file: PathBuf,
    /// Settings of the store.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Backs up the configured store.
pub(super) async fn back_up(config: Config, file: &Path) -> anyhow::Result<()> {
    let kept = backup::backup(&config, file).await?;
    print_line(&format!("{kept} are in {}", file.display()))
}

/// Restores a backup into the configured store.
pub(super) async fn restore(config: Config, file: &Path) -> anyhow::Result<()> {
    let restored = restoring::restore(&config, file).await?;
    print_line(&format!("{restored} are restored, as many as in {}", file.display()))?;
    print_line("Start the server with the same folders of documents: it indexes them again.")
}
