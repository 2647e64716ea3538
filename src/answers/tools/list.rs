//! The tool that lists documents.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::sync::Arc;

use footnote_documents::table::period::Period;
use footnote_documents::{Record, dates};
use footnote_protocol::{Day, Order, Scope, ToolStep};
use footnote_store::{RecordPage, Selection};
use serde::Deserialize;
use utoipa::ToSchema;

use super::arguments::{number, text};
use super::{Arguments, ToolContext, ToolError, ToolOutput, names};
use crate::Rag;

/// Default number of documents listed, and the maximum that can be requested.
const DEFAULT_LIMIT: usize = 20;
const MAX_LIMIT: usize = 100;

/// Maximum number of folders named if nothing matches.
const MAX_FOLDERS: usize = 20;

/// A list of documents.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct List {
    /// Part of a name or title.
    #[serde(deserialize_with = "text")]
    name: Option<String>,
    /// A folder's path.
    #[serde(deserialize_with = "text")]
    folder: Option<String>,
    /// An ending, like pdf.
    #[serde(deserialize_with = "text")]
    kind: Option<String>,
    /// Of this day or later, by their own date: 2026-12-31.
    #[serde(deserialize_with = "text")]
    from: Option<String>,
    /// Of this day or earlier.
    #[serde(deserialize_with = "text")]
    to: Option<String>,
    /// name, changed (newest date first), size or pages (largest first).
    #[serde(deserialize_with = "text")]
    order: Option<String>,
    /// At most 100.
    #[serde(deserialize_with = "number")]
    limit: Option<usize>,
}

impl Arguments for List {
    const NAME: &'static str = "list";
    const DESCRIPTION: &'static str = "List documents with their dates, and count them.";

    async fn call(self, context: &ToolContext<'_>) -> Result<ToolOutput, ToolError> {
        let scope = scope(self.folder, self.kind, [self.from, self.to])?;
        let rag = narrowed(context.rag, &scope).await?;
        let selection = Selection {
            named: self.name.as_deref().unwrap_or_default(),
            order: order(self.order.as_deref())?,
            limit: self.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT),
            ..Selection::default()
        };
        let mut page = page(&rag, selection).await?;
        if page.fitting == 0 && !selection.named.is_empty() {
            page.files = names::by_words(&rag, selection.named).await?;
            page.fitting = page.files.len();
            if selection.order == Order::Changed {
                newest_first(&mut page.files);
            }
            page.files.truncate(selection.limit);
        }
        if page.fitting == 0 {
            return Err(nothing(context.rag).await?);
        }
        let text = listing(&page);
        let documents = page.files.iter().map(|file| file.path.clone()).collect();
        let step = ToolStep::Listed { documents: page.fitting };
        Ok(ToolOutput { step, text, passages: Vec::new(), evidence: Vec::new(), documents })
    }
}

/// Returns the scope of a folder, a kind and days.
///
/// # Errors
///
/// Fails if a day is invalid.
pub(super) fn scope(
    folder: Option<String>,
    kind: Option<String>,
    days: [Option<String>; 2],
) -> Result<Scope, ToolError> {
    let [from, to] = days.map(|day| {
        let Some(day) = day else {
            return Ok(None);
        };
        let wrong = || ToolError::Arguments(format!("{day:?} is no day like 2026-12-31."));
        Day::of(&day).map(Some).ok_or_else(wrong)
    });
    let scope = Scope {
        folders: folder.into_iter().collect(),
        kinds: kind.into_iter().collect(),
        from: from?,
        to: to?,
        ..Scope::default()
    };
    scope.validate().map_err(|error| ToolError::Arguments(error.message))?;
    Ok(scope)
}

/// Returns the engine limited to a scope.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub(super) async fn narrowed(rag: &Rag, scope: &Scope) -> Result<Rag, ToolError> {
    Ok(if scope.is_everything() { rag.clone() } else { rag.within(scope).await? })
}

/// Returns the error saying that nothing matches, and what there is.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub(super) async fn nothing(rag: &Rag) -> Result<ToolError, ToolError> {
    let all = rag.library.counts().await?.ready;
    let page = rag.library.folder("", (0, 0)).await?;
    let folders: Vec<&str> =
        page.folders.iter().take(MAX_FOLDERS).map(|(name, _)| name.as_str()).collect();
    let mut sentence = format!("No document fits, of {all} in all.");
    if !folders.is_empty() {
        let _ = write!(sentence, " Folders: {}.", folders.join(", "));
    }
    Ok(ToolError::Nothing(sentence))
}

fn order(name: Option<&str>) -> Result<Order, ToolError> {
    let Some(name) = name else {
        return Ok(Order::default());
    };
    let known = Order::ALL.into_iter().find(|order| order.name() == name.to_lowercase());
    known.ok_or_else(|| {
        let names = Order::ALL.map(Order::name).join(", ");
        ToolError::Arguments(format!("order must be one of {names}."))
    })
}

/// Returns the records to list. The newest ones are those with the latest dates of their own, then those changed last: a
/// copied folder is all of one day.
async fn page(rag: &Rag, selection: Selection<'_>) -> Result<RecordPage, ToolError> {
    let limit = selection.limit;
    if selection.order != Order::Changed {
        return Ok(rag.library.list(selection).await?);
    }
    let all = Selection { limit: usize::MAX, ..selection };
    let mut page = rag.library.list(all).await?;
    newest_first(&mut page.files);
    page.files.truncate(limit);
    Ok(page)
}

/// Sorts files by their own dates, newest first.
fn newest_first(files: &mut [Arc<Record>]) {
    files.sort_by_cached_key(|file| Reverse(date(file).map(|date| date.to)));
}

/// Returns a document's own date.
fn date(file: &Record) -> Option<Period> {
    dates::of_document(&file.path, &file.title)
}

/// Formats the documents as a Markdown table, after their number.
fn listing(page: &RecordPage) -> String {
    let mut text = match page.fitting {
        1 => "1 document fits.".to_owned(),
        all if all > page.files.len() => {
            format!("{all} documents fit, {} of them shown.", page.files.len())
        }
        all => format!("{all} documents fit."),
    };
    text.push_str("\n\n| document | title | date | pages |\n| --- | --- | --- | --- |\n");
    for file in &page.files {
        let summary = file.summary(false);
        let cells = [summary.path, summary.title].map(|cell| cell.replace('|', "\\|"));
        let (cells, pages) = (cells.join(" | "), summary.pages);
        let date = date(file).map(|date| date.to_string());
        let date = date.unwrap_or_else(|| format!("changed {}", summary.modified));
        let _ = writeln!(text, "| {cells} | {date} | {pages} |");
    }
    text
}
