//! Who may ask: the names under which the server answers, and whose pages may use the page's doors.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::uri::Authority;
use http::{HeaderMap, Method, header};

use super::body::{self, Refusal};

/// The names under which the server answers; the default has any.
///
/// A site can have its own name lead to this machine, and its pages then count as this server's.
/// What tells them apart is the name that the browser asks for. An address cannot be led elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Option<Names>);

#[derive(Clone, Debug)]
struct Names {
    more: Arc<[String]>,
    /// Whether every address is a name too, and not only those of this machine alone.
    addresses: bool,
}

impl Hosts {
    /// The names of this machine and `more`; any address too where the server listens to other machines
    /// and `more` is empty, since it cannot know what they call it.
    ///
    /// # Errors
    ///
    /// The first of `more` that is no name.
    pub fn new(address: IpAddr, more: &[&str]) -> Result<Self, String> {
        let names = more
            .iter()
            .map(|&host| name(host).ok_or_else(|| host.to_owned()));
        Ok(Self(Some(Names {
            more: names.collect::<Result<_, _>>()?,
            addresses: more.is_empty() && !address.is_loopback(),
        })))
    }

    /// Tells how to name the server, if other machines can reach it and have no name for it.
    pub(super) fn advice(&self) -> Option<&'static str> {
        let nameless = self.0.as_ref().is_some_and(|names| names.addresses);
        nameless.then_some(
            "other machines reach this server by its address only: \
             name it in FOOTNOTE_HOSTS, such as docs.example, to have it answer under that name too",
        )
    }

    /// Whether `host`, as the header has it, is a name of this server.
    fn accept(&self, host: &str) -> bool {
        let Some(Names { more, addresses }) = &self.0 else {
            return true;
        };
        name(host).is_some_and(|name| {
            name == "localhost"
                || name
                    .parse()
                    .is_ok_and(|ip: IpAddr| *addresses || ip.is_loopback())
                || more.contains(&name)
        })
    }
}

/// The name in `host`, without port and brackets, in lower case.
fn name(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    let name = authority.host().trim_start_matches('[');
    let name = name.trim_end_matches(']').trim_end_matches('.');
    (!name.is_empty()).then(|| name.to_ascii_lowercase())
}

/// Refuses requests that ask for a server of another name. Clients that are no browsers may name none.
pub(super) async fn under_own_name(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    let mut named = request.headers().get_all(header::HOST).iter();
    if named.all(|host| host.to_str().is_ok_and(|host| hosts.accept(host))) {
        return next.run(request).await;
    }
    let refusal = Refusal::forbidden(
        "This server does not answer under this name. Ask at its address or at localhost, \
         or set FOOTNOTE_HOSTS to the name, such as FOOTNOTE_HOSTS=docs.example.",
    );
    refusal.response_to(request.uri(), request.headers())
}

/// Refuses what pages of other sites send to the page's doors: it would be asked in the reader's name.
pub(super) async fn from_own_page(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let harmless = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    let refusal = if harmless {
        None
    } else if is_foreign(headers) {
        Some(Refusal::forbidden(
            "Only this server's own page may ask here.",
        ))
    } else if request.method() == Method::POST && request.uri().path().starts_with("/page/") {
        // A page of another site can send every other type without asking first.
        body::check_type(headers).err()
    } else {
        None
    };
    match refusal {
        Some(refusal) => refusal.response_to(request.uri(), headers),
        None => next.run(request).await,
    }
}

/// Whether a page of another origin sends this. What is no browser says nothing of where it comes from.
pub(super) fn is_foreign(headers: &HeaderMap) -> bool {
    // The browser's own judgement goes first: a proxy may have changed the host.
    if let Some(site) = headers.get("sec-fetch-site") {
        return site != "same-origin" && site != "none";
    }
    let text = |header| headers.get(header).map(|value| value.to_str());
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => false,
        (Some(Ok(origin)), Some(Ok(host))) => !origin
            .split_once("://")
            .is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(host)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, more: &[&str]) -> Hosts {
        Hosts::new(address.parse().unwrap(), more).unwrap()
    }

    #[test]
    fn a_server_on_loopback_has_the_names_of_loopback() {
        let hosts = hosts("127.0.0.1", &[]);
        for own in ["localhost", "LocalHost:3000", "127.0.0.1:1", "[::1]:3000"] {
            assert!(hosts.accept(own), "{own}");
        }
        for other in [
            "evil.example",
            "localhost.evil.example",
            "10.0.0.1",
            "0.0.0.0",
            "",
        ] {
            assert!(!hosts.accept(other), "{other}");
        }
    }

    #[test]
    fn further_names_are_accepted_too() {
        let hosts = hosts("::1", &["Docs.example"]);
        assert!(hosts.accept("docs.example:8443") && hosts.accept("localhost"));
        assert!(!hosts.accept("other.example"));
    }

    #[test]
    fn a_server_for_other_machines_has_its_addresses_until_it_is_told_names() {
        let nameless = hosts("0.0.0.0", &[]);
        for own in ["localhost", "192.168.0.7:3000", "[2001:db8::1]:3000"] {
            assert!(nameless.accept(own), "{own}");
        }
        for other in ["any.example", "192.168.0.7.evil.example", "0x7f.1", ""] {
            assert!(!nameless.accept(other), "{other}");
        }
        assert!(nameless.advice().is_some());
        let named = hosts("0.0.0.0", &["docs.example"]);
        assert!(named.accept("docs.example") && !named.accept("any.example"));
        assert!(named.advice().or(hosts("::1", &[]).advice()).is_none());
    }

    #[test]
    fn what_is_no_name_is_told() {
        let wrong = Hosts::new([0, 0, 0, 0].into(), &["http://docs.example/"]);
        assert!(wrong.is_err());
    }
}
