//! The steps of a front end.

use serde::Deserialize;
use serde_json::Value;

use super::KNOWN;
use super::talk::Talk;
use super::uses::Use;
use crate::conformance::client::{Client, Seen};
use crate::conformance::report::{Finding, Visited};
use crate::conformance::template::{self, Headers};

/// A front end and its steps; it gives up once its first question is not answered.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::conformance) struct FrontEnd {
    /// Its name, with the time at which it was so.
    pub(in crate::conformance) name: String,
    /// Its steps.
    pub(super) steps: Vec<Step>,
}

/// One thing that a front end does.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Step {
    /// In a few words.
    does: String,
    /// The method and the address of its request; if it is empty, it asks and shows as the first step does.
    asks: String,
    /// The header fields of the request.
    headers: Headers,
    /// The body of the request; it has none if that is null.
    body: Value,
    /// The name of the view in which the answer is shown.
    pub(super) view: String,
    /// The use of an answer that is not shown.
    check: Option<Use>,
    /// The names under which a shown answer counts the tokens of question and answer, if they are needed.
    counts: Option<[String; 2]>,
}

impl Step {
    /// The reader's view of an answer, or the reason why it is not as it should be.
    fn read(&self, seen: &Seen, talk: &mut Talk) -> Result<String, String> {
        if let Some(check) = self.check {
            return check.of(seen, talk);
        }
        let view = KNOWN.views.get(&self.view).ok_or("there is no such view")?;
        let told = talk.show(view, seen)?;
        match &self.counts {
            Some(names) => view.counted(seen, names),
            None => Ok(told),
        }
    }
}

impl FrontEnd {
    /// Acts as the front end does.
    pub(in crate::conformance) async fn visit(
        &'static self,
        client: &Client,
        question: &str,
    ) -> Visited {
        let mut talk = Talk::about(question);
        let mut checks: Vec<Finding> = Vec::new();
        for step in &self.steps {
            let first = self.steps.first().filter(|_| step.asks.is_empty());
            let asked = first.unwrap_or(step);
            let known = |name: &str| talk.value(name);
            let ask = template::filled(&asked.asks, &asked.headers, &asked.body, &known);
            // The answers so far may give no occasion.
            let Some(ask) = ask else { continue };
            let seen = client.send(&ask).await;
            checks.push(Finding::of(&step.does, asked.read(&seen, &mut talk)));
            if checks.len() == 1 && checks.iter().any(|finding| !finding.passed) {
                break;
            }
        }
        Visited { front_end: &self.name, runs: checks.iter().all(|finding| finding.passed), checks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_front_end_is_read_and_its_views_are_known() {
        assert!(!KNOWN.front_ends.is_empty());
        for step in KNOWN.front_ends.iter().flat_map(|it| &it.steps) {
            let is_shown = step.check.is_none() && !step.asks.is_empty();
            assert_eq!(KNOWN.views.contains_key(&step.view), is_shown);
        }
    }
}
