//! E-mail: a message with its attachments (EML), and a mailbox whose messages are its pages (MBOX).

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders as _, PartType};

use super::ExtractError;
use super::format::{Format, Mark, Open, Reader, View};
use super::html;
use super::plain::paragraphs;
use crate::rag::corpus::{Block, Document, Page};

/// Single messages.
pub(super) const EML: Format = Format {
    name: "eml",
    endings: &["eml"],
    mark: Mark::Name,
    reader: Reader::Enclosing(message),
    media_type: "message/rfc822",
    view: View::None,
};

/// Mailboxes.
pub(super) const MBOX: Format = Format {
    name: "mbox",
    endings: &["mbox"],
    mark: Mark::Name,
    reader: Reader::Enclosing(mailbox),
    media_type: "application/mbox",
    view: View::None,
};

/// The deepest nesting of attached messages.
const DEEPEST: usize = 8;

/// Reads a message; its title is its subject.
fn message(bytes: &[u8], open: Open) -> Result<Document, ExtractError> {
    let message = MessageParser::default().parse(bytes);
    let message = message
        .filter(is_message)
        .ok_or(ExtractError::Mislabelled)?;
    let mut walk = Walk::new(open);
    walk.take(&message, 1);
    Ok(Document {
        title: message.subject().unwrap_or_default().trim().to_owned(),
        hidden: walk.hidden,
        pages: vec![Page {
            number: None,
            blocks: walk.blocks,
        }],
    })
}

/// Reads a mailbox.
fn mailbox(bytes: &[u8], open: Open) -> Result<Document, ExtractError> {
    let mut document = Document::default();
    for (number, message) in (1..).zip(MessageIterator::new(bytes).flatten()) {
        let mut walk = Walk::new(open);
        if let Some(message) = MessageParser::default().parse(message.contents()) {
            walk.take(&message, 1);
        }
        document.hidden += walk.hidden;
        if !walk.blocks.is_empty() {
            document.pages.push(Page {
                number: Some(number),
                blocks: walk.blocks,
            });
        }
    }
    let is_mailbox = !document.pages.is_empty();
    is_mailbox
        .then_some(document)
        .ok_or(ExtractError::Mislabelled)
}

/// Any text can be taken for a message without head.
fn is_message(message: &Message<'_>) -> bool {
    message.from().is_some() || message.subject().is_some() || message.date().is_some()
}

/// A message while it is read.
struct Walk {
    open: Open,
    blocks: Vec<Block>,
    hidden: usize,
}

impl Walk {
    fn new(open: Open) -> Self {
        Self {
            open,
            blocks: Vec::new(),
            hidden: 0,
        }
    }

    /// Takes in a message at a `depth` of nesting: its subject, its head, its text and its attachments.
    fn take(&mut self, message: &Message<'_>, depth: usize) {
        let subject = message.subject().unwrap_or_default().trim();
        if !subject.is_empty() {
            self.head(subject, depth);
        }
        let head = head(message);
        self.blocks
            .extend((!head.is_empty()).then_some(Block::Paragraph(head)));
        for part in message.text_bodies() {
            match &part.body {
                PartType::Text(text) => self.blocks.extend(paragraphs(&text.replace("\r\n", "\n"))),
                PartType::Html(page) => self.enclose(html::part(page), depth),
                _ => {}
            }
        }
        for part in message.attachments() {
            self.attached(part, depth);
        }
    }

    /// Takes in an attachment under a heading that names it; one that cannot be read is named alone.
    fn attached(&mut self, part: &MessagePart<'_>, depth: usize) {
        if let PartType::Message(message) = &part.body {
            if depth < DEEPEST {
                self.take(message, depth + 1);
            }
        } else if let Some(name) = part.attachment_name() {
            self.head(&format!("Attachment: {}", name.trim()), depth);
            let inner = (self.open)(name, part.contents());
            self.enclose(inner.unwrap_or_default(), depth + 1);
        }
    }

    /// Takes in a document, with its headings below those of the message.
    fn enclose(&mut self, document: Document, depth: usize) {
        self.hidden += document.hidden;
        for block in document.pages.into_iter().flat_map(|page| page.blocks) {
            match block {
                Block::Heading { level, text } => self.head(&text, usize::from(level) + depth),
                block => self.blocks.push(block),
            }
        }
    }

    fn head(&mut self, text: &str, depth: usize) {
        self.blocks.push(Block::Heading {
            level: u8::try_from(depth).unwrap_or(u8::MAX).min(6),
            text: text.to_owned(),
        });
    }
}

/// The sender, the recipients and the date of a message.
fn head(message: &Message<'_>) -> String {
    let people = [
        ("From", message.from()),
        ("To", message.to()),
        ("Cc", message.cc()),
    ];
    let people = people.into_iter().filter_map(|(name, people)| {
        let people = named(people?);
        (!people.is_empty()).then(|| format!("{name}: {people}"))
    });
    let date = message.date().map(|date| {
        let (year, month, day) = (date.year, date.month, date.day);
        let (hour, minute) = (date.hour, date.minute);
        format!("Date: {year}-{month:02}-{day:02} {hour:02}:{minute:02}")
    });
    people.chain(date).collect::<Vec<_>>().join("\n")
}

fn named(people: &Address<'_>) -> String {
    let each = people
        .iter()
        .filter_map(|person| match (person.name(), person.address()) {
            (Some(name), Some(address)) => Some(format!("{name} ({address})")),
            (name, address) => name.or(address).map(str::to_owned),
        });
    each.collect::<Vec<_>>().join(", ")
}
