//! Why nobody is signed in. No message has a token, a code or a secret in it.

use openidconnect::core::CoreRequestTokenError;
use openidconnect::{ClaimsVerificationError, ConfigurationError, DiscoveryError, UserInfoError};

use crate::http_client::HttpError;

/// Why nobody is signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The issuer cannot be reached, or does not describe itself as one.
    #[error("the issuer cannot be reached: {0}")]
    Away(String),
    /// The issuer does not accept the code, or the client.
    #[error("the issuer refuses: {0}")]
    Refused(String),
    /// There is no ID token.
    #[error("there is no ID token")]
    NoToken,
    /// The ID token is of another issuer, for another client, of another attempt, or has expired.
    #[error("the ID token is not valid: {0}")]
    Invalid(#[from] ClaimsVerificationError),
    /// The ID token does not say who it is.
    #[error(
        "the claim {0:?} does not name a user: it is missing, too long, not text, or an address that is not verified"
    )]
    Nameless(String),
    /// The address of this server is none.
    #[error("this server does not know its own address: set FOOTNOTE_SIGN_IN_ADDRESS")]
    Address,
}

impl SignInError {
    /// True if the ID token was valid once.
    pub fn is_expired(&self) -> bool {
        matches!(self, Self::Invalid(ClaimsVerificationError::Expired(_)))
    }
}

impl From<HttpError> for SignInError {
    fn from(error: HttpError) -> Self {
        Self::Away(error.to_string())
    }
}

impl From<DiscoveryError<HttpError>> for SignInError {
    fn from(error: DiscoveryError<HttpError>) -> Self {
        match error {
            DiscoveryError::Request(error) => error.into(),
            other => Self::Away(other.to_string()),
        }
    }
}

impl From<ConfigurationError> for SignInError {
    fn from(error: ConfigurationError) -> Self {
        Self::Away(error.to_string())
    }
}

impl From<CoreRequestTokenError<HttpError>> for SignInError {
    fn from(error: CoreRequestTokenError<HttpError>) -> Self {
        match error {
            CoreRequestTokenError::Request(error) => error.into(),
            // Only the name of the error: a description may repeat what was sent.
            CoreRequestTokenError::ServerResponse(told) => {
                Self::Refused(told.error().as_ref().to_owned())
            }
            other => Self::Away(other.to_string()),
        }
    }
}

impl From<UserInfoError<HttpError>> for SignInError {
    fn from(error: UserInfoError<HttpError>) -> Self {
        match error {
            UserInfoError::Request(error) => error.into(),
            UserInfoError::ClaimsVerification(error) => error.into(),
            other => Self::Away(other.to_string()),
        }
    }
}
