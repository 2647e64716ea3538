//! Language detection.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use whatlang::Lang;

use super::language::Language;
use super::stop::is_stop_word;
use crate::languages::{self, Table};
use crate::words::beginning;

/// Maximum number of bytes of a document that are examined; more change nothing.
const SAMPLE_BYTES: usize = 4_000;

/// Number of passages that these bytes are taken from: the first may be a notice in another language.
const SAMPLES: usize = 8;

/// Minimum number of letters from which a language can be detected.
const MIN_LETTERS: usize = 20;

/// Minimum number of letters of a passage that may be in another language than its document.
const OWN_LETTERS: usize = 200;

/// Number of passages of which at least one must be in a language for it to count for an ambiguous question.
const FEW: u64 = 20;

/// Maximum number of bytes of a question that are examined; the rest of pasted text is rarely in another language.
const QUESTION_SAMPLE_BYTES: usize = 400;

/// Letters of other languages that use the scripts of Russian and Arabic.
const FOREIGN_LETTERS: &str = "іїєґўјљњћђѓќџپچژگکیےٹڈڑ";

/// The name of Polish in the word tables.
const POLISH: &str = "polish";

/// Letters of Polish that hardly any other language has.
const POLISH_LETTERS: [char; 9] = ['ą', 'ę', 'ł', 'ń', 'ś', 'ź', 'ż', 'Ł', 'Ż'];

/// Number of words of which at least one must be a stop word of a language for a text to be in it.
const ENGLISH: usize = 8;

/// Returns the language of a document, from the texts of all its passages.
pub fn of_document<'a>(passages: impl ExactSizeIterator<Item = &'a str>) -> Language {
    let step = passages.len().div_ceil(SAMPLES).max(1);
    let mut sample = String::new();
    for text in passages.step_by(step) {
        sample.push_str(beginning(text, SAMPLE_BYTES / SAMPLES));
        sample.push('\n');
    }
    of_text(&sample)
}

/// Returns the language of a passage: that of its document, unless the passage is long enough and clearly in another.
pub fn of_passage(text: &str, document: Language) -> Language {
    if letters(text) < OWN_LETTERS {
        return document;
    }
    match whatlang::detect(text) {
        Some(info) if info.is_reliable() && document.lang() != Some(info.lang()) => {
            Language::of(info.lang())
        }
        _ => document,
    }
}

/// Returns the language of a text on its own.
pub(super) fn of_text(text: &str) -> Language {
    let text = beginning(text, SAMPLE_BYTES);
    if letters(text) < MIN_LETTERS {
        let in_latin = is_in_latin(text);
        return if in_latin { Language::English } else { script(text) };
    }
    match whatlang::detect(text) {
        Some(info) if info.is_reliable() || info.lang() == Lang::Eng => Language::of(info.lang()),
        _ if is_english(text) => Language::English,
        Some(info) if !is_in_latin(text) => Language::of(info.lang()),
        Some(info) if has_stop_words(text, Language::of(info.lang())) => Language::of(info.lang()),
        _ => Language::Other,
    }
}

/// Returns the language of a question, whichever languages the index has: that of most of its stop words, or else of
/// its letters.
pub fn language_of_question(text: &str) -> Language {
    let text = beginning(text, QUESTION_SAMPLE_BYTES);
    let all: Vec<Language> = Language::all().collect();
    by_stop_words(text, &all).unwrap_or_else(|| of_text(text))
}

/// Returns the name of the language that a question is clearly in: in Latin script by its stop words, in other scripts
/// by its letters.
pub fn detected_language(text: &str) -> Option<&'static str> {
    if is_polish(beginning(text, QUESTION_SAMPLE_BYTES)) {
        return Some(POLISH);
    }
    match clear_language(text)? {
        Language::Other => east_asian(beginning(text, QUESTION_SAMPLE_BYTES)),
        language => Some(language.name()),
    }
}

/// Returns the ISO 639-3 code of the language that a text is reliably in.
pub fn language_code(text: &str) -> Option<&'static str> {
    let found = whatlang::detect(beginning(text, SAMPLE_BYTES))?;
    found.is_reliable().then(|| found.lang().code())
}

/// Returns true if a text has more function words of Polish, which the index does not stem, than of any other language,
/// and at least two; its own letters count as one.
fn is_polish(text: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let tables = [Table::StopWords, Table::Carriers].into_iter();
        tables.flat_map(|table| languages::of(POLISH, table)).collect()
    });
    let words = count_words(text, |word| KNOWN.contains(&*word.to_lowercase()));
    let own = words + usize::from(text.contains(POLISH_LETTERS));
    let of_others = || Language::all().filter(|language| *language != Language::Other);
    let count = |language| count_words(text, |word| is_function_word(language, word));
    own >= 2 && of_others().all(|language| count(language) < own)
}

/// Returns the number of words of this kind.
fn count_words(text: &str, is: impl Fn(&str) -> bool) -> usize {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| !word.is_empty() && is(word)).count()
}

/// Returns the language that a question is clearly in, whichever languages the index has.
pub fn clear_language(text: &str) -> Option<Language> {
    let text = beginning(text, QUESTION_SAMPLE_BYTES);
    if is_in_latin(text) {
        return by_function_words(text);
    }
    let language = language_of_question(text);
    let is_shared = matches!(language, Language::Russian | Language::Arabic);
    let is_clear = || {
        let is_other = |c: char| FOREIGN_LETTERS.contains(c);
        !text.to_lowercase().contains(is_other) && by_stop_words(text, &[language]).is_some()
    };
    (!is_shared || is_clear()).then_some(language)
}

/// Returns true if a word is a function word of the language: it carries the sentence and says nothing about its
/// subject.
pub fn is_function_word(language: Language, word: &str) -> bool {
    static ALSO: LazyLock<BTreeMap<Language, HashSet<&str>>> = LazyLock::new(|| {
        let words = |language: Language| {
            let tables = [Table::Carriers, Table::Framing].into_iter();
            tables.flat_map(move |table| languages::of(language.name(), table)).collect()
        };
        Language::all().map(|language| (language, words(language))).collect()
    });
    let also = ALSO.get(&language);
    also.is_some_and(|also| also.contains(&*word.to_lowercase())) || is_stop_word(language, word)
}

/// Returns the language with more function words in the text than any other, and at least two.
fn by_function_words(text: &str) -> Option<Language> {
    let count = |language| count_words(text, |word| is_function_word(language, word));
    let all = Language::all().filter(|language| *language != Language::Other);
    let mut counts: Vec<(usize, Language)> =
        all.map(|language| (count(language), language)).collect();
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    match counts.as_slice() {
        [(most @ 2.., best), (second, _), ..] if most > second => Some(*best),
        _ => None,
    }
}

/// Returns the name of the East Asian language of most letters of a text; syllables identify Japanese.
fn east_asian(text: &str) -> Option<&'static str> {
    let count = |is: fn(u32) -> bool| text.chars().filter(|c| is(u32::from(*c))).count();
    let kana = count(|c| (0x3040..0x3100).contains(&c));
    let han = count(|c| (0x4e00..0xa000).contains(&c));
    let hangul = count(|c| (0xac00..0xd7b0).contains(&c));
    let letters = letters(text);
    match () {
        () if 2 * hangul > letters => Some("korean"),
        () if kana > 0 && 2 * (kana + han) > letters => Some("japanese"),
        () if 2 * han > letters => Some("chinese"),
        () => None,
    }
}

/// Returns the languages that a question may be in, the most likely first, and true if it can only be the first. `held`
/// are the languages of the index with their numbers of passages, the most frequent first.
pub fn of_question(text: &str, held: &[(Language, u64)]) -> (Vec<Language>, bool) {
    let in_latin = is_in_latin(text);
    let own_script = script(text);
    let fits = |(language, _): &&(Language, u64)| match language {
        Language::Other => true,
        _ if in_latin => is_latin(*language),
        _ => *language == own_script,
    };
    let fitting: Vec<_> = held.iter().filter(fits).copied().collect();
    let all: u64 = held.iter().map(|(_, passages)| passages).sum();
    let languages: Vec<Language> = fitting.iter().map(|(language, _)| *language).collect();
    let sure = by_stop_words(text, &languages).or_else(|| by_letters(text, &languages));
    if let Some(sure) = sure {
        let others = languages.into_iter().filter(|other| *other != sure);
        return ([sure].into_iter().chain(others).collect(), true);
    }
    let mut likely = fitting.into_iter();
    let first = likely.next().map(|(language, _)| language);
    let others = likely.filter(|(_, passages)| passages * FEW >= all);
    let others = others.map(|(language, _)| language);
    let likely: Vec<Language> = first.into_iter().chain(others).collect();
    let is_sure = likely.len() < 2;
    (likely, is_sure)
}

/// Returns the language with more stop words in the text than any other.
fn by_stop_words(text: &str, among: &[Language]) -> Option<Language> {
    let count = |language: &Language| {
        if *language == Language::Other {
            return 0;
        }
        let words = text.split(|c: char| !c.is_alphabetic());
        words.filter(|word| is_stop_word(*language, word)).count()
    };
    let mut counts: Vec<(usize, Language)> = among.iter().map(|l| (count(l), *l)).collect();
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    match counts.as_slice() {
        [(1.., only)] => Some(*only),
        [(most, best), (second, _), ..] if most > second => Some(*best),
        _ => None,
    }
}

/// Returns the language that the detector finds among those that it supports.
fn by_letters(text: &str, among: &[Language]) -> Option<Language> {
    if letters(text) < MIN_LETTERS || among.contains(&Language::Other) {
        return None;
    }
    let langs = among.iter().filter_map(|language| language.lang()).collect();
    let info = whatlang::Detector::with_allowlist(langs).detect(text)?;
    info.is_reliable().then(|| Language::of(info.lang()))
}

/// Returns true if one word in eight is a stop word of the language.
fn has_stop_words(text: &str, language: Language) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| !word.is_empty());
    let (stop, all) = words.fold((0_usize, 0_usize), |(stop, all), word| {
        (stop + usize::from(is_stop_word(language, word)), all + 1)
    });
    stop * ENGLISH >= all
}

fn is_english(text: &str) -> bool {
    is_in_latin(text) && has_stop_words(text, Language::English)
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

fn is_in_latin(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (latin, all) = letters.fold((0_usize, 0_usize), |(latin, all), c| {
        let is_latin = c < '\u{250}' || ('\u{1e00}'..='\u{1eff}').contains(&c);
        (latin + usize::from(is_latin), all + 1)
    });
    2 * latin >= all
}

/// Returns true if a language is known to be written in Latin script.
fn is_latin(language: Language) -> bool {
    use Language::{Arabic, Greek, Russian, Tamil};
    !matches!(language, Arabic | Greek | Russian | Tamil)
}

/// Returns the language that most commonly uses the script of most letters.
fn script(text: &str) -> Language {
    let language = |c: char| match u32::from(c) {
        0x370..=0x3ff | 0x1f00..=0x1fff => Language::Greek,
        0x400..=0x4ff => Language::Russian,
        0x600..=0x6ff => Language::Arabic,
        0xb80..=0xbff => Language::Tamil,
        _ => Language::Other,
    };
    let mut counts = std::collections::BTreeMap::<Language, usize>::new();
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        *counts.entry(language(c)).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map_or(Language::Other, |(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_sentence_is_told() {
        for (text, language) in [
            ("The library lends each book for four weeks.", Language::English),
            ("Die Bibliothek verleiht jedes Buch für vier Wochen.", Language::German),
            ("La bibliothèque prête chaque livre pendant quatre semaines.", Language::French),
            ("Библиотека выдаёт каждую книгу на четыре недели.", Language::Russian),
            (
                "Biblioteca împrumută fiecare carte pentru cel mult patru săptămâni.",
                Language::Romanian,
            ),
            ("Η βιβλιοθήκη δανείζει κάθε βιβλίο για τέσσερις εβδομάδες.", Language::Greek),
            ("Thư viện cho mượn mỗi cuốn sách trong bốn tuần.", Language::Vietnamese),
            ("पुस्तकालय प्रत्येक पुस्तक चार सप्ताह के लिए देता है।", Language::Other),
            ("Apples ripen.", Language::English),
            ("中文", Language::Other),
        ] {
            assert_eq!(of_text(text), language, "{text}");
        }
    }

    #[test]
    fn a_question_tells_its_language_by_its_function_words_or_its_letters() {
        for (question, language) in [
            ("May pets come in?", Some("english")),
            ("Wann hat die Kantine freitags offen?", Some("german")),
            ("Qui a écrit Hamlet ?", Some("french")),
            ("Summarise PerksPlus", None),
            ("Ile dni urlopu mam w roku?", Some("polish")),
            ("Kto napisał tę książkę?", Some("polish")),
            ("Who is Łukasz z Krakowa?", Some("english")),
            ("Кто написал эту книгу?", Some("russian")),
            ("休暇は何日ありますか", Some("japanese")),
            ("年假有几天", Some("chinese")),
            ("Скільки це коштує?", None),
            ("قیمت آن چقدر است؟", None),
        ] {
            assert_eq!(detected_language(question), language, "{question}");
        }
    }

    #[test]
    fn the_language_of_a_question_is_told_among_those_of_the_index() {
        use Language::{English, French, German, Italian, Portuguese, Russian, Spanish};
        let held = [English, German, French, Spanish, Italian, Portuguese, Russian];
        let held = held.map(|language| (language, 10));
        for (question, language) in [
            ("Per quanto tempo prestano libri le biblioteche?", Italian),
            ("How long may I keep a book?", English),
            ("Was kostet ein Buch?", German),
            ("¿Qué cuesta un libro?", Spanish),
            ("Сколько стоит книга", Russian),
        ] {
            let (languages, is_sure) = of_question(question, &held);
            assert_eq!((languages[0], is_sure), (language, true), "{question}");
        }
        assert!(!of_question("planet", &held).1);
    }
}
