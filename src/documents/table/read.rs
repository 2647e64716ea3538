//! Reading tables from passages: rows under the same header, wherever the passages were cut.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use footnote_text::columns::FENCE;
use footnote_text::table::is_rule;
use footnote_text::{analysis, languages};

use super::column::{self, Column};
use super::period::{Period, quarter_of};
use super::records::{Records, longest_row, records};
use super::{LOOKED_UP, MAX_ROWS, Table, is_blank, key};
use crate::Passage;
use crate::names::is_sheet;

/// Maximum size in bytes of the cells of a table, including the ends of the cells.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A table while it is read.
#[derive(Default)]
struct TableBuilder {
    head: Vec<String>,
    headings: Vec<String>,
    text: String,
    ends: Vec<u32>,
    /// For each row, its passage and the number of its section.
    places: Vec<(u32, usize)>,
    sections: Vec<String>,
    totals: usize,
    /// True if there are too many rows.
    is_cut: bool,
    /// The passage of each row that could not be read.
    unread: Vec<u32>,
    /// Maximum length in characters of a line; a longer row goes on in the next lines.
    longest: usize,
    /// A row whose end is in the next lines.
    begun: Option<BegunRow>,
    /// True if rows name those below them, or columns of their own.
    is_nested: bool,
}

/// The beginning of a row that is too long for one line.
struct BegunRow {
    text: String,
    /// Number of bars between its cells so far.
    bars: usize,
    place: (u32, usize),
    /// True if its last line was cut within a word.
    is_within_word: bool,
}

/// Returns the tables of a document, from its passages in order.
pub fn tables(passages: &[Passage]) -> Vec<Table> {
    let Some(first) = passages.first() else {
        return Vec::new();
    };
    let mut begun: Vec<TableBuilder> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for passage in passages {
        for (heading, lines) in blocks(&passage.text) {
            let Some((head, rows)) = lines.split_first() else {
                continue;
            };
            let at = *known.entry((*head).to_owned()).or_insert_with(|| {
                begun.push(TableBuilder::new(cells(head).unwrap_or_default(), passage, heading));
                begun.len() - 1
            });
            if let (Some(begun), Some((rule, rows))) = (begun.get_mut(at), rows.split_first()) {
                begun.longest = longest_row(head.chars().count() + 1 + rule.chars().count());
                begun.add(passage, heading, rows);
            }
        }
    }
    let records = if is_sheet(&first.path) { records(passages) } else { Vec::new() };
    for table in records {
        add_records(&table, &mut begun);
    }
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_str()).collect();
    let language = analysis::of_document(texts.into_iter());
    let is_list = [".csv", ".tsv"].iter().any(|ending| first.path.to_lowercase().ends_with(ending));
    let tables = begun.into_iter().map(|one| one.table(first, is_list, language));
    tables.filter(|table| !table.is_empty()).collect()
}

/// Adds rows with column names, to the table with the same header if there is one.
fn add_records(table: &Records<'_>, begun: &mut Vec<TableBuilder>) {
    let Some((passage, _)) = table.rows.first() else {
        return;
    };
    let known = begun.iter().position(|one| one.head == table.names);
    let at = known.unwrap_or_else(|| {
        begun.push(TableBuilder::new(table.names.clone(), passage, table.heading));
        begun.len() - 1
    });
    if let Some(builder) = begun.get_mut(at) {
        for (passage, filled) in &table.rows {
            let section = builder.section(passage, table.heading);
            builder.row(&table.cells(filled), (passage.ordinal, section));
        }
    }
}

/// Returns the tables in the text of a passage, each as its lines, with the heading above it inside the text.
fn blocks(text: &str) -> Vec<(Option<&str>, Vec<&str>)> {
    let mut blocks: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    let (mut heading, mut is_code, mut goes_on) = (None, false, false);
    for line in text.lines() {
        is_code ^= line.starts_with(FENCE);
        let is_row = !is_code && line.starts_with('|');
        if is_row && goes_on {
            if let Some((_, lines)) = blocks.last_mut() {
                lines.push(line);
            }
        } else if is_row {
            blocks.push((heading, vec![line]));
        } else if line.starts_with('#') && !is_code {
            heading = Some(line.trim_start_matches('#').trim());
        } else if goes_on && !line.trim().is_empty() {
            // The rest of a row that did not fit in its passage.
            blocks.last_mut().into_iter().for_each(|(_, lines)| lines.push(line));
        }
        goes_on = is_row || (goes_on && !line.trim().is_empty() && !line.starts_with('#'));
    }
    blocks.retain(|(_, lines)| lines.get(1).is_some_and(|line| is_rule(line)));
    blocks
}

/// Returns the cells of a row. A bar within a cell is escaped with a backslash.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|').filter(|inner| !inner.ends_with('\\'))?;
    let plain = |cell: &str| cell.trim().to_owned();
    if !inner.contains("\\|") {
        return Some(inner.split('|').map(plain).collect());
    }
    let marked = inner.replace("\\|", "\u{0}");
    Some(marked.split('|').map(|cell| plain(cell).replace('\u{0}', "|")).collect())
}

impl BegunRow {
    fn at(place: (u32, usize)) -> Self {
        Self { text: String::new(), bars: 0, place, is_within_word: true }
    }

    fn push(&mut self, line: &str, longest: usize) {
        if !self.is_within_word {
            self.text.push(' ');
        }
        self.text.push_str(line);
        self.bars += line.matches('|').count() - line.matches("\\|").count();
        self.is_within_word = line.chars().count() == longest;
    }
}

impl TableBuilder {
    fn new(head: Vec<String>, passage: &Passage, heading: Option<&str>) -> Self {
        let mut headings = passage.headings.clone();
        headings.extend(heading.map(str::to_owned));
        Self { head, headings, ..Self::default() }
    }

    /// Adds rows of a passage.
    fn add(&mut self, passage: &Passage, heading: Option<&str>, rows: &[&str]) {
        let section = self.section(passage, heading);
        for line in rows {
            self.line(line, (passage.ordinal, section));
        }
    }

    /// Adds a line: a row, or a part of one.
    fn line(&mut self, line: &str, place: (u32, usize)) {
        let begun = self.begun.take();
        let is_first = begun.is_none();
        let mut row = begun.unwrap_or_else(|| BegunRow::at(place));
        row.push(line, self.longest);
        if !is_first || line.starts_with('|') {
            if row.bars <= self.head.len() {
                self.begun = Some(row);
                return;
            }
            if let Some(cells) = cells(&row.text).filter(|cells| cells.len() == self.head.len()) {
                return self.row(&cells, row.place);
            }
        }
        self.unread.push(row.place.0);
        // The line may be a row of its own, behind one whose end is missing.
        if !is_first && line.starts_with('|') {
            self.line(line, place);
        }
    }

    /// Returns the number of the section that contains rows of a passage.
    fn section(&mut self, passage: &Passage, heading: Option<&str>) -> usize {
        let section = heading.or(passage.headings.last().map(String::as_str)).unwrap_or_default();
        let known = self.sections.iter().position(|one| one == section);
        known.unwrap_or_else(|| {
            self.sections.push(section.to_owned());
            self.sections.len() - 1
        })
    }

    fn row(&mut self, cells: &[String], place: (u32, usize)) {
        let mut filled = cells.iter().filter(|cell| !is_blank(cell));
        let Some(first) = filled.next() else {
            return;
        };
        let others: Vec<&String> = filled.collect();
        if is_total(first, &others) {
            self.totals += 1;
            return;
        }
        let is_first = cells.first() == Some(first);
        let repeats = cells.len() > 2 && is_first && others.iter().all(|other| *other == first);
        let is_of_years = !is_first && others.iter().chain([&first]).all(|one| is_year(one));
        self.is_nested |= (repeats && self.head.len() > 2) || is_of_years;
        let bytes = self.text.len() + std::mem::size_of_val(self.ends.as_slice());
        let is_full = self.places.len() == MAX_ROWS || bytes > MAX_BYTES;
        if is_full {
            self.is_cut = true;
            return;
        }
        for cell in cells {
            self.text.push_str(cell);
            self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        }
        self.places.push(place);
    }

    /// Returns true if each cell means what its column name says.
    fn is_plain(&self, is_list: bool) -> bool {
        let mut names: Vec<u64> = self.head.iter().map(|name| key(name)).collect();
        names.sort_unstable();
        names.dedup();
        let is_name = |name: &String| {
            let lower = name.to_lowercase();
            name.contains(char::is_alphabetic)
                && quarter_of(&lower).is_none()
                && Period::of(name, None).is_none()
        };
        let are_names = self.head.len() > 1 && self.head.iter().all(is_name);
        are_names && names.len() == self.head.len() && (is_list || !self.is_nested)
    }

    fn table(mut self, first: &Passage, is_list: bool, language: analysis::Language) -> Table {
        self.unread.extend(self.begun.take().map(|row| row.place.0));
        let is_plain = self.is_plain(is_list);
        let has_sections = self.sections.len() > 1;
        let mut names = self.head;
        names.extend(has_sections.then(String::new));
        let columns = names.into_iter().map(|name| Column { name, ..Column::default() });
        let mut table = Table {
            path: first.path.clone(),
            title: first.title.clone(),
            headings: self.headings,
            columns: columns.collect(),
            is_cut: self.is_cut,
            unread: self.unread,
            totals: self.totals,
            is_plain,
            ordinals: self.places.iter().map(|(ordinal, _)| *ordinal).collect(),
            text: self.text,
            ends: self.ends,
            ..Table::default()
        };
        if has_sections {
            add_sections(&mut table, &self.places, &self.sections);
        }
        column::find(&mut table, language);
        index(&mut table);
        table
    }
}

/// Adds the heading of each row as its last cell.
fn add_sections(table: &mut Table, places: &[(u32, usize)], sections: &[String]) {
    let width = table.columns.len() - 1;
    let (mut text, mut ends, mut from) = (String::new(), Vec::new(), 0);
    for (row, (_, section)) in places.iter().enumerate() {
        for at in row * width..(row + 1) * width {
            let to = table.ends.get(at).map_or(from, |end| usize::try_from(*end).unwrap_or(from));
            text.push_str(table.text.get(from..to).unwrap_or_default());
            ends.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
            from = to;
        }
        text.push_str(sections.get(*section).map_or("", String::as_str));
        ends.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
    }
    (table.text, table.ends) = (text, ends);
}

/// Records which columns contain which values.
fn index(table: &mut Table) {
    let mut values: HashMap<u64, u64> = HashMap::new();
    let width = table.columns.len().min(LOOKED_UP);
    for row in 0..table.len() {
        for column in 0..width {
            *values.entry(key(table.cell(row, column))).or_default() |= 1 << column;
        }
    }
    values.remove(&key(""));
    let mut hasher = DefaultHasher::new();
    let names = table.columns.iter().map(|column| &column.name);
    names.for_each(|name| name.hash(&mut hasher));
    table.text.hash(&mut hasher);
    (table.values, table.content) = (values, hasher.finish());
}

/// Returns true if the first filled cell of a row says that it is a total: it is a word for totals, or begins with one
/// while no other cell has words.
fn is_total(first: &str, others: &[&String]) -> bool {
    let lower = first.to_lowercase();
    let words = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = others.iter().all(|other| other.contains(|c: char| c.is_ascii_digit()));
    languages::Table::Totals.has(words)
        || (bare && languages::opens(&lower, languages::Table::Totals))
}

fn is_year(cell: &str) -> bool {
    is_blank(cell) || Period::of(cell, None).is_some_and(Period::is_year)
}
