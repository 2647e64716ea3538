//! Which pages of other origins may ask: an allow list, and the headers by which browsers learn of it.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::uri::{Authority, Uri};
use http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

use super::body::{self, Refusal};
use super::{access, protocol};

/// How long a browser may remember the answer to its preflight.
const REMEMBERED: Duration = Duration::from_hours(1);

/// The origins whose pages may ask; none unless they are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origins {
    /// Only this server's own page.
    #[default]
    Own,
    /// These too, as browsers write them: scheme, host and perhaps port.
    Listed(Vec<HeaderValue>),
    /// Any, but without what the browser knows of its reader.
    Any,
}

impl Origins {
    /// The origins that `names` list; a `*` among them means any.
    ///
    /// # Errors
    ///
    /// The first of `names` that is no origin.
    pub fn new(names: &[&str]) -> Result<Self, String> {
        if names.contains(&"*") {
            return Ok(Self::Any);
        }
        let origins = names
            .iter()
            .map(|&name| origin(name).ok_or_else(|| name.to_owned()))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(if origins.is_empty() {
            Self::Own
        } else {
            Self::Listed(origins)
        })
    }

    /// Whose pages may show a document in a frame, as a content security policy names them.
    pub(super) fn framers(&self) -> String {
        match self {
            Self::Own => "'self'".to_owned(),
            Self::Listed(origins) => {
                let origins = origins.iter().filter_map(|origin| origin.to_str().ok());
                let all: Vec<&str> = std::iter::once("'self'").chain(origins).collect();
                all.join(" ")
            }
            Self::Any => "*".to_owned(),
        }
    }

    /// What answers preflights and marks responses; `None` where no other origin may ask.
    pub(super) fn layer(&self) -> Option<CorsLayer> {
        let layer = match self {
            Self::Own => return None,
            Self::Listed(origins) => CorsLayer::new()
                .allow_origin(AllowOrigin::list(origins.clone()))
                .allow_credentials(true),
            Self::Any => CorsLayer::new().allow_origin(tower_http::cors::Any),
        };
        Some(
            layer
                .allow_methods([Method::GET, Method::POST, Method::DELETE])
                // The origin decides. Clients bring headers of their own, `x-ms-useragent` and
                // `x-stainless-…` among them, and none of them opens anything here.
                .allow_headers(AllowHeaders::mirror_request())
                .expose_headers([
                    header::RETRY_AFTER,
                    HeaderName::from_static("x-request-id"),
                    HeaderName::from_static("mcp-session-id"),
                ])
                .max_age(REMEMBERED),
        )
    }

    /// Whether this is sent by a page of another origin that is not on the list.
    fn refuse(&self, request: &Request) -> bool {
        access::is_foreign(request.headers()) && !self.accept(request)
    }

    fn accept(&self, request: &Request) -> bool {
        match (self, request.headers().get(header::ORIGIN)) {
            (Self::Any, _) => true,
            (Self::Listed(origins), Some(origin)) => origins.contains(origin),
            _ => false,
        }
    }
}

/// `name` as a browser writes it: in lower case, without a path and without the scheme's own port.
fn origin(name: &str) -> Option<HeaderValue> {
    let uri: Uri = name.parse().ok()?;
    let scheme = uri.scheme_str()?;
    let authority: &Authority = uri.authority()?;
    let bare = uri.path() == "/" && uri.query().is_none() && !authority.as_str().contains('@');
    if !bare || !matches!(scheme, "http" | "https") {
        return None;
    }
    let host = authority.host().to_ascii_lowercase();
    let port = authority.port_u16();
    let usual = if scheme == "https" { 443 } else { 80 };
    let port = port.filter(|port| *port != usual);
    let port = port.map_or(String::new(), |port| format!(":{port}"));
    HeaderValue::from_str(&format!("{scheme}://{host}{port}")).ok()
}

/// Refuses what a browser sends for a page of another origin without asking first. It asks first for
/// JSON, and [`Origins::layer`] answers; a form with files goes out at once, as does a question in an
/// address, and costs an answer.
pub(super) async fn asked_first(
    State(origins): State<Origins>,
    request: Request,
    next: Next,
) -> Response {
    let unasked = match *request.method() {
        Method::POST => body::check_type(request.headers()).is_err(),
        Method::GET => protocol::is_question(request.uri()),
        _ => false,
    };
    if unasked && origins.refuse(&request) {
        return forbidden(&request);
    }
    next.run(request).await
}

/// Refuses whatever a page of another origin sends, asked first or not.
pub(super) async fn listed(
    State(origins): State<Origins>,
    request: Request,
    next: Next,
) -> Response {
    if origins.refuse(&request) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        for (given, written) in [
            ("http://localhost:5173", "http://localhost:5173"),
            ("https://Docs.Example/", "https://docs.example"),
            ("https://docs.example:443", "https://docs.example"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(origin(given).unwrap(), written);
        }
    }

    #[test]
    fn what_is_no_origin_is_told() {
        for wrong in [
            "docs.example",
            "ftp://docs.example",
            "https://docs.example/chat",
            "https://me@docs.example",
            "null",
            "https://",
        ] {
            assert_eq!(Origins::new(&[wrong]), Err(wrong.to_owned()));
        }
    }

    #[test]
    fn a_star_means_any_and_nothing_means_none() {
        assert_eq!(Origins::new(&["https://a.example", "*"]), Ok(Origins::Any));
        assert_eq!(Origins::new(&[]), Ok(Origins::Own));
    }
}
