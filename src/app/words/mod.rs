//! The words of the page, in the reader's language.
//!
//! A message has a name, and a text in the file of each language (`en.ftl` and so on, in the syntax of Fluent). To add
//! one:
//!
//! 1. add its name to the list in `messages.rs`, with the names of its arguments, such as `documents(count);`,
//! 2. add its text to each file, with hyphens for the underscores in its name and `{ $count }` for an argument; plurals
//!    are a selection `{ $count -> [one] … *[other] … }`, which must be the whole message,
//! 3. call `words::documents(count)` where it is needed.
//!
//! A test names what is missing. The server reads the files, and sends the texts of a page's language with the page, in
//! the order of the list; the page looks them up by index. The language of a page is fixed once it is loaded. Outside
//! of a page, the server sets the language with `in_locale`.

mod argument;
mod faults;
mod locale;
mod messages;
mod pattern;

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
pub use faults::fault;
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

/// Returns the text at this index in the list of messages.
fn say(place: usize) -> &'static str {
    texts::pattern(place)
}

/// Returns the text at this index in the list of messages, with these arguments.
fn say_with(place: usize, arguments: &[Argument<'_>]) -> String {
    pattern::filled(texts::pattern(place), arguments, texts::category)
}
