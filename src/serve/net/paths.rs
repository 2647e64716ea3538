//! Paths of questions, documents and the page, under every base path that a front end may use.

use axum::Router;
use axum::extract::Query;
use axum::routing::MethodRouter;
use footnote_protocol::Opening;
use footnote_protocol::dialect::message_events::MessageEvents;
use footnote_protocol::dialect::{self, Dialect, RawRequest};
use http::Uri;

/// Base paths of all routes; [`footnote_protocol::dialect::place`] strips them.
pub(crate) const BASES: [&str; 5] = ["", "/api", "/as/{form}", "/as/{form}/api", "/api/as/{form}"];

/// Paths to which clients post questions.
pub(crate) const QUESTIONS: [&str; 4] = ["/chat", "/chat/stream", "/chat_stream", "/ask"];

/// Path from which a page resumes an answer.
pub(crate) const RESUME: &str = "/chat/{id}/stream";

/// Path prefixes of documents; the second one is that of `serverless-chat-langchainjs`.
pub(crate) const DOCUMENTS: [&str; 2] = ["/content", "/documents"];

/// Address of the page of documents.
pub(crate) const LIBRARY: &str = "/documents";

/// Path of the language form.
pub(crate) const LANGUAGE: &str = "/language";

/// Path to which the page sends what was spoken.
pub(crate) const DICTATION: &str = "/dictation";

/// Path at which the page asks for the language of an answer, to choose a voice.
pub(crate) const SPOKEN_LANGUAGE: &str = "/spoken-language";

/// Path of the link that makes a browser an operator's.
pub const OPERATOR: &str = "/operator";

/// Path of the metrics.
pub(crate) const METRICS: &str = "/metrics";

/// Path at which signing in begins.
pub(crate) const SIGN_IN: &str = "/sign-in";

/// Path to which the issuer sends browsers back.
pub(crate) const CALLBACK: &str = "/sign-in/callback";

/// Path of the form that signs out.
pub(crate) const SIGN_OUT: &str = "/sign-out";

/// True if a path belongs to signing in and out.
pub(crate) fn is_of_sign_in(path: &str) -> bool {
    [SIGN_IN, CALLBACK, SIGN_OUT].contains(&path.trim_end_matches('/'))
}

/// Path of the page if a built front end takes the root.
pub const PAGE: &str = "/footnote";

/// Path prefix of a shared link, before its token.
pub(crate) const LINK: &str = "/s/";

/// A path that may be logged: the token of a link is secret and is removed.
pub(crate) fn without_token(path: &str) -> &str {
    let behind_page = path.strip_prefix(PAGE).unwrap_or(path);
    let token = behind_page.strip_prefix(LINK);
    token.and_then(|token| path.strip_suffix(token)).unwrap_or(path)
}

/// Registers routes at every address of their paths.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(
    offered: impl IntoIterator<Item = (&'static str, MethodRouter<S>)>,
) -> Router<S> {
    under(&BASES, offered)
}

/// Registers the routes under these bases.
pub(crate) fn under<S: Clone + Send + Sync + 'static>(
    bases: &[&str],
    offered: impl IntoIterator<Item = (&'static str, MethodRouter<S>)>,
) -> Router<S> {
    let offered = offered.into_iter();
    offered.fold(Router::new(), |router, (path, route)| {
        let addresses = bases.iter().flat_map(|base| either(base, path));
        addresses.fold(router, |router, address| router.route(&address, route.clone()))
    })
}

/// The path under `base`, with and without a trailing slash: not all clients follow redirects.
fn either(base: &str, path: &str) -> [String; 2] {
    [format!("{base}{path}"), format!("{base}{path}/")]
}

/// True if a `GET` asks a question.
pub(crate) fn is_question(uri: &Uri) -> bool {
    MessageEvents.recognises(&RawRequest {
        query: uri.query().unwrap_or_default(),
        ..RawRequest::at(dialect::place(uri.path()).1)
    })
}

/// True if `path` is a document.
pub(crate) fn is_document(path: &str) -> bool {
    document(path).is_some()
}

/// The document's own part of `path`, still percent-encoded.
pub(crate) fn document(path: &str) -> Option<&str> {
    let path = dialect::place(path).1;
    let mut folders = DOCUMENTS.iter();
    folders.find_map(|folder| path.strip_prefix(folder)?.strip_prefix('/'))
}

/// The place at which the page opens the document of this address. `None` if the address means the file itself: under
/// `/content`, and under every base that only front ends use.
pub(crate) fn opening(uri: &Uri) -> Option<Opening> {
    let folder = DOCUMENTS.last()?;
    uri.path().strip_prefix(folder)?.strip_prefix('/')?;
    let fields = Query::<Vec<(String, String)>>::try_from_uri(uri);
    let fields = fields.map_or_else(|_| Vec::new(), |Query(fields)| fields);
    let field = |name: &str| {
        let mut fields = fields.iter();
        fields.find_map(|(key, value)| (key == name).then_some(value))
    };
    let number = |name: &str| field(name)?.parse().ok();
    Some(Opening {
        passage: number("passage"),
        page: number("page"),
        words: field("words").cloned().unwrap_or_default(),
        from: number("from"),
        passages: field("passages").is_some_and(|shown| shown == "true"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_opens_on_the_page_and_its_file_elsewhere() {
        let opened = |address: &'static str| opening(&Uri::from_static(address));
        let expected = Opening { passage: Some(3), words: "a b".to_owned(), ..Opening::default() };
        let found = opened("/documents/a.md?passage=3&words=a%20b&v=1");
        assert_eq!(found, Some(expected));
        // A missing or invalid place means the beginning.
        for beginning in ["/documents/a.md", "/documents/a.md?v=1", "/documents/a.md?passage=x"] {
            assert_eq!(opened(beginning), Some(Opening::default()), "{beginning}");
        }
        for file in
            ["/content/a.md?page=1", "/api/documents/a.md?page=1", "/as/demo/documents/a.md"]
        {
            assert_eq!(opened(file), None, "{file}");
        }
    }

    #[test]
    fn a_token_is_not_told() {
        for (path, expected) in
            [("/s/0a1", "/s/"), ("/footnote/s/0a/1", "/footnote/s/"), ("/c/s/1", "/c/s/1")]
        {
            assert_eq!(without_token(path), expected);
        }
    }

    #[test]
    fn every_address_is_of_one_path() {
        for address in BASES.iter().flat_map(|base| either(base, "/config")) {
            assert_eq!(dialect::place(&address).1, "/config", "{address}");
        }
    }
}
