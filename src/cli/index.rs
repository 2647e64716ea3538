//! `footnote index`: brings the index up to date and exits.

use footnote_engine::config::Config;
use footnote_engine::{Engine, counted};
use footnote_protocol::images_in_words;
use footnote_text::hidden::escaped;

use super::print_line;

/// Brings the index up to date.
pub(super) async fn run(config: Config) -> anyhow::Result<()> {
    let engine = Engine::open(&config).await?;
    engine.refresh().await?;
    let files = engine.rag().library.every_file().await?;
    for file in files.iter().filter(|file| !file.is_image()) {
        if let footnote_documents::FileState::Failed(reason) = &file.state {
            print_line(&format!("{}: {reason}", escaped(&file.path)))?;
        }
    }
    let images = files.iter().filter(|file| file.is_image()).count();
    if let Some(images) = images_in_words(images) {
        print_line(&images)?;
    }
    print_line(&format!("{} indexed", counted(files.len(), "file")))
}
