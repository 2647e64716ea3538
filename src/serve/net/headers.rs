//! Headers of every response: what a page may load, and how long files may be cached.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use footnote_engine::config::Policy;
use http::{HeaderValue, StatusCode, header};
use leptos::nonce::Nonce;
use leptos::prelude::{provide_context, use_context};

use super::{origins, paths};

/// Marks a response that must not be compressed. Documents are large; compressing one takes as much CPU time as sending
/// it.
#[derive(Clone, Copy)]
pub(crate) struct Uncompressed;

/// The nonce of a request, for the scripts in its page.
#[derive(Clone, Default)]
pub(crate) struct RequestNonce(pub(crate) String);

/// Adds the headers; headers set by a handler take precedence.
pub(crate) async fn add(
    State(policy): State<Policy>,
    mut request: Request,
    next: Next,
) -> Response {
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    let package = request.uri().path().starts_with("/pkg/");
    // Front ends may show a cited document in a frame. No other site may frame the page itself.
    let framers =
        if paths::is_document(request.uri().path()) && paths::opening(request.uri()).is_none() {
            origins::framers(&policy.origins)
        } else {
            "'self'".to_owned()
        };
    request.extensions_mut().insert(RequestNonce(nonce.clone()));
    let mut response = next.run(request).await;
    let found = response.status() == StatusCode::OK;
    let headers = response.headers_mut();
    let own = headers.get(header::CONTENT_SECURITY_POLICY);
    let own = own.and_then(|own| Some(own.to_str().ok()?.to_owned()));
    let security = own.unwrap_or_else(|| security(&nonce, policy.reload));
    let security = HeaderValue::from_str(&format!("{security}; frame-ancestors {framers}"));
    if let Ok(security) = security {
        headers.insert(header::CONTENT_SECURITY_POLICY, security);
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: with that, browsers do not tell even this site which page sent a form.
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        let value = HeaderValue::from_static(value);
        headers.entry(name).or_insert(value);
    }
    if package && found {
        let keep = HeaderValue::from_static(keep(policy.hashed));
        headers.entry(header::CACHE_CONTROL).or_insert(keep);
    }
    response
}

/// Provides the nonce to the page being rendered; the response headers have the same one.
pub(crate) fn provide_request_nonce() {
    let nonce = use_context::<http::request::Parts>()
        .and_then(|parts| parts.extensions.get::<RequestNonce>().cloned());
    if let Some(RequestNonce(nonce)) = nonce {
        provide_context(Nonce::from_value(nonce));
    }
}

/// `Cache-Control` of a file of the page.
fn keep(hashed: bool) -> &'static str {
    if hashed { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// The content security policy: everything comes from this origin, and inline scripts and styles need the nonce.
fn security(nonce: &str, reload: bool) -> String {
    let connect = if reload { "'self' ws:" } else { "'self'" };
    format!(
        "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; frame-src 'self'; \
         connect-src {connect}; object-src 'none'; base-uri 'none'; form-action 'self'"
    )
}

#[cfg(test)]
mod tests {
    use super::security;

    #[test]
    fn only_development_may_open_sockets() {
        assert!(!security("n", false).contains("ws:"));
        assert!(security("n", true).contains("connect-src 'self' ws:"));
    }
}
