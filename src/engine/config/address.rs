//! The address to listen on: an IP address or a host name.

use std::net::{SocketAddr, ToSocketAddrs as _};

use super::read::non_empty;
use super::settings::Settings;

/// Returns the configured address, or the default on this machine.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> SocketAddr {
    let fallback = SocketAddr::from(([127, 0, 0, 1], 3000));
    let Some(text) =
        non_empty(settings.address.clone()).or_else(|| non_empty(settings.site_addr.clone()))
    else {
        return fallback;
    };
    parse(&text).unwrap_or_else(|| {
        problems.push(format!(
            "FOOTNOTE_ADDRESS: {text:?} is no address and port such as 127.0.0.1:3000, and no name \
             with a port, such as localhost:3000, that leads anywhere"
        ));
        fallback
    })
}

/// Parses an address, resolving a host name.
fn parse(text: &str) -> Option<SocketAddr> {
    let known = text.to_socket_addrs().ok()?;
    // Prefer IPv4 if the name has both kinds of addresses: clients try it most often.
    known.min_by_key(SocketAddr::is_ipv6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_its_address() {
        let set = |text: &str| {
            let settings = Settings { address: Some(text.to_owned()), ..Settings::default() };
            let mut problems = Vec::new();
            (config(&settings, &mut problems), problems)
        };
        let (address, problems) = set("localhost:4000");
        assert!(address.ip().is_loopback() && address.port() == 4000);
        assert!(problems.is_empty());
        assert_eq!(set("0.0.0.0:80").0.to_string(), "0.0.0.0:80");
        assert_eq!(set("[::1]:80").0.to_string(), "[::1]:80");
        for wrong in ["localhost", "here:there", "127.0.0.1"] {
            let (_, problems) = set(wrong);
            assert!(problems[0].starts_with("FOOTNOTE_ADDRESS: "), "{wrong}");
        }
    }
}
