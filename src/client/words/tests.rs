//! Tests that all languages have the same messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use footnote_protocol::json;
use serde_json::Value;

use super::compiled::category_in;
use super::locale::{FILES, LOCALES};
use super::messages::{NAMES, SENT};
use super::pattern::{SEPARATOR, filled};
use super::{Argument, Locale};

/// Returns the name and the text of each message in each language.
fn all() -> impl Iterator<Item = (Locale, &'static str, &'static str)> {
    let files = LOCALES.iter().copied().zip(FILES);
    files.flat_map(|(locale, file)| {
        assert_eq!(file.split('\n').count(), NAMES.len(), "{}.ftl", locale.code);
        NAMES.iter().zip(file.split('\n')).map(move |(name, text)| (locale, *name, text))
    })
}

/// Returns the texts of a message by plural category; a single text if there are no plurals.
fn texts(compiled: &str) -> Vec<(&str, &str)> {
    let Some(plurals) = compiled.strip_prefix(SEPARATOR) else { return vec![("", compiled)] };
    let parts: Vec<&str> = plurals.split(SEPARATOR).skip(1).collect();
    parts.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Returns what is filled into a text, such as `{0}`.
fn filled_in(text: &str) -> BTreeSet<&str> {
    text.match_indices('{').map(|(at, _)| &text[at..][..3]).collect()
}

#[test]
fn all_languages_have_every_message() {
    let missing: Vec<_> = all()
        .filter(|(.., text)| text.is_empty())
        .map(|(locale, name, _)| format!("{}.ftl: {}", locale.code, name.replace('_', "-")))
        .collect();
    assert!(missing.is_empty(), "not there: {missing:#?}");
}

#[test]
fn every_text_holds_what_is_put_into_it_and_nothing_that_html_or_the_pattern_would_take() {
    for ((locale, name, message), english) in all().zip(FILES[0].split('\n').cycle()) {
        // The number that selects the plural may be omitted from the text, as in "one document".
        let selector =
            message.strip_prefix(SEPARATOR).and_then(|rest| rest.split(SEPARATOR).next());
        let selector = selector.map(|place| format!("{{{place}}}"));
        let (last_of_english, texts) = (texts(english).pop().unwrap().1, texts(message));
        for (category, text) in &texts {
            let (mut has, mut needs) = (filled_in(text), filled_in(last_of_english));
            if *category != "other"
                && let Some(selector) = &selector
            {
                has.remove(selector.as_str());
                needs.remove(selector.as_str());
            }
            assert_eq!(has, needs, "{}.ftl: {name}: {text}", locale.code);
            let taken = text.contains(['<', SEPARATOR]);
            assert!(!taken, "{}.ftl: {name}: {text:?}", locale.code);
        }
    }
}

#[test]
fn every_plural_of_a_language_has_its_text() {
    for (locale, name, message) in all().filter(|(.., message)| message.starts_with(SEPARATOR)) {
        let texts = texts(message);
        let needed: BTreeSet<_> = (0..=200).map(|number| category_in(locale, number)).collect();
        let has: BTreeSet<_> = texts.iter().map(|(category, _)| *category).collect();
        let missing: Vec<_> = needed.difference(&has).collect();
        assert!(missing.is_empty(), "{}.ftl: {name} has no text for {missing:?}", locale.code);
        assert_eq!(texts.last().unwrap().0, "other", "{}.ftl: {name}", locale.code);
    }
}

#[test]
fn plurals_are_chosen_by_the_rules_of_their_language() {
    let of = |code: &str, number| category_in(Locale::of_code(code).unwrap(), number);
    assert_eq!([0, 1, 2].map(|number| of("en", number)), ["other", "one", "other"]);
    assert_eq!([0, 1, 2].map(|number| of("fr", number)), ["one", "one", "other"]);
    assert_eq!([1, 3, 5, 22].map(|number| of("pl", number)), ["one", "few", "many", "few"]);
    let arabic = ["zero", "one", "two", "few", "many", "other"];
    assert_eq!([0, 1, 2, 3, 11, 100].map(|number| of("ar", number)), arabic);
    assert_eq!([0, 1].map(|number| of("ja", number)), ["other", "other"]);
}

#[test]
fn plurals_are_those_of_browsers() {
    // The test in end2end/languages.hydrate.spec.ts compares a browser with the same file.
    let known: Value = json::read(include_str!("../../../end2end/support/plurals.json")).unwrap();
    let numbers = known["numbers"].as_array().unwrap();
    for locale in LOCALES {
        let of = |number: &Value| category_in(*locale, number.as_u64().unwrap());
        let categories: Vec<_> = numbers.iter().map(of).collect();
        assert_eq!(categories.join(" "), known["categories"][locale.code], "{}", locale.code);
    }
}

/// Returns true if the code in these folders, relative to the crate, says the message.
fn says(folders: &[&str]) -> impl Fn(&str) -> bool + use<> {
    let mut code = String::new();
    let within = |folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders: Vec<_> = folders.iter().map(within).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                code.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    move |name| {
        code.match_indices(&format!("words::{name}")).any(|(at, found)| {
            !code[at + found.len()..]
                .starts_with(|next: char| next == '_' || next.is_alphanumeric())
        })
    }
}

#[test]
fn every_message_is_said_somewhere() {
    let is_said = says(&[".."]);
    // `fault` says those that it knows.
    let is_silent = |name: &&&str| !is_said(name) && !name.starts_with("fault_");
    let silent: Vec<_> = NAMES.iter().filter(is_silent).collect();
    assert!(silent.is_empty(), "nobody says {silent:?}: take them out of the files");
}

#[test]
fn what_the_page_says_is_sent_with_it() {
    let page_says = says(&[".", "../app"]);
    let unsent: Vec<_> = NAMES[SENT..].iter().filter(|name| page_says(name)).collect();
    assert!(unsent.is_empty(), "move {unsent:?} above the `###` comment of en.ftl");
}

#[test]
fn a_number_chooses_its_text_by_itself_or_by_its_plural() {
    let pattern = "\t1\t0\tnothing in {0}\tone\ta file in {0}\tother\t{1} files in {0}";
    let english = |number| if number == 1 { "one".to_owned() } else { "other".to_owned() };
    let said = |number: u64| filled(pattern, &[Argument::from("a{1}"), number.into()], english);
    let expected = ["nothing in a{1}", "a file in a{1}", "7 files in a{1}"];
    assert_eq!([0, 1, 7].map(said), expected);
    assert_eq!(filled("{9} and {", &[], english), " and ", "a fault of a file ends no page");
}

#[test]
fn messages_are_said_in_the_language_of_the_page() {
    assert_eq!(super::documents(), "Documents");
    super::in_locale(Locale::of_code("de").unwrap(), || {
        assert_eq!(super::documents(), "Dokumente");
        assert_eq!(super::documents_counted(1_u64), "1 Dokument");
        assert_eq!(super::documents_counted(2_u64), "2 Dokumente");
        assert!(super::catalog().contains("\nDokumente\n"));
    });
}
