//! `footnote explain`: where on the way to an answer a source falls out, told on the standard output.

use super::config::Config;
use super::engine::Engine;
use crate::protocol::explanation::{Explanation, Outcome};
use crate::protocol::{ChatRequest, Message};
use crate::rag::chat;

/// Explains, and tells it line by line.
///
/// # Errors
///
/// If the engine cannot be set up, or the question is refused.
pub(super) async fn run(
    config: Config,
    question: String,
    expected: &str,
    as_json: bool,
    mut say: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let engine = Engine::ready(&config).await?;
    let request = ChatRequest {
        messages: vec![Message::user(question)],
        ..ChatRequest::default()
    };
    let explanation = chat::explain::explain(&engine.rag(), request, expected).await?;
    if as_json {
        return say(&serde_json::to_string(&explanation)?);
    }
    lines(&explanation).iter().try_for_each(|line| say(line))
}

fn lines(explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![
        explanation.source.clone(),
        format!("Searched for “{}”.", explanation.query),
        String::new(),
    ];
    lines.extend(explanation.steps.iter().map(|step| {
        let sign = match step.outcome {
            Outcome::Passed => "+",
            Outcome::Behind => "~",
            Outcome::Lost => "-",
        };
        format!("{sign} {:<10} {}", step.stage.name(), step.detail)
    }));
    lines.push(String::new());
    lines.push(match explanation.lost() {
        Some(step) => format!("It fell out at: {}.", step.stage.name()),
        None => "It did not fall out.".to_owned(),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::explanation::{Stage, Step};

    #[test]
    fn the_way_is_told_with_its_end() {
        let step = |stage, outcome, detail: &str| Step {
            stage,
            outcome,
            detail: detail.to_owned(),
        };
        let explanation = Explanation {
            source: "a.md".to_owned(),
            query: "apples".to_owned(),
            steps: vec![
                step(Stage::Index, Outcome::Passed, "It is indexed."),
                step(Stage::Choice, Outcome::Lost, "It is number 9."),
            ],
        };
        let lines = lines(&explanation);
        assert_eq!(lines[3], "+ Index      It is indexed.");
        assert_eq!(lines.last().unwrap(), "It fell out at: Choice.");
    }
}
