//! A table that is read passage by passage, and shown as one.

use footnote_client::words;
use footnote_protocol::{OpenedDocument, OpenedPart};
use footnote_text::markdown::{Block, Inline, highlight, letters, parse};
use leptos::prelude::*;

use super::PassageHighlight;
use super::cited::CitedRows;
use super::sheet::{Sheet, SheetPlace};
use crate::components::answer::markdown::{MarkdownContext, cells, head_cells};

/// Minimum number of rows of a table that a reader can sort and filter.
const MIN_ROWS: usize = 8;

/// The rows of one passage.
struct PassageRows {
    /// The passage's place in its document.
    ordinal: u32,
    is_cited: bool,
    content: Vec<Vec<Vec<Inline>>>,
    /// For each row, whether it is cited.
    cited: Vec<bool>,
}

/// Passages that go on with one table.
pub struct PassageTable {
    head: Vec<Vec<Inline>>,
    parts: Vec<PassageRows>,
}

impl PassageTable {
    /// The table that a passage consists of, with the cited rows, and the cited `words` if it is the cited passage.
    pub fn of(part: &OpenedPart, words: &str, is_cited: bool) -> Option<Self> {
        let mut blocks = parse(&part.text, &[], false);
        for words in words.lines().filter(|_| is_cited) {
            highlight(&mut blocks, words);
        }
        let Some(Block::Table { head, rows }) = blocks.pop().filter(|_| blocks.is_empty()) else {
            return None;
        };
        let cited_rows = CitedRows::of(words);
        let is_row = |row: &Vec<Vec<Inline>>| {
            let row = row.iter().flatten().map(|one| letters(&one.plain()));
            cited_rows.has(&row.collect::<String>())
        };
        let cited = rows.iter().map(is_row).collect();
        let rows = PassageRows { ordinal: part.ordinal, is_cited, content: rows, cited };
        Some(Self { head, parts: vec![rows] })
    }

    /// Takes in a table under the same head.
    ///
    /// # Errors
    ///
    /// The other table, if its head is another one.
    pub fn take(&mut self, next: Self) -> Result<(), Self> {
        if self.head != next.head {
            return Err(next);
        }
        self.parts.extend(next.parts);
        Ok(())
    }

    /// The table with a target for each passage, and with tools if it is long.
    pub fn view(self, document: &OpenedDocument, light: PassageHighlight) -> AnyView {
        let rows = self.parts.iter().map(|part| part.content.len()).sum();
        let place = SheetPlace {
            path: document.path.clone(),
            passage: self.parts.first().map_or(0, |part| part.ordinal),
            rows,
            cited: CitedRows::of(&document.opening.words),
            // The text of a PDF gives way to its pages.
            is_part: !document.is_pdf
                && u32::try_from(document.parts.len()) != Ok(document.passages),
        };
        let table = self.plain_view(light);
        if rows < MIN_ROWS {
            return table;
        }
        view! { <Sheet place>{table}</Sheet> }.into_any()
    }

    fn plain_view(self, light: PassageHighlight) -> AnyView {
        let marks = MarkdownContext::default();
        let first = self.parts.first().and_then(|part| part.content.first());
        let head = head_cells(self.head, first.map_or(&[], Vec::as_slice), &marks);
        let parts = self.parts.into_iter().map(|part| part.view(&marks, light));
        let parts = parts.collect::<Vec<_>>();
        view! {
            <div class="table" role="group" aria-label=words::table() tabindex="0">
                <table dir="auto">
                    <thead>
                        <tr>{head}</tr>
                    </thead>
                    {parts}
                </table>
            </div>
        }
        .into_any()
    }
}

impl PassageRows {
    fn view(self, marks: &MarkdownContext, light: PassageHighlight) -> AnyView {
        let rows = self.content.into_iter().zip(self.cited);
        let rows = rows.map(|(row, is_cited)| {
            view! { <tr class=is_cited.then_some("cited")>{cells(row, marks)}</tr> }
        });
        let rows = rows.collect::<Vec<_>>();
        if !self.is_cited {
            let id = format!("passage-{}", self.ordinal);
            return view! { <tbody id=id>{rows}</tbody> }.into_any();
        }
        view! {
            <tbody
                class="cited"
                id="cited"
                tabindex="0"
                aria-label=words::cited_passage()
                class:lit=move || light.is_lit()
                on:mouseenter=move |_| light.set(true)
                on:mouseleave=move |_| light.set(false)
                on:focus=move |_| light.set(true)
                on:blur=move |_| light.set(false)
            >
                {rows}
            </tbody>
        }
        .into_any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(ordinal: u32, text: &str) -> Option<PassageTable> {
        let part = OpenedPart { ordinal, text: text.to_owned(), ..OpenedPart::default() };
        PassageTable::of(&part, "Cook · 20\nNurse · 30", false)
    }

    #[test]
    fn passages_under_one_head_are_one_table() {
        let mut first = table(0, "| Role | Pay |\n|---|---|\n| Cook | 20 |").unwrap();
        let next = table(1, "| Role | Pay |\n|---|---|\n| Nurse | 30 |").unwrap();
        assert!(first.take(next).is_ok());
        assert_eq!(first.parts.len(), 2);
        let cited: Vec<&bool> = first.parts.iter().flat_map(|part| &part.cited).collect();
        assert_eq!(cited, [&true, &true], "every cited row, whatever its passage");
        let other = table(2, "| Room |\n|---|\n| A 1 |").unwrap();
        assert!(first.take(other).is_err());
        assert!(table(3, "Before.\n\n| Room |\n|---|\n| A 1 |").is_none());
    }
}
