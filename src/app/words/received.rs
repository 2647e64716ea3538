//! The texts of the page's language, as it has come with them.

use super::Locale;
use crate::browser;

thread_local! {
    /// For as long as the page lasts, which is as long as it is loaded.
    static TEXTS: Vec<&'static str> = browser::words().leak().split('\n').collect();
}

/// The text of the message that stands there in the list.
pub(super) fn pattern(place: usize) -> &'static str {
    TEXTS.with(|texts| texts.get(place).copied().unwrap_or_default())
}

/// The plural of a number.
pub(super) fn category(number: u64) -> String {
    browser::plural(number)
}

/// Nothing: the page has its texts.
pub fn catalog() -> &'static str {
    ""
}

/// The language of the page.
pub fn locale() -> Locale {
    Locale::of_code(&browser::language()).unwrap_or_default()
}
