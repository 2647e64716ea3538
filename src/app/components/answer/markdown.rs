//! Markdown as views: a tree of blocks becomes a tree of elements, never HTML made from text.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use footnote_client::browser;
use footnote_client::state::{EvidenceView, doubt_id, is_not_in_source};
use footnote_client::words;
use footnote_protocol::audit::Checked;
use footnote_text::markdown::{Block, Inline, letters};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::copying;
use super::formula::Formula;
use super::mark::Mark;
use super::places::{doubted, whole_words};

/// Maximum length of a date, code or number that is kept in one line, in characters.
const MAX_CODE_LEN: usize = 20;

/// The class of cells with numbers, and of the column headers above them.
pub const NUMBER: &str = "amount";

/// The context in which Markdown is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkdownContext {
    /// The turn.
    pub turn: u32,
    /// True if the blocks are an excerpt of a document.
    pub excerpt: bool,
    /// The doubted statements.
    pub doubts: Arc<Vec<Checked>>,
    /// Words to mark.
    pub words: Arc<Vec<String>>,
}

/// Blocks of Markdown. A block is only rendered again if it has changed.
#[component]
pub fn Blocks(
    /// The blocks in order.
    #[prop(into)]
    blocks: Signal<Vec<Block>>,
    /// Their context.
    #[prop(into, optional)]
    marks: Signal<MarkdownContext>,
) -> impl IntoView {
    let each = move || {
        let marks = marks.get();
        let numbered = blocks.get().into_iter().enumerate();
        numbered.map(|(at, block)| ((at, fingerprint(&block, &marks)), block)).collect::<Vec<_>>()
    };
    view! {
        <For each key=|(key, _)| *key let:((_, one))>
            {block(one, &marks.get_untracked())}
        </For>
    }
}

/// Returns a hash of a block's content and of the doubts about it.
fn fingerprint(block: &Block, marks: &MarkdownContext) -> u64 {
    let mut hasher = DefaultHasher::new();
    block.hash(&mut hasher);
    if !marks.doubts.is_empty() {
        let text = letters(&block.plain());
        let texts = marks.doubts.iter().map(|doubt| letters(&doubt.text));
        let own = texts.filter(|doubt| text.contains(doubt));
        own.for_each(|doubt| doubt.hash(&mut hasher));
    }
    hasher.finish()
}

/// One block as a view.
pub fn block(block: Block, marks: &MarkdownContext) -> AnyView {
    match block {
        Block::Paragraph(content) => view! { <p>{inlines(content, marks)}</p> }.into_any(),
        Block::Heading { level, content } => heading(level, inlines(content, marks), marks),
        Block::List { start, items } => list(start, items, marks),
        Block::Quote(content) => {
            view! { <blockquote>{blocks(content, marks)}</blockquote> }.into_any()
        }
        Block::Code { language, content } => code(language, content, marks),
        Block::Table { head, rows } => table(head, rows, marks),
        Block::Rule => view! { <hr /> }.into_any(),
    }
}

fn blocks(content: Vec<Block>, marks: &MarkdownContext) -> Vec<AnyView> {
    content.into_iter().map(|one| block(one, marks)).collect()
}

/// Headings are one level below the question whatever their own level, so that no level is skipped; their size shows
/// their level. Headings in passages are plain lines, since they are not headings of the page.
fn heading(level: u8, content: Vec<AnyView>, marks: &MarkdownContext) -> AnyView {
    let class = format!("heading-{}", level.clamp(1, 4));
    if marks.excerpt {
        view! { <p class=class>{content}</p> }.into_any()
    } else {
        view! { <h3 class=class>{content}</h3> }.into_any()
    }
}

fn list(start: Option<u64>, items: Vec<Vec<Block>>, marks: &MarkdownContext) -> AnyView {
    let items: Vec<_> =
        items.into_iter().map(|item| view! { <li>{blocks(item, marks)}</li> }).collect();
    match start {
        Some(start) => view! { <ol start=start.to_string()>{items}</ol> }.into_any(),
        None => view! { <ul>{items}</ul> }.into_any(),
    }
}

/// A code block with its language; in an answer, it has a button for copying.
fn code(language: String, content: Vec<Inline>, marks: &MarkdownContext) -> AnyView {
    let text: String = content.iter().map(Inline::plain).collect();
    let copy = (!marks.excerpt).then(|| view! { <CopyCode text /> });
    let language = (!language.is_empty()).then(|| view! { <p class="language">{language}</p> });
    view! {
        <div class="code">
            {language}
            <pre tabindex="0">
                <code>{inlines(content, marks)}</code>
            </pre>
            {copy}
        </div>
    }
    .into_any()
}

/// The button that copies code.
#[component]
fn CopyCode(
    /// The code.
    text: String,
) -> impl IntoView {
    let copied = RwSignal::new(None::<bool>);
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            copied.try_set(Some(browser::copy(text).await));
        });
    };
    view! {
        <button class="quiet scripted" type="button" on:click=copy>
            {move || copying(copied.get())}
        </button>
    }
}

/// Returns the class of a cell: numbers are aligned, and dates and codes are kept on one line.
fn cell_class(cell: &[Inline]) -> Option<&'static str> {
    let text: String = cell.iter().map(Inline::plain).collect();
    let text = text.trim();
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    let is_of_number = |c: char| c.is_ascii_digit() || "+-−.,'’%$€£¥ \u{a0}\u{202f}".contains(c);
    if !has_digit || text.chars().count() > MAX_CODE_LEN {
        None
    } else if text.chars().all(is_of_number) && !is_date(text) {
        Some(NUMBER)
    } else {
        Some("whole")
    }
}

/// Returns true for digits with two hyphens or full stops between them, such as 2026-11-27 and 27.11.2026.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '.']).collect();
    let is_part =
        |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.chars().all(|c| c.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_part)
}

/// Returns the cells of a row.
pub fn cells(row: Vec<Vec<Inline>>, marks: &MarkdownContext) -> Vec<AnyView> {
    let cells = row.into_iter().map(|cell| {
        let class = cell_class(&cell);
        view! { <td class=class>{inlines(cell, marks)}</td> }.into_any()
    });
    cells.collect()
}

/// Returns the cells of a table header, aligned as the first row below them.
pub fn head_cells(
    head: Vec<Vec<Inline>>,
    first: &[Vec<Inline>],
    marks: &MarkdownContext,
) -> Vec<AnyView> {
    let cells = head.into_iter().enumerate().map(|(column, cell)| {
        let class = first.get(column).and_then(|cell| cell_class(cell));
        let class = class.filter(|class| *class == NUMBER);
        view! { <th scope="col" class=class>{inlines(cell, marks)}</th> }.into_any()
    });
    cells.collect()
}

fn table(head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>>, marks: &MarkdownContext) -> AnyView {
    let head = head_cells(head, rows.first().map_or(&[], Vec::as_slice), marks);
    let rows = rows.into_iter().zip(1_usize..).map(|(row, rank)| {
        let Some(at) = doubted_row(&row, rank, &marks.doubts) else {
            return view! { <tr>{cells(row, marks)}</tr> }.into_any();
        };
        // The row is marked as a whole.
        let whole = MarkdownContext { doubts: Arc::default(), ..marks.clone() };
        view! {
            <tr class=doubt_class(marks, at) aria-describedby=doubt_id(marks.turn, at)>
                {cells(row, &whole)}
            </tr>
        }
        .into_any()
    });
    let rows: Vec<_> = rows.collect();
    view! {
        <div class="table" role="group" aria-label=words::table() tabindex="0">
            <table dir="auto">
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn inlines(mut content: Vec<Inline>, marks: &MarkdownContext) -> Vec<AnyView> {
    hug(&mut content);
    content.into_iter().map(|one| inline(one, marks)).collect()
}

/// Attaches marks to the word before them, so that no line begins with a mark.
fn hug(content: &mut [Inline]) {
    for at in 1..content.len() {
        if let Some([Inline::Text(before), Inline::Citation { .. }]) = content.get_mut(at - 1..=at)
        {
            before.truncate(before.trim_end().len());
        }
    }
}

/// A text as consecutive parts, with doubted statements or marked words in elements of their own.
fn text(text: &str, marks: &MarkdownContext) -> AnyView {
    let doubts = doubted(text, &marks.doubts).into_iter().map(|found| (found, true));
    let words = whole_words(text, &marks.words).into_iter().map(|found| (found, false));
    let found: Vec<_> = if marks.doubts.is_empty() { words.collect() } else { doubts.collect() };
    if found.is_empty() {
        return text.to_owned().into_any();
    }
    let mut views = Vec::new();
    let mut shown = 0;
    let plain = |piece: Option<&str>| {
        let piece = piece.filter(|piece| !piece.is_empty())?;
        Some(piece.to_owned().into_any())
    };
    for ((place, at), is_doubt) in found {
        views.extend(plain(text.get(shown..place.start)));
        shown = place.end;
        let piece = text.get(place).unwrap_or_default().to_owned();
        views.push(if is_doubt {
            let class = doubt_class(marks, at);
            view! { <Doubt turn=marks.turn at class text=piece /> }.into_any()
        } else {
            view! { <mark>{piece}</mark> }.into_any()
        });
    }
    views.extend(plain(text.get(shown..)));
    views.into_any()
}

/// Returns the class of a doubted statement: whether its sources lack a fact of it, or it has no source.
fn doubt_class(marks: &MarkdownContext, at: usize) -> &'static str {
    let is_red = marks.doubts.get(at).is_some_and(is_not_in_source);
    if is_red { "doubt not-found" } else { "doubt" }
}

/// A doubted statement in the text; its note gives the reason.
#[component]
fn Doubt(
    /// The turn.
    turn: u32,
    /// The index of the statement among the doubted ones.
    at: usize,
    /// Its class.
    class: &'static str,
    /// The statement, or a part of it.
    text: String,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    view! {
        <span
            class=class
            aria-describedby=doubt_id(turn, at)
            class:lit=move || evidence.doubted.get() == Some((turn, at))
            on:mouseenter=move |_| evidence.doubted.set(Some((turn, at)))
            on:mouseleave=move |_| evidence.dim()
        >
            {text}
        </span>
    }
}

/// Returns the index of the doubted statement that this table row is. The check reads a row without a first cell
/// that only numbers it, by its `rank` in the table.
fn doubted_row(row: &[Vec<Inline>], rank: usize, doubts: &[Checked]) -> Option<usize> {
    let cell = |cell: &Vec<Inline>| cell.iter().map(|one| letters(&one.plain())).collect();
    let cells: Vec<String> = row.iter().map(cell).collect();
    let is_numbered = cells.first().is_some_and(|cell| *cell == rank.to_string());
    let read = cells.get(usize::from(is_numbered)..).unwrap_or_default().concat();
    let is_row = |doubt: String| !doubt.is_empty() && doubt == read;
    doubts.iter().position(|doubt| is_row(letters(&doubt.text)))
}

fn inline(inline: Inline, marks: &MarkdownContext) -> AnyView {
    match inline {
        Inline::Text(one) => text(&one, marks),
        Inline::Emphasis(content) => view! { <em>{inlines(content, marks)}</em> }.into_any(),
        Inline::Strong(content) => view! { <strong>{inlines(content, marks)}</strong> }.into_any(),
        Inline::Strike(content) => view! { <s>{inlines(content, marks)}</s> }.into_any(),
        Inline::Marked(content) => view! { <mark>{inlines(content, marks)}</mark> }.into_any(),
        Inline::Code(text) => view! { <code>{text}</code> }.into_any(),
        Inline::Math { tex, display } => view! { <Formula tex display /> }.into_any(),
        Inline::Link { address, content } => view! {
            <a href=address rel="external noopener noreferrer" target="_blank">
                {inlines(content, marks)}
            </a>
        }
        .into_any(),
        Inline::Break => view! { <br /> }.into_any(),
        Inline::Citation { source, number } => {
            let mark = number.map(|number| view! { <Mark turn=marks.turn number source /> });
            mark.into_any()
        }
        Inline::Invented(name) => view! {
            <small class="invented" title=name>{words::no_such_source()}</small>
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_hugs_the_word_before_it() {
        let citation = Inline::Citation { source: "a.md".into(), number: None };
        let mut content = vec![Inline::Text("Yes. ".into()), citation];
        hug(&mut content);
        assert_eq!(content.first(), Some(&Inline::Text("Yes.".into())));
    }

    #[test]
    fn numbers_are_told_from_dates_and_codes() {
        let class = |text: &str| cell_class(&[Inline::Text(text.into())]);
        for number in ["12,400.50", "-3 %", "€ 1.200", "1.234.567"] {
            assert_eq!(class(number), Some(NUMBER), "{number}");
        }
        for code in ["2026-11-27", "27.11.2026", "O-100162", "15 days"] {
            assert_eq!(class(code), Some("whole"), "{code}");
        }
        assert_eq!((class("none"), class("All 12 of the branches of the town")), (None, None));
    }
}
