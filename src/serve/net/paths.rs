//! The paths of questions, documents and the page, under every base that a front end may be given.

use http::Uri;

use crate::protocol::dialect::message_events::MessageEvents;
use crate::protocol::dialect::{self, Asked, Dialect};

/// The bases that may stand before a path; [`crate::protocol::dialect::place`] takes them away again.
pub(crate) const BASES: [&str; 5] = ["", "/api", "/as/{form}", "/as/{form}/api", "/api/as/{form}"];

/// The paths that clients ask at.
pub(crate) const QUESTIONS: [&str; 4] = ["/chat", "/chat/stream", "/chat_stream", "/ask"];

/// The folders under which documents are read; the second is that of `serverless-chat-langchainjs`.
pub(crate) const DOCUMENTS: [&str; 2] = ["/content", "/documents"];

/// The path of the page while a built front end has the root.
pub(crate) const PAGE: &str = "/footnote";

/// Every address of `path`, with and without a slash at the end: not all clients follow a redirect.
pub(crate) fn everywhere(path: &str) -> Vec<String> {
    BASES.iter().flat_map(|base| either(base, path)).collect()
}

/// The path under `base`, with and without a slash at the end.
fn either(base: &str, path: &str) -> [String; 2] {
    [format!("{base}{path}"), format!("{base}{path}/")]
}

/// Returns whether a `GET` asks a question.
pub(crate) fn is_question(uri: &Uri) -> bool {
    MessageEvents.recognises(&Asked {
        query: uri.query().unwrap_or_default(),
        ..Asked::at(dialect::place(uri.path()).1)
    })
}

/// Returns whether a document is read at `path`.
pub(crate) fn is_document(path: &str) -> bool {
    document(path).is_some()
}

/// The document's own path in `path`, still encoded.
pub(crate) fn document(path: &str) -> Option<&str> {
    let path = dialect::place(path).1;
    let mut folders = DOCUMENTS.iter();
    folders.find_map(|folder| path.strip_prefix(folder)?.strip_prefix('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_of_one_path() {
        for address in everywhere("/config") {
            assert_eq!(dialect::place(&address).1, "/config", "{address}");
        }
    }
}
