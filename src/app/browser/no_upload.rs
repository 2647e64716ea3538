//! Files that a reader picks, where there is no browser: none.

use leptos::ev::{ClipboardEvent, DragEvent, Event};

/// A file that a reader has chosen.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Its name.
    pub name: String,
}

/// The files that were picked in a field.
pub fn picked(_event: &Event) -> Vec<Picked> {
    Vec::new()
}

/// The files that were dropped.
pub fn dropped(_event: &DragEvent) -> Vec<Picked> {
    Vec::new()
}

/// The files that were pasted.
pub fn pasted(_event: &ClipboardEvent) -> Vec<Picked> {
    Vec::new()
}

/// Sends a file; without a browser nothing is sent.
pub async fn send_file(
    _address: &str,
    _file: &Picked,
    _progress: impl Fn(u32) + 'static,
) -> Option<String> {
    None
}
