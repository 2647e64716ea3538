//! Tests that all languages have the same messages.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use footnote_protocol::json;
use serde_json::Value;

use super::compiled::{category_in, compile, is_called};
use super::locale::{FILES, LOCALES};
use super::messages::NAMES;
use super::pattern::{SEPARATOR, filled};
use super::{Argument, Locale};

fn files() -> impl Iterator<Item = (Locale, &'static str)> {
    LOCALES.iter().copied().zip(FILES.iter().copied())
}

fn compiled(file: &str) -> Vec<(String, String)> {
    let messages = compile(file).into_iter();
    messages
        .map(|(name, text)| (name.clone(), text.unwrap_or_else(|e| panic!("{name} {e}"))))
        .collect()
}

/// Returns the texts of a message by plural category; a single text if there are no plurals.
fn texts(compiled: &str) -> Vec<(&str, &str)> {
    let Some(plurals) = compiled.strip_prefix(SEPARATOR) else { return vec![("", compiled)] };
    let parts: Vec<&str> = plurals.split(SEPARATOR).skip(1).collect();
    parts.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

#[test]
fn all_languages_have_the_messages_of_the_list_each_once() {
    for (locale, file) in files() {
        let compiled = compiled(file);
        let missing: Vec<_> = NAMES
            .iter()
            .filter(|(name, _)| compiled.iter().filter(|(id, _)| is_called(name, id)).count() != 1)
            .map(|(name, _)| name.replace('_', "-"))
            .collect();
        assert!(missing.is_empty(), "{}.ftl lacks, or has twice: {missing:?}", locale.code);
        let is_listed = |id: &str| NAMES.iter().any(|(name, _)| is_called(name, id));
        let more: Vec<_> = compiled.iter().filter(|(id, _)| !is_listed(id)).collect();
        assert!(more.is_empty(), "messages.rs lacks what {}.ftl has: {more:?}", locale.code);
    }
}

#[test]
fn every_text_holds_what_is_put_into_it_and_nothing_that_html_or_the_pattern_would_take() {
    let english: HashMap<_, _> = compiled(FILES[0]).into_iter().collect();
    for (locale, file) in files() {
        for (name, message) in compiled(file) {
            let listed = NAMES.iter().find(|(other, _)| is_called(other, &name)).unwrap();
            let (texts, of_english) = (texts(&message), texts(&english[&name]));
            for (at, argument) in listed.1.iter().enumerate() {
                let place = format!("{{{at}}}");
                let holds = |(_, text): &(&str, &str)| text.contains(&place);
                // The number that selects the plural may be omitted from the text, as in "one document".
                let selects = message.starts_with(&format!("{SEPARATOR}{at}{SEPARATOR}"));
                let said = if selects {
                    texts.last().is_some_and(holds) == of_english.last().is_some_and(holds)
                } else {
                    texts.iter().all(holds)
                };
                assert!(said, "{}.ftl: {name} does not say {argument}", locale.code);
            }
            for (_, text) in texts {
                let taken = text.contains(['<', '\n', SEPARATOR]) || text.is_empty();
                assert!(!taken, "{}.ftl: {name}: {text:?}", locale.code);
            }
        }
    }
}

#[test]
fn every_plural_of_a_language_has_its_text() {
    for (locale, file) in files() {
        let needed: BTreeSet<_> = (0..=200).map(|number| category_in(locale, number)).collect();
        for (name, message) in compiled(file) {
            let texts = texts(&message);
            if texts.len() == 1 && texts[0].0.is_empty() {
                continue;
            }
            let has: BTreeSet<_> = texts.iter().map(|(category, _)| *category).collect();
            let missing: Vec<_> = needed.difference(&has).collect();
            assert!(missing.is_empty(), "{}.ftl: {name} has no text for {missing:?}", locale.code);
            assert_eq!(texts.last().unwrap().0, "other", "{}.ftl: {name}", locale.code);
        }
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

#[test]
fn every_message_is_said_somewhere() {
    let mut said = String::new();
    // Some messages are only used by the server.
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                said.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let is_said = |name: &str| {
        said.match_indices(&format!("words::{name}")).any(|(at, found)| {
            !said[at + found.len()..]
                .starts_with(|next: char| next == '_' || next.is_alphanumeric())
        })
    };
    let silent: Vec<_> = NAMES.iter().filter(|(name, _)| !is_said(name)).collect();
    assert!(silent.is_empty(), "nobody says {silent:?}: take them out of the list and the files");
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
