//! The questions of a message that asks several.

use super::asking::{ASKING, JOINERS, PLAINLY_ASKING};
use super::lean::{content, goes_on, telling};
use crate::rag::chat::query::leans;
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

/// How one asks for a measure.
const MEASURES: &[&str] = &[
    "how long ",
    "how much ",
    "how many ",
    "how often ",
    "wie lange ",
    "wie viel",
    "wie oft ",
    "combien ",
    "cuánt",
];

/// A question of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Question {
    /// The question in words in which it can be understood.
    pub(super) words: String,
    /// What is told around it.
    pub(super) told: String,
    /// Whether that only leads to the question, as in long messages.
    pub(super) is_aside: bool,
}

/// The questions of a message, each as the message has it; none where it asks nothing that stands for
/// itself.
pub(super) fn questions(message: &str) -> Vec<Question> {
    let is_long = is_long(message);
    let mut found: Vec<Question> = Vec::new();
    for asked in asked(message, is_long) {
        let mut parts = joined(asked.words).into_iter();
        let first = parts.next().unwrap_or_default();
        let is_alone = asked.before.is_empty();
        let first = asked.question(&first, is_long);
        match found.last_mut() {
            Some(last) if (is_alone && goes_on(&first.words)) || telling(&last.words) == 0 => {
                last.go_on(&first);
            }
            _ => found.push(first),
        }
        found.extend(parts.map(|words| Question {
            words,
            ..Question::default()
        }));
    }
    found
}

/// So many of the questions are searched for; the others are left.
pub(super) fn few(mut questions: Vec<Question>) -> (Vec<Question>, Vec<Question>) {
    let left = questions.split_off(questions.len().min(MOST));
    (questions, left)
}

impl Question {
    /// Adds a question that can hardly be understood without this one.
    fn go_on(&mut self, next: &Self) {
        for (text, more) in [(&mut self.words, &next.words), (&mut self.told, &next.told)] {
            let gap = if text.is_empty() || more.is_empty() {
                ""
            } else {
                " "
            };
            text.push_str(gap);
            text.push_str(more);
        }
    }
}

/// A sentence that asks, with the statements around it.
struct Asked<'a> {
    before: Vec<&'a str>,
    words: &'a str,
    behind: Vec<&'a str>,
}

impl Asked<'_> {
    /// The question in these words of its own; with what is told if it points to that: "I broke an arm.
    /// What do I do about it?"
    fn question(&self, words: &str, is_aside: bool) -> Question {
        let told = [self.before.as_slice(), &self.behind].concat().join(" ");
        if !told.is_empty() && (goes_on(words) || leans(words)) {
            let all = [self.before.as_slice(), &[words], &self.behind].concat();
            return Question {
                words: all.join(" "),
                ..Question::default()
            };
        }
        Question {
            words: words.to_owned(),
            told,
            is_aside,
        }
    }
}

fn is_long(message: &str) -> bool {
    message.len() > MOST_BYTES || message.split_whitespace().count() > LONGEST
}

/// The sentences that ask, each with the statements before it. What is said behind the last belongs
/// to it too, if the message is about nothing else.
fn asked(message: &str, is_long: bool) -> Vec<Asked<'_>> {
    let mut found: Vec<Asked<'_>> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for sentence in sentences(message) {
        if is_question(sentence) {
            let before = std::mem::take(&mut told);
            found.push(Asked {
                before: if is_long {
                    last(&before).to_vec()
                } else {
                    before
                },
                words: sentence,
                behind: Vec::new(),
            });
        } else {
            told.push(sentence);
        }
    }
    if let Some(last) = found.last_mut().filter(|_| !is_long) {
        last.behind = told;
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
    if parts.iter().all(|part| stands_alone(part)) {
        parts
    } else {
        vec![sentence.to_owned()]
    }
}

/// Whether a part of a sentence is a question of its own: "how long is probation" asks for the measure of
/// one thing, which needs no second word.
fn stands_alone(part: &str) -> bool {
    let lower = part.to_lowercase();
    let measures = || MEASURES.iter().any(|words| lower.starts_with(words)) && !leans(part);
    match content(part).count() {
        0 => false,
        1..LEAST => measures(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions of a message that asks several.
    fn parts(message: &str) -> Vec<String> {
        let questions = questions(message);
        let several = if questions.len() > 1 {
            questions
        } else {
            Vec::new()
        };
        several.into_iter().map(|question| question.words).collect()
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
    fn the_measure_of_one_thing_is_a_question_of_its_own() {
        for message in [
            "how long is probation, and who approves claims above 150 pounds?",
            "What does a hotel night cost, and how much is breakfast?",
        ] {
            assert_eq!(parts(message).len(), 2, "{message}");
        }
        for message in [
            "How much is covered, and how long does it take?",
            "What is covered, and what do I pay?",
        ] {
            assert!(parts(message).is_empty(), "{message}");
        }
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
        let asked =
            questions("I am pregnant. How long is maternity leave? Who covers hospital costs?");
        assert_eq!(asked[0].words, "How long is maternity leave?");
        assert_eq!(
            (asked[0].told.as_str(), asked[0].is_aside),
            ("I am pregnant.", false)
        );
        assert_eq!(
            (asked[1].words.as_str(), asked[1].told.as_str()),
            ("Who covers hospital costs?", "")
        );
    }

    #[test]
    fn a_question_that_points_to_what_is_told_takes_it_along() {
        for (message, words) in [
            ("I broke an arm. What now?", "I broke an arm. What now?"),
            (
                "My laptop is lost. Who do I tell about it?",
                "My laptop is lost. Who do I tell about it?",
            ),
            ("Who pays for keys? I lost mine.", "Who pays for keys?"),
        ] {
            assert_eq!(questions(message)[0].words, words);
        }
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
        let (few, left) = few(questions("Cats? Dogs? Birds? Fish? Mice? Frogs? Snakes?"));
        assert_eq!(few.len(), MOST);
        let left: Vec<&str> = left
            .iter()
            .map(|question| question.words.as_str())
            .collect();
        assert_eq!(left, ["Frogs?", "Snakes?"]);
    }

    const TOLD_BEFORE: &str = "Since last summer I have worked in the branch on the coast. ";

    #[test]
    fn to_the_question_of_a_long_mail_belongs_what_stands_just_before_it() {
        let long = TOLD_BEFORE.repeat(9);
        let mail = format!("{long} I lost my key. Who pays for a new one? I am sorry about it.");
        let [asked] = &questions(&mail)[..] else {
            panic!("one question")
        };
        assert_eq!(asked.words, "Who pays for a new one?");
        assert!(asked.told.ends_with("the coast. I lost my key.") && asked.is_aside);
        assert!(asked.told.split_whitespace().count() <= TOLD);
        assert!(questions(&long).is_empty(), "pasted text asks nothing");
    }

    #[test]
    fn the_questions_of_a_long_mail_are_told_apart() {
        let long = TOLD_BEFORE.repeat(9);
        let mail = format!("{long} Who pays for keys? {long} How long is probation?");
        assert_eq!(
            parts(&mail),
            ["Who pays for keys?", "How long is probation?"]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_parts(text in "\\PC*") {
            let asked = questions(&text);
            proptest::prop_assert!(asked.iter().all(|one| !one.words.trim().is_empty()));
            proptest::prop_assert!(few(asked).0.len() <= MOST);
        }
    }
}
