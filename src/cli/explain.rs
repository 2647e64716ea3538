//! `footnote explain`: prints at which step towards an answer a source is lost.

use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use footnote_conformance::client::{Client, ProbeRequest};
use footnote_documents::Record;
use footnote_documents::acl::{Acl, Reader};
use footnote_engine::Engine;
use footnote_engine::config::{Config, Settings};
use footnote_protocol::explanation::{Explanation, Outcome, Stage, Step};
use footnote_protocol::{ChatRequest, Message, read_error};
use footnote_retrieval::corpus::index::IndexError;
use footnote_text::list::listed;
use footnote_text::source;
use serde_json::json;

/// The arguments of `footnote explain`.
#[derive(Args)]
pub(super) struct ExplainArguments {
    /// The question.
    question: String,
    /// The expected source: a document's path, or `<path>#page=N`.
    #[arg(long, value_name = "SOURCE")]
    expect: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Ask a running Footnote server, such as `http://localhost:3000`.
    #[arg(long)]
    url: Option<String>,
    /// A header for the request to the server, such as `authorization: Bearer …`.
    #[arg(long, requires = "url")]
    header: Vec<String>,
    /// Explain what this user finds, not only what is public.
    #[arg(long, conflicts_with = "url")]
    user: Option<String>,
    /// Explain what members of these groups find; separated by commas.
    #[arg(long, value_delimiter = ',', conflicts_with = "url")]
    groups: Vec<String>,
    /// The settings.
    #[command(flatten)]
    settings: Settings,
}

impl ExplainArguments {
    /// The settings to use; a running server needs no documents here.
    pub(super) fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        if self.url.is_some() {
            settings.documents.get_or_insert_with(|| ".".to_owned());
        }
        settings
    }

    fn request(&self) -> ChatRequest {
        ChatRequest { messages: vec![Message::user(&self.question)], ..ChatRequest::default() }
    }

    fn reader(&self) -> Reader {
        let groups = self.groups.iter().map(String::as_str);
        Reader::new(self.user.as_deref(), groups)
    }
}

/// Explains, and prints the steps line by line.
///
/// # Errors
///
/// Fails if the engine cannot be set up, the server cannot explain, or the question is refused.
pub(super) async fn run(
    config: Config,
    arguments: &ExplainArguments,
    mut print_line: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let explanation = match &arguments.url {
        Some(url) => asked(url, arguments).await?,
        None => here(&config, arguments).await?,
    };
    if arguments.json {
        return print_line(&serde_json::to_string(&explanation)?);
    }
    lines(&explanation).iter().try_for_each(|line| print_line(line))
}

/// Explains with the index on this machine.
async fn here(config: &Config, arguments: &ExplainArguments) -> anyhow::Result<Explanation> {
    let engine = Engine::ready(config).await;
    let engine = engine.map_err(|error| match error.downcast_ref() {
        Some(IndexError::InUse(_)) => {
            anyhow!("{error:#}; or ask the server with --url http://{}", config.address)
        }
        _ => error,
    })?;
    let rag = engine.rag();
    if let Some(explanation) = withheld(&rag.library.every_file().await?, arguments) {
        return Ok(explanation);
    }
    let rag = rag.read_by(arguments.reader());
    Ok(footnote_chat::explain::explain(&rag, arguments.request(), &arguments.expect).await?)
}

/// The explanation for a document that the reader may not see. It may name the document: whoever runs this command owns
/// the folder.
fn withheld(files: &[Arc<Record>], arguments: &ExplainArguments) -> Option<Explanation> {
    let expected = arguments.expect.trim();
    let (path, _) = source::split(expected);
    let file = files.iter().find(|file| file.path == path)?;
    if file.acl.admits(&arguments.reader()) {
        return None;
    }
    let detail = match admitted(&file.acl) {
        Some(admitted) => format!(
            "It is not public but for {admitted}: explain it to one of them with --user or --groups."
        ),
        None => "It is closed to everybody: its front matter or the `.access` of its folder names \
                 no readers, or cannot be understood."
            .to_owned(),
    };
    Some(Explanation {
        source: expected.to_owned(),
        query: arguments.question.clone(),
        steps: vec![Step { stage: Stage::Index, outcome: Outcome::Lost, detail }],
    })
}

/// The admitted users and groups in words; `None` if nobody is admitted.
fn admitted(acl: &Acl) -> Option<String> {
    let Acl::Only { users, groups } = acl else {
        return Some("everybody".to_owned());
    };
    let users = users.iter().map(|name| format!("the user {name}"));
    let groups = groups.iter().map(|name| format!("the group {name}"));
    let all: Vec<String> = users.chain(groups).collect();
    (!all.is_empty()).then(|| listed(&all, "and"))
}

/// Asks a server through the route that its own page uses.
async fn asked(url: &str, arguments: &ExplainArguments) -> anyhow::Result<Explanation> {
    let client = Client::new(url, footnote_conformance::headers(&arguments.header)?)?;
    let body = json!({ "request": arguments.request(), "source": arguments.expect });
    let seen = client.send(&ProbeRequest::post("/page/explain", &body)).await;
    let body = seen.json().unwrap_or_default();
    if seen.is_answer() {
        let explanation = serde_json::from_value(body);
        return explanation.with_context(|| format!("understanding {}", client.base()));
    }
    match read_error(&body) {
        Some(error) => bail!("{}: {error}", client.base()),
        None => bail!("{} explains nothing: {}", client.base(), seen.outcome()),
    }
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
        Some(step) => format!("Dropped at: {}.", step.stage.name()),
        None => "It was not dropped.".to_owned(),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_read_a_document_that_is_not_public_is_told() {
        let acl = |text| Acl::of_folder(text).unwrap();
        let words = |acl: &Acl| admitted(acl);
        assert_eq!(
            words(&acl("user: alice\ngroup: hr, board")).unwrap(),
            "the user alice, the group board and the group hr"
        );
        assert_eq!(words(&Acl::closed()), None);
    }

    #[test]
    fn the_way_is_told_with_its_end() {
        let step =
            |stage, outcome, detail: &str| Step { stage, outcome, detail: detail.to_owned() };
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
        assert_eq!(lines.last().unwrap(), "Dropped at: Choice.");
    }
}
