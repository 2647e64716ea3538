//! Contacts (vCard): each person or organisation with everything that is said of them.

use std::borrow::Cow;

use mail_parser::decoders::quoted_printable::quoted_printable_decode;

use super::calendar::{CalendarLine, unfolded};
use crate::chunks::decode;
use crate::{ExtractError, ParsedDocument};
use footnote_documents::Block;

/// The properties that are read, with their names for readers.
const NAMED: [(&str, &str); 14] = [
    ("NICKNAME", "Nickname"),
    ("ORG", "Organisation"),
    ("TITLE", "Title"),
    ("ROLE", "Role"),
    ("TEL", "Telephone"),
    ("EMAIL", "E-mail"),
    ("ADR", "Address"),
    ("URL", "Web page"),
    ("IMPP", "Messages"),
    ("BDAY", "Birthday"),
    ("ANNIVERSARY", "Anniversary"),
    ("LANG", "Language"),
    ("CATEGORIES", "Categories"),
    ("NOTE", "Note"),
];

/// The encoding in which characters are numbers, of older programs.
const ENCODED: &str = "QUOTED-PRINTABLE";

/// Reads contacts.
///
/// # Errors
///
/// Fails if it is not text, or has no contacts.
pub(crate) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let text = unfolded(&joined(&decode(bytes)?));
    let mut blocks = Vec::new();
    let mut card: Vec<CalendarLine<'_>> = Vec::new();
    for line in text.lines().filter_map(CalendarLine::of) {
        match (line.name.as_str(), line.value) {
            ("BEGIN", _) => card.clear(),
            ("END", _) => blocks.extend(card_blocks(&std::mem::take(&mut card))),
            _ => card.push(line),
        }
    }
    ParsedDocument::of_text(String::new(), blocks.into_iter())
}

/// Returns the text with its encoded lines joined, which continue after "=" at their end.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut is_open = false;
    for line in text.lines() {
        let is_encoded = is_open || line.to_ascii_uppercase().contains(ENCODED);
        let open = line.strip_suffix('=').filter(|_| is_encoded);
        is_open = open.is_some();
        joined.push_str(open.unwrap_or(line));
        joined.extend((!is_open).then_some('\n'));
    }
    joined
}

/// Returns a contact as its name and a line for each property.
fn card_blocks(lines: &[CalendarLine<'_>]) -> Vec<Block> {
    let first = |name: &str| lines.iter().find(|line| line.name == name).map(value);
    let mut names = ["FN", "N", "ORG"].into_iter().filter_map(first);
    let name = names.find(|name| !name.is_empty()).map(|name| Block::heading(1, name));
    let said = lines.iter().filter_map(|line| {
        // Groups of properties have names of their own: "item1.TEL".
        let own = line.name.rsplit('.').next().unwrap_or(&line.name);
        let (_, label) = NAMED.iter().find(|(name, _)| *name == own)?;
        let (kind, value) = (line.parameter("TYPE"), value(line));
        let kind = kind.map(|kind| format!(" ({})", kind.to_lowercase())).unwrap_or_default();
        (!value.is_empty()).then(|| format!("{label}{kind}: {value}"))
    });
    let said = said.collect::<Vec<_>>().join("\n");
    name.into_iter().chain((!said.is_empty()).then_some(Block::Lines(said))).collect()
}

/// Returns a value as text, with commas between its parts.
fn value(line: &CalendarLine<'_>) -> String {
    let is_encoded = line.parameters.to_ascii_uppercase().contains(ENCODED);
    let decoded = is_encoded.then(|| quoted_printable_decode(line.value.as_bytes())).flatten();
    let decoded =
        decoded.and_then(|bytes| decode(&bytes).ok()).map_or(line.value.into(), Cow::Owned);
    let parts = decoded.split(';').map(|part| CalendarLine { value: part, ..line.clone() }.text());
    let parts = parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_says_everything_under_its_name() {
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ulv;Sigrid;;;\r\nFN:Sigrid Ulv\r\nORG:Tide office;Gauges\r\n\
            item1.TEL;TYPE=WORK:+47 555 0199\r\nADR:;;Mole 3;Sandholm;;4475;\r\nPHOTO;ENCODING=b:AAAA\r\n\
            NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Keeps the k=C3=B8y; and=\r\n the log\r\nEND:VCARD";
        let lines = "Organisation: Tide office, Gauges\nTelephone (work): +47 555 0199\n\
            Address: Mole 3, Sandholm, 4475\nNote: Keeps the køy, and the log";
        let read = read(text.as_bytes()).unwrap().whole();
        let expected = [Block::heading(1, "Sigrid Ulv"), Block::Lines(lines.to_owned())];
        assert_eq!(read.pages[0].blocks, expected);
        assert_eq!(super::read(b"Just words.").err(), Some(ExtractError::Empty));
    }
}
