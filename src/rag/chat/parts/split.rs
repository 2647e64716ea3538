//! The questions of a message that asks several.

use super::asking::{ASKING, JOINERS, PLAINLY_ASKING};
use super::lean::{content, goes_on, telling};
use crate::text::sentence::{is_question, sentences};

/// So many questions are searched for, each for itself; a search takes some milliseconds.
const MOST: usize = 5;

/// Longer messages (in words) are mails and pasted text: not all of it is about the questions.
const LONGEST: usize = 80;

/// The same in bytes, for languages that write no blanks.
const MOST_BYTES: usize = 4_000;

/// So many words before a question are searched for with it in a long message.
const TOLD: usize = 30;

/// Words with content that each question must have that is joined to others within a sentence: "how and
/// when" asks about the same.
const LEAST: usize = 2;

/// The questions that a message asks.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Questions {
    /// Those to search for one by one, each as the message has it; none unless there are several.
    pub(super) parts: Vec<String>,
    /// Those beyond [`MOST`], which are not searched for.
    pub(super) left: Vec<String>,
}

/// The questions that a message asks, where there are several.
pub(super) fn split(message: &str) -> Questions {
    let mut questions = questions(message);
    if questions.len() < 2 {
        return Questions::default();
    }
    let left = questions.split_off(questions.len().min(MOST));
    Questions {
        parts: questions.iter().map(Question::whole).collect(),
        left: left.into_iter().map(|question| question.words).collect(),
    }
}

/// The only question of a long message with what is told just before it; `None` where a message is
/// to be searched for as it stands.
pub(super) fn only(message: &str) -> Option<String> {
    let questions = is_long(message).then(|| questions(message))?;
    match questions.as_slice() {
        [only] => Some(only.whole()),
        _ => None,
    }
}

/// A question, and what is told before it: "I broke an arm. What now?"
#[derive(Debug)]
struct Question {
    told: String,
    words: String,
}

impl Question {
    fn whole(&self) -> String {
        format!("{} {}", self.told, self.words).trim().to_owned()
    }
}

/// All questions that stand for themselves, each with those behind it that go on with it.
fn questions(message: &str) -> Vec<Question> {
    let mut found: Vec<Question> = Vec::new();
    for asked in asked(message, is_long(message)) {
        let alone = asked.told.is_empty();
        let mut parts = joined(&asked.words).into_iter();
        let Some(words) = parts.next() else { continue };
        match found.last_mut() {
            Some(last) if (alone && goes_on(&words)) || telling(&last.whole()) == 0 => {
                let more = Question { words, ..asked }.whole();
                last.words = format!("{} {more}", last.words);
            }
            _ => found.push(Question { words, ..asked }),
        }
        let told = String::new;
        found.extend(parts.map(|words| Question {
            told: told(),
            words,
        }));
    }
    found
}

fn is_long(message: &str) -> bool {
    message.len() > MOST_BYTES || message.split_whitespace().count() > LONGEST
}

/// The sentences that ask, each with the statements before it. What is said behind the last belongs
/// to it too, if the message is about nothing else.
fn asked(message: &str, is_long: bool) -> Vec<Question> {
    let mut found: Vec<Question> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for sentence in sentences(message) {
        if is_question(sentence) {
            let before = if is_long { last(&told) } else { &told };
            found.push(Question {
                told: before.join(" "),
                words: sentence.to_owned(),
            });
            told.clear();
        } else {
            told.push(sentence);
        }
    }
    match found.last_mut() {
        Some(last) if !told.is_empty() && !is_long => {
            last.words = format!("{} {}", last.words, told.join(" "));
        }
        _ => {}
    }
    found
}

/// The last of the sentences, of so many words as are searched for with a question.
fn last<'a, 'b>(told: &'b [&'a str]) -> &'b [&'a str] {
    let mut words = 0;
    let fits = |sentence: &&&str| {
        words += sentence.split_whitespace().count();
        words <= TOLD
    };
    let count = told.iter().rev().take_while(fits).count();
    told.get(told.len() - count..).unwrap_or_default()
}

/// The questions of a sentence that joins them: "What is covered, and what do I pay?"
fn joined(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut starts = vec![0];
    for (at, pair) in lower.windows(2).enumerate() {
        let [joiner, asking] = pair else { continue };
        let behind_comma = at > 0 && lower.get(at - 1).is_some_and(|word| word.ends_with(','));
        let asking = asking.trim_matches(|c: char| !c.is_alphanumeric());
        let asks = if behind_comma { ASKING } else { PLAINLY_ASKING };
        if JOINERS.contains(&joiner.as_str()) && asks.contains(&asking) {
            starts.push(at + 1);
        }
    }
    let ends = starts.iter().skip(1).map(|start| start - 1);
    let ends: Vec<usize> = ends.chain([words.len()]).collect();
    let parts: Vec<String> = starts
        .iter()
        .zip(ends)
        .filter_map(|(start, end)| words.get(*start..end))
        .map(|words| words.join(" ").trim_end_matches(',').to_owned())
        .collect();
    // "How and when do I apply?" is one question.
    if parts.iter().all(|part| content(part).count() >= LEAST) {
        parts
    } else {
        vec![sentence.to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(message: &str) -> Vec<String> {
        split(message).parts
    }

    #[test]
    fn questions_behind_one_another_are_told_apart() {
        assert_eq!(
            parts("What is the annual deductible? How do I file a claim for glasses?"),
            [
                "What is the annual deductible?",
                "How do I file a claim for glasses?"
            ]
        );
    }

    #[test]
    fn joined_questions_are_told_apart() {
        assert_eq!(
            parts("What does a hotel night cost at most, and who approves trips abroad?"),
            [
                "What does a hotel night cost at most",
                "who approves trips abroad?"
            ]
        );
        assert_eq!(
            parts("Wie viele Urlaubstage gibt es und wann müssen Anträge eingereicht werden?")
                .len(),
            2
        );
    }

    #[test]
    fn one_question_stays_one() {
        for question in [
            "How and when do I apply for parental leave?",
            "What is covered?",
            "I broke my arm at work yesterday. How many sick days do I get?",
            "Which plans cover hearing aids and dental care?",
            "How do the plans Plus and Standard differ, and why?",
            "What is the role of the vice president of sales and marketing?",
            "",
        ] {
            assert!(
                parts(question).is_empty(),
                "{question}: {:?}",
                parts(question)
            );
        }
    }

    #[test]
    fn what_is_told_first_belongs_to_the_question_behind_it() {
        assert_eq!(
            parts("I am pregnant. How long is maternity leave? Who covers hospital costs?"),
            [
                "I am pregnant. How long is maternity leave?",
                "Who covers hospital costs?"
            ]
        );
    }

    #[test]
    fn one_telling_word_is_enough_for_a_question_of_its_own() {
        assert_eq!(
            parts("How long is probation? How many days of leave do I get? Why?"),
            [
                "How long is probation?",
                "How many days of leave do I get? Why?"
            ]
        );
        assert_eq!(
            parts("How many days of leave do I get? And for part-timers? Who pays for a hotel?"),
            [
                "How many days of leave do I get? And for part-timers?",
                "Who pays for a hotel?"
            ]
        );
    }

    #[test]
    fn questions_of_other_languages_are_told_apart() {
        for message in [
            "Was passiert mit Überstunden und wie lange dauert die Probezeit?",
            "Πόσες ημέρες άδειας έχω; Ποιος εγκρίνει ταξίδια;",
            "كم يوما من الإجازة أحصل؟ من يوافق على السفر؟",
            "Сколько дней отпуска? Кто утверждает поездки?",
            "¿Cuántos días de vacaciones tengo y cuándo caducan mis vacaciones?",
            "年假有几天？谁批准出差？",
        ] {
            assert_eq!(parts(message).len(), 2, "{message}: {:?}", parts(message));
        }
    }

    #[test]
    fn of_too_many_questions_the_last_are_left() {
        let message = "Cats? Dogs? Birds? Fish? Mice? Frogs? Snakes?";
        let questions = split(message);
        assert_eq!(questions.parts.len(), MOST);
        assert_eq!(questions.left, ["Frogs?", "Snakes?"]);
    }

    const TOLD_BEFORE: &str = "Since last summer I have worked in the branch on the coast. ";

    #[test]
    fn a_long_mail_is_searched_by_its_question() {
        let long = TOLD_BEFORE.repeat(9);
        let mail = format!("{long} I lost my key. Who pays for a new one? I am sorry about it.");
        let asked = only(&mail).unwrap();
        assert!(
            asked.ends_with("coast. I lost my key. Who pays for a new one?"),
            "{asked}"
        );
        assert!(asked.split_whitespace().count() < 50 && split(&mail).parts.is_empty());
        assert_eq!(only("I lost my key. Who pays for a new one?"), None);
        assert_eq!(only(&long), None, "pasted text asks nothing");
    }

    #[test]
    fn the_questions_of_a_long_mail_are_told_apart() {
        let long = TOLD_BEFORE.repeat(9);
        let mail = format!("{long} Who pays for keys? {long} How long is probation?");
        let parts = parts(&mail);
        assert_eq!(parts.len(), 2);
        assert!(
            parts
                .iter()
                .all(|part| part.split_whitespace().count() < 40)
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_parts(text in "\\PC*") {
            let questions = split(&text);
            proptest::prop_assert!((2..=MOST).contains(&questions.parts.len()) || questions.parts.is_empty());
            proptest::prop_assert!(questions.left.is_empty() || questions.parts.len() == MOST);
            proptest::prop_assert!(questions.parts.iter().all(|part| !part.trim().is_empty()));
        }
    }
}
