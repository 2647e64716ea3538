//! Host names that the server accepts.

use std::net::IpAddr;
use std::sync::Arc;

use http::uri::Authority;

/// Host names that the server accepts; the default accepts any.
///
/// An attacker's site can point its own DNS name to this machine (DNS rebinding), and browsers then treat its pages as
/// same-origin. Only the requested host name reveals that. IP addresses cannot be rebound.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Option<Names>);

#[derive(Clone, Debug)]
struct Names {
    more: Arc<[String]>,
    /// True if every IP address is accepted, not only loopback addresses.
    addresses: bool,
}

impl Hosts {
    /// Accepts the names of this machine and `more`. If the server listens to other machines and `more` is empty, also
    /// accepts every IP address, since it cannot know its own.
    ///
    /// # Errors
    ///
    /// Returns the first of `more` that is not a valid name.
    pub fn new(address: IpAddr, more: &[&str]) -> Result<Self, String> {
        let names = more.iter().map(|&host| name(host).ok_or_else(|| host.to_owned()));
        Ok(Self(Some(Names {
            more: names.collect::<Result<_, _>>()?,
            addresses: more.is_empty() && !address.is_loopback(),
        })))
    }

    /// A hint on how to name the server, if other machines can reach it only by address.
    pub fn advice(&self) -> Option<&'static str> {
        let nameless = self.0.as_ref().is_some_and(|names| names.addresses);
        nameless.then_some(
            "other machines reach this server by its address only: \
             name it in FOOTNOTE_HOSTS, such as docs.example, to have it answer under that name too",
        )
    }

    /// True if `host`, the value of the header, is a name of this server.
    pub fn accept(&self, host: &str) -> bool {
        let Some(Names { more, addresses }) = &self.0 else {
            return true;
        };
        name(host).is_some_and(|name| {
            name == "localhost"
                || name.parse().is_ok_and(|ip: IpAddr| *addresses || ip.is_loopback())
                || more.contains(&name)
        })
    }
}

/// The name in `host` in lower case, without port and brackets.
fn name(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok()?;
    let name = authority.host().trim_start_matches('[');
    let name = name.trim_end_matches(']').trim_end_matches('.');
    (!name.is_empty()).then(|| name.to_ascii_lowercase())
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
        for other in ["evil.example", "localhost.evil.example", "10.0.0.1", "0.0.0.0", ""] {
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
