//! Files embedded in the body of a request, as data URLs.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use percent_encoding::percent_decode_str;

use crate::ProtocolError;

/// A file embedded in the body of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentFile {
    /// Name of the file; empty if the client gives none.
    pub name: String,
    /// Content type, as the client states it.
    pub content_type: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
    /// Path of the file in the request.
    pub place: String,
    /// True if it came with an earlier question, and is sent again with the conversation.
    pub is_earlier: bool,
}

impl SentFile {
    /// Decodes the data URL at `place` of a request.
    ///
    /// # Errors
    ///
    /// Rejects other URLs, from which nothing is ever fetched, and invalid data.
    pub(super) fn of_address(place: &str, name: &str, url: &str) -> Result<Self, ProtocolError> {
        let Some((head, data)) = url.strip_prefix("data:").and_then(|rest| rest.split_once(','))
        else {
            let why = "must be an address that begins with data: since nothing is fetched here";
            return Err(ProtocolError::refused(format!("{place} {why}")));
        };
        let content_type = head.split(';').next().unwrap_or_default();
        if head.ends_with(";base64") {
            return Self::of_base64(place, name, content_type, data);
        }
        let bytes = percent_decode_str(data).collect();
        Ok(Self::new(place, name, content_type, bytes))
    }

    /// Decodes the base64 at `place` of a request.
    ///
    /// # Errors
    ///
    /// Rejects invalid base64.
    pub(super) fn of_base64(
        place: &str,
        name: &str,
        content_type: &str,
        data: &str,
    ) -> Result<Self, ProtocolError> {
        let bytes = BASE64_STANDARD.decode(data.trim());
        let bytes = bytes
            .map_err(|_| ProtocolError::refused(format!("{place} holds no data in base64")))?;
        Ok(Self::new(place, name, content_type, bytes))
    }

    fn new(place: &str, name: &str, content_type: &str, bytes: Vec<u8>) -> Self {
        let [place, name, content_type] = [place, name, content_type].map(str::to_owned);
        Self { name, content_type, bytes, place, is_earlier: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_address_holds_a_file_with_its_type() {
        let read = |url| SentFile::of_address("url", "a.txt", url).unwrap();
        let file = read("data:text/plain;charset=utf-8;base64,VGVhLg==");
        assert_eq!(
            (file.content_type.as_str(), file.bytes.as_slice()),
            ("text/plain", &b"Tea."[..])
        );
        assert_eq!(read("data:,Tea%20at%20four").bytes, b"Tea at four");
    }

    #[test]
    fn nothing_is_fetched_and_no_half_data_is_read() {
        for (url, expected) in [
            ("https://example.com/a.png", "must be an address"),
            ("data:text/plain", "must be an address"),
            ("data:text/plain;base64,V", "holds no data in base64"),
        ] {
            let refusal = SentFile::of_address("messages[0].url", "", url).unwrap_err();
            assert_eq!(refusal.status(), 400);
            assert!(
                refusal.message.starts_with(&format!("messages[0].url {expected}")),
                "{refusal}"
            );
        }
    }
}
