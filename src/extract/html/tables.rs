//! The tables of a page: layout tables are dissolved, and the others get a cell in each of their columns.

use std::iter::repeat_n;

use dom_query::{Document, NodeRef, Selection};
use footnote_text::words::in_one_line;

use footnote_documents::grid::{self, Row};

/// The selector of headings.
pub(super) const HEADINGS: &str = "h1, h2, h3, h4, h5, h6";

/// The selector of layout tables, and of tables that Markdown cannot express.
const LAYOUT: &str = "table:is([role=presentation], [role=none], :has(table, pre))";

/// Maximum number of cells missing from the rows of a table.
const MISSING: usize = 500_000;

/// Turns layout tables into blocks, and fills the rows of the others.
pub(super) fn prepare(page: &Document) {
    for caption in page.select("table > caption").nodes() {
        caption.rename("div");
        if let Some(table) = caption.parent() {
            table.insert_before(caption);
        }
    }
    page.select(LAYOUT).rename("div");
    page.select(&format!("table:not(:has(th)):has({HEADINGS})")).rename("div");
    for table in &page.select("table") {
        table.select(HEADINGS).rename("div");
        fill(&table);
        if is_column(&table) {
            table.rename("div");
        }
    }
    page.select(":is(thead, tbody, tfoot, tr, td, th):not(table *)").rename("div");
}

/// Gives each row of a table as many cells as the longest has; if too many are missing, it is not a table.
fn fill(table: &Selection<'_>) {
    table.select("tr:not(:has(td, th))").remove();
    let rows = table.select("tr");
    let counts: Vec<_> = rows.nodes().iter().map(|row| cells(row).count()).collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    if most * counts.len() - counts.iter().sum::<usize>() > MISSING {
        return table.rename("div");
    }
    let mut above = Vec::new();
    let mut filled = Vec::new();
    for row in rows.nodes() {
        let (filled_row, below) = fill_row(row, &above, most);
        filled.push(filled_row);
        above = below;
    }
    for row in rows.nodes() {
        for _ in cells(row).count()..above.len() {
            row.append_child(&cell_of(row, ""));
        }
    }
    name_columns(table, rows.nodes(), &filled);
}

/// A cell that spans rows below: how many, and its text.
type Reach = (usize, String);

/// Adds cells to a row where its cells span several columns, and where cells from `above` extend into it, with the same
/// text. Returns the row, and for each column the cell that extends further down.
fn fill_row(row: &NodeRef<'_>, above: &[Reach], most: usize) -> (Row, Vec<Reach>) {
    let (mut filled, mut below) = (Row::default(), Vec::new());
    for cell in cells(row) {
        while let Some((reach, text)) = above.get(below.len()).filter(|(reach, _)| *reach > 0) {
            cell.insert_before(&cell_of(row, text));
            filled.push_above(text.clone());
            below.push((reach - 1, text.clone()));
        }
        let columns = span(&cell, "colspan").min(most);
        let text = in_one_line(&cell.formatted_text());
        let repeated = if text.len() <= Row::MAX_REPEATED_LEN { text.as_str() } else { "" };
        for _ in 1..columns {
            cell.insert_after(&cell_of(row, repeated));
        }
        below.extend(repeat_n((span(&cell, "rowspan") - 1, repeated.to_owned()), columns));
        filled.push(text, columns);
    }
    for (reach, text) in above.iter().skip(below.len()) {
        let text = if *reach > 0 { text.as_str() } else { "" };
        row.append_child(&cell_of(row, text));
        filled.push_above(text.to_owned());
        below.push((reach.saturating_sub(1), text.to_owned()));
    }
    (filled, below)
}

/// Moves the text above the column names in front of the table, and joins the rows of names.
fn name_columns(table: &Selection<'_>, rows: &[NodeRef<'_>], filled: &[Row]) {
    let (titles, names) = grid::head(filled);
    let (above, rows) = rows.split_at(titles.min(rows.len()));
    for (row, filled) in above.iter().zip(filled) {
        let text = row.tree.new_element("div");
        text.set_text(filled.own_text());
        for table in table.nodes() {
            table.insert_before(&text);
        }
        row.remove_from_parent();
    }
    let is_head = |row: &&NodeRef<'_>| cells(row).all(|cell| cell.has_name("th"));
    let heads = rows.iter().take_while(is_head).count();
    let names = if heads < rows.len() { names.max(heads) } else { names };
    if names < 2 {
        return;
    }
    let joined = grid::joined(filled.get(titles..titles + names).unwrap_or_default());
    let (first, others) = rows.split_at(1.min(rows.len()));
    for (cell, name) in first.iter().flat_map(cells).zip(joined) {
        cell.rename("th");
        cell.set_text(name);
    }
    others.iter().take(names - 1).for_each(NodeRef::remove_from_parent);
}

/// Returns true if the text of a table is in one column.
fn is_column(table: &Selection<'_>) -> bool {
    let rows = table.select("tr");
    let cells = rows.nodes().iter().flat_map(|row| cells(row).enumerate());
    let texts = cells.filter(|(_, cell)| !cell.text().trim().is_empty());
    let mut columns = texts.map(|(column, _)| column);
    let first = columns.next();
    columns.all(|column| Some(column) == first)
}

fn cells<'a>(row: &NodeRef<'a>) -> impl Iterator<Item = NodeRef<'a>> {
    let children = row.element_children().into_iter();
    children.filter(|part| part.has_name("td") || part.has_name("th"))
}

fn span(cell: &NodeRef<'_>, name: &str) -> usize {
    let count = cell.attr(name).and_then(|count| count.trim().parse().ok());
    count.unwrap_or(1).max(1)
}

/// Returns a cell with this text, of the kind that the row begins with.
fn cell_of<'a>(row: &NodeRef<'a>, text: &str) -> NodeRef<'a> {
    let first = row.first_element_child();
    let is_head = first.is_some_and(|cell| cell.has_name("th"));
    let cell = row.tree.new_element(if is_head { "th" } else { "td" });
    if !text.is_empty() {
        cell.set_text(text);
    }
    cell
}
