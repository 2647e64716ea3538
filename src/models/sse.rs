//! Parses server-sent events, however their bytes are split into chunks.

/// Maximum length of a line, and of the data of an event, in bytes. A server that sends more is not sending an answer.
const MAX_BYTES: usize = 1024 * 1024;

/// Byte-order mark that a stream may start with; it is not part of the first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line or an event was longer than a megabyte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of the stream is too long")]
pub struct TooLong;

/// Decodes events as in the WHATWG standard; keeps only `data`.
#[derive(Debug, Default)]
pub struct Decoder {
    begun: bool,
    line: Vec<u8>,
    data: Vec<u8>,
    has_data: bool,
    after_return: bool,
}

impl Decoder {
    /// Feeds bytes and returns the data of the completed events.
    ///
    /// # Errors
    ///
    /// Fails if a line or an event is too long; the stream cannot be read any further.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Vec<String>, TooLong> {
        let mut events = Vec::new();
        for byte in bytes {
            // The newline of a CRLF whose carriage return has already ended the line.
            let second_half = std::mem::take(&mut self.after_return) && *byte == b'\n';
            match byte {
                b'\n' if second_half => {}
                b'\n' | b'\r' => {
                    self.after_return = *byte == b'\r';
                    events.extend(self.end_line());
                }
                _ if self.line.len() + self.data.len() >= MAX_BYTES => return Err(TooLong),
                _ => self.line.push(*byte),
            }
        }
        Ok(events)
    }

    /// Returns the data of a last event without its blank line.
    pub fn finish(&mut self) -> Option<String> {
        let last = self.end_line();
        last.or_else(|| self.dispatch())
    }

    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        let is_first = !std::mem::replace(&mut self.begun, true);
        let line = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first).unwrap_or(&line);
        if line.is_empty() {
            return self.dispatch();
        }
        if let Some(value) = data(line) {
            if self.has_data {
                self.data.push(b'\n');
            }
            self.has_data = true;
            self.data.extend_from_slice(value);
        }
        None
    }

    fn dispatch(&mut self) -> Option<String> {
        let data = std::mem::take(&mut self.data);
        std::mem::take(&mut self.has_data).then(|| String::from_utf8_lossy(&data).into_owned())
    }
}

/// The value of a `data` line, without one optional space after the colon.
fn data(line: &[u8]) -> Option<&[u8]> {
    let value = line.strip_prefix(b"data")?;
    match value.split_first() {
        None => Some(value),
        Some((b':', value)) => Some(value.strip_prefix(b" ").unwrap_or(value)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn events(parts: &[&[u8]]) -> Vec<String> {
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        for part in parts {
            events.extend(decoder.feed(part).unwrap());
        }
        events.extend(decoder.finish());
        events
    }

    const ALL: &str =
        ": comment\r\nevent: x\ndata: {\"ä\":1}\r\n\r\ndata:a\rdata: b\r\rid: 1\n\ndata:last";

    #[test]
    fn all_line_endings_and_fields_are_understood() {
        assert_eq!(events(&[ALL.as_bytes()]), ["{\"ä\":1}", "a\nb", "last"]);
    }

    #[test]
    fn a_byte_order_mark_is_left_out_before_the_first_line_only() {
        let all = "\u{feff}data: a\n\n\u{feff}data: b\n\ndata: \u{feff}c\n\n";
        for cut in 0..=4 {
            let (before, after) = all.as_bytes().split_at(cut);
            assert_eq!(events(&[before, after]), ["a", "\u{feff}c"], "{cut}");
        }
    }

    #[test]
    fn a_field_that_begins_like_data_is_another_field() {
        assert!(events(&[b"database: x\n\n"]).is_empty());
        assert_eq!(events(&[b"data\n\n"]), [""]);
    }

    #[test]
    fn an_endless_line_is_cut_off() {
        let mut decoder = Decoder::default();
        assert_eq!(decoder.feed(&vec![b'x'; MAX_BYTES + 1]), Err(TooLong));
    }

    #[test]
    fn an_endless_event_of_short_lines_is_cut_off() {
        let mut decoder = Decoder::default();
        let fed = decoder.feed("data: short\n".repeat(MAX_BYTES / 5).as_bytes());
        assert_eq!(fed, Err(TooLong));
    }

    #[test]
    fn an_endless_event_of_empty_lines_is_cut_off() {
        let mut decoder = Decoder::default();
        let fed = decoder.feed("data\n".repeat(MAX_BYTES + 1).as_bytes());
        assert_eq!(fed, Err(TooLong));
    }

    proptest! {
        #[test]
        fn bytes_can_be_cut_anywhere(cuts in prop::collection::vec(0..ALL.len(), 0..6)) {
            let mut cuts = cuts;
            cuts.sort_unstable();
            let mut parts = Vec::new();
            let mut from = 0;
            for cut in cuts {
                parts.push(&ALL.as_bytes()[from..cut]);
                from = cut;
            }
            parts.push(&ALL.as_bytes()[from..]);
            prop_assert_eq!(events(&parts), events(&[ALL.as_bytes()]));
        }

        #[test]
        fn any_bytes_can_be_fed(bytes: Vec<u8>) {
            let _ = events(&[&bytes]);
        }
    }
}
