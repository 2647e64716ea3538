//! Follow-up questions in the text, for front ends that look for them nowhere else.

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
