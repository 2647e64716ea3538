//! A document, opened at the words that a citation stands for.

use leptos::prelude::*;

use crate::app::components::answer::markdown::{Marks, block};
use crate::app::state::EvidenceView;
use crate::protocol::{OpenedDocument, OpenedPart, Opening};
use crate::text::markdown::{highlight, parse};
use crate::text::source;

/// The number of passages that an earlier stretch begins before this one.
const BACK: u32 = 25;

/// A document as text, with the cited passage and its words marked.
///
/// # Server rendering
///
/// All of the stretch, with links to what stands before and behind it.
#[component]
pub fn Viewer(
    /// The document.
    document: OpenedDocument,
) -> impl IntoView {
    let opening = document.opening.clone();
    let marked = document.marked().cloned();
    let is_gone = marked.is_none() && opening.from.is_none() && !opening.words.is_empty();
    let gone = is_gone.then(|| {
        view! { <p class="gone">"The cited words are not in this document any more."</p> }
    });
    let lit = marked.map(|part| source::join(&document.path, part.page));
    let first = document.parts.first().map_or(0, |part| part.ordinal);
    let next = document.parts.last().map_or(0, |part| part.ordinal + 1);
    let before = (first > 0).then(|| first.saturating_sub(BACK));
    let behind = (next < document.passages).then_some(next);
    let way = |from: Option<u32>, label| {
        from.map(|from| {
            let opening = Opening {
                from: Some(from),
                ..opening.clone()
            };
            view! { <Way path=document.path.clone() opening label /> }
        })
    };
    let (earlier, later) = (way(before, "Earlier"), way(behind, "Further"));
    let mut page = None;
    let parts: Vec<_> = document
        .parts
        .into_iter()
        .map(|part| {
            let is_new = std::mem::replace(&mut page, part.page) != part.page;
            let number = part.page.filter(|_| is_new);
            let number =
                number.map(|page| view! { <p class="page-number">{format!("Page {page}")}</p> });
            let is_marked = opening.passage == Some(part.ordinal);
            let marked = is_marked.then_some(opening.words.as_str());
            (number, passage(&part, marked, lit.clone()))
        })
        .collect();
    view! {
        <div class="viewer">
            {gone} <div class="paper prose">{earlier} {parts} {later}</div>
        </div>
    }
}

/// A passage under its headings; one that is marked lights up with what cites it.
fn passage(part: &OpenedPart, marked: Option<&str>, source: Option<String>) -> AnyView {
    let view = |blocks: Vec<_>| {
        let blocks = blocks.into_iter().map(|one| block(one, &Marks::default()));
        blocks.collect::<Vec<_>>()
    };
    let headings = view(parse(&part.headings, &[], false));
    let mut blocks = parse(&part.text, &[], false);
    let Some(words) = marked else {
        return (headings, view(blocks)).into_any();
    };
    highlight(&mut blocks, words);
    let cited = view! { <Cited source=source.unwrap_or_default()>{view(blocks)}</Cited> };
    (headings, cited).into_any()
}

/// The marked passage.
#[component]
fn Cited(
    /// Its source.
    source: String,
    /// What it says.
    children: Children,
) -> impl IntoView {
    // Where the document is all there is to see, nothing else lights up.
    let evidence = use_context::<EvidenceView>();
    let turn = move || evidence.and_then(|evidence| Some((evidence, evidence.shown()?.id)));
    let own = source.clone();
    let is_lit = move || turn().is_some_and(|(evidence, turn)| evidence.is_lit(turn, &own));
    let light = Callback::new(move |is_lit| match untrack(turn) {
        Some((evidence, turn)) if is_lit => evidence.light(turn, &source),
        Some((evidence, _)) => evidence.dim(),
        None => {}
    });
    view! {
        <section
            class="cited"
            id="cited"
            tabindex="0"
            aria-label="The cited passage"
            class:lit=is_lit
            on:mouseenter=move |_| light.run(true)
            on:mouseleave=move |_| light.run(false)
            on:focus=move |_| light.run(true)
            on:blur=move |_| light.run(false)
        >
            {children()}
        </section>
    }
}

/// The way to another stretch of the document.
#[component]
fn Way(
    /// The document's path.
    path: String,
    /// The stretch.
    opening: Opening,
    /// The text of the link.
    label: &'static str,
) -> impl IntoView {
    let evidence = use_context::<EvidenceView>();
    let href = opening.address(&path);
    let go = move |event: leptos::ev::MouseEvent| {
        let is_plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
        if let Some(evidence) = evidence.filter(|_| is_plain) {
            event.prevent_default();
            evidence.show_document(&path, opening.clone());
        }
    };
    view! {
        <p class="way">
            <a href=href rel="external" on:click=go>
                {label}
            </a>
        </p>
    }
}
