//! The text of a document for a model: a header line, its numbered sources, marked gaps, and whole tables.

use std::fmt::Write as _;

use footnote_documents::Passage;
use footnote_text::list::listed;
use footnote_text::table::is_rule;

use super::ShownDocument;

/// The mark for passages that are left out.
const GAP: &str = "[…]";

/// Returns the text of a document, with a `number` for each of its sources.
pub(super) fn of_document(
    document: &ShownDocument,
    mut number: impl FnMut(&str) -> usize,
) -> String {
    let mut text = head(document);
    let mut last: Option<&Passage> = None;
    for passage in &document.passages {
        let before = last.filter(|last| last.ordinal + 1 == passage.ordinal);
        if before.is_none() && passage.ordinal > 0 {
            let _ = writeln!(text, "{GAP}");
        }
        if last.is_none_or(|last| last.page != passage.page) {
            let _ = writeln!(text, "{}", place(number(&passage.source()), passage, document));
        }
        if last.is_none_or(|last| last.headings != passage.headings) && !passage.headings.is_empty()
        {
            let _ = writeln!(text, "# {}", unnumbered(&passage.headings.join(" > ")));
        }
        let before = before.map_or("", |before| before.text.as_str());
        let _ = writeln!(text, "{}", unnumbered(without_head(&passage.text, before)));
        last = Some(passage);
    }
    if last.is_some_and(|last| last.ordinal + 1 < document.all) {
        let _ = writeln!(text, "{GAP}");
    }
    text.push('\n');
    text
}

/// Returns a document's header line: its title, path, pages and copies, and whether all of it is shown.
fn head(document: &ShownDocument) -> String {
    let ShownDocument { path, title, pages, all, also_in, passages, date, schema } = document;
    let mut facts: Vec<String> = date.iter().map(ToString::to_string).collect();
    if *pages > 1 {
        facts.push(format!("{pages} pages"));
    }
    if *all > 0 {
        let is_whole = usize::try_from(*all).is_ok_and(|all| passages.len() >= all);
        facts.push(if is_whole { "whole" } else { "in parts" }.to_owned());
    }
    if !also_in.is_empty() {
        facts.push(format!("some of it also in {}", listed(also_in, "and")));
    }
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    let schema = if schema.is_empty() { "" } else { &format!("{}\n", unnumbered(schema)) };
    match title.as_str() {
        "" => format!("Document {path}{facts}:\n{schema}"),
        title => format!("Document “{}”, {path}{facts}:\n{schema}", unnumbered(title)),
    }
}

/// Returns a source's header line: its number and page.
fn place(number: usize, passage: &Passage, document: &ShownDocument) -> String {
    match (passage.page, document.pages) {
        (None, _) => format!("[{number}]"),
        (Some(page), pages) if page <= pages => format!("[{number}] page {page} of {pages}"),
        (Some(page), _) => format!("[{number}] page {page}"),
    }
}

/// Returns the text of a passage without a repeated table header, if it continues the table `before` it.
pub(crate) fn without_head<'a>(text: &'a str, before: &str) -> &'a str {
    let mut lines = text.split_inclusive('\n');
    let (Some(head), Some(rule)) = (lines.next(), lines.next()) else {
        return text;
    };
    let goes_on = head.starts_with('|') && is_rule(rule.trim_end()) && before.contains(head);
    if goes_on { text.get(head.len() + rule.len()..).unwrap_or(text) } else { text }
}

/// Puts numbers in brackets into parentheses, since they are not source numbers.
fn unnumbered(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::with_capacity(text.len());
    while let Some((before, inside)) = rest.split_once('[') {
        plain.push_str(before);
        let end = inside.find(|c: char| !c.is_ascii_digit()).unwrap_or(inside.len());
        let (digits, after) = inside.split_at(end);
        if let Some(after) = after.strip_prefix(']').filter(|_| !digits.is_empty()) {
            let _ = write!(plain, "({digits})");
            rest = after;
        } else {
            plain.push('[');
            rest = inside;
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use footnote_documents::dates;

    use super::*;

    fn passage(ordinal: u32, page: Option<u32>, heading: &str, text: &str) -> Passage {
        Passage {
            path: "plan.pdf".to_owned(),
            ordinal,
            page,
            headings: vec![heading.to_owned()],
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    fn read(document: &ShownDocument) -> String {
        let mut names: Vec<String> = Vec::new();
        of_document(document, |name| {
            names.push(name.to_owned());
            names.len()
        })
    }

    #[test]
    fn a_document_reads_like_this() {
        let document = ShownDocument {
            path: "plan.pdf".to_owned(),
            title: "The plan [1]".to_owned(),
            pages: 4,
            all: 9,
            also_in: vec!["plan.odt".to_owned()],
            passages: vec![
                passage(2, Some(1), "Costs", "A visit costs 20 pounds [12]."),
                passage(3, Some(1), "Costs", "Children pay half."),
                passage(7, Some(3), "Terms", "It ends in May."),
            ],
            ..ShownDocument::default()
        };
        insta::assert_snapshot!(read(&document), @"
        Document “The plan (1)”, plan.pdf (4 pages, in parts, some of it also in plan.odt):
        […]
        [1] page 1 of 4
        # Costs
        A visit costs 20 pounds (12).
        Children pay half.
        […]
        [2] page 3 of 4
        # Terms
        It ends in May.
        […]
        ");
    }

    #[test]
    fn a_table_in_parts_has_its_date_and_schema_above_them() {
        let document = ShownDocument {
            path: "ports-2024.csv".to_owned(),
            all: 40,
            date: dates::of_document("ports-2024.csv", ""),
            schema: "Table ports_2024, 312 rows\n- port TEXT\n".to_owned(),
            passages: vec![passage(0, None, "Ports", "| Oslo | 3 |")],
            ..ShownDocument::default()
        };
        insta::assert_snapshot!(read(&document), @"
        Document ports-2024.csv (2024, in parts):
        Table ports_2024, 312 rows
        - port TEXT

        [1]
        # Ports
        | Oslo | 3 |
        […]
        ");
    }

    #[test]
    fn a_table_that_goes_on_has_one_head() {
        let head = "| Port | Ships |\n| --- | --- |\n";
        let document = ShownDocument {
            path: "ports.csv".to_owned(),
            all: 2,
            passages: vec![
                passage(0, None, "", &format!("{head}| Oslo | 3 |")),
                passage(1, None, "", &format!("{head}| Riga | 4 |")),
            ],
            ..ShownDocument::default()
        };
        let text = read(&document);
        assert_eq!(text.matches("| Port |").count(), 1);
        assert!(text.contains("| Oslo | 3 |\n| Riga | 4 |"), "{text}");
        assert!(text.starts_with("Document ports.csv (whole):"), "{text}");
    }
}
