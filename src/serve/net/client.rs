//! Determines the client that limits apply to: the peer's address, or the address that a listed proxy forwards.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use footnote_engine::config::Proxies;
use http::{Extensions, HeaderMap, HeaderName, header};

/// Returns the client behind the connection from `peer`.
pub(super) fn client_of(proxies: &Proxies, peer: IpAddr, headers: &HeaderMap) -> Client {
    let peer = peer.to_canonical();
    let x_forwarded = HeaderName::from_static("x-forwarded-for");
    let forwarded_client = if proxies.list(peer) {
        let listed = |name| elements(headers, name);
        let x_forwarded = last_unlisted(proxies, listed(x_forwarded).map(address));
        let forwarded = last_unlisted(proxies, listed(header::FORWARDED).map(for_address));
        // A proxy writes one of the two headers. If the other one differs, it came from outside, and we trust neither.
        match (x_forwarded, forwarded) {
            (ForwardedClient::Nobody, forwarded_client)
            | (forwarded_client, ForwardedClient::Nobody) => forwarded_client,
            (one, other) if one == other => one,
            _ => ForwardedClient::Unknown,
        }
    } else {
        ForwardedClient::Nobody
    };
    match forwarded_client {
        ForwardedClient::Client(address) => Client::of(address),
        // The owner of this machine, or an unlisted proxy on it that forwards many clients.
        ForwardedClient::Nobody if peer.is_loopback() => Client(None),
        ForwardedClient::Nobody | ForwardedClient::Unknown => Client::of(peer),
    }
}

/// The last of `addresses` that is not a listed proxy. Each proxy appends its peer, so anything further left may be
/// forged.
fn last_unlisted(
    proxies: &Proxies,
    addresses: impl DoubleEndedIterator<Item = Option<IpAddr>>,
) -> ForwardedClient {
    let mut others = addresses.rev().filter(|address| match address {
        Some(address) => !proxies.list(*address),
        None => true,
    });
    match others.next() {
        Some(Some(address)) => ForwardedClient::Client(address),
        Some(None) => ForwardedClient::Unknown,
        None => ForwardedClient::Nobody,
    }
}

/// The client named by a forwarding header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForwardedClient {
    Client(IpAddr),
    /// A client that the proxy does not, or must not, name.
    Unknown,
    Nobody,
}

/// Identity of a client for rate limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ClientId {
    /// Its IPv4 address, or its IPv6 network.
    Address(IpAddr),
    /// The hash of its API key.
    Key(u128),
}

/// The client that limits apply to. `None` is this machine, which has no limits per client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Client(pub(crate) Option<ClientId>);

impl Client {
    fn of(address: IpAddr) -> Self {
        Self(Some(ClientId::Address(match address {
            // Whoever has one address of an IPv6 network has all of its /64.
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address @ IpAddr::V4(_) => address,
        })))
    }

    /// The address, unless the client is this machine or has an API key.
    pub(crate) fn address(self) -> Option<IpAddr> {
        match self.0 {
            Some(ClientId::Address(address)) => Some(address),
            Some(ClientId::Key(_)) | None => None,
        }
    }

    /// Returns the client of the request with these `extensions`.
    pub(crate) fn of_request(extensions: &Extensions) -> Self {
        extensions.get().copied().unwrap_or_default()
    }
}

/// The elements of a header's list, in order. A value that is not text becomes an element without an address.
fn elements(headers: &HeaderMap, name: HeaderName) -> impl DoubleEndedIterator<Item = &str> {
    let lines = headers.get_all(name).iter();
    let lines: Vec<&str> = lines.map(|line| line.to_str().unwrap_or("?")).collect();
    lines.into_iter().flat_map(|line| line.split(','))
}

/// The `for` address of a `Forwarded` element: `for="[2001:db8::1]:4711";proto=https`.
fn for_address(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut clients = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    address(clients.next()?.1.trim().trim_matches('"'))
}

/// Parses an address with or without brackets and port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    let address: IpAddr = text.parse().ok().or_else(with_port).or_else(bare)?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The client behind `peer`, with `10.0.0.0/8`, `::1` and `2001:db8:1::1` as proxies.
    fn client(peer: &str, headers: &[(&'static str, &str)]) -> String {
        let proxies = Proxies::new(&["10.0.0.0/8", "::1", "2001:db8:1::1"]).unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let client = client_of(&proxies, peer.parse().unwrap(), &map);
        client.address().map_or_else(|| "this machine".to_owned(), |client| client.to_string())
    }

    #[test]
    fn the_last_address_that_is_no_proxy_is_the_client() {
        for (forwarded, expected) in [
            ("192.0.2.1", "192.0.2.1"),
            ("spoofed, 198.51.100.9, 192.0.2.1", "192.0.2.1"),
            ("198.51.100.9, 192.0.2.1, 10.1.1.1,10.2.2.2", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:5:6:7:8:9:a", "2001:db8:5:6::"),
            ("[2001:db8:5:6::1]", "2001:db8:5:6::"),
            ("[2001:db8:5:6::1]:443, [2001:db8:1::1]", "2001:db8:5:6::"),
        ] {
            for peer in ["10.0.0.1", "::ffff:10.0.0.1", "::1"] {
                assert_eq!(client(peer, &[("x-forwarded-for", forwarded)]), expected);
            }
        }
        let lines = [("x-forwarded-for", "spoofed"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(client("10.0.0.1", &lines), "192.0.2.1");
    }

    #[test]
    fn forwarded_is_read_too() {
        for (forwarded, expected) in [
            ("for=192.0.2.1;proto=https;by=10.0.0.1", "192.0.2.1"),
            ("for=spoofed, FOR=\"192.0.2.1:80\"", "192.0.2.1"),
            ("proto=http; for=\"[2001:db8:5:6::1]:4711\", for=10.0.0.2", "2001:db8:5:6::"),
        ] {
            assert_eq!(client("10.0.0.1", &[("forwarded", forwarded)]), expected);
        }
    }

    #[test]
    fn whom_no_listed_proxy_names_is_counted_by_the_connection() {
        for peer in ["192.0.2.7", "2001:db8:7:7::7", "127.0.0.1"] {
            let spoofed = [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")];
            assert_eq!(client(peer, &spoofed), client(peer, &[]));
        }
        for unknown in ["unknown", "_hidden", "192.0.2.1, unknown", "192.0.2.1,", "192.0.2.300"] {
            assert_eq!(client("10.0.0.1", &[("x-forwarded-for", unknown)]), "10.0.0.1");
        }
        for unknown in ["for=_hidden", "for=192.0.2.1, for=unknown", "proto=https"] {
            assert_eq!(client("::1", &[("forwarded", unknown)]), "::");
        }
    }

    #[test]
    fn of_two_headers_that_differ_neither_is_believed() {
        let differ = [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.2")];
        assert_eq!(client("10.0.0.1", &differ), "10.0.0.1");
        let same = [("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1")];
        assert_eq!(client("10.0.0.1", &same), "192.0.2.1");
    }

    #[test]
    fn this_machine_is_nobody_unless_it_speaks_for_others() {
        for local in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(client(local, &[]), "this machine");
        }
        assert_eq!(client("::1", &[("x-forwarded-for", "127.0.0.1")]), "127.0.0.1");
    }
}
