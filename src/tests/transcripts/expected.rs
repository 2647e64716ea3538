//! Parsing written transcripts.

use std::collections::BTreeMap;

use super::pattern::{self, Seen};

/// The default text of an answer.
const USUAL: &str = "Staff get 30 days of leave [leave.md].";

/// A front end's exchanges with a server.
pub(super) struct Transcript {
    pub(super) settings: BTreeMap<String, String>,
    pub(super) exchanges: Vec<Exchange>,
}

/// A request, and the expected response.
pub(super) struct Exchange {
    pub(super) method: String,
    pub(super) address: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
    pub(super) response: Response,
}

/// An expected response.
pub(super) struct Response {
    status: u16,
    kind: String,
    says: String,
    paragraphs: Vec<Paragraph>,
}

/// Lines that belong together, and how often they occur.
struct Paragraph {
    least: usize,
    most: usize,
    lines: Vec<String>,
}

impl Transcript {
    pub(super) fn read(text: &str) -> Self {
        let mut parts = text.split("\n>>> ");
        let head = parts.next().unwrap_or_default();
        let settings = head.lines().filter_map(|line| line.split_once(": "));
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self { settings: settings.collect(), exchanges: parts.map(Exchange::read).collect() }
    }
}

impl Exchange {
    fn read(text: &str) -> Self {
        let (request, response) = text.split_once("\n<<< ").unwrap();
        let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
        let mut head = head.lines();
        let (method, address) = head.next().unwrap().split_once(' ').unwrap();
        let headers = head.map(|line| line.split_once(": ").unwrap());
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            method: method.to_owned(),
            address: address.to_owned(),
            headers: headers.collect(),
            body: body.trim().to_owned(),
            response: Response::read(response),
        }
    }
}

impl Response {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut head = head.lines();
        let first = head.next().unwrap();
        let (status, kind) = first.split_once(' ').unwrap_or((first, ""));
        let says = head.find_map(|line| line.strip_prefix("says: "));
        let says = says.map(|json| serde_json::from_str(json).unwrap());
        let events = kind == "text/event-stream";
        let paragraphs = body.split("\n\n").filter(|it| !it.trim().is_empty());
        Self {
            status: status.trim().parse().unwrap(),
            kind: kind.to_owned(),
            says: says.unwrap_or_else(|| USUAL.to_owned()),
            paragraphs: paragraphs.map(|it| Paragraph::read(it, events)).collect(),
        }
    }

    /// Compares a response; returns the first difference.
    pub(super) fn meets(
        &self,
        status: u16,
        kind: &str,
        body: &str,
        seen: &mut Seen,
    ) -> Result<(), String> {
        if (status, kind) != (self.status, &self.kind) {
            return Err(format!("{status} {kind}, not {} {}", self.status, self.kind));
        }
        seen.begins();
        self.read_lines(&self.lines(body)?, seen)?;
        match seen.text() {
            Some(text) if text != self.says => Err(format!("it says {text:?}")),
            _ => Ok(()),
        }
    }

    /// Returns the lines of a body; the last line of a stream must end like the others.
    fn lines<'a>(&self, body: &'a str) -> Result<Vec<&'a str>, String> {
        let is_stream = |end| self.kind.ends_with(end);
        if !["json-lines", "jsonl", "ndjson", "event-stream"].into_iter().any(is_stream) {
            return Ok(body.lines().filter(|line| !line.is_empty()).collect());
        }
        let whole = body.strip_suffix('\n').ok_or("the last line has no end")?;
        Ok(whole.split('\n').collect())
    }

    fn read_lines(&self, mut lines: &[&str], seen: &mut Seen) -> Result<(), String> {
        for paragraph in &self.paragraphs {
            let mut times = 0;
            while times < paragraph.most {
                match paragraph.take(lines, seen) {
                    Ok(rest) => lines = rest,
                    Err(wrong) if times < paragraph.least => return Err(wrong),
                    Err(_) => break,
                }
                times += 1;
            }
        }
        match lines.first() {
            Some(line) => Err(format!("not expected: {line}")),
            None => Ok(()),
        }
    }
}

impl Paragraph {
    fn read(text: &str, events: bool) -> Self {
        let text = text.trim_matches('\n');
        let (least, most) = match text.get(..2) {
            Some("+ ") => (1, usize::MAX),
            Some("* ") => (0, usize::MAX),
            Some("? ") => (0, 1),
            _ => (1, 1),
        };
        let text = if (least, most) == (1, 1) { text } else { text.get(2..).unwrap_or_default() };
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            match lines.last_mut() {
                // An indented line continues the one before.
                Some(before) if line.starts_with(' ') => *before += line.trim_start(),
                _ => lines.push(line.to_owned()),
            }
        }
        if events {
            lines.push(String::new());
        }
        Self { least, most, lines }
    }

    /// Matches these lines; returns the remaining ones. If they do not match, `seen` is unchanged.
    fn take<'a, 'b>(&self, lines: &'a [&'b str], seen: &mut Seen) -> Result<&'a [&'b str], String> {
        let mut after = seen.clone();
        for (index, expected) in self.lines.iter().enumerate() {
            let line = lines.get(index).ok_or_else(|| format!("it ends before {expected}"))?;
            pattern::line(expected, line, &mut after)?;
        }
        *seen = after;
        Ok(lines.get(self.lines.len()..).unwrap_or_default())
    }
}
