//! Follow-up questions in the text, for front ends that look for them nowhere else.

use footnote_text::followup::FollowUpExtractor;

use crate::{Message, Role};

/// Follow-up questions as they stand behind an answer: each between `<<` and `>>`, in a line of its own.
pub(super) fn in_text(questions: &[String]) -> String {
    let marked: Vec<_> = questions.iter().map(|it| format!("<<{it}>>\n")).collect();
    if marked.is_empty() {
        return String::new();
    }
    format!("\n\n{}", marked.concat())
}

/// The whole text of an answer with its follow-up questions.
pub(super) fn with_questions(text: &str, questions: Option<&[String]>) -> String {
    format!("{text}{}", in_text(questions.unwrap_or_default()))
}

/// Takes the questions out of earlier answers, which these front ends send back as they showed them.
pub(super) fn leave_out(messages: &mut [Message]) {
    for answer in messages.iter_mut().filter(|message| message.role == Role::Assistant) {
        let mut extractor = FollowUpExtractor::default();
        let shown = extractor.push(&answer.content);
        answer.content = shown + &extractor.finish().0;
    }
}
