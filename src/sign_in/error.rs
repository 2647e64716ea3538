//! Why nobody is signed in. No message has a token, a code or a secret in it.

use crate::http_client::HttpError;

/// Why nobody is signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The issuer cannot be reached, or does not describe itself as one.
    #[error("the issuer cannot be reached: {0}")]
    Unreachable(String),
    /// The issuer does not accept the code, or the client.
    #[error("the issuer refuses: {0}")]
    Refused(String),
    /// There is no ID token.
    #[error("there is no ID token")]
    NoToken,
    /// The ID token is of another issuer, for another client, of another attempt, or has expired.
    #[error("the ID token is not valid: {0}")]
    Invalid(#[from] TokenError),
    /// The ID token does not say who it is.
    #[error(
        "the claim {0:?} does not name a user: it is missing, too long, not text, or an e-mail address without \
         email_verified: FOOTNOTE_SIGN_IN_USER_CLAIM=sub takes the claim that every issuer has"
    )]
    Nameless(String),
    /// The address of this server is none.
    #[error("this server does not know its own address: set FOOTNOTE_SIGN_IN_ADDRESS")]
    Address,
    /// The system has no random numbers.
    #[error("this machine has no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// Why a token is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is not three parts in Base64, or the first is no header.
    #[error("it cannot be read")]
    Unreadable,
    /// Its header calls it something else, such as an access token, or asks for more than is known here.
    #[error("its header says that it is something else")]
    Kind,
    /// It is not signed, or by a secret, or in a way that the issuer does not tell of.
    #[error("it is not signed in a way that the issuer tells of and that proves who signed it")]
    Algorithm,
    /// The issuer has no such key.
    #[error("the issuer has no key for it")]
    Key,
    /// It does not name its key, and several keys could be meant.
    #[error("it does not say by which key of the issuer it is signed")]
    Keys,
    /// Its signature is wrong.
    #[error("its signature is wrong")]
    Signature,
    /// It is of another issuer.
    #[error("it is of another issuer")]
    Issuer,
    /// It is for another client, or not for this one alone.
    #[error("it is for another client")]
    Client,
    /// It is about nobody, or about another person than was asked for.
    #[error("it is about somebody else, or about nobody")]
    Subject,
    /// It has expired.
    #[error("it has expired")]
    Expired,
    /// It does not say when it was issued, or that time or its first is still to come.
    #[error("it comes from the future")]
    Future,
    /// It is of another attempt to sign in.
    #[error("it is of another attempt")]
    Attempt,
}

impl SignInError {
    /// True if the ID token was valid once.
    pub fn is_expired(&self) -> bool {
        matches!(self, Self::Invalid(TokenError::Expired))
    }
}

impl From<HttpError> for SignInError {
    fn from(error: HttpError) -> Self {
        Self::Unreachable(error.to_string())
    }
}
