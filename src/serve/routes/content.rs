//! Serves the documents, so that a reader can follow a citation to its place.

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, IntoResponseParts, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use footnote_extract::View;
use footnote_library::open::{self, Located, OpenFile};
use footnote_protocol::{ErrorKind, Opening, ProtocolError};
use footnote_text::{digits, source};
use percent_encoding::percent_decode_str;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use super::document;
use crate::net::body::Refusal;
use crate::net::headers;
use crate::net::paths::{self, BASES, DOCUMENTS};
use crate::state::AppState;

/// Sandbox for documents that could run scripts. The permitted framers are added where the origins are known.
const SANDBOX: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// Content type of files whose type is unknown.
const UNKNOWN: &str = "application/octet-stream";

/// Document routes under every base path.
pub(super) fn routes() -> Router<AppState> {
    let addresses = BASES.iter().flat_map(|base| DOCUMENTS.map(|name| format!("{base}{name}")));
    addresses.fold(Router::new(), |router, address| {
        let router = match address.as_str() {
            // `/documents` itself is the page with the list.
            "/documents" => router,
            folder => router.route(folder, get(async || not_found())),
        };
        let bare = match address.as_str() {
            "/documents" => get(async || Redirect::permanent("/documents")),
            _ => get(async || not_found()),
        };
        router.route(&format!("{address}/"), bare).route(&format!("{address}/{{*path}}"), get(read))
    })
}

/// `GET /content/<path>`: sends the file of an indexed document. `GET /documents/<path>`: shows the page of the
/// document.
async fn read(State(state): State<AppState>, request: Request) -> Response {
    let Some(path) = asked_for(request.uri().path()) else {
        return not_found();
    };
    let (path, page) = source::split(&path);
    if let Some(opening) = paths::opening(request.uri()) {
        let opening = Opening { page: opening.page.or(page), ..opening };
        return document::show(state, path, opening, request).await;
    }
    let rag = state.rag_for(request.extensions());
    // The web component receives look-alike signs in place of digits, and requests documents by them.
    let found = match open::locate(&rag.library, path).await {
        Ok(Located::Missing) => open::locate(&rag.library, &digits::plain(path)).await,
        found => found,
    };
    let file = match found {
        Ok(Located::File(place)) => place.file(&state.program).await,
        Ok(Located::Unreachable) => {
            return unreachable().response_to(request.uri(), request.headers());
        }
        Ok(Located::Missing) => None,
        Err(error) => {
            let refusal = Refusal::from(ProtocolError::from(error));
            return refusal.response_to(request.uri(), request.headers());
        }
    };
    match file {
        Some(file) => send(path, file, request).await,
        None => not_found(),
    }
}

/// Sends the file of the document at `path`.
pub(super) async fn send(path: &str, file: OpenFile, request: Request) -> Response {
    let Ok(response) = ServeFile::new(file.fs_path()).oneshot(request).await;
    (Extension(headers::Uncompressed), described(path), response).into_response()
}

/// The path of the requested document, percent-decoded once.
fn asked_for(path: &str) -> Option<String> {
    let decoded = percent_decode_str(paths::document(path)?).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such document.").into_response()
}

/// The error for a document that is indexed but whose file cannot be read.
pub(super) fn unreachable() -> Refusal {
    let text = "The file of this document cannot be read at the moment.";
    ProtocolError::new(ErrorKind::Unavailable, text).into()
}

/// Response headers that tell a browser whether to show or to download the document.
fn described(path: &str) -> impl IntoResponseParts + use<> {
    let format = footnote_extract::of_name(path);
    let media_type = format.map_or(UNKNOWN, |format| format.media_type);
    let view = format.map_or(View::None, footnote_extract::Format::view);
    // Browsers cannot show these files, so they are downloaded for the reader's own programs.
    let disposition = if view == View::None { "attachment" } else { "inline" };
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "private, no-cache"),
    ];
    // The browser's PDF viewer does not start in a sandbox.
    let sandbox = (view != View::Pages).then_some([(header::CONTENT_SECURITY_POLICY, SANDBOX)]);
    (headers, sandbox)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_decoded_once() {
        assert_eq!(asked_for("/content/a%252fb.md").as_deref(), Some("a%2fb.md"));
        assert_eq!(asked_for("/content/My%20%231.pdf").as_deref(), Some("My #1.pdf"));
        assert_eq!(asked_for("/api/content/a%2Fb.md").as_deref(), Some("a/b.md"));
        assert_eq!(asked_for("/content/%ff"), None);
    }

    fn headers_of(path: &str) -> [Option<String>; 3] {
        let response = (described(path), ()).into_response();
        let headers = response.headers();
        let names =
            [header::CONTENT_TYPE, header::CONTENT_DISPOSITION, header::CONTENT_SECURITY_POLICY];
        names.map(|name| Some(headers.get(name)?.to_str().unwrap().to_owned()))
    }

    #[test]
    fn what_could_run_scripts_is_sandboxed() {
        for path in ["a.HTML", "a.xhtml", "a.md", "a.svg", "a.docx", "a"] {
            let [_, _, policy] = headers_of(path);
            assert!(policy.is_some_and(|policy| policy.starts_with("sandbox")), "{path}");
        }
        let [kind, disposition, policy] = headers_of("a.pdf");
        assert_eq!(kind.as_deref(), Some("application/pdf"));
        assert_eq!((disposition.as_deref(), policy), (Some("inline"), None));
    }

    #[test]
    fn what_no_browser_shows_is_downloaded_under_its_own_type() {
        for (path, kind) in [
            ("a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ("a.XLS", "application/vnd.ms-excel"),
            ("a.eml", "message/rfc822"),
            ("a.unheard-of", "application/octet-stream"),
        ] {
            let [found, disposition, _] = headers_of(path);
            assert_eq!(found.as_deref(), Some(kind));
            assert_eq!(disposition.as_deref(), Some("attachment"));
        }
    }
}
