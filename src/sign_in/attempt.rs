//! One attempt to sign in: its secret, and what is made of it.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use sha2::{Digest as _, Sha256};

use crate::error::SignInError;

/// One attempt to sign in. Its secret stays in the browser; state and nonce are made of it and tell nothing about it.
pub struct Attempt {
    secret: String,
}

impl Attempt {
    /// A fresh attempt.
    ///
    /// # Errors
    ///
    /// Fails if the system has no random numbers.
    pub fn new() -> Result<Self, SignInError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self { secret: BASE64_URL_SAFE_NO_PAD.encode(bytes) })
    }

    /// The attempt with this secret; `None` if no attempt has one like it.
    pub fn of(secret: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let is_good = secret.len() == 43 && secret.bytes().all(is_plain);
        is_good.then(|| Self { secret: secret.to_owned() })
    }

    /// The secret of the attempt, for its browser alone; at the end, it proves to the issuer that both are one.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Returns the state, which the issuer sends back so that the attempt is recognised.
    pub fn state(&self) -> String {
        self.derived("state")
    }

    /// Returns the nonce, which the issuer puts into the ID token of this attempt.
    pub(crate) fn nonce(&self) -> String {
        self.derived("nonce")
    }

    /// Returns the challenge of PKCE: the issuer gives the token to whoever has the secret that this is the hash of.
    pub(crate) fn challenge(&self) -> String {
        hash(&self.secret)
    }

    fn derived(&self, purpose: &str) -> String {
        hash(&format!("{purpose} {}", self.secret))
    }
}

fn hash(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_is_known_by_its_secret_and_no_two_have_the_same() {
        let attempt = Attempt::new().unwrap();
        let again = Attempt::of(attempt.secret()).unwrap();
        assert_eq!((attempt.state(), attempt.nonce()), (again.state(), again.nonce()));
        assert_ne!(attempt.state(), attempt.nonce());
        assert_ne!(attempt.secret(), Attempt::new().unwrap().secret());
        for secret in ["", "a", &"é".repeat(43), &"a".repeat(44), &"a;".repeat(21)] {
            assert!(Attempt::of(secret).is_none(), "{secret}");
        }
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // RFC 7636, appendix B.
        let attempt = Attempt::of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").unwrap();
        assert_eq!(attempt.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
