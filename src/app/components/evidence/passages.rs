//! The retrieved passages of an answer, the cited ones with their numbers.

use leptos::prelude::*;

use super::why_not::WhyNot;
use crate::app::components::answer::markdown::{Marks, block};
use crate::app::components::chip::chip_label;
use crate::app::components::click::taken;
use crate::app::state::{EvidenceView, Note, Passage};
use crate::protocol::Opening;
use crate::text::{lines, markdown, source};

/// The retrieved passages, best first.
#[component]
pub fn Passages() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let turn = Memo::new(move |_| evidence.shown().map_or(0, |turn| turn.id));
    let found = Memo::new(move |_| evidence.passages());
    let notes = Memo::new(move |_| evidence.notes());
    let chosen = Memo::new(move |_| {
        let source = evidence.source.get()?;
        found.with(|found| notes.with(|notes| chosen(&source, found.as_deref()?, notes)))
    });
    let each = move || {
        let passages = found.get().unwrap_or_default();
        let turn = turn.get();
        passages.into_iter().map(|passage| (turn, passage)).enumerate().collect::<Vec<_>>()
    };
    view! {
        <Show when=move || found.with(|found| found.as_ref().is_some_and(Vec::is_empty))>
            <p class="hint">"No passage fits this question."</p>
        </Show>
        <ul class="passages" aria-label="Passages">
            <For each key=Clone::clone let:((at, (turn, passage)))>
                <PassageCard turn passage at notes chosen />
            </For>
        </ul>
        <Show when=move || found.with(Option::is_some)>
            <WhyNot />
        </Show>
    }
}

/// The index of the passage that a chosen source stands for: the one with the supporting words, or
/// else the best of the source.
fn chosen(source: &str, passages: &[Passage], notes: &[Note]) -> Option<usize> {
    let note = notes.iter().find(|note| note.source == source);
    note.and_then(|note| note.passage)
        .or_else(|| passages.iter().position(|passage| passage.source == source))
}

/// One passage.
#[component]
fn PassageCard(
    /// The turn that it was retrieved for.
    turn: u32,
    /// The passage.
    passage: Passage,
    /// Its place among the passages, from 0 for the best.
    at: usize,
    /// The notes of the answer.
    notes: Memo<Vec<Note>>,
    /// The place of the chosen passage.
    chosen: Memo<Option<usize>>,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let opening = passage.opening();
    let text = lines::markdown(&passage.text, passage.keeps_lines);
    let source = passage.source;
    let label = chip_label(&source);
    let path = source::split(&source).0.to_owned();
    let (own, lit, entered, focused) = (source.clone(), source.clone(), source.clone(), source);
    let note = Memo::new(move |_| {
        notes.with(|notes| notes.iter().find(|note| note.source == own).cloned())
    });
    let is_best =
        Memo::new(move |_| at == 0 && note.with(Option::is_some) && evidence.is_answered());
    // Of several passages from one page only those with the words are marked.
    let words = Memo::new(move |_| note.with(|note| cited(note.as_ref(), at)));
    let is_chosen = move || chosen.get() == Some(at);
    let wanted = Memo::new(move |_| Opening {
        words: words.with(|words| words.first().cloned().unwrap_or_default()),
        ..opening.clone()
    });
    let opened = path.clone();
    let href = move || wanted.with(|opening| opening.address(&path));
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            evidence.show_document(&opened, wanted.get_untracked());
        }
    };
    view! {
        <li
            class="passage"
            id=move || is_chosen().then_some("chosen-passage")
            class:chosen=is_chosen
            class:lit=move || evidence.is_lit(turn, &lit)
            on:mouseenter=move |_| evidence.light(turn, &entered)
            on:mouseleave=move |_| evidence.dim()
        >
            <div class="title">
                {move || note.get().map(|note| view! { <span class="number">{note.number}</span> })}
                <a
                    class="chip"
                    href=href
                    rel="external"
                    on:click=open
                    on:focus=move |_| evidence.light(turn, &focused)
                    on:blur=move |_| evidence.dim()
                >
                    {label}
                </a>
                <Show when=move || is_best.get()>
                    <span class="tag">"best match"</span>
                </Show>
            </div>
            <div class="text prose">{move || words.with(|words| prose(&text, words))}</div>
        </li>
    }
}

/// The words that the passage at `at` lends to the statements of a note.
fn cited(note: Option<&Note>, at: usize) -> Vec<String> {
    let cited = note.iter().flat_map(|note| &note.cited);
    let here = cited.filter(|(passage, _)| *passage == at);
    here.map(|(_, words)| words.clone()).collect()
}

/// The passage's text, with the words marked that its note stands for.
fn prose(text: &str, words: &[String]) -> impl IntoView + use<> {
    let marks = Marks { excerpt: true, ..Marks::default() };
    let mut blocks = markdown::parse(text, &[], false);
    for words in words {
        markdown::highlight(&mut blocks, words);
    }
    blocks.into_iter().map(|one| block(one, &marks)).collect_view()
}
