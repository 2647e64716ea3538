//! Origins whose pages may send requests, besides this server's own.

use http::HeaderValue;
use http::uri::{Authority, Uri};

/// Origins whose pages may send requests; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origins {
    /// Only this server's own origin.
    #[default]
    Own,
    /// These origins too, as browsers write them: scheme, host and optional port.
    Listed(Vec<HeaderValue>),
    /// Any origin, without credentials.
    Any,
}

impl Origins {
    /// Parses a list of origins; `*` means any.
    ///
    /// # Errors
    ///
    /// Returns the first of `names` that is not an origin.
    pub fn new(names: &[&str]) -> Result<Self, String> {
        if names.contains(&"*") {
            return Ok(Self::Any);
        }
        let origins = names
            .iter()
            .map(|&name| origin(name).ok_or_else(|| name.to_owned()))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(if origins.is_empty() { Self::Own } else { Self::Listed(origins) })
    }
}

/// Normalises `name` to the form that browsers send: lower case, without path and default port.
fn origin(name: &str) -> Option<HeaderValue> {
    let uri: Uri = name.parse().ok()?;
    let scheme = uri.scheme_str()?;
    let authority: &Authority = uri.authority()?;
    let bare = uri.path() == "/" && uri.query().is_none() && !authority.as_str().contains('@');
    if !bare || !matches!(scheme, "http" | "https") {
        return None;
    }
    let host = authority.host().to_ascii_lowercase();
    let port = authority.port_u16();
    let default_folder = if scheme == "https" { 443 } else { 80 };
    let port = port.filter(|port| *port != default_folder);
    let port = port.map_or(String::new(), |port| format!(":{port}"));
    HeaderValue::from_str(&format!("{scheme}://{host}{port}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        for (non_empty, written) in [
            ("http://localhost:5173", "http://localhost:5173"),
            ("https://Docs.Example/", "https://docs.example"),
            ("https://docs.example:443", "https://docs.example"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(origin(non_empty).unwrap(), written);
        }
    }

    #[test]
    fn what_is_no_origin_is_told() {
        for wrong in [
            "docs.example",
            "ftp://docs.example",
            "https://docs.example/chat",
            "https://me@docs.example",
            "null",
            "https://",
        ] {
            assert_eq!(Origins::new(&[wrong]), Err(wrong.to_owned()));
        }
    }

    #[test]
    fn a_star_means_any_and_nothing_means_none() {
        assert_eq!(Origins::new(&["https://a.example", "*"]), Ok(Origins::Any));
        assert_eq!(Origins::new(&[]), Ok(Origins::Own));
    }
}
