//! The tool that reads a document.

use std::fmt::Write as _;
use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::table::Table;
use footnote_models::fit::estimate;
use footnote_protocol::ToolStep;
use footnote_retrieval::Hit;
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{number, text};
use super::room::fitting;
use super::{Arguments, ToolContext, ToolError, ToolOutput, names, tables_of};

/// The part of the tokens that an outline may take, as a divisor.
const OUTLINE_DIVISOR: u32 = 3;

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
        let named = names::resolve(rag, &self.document).await?;
        let path = named.record.path.clone();
        let page = self.page.or(named.page);
        let all = rag.retriever.document(&path, &rag.reader).await?;
        let chosen = chosen(&path, &all, page, self.section.as_deref(), self.from)?;
        let is_whole = chosen.len() == all.len();
        let is_long = fitting(&chosen, context.tokens) < chosen.len();
        let mut text = String::new();
        if is_whole && is_long {
            text = outline(&all, context.tokens / OUTLINE_DIVISOR);
        }
        let tables = if is_long { tables_of(rag, &named.record).await? } else { Arc::default() };
        let longest = going_on(chosen.last(), chosen.last(), all.len(), &tables);
        let room = context.tokens.saturating_sub(estimate(&text) + estimate(&longest));
        let fitting = if is_long { fitting(&chosen, room) } else { chosen.len() };
        let (shown, rest) = chosen.split_at(fitting);
        text.push_str(&going_on(shown.last(), rest.first(), all.len(), &tables));
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
    path: &str,
    all: &'p [Passage],
    page: Option<u32>,
    section: Option<&str>,
    from: Option<u32>,
) -> Result<Vec<&'p Passage>, ToolError> {
    let mut chosen: Vec<&Passage> = all.iter().collect();
    if let Some(section) = section {
        chosen = in_section(&chosen, section);
        if chosen.is_empty() {
            let outline = outline(all, u32::MAX);
            let sentence = format!("{path} has no section {section:?}. {outline}");
            return Err(ToolError::Nothing(sentence));
        }
    }
    chosen.retain(|passage| page.is_none() || passage.page == page);
    chosen.retain(|passage| from.is_none_or(|from| passage.ordinal >= from));
    if chosen.is_empty() {
        let last = all.iter().filter_map(|passage| passage.page).max();
        let pages = last.map_or_else(|| "no pages".to_owned(), |last| format!("{last} pages"));
        let passages = all.len();
        let sentence =
            format!("There is nothing there: {path} has {pages} and {passages} passages.");
        return Err(ToolError::Nothing(sentence));
    }
    Ok(chosen)
}

/// Returns the passages under a heading: one with exactly these words, or else the first that contains them.
fn in_section<'p>(all: &[&'p Passage], section: &str) -> Vec<&'p Passage> {
    let wanted = section.trim_start_matches('#').trim().to_lowercase();
    let is_exact = |heading: &String| heading.to_lowercase() == wanted;
    let holds = |heading: &String| heading.to_lowercase().contains(&wanted);
    let under = |is: &dyn Fn(&String) -> bool| {
        let heading = all.iter().flat_map(|passage| &passage.headings).find(|one| is(one))?;
        let within = all.iter().filter(|passage| passage.headings.contains(heading));
        Some(within.copied().collect())
    };
    under(&is_exact).or_else(|| under(&holds)).unwrap_or_default()
}

/// Returns the headings of a document with their pages, outermost first, as far as they fit into `room` tokens.
fn outline(all: &[Passage], room: u32) -> String {
    let deepest = all.iter().map(|passage| passage.headings.len()).max().unwrap_or_default();
    let outlines = (1..=deepest).rev().map(|depth| lines(all, depth));
    let outline = outlines.into_iter().find(|outline| estimate(outline) <= room);
    let pages = all.iter().filter_map(|passage| passage.page).max();
    let pages = pages.map_or_else(String::new, |pages| format!(" on {pages} pages"));
    let head = format!("It has {} passages{pages}.", all.len());
    match outline.filter(|outline| !outline.is_empty()) {
        Some(outline) => format!("{head} Its sections:\n{outline}\n"),
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
fn going_on(
    last: Option<&&Passage>,
    next: Option<&&Passage>,
    all: usize,
    tables: &[Table],
) -> String {
    let Some((last, next)) = last.zip(next) else {
        return String::new();
    };
    let rows = tables.iter().find_map(|table| rows(table, last, next)).unwrap_or_default();
    format!(
        "Shown up to passage {} of {all}{rows}. To go on: from {}.\n",
        last.ordinal + 1,
        next.ordinal
    )
}

/// Says how many rows precede the last passage shown, if its table continues in the next.
fn rows(table: &Table, last: &Passage, next: &Passage) -> Option<String> {
    let places = || (0..table.len()).map(|row| table.ordinal(row));
    let is_cut = places().any(|at| at == last.ordinal) && places().any(|at| at == next.ordinal);
    let shown = places().filter(|at| *at <= last.ordinal).count();
    let note =
        || format!(", to row {shown} of {} of its table, which `query` asks whole", table.len());
    is_cut.then(note)
}
