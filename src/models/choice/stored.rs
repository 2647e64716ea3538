//! Stores the chosen chat model in a small file that only the server's own user can read.

use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use footnote_documents::replace;
use footnote_protocol::ModelDraft;
use http::Uri;
use serde::{Deserialize, Serialize};

use crate::open_ai::{Endpoint, EndpointError};

/// Maximum length of an address, a name or a key, in bytes.
const MAX_BYTES: usize = 4096;

/// Context sizes that can be set, in tokens.
const CONTEXTS: std::ops::RangeInclusive<u32> = 1_024..=100_000_000;

/// A chosen chat model. Not printable, because it holds a key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredModel {
    /// Base URL of its API.
    pub(super) address: String,
    /// Name of the model; empty only until one is picked from the server's list.
    pub(super) model: String,
    /// Its API key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<String>,
    /// Context size in tokens, if set by a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) context: Option<u32>,
    /// Context size in tokens that the server reported during the trial: some servers only report it while the model is
    /// loaded.
    #[serde(default, alias = "told", skip_serializing_if = "Option::is_none")]
    pub(super) reported: Option<u32>,
}

/// Error in a draft, worded for the person who wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum DraftError {
    /// Not a URL.
    #[error(
        "Enter an address that begins with http:// or https://, such as http://127.0.0.1:11434/v1."
    )]
    Address,
    /// The port of the address is invalid.
    #[error("Enter a port from 1 to 65535.")]
    Port,
    /// The address contains a password.
    #[error("The address contains a name or a password. Enter the API key in its own field.")]
    Password,
    /// A field is too long.
    #[error("The address, the name or the API key is too long.")]
    TooLong,
    /// The context size is out of range.
    #[error("Enter a context window from 1,024 to 100,000,000 tokens.")]
    Context,
    /// The key contains characters that are not allowed in a header.
    #[error("The API key contains characters that cannot be sent.")]
    Key,
}

impl From<EndpointError> for DraftError {
    fn from(error: EndpointError) -> Self {
        match error {
            EndpointError::Address => Self::Address,
            EndpointError::Key => Self::Key,
        }
    }
}

impl StoredModel {
    /// Validates a draft. The key stored `before` is reused only for the address that it was given for.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the draft.
    pub(super) fn of(draft: ModelDraft, before: Option<&Self>) -> Result<Self, DraftError> {
        let ModelDraft { address, model, key, context } = draft;
        if [&address, &model, &key].iter().any(|text| text.len() > MAX_BYTES) {
            return Err(DraftError::TooLong);
        }
        let address = normal(&address)?;
        let model = model.trim().to_owned();
        if context.is_some_and(|tokens| !CONTEXTS.contains(&tokens)) {
            return Err(DraftError::Context);
        }
        let given = Some(key.trim().to_owned()).filter(|key| !key.is_empty());
        let same = before.filter(|before| before.address == address);
        let key = given.or_else(|| same.and_then(|same| same.key.clone()));
        Ok(Self { address, model, key, context, reported: None })
    }

    /// Removes the key.
    ///
    /// # Errors
    ///
    /// Fails if the address may contain a password, as only one written by hand does.
    pub(super) fn without_key(self) -> Result<Self, DraftError> {
        normal(&self.address)?;
        Ok(Self { key: None, ..self })
    }

    /// Returns the endpoint.
    ///
    /// # Errors
    ///
    /// Fails if the address or the key is invalid.
    pub(super) fn endpoint(&self) -> Result<Endpoint, EndpointError> {
        Endpoint::open_ai(&self.address, self.key.as_deref(), &self.model)
    }

    /// Reads the model from the file at `path`; `None` if there is no file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or parsed.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes).map_err(unreadable)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the model to the file at `path`, atomically and readable by its owner only.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(self)?;
        replace(path, &text)?;
        // An unchanged file was not rewritten, so its permissions may still be old.
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
    }

    /// Removes the file at `path`, if it exists.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be removed.
    pub(super) fn remove(path: &Path) -> io::Result<()> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// A parse error with the position only: the text there may be the key.
fn unreadable(error: serde_json::Error) -> io::Error {
    let path = format!("line {}, column {}", error.line(), error.column());
    io::Error::new(io::ErrorKind::InvalidData, path)
}

/// Normalises the address to the base URL. People copy the address of the server alone, or of the chat endpoint.
fn normal(address: &str) -> Result<String, DraftError> {
    let address = address.trim().trim_end_matches('/');
    let address = address.strip_suffix("/chat/completions").unwrap_or(address);
    let uri: Uri = address.parse().map_err(|_| DraftError::Address)?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let authority = uri.authority().filter(|_| is_web && uri.query().is_none());
    let authority = authority.ok_or(DraftError::Address)?;
    if authority.as_str().contains('@') {
        return Err(DraftError::Password);
    }
    // The authority has a port if it is longer than its host.
    let has_port = authority.as_str().len() > authority.host().len();
    if has_port && authority.port_u16().is_none_or(|port| port == 0) {
        return Err(DraftError::Port);
    }
    Ok(match uri.path() {
        "" | "/" => format!("{address}/v1"),
        _ => address.to_owned(),
    })
}

#[cfg(test)]
mod tests {

    use super::*;

    fn draft(address: &str) -> ModelDraft {
        ModelDraft { address: address.to_owned(), model: " m ".to_owned(), ..ModelDraft::default() }
    }

    fn kept(address: &str, key: &str) -> StoredModel {
        let draft = ModelDraft { key: key.to_owned(), ..draft(address) };
        StoredModel::of(draft, None).ok().unwrap()
    }

    #[test]
    fn addresses_are_taken_as_people_copy_them() {
        for (written, address) in [
            ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
            (" https://x.example/v1/ ", "https://x.example/v1"),
            ("https://x.example/v1/chat/completions", "https://x.example/v1"),
            ("http://[::1]:8080/api/", "http://[::1]:8080/api"),
        ] {
            assert_eq!(kept(written, "").address, address);
        }
    }

    #[test]
    fn what_cannot_be_meant_is_explained() {
        let fault = |draft| StoredModel::of(draft, None).err();
        for address in
            ["", "localhost:11434", "ftp://x", "file:///etc/passwd", "http://", "http://x/?a"]
        {
            assert_eq!(fault(draft(address)), Some(DraftError::Address), "{address}");
        }
        assert_eq!(fault(draft("http://me:hush@x")), Some(DraftError::Password));
        for address in ["http://x:99999", "http://x:0/v1", "http://x:", "http://[::1]:65536"] {
            assert_eq!(fault(draft(address)), Some(DraftError::Port), "{address}");
        }
        let good = draft("http://x");
        let small = ModelDraft { context: Some(7), ..good.clone() };
        assert_eq!(fault(small), Some(DraftError::Context));
        let long = ModelDraft { key: "x".repeat(MAX_BYTES + 1), ..good };
        assert_eq!(fault(long), Some(DraftError::TooLong));
    }

    #[test]
    fn a_key_goes_on_to_its_own_address_alone() {
        let before = kept("https://x.example/v1", "hush");
        let key = |address: &str| StoredModel::of(draft(address), Some(&before)).ok().unwrap().key;
        assert_eq!(key("https://x.example/v1/").as_deref(), Some("hush"));
        assert_eq!(key("https://evil.example/v1"), None);
        assert_eq!(key("http://x.example/v1"), None);
    }

    #[test]
    fn the_file_is_read_by_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".chat-model.json");
        let first = kept("http://x", "hush");
        assert!(StoredModel::read(&path).unwrap().is_none());
        let mode = || path.metadata().unwrap().permissions().mode() & 0o777;
        first.write(&path).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        first.write(&path).unwrap();
        assert_eq!(mode(), 0o600, "restored");
        assert!(StoredModel::read(&path).unwrap() == Some(first));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(kept("http://x", "hush").without_key().ok().unwrap().key.is_none());
        let written =
            StoredModel { address: "http://me:hush@x".to_owned(), ..kept("http://x", "") };
        assert_eq!(written.without_key().err(), Some(DraftError::Password));
        StoredModel::remove(&path).unwrap();
        StoredModel::remove(&path).unwrap();
        assert!(!path.exists());
        std::fs::write(&path, "\"sk-hush\"").unwrap();
        let fault = StoredModel::read(&path).err().unwrap().to_string();
        assert_eq!(fault, "line 1, column 9", "not what stands there");
    }
}
