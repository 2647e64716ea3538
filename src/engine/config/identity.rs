//! Headers in which a proxy names the reader.

use footnote_documents::acl::Reader;
use http::{HeaderMap, HeaderName};

use super::read::{listed, non_empty};
use super::settings::Settings;

/// Names of the headers that identify the reader. Without them, all readers are unidentified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReaderHeaders {
    /// Header with the user.
    pub user: Option<HeaderName>,
    /// Header with the user's groups.
    pub groups: Option<HeaderName>,
}

/// Returns the configured headers.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> ReaderHeaders {
    let mut header = |variable: &str, name: &Option<String>| {
        let name = non_empty(name.clone())?;
        let header = name.parse().ok();
        if header.is_none() {
            problems.push(format!("{variable}: {name:?} is not the name of a header"));
        }
        header
    };
    let headers = ReaderHeaders {
        user: header("FOOTNOTE_USER_HEADER", &settings.user_header),
        groups: header("FOOTNOTE_GROUPS_HEADER", &settings.groups_header),
    };
    if headers.names().next().is_some() && listed(settings.proxies.as_deref()).is_empty() {
        problems.push(NO_PROXIES.to_owned());
    }
    headers
}

/// The problem of headers that anybody could send.
const NO_PROXIES: &str = "FOOTNOTE_PROXIES: needed where FOOTNOTE_USER_HEADER or FOOTNOTE_GROUPS_HEADER is set, since \
    otherwise whoever reaches the server can send these headers and be anybody";

impl ReaderHeaders {
    /// Returns the reader who sent a request with these headers.
    pub fn reader(&self, headers: &HeaderMap) -> Reader {
        let (Ok(user), Ok(groups)) = (
            header_value(headers, self.user.as_ref()),
            header_value(headers, self.groups.as_ref()),
        ) else {
            return Reader::default();
        };
        Reader::new(user, groups.into_iter().flat_map(|groups| groups.split(',')))
    }

    /// The configured headers: user, then groups.
    pub fn names(&self) -> impl Iterator<Item = &HeaderName> {
        [&self.user, &self.groups].into_iter().flatten()
    }

    /// A warning if there are restricted documents but readers cannot be identified, so that nobody could ever read
    /// them.
    pub(crate) fn warning(&self, restricted: usize) -> Option<String> {
        let is_nobody_known = self.user.is_none() && self.groups.is_none();
        (restricted > 0 && is_nobody_known).then(|| {
            format!(
                "some documents ({restricted}) are for certain readers only, and nobody is known: \
                 set FOOTNOTE_SIGN_IN_ISSUER, FOOTNOTE_USER_HEADER or FOOTNOTE_GROUPS_HEADER"
            )
        })
    }
}

/// The value of a header; `None` if it is not configured or not sent.
///
/// # Errors
///
/// Fails if the header is repeated or is not text: one of the values may be forged.
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
        let settings = Settings {
            user_header: Some("X-User".to_owned()),
            groups_header: Some("X-Groups".to_owned()),
            proxies: Some("127.0.0.1".to_owned()),
            ..Settings::default()
        };
        let mut problems = Vec::new();
        let headers = config(&settings, &mut problems);
        assert!(problems.is_empty());
        headers
    }

    #[test]
    fn what_is_no_header_is_a_problem() {
        let settings = Settings { user_header: Some("X User".to_owned()), ..Settings::default() };
        let mut problems = Vec::new();
        config(&settings, &mut problems);
        assert!(problems[0].starts_with("FOOTNOTE_USER_HEADER: "));
    }

    #[test]
    fn headers_that_anybody_could_send_are_a_problem() {
        let settings = Settings { user_header: Some("X-User".to_owned()), ..Settings::default() };
        let mut problems = Vec::new();
        config(&settings, &mut problems);
        assert_eq!(problems, [NO_PROXIES]);
    }

    #[test]
    fn documents_that_nobody_can_read_are_told() {
        assert!(ReaderHeaders::default().warning(1).is_some());
        assert_eq!(headers().warning(1), None);
        assert_eq!(ReaderHeaders::default().warning(0), None);
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
    fn a_header_that_stands_twice_is_believed_in_nothing() {
        let twice = request(&[("x-user", "alice"), ("x-groups", "hr"), ("x-user", "bob")]);
        assert_eq!(headers().reader(&twice), Reader::default());
    }
}
