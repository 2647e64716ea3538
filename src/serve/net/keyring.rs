//! Proofs of who sends a request: the signed cookie of an operator's browser, or an API key.
//! [`super::browsers`] adds the browsers in which readers have signed in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use footnote_documents::hash::digest;
use footnote_store::StoreError;
use footnote_store::keys::{
    self, ApiKey, KeyHash, KeyStore, KeyUse, Secret, key_hash, now, offer_link,
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::{HeaderMap, header};
use sha2::Sha256;

/// Interval at which changed keys are read, and requests are counted.
const INTERVAL: Duration = Duration::from_secs(2);

/// Purpose of an operator's cookie, in its name.
const OPERATOR: &str = "operator";

/// Lifetime of an operator's cookie, in seconds: half a year.
const COOKIE_LIFETIME: i64 = 180 * 24 * 60 * 60;

/// The keys of a server; clones share them.
#[derive(Clone)]
pub struct Keyring(Arc<Keys>);

struct Keys {
    store: Arc<dyn KeyStore>,
    secret: RwLock<Secret>,
    known: RwLock<HashMap<KeyHash, ApiKey>>,
    uses: Mutex<HashMap<KeyHash, KeyUse>>,
}

/// The API key of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SentKey {
    /// None, or one of another server where no key is set up.
    None,
    /// One that is valid.
    Known(ApiKey),
    /// One that is unknown, or was revoked.
    Unknown,
    /// One that has expired.
    Expired,
    /// A header that is not text, or comes twice.
    Unreadable,
}

impl Keyring {
    /// The keys in `store`. Starts with this secret and no API keys, until they are read.
    pub fn over(store: Arc<dyn KeyStore>, secret: Secret) -> Self {
        let (known, uses) = (RwLock::default(), Mutex::default());
        Self(Arc::new(Keys { store, secret: RwLock::new(secret), known, uses }))
    }

    /// Reads the keys in `store`. If that fails, as on a full disk, nobody is known until it succeeds.
    ///
    /// # Errors
    ///
    /// Fails if the system has no random numbers.
    pub async fn open(store: Arc<dyn KeyStore>) -> std::io::Result<Self> {
        let keyring = Self::over(store, Secret::random()?);
        if let Err(error) = keyring.refresh().await {
            log(&error);
        }
        Ok(keyring)
    }

    /// Reads the keys again, and counts the requests since then.
    ///
    /// # Errors
    ///
    /// Fails if the store does; the keys stay as they were.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let Keys { store, secret, known, .. } = &*self.0;
        let uses: Vec<KeyUse> = self.uses().drain().map(|(_, uses)| uses).collect();
        if !uses.is_empty()
            && let Err(error) = store.count(uses.clone()).await
        {
            // They are counted once the store is back.
            for uses in uses {
                self.count(uses);
            }
            return Err(error);
        }
        let fresh = store.secret(Secret::random()?).await?;
        let keys = store.all().await?.into_iter().map(|key| (key.hash, key)).collect();
        *secret.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        *known.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(())
    }

    /// Follows changes of the keys.
    pub async fn follow(&self) {
        let mut was_away = false;
        loop {
            tokio::time::sleep(INTERVAL).await;
            let read = self.refresh().await;
            if let (Err(error), false) = (&read, was_away) {
                log(error);
            }
            was_away = read.is_err();
        }
    }

    /// A fresh key for a link that makes one browser an operator's.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be stored.
    pub async fn offer_link(&self) -> Result<String, StoreError> {
        offer_link(self.0.store.as_ref()).await
    }

    /// Uses up the key of a link; returns the name, value and lifetime of the cookie that it is good for.
    ///
    /// # Errors
    ///
    /// Fails if the store does.
    pub(crate) async fn use_link(&self, key: &str) -> Result<Option<String>, StoreError> {
        let now = now();
        let is_good = self.0.store.use_link(key_hash(key), now).await?;
        let cookie = || {
            let secret = self.secret();
            let (name, value) = (cookie_name(OPERATOR, &secret), signed(&secret, now));
            format!("{name}={value}; Path=/; Max-Age={COOKIE_LIFETIME}; SameSite=Lax; HttpOnly")
        };
        Ok(is_good.then(cookie))
    }

    /// True if an operator's browser sends these headers.
    pub(crate) fn is_operator(&self, headers: &HeaderMap) -> bool {
        let secret = self.secret();
        let name = cookie_name(OPERATOR, &secret);
        cookies(headers, &name).any(|value| is_signed(&secret, value, now()))
    }

    /// The store of the keys.
    pub(super) fn store(&self) -> &dyn KeyStore {
        self.0.store.as_ref()
    }

    /// Name of the cookie of a browser in which a reader has signed in.
    pub(super) fn browser_cookie(&self) -> String {
        cookie_name("reader", &self.secret())
    }

    /// Name of the cookie of a browser whose reader is unknown.
    pub(super) fn visitor_cookie_name(&self) -> String {
        cookie_name("visitor", &self.secret())
    }

    /// The API key in these headers; counts the request.
    pub(crate) fn sent(&self, headers: &HeaderMap) -> SentKey {
        let sent = match bearer(headers) {
            Ok(Some(sent)) => sent,
            Ok(None) => return SentKey::None,
            Err(Unreadable) => return SentKey::Unreadable,
        };
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        // Other servers' keys are ignored where none is set up, but never one of ours: the last may have been revoked.
        if known.is_empty() && !sent.to_ascii_lowercase().starts_with(keys::PREFIX) {
            return SentKey::None;
        }
        let now = now();
        let Some(key) = known.get(&key_hash(sent)) else {
            return SentKey::Unknown;
        };
        if key.is_expired(now) {
            return SentKey::Expired;
        }
        self.count(KeyUse { hash: key.hash, requests: 1, at: now });
        SentKey::Known(key.clone())
    }

    /// Adds requests to those that are not in the store yet.
    fn count(&self, KeyUse { hash, requests, at }: KeyUse) {
        let mut uses = self.uses();
        let uses = uses.entry(hash).or_insert(KeyUse { hash, requests: 0, at });
        (uses.requests, uses.at) = (uses.requests + requests, uses.at.max(at));
    }

    fn secret(&self) -> Secret {
        self.0.secret.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn uses(&self) -> MutexGuard<'_, HashMap<KeyHash, KeyUse>> {
        self.0.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn log(error: &StoreError) {
    let cause = std::error::Error::source(error);
    tracing::error!(?cause, "keys cannot be read or counted; they stay as they were: {error}");
}

/// The values of the cookies with this name.
pub(crate) fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let cookies = lines.flat_map(|line| line.split(';'));
    let pairs = cookies.filter_map(|cookie| cookie.trim().split_once('='));
    pairs.filter_map(move |(its_name, value)| (its_name == name).then_some(value))
}

/// An `Authorization` header that is not text, or comes twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable;

/// The key of an `Authorization` header with the scheme `Bearer`; `None` without such a header.
///
/// # Errors
///
/// Fails for a header that is not text or comes twice: a proxy may have let the request pass for another part of it.
pub(super) fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Unreadable> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), second) = (values.next(), values.next()) else {
        return Ok(None);
    };
    let text = value.to_str().ok().filter(|_| second.is_none()).ok_or(Unreadable)?;
    let parts = text.trim().split_once([' ', '\t']);
    let is_bearer = |(scheme, _): &(&str, &str)| scheme.eq_ignore_ascii_case("bearer");
    Ok(parts.filter(is_bearer).map(|(_, key)| key.trim()))
}

/// Name of a cookie. Browsers send cookies to all ports of a host, so each server has names of its own.
fn cookie_name(purpose: &str, Secret(secret): &Secret) -> String {
    let [a, b, c, d, ..] = digest(secret);
    format!("footnote-{purpose}-{a:02x}{b:02x}{c:02x}{d:02x}")
}

/// Value of the cookie of a link opened at `at`: the time and its signature.
fn signed(secret: &Secret, at: i64) -> String {
    let bytes = mac(secret, at).map(|mac| mac.finalize().into_bytes());
    bytes.iter().flatten().fold(format!("{at}."), |value, byte| format!("{value}{byte:02x}"))
}

/// True if this cookie was signed here, and has not expired.
fn is_signed(secret: &Secret, value: &str, now: i64) -> bool {
    let signature = || {
        let (at, digits) = value.split_once('.')?;
        let at: i64 = at.parse().ok()?;
        let is_young = at <= now && now - at < COOKIE_LIFETIME;
        let digits = (digits.len() == 64).then_some(digits)?;
        let byte = |place| u8::from_str_radix(digits.get(place..place + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..64).step_by(2).map(byte).collect();
        // Compares in constant time.
        Some(is_young && mac(secret, at)?.verify_slice(&bytes?).is_ok())
    };
    signature().unwrap_or(false)
}

fn mac(Secret(secret): &Secret, at: i64) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(format!("operator {at}").as_bytes());
    Some(mac)
}

#[cfg(test)]
mod tests {
    use footnote_store::SqliteKeys;
    use footnote_store::keys::new_key;
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_cookie_is_good_for_its_secret_and_for_half_a_year() {
        let [secret, other] = [1, 2].map(|bits| Secret([bits; 32]));
        let (now, cookie) = (1_800_000_000, signed(&secret, 1_800_000_000));
        assert!(is_signed(&secret, &cookie, now));
        assert!(is_signed(&secret, &cookie, now + COOKIE_LIFETIME - 1));
        assert!(!is_signed(&secret, &cookie, now + COOKIE_LIFETIME));
        assert!(!is_signed(&secret, &cookie, now - 1), "it comes from the future");
        assert!(!is_signed(&other, &cookie, now));
        assert_ne!(cookie_name(OPERATOR, &secret), cookie_name(OPERATOR, &other));
        let (_, signature) = cookie.split_once('.').unwrap();
        let later = format!("{}.{signature}", now + 1);
        let sign = cookie.replace('.', ".+");
        for forged in ["", ".", "0.", &later, &cookie[..cookie.len() - 2], &sign, "1800000000.é"] {
            assert!(!is_signed(&secret, forged, now + 1), "{forged}");
        }
    }

    #[tokio::test]
    async fn requests_are_counted_although_the_store_was_away() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("data");
        std::fs::write(&place, "in the way").unwrap();
        let store = Arc::new(SqliteKeys::open(&place.join("keys.db")));
        let keyring = Keyring::over(store.clone(), Secret([1; 32]));
        let (sent, hash) = new_key().unwrap();
        let (name, groups) = ("robot".to_owned(), Vec::new());
        let key = ApiKey { name, groups, hash, created: 0, expires: None, used: None, requests: 0 };
        keyring.0.known.write().unwrap().insert(hash, key.clone());
        let value = HeaderValue::from_str(&format!("Bearer {sent}")).unwrap();
        let headers = HeaderMap::from_iter([(header::AUTHORIZATION, value)]);
        assert_eq!(keyring.sent(&headers), SentKey::Known(key.clone()));
        assert!(keyring.refresh().await.is_err());
        assert_eq!(keyring.sent(&headers), SentKey::Known(key.clone()));
        std::fs::remove_file(&place).unwrap();
        std::fs::create_dir(&place).unwrap();
        store.add(key).await.unwrap();
        keyring.refresh().await.unwrap();
        assert_eq!(store.all().await.unwrap()[0].requests, 2);
    }

    fn headers(values: &[&[u8]]) -> HeaderMap {
        let values = values.iter().map(|value| HeaderValue::from_bytes(value).unwrap());
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::AUTHORIZATION, value);
        }
        headers
    }

    #[test]
    fn a_key_is_sent_as_a_bearer() {
        let sent = |value: &str| bearer(&headers(&[value.as_bytes()])).unwrap().map(str::to_owned);
        for key in ["Bearer fn-1", "bearer  fn-1 ", "BEARER\tfn-1", " Bearer \t fn-1\t"] {
            assert_eq!(sent(key).as_deref(), Some("fn-1"), "{key:?}");
        }
        assert_eq!(["Basic abc", "fn-1", "Bearer", ""].map(sent), [None, None, None, None]);
        assert_eq!(bearer(&HeaderMap::new()), Ok(None));
    }

    #[test]
    fn what_may_pass_a_proxy_as_a_key_and_is_none_is_nobodys() {
        let store = Arc::new(SqliteKeys::in_memory().unwrap());
        let keyring = Keyring::over(store, Secret([1; 32]));
        let (sent, hash) = new_key().unwrap();
        let (name, groups) = ("robot".to_owned(), Vec::new());
        let key = ApiKey { name, groups, hash, created: 0, expires: None, used: None, requests: 0 };
        let good = format!("Bearer {sent}");
        let good = good.as_bytes();
        let with_byte = [good, b"\xff"].concat();
        for has_key in [false, true] {
            if has_key {
                keyring.0.known.write().unwrap().insert(hash, key.clone());
            }
            let sent = |values: &[&[u8]]| keyring.sent(&headers(values));
            for unreadable in [
                [b"Bearer fn-\xff".as_slice()].as_slice(),
                &["Bearer fn-é".as_bytes()],
                &["Béarer fn-a".as_bytes()],
                &[b"Basic eA\x80=="],
                &[&with_byte],
                &[b"", good],
                &[good, b""],
                &[b"Basic eA==", good],
                &[good, b"Basic eA=="],
                &[good, good],
                &[b"Basic eA==", b"Basic eA=="],
            ] {
                assert_eq!(sent(unreadable), SentKey::Unreadable, "{unreadable:?}");
            }
            for unknown in [
                "Bearer fn-",
                "bearer FN-a",
                "Bearer  fn-a",
                "Bearer\tfn-\tx",
                "BEARER \t Fn-x, Basic eA==",
            ] {
                assert_eq!(sent(&[unknown.as_bytes()]), SentKey::Unknown, "{unknown:?}");
            }
            for other in ["Basic eA==", "", "Bearer", "Negotiate fn-a"] {
                assert_eq!(sent(&[other.as_bytes()]), SentKey::None, "{other:?}");
            }
            let foreign = if has_key { SentKey::Unknown } else { SentKey::None };
            assert_eq!(sent(&[b"Bearer sk-a"]), foreign);
        }
        assert_eq!(keyring.sent(&headers(&[good])), SentKey::Known(key));
    }
}
