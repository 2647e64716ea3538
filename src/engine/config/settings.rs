//! The settings as given on the command line and in the environment.

use std::ffi::OsString;

use clap::{Arg, Args, Command};

/// The settings before validation. Not printable, because they contain keys.
#[derive(Args, Clone, Default)]
pub struct Settings {
    /// the folder of documents, or several, separated as in `PATH`
    #[arg(long, env = "FOOTNOTE_DOCUMENTS")]
    pub documents: Option<String>,
    /// the folder for the index and conversations
    #[arg(long, env = "FOOTNOTE_DATA", default_value = "data")]
    pub(crate) data: String,
    /// a database that keeps everything instead, shared by any number of machines: `postgres://user:password@host:5432/database`
    #[arg(long, env = "FOOTNOTE_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    /// maximum number of connections to it
    #[arg(long, env = "FOOTNOTE_STORE_CONNECTIONS", default_value = "16")]
    pub(crate) store_connections: String,
    /// where to listen: an address or a name, and a port
    #[arg(long, env = "FOOTNOTE_ADDRESS")]
    pub(crate) address: Option<String>,
    /// additional names under which the server is reached, separated by commas
    #[arg(long, env = "FOOTNOTE_HOSTS")]
    pub(crate) hosts: Option<String>,
    /// origins whose pages may ask too, separated by commas; `*` for any
    #[arg(long, env = "FOOTNOTE_ORIGINS")]
    pub(crate) origins: Option<String>,
    /// a folder with a built front end, served in place of the page, which moves to `/footnote`
    #[arg(long, env = "FOOTNOTE_FRONT_END")]
    pub(crate) front_end: Option<String>,
    /// the wire form of requests that identify none, such as `completion_chunks`
    #[arg(long, env = "FOOTNOTE_FORM")]
    pub(crate) form: Option<String>,
    /// `false` to send the web component plain digits, which it drops, instead of look-alike signs
    #[arg(long, env = "FOOTNOTE_COMPONENT_DIGITS", default_value = "true")]
    pub(crate) component_digits: String,
    /// the header in which a proxy names the user who asks; needs `FOOTNOTE_PROXIES`
    #[arg(long, env = "FOOTNOTE_USER_HEADER")]
    pub(crate) user_header: Option<String>,
    /// the header in which it names the user's groups, separated by commas; needs `FOOTNOTE_PROXIES`
    #[arg(long, env = "FOOTNOTE_GROUPS_HEADER")]
    pub(crate) groups_header: Option<String>,
    /// proxies that may say for whom they ask: addresses and networks such as `10.0.0.0/8`, separated by commas
    #[arg(long, env = "FOOTNOTE_PROXIES")]
    pub(crate) proxies: Option<String>,
    /// the issuer of OpenID Connect at which readers sign in, such as `https://login.example/realms/office`
    #[arg(long, env = "FOOTNOTE_SIGN_IN_ISSUER")]
    pub(crate) sign_in_issuer: Option<String>,
    /// the name of this client there
    #[arg(long, env = "FOOTNOTE_SIGN_IN_CLIENT")]
    pub(crate) sign_in_client: Option<String>,
    /// its secret, if it has one
    #[arg(long, env = "FOOTNOTE_SIGN_IN_SECRET", hide_env_values = true)]
    pub(crate) sign_in_secret: Option<String>,
    /// the claim with the user's name, such as `preferred_username`
    #[arg(long, env = "FOOTNOTE_SIGN_IN_USER_CLAIM", default_value = "email")]
    pub(crate) sign_in_user_claim: String,
    /// the claim with the user's groups
    #[arg(long, env = "FOOTNOTE_SIGN_IN_GROUPS_CLAIM", default_value = "groups")]
    pub(crate) sign_in_groups_claim: String,
    /// what the issuer is asked for besides `openid`, separated by blanks
    #[arg(long, env = "FOOTNOTE_SIGN_IN_SCOPES", default_value = "profile email")]
    pub(crate) sign_in_scopes: String,
    /// the address under which readers reach this server, such as `https://docs.example`; if empty, that of the request
    #[arg(long, env = "FOOTNOTE_SIGN_IN_ADDRESS")]
    pub(crate) sign_in_address: Option<String>,
    /// hours until a reader must sign in again, which is when changed groups take effect
    #[arg(long, env = "FOOTNOTE_SIGN_IN_HOURS", default_value = "8")]
    pub(crate) sign_in_hours: String,
    /// `false` to show public documents to visitors who have not signed in
    #[arg(long, env = "FOOTNOTE_SIGN_IN_REQUIRED", default_value = "true")]
    pub(crate) sign_in_required: String,
    /// maximum number of answers under way at once
    #[arg(long, env = "FOOTNOTE_ANSWERS", default_value = "1000")]
    pub(crate) answers: String,
    /// maximum number of answers under way at once for one client
    #[arg(long, env = "FOOTNOTE_ANSWERS_EACH")]
    pub(crate) answers_each: Option<String>,
    /// questions that one client may ask per minute, with twenty times as many lookups of pages, documents and conversations; `0` for no limit
    #[arg(long, env = "FOOTNOTE_RATE", default_value = "120")]
    pub(crate) rate: String,
    /// megabytes of memory for finished answers, which a reloaded page shows for five minutes; the oldest go first
    #[arg(long, env = "FOOTNOTE_RUN_MEGABYTES", default_value = "64")]
    pub(crate) run_megabytes: String,
    /// days that the server keeps a conversation after its last question: conversations of the page, and of clients that send only what is new; `0` for none: each is then gone once its page is left
    #[arg(long, env = "FOOTNOTE_SESSION_DAYS", default_value = "365")]
    pub(crate) session_days: String,
    /// days for conversations of readers whom nobody knows, which belong to their browser by a cookie; as `FOOTNOTE_SESSION_DAYS` if it is not set
    #[arg(long, env = "FOOTNOTE_ANONYMOUS_DAYS")]
    pub(crate) anonymous_days: Option<String>,
    /// days for files and images attached to a conversation after its last question; as long as the conversation if it is not set
    #[arg(long, env = "FOOTNOTE_ATTACHMENT_DAYS")]
    pub(crate) attachment_days: Option<String>,
    /// megabytes for all of these conversations: half for known readers, a tenth for each; half for everybody else, a tenth for each client. The oldest go first, pinned and shared ones last
    #[arg(long, env = "FOOTNOTE_SESSION_MEGABYTES", default_value = "1000")]
    pub(crate) session_megabytes: String,
    /// who may upload documents: `everybody`, `nobody`, or groups separated by commas; whoever has opened the link that the server printed may too, except with `nobody`
    #[arg(long, env = "FOOTNOTE_UPLOADS")]
    pub(crate) uploads: Option<String>,
    /// megabytes for all uploaded documents
    #[arg(long, env = "FOOTNOTE_UPLOAD_MEGABYTES", default_value = "10000")]
    pub(crate) upload_megabytes: String,
    /// who may choose the chat model in the page's settings, named in the same way
    #[arg(long, env = "FOOTNOTE_OPERATORS")]
    pub(crate) operators: Option<String>,
    /// who may see the outcomes of questions at `/insights`, named in the same way
    #[arg(long, env = "FOOTNOTE_INSIGHTS")]
    pub(crate) insights: Option<String>,
    /// days that insights are kept; `0` to keep none
    #[arg(long, env = "FOOTNOTE_INSIGHTS_DAYS", default_value = "90")]
    pub(crate) insights_days: String,
    /// `true` to keep the words of unanswered questions too, and of what readers say was wrong
    #[arg(long, env = "FOOTNOTE_INSIGHTS_TEXTS", default_value = "false")]
    pub(crate) insights_texts: String,
    /// machines that may read `/metrics` without the printed link: addresses and networks such as `10.0.0.0/8`, separated by commas
    #[arg(long, env = "FOOTNOTE_METRICS")]
    pub(crate) metrics: Option<String>,
    /// passages per answer
    #[arg(long, env = "FOOTNOTE_TOP", default_value = "5")]
    pub(crate) top: String,
    /// what to log; never question text
    #[arg(long, env = "FOOTNOTE_LOG", default_value = "info")]
    pub(crate) log: String,
    /// `text` or `json`
    #[arg(long, env = "FOOTNOTE_LOG_FORMAT", default_value = "text")]
    pub(crate) log_format: String,
    /// an OpenAI-compatible endpoint
    #[arg(long, env = "OPENAI_BASE_URL", default_value = "https://api.openai.com/v1")]
    pub(crate) openai_base_url: String,
    /// its key
    #[arg(long, env = "OPENAI_API_KEY", hide_env_values = true)]
    pub(crate) openai_api_key: Option<String>,
    /// its model; if empty, the one chosen in the page's settings, or none: then passages are shown instead of answers
    #[arg(long, env = "OPENAI_MODEL")]
    pub(crate) openai_model: Option<String>,
    /// an Azure OpenAI resource instead
    #[arg(long, env = "AZURE_OPENAI_ENDPOINT")]
    pub(crate) azure_openai_endpoint: Option<String>,
    /// its deployment
    #[arg(long, env = "AZURE_OPENAI_DEPLOYMENT")]
    pub(crate) azure_openai_deployment: Option<String>,
    /// its API version
    #[arg(long, env = "AZURE_OPENAI_API_VERSION", default_value = "2024-10-21")]
    pub(crate) azure_openai_api_version: String,
    /// its key
    #[arg(long, env = "AZURE_OPENAI_API_KEY", hide_env_values = true)]
    pub(crate) azure_openai_api_key: Option<String>,
    /// context window of the chat model in tokens; if empty, its server is asked
    #[arg(long, env = "FOOTNOTE_MODEL_CONTEXT")]
    pub(crate) model_context: Option<String>,
    /// maximum number of tokens of sources that the chat model gets at first; never more than half of its context window
    #[arg(long, env = "FOOTNOTE_SOURCE_TOKENS", default_value = "6000")]
    pub(crate) source_tokens: String,
    /// seconds for the chat model to look things up before it must answer
    #[arg(long, env = "FOOTNOTE_LOOKUP_SECONDS", default_value = "60")]
    pub(crate) lookup_seconds: String,
    /// `true` if the model can see images: those attached to questions, and those among the documents, each of which it describes once
    #[arg(long, env = "FOOTNOTE_VISION", default_value = "false")]
    pub(crate) vision: String,
    /// `off` to leave scans and images to a model that sees; `on` reads them where tesseract is installed
    #[arg(long, env = "FOOTNOTE_SCANS", default_value = "on")]
    pub(crate) scans: String,
    /// the languages of scans, such as `deu+eng`; each one takes time
    #[arg(long, env = "FOOTNOTE_SCAN_LANGUAGES")]
    pub(crate) scan_languages: Option<String>,
    /// its embedding model, or a deployment of the Azure resource; if empty, passages are found by their words only
    #[arg(long, env = "FOOTNOTE_EMBEDDING_MODEL")]
    pub(crate) embedding_model: Option<String>,
    /// another OpenAI-compatible endpoint for embeddings
    #[arg(long, env = "FOOTNOTE_EMBEDDING_URL")]
    pub(crate) embedding_url: Option<String>,
    /// its key
    #[arg(long, env = "FOOTNOTE_EMBEDDING_KEY", hide_env_values = true)]
    pub(crate) embedding_key: Option<String>,
    /// a folder with an embedding model of your own instead, computed on this machine
    #[arg(long, env = "FOOTNOTE_EMBEDDING_FOLDER")]
    pub(crate) embedding_folder: Option<String>,
    /// what the embedding model expects before each question, such as `query:`; the model's folder may define it
    #[arg(long, env = "FOOTNOTE_EMBEDDING_QUERY_PREFIX")]
    pub(crate) embedding_query_prefix: Option<String>,
    /// what it expects before each passage, such as `passage:`
    #[arg(long, env = "FOOTNOTE_EMBEDDING_PASSAGE_PREFIX")]
    pub(crate) embedding_passage_prefix: Option<String>,
    /// a model that writes down spoken questions; if empty, they can be spoken where the browser understands them itself
    #[arg(long, env = "FOOTNOTE_TRANSCRIPTION_MODEL")]
    pub(crate) transcription_model: Option<String>,
    /// a model that reads answers aloud for the front ends that ask for `/speech`
    #[arg(long, env = "FOOTNOTE_SPEECH_MODEL")]
    pub(crate) speech_model: Option<String>,
    /// its voice
    #[arg(long, env = "FOOTNOTE_SPEECH_VOICE", default_value = "alloy")]
    pub(crate) speech_voice: String,
    /// another OpenAI-compatible endpoint for both
    #[arg(long, env = "FOOTNOTE_SPEECH_URL")]
    pub(crate) speech_url: Option<String>,
    /// its key
    #[arg(long, env = "FOOTNOTE_SPEECH_KEY", hide_env_values = true)]
    pub(crate) speech_key: Option<String>,
    #[arg(long, env = "PATH", hide = true, hide_env = true)]
    pub(crate) programs: Option<OsString>,
    #[arg(long, env = "LEPTOS_SITE_ADDR", hide = true)]
    pub(crate) site_addr: Option<String>,
    #[arg(long, env = "LEPTOS_SITE_ROOT", hide = true)]
    pub(crate) site_root: Option<String>,
    #[arg(long, env = "LEPTOS_RELOAD_PORT", default_value = "3001", hide = true)]
    pub(crate) reload_port: String,
    #[arg(long, env = "LEPTOS_WATCH", hide = true)]
    pub(crate) watch: Option<String>,
}

impl Settings {
    /// Environment variables that look like settings but are unknown.
    pub fn unknown() -> Vec<String> {
        unknown(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))
    }
}

fn unknown(names: impl Iterator<Item = String>) -> Vec<String> {
    let command = Settings::augment_args(Command::new("footnote"));
    let known: Vec<_> = command.get_arguments().filter_map(Arg::get_env).collect();
    let ours = names.filter(|name| name.starts_with("FOOTNOTE_"));
    ours.filter(|name| !known.contains(&name.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_variable_is_no_setting() {
        let names = ["FOOTNOTE_DOCUMETNS", "FOOTNOTE_DATA", "HOME"];
        let unknown = unknown(names.map(str::to_owned).into_iter());
        assert_eq!(unknown, ["FOOTNOTE_DOCUMETNS"]);
    }
}
