//! A table that is read passage by passage, and shown as one.

use footnote_protocol::{OpenedDocument, OpenedPart};
use footnote_text::markdown::{Block, Inline, highlight, parse};
use leptos::prelude::*;

use super::PassageHighlight;
use super::sheet::{Sheet, SheetPlace};
use crate::components::answer::markdown::{MarkdownContext, cells};
use crate::words;

/// Minimum number of rows of a table that a reader can sort and filter.
const MIN_ROWS: usize = 8;

/// The rows of one passage.
struct PassageRows {
    /// The passage's place in its document.
    ordinal: u32,
    is_cited: bool,
    content: Vec<Vec<Vec<Inline>>>,
}

/// Passages that go on with one table.
pub struct PassageTable {
    head: Vec<Vec<Inline>>,
    parts: Vec<PassageRows>,
}

impl PassageTable {
    /// The table that a passage consists of, with these words of it marked if it is the cited one.
    pub fn of(part: &OpenedPart, words: Option<&str>) -> Option<Self> {
        let mut blocks = parse(&part.text, &[], false);
        highlight(&mut blocks, words.unwrap_or_default());
        let Some(Block::Table { head, rows }) = blocks.pop().filter(|_| blocks.is_empty()) else {
            return None;
        };
        let rows = PassageRows { ordinal: part.ordinal, is_cited: words.is_some(), content: rows };
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
            cited: document.opening.passage,
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
        let parts = self.parts.into_iter().map(|part| part.view(&marks, light));
        let parts = parts.collect::<Vec<_>>();
        view! {
            <div class="table" role="group" aria-label=words::table() tabindex="0">
                <table>
                    <thead>
                        <tr>{cells(self.head, true, &marks)}</tr>
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
        let rows = self.content.into_iter();
        let rows = rows.map(|row| view! { <tr>{cells(row, false, marks)}</tr> });
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
        PassageTable::of(
            &OpenedPart { ordinal, text: text.to_owned(), ..OpenedPart::default() },
            None,
        )
    }

    #[test]
    fn passages_under_one_head_are_one_table() {
        let mut first = table(0, "| Role | Pay |\n|---|---|\n| Cook | 20 |").unwrap();
        let next = table(1, "| Role | Pay |\n|---|---|\n| Nurse | 30 |").unwrap();
        assert!(first.take(next).is_ok());
        assert_eq!(first.parts.len(), 2);
        let other = table(2, "| Room |\n|---|\n| A 1 |").unwrap();
        assert!(first.take(other).is_err());
        assert!(table(3, "Before.\n\n| Room |\n|---|\n| A 1 |").is_none());
    }
}
