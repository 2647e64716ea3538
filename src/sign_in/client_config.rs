//! The configuration of this client at the issuer.

use std::fmt;

/// The configuration of this client at the issuer.
#[derive(Clone)]
pub struct ClientConfig {
    /// Address of the issuer, under which it describes itself.
    pub issuer: String,
    /// Name of this client there.
    pub client: String,
    /// Its secret, if it has one.
    pub secret: Option<String>,
    /// Scopes to ask for besides `openid`.
    pub scopes: Vec<String>,
    /// Claim with the name of the user.
    pub user_claim: String,
    /// Claim with the groups of the user.
    pub groups_claim: String,
}

impl fmt::Debug for ClientConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClientConfig({} at {})", self.client, self.issuer)
    }
}
