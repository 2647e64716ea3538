//! The treatment of clients that the settings decide.

use std::net::SocketAddr;

use super::front_end::{self, FrontEnd};
use super::hosts::Hosts;
use super::origins::Origins;
use super::proxies::Proxies;
use super::read::listed;
use super::settings::Settings;

/// The treatment of clients. The default is a server for tests: it has any name.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// True if the page may open the socket through which a development build reloads itself.
    pub reload: bool,
    /// True if the names of files under `/pkg` change with their content.
    pub hashed: bool,
    /// The names under which the server answers.
    pub hosts: Hosts,
    /// Pages of which other origins may ask.
    pub origins: Origins,
    /// The front end that is served in place of the page, which then stands at `/footnote`.
    pub front_end: Option<FrontEnd>,
    /// Proxies that are trusted to say for whom they ask.
    pub proxies: Proxies,
}

/// The policy of a server at `address`, as the settings have it.
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
