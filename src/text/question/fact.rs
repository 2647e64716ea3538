//! Questions that a statement of fact answers: by an amount, a number of things, a time, or how long it lasts.
//!
//! A pattern of [`Table::Factual`] is words and signs: `*` is the subject; `^` a state; `~` a word before a time;
//! and of the rest of the sentence, `$` begins with an amount of money, `#` with a number of things, `&` with a
//! span of time, and `@` names a time. The question repeats the subject, the state and the things.

use super::{capitalised, is_plain, lowered};
use crate::languages::{self, Pairs, Table, pairs};

/// The most words of a subject.
const LONGEST_SUBJECT: usize = 5;

/// The most words of the things that are counted.
const LONGEST_THINGS: usize = 6;

/// The words of a rest that are looked at for a time.
const NEAR: usize = 6;

static NUMBERS: Pairs = Pairs::new(|| pairs(Table::Numbers));
static UNITS: Pairs = Pairs::new(|| pairs(Table::Units));

/// The question that a sentence in this language answers with a fact, if a pattern fits it.
///
/// `around` is where the sentence stands: it must name the subject once more, and if it does so in small letters, the
/// subject is no proper name.
pub fn of_fact(sentence: &str, around: &str, language: &str) -> Option<String> {
    let sentence = sentence.trim().strip_suffix('.')?;
    let words: Vec<&str> = sentence.split_whitespace().collect();
    languages::of(language, Table::Factual).find_map(|template| {
        let (pattern, question) = template.split_once('=')?;
        fill_template(pattern, question, &words, around)
    })
}

/// The question of a template, if its pattern fits the words.
fn fill_template(pattern: &str, question: &str, words: &[&str], around: &str) -> Option<String> {
    let signs = pattern.strip_prefix("* ")?;
    let most = LONGEST_SUBJECT.min(words.len().saturating_sub(1));
    let (subject, rest) = (1..=most).find_map(|length| {
        let (subject, rest) = words.split_at_checked(length)?;
        Some((subject, match_pattern(signs, rest)?))
    })?;
    let subject = named(subject, around)?;
    let PatternMatch { state, things } = rest;
    let question = question.replace('*', &subject);
    let question = question.replace('^', &state).replace('#', &things);
    Some(format!("{}?", capitalised(&question)))
}

/// The words that fit the signs of a question.
#[derive(Default)]
struct PatternMatch {
    state: String,
    things: String,
}

/// The words for the signs of a pattern behind its subject, if all of it fits.
fn match_pattern(signs: &str, mut rest: &[&str]) -> Option<PatternMatch> {
    let mut found = PatternMatch::default();
    for sign in signs.split(' ') {
        match sign {
            "$" => return is_money(rest).then_some(found),
            "&" => return is_span(rest).then_some(found),
            "@" => return is_time(rest).then_some(found),
            "#" => return Some(PatternMatch { things: things(rest)?, ..found }),
            _ => {}
        }
        let (word, behind) = rest.split_first()?;
        let lower = word.to_lowercase();
        let fits = match sign {
            "^" => is_state(&lower),
            "~" => Table::Timing.has(&lower),
            literal => literal == lower,
        };
        if !fits {
            return None;
        }
        if sign == "^" {
            found.state = lower;
        }
        rest = behind;
    }
    rest.is_empty().then_some(found)
}

/// The subject as a question has it, if these words name a thing that stands elsewhere in the text too.
fn named(words: &[&str], around: &str) -> Option<String> {
    let first = words.first()?;
    let lower = first.to_lowercase();
    let has_article = Table::Articles.has(&lower) || Table::Certain.has(&lower);
    let name = words.get(usize::from(has_article)..)?;
    let is_name = |word: &&str| {
        let is_number = word.chars().any(|c| c.is_ascii_digit());
        let lower = word.to_lowercase();
        let joins = lower == "of" || !Table::StopWords.has(&lower);
        is_plain(word) && !is_number && joins
    };
    let opens = has_article || first.starts_with(char::is_uppercase);
    let tells = name.iter().any(|word| word.chars().count() > 2);
    if !opens || !tells || !name.iter().all(is_name) {
        return None;
    }
    let name = name.join(" ");
    if around.to_lowercase().matches(&name.to_lowercase()).count() < 2 {
        return None;
    }
    if has_article {
        return Some(format!("{lower} {name}"));
    }
    let low = lowered(&name);
    Some(if around.contains(&format!(" {low}")) { low } else { name })
}

fn is_state(word: &str) -> bool {
    let mut endings = Table::States.words().filter_map(|state| state.strip_prefix('-'));
    Table::States.has(word) || endings.any(|ending| word.ends_with(ending))
}

/// The first words, without what surrounds them, in small letters.
fn near<'a>(words: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    let bare = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !"$£€".contains(c));
        word.to_lowercase()
    };
    words.iter().take(NEAR).map(bare)
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || NUMBERS.contains_key(word)
}

fn is_money(words: &[&str]) -> bool {
    let currency = |word: &str| UNITS.get(word).is_some_and(|unit| unit.len() == "usd".len());
    let mut near = near(words);
    let first = near.next().unwrap_or_default();
    let amount = first.trim_start_matches(['$', '£', '€']);
    let is_marked = amount.len() < first.len();
    is_number(amount) && (is_marked || near.next().is_some_and(|next| currency(&next)))
}

fn is_span(words: &[&str]) -> bool {
    let mut near = near(words);
    near.next().is_some_and(|first| is_number(&first))
        && near.next().is_some_and(|next| Table::Spans.has(&next))
}

fn is_time(words: &[&str]) -> bool {
    let is_clock = |word: &str| {
        let figures = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        word.split_once(':').is_some_and(|(hours, minutes)| figures(hours) && figures(minutes))
    };
    near(words).any(|word| Table::Months.has(&word) || Table::Times.has(&word) || is_clock(&word))
}

/// The things that a number at the beginning of these words counts.
fn things(words: &[&str]) -> Option<String> {
    let (number, rest) = words.split_first()?;
    let is_whole = number.chars().all(|c| c.is_ascii_digit() || c == ',');
    let ends = |word: &str| word == "to" || (Table::Bounds.has(word) && word != "of");
    let things = rest.iter().take_while(|word| !ends(&word.to_lowercase()));
    let things: Vec<&str> = things.copied().collect();
    let first = things.first()?.to_lowercase();
    let is_thing = !Table::StopWords.has(&first)
        && !Table::Months.has(&first)
        && !UNITS.contains_key(first.as_str())
        && things.len() <= LONGEST_THINGS
        && things.iter().all(|word| is_plain(word));
    ((is_whole || NUMBERS.contains_key(number.to_lowercase().as_str())) && is_thing)
        .then(|| things.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_of(sentence: &str, language: &str) -> Option<String> {
        let low = sentence.to_lowercase();
        of_fact(sentence, &format!("{sentence}\n\nSee also: {low}"), language)
    }

    #[test]
    fn a_fact_is_asked_for_in_a_whole_sentence() {
        for (sentence, question) in [
            (
                "Staff have 30 days of annual leave a year.",
                "How many days of annual leave a year do staff have?",
            ),
            (
                "The Trust grants 5 study days a year for a course.",
                "How many study days a year does the Trust grant?",
            ),
            (
                "The library bus visits 23 villages every fortnight.",
                "How many villages every fortnight does the library bus visit?",
            ),
            ("A lost card costs 3 pounds.", "How much does a lost card cost?"),
            ("The late fee is $0.50 a day.", "How much is the late fee?"),
            ("Salaries are paid on the 25th of each month.", "When are salaries paid?"),
            ("Unused days expire on 31 March.", "When do unused days expire?"),
            ("The front door is closed at 22:00.", "When is the front door closed?"),
            (
                "A musical instrument is lent for 56 days.",
                "For how long is a musical instrument lent?",
            ),
            ("The probation period is 6 months for staff.", "How long is the probation period?"),
        ] {
            assert_eq!(asked_of(sentence, "english").as_deref(), Some(question), "{sentence}");
        }
        let german = asked_of("Die Jahreskarte kostet 20 Euro.", "german");
        assert_eq!(german.as_deref(), Some("Wie viel kostet die Jahreskarte?"));
    }

    #[test]
    fn what_would_make_no_sentence_is_not_asked_for() {
        for sentence in [
            "They have 30 days of leave.",
            "This costs 3 pounds.",
            "In the first year staff have 30 days.",
            "Staff who look after a relative have 6 days of leave.",
            "The Trust has 9 per cent of the shares.",
            "Staff have 5 of them.",
            "Staff have many days of leave.",
            "The door is closed at once.",
            "The limit is high.",
            "Staff have 30 days of leave",
            "Is the late fee $5.",
            "",
        ] {
            assert_eq!(asked_of(sentence, "english"), None, "{sentence}");
        }
        assert_eq!(asked_of("A card costs 3 pounds.", "french"), None);
        assert_eq!(of_fact("Lately staff have 3 rooms.", "Staff have rooms.", "english"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_asked_about(text in "[a-zA-Z0-9 .*$^#&@~,]{0,60}") {
            let _ = of_fact(&text, &text, "english");
        }
    }
}
