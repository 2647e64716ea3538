//! The questions of a message that asks several.

use std::collections::HashSet;

use footnote_text::sentence::{is_question, sentences};

use super::context_terms::depends_on_previous;
use super::dependence::{content_word_count, is_follow_up};
use super::joined::{joined, refers_back};
use super::question_words::without_number;

/// Maximum number of questions searched for one by one. A search takes some milliseconds.
const MAX_QUESTIONS: usize = 6;

/// Maximum number of words of a short message. Longer ones are mails and pasted text, not all of which is about the
/// questions.
const SHORT_MESSAGE_WORDS: usize = 80;

/// The same limit in bytes, for languages without spaces.
const SHORT_MESSAGE_BYTES: usize = 4_000;

/// Maximum number of questions that are split. More of them are pasted text.
const MAX_SPLIT: usize = 20;

/// In a long message, maximum number of words before a question that are searched for with it.
const MAX_SURROUNDING_WORDS: usize = 30;

/// One question of a message, in its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SubQuestion {
    /// The question, in words that can be understood alone.
    pub(super) words: String,
    /// The statements around it.
    pub(super) surrounding: String,
    /// True if they only lead to the question, as in long messages.
    pub(super) is_secondary: bool,
    /// True if `surrounding` is the previous question.
    pub(super) depends_on_previous: bool,
}

/// Returns the questions of a message in its words; none if it asks nothing.
pub(super) fn questions(message: &str) -> Vec<SubQuestion> {
    let is_long = is_long(message);
    let asking_sentences = asking_sentences(message, is_long);
    if asking_sentences.len() > MAX_SPLIT {
        return Vec::new();
    }
    let mut found: Vec<SubQuestion> = Vec::new();
    for sentence in asking_sentences {
        let mut parts = joined(sentence.words).into_iter();
        let first = parts.next().unwrap_or_default();
        let is_alone = sentence.before.is_empty();
        let first = sentence.question(&first, is_long);
        match found.last_mut() {
            // "Why?", or the text after "Quick one?"
            Some(last)
                if content_word_count(&last.words) == 0
                    || (is_alone && content_word_count(&first.words) == 0) =>
            {
                last.append_follow_up(&first);
            }
            Some(last) if is_alone && is_follow_up(&first.words) => {
                let leaning = first.with_words_of(last);
                found.push(leaning);
            }
            _ => found.push(first),
        }
        for words in parts {
            let part = SubQuestion { words, ..SubQuestion::default() };
            let before = found.last().filter(|_| refers_back(&part.words));
            let part = before.map_or(part.clone(), |before| part.with_words_of(before));
            found.push(part);
        }
    }
    // A message that was pasted twice asks only once.
    let mut seen = HashSet::new();
    found.retain(|question| seen.insert(question.key()));
    found
}

/// Returns the first [`MAX_QUESTIONS`] questions, and the others, which are not searched for.
pub(super) fn split_at_most(
    mut questions: Vec<SubQuestion>,
) -> (Vec<SubQuestion>, Vec<SubQuestion>) {
    let unsearched = questions.split_off(questions.len().min(MAX_QUESTIONS));
    (questions, unsearched)
}

impl SubQuestion {
    /// Returns the key by which two questions count as the same.
    fn key(&self) -> String {
        let words = self.words.to_lowercase();
        if self.depends_on_previous {
            words + "\n" + &self.surrounding.to_lowercase()
        } else {
            words
        }
    }

    /// Appends the next question, which can hardly be understood without this one.
    fn append_follow_up(&mut self, next: &Self) {
        for (text, more) in
            [(&mut self.words, &next.words), (&mut self.surrounding, &next.surrounding)]
        {
            let gap = if text.is_empty() || more.is_empty() { "" } else { " " };
            text.push_str(gap);
            text.push_str(more);
        }
    }

    /// Adds the words that the question takes from the previous one: "And for part-timers?"
    fn with_words_of(self, before: &Self) -> Self {
        let context_words =
            if before.depends_on_previous { &before.surrounding } else { &before.words };
        Self {
            surrounding: format!("{context_words} {}", self.surrounding).trim_end().to_owned(),
            is_secondary: false,
            depends_on_previous: true,
            ..self
        }
    }
}

/// A sentence that asks, with the statements around it.
struct AskingSentence<'a> {
    before: Vec<&'a str>,
    words: &'a str,
    behind: Vec<&'a str>,
}

impl AskingSentence<'_> {
    /// Returns the question in these words, with the statements around it if it points to them: "I broke an arm. What
    /// do I do about it?"
    fn question(&self, words: &str, is_secondary: bool) -> SubQuestion {
        let surrounding = [self.before.as_slice(), &self.behind].concat().join(" ");
        if !surrounding.is_empty() && (is_follow_up(words) || depends_on_previous(words)) {
            let all = [self.before.as_slice(), &[words], &self.behind].concat();
            return SubQuestion { words: all.join(" "), ..SubQuestion::default() };
        }
        SubQuestion {
            words: words.to_owned(),
            surrounding,
            is_secondary,
            depends_on_previous: false,
        }
    }
}

/// Returns true if a message is a mail or pasted text.
fn is_long(message: &str) -> bool {
    message.len() > SHORT_MESSAGE_BYTES || message.split_whitespace().count() > SHORT_MESSAGE_WORDS
}

/// Returns the sentences that ask, each with the statements before it. In a short message, statements after the last
/// question belong to it too.
fn asking_sentences(message: &str, is_long: bool) -> Vec<AskingSentence<'_>> {
    let mut found: Vec<AskingSentence<'_>> = Vec::new();
    let mut surrounding: Vec<&str> = Vec::new();
    for sentence in sentences(message) {
        if is_question(sentence) {
            let before = std::mem::take(&mut surrounding);
            found.push(AskingSentence {
                before: if is_long { last_within_limit(&before).to_vec() } else { before },
                words: without_number(sentence),
                behind: Vec::new(),
            });
        } else {
            surrounding.push(sentence);
        }
    }
    if let Some(last) = found.last_mut().filter(|_| !is_long) {
        last.behind = surrounding;
    }
    found
}

/// Returns the last of the sentences, with no more than [`MAX_SURROUNDING_WORDS`] words in total.
fn last_within_limit<'a, 'b>(surrounding: &'b [&'a str]) -> &'b [&'a str] {
    let mut words = 0;
    let fits = |sentence: &&&str| {
        words += sentence.split_whitespace().count();
        words <= MAX_SURROUNDING_WORDS
    };
    let count = surrounding.iter().rev().take_while(fits).count();
    surrounding.get(surrounding.len() - count..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the questions of a message that asks several.
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
        assert_eq!(
            (asked[0].surrounding.as_str(), asked[0].is_secondary),
            ("I am pregnant.", false)
        );
        assert_eq!(
            (asked[1].words.as_str(), asked[1].surrounding.as_str()),
            ("Who covers hospital costs?", "")
        );
    }

    #[test]
    fn a_question_that_points_to_what_is_told_takes_it_along() {
        for (message, words) in [
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
        let surrounding: Vec<&str> =
            asked.iter().map(|question| question.surrounding.as_str()).collect();
        let leave = "How many days of leave do I get?";
        assert_eq!(surrounding, ["", leave, leave, ""]);
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
        let (few, unsearched) =
            split_at_most(questions("Cats? Dogs? Birds? Fish? Mice? Rats? Frogs? Snakes?"));
        assert_eq!(few.len(), MAX_QUESTIONS);
        let unsearched: Vec<&str> =
            unsearched.iter().map(|question| question.words.as_str()).collect();
        assert_eq!(unsearched, ["Frogs?", "Snakes?"]);
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
        assert!(asked.surrounding.ends_with("the coast. I lost my key.") && asked.is_secondary);
        assert!(asked.surrounding.split_whitespace().count() <= MAX_SURROUNDING_WORDS);
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
            proptest::prop_assert!(split_at_most(asked).0.len() <= MAX_QUESTIONS);
        }
    }
}
