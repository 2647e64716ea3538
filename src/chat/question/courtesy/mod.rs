//! Courtesies around the question of a message, and the message without them.

mod phrases;

use footnote_text::languages::Table;
use phrases::CourtesyPhrase;

use super::question_words::opens_question;

/// The bytes at the end of a message that are searched for courtesies.
const END_BYTES: usize = 600;

/// The longest phrase, in bytes.
const LONGEST_PHRASE: usize = 600;

/// The most words of a signature.
const MOST_SIGNATURE_WORDS: usize = 25;

/// A courtesy that makes up a whole message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Courtesy {
    Greeting,
    Thanks,
}

/// The courtesy of a message that is nothing but polite; `None` if it may ask for something.
pub(super) fn courtesy_of(message: &str) -> Option<Courtesy> {
    let message = message.trim().trim_end_matches(['?', '!', '？', ' ']);
    if !is_substantial(message) || is_substantial(stripped(message)) {
        return None;
    }
    let first = CourtesyPhrase::new(opening(message).map_or(message, |(first, ..)| first));
    Some(if (first.expresses_thanks() && !first.greets()) || (first.closes() && !first.opens()) {
        Courtesy::Thanks
    } else {
        Courtesy::Greeting
    })
}

/// The message without the courtesies around what it asks; all of it if it says nothing else.
pub(super) fn without_courtesies(message: &str) -> &str {
    let rest = stripped(message);
    if is_substantial(rest) { rest } else { message }
}

fn is_substantial(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

fn stripped(message: &str) -> &str {
    let mut rest = message;
    while let Some(words_after) = without_opening(rest) {
        rest = words_after;
    }
    while let Some(before) = without_end(rest) {
        rest = before;
    }
    rest
}

/// The text behind a courtesy; `None` if it does not begin with one.
fn without_opening(text: &str) -> Option<&str> {
    let Some((first, mark, rest)) = opening(text) else {
        return without_greeting(text).or_else(|| all(text));
    };
    let phrase = CourtesyPhrase::new(first);
    if phrase.is_empty() && !rest.is_empty() {
        return Some(rest);
    }
    // "Dear colleagues: what do I do?" is addressed as well, but "dear friends." are not.
    let is_addressed = matches!(mark, ',' | '!' | '\n' | ':') && phrase.addresses();
    let is_courtesy = match mark {
        // "How are you?"
        '?' => phrase.opens() && !phrase.thanks(),
        // "Great, and how long is it?", but "Nice, Cannes or Paris?"
        ',' if phrase.praises() => {
            asks(rest) || opening(rest).is_some_and(|(next, ..)| CourtesyPhrase::new(next).opens())
        }
        _ => phrase.opens(),
    };
    if is_addressed || is_courtesy {
        return Some(rest);
    }
    without_greeting(text)
}

/// An empty text if all of it is one courtesy without a mark at its end.
fn all(text: &str) -> Option<&str> {
    let phrase = CourtesyPhrase::new(text);
    (!phrase.is_empty() && (phrase.opens() || phrase.closes())).then_some("")
}

/// The question behind a greeting without a mark: "hi what is the deductible". Thai and Arabic put no
/// mark there.
fn without_greeting(text: &str) -> Option<&str> {
    let at = text.find(char::is_whitespace)?;
    let rest = text.get(at..)?.trim_start();
    let first = text.get(..at)?;
    let greets = CourtesyPhrase::new(first).greets();
    (greets && (asks(rest) || has_no_case(first))).then_some(rest)
}

/// True if the letters of a word have neither upper nor lower case.
fn has_no_case(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.all(|c| !c.is_lowercase() && !c.is_uppercase())
}

/// True if a text begins like a question.
fn asks(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    opens_question(&first) || Table::Joiners.has(&first)
}

/// The text up to the first mark, the mark, and the text behind it.
fn opening(text: &str) -> Option<(&str, char, &str)> {
    let text = text.trim_start();
    let (at, mark) = text
        .char_indices()
        .take_while(|(at, _)| *at < LONGEST_PHRASE)
        .find(|(at, mark)| ends_phrase(text, *at, *mark))?;
    let rest = text.get(at + mark.len_utf8()..)?;
    let beside = |c: char| c.is_whitespace() || ",.!…:;–—-)，！。、،".contains(c);
    Some((text.get(..at)?, mark, rest.trim_start_matches(beside)))
}

/// True if a phrase ends at this mark.
fn ends_phrase(text: &str, at: usize, mark: char) -> bool {
    let words_after = text.get(at + mark.len_utf8()..).unwrap_or_default();
    let is_last = words_after.is_empty() || words_after.starts_with(char::is_whitespace);
    match mark {
        '\n' | '，' | '！' | '。' | '、' | '？' | '،' => true,
        ',' | '.' | '!' | '?' | ':' | ';' | '…' => {
            is_last || words_after.starts_with(['!', '.', '?', ')'])
        }
        '-' | '–' | '—' => {
            is_last && text.get(..at).is_some_and(|before| before.ends_with(' '))
        }
        _ => false,
    }
}

/// The text before a courtesy at the end; `None` if it ends with none.
fn without_end(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let from = text.ceil_char_boundary(text.len().saturating_sub(END_BYTES));
    let tail = text.get(from..)?;
    let marks = tail.char_indices().filter(|(at, mark)| ends_phrase(tail, *at, *mark));
    // Each phrase begins behind the mark of the one before it.
    let starts = marks.clone().map(|(at, mark)| (at + mark.len_utf8(), mark));
    let first = (from == 0).then_some((0, '\n'));
    let starts = first.into_iter().chain(starts);
    let skipped = usize::from(from > 0);
    let ends = marks.map(|(at, _)| at).skip(skipped).chain([tail.len()]);
    for ((start, mark), end) in starts.zip(ends) {
        let phrase = CourtesyPhrase::new(tail.get(start..end)?);
        let words_after = tail.get(end..)?;
        if !phrase.is_empty() && is_end(&phrase, mark, words_after) {
            let before = text.get(..from + start)?.trim_end();
            return Some(before.trim_end_matches([',', '，', '–', '—', '-', ' ', '\n']));
        }
    }
    let (before, last) = text.rsplit_once(char::is_whitespace)?;
    (has_no_case(last) && CourtesyPhrase::new(last).closes()).then_some(before)
}

/// True if a letter ends with this phrase, which follows this mark.
fn is_end(phrase: &CourtesyPhrase<'_>, mark: char, words_after: &str) -> bool {
    if words_after.contains(['?', '？', '؟']) {
        return false;
    }
    let is_last = !is_substantial(words_after);
    let name = CourtesyPhrase::new(words_after);
    let begins = mark != ',' && mark != '，';
    let is_signed = || begins && words_after.split_whitespace().count() <= MOST_SIGNATURE_WORDS;
    let is_end = phrase.closes() && (is_last || name.is_name());
    is_end || (phrase.signs_off() && is_signed())
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
            assert_eq!(without_courtesies(message), ASKED, "{message}");
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
            "Nice, Cannes or Paris?",
            "Dear visitors is the title of which page?",
            "Which cards say thanks, please?",
            "Why does it cost 1,000?",
            "Please tell me the number of days",
            "",
            "?!",
        ] {
            assert_eq!(without_courtesies(message), message, "{message}");
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
            assert_eq!(courtesy_of(message), Some(kind), "{message}");
            assert_eq!(without_courtesies(message), message, "{message}");
        }
        for message in ["Hello, how long is probation?", "สวัสดีครับ ลาป่วยได้กี่วัน ขอบคุณครับ"]
        {
            assert_eq!(courtesy_of(message), None, "{message}");
        }
    }

    #[test]
    fn a_message_of_nothing_but_courtesies_is_looked_through_once() {
        for phrase in ["สวัสดีครับ ", "?", "Thanks. ", "Hi, "] {
            let message = phrase.repeat(5_000);
            assert_eq!(without_courtesies(&message), message);
        }
    }

    proptest! {
        #[test]
        fn what_is_left_stands_in_the_message_and_is_bare(text in "(\\PC|Hi|Thanks|Best|regards|[,.!?\n ]){0,40}") {
            let rest = without_courtesies(&text);
            prop_assert!(text.contains(rest));
            prop_assert_eq!(without_courtesies(rest), rest);
        }
    }
}
