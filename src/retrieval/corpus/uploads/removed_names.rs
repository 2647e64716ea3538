//! The names of removed documents: `.removed/<time in milliseconds>/<name before>`.

/// Before all of them.
pub(super) const REMOVED: &str = ".removed/";

/// The name of a document that was removed under this number.
pub(super) fn removed_name(number: u64, name: &str) -> String {
    format!("{REMOVED}{number}/{name}")
}

/// The number under which a document was removed, and its name before; `None` if this is not the name of one.
pub(super) fn removed(name: &str) -> Option<(u64, &str)> {
    let (number, name) = name.strip_prefix(REMOVED)?.split_once('/')?;
    Some((number.parse().ok()?, name))
}
