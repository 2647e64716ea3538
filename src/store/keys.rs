//! The store of what proves who somebody is: the secret of the operators' browsers, links for them, API keys, and the
//! browsers in which readers have signed in.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use footnote_documents::hash::digest;

use super::{StoreError, StoreFuture};

/// The SHA-256 of a key, by which it is found. A key has 256 random bits, so nobody finds it by guessing, and a slow
/// hash as for passwords would protect nothing more.
pub type KeyHash = [u8; 32];

/// Lifetime of an operator's link that nobody opens, in seconds: one day.
const LINK_LIFETIME: i64 = 24 * 60 * 60;

/// Prefix of every key, by which tools that search for leaked keys recognise it.
pub const PREFIX: &str = "fn-";

/// 256 random bits by which the cookies of operators' browsers are signed. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// A fresh secret.
    ///
    /// # Errors
    ///
    /// Fails if the system has no random numbers.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

/// A fresh key, with its hash.
///
/// # Errors
///
/// Fails if the system has no random numbers.
pub fn new_key() -> std::io::Result<(String, KeyHash)> {
    let Secret(bytes) = Secret::random()?;
    let digits = bytes.map(|byte| format!("{byte:02x}")).concat();
    let key = format!("{PREFIX}{digits}");
    let hash = key_hash(&key);
    Ok((key, hash))
}

/// The hash of a key.
pub fn key_hash(key: &str) -> KeyHash {
    digest(key.as_bytes())
}

/// Adds the key of a fresh link that makes one browser an operator's, and returns it.
///
/// # Errors
///
/// Fails if it cannot be stored.
pub async fn offer_link(store: &dyn KeyStore) -> Result<String, StoreError> {
    let (key, hash) = new_key()?;
    let now = now();
    store.add_link(hash, now, now + LINK_LIFETIME).await?;
    Ok(key)
}

/// The present time, in seconds since 1970.
pub fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs().cast_signed())
}

/// An API key, by which a machine asks in a reader's name. Times are in seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Its name, which is that of the reader.
    pub name: String,
    /// The groups of the reader.
    pub groups: Vec<String>,
    /// Its hash.
    pub hash: KeyHash,
    /// Time at which it was created.
    pub created: i64,
    /// Time from which it is refused, if any.
    pub expires: Option<i64>,
    /// Time of the last request, if there was any.
    pub used: Option<i64>,
    /// Number of requests.
    pub requests: i64,
}

impl ApiKey {
    /// True if it is refused at this time.
    pub fn is_expired(&self, now: i64) -> bool {
        self.expires.is_some_and(|expires| expires <= now)
    }
}

/// Requests by an API key since the last count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyUse {
    /// Hash of the key.
    pub hash: KeyHash,
    /// Number of requests.
    pub requests: i64,
    /// Time of the last one.
    pub at: i64,
}

/// A browser in which a reader has signed in. Times are in seconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// Hash of the key in its cookie.
    pub hash: KeyHash,
    /// Name of the user, in lower case.
    pub name: String,
    /// Groups of the user.
    pub groups: Vec<String>,
    /// Time from which the reader must sign in again, used or not.
    pub expires: i64,
    /// Time of the last request, to the minute.
    pub used: i64,
}

impl SignedIn {
    /// Maximum time between two requests, in seconds: two hours.
    pub const IDLE: i64 = 2 * 60 * 60;

    /// Time after which a request is noted, in seconds: not every request writes.
    pub const NOTED: i64 = 60;

    /// True if the reader must sign in again.
    pub fn is_ended(&self, now: i64) -> bool {
        self.expires <= now || self.used + Self::IDLE <= now
    }
}

/// A store of keys, which all machines and commands share. No method blocks.
pub trait KeyStore: Send + Sync {
    /// The secret of the operators' browsers; stores `fresh` as the secret if there is none.
    fn secret(&self, fresh: Secret) -> StoreFuture<'_, Secret>;

    /// Replaces the secret, and removes all browsers in which readers have signed in. From then on, no browser is
    /// recognised.
    fn replace_secret(&self, fresh: Secret) -> StoreFuture<'_, ()>;

    /// Adds a link that makes one browser an operator's until `expires`. Forgets links that have expired by `now`.
    fn add_link(&self, hash: KeyHash, now: i64, expires: i64) -> StoreFuture<'_, ()>;

    /// Uses up a link; returns whether it was there and had not expired.
    fn use_link(&self, hash: KeyHash, now: i64) -> StoreFuture<'_, bool>;

    /// Adds an API key. Fails with [`StoreError::Exists`] if there is one of this name.
    fn add(&self, key: ApiKey) -> StoreFuture<'_, ()>;

    /// All API keys, by name.
    fn all(&self) -> StoreFuture<'_, Vec<ApiKey>>;

    /// Removes the API key of this name; returns whether there was one.
    fn remove<'a>(&'a self, name: &'a str) -> StoreFuture<'a, bool>;

    /// Counts requests.
    fn count(&self, uses: Vec<KeyUse>) -> StoreFuture<'_, ()>;

    /// Adds a browser. Forgets those that have ended by `now`.
    fn add_browser(&self, browser: SignedIn, now: i64) -> StoreFuture<'_, ()>;

    /// The browser with this key, unless it has ended; notes that it was used.
    fn use_browser(&self, hash: KeyHash, now: i64) -> StoreFuture<'_, Option<SignedIn>>;

    /// Removes the browser with this key, if there is one.
    fn remove_browser(&self, hash: KeyHash) -> StoreFuture<'_, ()>;

    /// Removes all browsers of the user with this name.
    fn remove_browsers_of<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_keys_are_alike_and_a_secret_is_not_printed() {
        let [(one, hash), (other, _)] = [(); 2].map(|()| new_key().unwrap());
        assert!(one != other && one.len() == PREFIX.len() + 64);
        assert_eq!(hash, key_hash(&one));
        assert_eq!(format!("{:?}", Secret::random().unwrap()), "Secret");
    }
}
