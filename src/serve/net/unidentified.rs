//! Why nobody is identified who must be, and the error for it.

use footnote_client::state::fault::SIGN_IN_FIRST;
use footnote_protocol::{ErrorKind, ProtocolError};

use super::body::Refusal;

/// The error for an API key that nobody has created, or that was revoked.
pub(super) const UNKNOWN: &str = "This API key is not known here.";

/// The error for an API key that has expired.
pub(super) const EXPIRED: &str = "This API key has expired.";

/// The error for an `Authorization` header that cannot be read with certainty.
pub(super) const UNREADABLE: &str = "The Authorization header must be text, and be sent once.";

/// Why nobody is identified, where somebody must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unidentified {
    /// The key or token is refused, with this message.
    Key(&'static str),
    /// The reader must sign in.
    SignIn,
    /// It cannot be looked up now.
    Unreachable,
}

impl Unidentified {
    /// The refusal for the sender.
    pub(crate) fn refusal(self) -> Refusal {
        match self {
            Self::Key(message) => Refusal::unauthorized(message),
            Self::SignIn => Refusal::unauthorized(SIGN_IN_FIRST),
            Self::Unreachable => {
                let message = "Who you are cannot be looked up now. Try again in a moment.";
                ProtocolError::new(ErrorKind::Unavailable, message).into()
            }
        }
    }
}
