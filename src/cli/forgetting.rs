//! `footnote forget`: deletes everything that belongs to one person.

use clap::Args;
use footnote_engine::config::{Config, Settings};
use footnote_engine::forgetting;

use super::print_line;

/// The person, and the settings of the store.
#[derive(Args)]
pub(super) struct ForgetArguments {
    /// the name of the person, as the proxy gives it in the header of `FOOTNOTE_USER_HEADER`
    #[arg(long)]
    pub(super) user: String,
    /// Settings of the store.
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Deletes everything of a person from the configured store.
pub(super) async fn run(config: Config, user: &str) -> anyhow::Result<()> {
    let forgotten = forgetting::forget(&config, user).await?;
    print_line(&format!("{forgotten} are deleted"))?;
    print_line(
        "Outcomes of questions and judgements name nobody. Backups still have what they had.",
    )
}
