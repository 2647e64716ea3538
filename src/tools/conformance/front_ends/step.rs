//! The steps of a front end.

use serde::Deserialize;
use serde_json::Value;

use super::FRONT_ENDS;
use super::conversation::Conversation;
use super::uses::AnswerUse;
use crate::client::{Client, ProbeResponse};
use crate::report::{Finding, FrontEndFindings};
use crate::template::{self, Headers};

/// A front end and its steps. It stops if its first question is not answered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrontEnd {
    /// Its name, with its date.
    pub(crate) name: String,
    /// Method and address of the request for its settings, which comes first; it also works without them.
    #[serde(default)]
    configured_by: String,
    /// True if its page is configured with the full address for questions, which may then be outside of `/api`.
    #[serde(default)]
    told_its_address: bool,
    /// Requirement of a server for it, if most servers lack it.
    #[serde(default)]
    needs: Option<String>,
    /// Its steps.
    pub(super) steps: Vec<FrontEndStep>,
}

/// One action of a front end.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FrontEndStep {
    /// Its description in a few words.
    does: String,
    /// Method and address of its request; if empty, it sends and shows the same as the first step.
    asks: String,
    /// The header fields of the request.
    headers: Headers,
    /// The body of the request; null if there is none.
    body: Value,
    /// The name of the view that shows the answer.
    pub(super) view: String,
    /// The use of an answer that is not shown.
    check: Option<AnswerUse>,
    /// The names under which a shown answer counts the tokens of question and answer, if they are required.
    counts: Option<[String; 2]>,
}

impl FrontEndStep {
    /// Returns a summary of what readers see of an answer, or the reason why it is not as expected.
    fn read(
        &self,
        seen: &ProbeResponse,
        conversation: &mut Conversation,
    ) -> Result<String, String> {
        if let Some(check) = self.check {
            return check.of(seen, conversation);
        }
        let view = FRONT_ENDS.views.get(&self.view).ok_or("there is no such view")?;
        let summary = conversation.show(view, seen)?;
        match &self.counts {
            Some(names) => view.token_counts(seen, names),
            None => Ok(summary),
        }
    }
}

impl FrontEnd {
    /// Performs the step as the front end does.
    pub(crate) async fn visit(&'static self, client: &Client, question: &str) -> FrontEndFindings {
        let mut conversation = Conversation::about(question);
        let none = |_: &str| Value::Null;
        let settings = template::render(&self.configured_by, &Headers::new(), &Value::Null, &none);
        if let Some(settings) = settings {
            conversation.settings = client.send(&settings).await.json().unwrap_or_default();
        }
        let mut checks: Vec<Finding> = Vec::new();
        let mut is_beside = false;
        for step in &self.steps {
            let first = self.steps.first().filter(|_| step.asks.is_empty());
            let asked = first.unwrap_or(step);
            let variables = |name: &str| conversation.value(name);
            let probe = template::render(&asked.asks, &asked.headers, &asked.body, &variables);
            // The answers so far may not contain what this step needs.
            let Some(probe) = probe else { continue };
            let beside = probe.at(|path| path.strip_prefix("/api").unwrap_or(path).to_owned());
            let probe = if is_beside { &beside } else { &probe };
            let mut seen = client.send(probe).await;
            if checks.is_empty() && self.told_its_address && [404, 405].contains(&seen.status) {
                seen = client.send(&beside).await;
                is_beside = true;
            }
            checks.push(Finding::of(&step.does, asked.read(&seen, &mut conversation)));
            if checks.len() == 1 && checks.iter().any(|finding| !finding.passed) {
                break;
            }
        }
        FrontEndFindings {
            front_end: &self.name,
            runs: checks.iter().all(|finding| finding.passed),
            counts: true,
            needs: self.needs.as_deref(),
            checks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_front_end_is_read_and_its_views_are_known() {
        assert!(!FRONT_ENDS.all.is_empty());
        for step in FRONT_ENDS.all.iter().flat_map(|it| &it.steps) {
            let is_shown = step.check.is_none() && !step.asks.is_empty();
            assert_eq!(FRONT_ENDS.views.contains_key(&step.view), is_shown);
        }
    }
}
