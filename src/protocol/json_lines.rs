//! One JSON value per line: encoding, and decoding wherever the bytes are cut.

use serde_json::Value;

/// The most bytes of one line: an answer's context with its passages and its prompt fits several times.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// The line of a value, with its newline; JSON itself never holds a bare one.
pub fn encode(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}

/// The error of a line without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It goes on beyond the decoder's limit; the next line may be good again.
    #[error("a line is longer than {0} bytes")]
    TooLong(usize),
    /// It is not JSON, or not UTF-8.
    #[error("a line is not JSON")]
    NotJson,
}

/// Gathers bytes until lines are whole, and reads a value from each.
///
/// Lines end with `\n` or `\r\n`; blank ones are skipped. Since only whole lines are read, it does not
/// matter where the bytes are cut, be it inside a character.
#[derive(Clone, Debug)]
pub struct Decoder {
    pending: Vec<u8>,
    limit: usize,
    // Set inside a line that was too long, until it ends.
    skipping: bool,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::with_limit(MAX_LINE_BYTES)
    }
}

impl Decoder {
    /// A decoder that refuses lines of more than `limit` bytes, the newline not counted.
    pub fn with_limit(limit: usize) -> Self {
        Self { pending: Vec::new(), limit, skipping: false }
    }

    /// Takes in the next bytes and returns what their whole lines hold, in order.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Result<Value, LineError>> {
        bytes
            .split_inclusive(|byte| *byte == b'\n')
            .filter_map(|part| match part.strip_suffix(b"\n") {
                Some(end) => self.end_line(end),
                None => self.push(part).err().map(Err),
            })
            .collect()
    }

    /// Reads the last line, if it came without its newline.
    pub fn finish(&mut self) -> Option<Result<Value, LineError>> {
        self.end_line(b"")
    }

    fn end_line(&mut self, end: &[u8]) -> Option<Result<Value, LineError>> {
        let pushed = self.push(end);
        self.skipping = false;
        let line = std::mem::take(&mut self.pending);
        match pushed {
            Err(error) => Some(Err(error)),
            Ok(()) if line.trim_ascii().is_empty() => None,
            Ok(()) => Some(serde_json::from_slice(&line).map_err(|_| LineError::NotJson)),
        }
    }

    /// Adds a part of a line; fails once for each line that grows too long.
    fn push(&mut self, part: &[u8]) -> Result<(), LineError> {
        if self.skipping {
            return Ok(());
        }
        if self.pending.len() + part.len() > self.limit {
            self.skipping = true;
            self.pending = Vec::new();
            return Err(LineError::TooLong(self.limit));
        }
        self.pending.extend_from_slice(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Feeds the bytes in pieces of the given lengths, over and over.
    fn decode(mut decoder: Decoder, bytes: &[u8], cuts: &[usize]) -> Vec<Result<Value, LineError>> {
        let mut values = Vec::new();
        let mut rest = bytes;
        for length in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (part, after) = rest.split_at((*length).min(rest.len()));
            values.extend(decoder.feed(part));
            rest = after;
        }
        values.extend(decoder.finish());
        values
    }

    fn whole(limit: usize, bytes: &[u8]) -> Vec<Result<Value, LineError>> {
        decode(Decoder::with_limit(limit), bytes, &[usize::MAX])
    }

    #[test]
    fn a_last_line_needs_no_newline() {
        assert_eq!(whole(100, b"{\"a\":1}\n2"), [Ok(json!({"a": 1})), Ok(json!(2))]);
    }

    #[test]
    fn blank_lines_are_skipped() {
        assert_eq!(whole(100, b"\n\r\n1\r\n  \n2\n\n"), [Ok(json!(1)), Ok(json!(2))]);
    }

    #[test]
    fn what_is_not_json_costs_its_own_line_only() {
        let values = whole(100, b"1\n<html>\n\"\xff\"\n2\n");
        let bad = Err(LineError::NotJson);
        assert_eq!(values, [Ok(json!(1)), bad.clone(), bad, Ok(json!(2))]);
    }

    #[test]
    fn a_line_that_is_too_long_costs_its_own_line_only() {
        let values = whole(4, b"1234\n12345\n12345678\n1\n12345");
        let bad = Err(LineError::TooLong(4));
        assert_eq!(values, [Ok(json!(1234)), bad.clone(), bad.clone(), Ok(json!(1)), bad]);
    }

    proptest! {
        #[test]
        fn any_cutting_gives_the_values_that_were_encoded(
            texts in vec(".{0,12}", 0..8),
            crlf in any::<bool>(),
            cuts in vec(1_usize..6, 1..8),
        ) {
            let values: Vec<Value> = texts.iter().map(|text| json!({"né": text})).collect();
            let mut bytes: Vec<u8> = values.iter().flat_map(encode).collect();
            if crlf {
                bytes = String::from_utf8(bytes).unwrap().replace('\n', "\r\n").into_bytes();
            }
            let decoded = decode(Decoder::default(), &bytes, &cuts);
            prop_assert_eq!(decoded, values.into_iter().map(Ok).collect::<Vec<_>>());
        }

        #[test]
        fn any_cutting_of_any_bytes_gives_the_same(
            bytes in vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b'1'), Just(0xc3), any::<u8>()], 0..60),
            cuts in vec(1_usize..6, 1..8),
        ) {
            let decoded = decode(Decoder::with_limit(5), &bytes, &cuts);
            prop_assert_eq!(decoded, whole(5, &bytes));
        }
    }
}
