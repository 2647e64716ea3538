//! How the server treats its readers, as far as the configuration decides it.

use super::access::Hosts;
use super::origins::Origins;

/// How the server treats its readers. The default is a server for tests: it has any name.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whether the page may open the socket through which a development build reloads itself.
    pub reload: bool,
    /// Whether the names of files under `/pkg` change with their content.
    pub hashed: bool,
    /// Under which names the server answers.
    pub hosts: Hosts,
    /// Pages of which other origins may ask.
    pub origins: Origins,
}
