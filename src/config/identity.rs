//! Who asks, by the headers that a proxy sets.

use http::{HeaderMap, HeaderName};

use super::arguments::Settings;
use super::config::given;
use crate::rag::corpus::readers::Reader;

/// The names of the headers that say who asks; nobody is known without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReaderHeaders {
    user: Option<HeaderName>,
    groups: Option<HeaderName>,
}

/// The headers as the settings name them.
pub(super) fn config(settings: &Settings, problems: &mut Vec<String>) -> ReaderHeaders {
    let mut header = |variable: &str, name: &Option<String>| {
        let name = given(name.clone())?;
        let header = name.parse().ok();
        if header.is_none() {
            problems.push(format!("{variable}: {name:?} is not the name of a header"));
        }
        header
    };
    ReaderHeaders {
        user: header("FOOTNOTE_USER_HEADER", &settings.user_header),
        groups: header("FOOTNOTE_GROUPS_HEADER", &settings.groups_header),
    }
}

impl ReaderHeaders {
    /// These headers: for the user, and for the groups.
    pub fn new(user: Option<HeaderName>, groups: Option<HeaderName>) -> Self {
        Self { user, groups }
    }

    /// Who sent a request with these headers.
    pub(super) fn reader(&self, headers: &HeaderMap) -> Reader {
        let (Ok(user), Ok(groups)) = (
            said(headers, self.user.as_ref()),
            said(headers, self.groups.as_ref()),
        ) else {
            return Reader::default();
        };
        Reader::new(
            user,
            groups.into_iter().flat_map(|groups| groups.split(',')),
        )
    }

    /// What whoever runs the server should know where so many documents are not public: nobody can
    /// ever read them.
    pub(super) fn warning(&self, restricted: usize) -> Option<String> {
        let is_nobody_known = self.user.is_none() && self.groups.is_none();
        (restricted > 0 && is_nobody_known).then(|| {
            format!(
                "{restricted} documents are for certain readers only, and nobody is known: \
                 set FOOTNOTE_USER_HEADER or FOOTNOTE_GROUPS_HEADER"
            )
        })
    }
}

/// What a header says; nothing if it has no name.
///
/// # Errors
///
/// Where it stands twice or is no text: one of them may be the proxy's, and the other a forgery.
fn said<'a>(headers: &'a HeaderMap, name: Option<&HeaderName>) -> Result<Option<&'a str>, ()> {
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
            ..Settings::default()
        };
        let mut problems = Vec::new();
        let headers = config(&settings, &mut problems);
        assert!(problems.is_empty());
        headers
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

    #[test]
    fn what_is_no_header_is_a_problem() {
        let settings = Settings {
            user_header: Some("X User".to_owned()),
            ..Settings::default()
        };
        let mut problems = Vec::new();
        config(&settings, &mut problems);
        assert!(problems[0].starts_with("FOOTNOTE_USER_HEADER: "));
    }

    #[test]
    fn documents_that_nobody_can_read_are_told() {
        assert!(ReaderHeaders::default().warning(1).is_some());
        assert_eq!(headers().warning(1), None);
        assert_eq!(ReaderHeaders::default().warning(0), None);
    }
}
