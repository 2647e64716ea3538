//! The text of a message: the most complete of its forms, in the encoding that it states.

use std::borrow::Cow;
use std::collections::HashSet;

use encoding_rs::Encoding as Charset;
use footnote_text::words::words;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders as _, PartType};

use super::lines;
use crate::chunks::{decode, utf_16};
use crate::html;
use crate::plain::separated;
use crate::rtf;
use footnote_documents::visible::texts;
use footnote_documents::{Block, Document, Page};

/// Returns a message as bytes in UTF-8 or with an encoding for each part; some programs save it in UTF-16.
pub(super) fn utf_8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let marked = Charset::for_bom(bytes).map(|(charset, _)| charset);
    match marked.or_else(|| utf_16(bytes)) {
        Some(charset) => Cow::Owned(charset.decode(bytes).0.into_owned().into_bytes()),
        None => Cow::Borrowed(bytes),
    }
}

/// Returns the parts of a message's text: as plain text, or as a web page if that contains more.
pub(super) fn of(message: &Message<'_>) -> Vec<Document> {
    let mut plain: Vec<Document> =
        message.text_bodies().filter_map(|part| read(message, part)).collect();
    if !message.html_bodies().any(|part| matches!(part.body, PartType::Html(_)) || is_rich(part)) {
        return plain;
    }
    let mut rich: Vec<Document> =
        message.html_bodies().filter_map(|part| read(message, part)).collect();
    let (in_plain, in_rich) = (spoken(&mut plain), spoken(&mut rich));
    let is_richer = in_rich.difference(&in_plain).count() > in_plain.difference(&in_rich).count();
    if is_richer { rich } else { plain }
}

/// Returns the words of a text in lower case, except those of addresses, which web pages hide behind links.
fn spoken(documents: &mut [Document]) -> HashSet<String> {
    let blocks =
        documents.iter_mut().flat_map(|one| &mut one.pages).flat_map(|page| &mut page.blocks);
    let mut spoken = HashSet::new();
    for text in blocks.flat_map(texts) {
        let parts = text.split_whitespace().filter(|part| !part.contains("://"));
        spoken.extend(parts.flat_map(words).map(str::to_lowercase));
    }
    spoken
}

fn read(message: &Message<'_>, part: &MessagePart<'_>) -> Option<Document> {
    let bytes = undeclared(message, part);
    match &part.body {
        PartType::Text(text) => {
            let decoded = bytes.and_then(|bytes| decode(&bytes).ok());
            let text = lines::intended_lines(part, decoded.as_deref().unwrap_or(text));
            let blocks = separated(&text).into_iter().map(Block::Lines).collect();
            Some(Document { pages: vec![Page::whole(blocks)], ..Document::default() })
        }
        PartType::Html(page) => {
            let decoded = bytes.and_then(|bytes| html::decode_page(&bytes).ok());
            Some(html::part(decoded.as_deref().unwrap_or(page)))
        }
        PartType::Binary(bytes) if is_rich(part) => rtf::extract(bytes).ok(),
        _ => None,
    }
}

/// Returns true for rich text.
fn is_rich(part: &MessagePart<'_>) -> bool {
    part.is_content_type("application", "rtf")
}

/// Returns the bytes of a part that states no encoding and is not in the usual one.
fn undeclared(message: &Message<'_>, part: &MessagePart<'_>) -> Option<Vec<u8>> {
    let is_declared = part.content_type().is_some_and(|kind| kind.has_attribute("charset"));
    if is_declared || !part.text_contents()?.contains('\u{fffd}') {
        return None;
    }
    let place = |at: u32| usize::try_from(at).ok();
    let bytes = message.raw_message.get(place(part.offset_body)?..place(part.offset_end)?)?;
    match part.encoding {
        Encoding::None => Some(bytes.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(bytes),
        Encoding::Base64 => base64_decode(bytes),
    }
}
