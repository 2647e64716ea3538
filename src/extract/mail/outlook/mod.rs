//! Outlook messages (MSG), converted to ordinary e-mail messages.

mod compressed;
mod store;
mod tnef;

use std::borrow::Cow;

use mail_parser::{
    Addr, Address, Attribute, ContentType, DateTime, Header, HeaderName, HeaderValue, Message,
    MessageParser, MessagePart, PartType,
};
use store::{Object, Store};

pub(crate) use tnef::MAGIC as TNEF;

use super::MAX_NESTING;
use crate::html;
use footnote_documents::parts::MAX_PARTS;

/// Seconds between the beginning of 1601, Outlook's epoch, and that of 1970.
const BEFORE_1970: i64 = 11_644_473_600;

/// The flag of a picture shown in the text of a message.
const SHOWN: u64 = 4;

/// Returns the message that Outlook packed for other programs; `None` if it is damaged.
pub(super) fn unpacked(bytes: &[u8]) -> Option<Message<'static>> {
    read(&tnef::container(bytes)?)
}

/// Returns the message in an Outlook container; `None` if it is damaged.
pub(super) fn read(bytes: &[u8]) -> Option<Message<'static>> {
    let mut store = Store::open(bytes)?;
    Some(message(&mut store, "", 1))
}

/// Returns the message in a storage, with the messages attached to it.
fn message(store: &mut Store<'_>, place: &str, depth: usize) -> Message<'static> {
    let object = Object::read(store, place);
    let mut message = Message {
        parts: vec![MessagePart { headers: head(store, &object), ..MessagePart::default() }],
        ..Message::default()
    };
    let plain = object.text(store, 0x1000).map(|text| part("text/plain", PartType::Text(text)));
    let rich = page(store, &object);
    let shown = rich.as_ref().map(|part| String::from_utf8_lossy(part.contents()).into_owned());
    message.text_body.extend(add(&mut message.parts, plain));
    message.html_body.extend(add(&mut message.parts, rich));
    let attached = store.within(place, "__attach_version1.0_#");
    for place in attached.iter().take(MAX_PARTS + 1) {
        let attached = attachment(store, place, shown.as_deref().unwrap_or_default(), depth);
        message.attachments.extend(add(&mut message.parts, Some(attached)));
    }
    message
}

/// Adds a part; returns its number.
fn add(parts: &mut Vec<MessagePart<'static>>, part: Option<MessagePart<'static>>) -> Option<u32> {
    let number = u32::try_from(parts.len()).ok()?;
    parts.push(part?);
    Some(number)
}

/// Returns the text of a message as a web page, or otherwise as rich text.
fn page(store: &mut Store<'_>, object: &Object) -> Option<MessagePart<'static>> {
    let text = |text| part("text/html", PartType::Html(text));
    if let Some(bytes) = object.bytes(store, 0x1013).filter(|bytes| !bytes.is_empty()) {
        // Web pages may have another encoding than the message.
        let page = match object.code_page(0x3fde) {
            Some(charset) => charset.decode(&bytes).0.into_owned(),
            None => html::decode_page(&bytes).ok()?,
        };
        return Some(text(page.into()));
    }
    if let Some(page) = object.text(store, 0x1013) {
        return Some(text(page));
    }
    let rtf = compressed::unpacked(&object.bytes(store, 0x1009)?)?;
    Some(part("application/rtf", PartType::Binary(rtf.into())))
}

/// Returns an attachment of a message: another message, or a file with its name. For objects of other programs, only
/// the name is kept.
fn attachment(
    store: &mut Store<'_>,
    place: &str,
    text: &str,
    depth: usize,
) -> MessagePart<'static> {
    let object = Object::read(store, place);
    let inner = format!("{place}/__substg1.0_3701000D");
    if store.is_message(&inner) && depth < MAX_NESTING {
        return part("message/rfc822", PartType::Message(message(store, &inner, depth + 1)));
    }
    let name = [0x3707, 0x3704, 0x3001].into_iter().find_map(|tag| object.text(store, tag));
    let name = name.map(|name| Cow::Owned(name.trim().to_owned()));
    let bytes = object.bytes(store, 0x3701).unwrap_or_default();
    let kind = object.text(store, 0x370e).unwrap_or_default();
    let mut part = part(&kind, PartType::Binary(bytes.into()));
    let id = object.text(store, 0x3712);
    let is_shown = object.is_set(0x7ffe, 1)
        || object.is_set(0x3714, SHOWN)
        || id.is_some_and(|id| text.contains(&format!("cid:{}", id.trim())));
    let attributes = name.map(|value| vec![Attribute { name: "filename".into(), value }]);
    let disposition = if is_shown { "inline" } else { "attachment" };
    let disposition = ContentType { c_type: disposition.into(), c_subtype: None, attributes };
    part.headers
        .push(header(HeaderName::ContentDisposition, HeaderValue::ContentType(disposition)));
    part
}

/// Returns a part with this content type.
fn part(kind: &str, body: PartType<'static>) -> MessagePart<'static> {
    let (of, subtype) = kind.split_once('/').unwrap_or((kind, ""));
    // The text is already decoded.
    let charset = Attribute { name: "charset".into(), value: "utf-8".into() };
    let kind = ContentType {
        c_type: of.to_owned().into(),
        c_subtype: (!subtype.is_empty()).then(|| subtype.to_owned().into()),
        attributes: Some(vec![charset]),
    };
    let headers = vec![header(HeaderName::ContentType, HeaderValue::ContentType(kind))];
    MessagePart { headers, body, ..MessagePart::default() }
}

fn header(name: HeaderName<'static>, value: HeaderValue<'static>) -> Header<'static> {
    Header { name, value, offset_field: 0, offset_start: 0, offset_end: 0 }
}

/// Returns the subject, the people and the date of a message.
fn head(store: &mut Store<'_>, object: &Object) -> Vec<Header<'static>> {
    let mut head = Vec::new();
    if let Some(subject) = object.text(store, 0x0037) {
        head.push(header(HeaderName::Subject, HeaderValue::Text(subject)));
    }
    // The person on whose behalf it was sent, or otherwise the sender.
    let sender = person(store, object, [0x0042, 0x5d02, 0x0065])
        .or_else(|| person(store, object, [0x0c1a, 0x5d01, 0x0c1f]));
    let mut people = [sender.into_iter().collect(), Vec::new(), Vec::new()];
    for place in store.within(&object.place, "__recip_version1.0_#") {
        let recipient = Object::read(store, &place);
        let list = match recipient.number(0x0c15) {
            Some(1) => people.get_mut(1),
            Some(2) => people.get_mut(2),
            _ => None,
        };
        if let Some(list) = list {
            list.extend(person(store, &recipient, [0x3001, 0x39fe, 0x3003]));
        }
    }
    for (name, people) in [HeaderName::From, HeaderName::To, HeaderName::Cc].into_iter().zip(people)
    {
        if !people.is_empty() {
            head.push(header(name, HeaderValue::Address(Address::List(people))));
        }
    }
    let date = date(store, object).map(HeaderValue::DateTime);
    head.extend(date.map(|date| header(HeaderName::Date, date)));
    head
}

/// A person, from the properties of the name, the internet address, and the address of any type.
fn person(store: &mut Store<'_>, object: &Object, tags: [u16; 3]) -> Option<Addr<'static>> {
    let [name, address, any] = tags.map(|tag| {
        let text = object.text(store, tag)?;
        let text = text.trim().trim_matches('\'');
        (!text.is_empty()).then(|| Cow::Owned(text.to_owned()))
    });
    let address = address.or(any).filter(|address: &Cow<'_, str>| address.contains('@'));
    let name = name.filter(|name| Some(name) != address.as_ref());
    (name.is_some() || address.is_some()).then_some(Addr { name, address })
}

/// Returns the date that a message states, or otherwise that of its dispatch or arrival, which are stored without a
/// time zone.
fn date(store: &mut Store<'_>, object: &Object) -> Option<DateTime> {
    let head = object.text(store, 0x007d).unwrap_or_default();
    let stated = MessageParser::default().parse_headers(head.as_bytes());
    let stated = stated.and_then(|head| head.date().copied());
    let kept = || [0x0039, 0x0e06].into_iter().find_map(|tag| object.fixed(tag));
    stated.or_else(|| {
        let seconds = i64::try_from(kept()? / 10_000_000).ok()?;
        Some(DateTime::from_timestamp(seconds.checked_sub(BEFORE_1970)?))
    })
}
