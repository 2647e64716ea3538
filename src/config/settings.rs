//! The command line and the environment: what can be set, and how it is explained.

use clap::{Args, CommandFactory, Parser, Subcommand};

/// Ask your own documents, and read answers whose every statement carries a citation.
#[derive(Parser)]
#[command(name = "footnote", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do; serves unless told otherwise.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings where no command is named.
    #[command(flatten)]
    pub settings: Settings,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Answer over HTTP.
    Serve(Settings),
    /// Bring the index up to date and end.
    Index(Settings),
    /// Answer one question on the standard output.
    Ask {
        /// The question.
        question: String,
        /// The settings.
        #[command(flatten)]
        settings: Settings,
    },
    /// Tell where on the way to an answer a source falls out.
    Explain(super::explain::Arguments),
    /// Measure how well passages are found and questions are answered.
    Evaluate(super::evaluate::Arguments),
    /// Examine a server of the protocol's family: which wire forms it speaks, and how well.
    Conformance(super::conformance::Arguments),
    /// Ask whether the server at the configured address is well.
    Health(Settings),
    /// Extract one document from the standard input; run by the server itself, under limits.
    #[command(hide = true)]
    Extract {
        /// The document's format.
        kind: String,
    },
}

/// The settings as they are given, unchecked. They hold keys, so they cannot be printed.
#[derive(Args, Clone, Default)]
pub struct Settings {
    /// the folder of documents
    #[arg(long, env = "FOOTNOTE_DOCUMENTS")]
    pub(super) documents: Option<String>,
    /// where the index and conversations are kept
    #[arg(long, env = "FOOTNOTE_DATA", default_value = "data")]
    pub(super) data: String,
    /// where to listen: an address or a name, and a port
    #[arg(long, env = "FOOTNOTE_ADDRESS")]
    pub(super) address: Option<String>,
    /// further names under which it is reached, separated by commas
    #[arg(long, env = "FOOTNOTE_HOSTS")]
    pub(super) hosts: Option<String>,
    /// origins whose pages may ask too, separated by commas; `*` for any
    #[arg(long, env = "FOOTNOTE_ORIGINS")]
    pub(super) origins: Option<String>,
    /// a folder with a built front end of others, served in place of the page, which is then at `/footnote`
    #[arg(long, env = "FOOTNOTE_FRONT_END")]
    pub(super) front_end: Option<String>,
    /// the wire form of requests that tell none, such as `completion_chunks`
    #[arg(long, env = "FOOTNOTE_FORM")]
    pub(super) form: Option<String>,
    /// `false` to send the web component digits, which it drops, and not signs that look like them
    #[arg(long, env = "FOOTNOTE_COMPONENT_DIGITS", default_value = "true")]
    pub(super) component_digits: String,
    /// the header in which a proxy names the user who asks
    #[arg(long, env = "FOOTNOTE_USER_HEADER")]
    pub(super) user_header: Option<String>,
    /// the header in which it names the user's groups, separated by commas
    #[arg(long, env = "FOOTNOTE_GROUPS_HEADER")]
    pub(super) groups_header: Option<String>,
    /// proxies whose word counts for whom they ask: addresses and networks such as `10.0.0.0/8`, separated by commas
    #[arg(long, env = "FOOTNOTE_PROXIES")]
    pub(super) proxies: Option<String>,
    /// answers that may be under way at once
    #[arg(long, env = "FOOTNOTE_ANSWERS", default_value = "500")]
    pub(super) answers: String,
    /// answers of one client that may be under way at once
    #[arg(long, env = "FOOTNOTE_ANSWERS_EACH")]
    pub(super) answers_each: Option<String>,
    /// questions that one client may ask in a minute; `0` for any number
    #[arg(long, env = "FOOTNOTE_RATE", default_value = "120")]
    pub(super) rate: String,
    /// days that the server keeps conversations of clients that send only what is new; `0` for none
    #[arg(long, env = "FOOTNOTE_SESSION_DAYS", default_value = "30")]
    pub(super) session_days: String,
    /// megabytes that these conversations may take together, a tenth of it those of one client; the oldest go first
    #[arg(long, env = "FOOTNOTE_SESSION_MEGABYTES", default_value = "250")]
    pub(super) session_megabytes: String,
    /// passages per answer
    #[arg(long, env = "FOOTNOTE_TOP", default_value = "5")]
    pub(super) top: String,
    /// `true` to rank the first passages anew by what their sentences mean, where a client does not say
    #[arg(long, env = "FOOTNOTE_SEMANTIC_RANKER", default_value = "false")]
    pub(super) semantic_ranker: String,
    /// what to log; never question text
    #[arg(long, env = "FOOTNOTE_LOG", default_value = "info")]
    pub(super) log: String,
    /// `text` or `json`
    #[arg(long, env = "FOOTNOTE_LOG_FORMAT", default_value = "text")]
    pub(super) log_format: String,
    /// an OpenAI-compatible endpoint
    #[arg(
        long,
        env = "OPENAI_BASE_URL",
        default_value = "https://api.openai.com/v1"
    )]
    pub(super) openai_base_url: String,
    /// its key
    #[arg(long, env = "OPENAI_API_KEY", hide_env_values = true)]
    pub(super) openai_api_key: Option<String>,
    /// its model; answers quote while this is empty
    #[arg(long, env = "OPENAI_MODEL")]
    pub(super) openai_model: Option<String>,
    /// an Azure OpenAI resource instead
    #[arg(long, env = "AZURE_OPENAI_ENDPOINT")]
    pub(super) azure_openai_endpoint: Option<String>,
    /// its deployment
    #[arg(long, env = "AZURE_OPENAI_DEPLOYMENT")]
    pub(super) azure_openai_deployment: Option<String>,
    /// its API version
    #[arg(long, env = "AZURE_OPENAI_API_VERSION", default_value = "2024-10-21")]
    pub(super) azure_openai_api_version: String,
    /// its key
    #[arg(long, env = "AZURE_OPENAI_API_KEY", hide_env_values = true)]
    pub(super) azure_openai_api_key: Option<String>,
    /// `true` if the model can look at images that are attached to questions
    #[arg(long, env = "FOOTNOTE_VISION", default_value = "false")]
    pub(super) vision: String,
    /// its embedding model, or a deployment of the Azure resource; while this is empty, only words find passages
    #[arg(long, env = "FOOTNOTE_EMBEDDING_MODEL")]
    pub(super) embedding_model: Option<String>,
    /// another OpenAI-compatible endpoint for embeddings
    #[arg(long, env = "FOOTNOTE_EMBEDDING_URL")]
    pub(super) embedding_url: Option<String>,
    /// its key
    #[arg(long, env = "FOOTNOTE_EMBEDDING_KEY", hide_env_values = true)]
    pub(super) embedding_key: Option<String>,
    /// a folder with an embedding model of your own instead, computed on this machine
    #[arg(long, env = "FOOTNOTE_EMBEDDING_FOLDER")]
    pub(super) embedding_folder: Option<String>,
    /// what the embedding model wants before each question, such as `query:`; a model's folder may say it
    #[arg(long, env = "FOOTNOTE_EMBEDDING_QUERY_PREFIX")]
    pub(super) embedding_query_prefix: Option<String>,
    /// what it wants before each passage, such as `passage:`
    #[arg(long, env = "FOOTNOTE_EMBEDDING_PASSAGE_PREFIX")]
    pub(super) embedding_passage_prefix: Option<String>,
    #[arg(long, env = "LEPTOS_SITE_ADDR", hide = true)]
    pub(super) site_addr: Option<String>,
    #[arg(long, env = "LEPTOS_SITE_ROOT", hide = true)]
    pub(super) site_root: Option<String>,
    #[arg(long, env = "LEPTOS_RELOAD_PORT", default_value = "3001", hide = true)]
    pub(super) reload_port: String,
    #[arg(long, env = "LEPTOS_WATCH", hide = true)]
    pub(super) watch: Option<String>,
}

/// One row of the documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The variable of the environment.
    pub variable: String,
    /// What holds without it; empty if nothing.
    pub default: String,
    /// What it means.
    pub meaning: String,
}

impl Arguments {
    /// What can be configured, in the order in which the documentation has it.
    pub fn documentation() -> Vec<Row> {
        let command = Self::command();
        command
            .get_arguments()
            .filter(|argument| !argument.is_hide_set())
            .filter_map(|argument| {
                let variable = argument.get_env()?.to_string_lossy().into_owned();
                let meaning = argument.get_help()?.to_string();
                let default = argument.get_default_values().first();
                let default = default.map_or_else(
                    || unwritten_default(&variable).to_owned(),
                    |default| default.to_string_lossy().into_owned(),
                );
                Some(Row {
                    variable,
                    default,
                    meaning,
                })
            })
            .collect()
    }
}

/// The defaults that depend on what is there.
fn unwritten_default(variable: &str) -> &'static str {
    match variable {
        "FOOTNOTE_DOCUMENTS" => "the sample handbook",
        "FOOTNOTE_ADDRESS" => "127.0.0.1:3000",
        "FOOTNOTE_ANSWERS_EACH" => "half of them",
        "FOOTNOTE_FORM" => "message_delta",
        "FOOTNOTE_EMBEDDING_FOLDER" => "`model` in the data folder, if it is there",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_documentation_names_every_variable_once() {
        let rows = Arguments::documentation();
        assert_eq!(rows.len(), 34);
        assert_eq!(rows[0].default, "the sample handbook");
    }
}
