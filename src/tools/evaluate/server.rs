//! An evaluation of any server of the protocol's family, over HTTP.

use std::time::Instant;

use anyhow::{Context, bail, ensure};
use footnote_conformance::client::{Client, ProbeRequest, ProbeResponse};
use footnote_protocol::{Answer, DataPoints, Message, ResponseContext, RetrievalMode};
use serde_json::{Value, json};

use super::progress::Progress;
use super::question::Question;
use super::summary::Outcome;
use super::{EvaluateArguments, answers, measures};

/// The JSON pointers of an answer's text: in the protocol, and in its predecessor.
const TEXT_POINTERS: [&str; 2] = ["/message/content", "/choices/0/message/content"];

/// The JSON pointers of its context.
const CONTEXT_POINTERS: [&str; 4] =
    ["/context", "/message/context", "/choices/0/context", "/choices/0/message/context"];

/// Questions, and a server that answers them.
pub(super) struct ServerEvaluation {
    client: Client,
    questions: Vec<Question>,
}

impl ServerEvaluation {
    /// For the questions of a file, and the server at `url`.
    ///
    /// # Errors
    ///
    /// If nothing answers there, or the questions cannot be read.
    pub(super) async fn open(url: &str, arguments: &EvaluateArguments) -> anyhow::Result<Self> {
        ensure!(
            !arguments.questions.is_dir(),
            "a collection brings its own passages; a server is asked a file of questions"
        );
        ensure!(arguments.without.is_empty(), "a server cannot be told to leave techniques out");
        let questions = super::subject::questions(arguments)?;
        let client = Client::new(url, footnote_conformance::headers(&arguments.header)?)?;
        let reached = client.reach().await;
        reached.with_context(|| format!("asking at {}", client.base()))?;
        Ok(Self { client, questions })
    }

    /// Asks every question in a mode, or as the server would. A question that it fails to answer
    /// counts as one without an answer.
    ///
    /// # Errors
    ///
    /// If it answers none of them.
    pub(super) async fn outcomes(
        &self,
        mode: Option<RetrievalMode>,
    ) -> anyhow::Result<Vec<Outcome>> {
        let mut progress = Progress::new("questions asked");
        let mut outcomes = Vec::new();
        let mut failures = Vec::new();
        for question in &self.questions {
            let (outcome, failure) = self.outcome(question, mode).await?;
            outcomes.push(outcome);
            failures.extend(failure);
            progress.report(outcomes.len(), self.questions.len());
        }
        if let Some(failure) = failures.first().filter(|_| failures.len() == outcomes.len()) {
            bail!("{} answers nothing: {failure}", self.client.base());
        }
        Ok(outcomes)
    }

    /// The outcome of a question, and the reason if there is no answer.
    async fn outcome(
        &self,
        question: &Question,
        mode: Option<RetrievalMode>,
    ) -> anyhow::Result<(Outcome, Option<String>)> {
        let probe = ProbeRequest::post("/chat", &body(question, mode));
        let begun = Instant::now();
        let response = self.client.send(&probe).await;
        let elapsed_ms = begun.elapsed().as_secs_f64() * 1000.0;
        let (answer, failure) = match answer(&response) {
            Ok(answer) => (answer, None),
            Err(failure) => (Answer::default(), Some(failure)),
        };
        if let Some(mode) = mode {
            answers::ensure_mode(question, &answer, mode)?;
        }
        let mut outcome = answers::measured(question.clone(), &answer, elapsed_ms);
        let failed = measures::truth(failure.is_some());
        if failure.is_some() {
            // Saying nothing is no refusal.
            outcome.refused = None;
            outcome.measures.remove("answers_refused");
            if let Some(matched) = outcome.measures.get_mut("refusals_matched") {
                *matched = 0.0;
            }
        }
        outcome.measures.insert("failed".to_owned(), failed);
        Ok((outcome, failure))
    }
}

/// The request that all servers of the family understand.
fn body(question: &Question, mode: Option<RetrievalMode>) -> Value {
    let mut messages = question.history.clone();
    messages.push(Message::user(&question.question));
    let mut overrides = json!({});
    if let (Some(mode), Some(fields)) = (mode, overrides.as_object_mut()) {
        fields.insert("retrieval_mode".to_owned(), json!(mode.name()));
    }
    json!({"messages": messages, "context": {"overrides": overrides}, "stream": false})
}

/// The answer in a response, or why there is none.
fn answer(response: &ProbeResponse) -> Result<Answer, String> {
    if !response.is_answer() {
        return Err(response.outcome());
    }
    let whole = response.json().ok_or("the answer is no JSON")?;
    let at = |places: &[&str]| places.iter().find_map(|place| whole.pointer(place)).cloned();
    let text = at(&TEXT_POINTERS).and_then(|text| text.as_str().map(str::to_owned));
    let context = at(&CONTEXT_POINTERS).unwrap_or_default();
    let thoughts = context.get("thoughts").cloned().unwrap_or_default();
    Ok(Answer {
        text: text.ok_or("the answer has no message.content")?,
        context: ResponseContext {
            data_points: context.get("data_points").map(data_points),
            // Servers differ in them, and only some of our own are read.
            thoughts: serde_json::from_value(thoughts).unwrap_or_default(),
            ..ResponseContext::default()
        },
        ..Answer::default()
    })
}

/// Data points as an object or, as older servers have it, as a list of texts.
fn data_points(value: &Value) -> DataPoints {
    let strings = |value: Option<&Value>| -> Vec<String> {
        let list = value.and_then(Value::as_array).into_iter().flatten();
        list.filter_map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let list = value.is_array().then_some(value);
    let text = strings(list.or_else(|| value.get("text")));
    let mut citations = strings(value.get("citations"));
    for text in &text {
        // Without listed citations, a text begins with its source.
        let known = |citation: &String| text.starts_with(&format!("{citation}:"));
        if let Some((source, _)) = text.split_once(": ")
            && !citations.iter().any(known)
        {
            citations.push(source.to_owned());
        }
    }
    DataPoints { text, citations, ..DataPoints::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(body: &Value) -> ProbeResponse {
        ProbeResponse {
            status: 200,
            body: body.to_string().into_bytes(),
            ..ProbeResponse::default()
        }
    }

    #[test]
    fn data_points_come_as_an_object_or_as_a_list() {
        let object =
            json!({"text": ["a.md: Tea: at four.", "b.md#page=2: Late."], "citations": ["a.md"]});
        let list = json!(["a.md: Tea: at four.", "b.md#page=2: Late."]);
        for points in [object, list] {
            let points = data_points(&points);
            assert_eq!(points.citations, ["a.md", "b.md#page=2"]);
            assert_eq!(points.text.len(), 2);
        }
        assert_eq!(data_points(&Value::Null), DataPoints::default());
    }

    #[test]
    fn an_answer_stands_in_its_message_or_in_its_first_choice() {
        let context = json!({"data_points": ["a.md: Tea."], "thoughts": "free text"});
        let message = json!({"content": "Tea [a.md].", "role": "assistant"});
        for whole in [
            json!({"message": message, "context": context}),
            json!({"choices": [{"message": message, "context": context}]}),
        ] {
            let answer = answer(&response(&whole)).unwrap();
            let outcome = answers::measured(Question::default(), &answer, 1.0);
            assert_eq!(outcome.cited, ["a.md"]);
        }
        assert!(answer(&response(&json!({"error": "no"}))).is_err());
    }
}
