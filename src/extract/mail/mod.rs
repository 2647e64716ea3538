//! E-mail: a message with its attachments (EML, MSG, TNEF), and a mailbox whose messages are its pages (MBOX).

mod bodies;
pub(super) mod calendar;
pub(super) mod contacts;
mod lines;
mod mailbox;
mod outlook;

use bodies::utf_8;
use mail_parser::{
    Address, ContentType, Message, MessageParser, MessagePart, MimeHeaders as _, PartType,
};

pub(super) use outlook::TNEF;

use super::ExtractError;
use super::parsed::ParsedDocument;
use footnote_documents::parts::Attachment;
use footnote_documents::{Block, Document, Page};

/// Maximum nesting of attached messages.
const MAX_NESTING: usize = 8;

/// Maximum number of attachments listed at the head of a message.
const MAX_NAMED: usize = 100;

/// Reads a message; its title is its subject.
pub(super) fn message(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let bytes = utf_8(bytes);
    let message = MessageParser::default().parse(bytes.as_ref());
    parsed(&message.filter(is_message).ok_or(ExtractError::Mislabelled)?)
}

/// Reads a message as saved by Outlook.
pub(super) fn outlook(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    parsed(&outlook::read(bytes).ok_or(ExtractError::Damaged)?)
}

/// Reads a message as packed by Outlook for other programs.
pub(super) fn tnef(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    parsed(&outlook::unpacked(bytes).ok_or(ExtractError::Damaged)?)
}

/// Reads a web page saved with everything that it shows (MHTML).
pub(super) fn web_archive(bytes: &[u8]) -> Result<Document, ExtractError> {
    let message = MessageParser::default().parse(bytes).ok_or(ExtractError::Damaged)?;
    let mut document = Document { pages: vec![Page::whole(page(bytes))], ..Document::default() };
    let title = message.subject().map(|title| title.trim().to_owned());
    let title = title.filter(|title| !title.is_empty()).or_else(|| document.first_heading());
    document.title = title.unwrap_or_default();
    document.unless_empty(ExtractError::NoWords)
}

fn parsed(message: &Message<'_>) -> Result<ParsedDocument<'static>, ExtractError> {
    let mut walk = MailWalk::new(None);
    walk.take(message, 1);
    let document = Document {
        title: message.subject().unwrap_or_default().trim().to_owned(),
        hidden: walk.hidden,
        pages: vec![walk.page],
        ..Document::default()
    };
    let document = document.unless_empty(ExtractError::NoWords)?;
    Ok(ParsedDocument { parts: walk.parts, ..ParsedDocument::of(document) })
}

/// Reads a mailbox.
pub(super) fn mailbox(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let (mut document, mut parts) = (Document::default(), Vec::new());
    for (number, message) in (1..).zip(mailbox::messages(bytes)) {
        let mut walk = MailWalk::new(Some(number));
        if let Some(message) = MessageParser::default().parse(message.as_ref()) {
            walk.take(&message, 1);
        }
        document.hidden += walk.hidden;
        if !walk.page.blocks.is_empty() {
            document.pages.push(walk.page);
        }
        parts.extend(walk.parts);
    }
    if document.pages.is_empty() {
        return Err(ExtractError::Mislabelled);
    }
    Ok(ParsedDocument { parts, ..ParsedDocument::of(document) })
}

/// Returns the blocks of a web page saved as a mail (MHTML).
pub(super) fn page(bytes: &[u8]) -> Vec<Block> {
    let mut walk = MailWalk::new(None);
    if let Some(message) = MessageParser::default().parse(bytes) {
        walk.bodies(&message, 1);
    }
    walk.page.blocks
}

/// Returns true if this is a message. A parser accepts any text as a message without headers.
fn is_message(message: &Message<'_>) -> bool {
    message.from().is_some() || message.subject().is_some() || message.date().is_some()
}

/// A message while it is read.
struct MailWalk {
    page: Page,
    parts: Vec<Attachment>,
    hidden: usize,
}

impl MailWalk {
    fn new(number: Option<u32>) -> Self {
        let blocks = Vec::new();
        Self { page: Page { number, blocks }, parts: Vec::new(), hidden: 0 }
    }

    /// Adds a message at a `depth` of nesting: its subject, its head, its text and its attachments. Attached messages
    /// are part of its text.
    fn take(&mut self, message: &Message<'_>, depth: usize) {
        let subject = message.subject().unwrap_or_default().trim();
        if !subject.is_empty() {
            self.head(subject, depth);
        }
        let head = head(message);
        let blocks = &mut self.page.blocks;
        blocks.extend((!head.is_empty()).then_some(Block::Lines(head)));
        self.bodies(message, depth);
        for part in message.attachments().filter(|part| !is_shown(part)) {
            self.attached(part, depth);
        }
    }

    /// Adds the text of a message, and its invitations.
    fn bodies(&mut self, message: &Message<'_>, depth: usize) {
        for body in bodies::of(message) {
            self.enclose(body, depth);
        }
        let level = u8::try_from(depth + 1).unwrap_or(u8::MAX).min(6);
        for part in message.parts.iter().filter(|part| is_invitation(part)) {
            let text = part.text_contents().unwrap_or_default();
            self.page.blocks.extend(calendar::entries(text, level));
        }
    }

    /// Adds an attachment.
    fn attached(&mut self, part: &MessagePart<'_>, depth: usize) {
        let name = part.attachment_name().unwrap_or_default();
        let media_type = media_type(part);
        match &part.body {
            PartType::Message(message) => self.within(message, depth),
            _ if let Some(message) = of_file(name, part.contents()) => self.within(&message, depth),
            _ if name.is_empty() && media_type.is_empty() => {}
            _ if is_invitation(part) => {}
            _ => self.parts.push(Attachment {
                name: name.to_owned(),
                media_type,
                page: self.page.number,
                bytes: part.contents().to_vec(),
                ..Attachment::default()
            }),
        }
    }

    /// Adds a message attached to another.
    fn within(&mut self, message: &Message<'_>, depth: usize) {
        if depth < MAX_NESTING {
            self.take(message, depth + 1);
        }
    }

    /// Adds a document, with its headings below those of the message.
    fn enclose(&mut self, document: Document, depth: usize) {
        self.hidden += document.hidden;
        for block in document.pages.into_iter().flat_map(|page| page.blocks) {
            match block {
                Block::Heading { level, text } => self.head(&text, usize::from(level) + depth),
                block => self.page.blocks.push(block),
            }
        }
    }

    fn head(&mut self, text: &str, depth: usize) {
        let level = u8::try_from(depth).unwrap_or(u8::MAX).min(6);
        self.page.blocks.push(Block::heading(level, text));
    }
}

/// Returns true for images within the text of a message.
fn is_shown(part: &MessagePart<'_>) -> bool {
    let disposition = part.content_disposition();
    let is_apart = disposition.is_some_and(ContentType::is_attachment);
    !is_apart && media_type(part).starts_with("image/")
}

/// Returns true for a calendar that is part of a message rather than a file.
fn is_invitation(part: &MessagePart<'_>) -> bool {
    part.attachment_name().is_none() && media_type(part) == "text/calendar"
}

/// Returns the content type of a part; empty if it has none.
fn media_type(part: &MessagePart<'_>) -> String {
    let kind = part.content_type();
    let kind = kind.and_then(|kind| Some(format!("{}/{}", kind.ctype(), kind.subtype()?)));
    kind.unwrap_or_default().to_ascii_lowercase()
}

/// Returns the message in a file with this name, or packed by Outlook; `None` if it is not a message.
fn of_file<'a>(name: &str, bytes: &'a [u8]) -> Option<Message<'a>> {
    if bytes.starts_with(TNEF) {
        return outlook::unpacked(bytes);
    }
    let (_, ending) = name.rsplit_once('.')?;
    let message = match ending.to_ascii_lowercase().as_str() {
        "eml" => MessageParser::default().parse(bytes),
        "msg" => outlook::read(bytes),
        _ => None,
    };
    message.filter(is_message)
}

/// Returns the sender, the recipients, the date and the attachments of a message.
fn head(message: &Message<'_>) -> String {
    let people = [("From", message.from()), ("To", message.to()), ("Cc", message.cc())];
    let people = people.into_iter().filter_map(|(name, people)| {
        let people = named(people?);
        (!people.is_empty()).then(|| format!("{name}: {people}"))
    });
    let date = message.date().map(|date| {
        let (year, month, day) = (date.year, date.month, date.day);
        let (hour, minute) = (date.hour, date.minute);
        format!("Date: {year}-{month:02}-{day:02} {hour:02}:{minute:02}")
    });
    let lines = people.chain(date).chain(attachments(message));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the names of a message's attachments, or the first of them if there are many.
fn attachments(message: &Message<'_>) -> Option<String> {
    let parts = message.attachments().filter(|part| !is_shown(part));
    let names = parts.filter_map(|part| part.attachment_name().map(str::trim));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    let more = names.len().saturating_sub(MAX_NAMED);
    names.truncate(MAX_NAMED);
    names.extend((more > 0).then(|| format!("and {more} more")));
    (!names.is_empty()).then(|| format!("Attachments: {}", names.join(", ")))
}

fn named(people: &Address<'_>) -> String {
    let each = people.iter().filter_map(|person| match (person.name(), person.address()) {
        (Some(name), Some(address)) => Some(format!("{name} ({address})")),
        (name, address) => name.or(address).map(str::to_owned),
    });
    each.collect::<Vec<_>>().join(", ")
}
