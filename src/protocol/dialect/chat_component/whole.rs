//! Text of a whole answer, written so that the web component shows all of it.

use footnote_text::{citation, digits};

use crate::Answer;
use crate::dialect::followups::{in_text, leave_out};
use crate::{Message, Role};

/// A look-alike of the colon. The component takes what follows a colon for steps and shows it twice; it does not show
/// what follows `s:` at all.
const COLON: &str = "\u{A789}";

/// Start of the follow-up questions, in a comment: the component finds them there, and it renders the text as HTML.
const QUESTIONS: &str = "\n\n<!-- ";

/// Returns the text of a whole answer, with unchanged citations, followed by its questions.
pub(super) fn text(answer: &Answer) -> String {
    let pieces = citation::pieces(&answer.text, answer.sources(), false).into_iter();
    let shown: String = pieces
        .map(|piece| match piece {
            citation::Piece::Text(text) => text.replace(':', COLON),
            citation::Piece::Invented(_) => String::new(),
            citation::Piece::Citation(cited) => format!("[{cited}]"),
        })
        .collect();
    let questions = answer.context.followup_questions.as_deref().unwrap_or_default();
    if questions.is_empty() {
        return shown;
    }
    // Two hyphens before `>>` would end the comment.
    let questions: Vec<_> =
        questions.iter().map(|it| it.replace(':', COLON).replace("--", "\u{2013}")).collect();
    format!("{shown}{QUESTIONS}{}-->", in_text(&questions).trim_start())
}

/// Restores plain signs in earlier answers, which the component sends back as it received them.
pub(super) fn restore(messages: &mut [Message]) {
    for answer in messages.iter_mut().filter(|message| message.role == Role::Assistant) {
        let said = answer.content.split(QUESTIONS).next().unwrap_or_default();
        answer.content = digits::plain(said).replace(COLON, ":");
    }
    leave_out(messages);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::cited::tests::answer;

    #[test]
    fn what_the_component_would_cut_looks_like_itself() {
        let mut answer = answer("Two terms: 30 days [a.md], 7:30 [b ü.pdf#page=4].");
        answer.context.followup_questions = Some(vec!["Why -->: and when?".to_owned()]);
        let shown = text(&answer);
        let expected = "Two terms\u{A789} 30 days [a.md], 7\u{A789}30 [b ü.pdf#page=4].\n\n\
                        <!-- <<Why \u{2013}>\u{A789} and when?>>\n-->";
        assert_eq!(shown, expected);
        let mut sent = [Message::assistant(shown)];
        restore(&mut sent);
        assert_eq!(sent[0].content, answer.text);
    }

    #[test]
    fn a_text_without_colons_and_questions_is_as_it_was() {
        let answer = answer("It is 30 [a.md].");
        assert_eq!(text(&answer), answer.text);
    }

    #[test]
    fn an_earlier_answer_that_was_streamed_is_put_back_as_well() {
        let mut sent = [Message::assistant("It is 𝟥𝟢 [a.md].\n\n<<Why 𝟩?>>\n")];
        restore(&mut sent);
        assert_eq!(sent[0].content, "It is 30 [a.md].");
    }
}
