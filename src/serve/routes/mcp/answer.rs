//! The MCP tool that answers a question.

use footnote_chat::insight::Asked;
use footnote_client::api::codec::AnswerStream;
use footnote_protocol::audit::{Audit, Checked};
use footnote_protocol::{Answer, ChatRequest, Message, Overrides};
use footnote_text::citation;
use futures_util::StreamExt;
use serde_json::{Value, json};

use super::arguments;
use super::client::McpClient;
use super::result::{SourceLink, ToolResult};

/// Answers a question.
///
/// # Errors
///
/// A message about a wrong argument or a failure.
pub(super) async fn call(client: &McpClient<'_>, arguments: &Value) -> Result<ToolResult, String> {
    let request = ChatRequest {
        messages: vec![Message::user(arguments::text(arguments, "question")?)],
        overrides: Overrides {
            top: arguments::wanted(arguments)?,
            scope: arguments::scope(arguments)?,
            suggest_followup_questions: Some(true),
            ..Overrides::default()
        },
        ..ChatRequest::default()
    };
    let place = client.capacity.admit(client.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let asked = Asked::of(&request, "mcp");
    let events = footnote_chat::answer(&client.rag, request).map_err(|error| error.message)?;
    let events = client.recorder.observe(asked, events);
    let events = AnswerStream::new(footnote_chat::drop_unknown_citations(events))
        .until(client.stop.clone().cancelled_owned());
    let answer: Answer = events.collect::<Vec<_>>().await.into_iter().collect();
    match answer.error {
        Some(error) => Err(error.message),
        None => Ok(result_of(client, answer)),
    }
}

fn result_of(client: &McpClient<'_>, answer: Answer) -> ToolResult {
    let context = answer.context;
    let points = context.data_points.unwrap_or_default();
    let links: Vec<SourceLink> = citation::cited(&answer.text, &points.citations)
        .iter()
        .map(|source| SourceLink::new(client, source))
        .collect();
    let sources: Vec<Value> = links.iter().map(SourceLink::value).collect();
    let warnings = context.audit.as_ref().and_then(warnings);
    let text = answer.text;
    let structured = json!({
        "answer": text,
        "model": answer.model,
        "sources": sources,
        "audit": context.audit,
        "scope": context.scope,
        "followup_questions": context.followup_questions.unwrap_or_default(),
    });
    ToolResult { text: [text].into_iter().chain(warnings).collect(), structured, links }
}

/// A paragraph that warns of doubted statements; `None` if there are none.
fn warnings(audit: &Audit) -> Option<String> {
    let lines: Vec<String> = audit.statements.iter().filter_map(warning).collect();
    (!lines.is_empty()).then(|| {
        let lines = lines.join("\n");
        format!("\n\nThese statements were checked and are not supported as they stand:\n\n{lines}")
    })
}

fn warning(checked: &Checked) -> Option<String> {
    checked.is_doubted().then(|| {
        let missing = match checked.missing.join(", ") {
            missing if missing.is_empty() => "its source does not exist".to_owned(),
            missing => format!("not found in the source: {missing}"),
        };
        format!("- \"{}\": {missing}.", checked.text.trim())
    })
}

#[cfg(test)]
mod tests {
    use footnote_protocol::audit::Verdict;

    use super::*;

    fn audit(verdicts: &[Verdict]) -> Audit {
        let checked = |verdict: &Verdict| Checked {
            text: "Tea is at five.".to_owned(),
            verdict: *verdict,
            sources: Vec::new(),
            span: None,
            missing: vec!["five".to_owned()],
            no_such_source: Vec::new(),
            cited_by: None,
        };
        Audit { statements: verdicts.iter().map(checked).collect() }
    }

    #[test]
    fn only_what_is_not_supported_is_warned_of() {
        assert_eq!(warnings(&audit(&[])), None);
        assert_eq!(warnings(&audit(&[Verdict::Supported, Verdict::NotChecked])), None);
        let warning = warnings(&audit(&[Verdict::Supported, Verdict::NotFound])).unwrap();
        assert_eq!(warning.matches("\n- ").count(), 1);
        assert!(warning.ends_with("- \"Tea is at five.\": not found in the source: five."));
    }
}
