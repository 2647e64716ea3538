//! Treatment of clients, as the settings decide it.

use std::net::SocketAddr;

use super::front_end::{self, FrontEnd};
use super::hosts::Hosts;
use super::origins::Origins;
use super::proxies::Proxies;
use super::read::listed;
use super::settings::Settings;

/// Treatment of clients. The default is for tests: it accepts any host name.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// True if the page may open the socket that reloads it in development builds.
    pub reload: bool,
    /// True if the names of files under `/pkg` contain a hash of their content.
    pub hashed: bool,
    /// Host names that the server accepts.
    pub hosts: Hosts,
    /// Other origins whose pages may send requests.
    pub origins: Origins,
    /// The front end served in place of the page, which moves to `/footnote`.
    pub front_end: Option<FrontEnd>,
    /// Proxies trusted to name the client.
    pub proxies: Proxies,
}

/// Reads the policy of a server at `address` from the settings.
pub(super) fn config(
    settings: &Settings,
    address: SocketAddr,
    problems: &mut Vec<String>,
) -> Policy {
    let front_end = front_end::config(settings, problems);
    let mut wrong = |variable: &str, wrong: &str, what: &str| {
        problems.push(format!("{variable}: {wrong:?} is {what}"));
    };
    let hosts = Hosts::new(address.ip(), &listed(settings.hosts.as_deref()));
    let origins = Origins::new(&listed(settings.origins.as_deref()));
    let proxies = Proxies::new(&listed(settings.proxies.as_deref()));
    Policy {
        hosts: hosts.unwrap_or_else(|name| {
            wrong("FOOTNOTE_HOSTS", &name, "not a name such as docs.example");
            Hosts::default()
        }),
        origins: origins.unwrap_or_else(|name| {
            let what = "not an origin such as https://docs.example";
            wrong("FOOTNOTE_ORIGINS", &name, what);
            Origins::default()
        }),
        proxies: proxies.unwrap_or_else(|name| {
            let what = "neither an address nor a network such as 10.0.0.0/8";
            wrong("FOOTNOTE_PROXIES", &name, what);
            Proxies::default()
        }),
        reload: settings.watch.is_some(),
        hashed: false,
        front_end,
    }
}
