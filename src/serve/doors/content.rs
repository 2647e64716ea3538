//! The documents themselves, for reading a citation in its place.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use percent_encoding::percent_decode_str;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::rag::corpus::open;
use crate::serve::net::headers;
use crate::serve::net::paths::{BASES, DOCUMENTS, document};
use crate::serve::state::AppState;
use crate::text::{digits, source};

/// Documents that a browser would run scripts of are shown without any rights. Who may show them in a
/// frame is added where the policy is known.
const SANDBOX: HeaderValue = HeaderValue::from_static(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
);

/// The routes of documents, under every address that a front end may be given.
pub(super) fn routes() -> Router<AppState> {
    let addresses = BASES
        .iter()
        .flat_map(|base| DOCUMENTS.map(|name| format!("{base}{name}")));
    addresses.fold(Router::new(), |router, address| {
        let router = match address.as_str() {
            // The list of documents is a page.
            "/documents" => router,
            folder => router.route(folder, get(async || not_found())),
        };
        router
            .route(&format!("{address}/"), get(async || not_found()))
            .route(&format!("{address}/{{*path}}"), get(read))
    })
}

/// `GET /content/<path>`: an indexed document.
async fn read(State(state): State<AppState>, request: Request) -> Response {
    let Some(path) = asked_for(request.uri().path()) else {
        return not_found();
    };
    let (path, _) = source::split(&path);
    let rag = state.rag_for(request.headers());
    // The web component asks with the signs that it was sent in place of digits.
    let found = open::locate(&rag.library, path)
        .or_else(|| open::locate(&rag.library, &digits::plain(path)));
    let Some(file) = found else {
        return not_found();
    };
    match ServeFile::new(file).oneshot(request).await {
        Ok(response) => {
            let mut response = response.into_response();
            response.extensions_mut().insert(headers::Uncompressed);
            describe(path, response.headers_mut());
            response
        }
        Err(never) => match never {},
    }
}

/// The path of the document, decoded once.
fn asked_for(path: &str) -> Option<String> {
    let decoded = percent_decode_str(document(path)?).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such document.").into_response()
}

/// Sets the headers under which a browser may show the document.
fn describe(path: &str, headers: &mut HeaderMap) {
    let (kind, sandboxed) = content_type(path);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("inline"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    if sandboxed {
        headers.insert(header::CONTENT_SECURITY_POLICY, SANDBOX);
    }
}

/// The content type of a document, and whether it must be shown without rights.
/// A PDF is shown by the browser's own viewer, which a sandbox would keep from starting.
fn content_type(path: &str) -> (&'static str, bool) {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "pdf" => ("application/pdf", false),
        "html" | "htm" | "xhtml" => ("text/html; charset=utf-8", true),
        "svg" => ("image/svg+xml", true),
        "json" => ("application/json", true),
        "docx" | "xlsx" | "pptx" | "odt" | "epub" => ("application/octet-stream", true),
        _ => ("text/plain; charset=utf-8", true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_decoded_once() {
        assert_eq!(
            asked_for("/content/a%252fb.md").as_deref(),
            Some("a%2fb.md")
        );
        assert_eq!(
            asked_for("/content/My%20%231.pdf").as_deref(),
            Some("My #1.pdf")
        );
        assert_eq!(
            asked_for("/api/content/a%2Fb.md").as_deref(),
            Some("a/b.md")
        );
        assert_eq!(asked_for("/content/%ff"), None);
    }

    #[test]
    fn what_could_run_scripts_is_sandboxed() {
        assert!(content_type("a.HTML").1);
        assert!(content_type("a.svg").1);
        assert!(!content_type("a.pdf").1);
    }
}
