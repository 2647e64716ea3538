//! The tool that reads a document.

use std::fmt::Write as _;

use footnote_documents::extract::is_sheet;
use footnote_documents::statements::Kind;
use footnote_documents::{Passage, Record};
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;
use footnote_retrieval::store::Start;
use footnote_retrieval::{Hit, RetrieveError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{number, text};
use super::room::fitting;
use super::{Arguments, ToolContext, ToolError, ToolOutput, names};
use crate::Rag;

/// The part of the tokens that an outline may take, as a divisor.
const OUTLINE_DIVISOR: u32 = 3;

/// Number of passages that are read at once to be shown.
const SHOWN_AT_ONCE: usize = 100;

/// Number of passages that are read at once to be looked through.
const LOOKED_THROUGH_AT_ONCE: usize = 500;

/// Maximum number of sections in an outline.
const MAX_SECTIONS: usize = 1_000;

/// A document, or a part of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    /// Its name.
    document: String,
    /// Only this page.
    #[serde(default, deserialize_with = "number")]
    page: Option<u32>,
    /// Only the section with this heading.
    #[serde(default, deserialize_with = "text")]
    section: Option<String>,
    /// Go on from here, as an earlier result says.
    #[serde(default, deserialize_with = "number")]
    from: Option<u32>,
}

impl Arguments for Read {
    const NAME: &'static str = "read";
    const DESCRIPTION: &'static str =
        "Read a document, or a page or section of it. Of a long one: its outline and beginning.";

    async fn call(self, context: &ToolContext<'_>) -> Result<ToolOutput, ToolError> {
        let named = names::resolve(context.rag, &self.document).await?;
        let document = Document { rag: context.rag, record: &named.record };
        let (path, page) = (named.record.path.clone(), self.page.or(named.page));
        let heading = match &self.section {
            Some(section) => Some(document.heading(section, context.tokens).await?),
            None => None,
        };
        let part = Part { page, heading, from: self.from };
        let chosen = document.part(&part, context.tokens).await?;
        if chosen.is_empty() {
            return Err(document.nothing().await?);
        }
        let chosen: Vec<&Passage> = chosen.iter().collect();
        let is_long = fitting(&chosen, context.tokens) < chosen.len();
        let mut text = String::new();
        if part.is_whole() && is_long {
            text = document.outline(context.tokens / OUTLINE_DIVISOR).await?;
        }
        let all = named.record.passages();
        let longest = going_on(chosen.last(), chosen.last(), all);
        let room = context.tokens.saturating_sub(estimate(&text) + estimate(&longest));
        let fitting = if is_long { fitting(&chosen, room) } else { chosen.len() };
        let (shown, rest) = chosen.split_at(fitting);
        text.push_str(&going_on(shown.last(), rest.first(), all));
        let pages = shown.iter().filter_map(|passage| passage.page);
        let pages = pages.clone().min().zip(pages.max());
        let hit = |passage: &&Passage| Hit { passage: (*passage).clone(), ..Hit::default() };
        let passages = shown.iter().map(hit).collect();
        let step = ToolStep::Read { document: path, pages };
        Ok(ToolOutput { step, text, passages, evidence: Vec::new(), documents: Vec::new() })
    }
}

/// The part of a document that was asked for.
struct Part {
    page: Option<u32>,
    heading: Option<String>,
    from: Option<u32>,
}

impl Part {
    fn is_whole(&self) -> bool {
        self.page.is_none() && self.heading.is_none() && self.from.unwrap_or_default() == 0
    }

    fn has(&self, passage: &Passage) -> bool {
        (self.page.is_none() || passage.page == self.page)
            && self.from.is_none_or(|from| passage.ordinal >= from)
            && self.heading.as_ref().is_none_or(|heading| passage.headings.contains(heading))
    }

    /// Returns true if it has no passage from this one on.
    fn ends_before(&self, passage: &Passage) -> bool {
        self.page.is_some_and(|wanted| passage.page.is_some_and(|page| page > wanted))
    }
}

/// A document that is read some passages at a time.
struct Document<'a> {
    rag: &'a Rag,
    record: &'a Record,
}

impl Document<'_> {
    /// Returns the next passages.
    async fn from(&self, start: Start, most: usize) -> Result<Vec<Passage>, RetrieveError> {
        let (retriever, reader) = (&self.rag.retriever, &self.rag.reader);
        retriever.passages_from(&self.record.path, start, most, reader).await
    }

    /// Returns the passages of a part: all, or more than fit into `room` tokens.
    async fn part(&self, part: &Part, room: u32) -> Result<Vec<Passage>, RetrieveError> {
        // Sections may be scattered over the whole document.
        let (most, _turn) = match part.heading {
            Some(_) => (LOOKED_THROUGH_AT_ONCE, Some(self.rag.workers.turn().await)),
            None => (SHOWN_AT_ONCE, None),
        };
        let mut chosen: Vec<Passage> = Vec::new();
        let mut start = match part.page {
            Some(page) => Start::Page(page),
            None => Start::Passage(part.from.unwrap_or_default()),
        };
        loop {
            let read = self.from(start, most).await?;
            let is_end = read.len() < most
                || read.last().is_none_or(|last| part.ends_before(last));
            start = Start::Passage(read.last().map_or(0, |last| last.ordinal + 1));
            chosen.extend(read.into_iter().filter(|passage| part.has(passage)));
            let all: Vec<&Passage> = chosen.iter().collect();
            if is_end || fitting(&all, room) < all.len() {
                return Ok(chosen);
            }
        }
    }

    /// Looks through the passages until `look` returns true.
    async fn look_through(
        &self,
        mut look: impl FnMut(&Passage) -> bool + Send,
    ) -> Result<(), RetrieveError> {
        let _turn = self.rag.workers.turn().await;
        let mut start = 0;
        loop {
            let read = self.from(Start::Passage(start), LOOKED_THROUGH_AT_ONCE).await?;
            if read.iter().any(&mut look) || read.len() < LOOKED_THROUGH_AT_ONCE {
                return Ok(());
            }
            start = read.last().map_or(start, |last| last.ordinal + 1);
        }
    }

    /// Returns the heading that a section is named by: one with exactly these words, or else the first that contains
    /// them.
    async fn heading(&self, section: &str, room: u32) -> Result<String, ToolError> {
        let wanted = section.trim_start_matches('#').trim().to_lowercase();
        let (mut exact, mut holding) = (None, None);
        self.look_through(|passage| {
            for heading in &passage.headings {
                let lower = heading.to_lowercase();
                if lower == wanted {
                    exact = Some(heading.clone());
                } else if holding.is_none() && lower.contains(&wanted) {
                    holding = Some(heading.clone());
                }
            }
            exact.is_some()
        })
        .await?;
        if let Some(heading) = exact.or(holding) {
            return Ok(heading);
        }
        let (path, outline) = (&self.record.path, self.outline(room).await?);
        Err(ToolError::Nothing(format!("{path} has no section {section:?}. {outline}")))
    }

    /// Returns the error that a part has no passages.
    async fn nothing(&self) -> Result<ToolError, RetrieveError> {
        let first = self.from(Start::Passage(0), 1).await?;
        let has_pages = first.iter().any(|passage| passage.page.is_some());
        let pages = if has_pages { self.record.pages().to_string() } else { "no".to_owned() };
        let (path, passages) = (&self.record.path, self.record.passages());
        let sentence = format!(
            "There is nothing there: {path} has {pages} pages and {passages} passages."
        );
        Ok(ToolError::Nothing(sentence))
    }

    /// Returns the headings with their pages, outermost first, as far as they fit into `room` tokens.
    async fn outline(&self, room: u32) -> Result<String, RetrieveError> {
        let mut sections: Vec<Section> = Vec::new();
        self.look_through(|passage| {
            if sections.last().is_none_or(|(headings, _)| *headings != passage.headings) {
                sections.push((passage.headings.clone(), passage.page));
            }
            sections.len() > MAX_SECTIONS
        })
        .await?;
        let deepest = sections.iter().map(|(headings, _)| headings.len()).max().unwrap_or_default();
        let outlines = (1..=deepest).rev().map(|depth| lines(&sections, depth));
        let outline = outlines.into_iter().find(|outline| estimate(outline) <= room);
        let has_pages = sections.iter().any(|(_, page)| page.is_some());
        let pages = has_pages.then(|| format!(" on {} pages", self.record.pages()));
        let pages = pages.unwrap_or_default();
        let head = format!("It has {} passages{pages}.", self.record.passages());
        let which = if sections.len() > MAX_SECTIONS { "first sections" } else { "sections" };
        Ok(match outline.filter(|outline| !outline.is_empty()) {
            Some(outline) => format!("{head} Its {which}:\n{outline}\n"),
            None => format!("{head}\n"),
        })
    }
}

/// The headings of a section, and the page on which it begins.
type Section = (Vec<String>, Option<u32>);

/// Returns the headings down to a depth, one per line.
fn lines(sections: &[Section], depth: usize) -> String {
    let mut lines = String::new();
    let mut before: &[String] = &[];
    for (headings, page) in sections {
        let now = headings.get(..depth.min(headings.len())).unwrap_or_default();
        let same = before.iter().zip(now).take_while(|(one, other)| one == other).count();
        for (level, heading) in now.iter().enumerate().skip(same) {
            let page = page.map_or_else(String::new, |page| format!(" (page {page})"));
            let _ = writeln!(lines, "{}- {heading}{page}", "  ".repeat(level));
        }
        before = now;
    }
    lines
}

/// Says how to continue reading from the `next` passage; empty if there is none.
fn going_on(last: Option<&&Passage>, next: Option<&&Passage>, all: u32) -> String {
    let Some((last, next)) = last.zip(next) else {
        return String::new();
    };
    let is_within = has_rows(last) && has_rows(next);
    let table = if is_within { ", within a table, which `query` asks whole" } else { "" };
    format!(
        "Shown up to passage {} of {all}{table}. To go on: from {}.\n",
        last.ordinal + 1,
        next.ordinal
    )
}

/// Returns true if a passage has rows of a table.
fn has_rows(passage: &Passage) -> bool {
    is_sheet(&passage.path) || passage.statements().iter().any(|one| one.kind == Kind::Row)
}
