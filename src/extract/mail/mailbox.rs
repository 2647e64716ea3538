//! Splitting a mailbox (MBOX) into messages, by the rule of the format.

use std::borrow::Cow;

/// The beginning of a line that separates messages.
const FROM: &[u8] = b"From ";

/// Returns the messages of a mailbox, without separator lines, and with the escapes of lines that look like separators
/// removed.
pub(super) fn messages(bytes: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let mut messages = Vec::new();
    let (mut at, mut begun, mut is_behind_blank) = (0, None, true);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if is_behind_blank && begins(line) {
            messages.extend(begun.map(|from| bytes.get(from..at).unwrap_or_default()));
            begun = Some(at + line.len());
        }
        at += line.len();
        is_behind_blank = line.trim_ascii().is_empty();
    }
    messages.extend(begun.map(|from| bytes.get(from..).unwrap_or_default()));
    messages.into_iter().map(unquoted).collect()
}

/// Returns true if a line begins a message: it has an address, and a date with a time.
fn begins(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(FROM) else {
        return false;
    };
    let rest = String::from_utf8_lossy(rest);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_time = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        matches!(parts.len(), 2 | 3) && parts.iter().all(|part| part.len() <= 2 && is_digits(part))
    };
    let is_year = |word: &str| word.len() == 4 && is_digits(word);
    let words = || rest.split_whitespace().skip(1);
    words().any(is_time) && words().any(is_year)
}

/// Returns a message without the escapes of lines that look like separators.
fn unquoted(message: &[u8]) -> Cow<'_, [u8]> {
    let is_marked = |line: &&[u8]| {
        let marks = line.iter().take_while(|byte| **byte == b'>').count();
        marks > 0 && line.get(marks..).is_some_and(|rest| rest.starts_with(FROM))
    };
    let lines = || message.split_inclusive(|byte| *byte == b'\n');
    if !lines().any(|line| is_marked(&line)) {
        return Cow::Borrowed(message);
    }
    let bare = |line: &&[u8]| usize::from(is_marked(line));
    Cow::Owned(
        lines().flat_map(|line| line.get(bare(&line)..).unwrap_or_default()).copied().collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_begins_behind_an_empty_line_with_an_address_and_a_date() {
        let mailbox = b"From a@b Mon Jan  1 00:00:00 2024\nSubject: One\n\nFrom here on 10:30 is the time.\n\n\
            From here on it is 2024.\nFrom a@b Mon Jan  1 00:00:00 2024\n>From a@b too.\n\nFrom - Tue Mar 05 14:30:00 +0100 2024\nSubject: Two\n";
        let messages = messages(mailbox);
        assert_eq!(messages.len(), 2);
        assert!(messages[0].ends_with(b"2024\nFrom a@b too.\n\n"));
        assert_eq!(messages[1].as_ref(), b"Subject: Two\n");
    }
}
