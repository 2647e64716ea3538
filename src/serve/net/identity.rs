//! The reader who asks, by the headers that a proxy sets.

use http::{HeaderMap, HeaderName};

use super::body::Refusal;
use crate::config::ReaderHeaders;
use crate::documents::acl::Reader;
use crate::protocol::ProtocolError;

/// The longest name of a user in bytes, as long as that of a file; directories of users have shorter ones.
const LONGEST_USER: usize = 255;

impl ReaderHeaders {
    /// The reader who sent a request with these headers.
    pub(crate) fn reader(&self, headers: &HeaderMap) -> Reader {
        let (Ok(user), Ok(groups)) = (
            header_value(headers, self.user.as_ref()),
            header_value(headers, self.groups.as_ref()),
        ) else {
            return Reader::default();
        };
        Reader::new(user, groups.into_iter().flat_map(|groups| groups.split(',')))
    }

    /// Refuses a request whose user has a name that is too long to be one.
    ///
    /// # Errors
    ///
    /// A refusal of a name over [`LONGEST_USER`].
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let user = self.user.as_ref().and_then(|name| headers.get(name));
        if user.is_some_and(|user| user.len() > LONGEST_USER) {
            let message = format!("the name of the user is longer than {LONGEST_USER} bytes");
            return Err(ProtocolError::refused(message).into());
        }
        Ok(())
    }
}

/// The value of a header; `None` if it is not configured or not sent.
///
/// # Errors
///
/// If it stands twice or is no text: one of them may be the proxy's, and the other a forgery.
fn header_value<'a>(
    headers: &'a HeaderMap,
    name: Option<&HeaderName>,
) -> Result<Option<&'a str>, ()> {
    let Some(name) = name else {
        return Ok(None);
    };
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        (Some(_), Some(_)) => Err(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers() -> ReaderHeaders {
        let name = HeaderName::from_static;
        ReaderHeaders { user: Some(name("x-user")), groups: Some(name("x-groups")) }
    }

    fn request(sent: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn the_named_headers_say_who_asks() {
        let sent = request(&[("x-user", "Alice"), ("x-groups", "hr, board")]);
        let expected = Reader::new(Some("alice"), ["hr", "board"]);
        assert_eq!(headers().reader(&sent), expected);
        assert_eq!(ReaderHeaders::default().reader(&sent), Reader::default());
    }

    #[test]
    fn a_name_that_is_too_long_is_refused() {
        let [longest, longer] = [LONGEST_USER, LONGEST_USER + 1].map(|length| {
            let mut headers = HeaderMap::new();
            headers.insert("x-user", "a".repeat(length).parse().unwrap());
            headers
        });
        assert!(headers().check(&longest).is_ok() && headers().check(&longer).is_err());
        assert!(ReaderHeaders::default().check(&longer).is_ok());
    }

    #[test]
    fn a_header_that_stands_twice_is_believed_in_nothing() {
        let twice = request(&[("x-user", "alice"), ("x-groups", "hr"), ("x-user", "bob")]);
        assert_eq!(headers().reader(&twice), Reader::default());
    }
}
