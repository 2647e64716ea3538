//! Definitions: sentences that say what something is, for questions that ask it.

use crate::rag::corpus::index::stems;
use crate::text::languages::Table;
use crate::text::question::LONGEST_NAME;

/// The most words for the kind of a thing before its name.
const MODIFIERS: usize = 2;

/// The thing whose definition is asked for, as its stems in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rag::chat) struct Subject(Vec<String>);

impl Subject {
    /// The subject of a question; empty unless it asks what something is.
    pub(super) fn of(question: &str) -> Self {
        let lower = question.trim().to_lowercase().replace('’', "'");
        let named = named(&lower).unwrap_or_default();
        let mut words = words(named).peekable();
        if words.next_if(|word| Table::Certain.has(word)).is_some() {
            return Self::default();
        }
        let words = words.skip_while(|word| Table::Articles.has(word));
        let words: Vec<&str> = words.take_while(|word| !Table::Bounds.has(word)).collect();
        if words.len() > LONGEST_NAME {
            return Self::default();
        }
        Self(words.iter().flat_map(|word| joined(word)).collect())
    }

    /// True if a sentence says what the subject is.
    pub(in crate::rag::chat) fn is_defined_by(&self, sentence: &str) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let lower = sentence.to_lowercase();
        // "Deductible: A deductible is …"
        let labelled = lower.split_once(": ");
        let behind = labelled.filter(|(label, _)| words(label).count() <= LONGEST_NAME);
        let opens = self.opens(&lower) || behind.is_some_and(|(_, text)| self.opens(text));
        opens || self.is_named_by(&lower)
    }

    /// True if a sentence ends with the subject as a name: "… is called the deductible."
    fn is_named_by(&self, lower: &str) -> bool {
        let behind = |calls: &str| Some(lower.split_once(&format!(" {calls} "))?.1);
        let name = Table::Calls.words().find_map(behind);
        name.is_some_and(|name| {
            let stems: Vec<String> = words(name).flat_map(joined).collect();
            words(name).count() <= LONGEST_NAME + 1 && stems.ends_with(&self.0)
        })
    }

    /// True if a sentence opens with the subject and one of the copulas.
    fn opens(&self, lower: &str) -> bool {
        // "Copayments (copays) are …"
        let plain = match (lower.find(" ("), lower.find(") ")) {
            (Some(from), Some(to)) if from < to => {
                let (before, after) = (lower.get(..from), lower.get(to + 1..));
                format!("{}{}", before.unwrap_or_default(), after.unwrap_or_default())
            }
            _ => lower.to_owned(),
        };
        let all: Vec<&str> = words(&plain).collect();
        let is_article = |word: &&&str| Table::Articles.has(word) || Table::Certain.has(word);
        let articles = all.iter().take_while(is_article).count();
        // "A calendar year deductible is …" tells what a deductible is.
        let is_any = all.first().is_some_and(|word| Table::Articles.has(word));
        let modifiers = if is_any { MODIFIERS } else { 0 };
        (articles..=articles + modifiers)
            .any(|from| self.stands(all.get(from..).unwrap_or_default()))
    }

    /// True if words begin with the subject, and go on with one of the copulas.
    fn stands(&self, all: &[&str]) -> bool {
        let mut rest = all.iter();
        let mut met = Vec::new();
        while met.len() < self.0.len() {
            let Some(word) = rest.next() else {
                return false;
            };
            met.extend(joined(word));
        }
        met == self.0 && rest.next().is_some_and(|word| Table::Copulas.has(word))
    }
}

/// The part of a question that names the thing, behind the longest opening that it has.
fn named(lower: &str) -> Option<&str> {
    let name = |opening: &'static str| {
        let (before, after) = opening.split_once('*').unwrap_or((opening, ""));
        let rest = lower.strip_prefix(before.trim_end())?;
        let is_whole = before.ends_with('\'') || !rest.starts_with(char::is_alphanumeric);
        let name = if after.is_empty() { rest } else { rest.split_once(after)?.0 };
        is_whole.then_some((opening.len(), name))
    };
    let names = Table::Definitions.words().filter_map(name);
    names.max_by_key(|(length, _)| *length).map(|(_, name)| name)
}

/// The stems of a word that may be written with a hyphen or without.
fn joined(word: &str) -> Vec<String> {
    stems(&word.replace('-', ""))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_defined(question: &str, sentence: &str) -> bool {
        Subject::of(question).is_defined_by(sentence)
    }

    #[test]
    fn a_definition_says_what_the_thing_is() {
        let sentence = "A copayment is a fixed amount that you pay.";
        assert!(is_defined("What is copay for the plan?", sentence));
        assert!(is_defined("what does copayment mean?", sentence));
        let list = "Copayments (copays) are fixed amounts.";
        assert!(is_defined("What are copayments?", list));
        assert!(is_defined("Was ist Gleitzeit?", "Gleitzeit ist Arbeitszeit nach Wahl."));
    }

    #[test]
    fn a_hyphen_makes_no_other_thing() {
        let sentence = "Pre-authorization means that the plan has agreed.";
        assert!(is_defined("What is preauthorization?", sentence));
    }

    #[test]
    fn what_only_speaks_of_the_thing_defines_nothing() {
        let question = "What is a copay?";
        assert!(!is_defined(question, "Copays vary with the service."));
        assert!(!is_defined(question, "You can avoid needless copays."));
        assert!(!is_defined(question, "A fee is no copay."));
        assert!(!is_defined("How high is a copay?", "A copay is 20 dollars."));
        assert!(!is_defined("", ""));
    }

    #[test]
    fn a_definition_may_stand_behind_a_label_or_name_a_kind_or_end_with_the_name() {
        let question = "What is a deductible?";
        for sentence in [
            "Deductible: A deductible is the amount that you pay.",
            "A calendar year deductible is the amount that you pay.",
            "The amount that you pay first is called the calendar year deductible.",
        ] {
            assert!(is_defined(question, sentence), "{sentence}");
        }
        assert!(!is_defined(question, "The Plus plan deductible is 500 dollars."));
        assert!(!is_defined(question, "It is called a fee, not a deductible that anyone pays."));
    }

    #[test]
    fn the_value_of_a_certain_thing_is_no_definition() {
        let sentence = "The limit is what you may spend.";
        assert!(!is_defined("What is the limit?", sentence));
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_read(question in "\\PC*", sentence in "\\PC*") {
            let _ = Subject::of(&format!("what is {question}")).is_defined_by(&sentence);
        }
    }
}
