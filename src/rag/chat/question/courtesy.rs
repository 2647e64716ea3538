//! Courtesies around the question of a message, and the message without them.

use super::asking::is_asking;
use crate::text::languages::Table;

/// The most words of a name.
const NAME: usize = 4;

/// The most words of a signature.
const SIGNATURE: usize = 25;

/// A courtesy that makes up a whole message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Courtesy {
    Greeting,
    Thanks,
}

/// The courtesy of a message that is nothing but polite; `None` if it may ask for something.
pub(super) fn said(message: &str) -> Option<Courtesy> {
    let message = message.trim_end_matches(['?', '!', '？', ' ']);
    let first = phrases(message).into_iter().next()?;
    let kind = if first.opens() { Courtesy::Greeting } else { Courtesy::Thanks };
    stripped(message).is_empty().then_some(kind)
}

/// The message without the courtesies around what it asks; all of it if it says nothing else.
pub(super) fn bare(message: &str) -> &str {
    match stripped(message) {
        "" => message,
        rest => rest,
    }
}

/// The message without courtesies; empty if it is nothing but polite.
fn stripped(message: &str) -> &str {
    let mut rest = message;
    loop {
        let left = stripped_once(rest);
        if left.len() == rest.len() {
            return rest;
        }
        rest = left;
    }
}

fn stripped_once(message: &str) -> &str {
    let phrases = phrases(message);
    let (asked, polite) = phrases.split_at(end(&phrases));
    let Some(first) = asked.iter().find(|phrase| !phrase.is_polite()) else {
        return "";
    };
    let end = polite.first().map_or(message.len(), |phrase| phrase.at);
    let mut rest = message.get(first.at..end).unwrap_or_default().trim_end();
    if !polite.is_empty() {
        rest = rest.trim_end_matches([',', '，', '–', '—', '-', ' ', '\n']);
    }
    while let Some(behind) = without_greeting(rest) {
        rest = behind;
    }
    while let Some((before, last)) = rest.rsplit_once(char::is_whitespace)
        && has_no_case(last)
        && Phrase::new(last, 0).is_polite()
    {
        rest = before.trim_end();
    }
    rest
}

/// The number of phrases before those that only end a message: courtesies with names, or a signature.
fn end(phrases: &[Phrase<'_>]) -> usize {
    let (mut end, mut words, mut is_bare) = (phrases.len(), 0, true);
    let last = phrases.iter().enumerate().rev();
    for (at, phrase) in last.take_while(|(_, phrase)| !phrase.asks) {
        let is_polite = phrase.is_polite();
        let signs_off = || words <= SIGNATURE && phrase.is_one_of(Table::SignOffs);
        if (is_bare && is_polite) || signs_off() {
            end = at;
        }
        is_bare &= is_polite || phrase.is_name();
        words += phrase.words.len();
    }
    end
}

/// The question behind a greeting without a mark: "hi what is the deductible". Thai and Arabic put no
/// mark there.
fn without_greeting(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let asks =
        || rest.split_whitespace().next().is_some_and(|word| is_asking(&word.to_lowercase()));
    let greets = Phrase::new(first, 0).is_polite();
    (greets && (has_no_case(first) || asks())).then(|| rest.trim_start())
}

/// True if the letters of a word have neither upper nor lower case.
fn has_no_case(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.all(|c| !c.is_lowercase() && !c.is_uppercase())
}

/// The phrases of a message that say something, each up to its mark.
fn phrases(message: &str) -> Vec<Phrase<'_>> {
    let mut phrases = Vec::new();
    let mut start = 0;
    let marks = message.char_indices().filter(|(at, mark)| ends_phrase(message, *at, *mark));
    let ends = marks.map(|(at, mark)| (at, mark, at + mark.len_utf8()));
    for (end, mark, behind) in ends.chain([(message.len(), '\n', message.len())]) {
        let text = message.get(start..end).unwrap_or_default();
        let phrase = Phrase::new(text, start + text.len() - text.trim_start().len());
        if !phrase.words.is_empty() {
            phrases.push(Phrase { asks: matches!(mark, '?' | '？' | '؟'), ..phrase });
        }
        start = behind;
    }
    phrases
}

/// True if a phrase ends at this mark.
fn ends_phrase(text: &str, at: usize, mark: char) -> bool {
    let (before, from) = text.split_at(at);
    let is_last = || from.chars().nth(1).is_none_or(|next| !next.is_alphanumeric());
    match mark {
        '\n' | '，' | '！' | '。' | '、' | '？' | '،' => true,
        ',' | '.' | '!' | '?' | '؟' | ':' | ';' | '…' => is_last(),
        '-' | '–' | '—' => is_last() && before.ends_with(' '),
        _ => false,
    }
}

/// A phrase as it is compared: its words without the signs around them, and in lower case.
struct Phrase<'a> {
    /// The place of its first word.
    at: usize,
    words: Vec<&'a str>,
    lower: String,
    /// True if it ends with a question mark.
    asks: bool,
}

impl<'a> Phrase<'a> {
    fn new(text: &'a str, at: usize) -> Self {
        let is_thai_mark = |c: char| ('\u{e31}'..='\u{e4e}').contains(&c);
        let is_sign = |c: char| !c.is_alphanumeric() && !is_thai_mark(c);
        let words = text.split_whitespace().map(|word| word.trim_matches(is_sign));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        Self { at, lower: words.join(" ").to_lowercase(), words, asks: false }
    }

    fn is_one_of(&self, phrases: Table) -> bool {
        phrases.has(self.lower.as_str())
    }

    /// True if it says nothing to the point.
    fn is_polite(&self) -> bool {
        let is_end = self.is_one_of(Table::Closings) || self.is_one_of(Table::SignOffs);
        self.opens() || self.thanks() || (is_end && !self.asks)
    }

    /// True if it is said before one comes to the point: it greets or says who writes, with a name or without,
    /// or is one of the phrases for it.
    fn opens(&self) -> bool {
        let names = |word: &&str| is_capital(word) || Table::Addressed.has(&word.to_lowercase());
        self.is_one_of(Table::Openings)
            || self.goes_on_from(Table::Greetings, |name| name.iter().all(names))
            || self.goes_on_from(Table::Salutations, |name| !name.is_empty())
    }

    /// True if it begins with one of these, and the few words behind it are as told.
    fn goes_on_from(&self, phrases: Table, rest: impl Fn(&[&str]) -> bool) -> bool {
        let behind = |opening: &str| {
            let rest = self.lower.strip_prefix(opening)?;
            let is_whole = rest.is_empty() || rest.starts_with(' ');
            self.words.get(opening.split(' ').count()..).filter(|_| is_whole)
        };
        let mut names = phrases.words().filter_map(behind);
        names.any(|name| name.len() <= NAME && rest(name))
    }

    /// True if it gives thanks or praise, and says nothing else.
    fn thanks(&self) -> bool {
        let mut words = self.lower.split(' ');
        words.next().is_some_and(|word| Table::Thanks.has(word))
            && words.all(|word| Table::Thanks.has(word) || Table::BesideThanks.has(word))
            && !self.asks
    }

    /// True if it may be a name.
    fn is_name(&self) -> bool {
        self.words.len() < NAME && self.words.iter().all(|word| is_capital(word))
    }
}

/// True if a word begins with a capital letter, as names do.
fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ASKED: &str = "How many days of leave do I get?";

    #[test]
    fn courtesies_around_a_question_are_left_out() {
        for message in [
            "Hello, How many days of leave do I get?",
            "Hi there! How many days of leave do I get?",
            "hi How many days of leave do I get?",
            "Good morning! How many days of leave do I get?",
            "Good morning Anna, How many days of leave do I get? Thank you!",
            "How many days of leave do I get? Thanks in advance",
            "How many days of leave do I get?\n\nKind regards,\nAnna Schmidt\nSales, 4th floor",
            "How many days of leave do I get? Best, Anna",
            "Dear HR team,\n\nHow many days of leave do I get?\n\nThank you very much!\nYours sincerely\nTom",
            "Guten Tag Frau Müller, How many days of leave do I get? Mit freundlichen Grüßen, Anna",
            "Sehr geehrte Damen und Herren,\nHow many days of leave do I get?\nVielen Dank im Voraus!",
            "Bonjour, How many days of leave do I get? Merci d'avance !",
            "Hola, How many days of leave do I get? Gracias, Ana",
            "Thanks! How many days of leave do I get?",
            "Great, thank you. Quick question: How many days of leave do I get?",
            "Hi, how are you? How many days of leave do I get? Have a nice day.",
            "Здравствуйте! How many days of leave do I get? Заранее спасибо!",
            "Please, How many days of leave do I get? Thanks :)",
            "Good evening. I am Anna Schmidt. How many days of leave do I get?",
            "Can you help me? How many days of leave do I get?",
            "I have a question: How many days of leave do I get?",
            "สวัสดีครับ How many days of leave do I get? ขอบคุณครับ",
            "你好，How many days of leave do I get?",
        ] {
            assert_eq!(bare(message), ASKED, "{message}");
        }
    }

    #[test]
    fn what_is_asked_for_stays() {
        for message in [
            ASKED,
            "What is the thank-you policy?",
            "Thank-you policy",
            "Who wrote Good Morning Vietnam?",
            "With regards to leave, how many days do I get?",
            "Do we send best regards, best wishes, or greetings?",
            "good benefits",
            "Super plan?",
            "thanks for the letter",
            "Hello Kitty policy",
            "Hi-Vis jackets",
            "Is the coverage good?",
            "Dear visitors is the title of which page?",
            "Which cards say thanks, please?",
            "Why does it cost 1,000?",
            "Please tell me the number of days",
            "",
            "?!",
        ] {
            assert_eq!(bare(message), message, "{message}");
        }
    }

    #[test]
    fn a_message_that_is_but_polite_is_told_by_its_kind() {
        for (message, kind) in [
            ("Hello", Courtesy::Greeting),
            ("Hi, how are you?", Courtesy::Greeting),
            ("Good morning! Thanks in advance.", Courtesy::Greeting),
            ("Thanks, that is all. Bye!", Courtesy::Thanks),
            ("Thank you so much, you're awesome", Courtesy::Thanks),
            ("That helps. Have a nice day!", Courtesy::Thanks),
            ("thank you so much!!", Courtesy::Thanks),
            ("Thanks! Kind regards, Anna", Courtesy::Thanks),
        ] {
            assert_eq!(said(message), Some(kind), "{message}");
            assert_eq!(bare(message), message, "{message}");
        }
        for message in ["Hello, how long is probation?", "สวัสดีครับ ลาป่วยได้กี่วัน ขอบคุณครับ"]
        {
            assert_eq!(said(message), None, "{message}");
        }
    }

    #[test]
    fn a_message_of_nothing_but_courtesies_is_looked_through_once() {
        for phrase in ["สวัสดีครับ ", "?", "Thanks. ", "Hi, "] {
            let message = phrase.repeat(5_000);
            assert_eq!(bare(&message), message);
        }
    }

    proptest! {
        #[test]
        fn what_is_left_stands_in_the_message_and_is_bare(text in "(\\PC|Hi|Thanks|Best|regards|[,.!?\n ]){0,40}") {
            let rest = bare(&text);
            prop_assert!(text.contains(rest));
            prop_assert_eq!(bare(rest), rest);
        }
    }
}
