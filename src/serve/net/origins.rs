//! Checks which origins may send requests: an allow list, and the CORS headers that tell browsers about it.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use footnote_engine::config::Origins;
use http::{HeaderMap, HeaderName, Method, header};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::body::{self, Refusal};
use super::paths;

/// Time for which a browser may cache a preflight response.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_hours(1);

/// The origins that may frame a document, as sources of a content security policy.
pub(crate) fn framers(origins: &Origins) -> String {
    match origins {
        Origins::Own => "'self'".to_owned(),
        Origins::Listed(listed) => {
            let origins = listed.iter().filter_map(|origin| origin.to_str().ok());
            let all: Vec<&str> = std::iter::once("'self'").chain(origins).collect();
            all.join(" ")
        }
        Origins::Any => "*".to_owned(),
    }
}

/// The layer that answers preflights and adds CORS headers; `None` if no other origin is allowed.
pub(crate) fn layer(origins: &Origins) -> Option<CorsLayer> {
    let layer = match origins {
        Origins::Own => return None,
        Origins::Listed(listed) => {
            CorsLayer::new().allow_origin(AllowOrigin::list(listed.clone())).allow_credentials(true)
        }
        Origins::Any => CorsLayer::new().allow_origin(tower_http::cors::Any),
    };
    Some(
        layer
            .allow_methods([Method::GET, Method::POST, Method::DELETE])
            // Only the origin decides. Clients send headers of their own, such as `x-ms-useragent` and `x-stainless-…`,
            // and none of them grants any access here.
            .allow_headers(AllowHeaders::mirror_request())
            .expose_headers([
                header::RETRY_AFTER,
                HeaderName::from_static("x-request-id"),
                HeaderName::from_static("mcp-session-id"),
            ])
            .max_age(PREFLIGHT_MAX_AGE),
    )
}

/// True if a page of an unlisted other origin sent this request.
fn refuse(origins: &Origins, request: &Request) -> bool {
    is_foreign(request.headers()) && !accept(origins, request)
}

fn accept(origins: &Origins, request: &Request) -> bool {
    match (origins, request.headers().get(header::ORIGIN)) {
        (Origins::Any, _) => true,
        (Origins::Listed(listed), Some(origin)) => listed.contains(origin),
        _ => false,
    }
}

/// Rejects cross-origin requests that browsers send without a preflight: forms with files, and questions in an address.
/// Each would cost an answer. JSON requests have a preflight, which [`layer`] answers.
pub(crate) async fn require_preflight(
    State(origins): State<Origins>,
    request: Request,
    next: Next,
) -> Response {
    let skips_preflight = match *request.method() {
        Method::POST => body::check_type(request.headers()).is_err(),
        Method::GET => paths::is_question(request.uri()),
        // Browsers send preflights; the error tells the developer why it failed.
        Method::OPTIONS => request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD),
        _ => false,
    };
    if skips_preflight && refuse(&origins, &request) {
        return forbidden(&request);
    }
    next.run(request).await
}

/// Rejects every request from a page of an unlisted origin, with or without a preflight.
pub(crate) async fn require_listed_origin(
    State(origins): State<Origins>,
    request: Request,
    next: Next,
) -> Response {
    if refuse(&origins, &request) {
        return forbidden(&request);
    }
    next.run(request).await
}

fn forbidden(request: &Request) -> Response {
    let refusal = Refusal::forbidden(
        "Pages of this origin may not ask here. Add the origin to FOOTNOTE_ORIGINS.",
    );
    refusal.response_to(request.uri(), request.headers())
}

/// Rejects writes that other sites' pages send to the page's routes: the reader's browser would send them in the
/// reader's name.
pub(crate) async fn from_own_page(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let refusal = if harmless {
        None
    } else if is_foreign(headers) {
        Some(Refusal::forbidden("Only this server's own page may ask here."))
    } else if request.method() == Method::POST && request.uri().path().starts_with("/page/") {
        // JSON is the only content type that a page of another site cannot send without a preflight.
        body::check_type(headers).err()
    } else {
        None
    };
    match refusal {
        Some(refusal) => refusal.response_to(request.uri(), headers),
        None => next.run(request).await,
    }
}

/// Headers that proxies add.
const PROXY_HEADERS: [&str; 6] =
    ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// True if the headers show that a proxy forwarded the request, or that a page from outside this machine sent it.
pub(crate) fn is_passed_on(headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    PROXY_HEADERS.iter().any(|name| headers.contains_key(*name))
        || origin.is_some_and(|origin| !is_of_this_machine(origin))
}

/// True if an origin, or a host with a port, is this machine.
pub(crate) fn is_of_this_machine(origin: &str) -> bool {
    let uri = origin.parse::<http::Uri>().ok();
    let host = uri.as_ref().and_then(http::Uri::host).unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// True if a page of another origin sent this request. Only browsers tell; other clients do not count as foreign.
fn is_foreign(headers: &HeaderMap) -> bool {
    // Prefer the browser's own verdict: a proxy may have changed the host.
    if let Some(site) = headers.get("sec-fetch-site") {
        return site != "same-origin" && site != "none";
    }
    let text = |header| headers.get(header).map(|value| value.to_str());
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => false,
        (Some(Ok(origin)), Some(Ok(host))) => {
            !origin.split_once("://").is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(host))
        }
        _ => true,
    }
}
