//! `footnote operator`: prints a link that makes one browser an operator's.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;
use footnote_engine::config::{Config, Settings};
use footnote_serve::net::paths;
use footnote_store::keys::{Secret, offer_link};

use super::print_line;

/// Arguments of `footnote operator`.
#[derive(Args)]
pub(super) struct OperatorArguments {
    /// forget every operator's browser first
    #[arg(long)]
    forget: bool,
    /// Settings of the server.
    #[command(flatten)]
    settings: Settings,
}

impl OperatorArguments {
    /// The settings of the server.
    pub(super) fn settings(&self) -> Settings {
        self.settings.clone()
    }
}

/// Prints a fresh link to the configured server, which may be running.
pub(super) async fn run(config: Config, arguments: &OperatorArguments) -> anyhow::Result<()> {
    let store = footnote_engine::keys(&config).await?;
    if arguments.forget {
        store.replace_secret(Secret::random()?).await?;
    }
    print_line(&sentence(config.address, &offer_link(store.as_ref()).await?))
}

/// The sentence with the link of a server at `address`.
pub(super) fn sentence(mut address: SocketAddr, key: &str) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let path = paths::OPERATOR;
    format!(
        "To run it from a browser, open this link there. It works once, within a day:\n  \
         http://{address}{path}?key={key}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_leads_to_this_machine_where_the_server_has_no_address_of_its_own() {
        for (address, place) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "127.0.0.1:80"), ("[::1]:80", "[::1]:80")]
        {
            let said = sentence(address.parse().unwrap(), "fn-1");
            assert!(said.ends_with(&format!("\n  http://{place}/operator?key=fn-1")), "{said}");
        }
    }
}
