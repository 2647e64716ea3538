//! The configured embedding model.

use std::path::{Path, PathBuf};

use footnote_models::embed::Prefixes;
use footnote_models::open_ai::Endpoint;

use super::model::beside_chat;
use super::read::non_empty;
use super::settings::Settings;

/// Folder in the data folder that may hold an embedding model.
const FOLDER: &str = "model";

/// The embedding model and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmbeddingConfig {
    /// Behind an endpoint.
    Endpoint(Endpoint),
    /// On this machine, loaded from a folder.
    Folder(PathBuf),
}

/// Returns the configured embedding model. Defaults to the model in the data folder, if there is one.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> Option<EmbeddingConfig> {
    let folder = non_empty(settings.embedding_folder.clone());
    if let Some(model) = non_empty(settings.embedding_model.clone()) {
        if folder.is_some() {
            let one =
                "FOOTNOTE_EMBEDDING_FOLDER: not together with FOOTNOTE_EMBEDDING_MODEL; name one";
            problems.push(one.to_owned());
        }
        return endpoint_of(settings, &model, problems).map(EmbeddingConfig::Endpoint);
    }
    if non_empty(settings.embedding_url.clone()).is_some() {
        let needed = "FOOTNOTE_EMBEDDING_MODEL: needed, since FOOTNOTE_EMBEDDING_URL is set";
        problems.push(needed.to_owned());
    }
    let default_folder = Path::new(&settings.data).join(FOLDER);
    let folder = match folder.map(PathBuf::from) {
        Some(folder) if !folder.is_dir() => {
            problems.push(format!(
                "FOOTNOTE_EMBEDDING_FOLDER: there is no folder {}",
                folder.display()
            ));
            None
        }
        None => default_folder.is_dir().then_some(default_folder),
        named => named,
    };
    folder.map(EmbeddingConfig::Folder)
}

/// The prefixes of texts. A space is added after each, since an environment easily loses trailing spaces.
pub(super) fn prefixes(settings: &Settings) -> Prefixes {
    let spaced = |set: &Option<String>| non_empty(set.clone()).map(|set| format!("{set} "));
    Prefixes {
        question: spaced(&settings.embedding_query_prefix).unwrap_or_default(),
        passage: spaced(&settings.embedding_passage_prefix).unwrap_or_default(),
    }
}

/// Endpoint of the embedding model: its own URL, or that of the chat model.
fn endpoint_of(settings: &Settings, model: &str, problems: &mut Vec<String>) -> Option<Endpoint> {
    let own = (settings.embedding_url.clone(), settings.embedding_key.clone());
    beside_chat(settings, ("FOOTNOTE_EMBEDDING_URL", own), model, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            openai_base_url: "http://chat.example/v1".to_owned(),
            openai_api_key: Some("chat".to_owned()),
            embedding_model: Some("m".to_owned()),
            ..Settings::default()
        }
    }

    fn place(settings: &Settings) -> Endpoint {
        let mut problems = Vec::new();
        let named = config(settings, &mut problems).unwrap();
        assert!(problems.is_empty());
        match named {
            EmbeddingConfig::Endpoint(named) => named,
            EmbeddingConfig::Folder(_) => panic!("an endpoint is named"),
        }
    }

    #[test]
    fn the_chat_models_endpoint_embeds_unless_another_is_named() {
        let chat = Endpoint::open_ai("http://chat.example/v1", Some("chat"), "m").unwrap();
        assert_eq!(place(&settings()), chat);
        let other =
            Settings { embedding_url: Some("http://other.example/v1/".to_owned()), ..settings() };
        // The key is only sent to its own endpoint.
        let expected = Endpoint::open_ai("http://other.example/v1", None, "m").unwrap();
        assert_eq!(place(&other), expected);
    }

    #[test]
    fn a_deployment_of_the_resource_embeds() {
        let azure = Settings {
            azure_openai_endpoint: Some("https://x.example".to_owned()),
            azure_openai_api_key: Some("azure".to_owned()),
            ..settings()
        };
        let expected = Endpoint::azure("https://x.example", "m", "", "azure").unwrap();
        assert_eq!(place(&azure), expected);
    }

    #[test]
    fn an_address_without_a_model_is_told() {
        let mut problems = Vec::new();
        let no_model = Settings {
            embedding_url: Some("http://other.example/v1".to_owned()),
            embedding_model: None,
            ..settings()
        };
        assert!(config(&no_model, &mut problems).is_none() && problems.len() == 1);
    }

    #[test]
    fn a_model_of_ones_own_is_the_folder_that_is_named_or_the_one_among_the_data() {
        let data = tempfile::tempdir().unwrap();
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let without = Settings { data: text(data.path()), embedding_model: None, ..settings() };
        let found = |settings: &Settings| {
            let mut problems = Vec::new();
            (config(settings, &mut problems), problems.len())
        };
        assert_eq!(found(&without), (None, 0));
        let default_folder = data.path().join(FOLDER);
        std::fs::create_dir(&default_folder).unwrap();
        assert_eq!(found(&without), (Some(EmbeddingConfig::Folder(default_folder)), 0));
        let other = tempfile::tempdir().unwrap();
        let mut named = Settings { embedding_folder: Some(text(other.path())), ..without };
        let expected = EmbeddingConfig::Folder(other.path().to_owned());
        assert_eq!(found(&named), (Some(expected), 0));
        named.embedding_model = Some("m".to_owned());
        assert_eq!(found(&named).1, 1);
        named.embedding_model = None;
        named.embedding_folder = Some(text(&other.path().join("nowhere")));
        assert_eq!(found(&named), (None, 1));
    }
}
