//! The retrieved passages of an answer, the cited ones with their numbers.

use leptos::prelude::*;

use super::markdown::{Marks, block};
use crate::app::state::{EvidenceView, Note, Passage, notes, passages};
use crate::text::{markdown, source};

/// The retrieved passages, best first.
#[component]
pub fn Passages() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let turn = Memo::new(move |_| evidence.shown().map_or(0, |turn| turn.id));
    let found = Memo::new(move |_| {
        let turn = evidence.shown()?;
        turn.answer
            .with(|answer| answer.context.data_points.as_ref().map(passages))
    });
    let cited = Memo::new(move |_| {
        let turn = evidence.shown();
        turn.map(|turn| turn.answer.with(|answer| notes(answer, true)))
            .unwrap_or_default()
    });
    let each = move || {
        let passages = found.get().unwrap_or_default();
        let turn = turn.get();
        passages
            .into_iter()
            .map(|passage| (turn, passage))
            .enumerate()
            .collect::<Vec<_>>()
    };
    view! {
        <Show when=move || found.with(|found| found.as_ref().is_some_and(Vec::is_empty))>
            <p class="hint">"No passage fits this question."</p>
        </Show>
        <ul class="passages" aria-label="Passages">
            <For each key=Clone::clone let:((at, (turn, passage)))>
                <PassageCard turn passage cited first=at == 0 />
            </For>
        </ul>
    }
}

/// One passage.
#[component]
fn PassageCard(
    /// The turn that it was retrieved for.
    turn: u32,
    /// The passage.
    passage: Passage,
    /// The notes of the answer.
    cited: Memo<Vec<Note>>,
    /// Whether it is the best one.
    first: bool,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let Passage { source, text } = passage;
    let label = source::label(&source);
    let href = source::content_url(&source);
    let (own, lit, chosen, entered, opened) = (
        source.clone(),
        source.clone(),
        source.clone(),
        source.clone(),
        source,
    );
    let note = Memo::new(move |_| {
        cited.with(|notes| notes.iter().find(|note| note.source == own).cloned())
    });
    let is_chosen = Memo::new(move |_| {
        evidence
            .source
            .with(|source| source.as_ref() == Some(&chosen))
    });
    let open = move |event: leptos::ev::MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            evidence.show_document(&opened);
        }
    };
    let parts = move || prose(&text, note.get());
    view! {
        <li
            class="passage"
            id=move || is_chosen.get().then_some("chosen-passage")
            class:chosen=move || is_chosen.get()
            class:lit=move || evidence.is_lit(turn, &lit)
            on:mouseenter=move |_| evidence.light(turn, &entered)
            on:mouseleave=move |_| evidence.dim()
        >
            <div class="title">
                {move || note.get().map(|note| view! { <span class="number">{note.number}</span> })}
                <a class="chip" href=href rel="external" on:click=open>
                    {label}
                </a>
                {first.then(|| view! { <span class="tag">"best match"</span> })}
            </div>
            <div class="text prose">{parts}</div>
        </li>
    }
}

/// The passage's text, with the words marked that its note quotes.
fn prose(text: &str, note: Option<Note>) -> impl IntoView + use<> {
    let words = note.map(|note| note.words).unwrap_or_default();
    let marks = Marks {
        words: words.into(),
        excerpt: true,
        ..Marks::default()
    };
    let blocks = markdown::parse(text, &[], false);
    blocks
        .into_iter()
        .map(|one| block(one, &marks))
        .collect_view()
}
