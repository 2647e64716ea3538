//! Follow-up questions within the text, for front ends that only look for them there.

use footnote_text::followup::FollowUpExtractor;

use crate::{Message, Role};

/// Follow-up questions as they follow an answer: each between `<<` and `>>`, on a line of its own.
pub(super) fn in_text(questions: &[String]) -> String {
    let marked: Vec<_> = questions.iter().map(|it| format!("<<{it}>>\n")).collect();
    if marked.is_empty() {
        return String::new();
    }
    format!("\n\n{}", marked.concat())
}

/// Returns the text of a whole answer with its follow-up questions.
pub(super) fn with_questions(text: &str, questions: Option<&[String]>) -> String {
    format!("{text}{}", in_text(questions.unwrap_or_default()))
}

/// Removes the questions from earlier answers, which these front ends send back as displayed.
pub(super) fn leave_out(messages: &mut [Message]) {
    for answer in messages.iter_mut().filter(|message| message.role == Role::Assistant) {
        let mut extractor = FollowUpExtractor::default();
        let shown = extractor.push(&answer.content);
        answer.content = shown + &extractor.finish().0;
    }
}
