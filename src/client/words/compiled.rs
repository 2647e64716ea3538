//! The texts of all languages, as the build script made them from their files.

use std::sync::LazyLock;

use icu_locale_core::Locale as Language;
use icu_plurals::{PluralCategory, PluralRules};
use leptos::prelude::use_context;

use super::Locale;
use super::locale::{FILES, LOCALES};
use super::messages::SENT;

/// The texts of a language, in the order of the messages.
struct Catalog {
    texts: Vec<&'static str>,
    /// Those that are sent with pages, one per line.
    lines: String,
}

static CATALOGS: LazyLock<Vec<Catalog>> = LazyLock::new(|| FILES.iter().map(catalog_of).collect());

/// Returns the text of the message at this index, in the language of the page being rendered.
pub(super) fn pattern(place: usize) -> &'static str {
    current().and_then(|catalog| catalog.texts.get(place)).copied().unwrap_or_default()
}

/// Returns the plural category of a number in the language of the page being rendered.
pub(super) fn category(number: u64) -> String {
    category_in(locale(), number).to_owned()
}

/// Returns the texts as sent with the page.
pub fn catalog() -> &'static str {
    current().map_or("", |catalog| &catalog.lines)
}

/// Returns the language of the page being rendered.
pub fn locale() -> Locale {
    use_context().unwrap_or_default()
}

fn current() -> Option<&'static Catalog> {
    let locale = locale();
    CATALOGS.get(LOCALES.iter().position(|one| *one == locale)?)
}

/// Returns the name of the plural category of a number.
pub(super) fn category_in(locale: Locale, number: u64) -> &'static str {
    let language = locale.code.parse::<Language>().ok();
    let rules = language.and_then(|language| PluralRules::try_new_cardinal(language.into()).ok());
    match rules.map(|rules| rules.category_for(number)) {
        Some(PluralCategory::Zero) => "zero",
        Some(PluralCategory::One) => "one",
        Some(PluralCategory::Two) => "two",
        Some(PluralCategory::Few) => "few",
        Some(PluralCategory::Many) => "many",
        Some(PluralCategory::Other) | None => "other",
    }
}

fn catalog_of(file: &&'static str) -> Catalog {
    let texts: Vec<_> = file.split('\n').collect();
    let lines = texts.get(..SENT).unwrap_or_default().join("\n");
    Catalog { texts, lines }
}
