//! Checks of streamed answers.

use serde_json::Value;

use super::answers::{returned, without_error};
use super::citations;
use super::exchanges::Exchanges;
use super::form::{Form, Framing};
use super::outcome::{Outcome, holds};
use super::stream::Values;

/// Checks that a stream is answered with 200.
pub(super) fn status(_: &Form, exchanges: &Exchanges) -> Outcome {
    holds(exchanges.stream.is_answer(), exchanges.stream.outcome())
}

/// Checks that the content type is one of the form's.
pub(super) fn content_type(form: &Form, exchanges: &Exchanges) -> Outcome {
    let looked_at = exchanges.stream.is_answer() && !form.types.is_empty();
    let kind = exchanges.stream.content_type.as_str();
    looked_at.then_some(())?;
    holds(form.types.iter().any(|known| known == kind), kind)
}

/// Checks that each value is one JSON object. Anything else makes clients throw, or ignore everything after it.
pub(super) fn framing(_: &Form, exchanges: &Exchanges) -> Outcome {
    exchanges.stream.is_answer().then_some(())?;
    Some(match &exchanges.values {
        Ok(read) => Ok(format!("{} of them", read.all.len())),
        Err(line) => Err(line.clone()),
    })
}

/// Returns the stream, if it could be read and is not empty.
fn read(exchanges: &Exchanges) -> Option<&Values> {
    exchanges.values.as_ref().ok().filter(|read| !read.all.is_empty())
}

/// Checks that the last line ends with a newline; the protocol's own library drops it otherwise.
pub(super) fn ends_with_newline(_: &Form, exchanges: &Exchanges) -> Outcome {
    let read = read(exchanges)?;
    holds(read.ended, if read.ended { "a newline" } else { "no newline" })
}

/// Checks that a stream has its opening and closing events, and the end mark after the last.
pub(super) fn boundaries(form: &Form, exchanges: &Exchanges) -> Outcome {
    let Framing::Events { named, done } = form.framing else {
        return None;
    };
    let read = read(exchanges)?;
    if done {
        return holds(read.done, if read.done { "[DONE]" } else { "no [DONE]" });
    }
    if form.bare_events && (read.done || read.carriage_returns) {
        return Some(Err(if read.done { "[DONE]" } else { "lines end in \\r\\n" }.to_owned()));
    }
    let kind = |at: usize| {
        let value = read.all.get(at)?.get("type").and_then(Value::as_str);
        value.or(read.names.get(at)?.as_deref())
    };
    let (first, last) = (kind(0), kind(read.all.len() - 1));
    let misnamed = read.all.iter().zip(&read.names).find(|(value, name)| {
        let kind = value.get("type").and_then(Value::as_str);
        named && kind != name.as_deref()
    });
    if let Some((value, name)) = misnamed {
        let name = name.as_deref().unwrap_or("no name");
        return Some(Err(format!("{name} for {value}")));
    }
    let summary = format!("{} … {}", first.unwrap_or("?"), last.unwrap_or("?"));
    holds(
        form.ends.as_ref().is_none_or(|(opens, closes)| {
            (first, last) == (Some(opens.as_str()), Some(closes.as_str()))
        }),
        summary,
    )
}

/// Returns the values that belong to the form; there may be others between them.
fn values_of_form<'a>(form: &'a Form, exchanges: &'a Exchanges) -> impl Iterator<Item = &'a Value> {
    let values = exchanges.values().iter();
    values.filter(move |value| form.marks(value))
}

/// Checks the first chunk: front ends build their message from it, and take citations from its context.
pub(super) fn first(form: &Form, exchanges: &Exchanges) -> Outcome {
    let places = [&form.line.role, &form.line.context];
    read(exchanges)?;
    if !form.first_matters || places.iter().all(|place| place.is_empty()) {
        return None;
    }
    let has = |value: &Value, place: &str| value.pointer(place).is_some_and(|v| !v.is_null());
    // The specification leaves the context to servers. If there is one, it comes first.
    let without = || !values_of_form(form, exchanges).any(|value| has(value, &form.line.context));
    if form.context_optional && without() {
        return None;
    }
    let Some(first) = values_of_form(form, exchanges).next() else {
        return Some(Err("no chunk".to_owned()));
    };
    let good = places.iter().all(|place| place.is_empty() || has(first, place));
    holds(good, first.to_string())
}

/// Returns the pieces of text.
fn pieces<'a>(form: &'a Form, exchanges: &'a Exchanges) -> impl Iterator<Item = &'a str> {
    let place = &form.line.text;
    let values = exchanges.values().iter();
    values.filter_map(move |value| value.pointer(place)?.as_str())
}

/// Checks that there is text; without it, front ends restore the question.
pub(super) fn text(form: &Form, exchanges: &Exchanges) -> Outcome {
    read(exchanges)?;
    let text: String = pieces(form, exchanges).collect();
    holds(!text.trim().is_empty(), text)
}

/// Returns the data points of a chunk.
fn points<'a>(form: &Form, value: &'a Value) -> Option<&'a Value> {
    let context = (!form.line.context.is_empty()).then_some(&form.line.context)?;
    value.pointer(context)?.get("data_points")
}

/// Checks that no chunk with data points has text, because front ends do not show it.
pub(super) fn text_apart_from_context(form: &Form, exchanges: &Exchanges) -> Outcome {
    (!form.line.context.is_empty()).then_some(())?;
    let has_points = |value: &Value| points(form, value).is_some();
    read(exchanges)?.all.iter().any(has_points).then_some(())?;
    let mixed = exchanges.values().iter().find(|value| {
        let text = value.pointer(&form.line.text).and_then(Value::as_str);
        text.is_some_and(|text| !text.is_empty()) && points(form, value).is_some()
    });
    Some(match mixed {
        Some(chunk) => Err(chunk.to_string()),
        None => Ok("never".to_owned()),
    })
}

/// Checks that each chunk has a choice: clients of `choices` read the first one without checking that it exists.
pub(super) fn choices(form: &Form, exchanges: &Exchanges) -> Outcome {
    form.needs_choice.then_some(())?;
    let read = read(exchanges)?;
    let without = |value: &&Value| value.pointer("/choices/0").is_none();
    let bare = read.all.iter().filter(|value| value.get("error").is_none());
    Some(match bare.into_iter().find(without) {
        Some(chunk) => Err(chunk.to_string()),
        None => Ok("all of them".to_owned()),
    })
}

/// Checks that chunks with a digit contain no other word, because the web component drops such chunks.
pub(super) fn small_pieces_only(form: &Form, exchanges: &Exchanges) -> Outcome {
    form.small_pieces.then_some(())?;
    read(exchanges)?;
    let large = pieces(form, exchanges).find(|piece| piece.trim().contains(char::is_whitespace));
    Some(match large {
        Some(piece) => Err(piece.to_owned()),
        None => Ok(format!("{} pieces", pieces(form, exchanges).count())),
    })
}

/// Checks that a chunk gives the finish reason.
pub(super) fn finish(form: &Form, exchanges: &Exchanges) -> Outcome {
    (!form.line.finish.is_empty()).then_some(())?;
    let read = read(exchanges)?;
    let mut reasons = read.all.iter().rev();
    let reason = reasons.find_map(|value| value.pointer(&form.line.finish)?.as_str());
    holds(reason.is_some(), reason.unwrap_or("nothing"))
}

/// Checks that later contexts keep the session state, because clients use the last one.
pub(super) fn session(form: &Form, exchanges: &Exchanges) -> Outcome {
    (!form.line.session.is_empty()).then_some(())?;
    let read = read(exchanges)?;
    let mut states = read.all.iter().filter_map(|value| value.pointer(&form.line.session));
    returned(form, exchanges, states.next_back())
}

/// Checks that there is no `error` key, whose mere presence clients treat as a failure, even with null.
pub(super) fn no_error(form: &Form, exchanges: &Exchanges) -> Outcome {
    let read = read(exchanges).filter(|_| !form.error_is_a_field)?;
    Some(without_error(&read.all))
}

/// Checks that each citation in the text is one of the data points.
pub(super) fn citations(form: &Form, exchanges: &Exchanges) -> Outcome {
    let read = read(exchanges)?;
    let points: Vec<_> = read.all.iter().filter_map(|value| points(form, value)).collect();
    (!points.is_empty()).then_some(())?;
    let text: String = pieces(form, exchanges).collect();
    citations::grounded(&text, &points)
}
