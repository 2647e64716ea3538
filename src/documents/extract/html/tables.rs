//! The tables of a page: those that only lay it out are none, and the others have a cell in each of their columns.

use std::iter::repeat_n;

use dom_query::{Document, NodeRef, Selection};

/// The selector of headings.
pub(super) const HEADINGS: &str = "h1, h2, h3, h4, h5, h6";

/// The selector of tables that lay a page out, and of those that Markdown cannot tell.
const LAYOUT: &str = "table:is([role=presentation], [role=none], :has(table, pre))";

/// The most cells that the rows of a table may lack.
const MISSING: usize = 500_000;

/// Makes blocks of tables that lay the page out, and fills the rows of the others.
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

/// Gives each row of a table as many cells as the longest has; where too many are missing, it is no table.
fn fill(table: &Selection<'_>) {
    table.select("tr:not(:has(td, th))").remove();
    let rows = table.select("tr");
    let counts: Vec<_> = rows.nodes().iter().map(|row| cells(row).count()).collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    if most * counts.len() - counts.iter().sum::<usize>() > MISSING {
        return table.rename("div");
    }
    let columns = rows.nodes().iter().fold(Vec::new(), |above, row| fill_row(row, &above, most));
    for row in rows.nodes() {
        for _ in cells(row).count()..columns.len() {
            row.append_child(&empty(row));
        }
    }
}

/// Puts empty cells into a row where its cells reach over more columns, and those `above` reach down into it.
/// Returns for each column how many rows its cell reaches further down.
fn fill_row(row: &NodeRef<'_>, above: &[usize], most: usize) -> Vec<usize> {
    let mut above = above.iter().copied();
    let mut below = Vec::new();
    for cell in cells(row) {
        for reach in above.by_ref().take_while(|reach| *reach > 0) {
            cell.insert_before(&empty(row));
            below.push(reach - 1);
        }
        let columns = span(&cell, "colspan").min(most);
        for _ in 1..columns {
            cell.insert_after(&empty(row));
            above.next();
        }
        below.extend(repeat_n(span(&cell, "rowspan") - 1, columns));
    }
    for reach in above {
        row.append_child(&empty(row));
        below.push(reach.saturating_sub(1));
    }
    below
}

/// True if the text of a table stands in one column.
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

/// A cell without text, of the kind that the row begins with.
fn empty<'a>(row: &NodeRef<'a>) -> NodeRef<'a> {
    let first = row.first_element_child();
    let is_head = first.is_some_and(|cell| cell.has_name("th"));
    row.tree.new_element(if is_head { "th" } else { "td" })
}
