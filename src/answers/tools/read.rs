//! The tool that reads a document.

use std::fmt::Write as _;

use footnote_documents::names::is_sheet;
use footnote_documents::{Passage, Record};
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;
use footnote_store::Start;
use footnote_store::search::Hit;
use footnote_text::question;
use footnote_text::table::is_row;
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{number, text};
use super::room::fitting;
use super::{Arguments, ToolContext, ToolError, ToolOutput, names};

/// The part of the tokens that an outline may take, as a divisor.
const OUTLINE_DIVISOR: u32 = 3;

/// Maximum number of passages that are read to be shown. Most take more than 50 tokens.
const MAX_SHOWN: usize = 400;

/// Maximum number of passages that are looked through for an outline or a section: about two thousand pages.
const MAX_LOOKED_THROUGH: usize = 4_000;

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
        let rag = context.rag;
        let names::NamedDocument { record, page } = names::resolve(rag, &self.document).await?;
        let (path, page) = (record.path.clone(), self.page.or(page));
        let start = match (page, &self.section) {
            (_, Some(_)) => Start::Passage(0),
            (Some(page), None) => Start::Page(page),
            (None, None) => Start::Passage(self.from.unwrap_or_default()),
        };
        let is_whole =
            page.is_none() && self.section.is_none() && self.from.is_none_or(|at| at == 0);
        let read = |most| rag.retriever.passages_from(&path, start, most, &rag.reader);
        let mut all = if self.section.is_some() { Vec::new() } else { read(MAX_SHOWN).await? };
        let fits = fitting(&all.iter().collect::<Vec<_>>(), context.tokens) == all.len();
        if self.section.is_some() || (is_whole && !fits) {
            let _turn = rag.workers.turn().await;
            all = read(MAX_LOOKED_THROUGH).await?;
        }
        let chosen = chosen(&record, &all, page, self.section.as_deref(), self.from)?;
        // Whether more may follow than was read.
        let goes_on = all.last().zip(chosen.last()).is_some_and(|(end, last)| {
            end.ordinal == last.ordinal && end.ordinal + 1 < record.passages()
        });
        let is_long = goes_on || fitting(&chosen, context.tokens) < chosen.len();
        let mut text = String::new();
        if is_whole && is_long {
            text = outline(&record, &all, context.tokens / OUTLINE_DIVISOR);
        }
        let longest = going_on(chosen.last(), chosen.last(), record.passages());
        let room = context.tokens.saturating_sub(estimate(&text) + estimate(&longest));
        let most = chosen.len().saturating_sub(usize::from(goes_on)).max(1);
        let fitting = if is_long { fitting(&chosen, room).min(most) } else { chosen.len() };
        let (shown, rest) = chosen.split_at(fitting);
        text.push_str(&going_on(shown.last(), rest.first(), record.passages()));
        let pages = shown.iter().filter_map(|passage| passage.page);
        let pages = pages.clone().min().zip(pages.max());
        let hit = |passage: &&Passage| Hit { passage: (*passage).clone(), ..Hit::default() };
        let passages = shown.iter().map(hit).collect();
        let step = ToolStep::Read { document: path, pages };
        Ok(ToolOutput { step, text, passages, evidence: Vec::new(), documents: Vec::new() })
    }
}

/// Returns the passages that were asked for.
fn chosen<'p>(
    record: &Record,
    all: &'p [Passage],
    page: Option<u32>,
    section: Option<&str>,
    from: Option<u32>,
) -> Result<Vec<&'p Passage>, ToolError> {
    let mut chosen: Vec<&Passage> = all.iter().collect();
    if let Some(section) = section {
        chosen = in_section(&chosen, section);
        if chosen.is_empty() {
            let (path, outline) = (&record.path, outline(record, all, u32::MAX));
            let sentence = format!("{path} has no section {section:?}. {outline}");
            return Err(ToolError::Nothing(sentence));
        }
    }
    chosen.retain(|passage| page.is_none() || passage.page == page);
    chosen.retain(|passage| from.is_none_or(|from| passage.ordinal >= from));
    if chosen.is_empty() {
        let Record { path, .. } = record;
        let (pages, passages) = (record.pages(), record.passages());
        let sentence =
            format!("There is nothing there. Passages of {path}: {passages}; pages: {pages}.");
        return Err(ToolError::Nothing(sentence));
    }
    Ok(chosen)
}

/// Returns the passages under a heading: one with exactly these words, the first that contains them, or else a line of a
/// passage that has only these words. The numbers of headings do not count.
fn in_section<'p>(all: &[&'p Passage], section: &str) -> Vec<&'p Passage> {
    let bare = |line: &str| {
        let line = line.trim_matches(['#', '*', ':', ' ']);
        let words = question::bare(line);
        if words.is_empty() { line.to_lowercase() } else { words.to_lowercase() }
    };
    let wanted = bare(section);
    let is_exact = |heading: &String| bare(heading) == wanted;
    let holds = |heading: &String| heading.to_lowercase().contains(&wanted);
    let under = |is: &dyn Fn(&String) -> bool| {
        let heading = all.iter().flat_map(|passage| &passage.headings).find(|one| is(one))?;
        let within = all.iter().filter(|passage| passage.headings.contains(heading));
        Some(within.copied().collect())
    };
    let from_line = || {
        let has_line = |passage: &Passage| passage.text.lines().any(|line| bare(line) == wanted);
        let rest = all.get(all.iter().position(|one| has_line(one))?..)?;
        let headings = &rest.first()?.headings;
        Some(rest.iter().take_while(|passage| passage.headings == *headings).copied().collect())
    };
    under(&is_exact).or_else(|| under(&holds)).or_else(from_line).unwrap_or_default()
}

/// Returns the headings of a document with their pages, outermost first, as far as they fit into `room` tokens.
fn outline(record: &Record, all: &[Passage], room: u32) -> String {
    let deepest = all.iter().map(|passage| passage.headings.len()).max().unwrap_or_default();
    let outlines = (1..=deepest).rev().map(|depth| lines(all, depth));
    let outline = outlines.into_iter().find(|outline| estimate(outline) <= room);
    let has_pages = all.iter().any(|passage| passage.page.is_some());
    let pages = if has_pages { format!("; pages: {}", record.pages()) } else { String::new() };
    let head = format!("Passages: {}{pages}.", record.passages());
    let which = if all.len() == MAX_LOOKED_THROUGH { "first sections" } else { "sections" };
    match outline.filter(|outline| !outline.is_empty()) {
        Some(outline) => format!("{head} Its {which}:\n{outline}\n"),
        None => format!("{head}\n"),
    }
}

/// Returns the headings down to a depth, one per line.
fn lines(all: &[Passage], depth: usize) -> String {
    let mut lines = String::new();
    let mut before: &[String] = &[];
    for passage in all {
        let now = passage.headings.get(..depth.min(passage.headings.len())).unwrap_or_default();
        let same = before.iter().zip(now).take_while(|(one, other)| one == other).count();
        for (level, heading) in now.iter().enumerate().skip(same) {
            let page = passage.page.map_or_else(String::new, |page| format!(" (page {page})"));
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
    is_sheet(&passage.path) || passage.text.lines().any(|line| is_row(line.trim_start()))
}
