//! Renders blocks of text as views: a tree of blocks becomes a tree of elements, never HTML from text.

use std::collections::BTreeSet;

use footnote_client::words;
use footnote_text::markdown::{Block, Inline};
use leptos::prelude::*;

/// Footnotes that already have a mark on the page; the link back from a footnote leads to its first mark.
#[derive(Default)]
pub(super) struct Marks(BTreeSet<u32>);

/// Renders the blocks in order.
pub(super) fn blocks(content: Vec<Block>, marks: &mut Marks) -> Vec<AnyView> {
    content.into_iter().map(|one| block(one, marks)).collect()
}

fn block(block: Block, marks: &mut Marks) -> AnyView {
    match block {
        Block::Paragraph(content) => view! { <p>{inlines(content, marks)}</p> }.into_any(),
        // Always one level below the question, so that no level is skipped.
        Block::Heading { content, .. } => view! { <h3>{inlines(content, marks)}</h3> }.into_any(),
        Block::List { start, items } => list(start, items, marks),
        Block::Quote(content) => {
            view! { <blockquote>{blocks(content, marks)}</blockquote> }.into_any()
        }
        Block::Code { content, .. } => {
            view! { <pre tabindex="0"><code>{inlines(content, marks)}</code></pre> }.into_any()
        }
        Block::Table { head, rows } => table(head, rows, marks),
        Block::Rule => view! { <hr /> }.into_any(),
    }
}

fn list(start: Option<u64>, items: Vec<Vec<Block>>, marks: &mut Marks) -> AnyView {
    let items: Vec<_> =
        items.into_iter().map(|item| view! { <li>{blocks(item, marks)}</li> }).collect();
    match start {
        Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
        None => view! { <ul>{items}</ul> }.into_any(),
    }
}

fn table(head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>>, marks: &mut Marks) -> AnyView {
    let head: Vec<_> = head
        .into_iter()
        .map(|cell| view! { <th scope="col">{inlines(cell, marks)}</th> })
        .collect();
    let mut cells = |row: Vec<Vec<Inline>>| -> Vec<_> {
        row.into_iter().map(|cell| view! { <td>{inlines(cell, marks)}</td> }).collect()
    };
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <tr>{cells(row)}</tr> }).collect();
    view! {
        <div class="table" role="group" tabindex="0" aria-label=words::table()>
            <table>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn inlines(content: Vec<Inline>, marks: &mut Marks) -> Vec<AnyView> {
    content.into_iter().map(|one| inline(one, marks)).collect()
}

fn inline(inline: Inline, marks: &mut Marks) -> AnyView {
    match inline {
        Inline::Text(text) => text.into_any(),
        Inline::Emphasis(content) => view! { <em>{inlines(content, marks)}</em> }.into_any(),
        Inline::Strong(content) => view! { <strong>{inlines(content, marks)}</strong> }.into_any(),
        Inline::Strike(content) => view! { <s>{inlines(content, marks)}</s> }.into_any(),
        Inline::Marked(content) => {
            view! { <mark class="not-found">{inlines(content, marks)}</mark> }.into_any()
        }
        Inline::Code(text) | Inline::Math { tex: text, .. } => {
            view! { <code>{text}</code> }.into_any()
        }
        Inline::Link { content, .. } => inlines(content, marks).into_any(),
        Inline::Break => view! { <br /> }.into_any(),
        Inline::Citation { number, .. } => number.map(|number| mark(number, marks)).into_any(),
        Inline::Invented(name) => format!("[{name}]").into_any(),
    }
}

fn mark(number: u32, marks: &mut Marks) -> impl IntoView + use<> {
    let id = marks.0.insert(number).then(|| format!("mark-{number}"));
    view! {
        <sup class="mark">
            <a
                id=id
                href=format!("#footnote-{number}")
                aria-label=words::footnote_numbered(number)
            >
                {number}
            </a>
        </sup>
    }
}
