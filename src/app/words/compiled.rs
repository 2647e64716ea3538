//! The texts of all languages, compiled from their files on first use.

use std::sync::LazyLock;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser::parse;
use fluent_syntax::unicode::unescape_unicode_to_string;
use icu_locale_core::Locale as Language;
use icu_plurals::{PluralCategory, PluralRules};
use leptos::prelude::use_context;

use super::Locale;
use super::locale::{FILES, LOCALES};
use super::messages::{NAMES, SENT};
use super::pattern::SEPARATOR;

/// The texts of a language, in the order of the list of messages.
struct Catalog {
    texts: Vec<String>,
    /// The same texts, one per line.
    lines: String,
}

static CATALOGS: LazyLock<Vec<Catalog>> = LazyLock::new(|| FILES.iter().map(catalog_of).collect());

/// A message in a file: its name, and its text or the reason why it has none.
pub(super) type Compiled = (String, Result<String, &'static str>);

/// Returns the text at this index in the list of messages, in the language of the page being rendered.
pub(super) fn pattern(place: usize) -> &'static str {
    current().and_then(|catalog| catalog.texts.get(place)).map_or("", String::as_str)
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
    let mut compiled = compile(file);
    let mut text = |(name, _): &(&str, _)| {
        let at = compiled.iter().position(|(other, _)| is_called(name, other))?;
        compiled.swap_remove(at).1.ok()
    };
    let texts: Vec<_> = NAMES.iter().map(|name| text(name).unwrap_or_default()).collect();
    let sent = texts.get(..SENT).unwrap_or_default();
    Catalog { lines: sent.join("\n"), texts }
}

/// Returns true if a message in the list, such as `ask_in`, has this id in the files, such as `ask-in`.
pub(super) fn is_called(name: &str, id: &str) -> bool {
    let letters = name.chars().map(|letter| if letter == '_' { '-' } else { letter });
    letters.eq(id.chars())
}

/// Returns the messages of a file, in order. Invalid entries have an empty name.
pub(super) fn compile(file: &str) -> Vec<Compiled> {
    let resource = parse(file).unwrap_or_else(|(resource, _)| resource);
    let messages = resource.body.into_iter().filter_map(|entry| match entry {
        Entry::Message(message) => {
            let name = message.id.name.to_owned();
            let arguments = NAMES.iter().find(|(other, _)| is_called(other, &name));
            let arguments = arguments.map(|(_, arguments)| *arguments).unwrap_or_default();
            let text = message.value.ok_or("has no text");
            let text = text.and_then(|value| whole(&value, arguments));
            Some((name, text))
        }
        Entry::Junk { .. } => Some((String::new(), Err("is not understood"))),
        Entry::Term(_) => Some((String::new(), Err("is a term, which are not known here"))),
        Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => None,
    });
    messages.collect()
}

/// Returns a text with these arguments in the format in which it is sent to the page.
fn whole(value: &Pattern<&str>, arguments: &[&str]) -> Result<String, &'static str> {
    let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] =
        value.elements.as_slice()
    else {
        return flat(value, arguments);
    };
    let InlineExpression::VariableReference { id } = selector else {
        return Err("selects by what is not put in");
    };
    let mut compiled = format!("{SEPARATOR}{}", place(id.name, arguments)?);
    // The default variant comes last.
    let (last, others): (Vec<_>, Vec<_>) = variants.iter().partition(|variant| variant.default);
    for Variant { key, value, .. } in others.into_iter().chain(last) {
        let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) = key;
        compiled.extend([SEPARATOR.to_string(), (*name).to_owned(), SEPARATOR.to_string()]);
        compiled.push_str(&flat(value, arguments)?);
    }
    Ok(compiled)
}

/// Returns a text without plural variants, in that format.
fn flat(value: &Pattern<&str>, arguments: &[&str]) -> Result<String, &'static str> {
    let mut compiled = String::new();
    for element in &value.elements {
        let text = match element {
            PatternElement::TextElement { value } => value.replace('\n', " "),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => unescape_unicode_to_string(value).into_owned(),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => format!("{{{}}}", place(id.name, arguments)?),
            PatternElement::Placeable { .. } => {
                return Err("has what is neither text nor put in, or a selection within a text");
            }
        };
        compiled.push_str(&text);
    }
    Ok(compiled)
}

fn place(name: &str, arguments: &[&str]) -> Result<usize, &'static str> {
    let place = arguments.iter().position(|argument| *argument == name);
    place.ok_or("names what the list of messages does not put in")
}
