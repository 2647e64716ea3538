//! Definitions: sentences that say what something is, for questions that ask it.

use footnote_text::analysis::stems;
use footnote_text::languages::Table;
use footnote_text::question::MAX_NAME_WORDS;

/// Number of words at the beginning of a sentence in which it names a thing: an article, the kind of thing, and its
/// name.
const OPENING_WORDS: usize = 8;

/// The thing whose definition is asked for, as stems in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject(Vec<String>);

impl Subject {
    /// Returns the subject of a question; empty unless it asks what something is.
    pub(super) fn of(question: &str) -> Self {
        let lower = question.trim().to_lowercase().replace('’', "'");
        let mut words = words(name_part(&lower).unwrap_or_default()).peekable();
        if words.next_if(|word| Table::Certain.has(word)).is_some() {
            return Self::default();
        }
        let words = words.skip_while(|word| Table::Articles.has(word));
        let words: Vec<&str> = words.take_while(|word| !Table::Bounds.has(word)).collect();
        if words.len() > MAX_NAME_WORDS { Self::default() } else { Self(joined(&words)) }
    }

    /// Returns true if a sentence says what the subject is: it begins with its name and a copula. "A calendar year
    /// deductible is …" says what a deductible is, and so does "Deductible: A deductible is …".
    pub fn is_defined_by(&self, sentence: &str) -> bool {
        let lower = sentence.to_lowercase();
        let opening: Vec<&str> = words(&lower).take(OPENING_WORDS).collect();
        let copula = opening.iter().position(|word| Table::Copulas.has(word));
        let name = copula.and_then(|at| opening.get(..at)).unwrap_or_default();
        let (articles, name): (Vec<&str>, Vec<&str>) =
            name.iter().partition(|word| Table::Articles.has(word) || Table::Certain.has(word));
        let is_any = articles.iter().any(|word| Table::Articles.has(word));
        let name = joined(&name);
        !self.0.is_empty() && (name == self.0 || (is_any && name.ends_with(&self.0)))
    }
}

/// Returns the part of a question that names the thing, after its longest known opening.
fn name_part(lower: &str) -> Option<&str> {
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

/// Returns the stems of words, ignoring their hyphens.
fn joined(words: &[&str]) -> Vec<String> {
    words.iter().flat_map(|word| stems(&word.replace('-', ""))).collect()
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
        assert!(is_defined("What are copayments?", "Copayments are fixed amounts."));
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
    fn a_definition_may_stand_behind_a_label_or_name_a_kind() {
        let question = "What is a deductible?";
        for sentence in [
            "Deductible: A deductible is the amount that you pay.",
            "A calendar year deductible is the amount that you pay.",
        ] {
            assert!(is_defined(question, sentence), "{sentence}");
        }
        assert!(!is_defined(question, "The Plus plan deductible is 500 dollars."));
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
