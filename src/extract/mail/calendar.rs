//! Invitations and calendars (iCalendar): events with their time, place and participants.

use crate::chunks::decode;
use crate::{ExtractError, ParsedDocument};
use footnote_documents::Block;

/// Reads a calendar.
///
/// # Errors
///
/// Fails if it is not text, or has no entries.
pub(crate) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let text = decode(bytes)?;
    ParsedDocument::of_text(String::new(), entries(&text, 1).into_iter())
}

/// A line of a calendar or a contact: its name, its parameters, and its value.
#[derive(Clone)]
pub(super) struct CalendarLine<'a> {
    pub(super) name: String,
    pub(super) parameters: &'a str,
    pub(super) value: &'a str,
}

/// Returns the text with its continued lines joined: a line that begins with a blank continues the line before.
pub(super) fn unfolded(text: &str) -> String {
    text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "")
}

/// Returns the entries of a calendar as blocks, each under its summary as a heading of this level.
pub(super) fn entries(text: &str, level: u8) -> Vec<Block> {
    let text = unfolded(text);
    let mut blocks = Vec::new();
    // The lines of the current entry, without those of nested components such as alarms.
    let mut entry: Vec<CalendarLine<'_>> = Vec::new();
    let mut inner: Vec<String> = Vec::new();
    for line in text.lines().filter_map(CalendarLine::of) {
        let is_entry = ["VEVENT", "VTODO", "VJOURNAL"].contains(&line.value);
        match line.name.as_str() {
            "BEGIN" if is_entry => (entry, inner) = (Vec::new(), Vec::new()),
            "BEGIN" => inner.push(line.value.to_owned()),
            "END" if is_entry => blocks.extend(entry_blocks(&std::mem::take(&mut entry), level)),
            "END" => drop(inner.pop()),
            _ if inner.iter().all(|of| of == "VCALENDAR") => entry.push(line),
            _ => {}
        }
    }
    blocks
}

impl<'a> CalendarLine<'a> {
    pub(super) fn of(line: &'a str) -> Option<Self> {
        let mut is_quoted = false;
        let end = line.find(|c| {
            is_quoted ^= c == '"';
            c == ':' && !is_quoted
        })?;
        let (head, value) = line.split_at(end);
        let (name, parameters) = head.split_once(';').unwrap_or((head, ""));
        Some(Self { name: name.to_ascii_uppercase(), parameters, value: value.get(1..)?.trim() })
    }

    /// Returns a parameter without its quotation marks.
    pub(super) fn parameter(&self, name: &str) -> Option<&'a str> {
        let parameters = self.parameters.split(';').filter_map(|one| one.split_once('='));
        let mut named = parameters.filter(|(of, _)| of.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.trim_matches('"'))
    }

    /// Returns the value as text.
    pub(super) fn text(&self) -> String {
        let mut is_escaped = false;
        let character = |c| {
            let was_escaped = is_escaped;
            is_escaped = c == '\\' && !was_escaped;
            match c {
                'n' | 'N' if was_escaped => Some('\n'),
                _ => (!is_escaped).then_some(c),
            }
        };
        self.value.chars().filter_map(character).collect()
    }

    /// Returns the name of a person, with the address.
    fn person(&self) -> String {
        let address = self.value.trim_start_matches("mailto:").trim_start_matches("MAILTO:");
        match self.parameter("CN") {
            Some(name) if name != address => format!("{name} ({address})"),
            _ => address.to_owned(),
        }
    }

    /// Returns the last moment of an event that ends at this one, which it excludes if it is a whole day.
    fn last_moment(&self) -> String {
        let moment = self.moment();
        let is_day = !self.value.contains('T');
        let number =
            |from, to| self.value.get(from..to).and_then(|digits| digits.parse::<u8>().ok());
        let date = || {
            let year = self.value.get(..4)?.parse().ok()?;
            let month = time::Month::try_from(number(4, 6)?).ok()?;
            time::Date::from_calendar_date(year, month, number(6, 8)?).ok()?.previous_day()
        };
        is_day.then(date).flatten().map_or(moment, |day| day.to_string())
    }

    /// Returns a day, or a day and a time with its zone: "20240611T080000Z" is "2024-06-11 08:00 UTC".
    fn moment(&self) -> String {
        let (day, time) = self.value.split_once('T').unwrap_or((self.value, ""));
        let part = |text: &'a str, from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let day = match day.len() {
            8 => format!("{}-{}-{}", part(day, 0, 4), part(day, 4, 6), part(day, 6, 8)),
            _ => day.to_owned(),
        };
        if time.len() < 4 {
            return day;
        }
        let zone = if time.ends_with('Z') { Some("UTC") } else { self.parameter("TZID") };
        let zone = zone.map(|zone| format!(" {zone}")).unwrap_or_default();
        format!("{day} {}:{}{zone}", part(time, 0, 2), part(time, 2, 4))
    }
}

/// Returns an entry as its summary, a line for each property, and its description.
fn entry_blocks(lines: &[CalendarLine<'_>], level: u8) -> Vec<Block> {
    let all = |name: &'static str| lines.iter().filter(move |line| line.name == name);
    let text = |name| all(name).map(CalendarLine::text).find(|text| !text.trim().is_empty());
    let moment = |name| all(name).map(CalendarLine::moment).next();
    let end = all("DTEND").map(CalendarLine::last_moment).next().or_else(|| moment("DUE"));
    let when = match (moment("DTSTART"), end) {
        // Some programs write the first day as the end as well.
        (Some(start), Some(end)) if start == end || (end.len() == 10 && end < start) => Some(start),
        (Some(start), Some(end)) => Some(format!("{start} to {end}")),
        (start, end) => start.or(end),
    };
    let people = |name| {
        let people: Vec<String> = all(name).map(CalendarLine::person).collect();
        (!people.is_empty()).then(|| people.join(", "))
    };
    let said = [
        ("When", when),
        ("Repeated", all("RRULE").map(|line| line.value.to_owned()).next()),
        ("Where", text("LOCATION")),
        ("Organizer", people("ORGANIZER")),
        ("Attendees", people("ATTENDEE")),
        ("Status", text("STATUS")),
    ];
    let said = said.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}", value?)));
    let said = said.collect::<Vec<_>>().join("\n");
    let summary = text("SUMMARY").map(|summary| Block::heading(level, summary));
    let blocks = summary.into_iter().chain((!said.is_empty()).then_some(Block::Lines(said)));
    blocks.chain(text("DESCRIPTION").map(Block::Lines)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_what_when_where_and_who() {
        let text = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:16011028T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n\
            BEGIN:VEVENT\r\nDTSTART;TZID=\"Europe/Oslo\":20240611T080000\r\nDTEND:20240611T093000Z\r\nSUMMARY:Inspection of\r\n  the weir\r\n\
            LOCATION:Pump house\\, two\r\nORGANIZER;CN=\"Ann: chief\":mailto:a@b.org\r\nATTENDEE:mailto:c@b.org\r\n\
            BEGIN:VALARM\r\nDESCRIPTION:Ring\r\nEND:VALARM\r\nDESCRIPTION:Bring waders.\\nAnd ropes.\r\nEND:VEVENT\r\nEND:VCALENDAR";
        let lines = "When: 2024-06-11 08:00 Europe/Oslo to 2024-06-11 09:30 UTC\nWhere: Pump house, two\n\
            Organizer: Ann: chief (a@b.org)\nAttendees: c@b.org";
        let expected = [
            Block::heading(2, "Inspection of the weir"),
            Block::Lines(lines.to_owned()),
            Block::Lines("Bring waders.\nAnd ropes.".to_owned()),
        ];
        assert_eq!(entries(text, 2), expected);
        assert_eq!(read(b"Just words.").err(), Some(ExtractError::Empty));
    }

    #[test]
    fn a_whole_day_is_over_before_its_end() {
        let when = |start: &str, end: &str| {
            let text = format!("BEGIN:VEVENT\nDTSTART;VALUE=DATE:{start}\n{end}\nEND:VEVENT");
            entries(&text, 1)
        };
        let says = |text: &str| vec![Block::Lines(format!("When: {text}"))];
        assert_eq!(when("20241224", "DTEND;VALUE=DATE:20241225"), says("2024-12-24"));
        assert_eq!(when("20241224", "DTEND;VALUE=DATE:20250101"), says("2024-12-24 to 2024-12-31"));
        assert_eq!(when("20240228", "DTEND;VALUE=DATE:20240301"), says("2024-02-28 to 2024-02-29"));
        assert_eq!(when("20241224", "DTEND;VALUE=DATE:20241224"), says("2024-12-24"));
        assert_eq!(when("20241224", "DUE;VALUE=DATE:20241225"), says("2024-12-24 to 2024-12-25"));
        assert_eq!(when("20241224", "DTEND;VALUE=DATE:20249999"), says("2024-12-24 to 2024-99-99"));
    }

    #[test]
    fn an_escaped_backslash_stays_one() {
        let line = CalendarLine::of(r"LOCATION:C:\\new\, \\\\srv\nb\;\N").unwrap();
        assert_eq!(line.text(), "C:\\new, \\\\srv\nb;\n");
    }
}
