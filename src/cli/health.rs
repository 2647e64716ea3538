//! `footnote health`: checks whether the server at the configured address is healthy.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Context;

/// Time limit for the response.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Checks the health of the server at `address`. Containers use it, since they have no other client.
///
/// # Errors
///
/// Fails if the server does not respond with 200.
pub(super) fn check(mut address: SocketAddr) -> anyhow::Result<()> {
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)
        .with_context(|| format!("nobody answers at {address}"))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    anyhow::ensure!(answer.starts_with("HTTP/1.1 200"), "the server is not well");
    Ok(())
}
