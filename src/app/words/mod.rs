//! The words of the page, in the language of its reader.
//!
//! A message has a name, and a text in the file of each language (`en.ftl` and so on, in the syntax of Fluent). To add
//! one:
//!
//! 1. its name in the list of `messages.rs`, with the names of what is put into it, such as `documents(count);`,
//! 2. its text in each file, with hyphens in its name for the underscores, `{ $count }` for what is put in, and for
//!    plurals a selection `{ $count -> [one] … *[other] … }`, one in a message, with nothing around it,
//! 3. `words::documents(count)` where it is said.
//!
//! A test names what is missing. The server reads the files, and sends with each page the texts of its language, in the
//! order of the list; the page looks them up by number. The language of a page is fixed once it is loaded. Where the
//! server renders no page, it says in which language: `in_locale`.

mod argument;
mod faults;
mod locale;
mod messages;
mod pattern;

// The server has all languages, the page its own.
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

/// The result of `say` in this language, as where no page is rendered.
pub fn in_locale<T>(locale: Locale, say: impl FnOnce() -> T) -> T {
    Owner::new().with(|| {
        provide_context(locale);
        say()
    })
}

/// Names with the commas of the language between them.
pub fn listed(names: &[String]) -> String {
    let names = names.iter().cloned();
    names.reduce(|one, other| and_also(&one, &other)).unwrap_or_default()
}

/// The text of the message that stands there in the list.
fn say(place: usize) -> &'static str {
    texts::pattern(place)
}

/// The text of the message that stands there in the list, with these arguments put in.
fn say_with(place: usize, arguments: &[Argument<'_>]) -> String {
    pattern::filled(texts::pattern(place), arguments, texts::category)
}
