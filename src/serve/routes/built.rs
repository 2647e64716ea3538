//! Serves a front end built elsewhere in place of the page.

use std::path::{Component, Path, PathBuf};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use footnote_engine::config::FrontEnd;
use http::{HeaderMap, Method, StatusCode, header};
use percent_encoding::percent_decode_str;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::net::headers::RequestNonce;
use crate::net::paths;

/// Returns the file for a request path. Never returns a file outside the folder, or a hidden one, which tools may leave
/// behind.
async fn file_at(front_end: &FrontEnd, path: &str) -> Option<PathBuf> {
    let path = percent_decode_str(path.trim_start_matches('/'));
    let path = path.decode_utf8().ok()?;
    let mut parts = Path::new(&*path).components();
    let visible = parts.all(|part| match part {
        Component::Normal(name) => name.to_str().is_some_and(|name| !name.starts_with('.')),
        _ => false,
    });
    let mut file = tokio::fs::canonicalize(front_end.folder().join(&*path)).await.ok()?;
    if file.is_dir() {
        file = tokio::fs::canonicalize(file.join(FrontEnd::INDEX)).await.ok()?;
    }
    (visible && file.starts_with(front_end.folder()) && file.is_file()).then_some(file)
}

/// Serves a file of the front end, or its page for a navigation to an unknown path: front ends have client-side routes
/// that only their scripts know.
pub(super) async fn serve(
    State(front_end): State<FrontEnd>,
    request: Request,
    next: Next,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let nonce = request.extensions().get::<RequestNonce>().cloned();
    let nonce = nonce.unwrap_or_default();
    if let Some(file) = file_at(&front_end, request.uri().path()).await {
        return send(&file, &nonce, request).await;
    }
    let goes_there = is_navigation(request.headers()) && !paths::is_document(request.uri().path());
    let response = next.run(request).await;
    let is_nothing = [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED];
    if goes_there && is_nothing.contains(&response.status()) {
        return page(&front_end.folder().join(FrontEnd::INDEX), &nonce).await;
    }
    response
}

/// Returns true for a navigation, as opposed to a request from a script or a page.
fn is_navigation(headers: &HeaderMap) -> bool {
    let has = |name: &str, word: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.map(|value| value.contains(word))
    };
    // Old browsers and other programs send no `sec-fetch-dest`; their `accept` header decides.
    has("sec-fetch-dest", "document").unwrap_or_else(|| has("accept", "text/html") == Some(true))
}

async fn send(file: &Path, nonce: &RequestNonce, request: Request) -> Response {
    let extension = file.extension().unwrap_or_default();
    if ["html", "htm"].iter().any(|known| extension == *known) {
        return page(file, nonce).await;
    }
    let Ok(response) = ServeFile::new(file).oneshot(request).await;
    not_kept(response)
}

/// Serves a page of the front end. Its own scripts get the nonce; a script injected by an answer does not.
async fn page(file: &Path, nonce: &RequestNonce) -> Response {
    let Ok(html) = tokio::fs::read_to_string(file).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let RequestNonce(nonce) = nonce;
    let html = html.replace("<script", &format!("<script nonce={nonce}"));
    let security = [(header::CONTENT_SECURITY_POLICY, security(nonce))];
    not_kept((security, Html(html)))
}

/// Makes browsers revalidate each time: we do not know which file names change with their content.
fn not_kept(response: impl IntoResponse) -> Response {
    ([(header::CACHE_CONTROL, "no-cache")], response).into_response()
}

/// Content security policy of a front end. Allows everything of this origin and everything that its scripts create,
/// such as styles and fetched documents, but nothing from other origins.
fn security(nonce: &str) -> String {
    format!(
        "default-src 'self' data: blob:; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self' 'unsafe-inline'; object-src 'self' blob:; base-uri 'self'; form-action 'self'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("secret.txt", "s"),
            ("web/index.html", "<p>"),
            ("web/a b.js", "1"),
            ("web/.env", "KEY"),
            ("web/help/index.html", "<p>"),
        ] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[tokio::test]
    async fn files_are_found_in_the_folder_and_nowhere_else() {
        let folder = built();
        let web = folder.path().join("web");
        std::os::unix::fs::symlink("../secret.txt", web.join("link.txt")).unwrap();
        let front_end = FrontEnd::new(&web).unwrap();
        for path in ["/", "/index.html", "/a%20b.js", "/help", "/help/"] {
            assert!(file_at(&front_end, path).await.is_some(), "{path}");
        }
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/link.txt",
            "/.env",
            "/%2eenv",
            "/help/../index.html",
            "//etc/passwd",
            "/%00",
            "/%ff",
            "/missing.js",
        ] {
            assert_eq!(file_at(&front_end, path).await, None, "{path}");
        }
    }
}
