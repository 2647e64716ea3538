//! Proxies trusted to name the client.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;

/// Proxies trusted to name the client; none by default.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Arc<[IpNet]>);

impl Proxies {
    /// Parses addresses and networks, such as `10.0.0.0/8`.
    ///
    /// # Errors
    ///
    /// Returns the first of `names` that is neither an address nor a network.
    pub fn new(names: &[&str]) -> Result<Self, String> {
        let networks = names.iter().map(|&name| network(name).ok_or_else(|| name.to_owned()));
        Ok(Self(networks.collect::<Result<_, _>>()?))
    }

    /// True if no proxy is listed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if `address` is a listed proxy.
    pub fn list(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

fn network(name: &str) -> Option<IpNet> {
    let address = name.parse::<IpAddr>().ok();
    address.map(|address| IpNet::from(address.to_canonical())).or_else(|| name.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_address_and_no_network_is_told() {
        for wrong in ["proxy.example", "10.0.0.0/33", "10.0.0.1:80", ""] {
            assert_eq!(Proxies::new(&[wrong]).unwrap_err(), wrong);
        }
    }
}
