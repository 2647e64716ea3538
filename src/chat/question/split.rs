//! The questions of a message that asks several.

use std::collections::HashSet;

use super::asking::{asks, unnumbered};
use super::borrowed::leans;
use super::join::{goes_back, joined};
use super::lean::{goes_on, telling};
use footnote_text::sentence::sentences;

/// The most questions that are searched for, one by one; a search takes some milliseconds.
const MOST: usize = 6;

/// The most words of a short message. Longer ones are mails and pasted text, not all about the questions.
const LONGEST: usize = 80;

/// The same in bytes, for languages that write no blanks.
const MOST_BYTES: usize = 4_000;

/// The most questions that are told apart; more of them are pasted text.
const MOST_TOLD_APART: usize = 20;

/// In a long message, the words before a question that are searched for with it.
const TOLD: usize = 30;

/// One question of a message, in its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Part {
    /// The question, in words that can be understood alone.
    pub(super) words: String,
    /// The statements around it.
    pub(super) told: String,
    /// True if they only lead to the question, as in long messages.
    pub(super) is_aside: bool,
    /// True if `told` is the question before this one.
    pub(super) leans: bool,
}

/// The questions of a message, in its words; none if it asks nothing.
pub(super) fn questions(message: &str) -> Vec<Part> {
    let is_long = is_long(message);
    let asked = asked(message, is_long);
    if asked.len() > MOST_TOLD_APART {
        return Vec::new();
    }
    let mut found: Vec<Part> = Vec::new();
    for asked in asked {
        let mut parts = joined(asked.words).into_iter();
        let first = parts.next().unwrap_or_default();
        let is_alone = asked.before.is_empty();
        let first = asked.question(&first, is_long);
        match found.last_mut() {
            // "Why?", or behind "Quick one?"
            Some(last) if telling(&last.words) == 0 || (is_alone && telling(&first.words) == 0) => {
                last.go_on(&first);
            }
            Some(last) if is_alone && goes_on(&first.words) => {
                let leaning = first.leaning_on(last);
                found.push(leaning);
            }
            _ => found.push(first),
        }
        for words in parts {
            let part = Part { words, ..Part::default() };
            let before = found.last().filter(|_| goes_back(&part.words));
            let part = before.map_or(part.clone(), |before| part.leaning_on(before));
            found.push(part);
        }
    }
    // A message that was pasted twice asks once.
    let mut seen = HashSet::new();
    found.retain(|question| seen.insert(question.key()));
    found
}

/// The first [`MOST`] questions, and the others, which are not searched for.
pub(super) fn few(mut questions: Vec<Part>) -> (Vec<Part>, Vec<Part>) {
    let left = questions.split_off(questions.len().min(MOST));
    (questions, left)
}

impl Part {
    /// The key by which two questions are the same.
    fn key(&self) -> String {
        let words = self.words.to_lowercase();
        if self.leans { words + "\n" + &self.told.to_lowercase() } else { words }
    }

    /// Adds the next question, which can hardly be understood without this one.
    fn go_on(&mut self, next: &Self) {
        for (text, more) in [(&mut self.words, &next.words), (&mut self.told, &next.told)] {
            let gap = if text.is_empty() || more.is_empty() { "" } else { " " };
            text.push_str(gap);
            text.push_str(more);
        }
    }

    /// The question with the words that it borrows from the one before: "And for part-timers?"
    fn leaning_on(self, before: &Self) -> Self {
        let lent = if before.leans { &before.told } else { &before.words };
        Self {
            told: format!("{lent} {}", self.told).trim_end().to_owned(),
            is_aside: false,
            leans: true,
            ..self
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
    /// The question in these words, with the statements around it if it points to them: "I broke an arm. What
    /// do I do about it?"
    fn question(&self, words: &str, is_aside: bool) -> Part {
        let told = [self.before.as_slice(), &self.behind].concat().join(" ");
        if !told.is_empty() && (goes_on(words) || leans(words)) {
            let all = [self.before.as_slice(), &[words], &self.behind].concat();
            return Part { words: all.join(" "), ..Part::default() };
        }
        Part { words: words.to_owned(), told, is_aside, leans: false }
    }
}

/// True if a message is a mail or pasted text.
fn is_long(message: &str) -> bool {
    message.len() > MOST_BYTES || message.split_whitespace().count() > LONGEST
}

/// The sentences that ask, each with the statements before it. In a short message, statements behind the
/// last one belong to it too.
fn asked(message: &str, is_long: bool) -> Vec<Asked<'_>> {
    let mut found: Vec<Asked<'_>> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for sentence in sentences(message) {
        if asks(sentence) {
            let before = std::mem::take(&mut told);
            found.push(Asked {
                before: if is_long { last(&before).to_vec() } else { before },
                words: unnumbered(sentence),
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

/// The last of the sentences, of no more than [`TOLD`] words in all.
fn last<'a, 'b>(told: &'b [&'a str]) -> &'b [&'a str] {
    let mut words = 0;
    let fits = |sentence: &&&str| {
        words += sentence.split_whitespace().count();
        words <= TOLD
    };
    let count = told.iter().rev().take_while(fits).count();
    told.get(told.len() - count..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions of a message that asks several.
    fn parts(message: &str) -> Vec<String> {
        let questions = questions(message);
        let several = if questions.len() > 1 { questions } else { Vec::new() };
        several.into_iter().map(|question| question.words).collect()
    }

    #[test]
    fn what_is_asked_twice_is_one_question() {
        let mail = "What is the annual deductible? How do I file a claim for glasses? ";
        assert_eq!(questions(&mail.repeat(3)).len(), 2);
    }

    #[test]
    fn questions_behind_one_another_are_told_apart() {
        assert_eq!(
            parts("What is the annual deductible? How do I file a claim for glasses?"),
            ["What is the annual deductible?", "How do I file a claim for glasses?"]
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
            assert!(parts(question).is_empty(), "{question}: {:?}", parts(question));
        }
    }

    #[test]
    fn what_is_told_first_belongs_to_the_question_behind_it() {
        let asked =
            questions("I am pregnant. How long is maternity leave? Who covers hospital costs?");
        assert_eq!(asked[0].words, "How long is maternity leave?");
        assert_eq!((asked[0].told.as_str(), asked[0].is_aside), ("I am pregnant.", false));
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
            ["How long is probation?", "How many days of leave do I get? Why?"]
        );
    }

    #[test]
    fn a_question_that_goes_on_borrows_the_one_before_it() {
        let message = "How many days of leave do I get? And for part-timers? Does it lapse? Who pays for a hotel?";
        let asked = questions(message);
        let told: Vec<&str> = asked.iter().map(|question| question.told.as_str()).collect();
        let leave = "How many days of leave do I get?";
        assert_eq!(told, ["", leave, leave, ""]);
    }

    #[test]
    fn questions_of_other_languages_are_told_apart() {
        for message in [
            "Was passiert mit Überstunden und wie lange dauert die Probezeit?",
            "Wer genehmigt Reisen ins Ausland und was kostet ein Hotel?",
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
        let (few, left) = few(questions("Cats? Dogs? Birds? Fish? Mice? Rats? Frogs? Snakes?"));
        assert_eq!(few.len(), MOST);
        let left: Vec<&str> = left.iter().map(|question| question.words.as_str()).collect();
        assert_eq!(left, ["Frogs?", "Snakes?"]);
    }

    #[test]
    fn a_page_of_questions_is_pasted_text() {
        assert!(questions(&"How long is probation? ".repeat(21)).is_empty());
        let long = "day and night ".repeat(100_000);
        assert_eq!(questions(&format!("{long}?")).len(), 1);
    }

    const TOLD_BEFORE: &str = "Since last summer I have worked in the branch on the coast. ";

    #[test]
    fn to_the_question_of_a_long_mail_belongs_what_stands_just_before_it() {
        let long = TOLD_BEFORE.repeat(9);
        let mail = format!("{long} I lost my key. Who pays for a new one? I am sorry about it.");
        let [asked] = &questions(&mail)[..] else { panic!("one question") };
        assert_eq!(asked.words, "Who pays for a new one?");
        assert!(asked.told.ends_with("the coast. I lost my key.") && asked.is_aside);
        assert!(asked.told.split_whitespace().count() <= TOLD);
        assert!(questions(&long).is_empty(), "pasted text asks nothing");
    }

    #[test]
    fn the_questions_of_a_long_mail_are_told_apart() {
        let long = TOLD_BEFORE.repeat(9);
        let mail = format!("{long} Who pays for keys? {long} How long is probation?");
        assert_eq!(parts(&mail), ["Who pays for keys?", "How long is probation?"]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_split(text in "\\PC*") {
            let asked = questions(&text);
            proptest::prop_assert!(asked.iter().all(|one| !one.words.trim().is_empty()));
            proptest::prop_assert!(few(asked).0.len() <= MOST);
        }
    }
}
