//! The tool that answers a question.

use futures_util::StreamExt;
use serde_json::{Value, json};

use super::arguments;
use super::caller::Caller;
use super::result::{Given, Link};
use crate::api::codec::AnswerStream;
use crate::protocol::audit::{Audit, Checked, Verdict};
use crate::protocol::{Answer, ChatRequest, Message, Overrides};
use crate::rag::chat;
use crate::text::citation;

/// Answers a question.
///
/// # Errors
///
/// A sentence about a wrong argument, or about a failure.
pub(super) async fn call(caller: &Caller<'_>, arguments: &Value) -> Result<Given, String> {
    let request = ChatRequest {
        messages: vec![Message::user(arguments::text(arguments, "question")?)],
        overrides: Overrides {
            top: arguments::wanted(arguments)?,
            suggest_followup_questions: Some(true),
            ..Overrides::default()
        },
        session_state: None,
    };
    let place = caller.state.capacity.admit(caller.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let events = chat::answer(&caller.rag, request).map_err(|error| error.message)?;
    let events =
        AnswerStream::new(chat::genuine(events)).until(caller.state.stop.clone().cancelled_owned());
    let answer: Answer = events.collect::<Vec<_>>().await.into_iter().collect();
    match answer.error {
        Some(error) => Err(error.message),
        None => Ok(given(caller, answer)),
    }
}

fn given(caller: &Caller<'_>, answer: Answer) -> Given {
    let context = answer.context;
    let points = context.data_points.unwrap_or_default();
    let links: Vec<Link> = citation::cited(&answer.text, &points.citations)
        .iter()
        .map(|source| Link::new(caller, source))
        .collect();
    let sources: Vec<Value> = links.iter().map(Link::value).collect();
    let doubts = context.audit.as_ref().and_then(doubts);
    let text = answer.text;
    let structured = json!({
        "answer": text,
        "model": answer.model,
        "sources": sources,
        "audit": context.audit,
        "followup_questions": context.followup_questions.unwrap_or_default(),
    });
    Given { text: [text].into_iter().chain(doubts).collect(), structured, links }
}

/// A paragraph that warns of the statements that their sources do not support; `None` if all are.
fn doubts(audit: &Audit) -> Option<String> {
    let lines: Vec<String> = audit.statements.iter().filter_map(doubt).collect();
    (!lines.is_empty()).then(|| {
        let lines = lines.join("\n");
        format!("\n\nThese statements were checked and are not supported as they stand:\n\n{lines}")
    })
}

fn doubt(checked: &Checked) -> Option<String> {
    let found = match checked.verdict {
        Verdict::Supported => return None,
        Verdict::Partly => "the sources say only a part of it",
        Verdict::Unsupported => "the sources do not say so",
        Verdict::NumberConflict => "the sources have another number",
    };
    Some(format!("- \"{}\": {found}.", checked.text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn audit(verdicts: &[Verdict]) -> Audit {
        let checked = |verdict: &Verdict| Checked {
            text: "Tea is at five.".to_owned(),
            verdict: *verdict,
            sources: Vec::new(),
            span: None,
            missing: Vec::new(),
            no_such_source: Vec::new(),
            cited_by: None,
        };
        Audit { statements: verdicts.iter().map(checked).collect() }
    }

    #[test]
    fn only_what_is_not_supported_is_warned_of() {
        assert_eq!(doubts(&audit(&[])), None);
        assert_eq!(doubts(&audit(&[Verdict::Supported])), None);
        let told = doubts(&audit(&[Verdict::Supported, Verdict::Unsupported])).unwrap();
        assert_eq!(told.matches("\n- ").count(), 1);
        assert!(told.ends_with("- \"Tea is at five.\": the sources do not say so."));
    }
}
