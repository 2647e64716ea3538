//! The tool that reads a document.

use serde_json::{Value, json};

use super::arguments;
use super::caller::Caller;
use super::result::{Given, Link};
use crate::protocol::ProtocolError;
use crate::rag::corpus::Passage;
use crate::text::source;

/// The most bytes of text that are given at once: some twenty thousand tokens.
const LONGEST: usize = 80 * 1024;

/// Reads a document or a page of it.
///
/// # Errors
///
/// A sentence about what is wrong.
pub(super) async fn call(caller: &Caller<'_>, arguments: &Value) -> Result<Given, String> {
    let name = arguments::text(arguments, "source")?.trim();
    let name = name.strip_prefix('[').unwrap_or(name);
    let name = name.strip_suffix(']').unwrap_or(name);
    let (path, page) = source::split(name);
    let place = caller.state.capacity.admit(caller.extensions);
    let _place = place.map_err(|refusal| refusal.message().to_owned())?;
    let passages = caller
        .rag
        .retriever
        .document(path, &caller.rag.reader)
        .await;
    let mut passages = passages.map_err(|error| ProtocolError::from(error).message)?;
    passages.retain(|passage| page.is_none() || passage.page == page);
    let Some(first) = passages.first() else {
        return Err(format!(
            "There is no {name:?}: `search` gives names that can be opened."
        ));
    };
    let link = Link::new(caller, name);
    let title = Some(&first.title).filter(|title| !title.is_empty());
    let (text, truncated) = text(&passages);
    let structured = json!({
        "source": link.source,
        "title": title.unwrap_or(&link.title),
        "url": link.url,
        "text": text,
        "truncated": truncated,
    });
    Ok(Given {
        text,
        structured,
        links: vec![link],
    })
}

/// The passages one after another, under their headings, and whether the text is longer than that.
fn text(passages: &[Passage]) -> (String, bool) {
    let mut text = String::new();
    let mut before: &[String] = &[];
    for passage in passages {
        let mut part = headings(before, &passage.headings);
        part.push_str(&passage.text);
        part.push_str("\n\n");
        if text.len() + part.len() > LONGEST {
            return (text, true);
        }
        text.push_str(&part);
        before = &passage.headings;
    }
    text.truncate(text.trim_end().len());
    (text, false)
}

/// The headings that begin between two passages, in Markdown.
fn headings(before: &[String], now: &[String]) -> String {
    let same = before.iter().zip(now).take_while(|(a, b)| a == b).count();
    let new = now.iter().enumerate().skip(same);
    new.fold(String::new(), |text, (level, heading)| {
        format!("{text}{} {heading}\n\n", "#".repeat(level + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(headings: &[&str], text: &str) -> Passage {
        Passage {
            headings: headings
                .iter()
                .map(|heading| (*heading).to_owned())
                .collect(),
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    #[test]
    fn a_heading_stands_once_above_its_passages() {
        let passages = [
            passage(&["A"], "one"),
            passage(&["A", "B"], "two"),
            passage(&["A", "B"], "three"),
            passage(&["C"], "four"),
        ];
        let (text, truncated) = text(&passages);
        assert_eq!(text, "# A\n\none\n\n## B\n\ntwo\n\nthree\n\n# C\n\nfour");
        assert!(!truncated);
    }

    #[test]
    fn a_long_document_says_that_it_goes_on() {
        let passages = vec![passage(&[], &"a".repeat(1000)); 100];
        let (text, truncated) = text(&passages);
        assert!(truncated && text.len() <= LONGEST);
    }
}
