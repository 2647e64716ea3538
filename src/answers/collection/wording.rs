//! Lists of documents as text.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use footnote_documents::{Passage, Record};
use footnote_question::Collection;
use footnote_retrieval::Hit;
use footnote_retrieval::store::{FileKind, StoreError};
use footnote_text::list::listed;
use footnote_text::question::name;
use footnote_text::words::in_one_line;

use super::ending;
use crate::turn::Turn;

/// Maximum number of unreadable files that are named.
const MAX_UNREAD: usize = 5;

/// Says in a sentence how many of `all` files there are.
pub(super) fn opening(collection: &Collection, files: &[Arc<Record>], all: usize) -> String {
    let count = files.len();
    let documents = plural(count, "document");
    if collection.newest && count > 0 {
        return format!("Of {documents}, those changed last come first:");
    }
    if count >= all {
        return format!("There {} {documents}: {}.", verb(count), kinds(files));
    }
    let endings: BTreeSet<String> = files.iter().map(|file| ending(&file.path)).collect();
    let endings: Vec<String> = endings.iter().map(|one| format!("`.{one}`")).collect();
    match endings.as_slice() {
        [] => format!("None of your {} is of this kind.", plural(all, "document")),
        some => format!("{documents} of {all}: {}.", listed(some, "and")),
    }
}

/// Returns the number of files of each extension, most frequent first.
fn kinds(files: &[Arc<Record>]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        *counts.entry(ending(&file.path)).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let order_value = |(ending, count): &(String, usize)| format!("{count} `.{ending}`");
    listed(&counts.iter().map(order_value).collect::<Vec<_>>(), "and")
}

/// Says in a sentence which files could not be read; empty if there are none, or if only some kinds were asked for.
///
/// # Errors
///
/// Fails if the catalog cannot be read.
pub(super) async fn unread(
    turn: &Turn,
    collection: &Collection,
    failed: usize,
) -> Result<String, StoreError> {
    if failed == 0 || !collection.endings.is_empty() || collection.newest {
        return Ok(String::new());
    }
    let files = turn.rag.library.first(FileKind::Failed, "", MAX_UNREAD).await?;
    let names = files.iter().map(|file| format!("`{}`", without_markup(&file.path)));
    let mut names: Vec<String> = names.collect();
    if failed > names.len() {
        names.push(format!("{} more", failed - names.len()));
    }
    Ok(format!(" {} could not be read: {}.", plural(failed, "file"), listed(&names, "and")))
}

/// Formats a list item: the document's name, or its file name if its title is `shared`; a detail; and its citation.
pub(super) fn item(
    at: usize,
    hit: &Hit,
    shared: &HashSet<&str>,
    order_value: Option<&str>,
) -> String {
    let Passage { title, path, .. } = &hit.passage;
    let name = without_markup(&name(title, path, shared.contains(title.as_str())));
    let order_value = order_value.map(|order_value| format!(", {order_value}")).unwrap_or_default();
    let gap = if at == 0 { "\n\n" } else { "\n" };
    format!("{gap}- {name}{order_value} [{}]", hit.passage.source())
}

/// Returns the day on which a file was changed, in UTC.
pub(super) fn changed(file: &Record) -> Option<String> {
    let moment = i128::from(file.stamp.modified);
    let moment = time::OffsetDateTime::from_unix_timestamp_nanos(moment).ok()?;
    let (year, month, day) = moment.to_calendar_date();
    Some(format!("changed on {year}-{:02}-{day:02}", u8::from(month)))
}

/// Says how many documents are not named.
pub(super) fn remaining_line(all: usize, named: usize) -> Option<String> {
    let left = all.checked_sub(named).filter(|left| *left > 0)?;
    Some(format!("\n\n… and {left} more; the list of documents has them all."))
}

/// Returns a name without anything that would be read as a citation or markup.
pub fn without_markup(name: &str) -> String {
    let safe = |c: char| match c {
        '[' => '(',
        ']' => ')',
        '`' | '*' | '<' | '>' | '|' => '\'',
        c => c,
    };
    in_one_line(name).chars().map(safe).collect()
}

pub(super) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn verb(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
