//! The words of the page, in the reader's language.
//!
//! A message has a name, and a text in the file of each language (`en.ftl` and so on, in the syntax of Fluent). To add
//! one:
//!
//! 1. add its text to `en.ftl`, with `{ $count }` for what is filled in; plurals are a selection
//!    `{ $count -> [one] … *[other] … }`, which must be the whole message,
//! 2. call it where it is needed, with underscores for hyphens: `words::documents_counted(count)`; what it takes is in
//!    the order of the English text,
//! 3. add its text to the other files.
//!
//! The build script (`build.rs`) makes the functions from `en.ftl`; a test names what other languages lack. The server
//! sends the texts of a page's language with the page, in the order of `en.ftl` down to its `###` comment; what is below
//! is said by the server alone. The page looks texts up by index. The language of a page is fixed once it is loaded.
//! Outside of a page, the server sets the language with `in_locale`.

mod argument;
mod figures;
mod locale;
mod pattern;

/// The messages of `en.ftl`, each with its English text.
mod messages {
    use super::{Argument, say, say_with};

    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

// The server has all languages; the page only has its own.
#[cfg(not(feature = "hydrate"))]
mod compiled;
#[cfg(feature = "hydrate")]
mod received;
#[cfg(not(feature = "hydrate"))]
use compiled as texts;
#[cfg(feature = "hydrate")]
use received as texts;

#[cfg(test)]
#[cfg(not(feature = "hydrate"))]
mod tests;

use leptos::prelude::{Owner, provide_context};

pub use argument::Argument;
pub use figures::figures;
pub use locale::{LOCALES, Locale};
pub use messages::*;
pub use texts::{catalog, locale};

/// Returns the result of `say` in this language, for use outside of a page.
pub fn in_locale<T>(locale: Locale, say: impl FnOnce() -> T) -> T {
    Owner::new().with(|| {
        provide_context(locale);
        say()
    })
}

/// Returns the names, separated by the commas of the language.
pub fn listed(names: &[String]) -> String {
    let names = names.iter().cloned();
    names.reduce(|one, other| and_also(&one, &other)).unwrap_or_default()
}

/// Returns the text of the message at this index.
fn say(place: usize) -> &'static str {
    texts::pattern(place)
}

/// Returns the text of the message at this index, with these arguments.
fn say_with(place: usize, arguments: &[Argument<'_>]) -> String {
    pattern::filled(texts::pattern(place), arguments, texts::category)
}
