//! Browsers by their cookies: those in which readers have signed in, with the reader of each, and those of unknown
//! readers, who own their conversations by them.

use std::time::Duration;

use footnote_documents::acl::Reader;
use footnote_store::keys::{PREFIX, SignedIn, key_hash, new_key, now};
use footnote_store::{BROWSER, StoreError};
use http::HeaderMap;

use super::keyring::{Keyring, cookies};

/// The browser that sent a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SentBrowser {
    /// One in which nobody has signed in.
    None,
    /// One in which this reader has signed in.
    Known(SignedIn),
    /// One in which a reader had signed in, who must do so again.
    Ended,
}

impl Keyring {
    /// The browser that sends these headers.
    ///
    /// # Errors
    ///
    /// Fails if the store does.
    pub(crate) async fn browser(&self, headers: &HeaderMap) -> Result<SentBrowser, StoreError> {
        let name = self.browser_cookie();
        let Some(key) = cookies(headers, &name).next() else {
            return Ok(SentBrowser::None);
        };
        let browser = self.store().use_browser(key_hash(key), now()).await?;
        Ok(browser.map_or(SentBrowser::Ended, SentBrowser::Known))
    }

    /// Signs `reader` in for a time, in place of whoever has signed in in the browser that sends these headers; returns
    /// its cookie.
    ///
    /// # Errors
    ///
    /// Fails if the store does.
    pub(crate) async fn sign_in(
        &self,
        reader: &Reader,
        lifetime: Duration,
        headers: &HeaderMap,
    ) -> Result<String, StoreError> {
        self.sign_out(headers).await?;
        let ((key, hash), used) = (new_key()?, now());
        let seconds = i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX);
        let name = reader.user().unwrap_or_default().to_owned();
        let groups = reader.groups().map(str::to_owned).collect();
        let browser = SignedIn { hash, name, groups, expires: used.saturating_add(seconds), used };
        self.store().add_browser(browser, used).await?;
        Ok(self.cookie(&key, seconds))
    }

    /// Signs out whoever has signed in in the browser that sends these headers.
    ///
    /// # Errors
    ///
    /// Fails if the store does.
    pub(crate) async fn sign_out(&self, headers: &HeaderMap) -> Result<(), StoreError> {
        for key in cookies(headers, &self.browser_cookie()) {
            self.store().remove_browser(key_hash(key)).await?;
        }
        Ok(())
    }

    /// The cookie that removes itself.
    pub(crate) fn no_browser(&self) -> String {
        self.cookie("", 0)
    }

    fn cookie(&self, key: &str, seconds: i64) -> String {
        set(&self.browser_cookie(), key, seconds)
    }

    /// The owner of what unknown readers keep in the browser that sends these headers. It has the hash of the key in
    /// its cookie; nobody learns the key from what is stored.
    pub(crate) fn visitor(&self, headers: &HeaderMap) -> Option<String> {
        let hash = key_hash(&self.visitor_key(headers)?);
        Some(hash.iter().fold(BROWSER.to_owned(), |owner, byte| format!("{owner}{byte:02x}")))
    }

    /// The cookie by which the browser that sends these headers is known for `lifetime`. Its key is a fresh one if the
    /// browser sends none; `None` if the system has no random numbers.
    pub(crate) fn visitor_cookie(&self, headers: &HeaderMap, lifetime: Duration) -> Option<String> {
        let fresh = || new_key().ok().map(|(key, _)| key);
        let key = self.visitor_key(headers).or_else(fresh)?;
        let seconds = i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX);
        Some(set(&self.visitor_cookie_name(), &key, seconds))
    }

    fn visitor_key(&self, headers: &HeaderMap) -> Option<String> {
        let name = self.visitor_cookie_name();
        let is_key = |key: &&str| key.starts_with(PREFIX) && key.len() == PREFIX.len() + 64;
        cookies(headers, &name).find(is_key).map(str::to_owned)
    }
}

fn set(name: &str, key: &str, seconds: i64) -> String {
    format!("{name}={key}; Path=/; Max-Age={seconds}; SameSite=Lax; HttpOnly")
}
