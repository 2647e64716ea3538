//! The texts of the page's language, which were sent with the page.

use super::Locale;
use crate::browser;

thread_local! {
    /// Kept until the page is closed, so leaking is harmless.
    static TEXTS: Vec<&'static str> = browser::words().leak().split('\n').collect();
}

/// Returns the text of the message at this index.
pub(super) fn pattern(place: usize) -> &'static str {
    TEXTS.with(|texts| texts.get(place).copied().unwrap_or_default())
}

/// Returns the plural category of a number.
pub(super) fn category(number: u64) -> String {
    browser::plural(number)
}

/// Empty, because the page already has its texts.
pub fn catalog() -> &'static str {
    ""
}

/// Returns the language of the page.
pub fn locale() -> Locale {
    Locale::of_code(&browser::language()).unwrap_or_default()
}
