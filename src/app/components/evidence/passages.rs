//! The retrieved passages of an answer; cited ones have the numbers of their notes.

use footnote_client::state::{EvidenceView, Note, Passage};
use footnote_client::words;
use footnote_protocol::Opening;
use footnote_text::{lines, markdown, source};
use leptos::prelude::*;

use crate::components::answer::markdown::{MarkdownContext, block};
use crate::components::chip::chip_label;
use crate::components::click::taken;

/// Passages with the turn that they were retrieved for, each with its index among them, from 0 for the best.
type Numbered = Vec<(usize, (u32, Passage))>;

/// The retrieved passages: those that the answer cites by the numbers of their notes, then the others, best first.
#[component]
pub fn Passages() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let turn = Memo::new(move |_| evidence.shown().map_or(0, |turn| turn.id));
    let found = Memo::new(move |_| evidence.passages());
    let notes = Memo::new(move |_| evidence.notes());
    let chosen = Memo::new(move |_| {
        let note = evidence.note.get()?;
        found.with(|found| chosen(&note, found.as_deref()?))
    });
    let parted = Memo::new(move |_| {
        let passages = found.get().unwrap_or_default();
        let turn = turn.get();
        let passages = passages.into_iter().map(|passage| (turn, passage)).enumerate();
        let first_note = |at: usize| {
            notes.with(|notes| {
                notes.iter().filter(|note| note.rests_on(at)).map(|note| note.number).min()
            })
        };
        let (mut cited, others) =
            passages.partition::<Numbered, _>(|(at, _)| first_note(*at).is_some());
        cited.sort_by_key(|(at, _)| first_note(*at));
        (cited, others)
    });
    let has_others = move || parted.with(|(_, others)| !others.is_empty());
    let has_cited = move || parted.with(|(cited, _)| !cited.is_empty());
    let list = move |label: &'static str, of: fn(&(Numbered, Numbered)) -> Numbered| {
        view! {
            <ul class="passages" aria-label=label>
                <For each=move || parted.with(of) key=Clone::clone let:((at, (turn, passage)))>
                    <PassageCard turn passage at notes chosen />
                </For>
            </ul>
        }
    };
    view! {
        <Show when=move || found.with(|found| found.as_ref().is_some_and(Vec::is_empty))>
            <p class="hint">{words::no_passage_fits()}</p>
        </Show>
        <Show when=has_cited>{list(words::passages(), |(cited, _)| cited.clone())}</Show>
        <Show when=has_others>
            <Show when=has_cited>
                <h3>{words::not_cited()}</h3>
            </Show>
            {list(words::passages(), |(_, others)| others.clone())}
        </Show>
    }
}

/// Returns the index of the passage that a selected note rests on, or otherwise of the best passage of its source.
fn chosen(note: &Note, passages: &[Passage]) -> Option<usize> {
    let of_source = || passages.iter().position(|passage| passage.source == note.source);
    note.cited.iter().find_map(|cited| cited.passage).or_else(of_source)
}

/// One passage.
#[component]
fn PassageCard(
    /// The turn that it was retrieved for.
    turn: u32,
    /// The passage.
    passage: Passage,
    /// Its index among the passages, from 0 for the best.
    at: usize,
    /// The notes of the answer.
    notes: Memo<Vec<Note>>,
    /// The index of the selected passage.
    chosen: Memo<Option<usize>>,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let opening = passage.opening();
    let is_lost = passage.text.is_empty();
    let text = lines::markdown(&passage.text, passage.keeps_lines);
    let label = chip_label(&passage.source);
    let path = source::split(&passage.source).0.to_owned();
    // A page may have several passages; only those that the answer rests on count as its sources.
    let own = Memo::new(move |_| notes.with(|notes| resting(notes, at)));
    let numbers =
        Memo::new(move |_| own.with(|own| own.iter().map(|one| one.number).collect::<Vec<_>>()));
    let is_best = Memo::new(move |_| at == 0 && numbers.with(|numbers| !numbers.is_empty()));
    let shown = Memo::new(move |_| {
        let chosen = evidence.note.get().filter(|note| note.rests_on(at));
        let chosen = evidence.lit_note(turn, at).or(chosen);
        chosen.map_or_else(|| own.get(), |note| vec![note])
    });
    let is_chosen = move || chosen.get() == Some(at);
    let is_lit = move || numbers.get().iter().any(|number| evidence.is_lit(turn, *number));
    let light = move || evidence.light(turn, numbers.get_untracked());
    let wanted = Memo::new(move |_| Opening {
        words: shown
            .with(|notes| notes.first().map(|note| note.stretch_of(at)).unwrap_or_default()),
        ..opening.clone()
    });
    let opened = path.clone();
    let href = move || wanted.with(|opening| opening.address(&path));
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            // The document is highlighted together with its note.
            evidence.note.set(shown.with_untracked(|notes| notes.first().cloned()));
            evidence.show_document(&opened, wanted.get_untracked());
        }
    };
    view! {
        <li
            class="passage"
            id=move || is_chosen().then_some("chosen-passage")
            class:chosen=is_chosen
            class:lit=is_lit
            on:mouseenter=move |_| light()
            on:mouseleave=move |_| evidence.dim()
        >
            <div class="title">
                {move || {
                    let numbers = numbers.get().into_iter();
                    numbers.map(|number| view! { <span class="number">{number}</span> }).collect_view()
                }}
                <a
                    class="chip"
                    href=href
                    rel="external"
                    on:click=open
                    on:focus=move |_| light()
                    on:blur=move |_| evidence.dim()
                >
                    {label}
                </a>
                <Show when=move || is_best.get()>
                    <span class="tag">{words::best_match()}</span>
                </Show>
            </div>
            <Show when=move || is_lost>
                <p class="hint">{words::passage_lost()}</p>
            </Show>
            <div class="text prose">{move || shown.with(|notes| prose(&text, notes, at))}</div>
        </li>
    }
}

/// Returns the notes that rest on the passage at `at`.
fn resting(notes: &[Note], at: usize) -> Vec<Note> {
    notes.iter().filter(|note| note.rests_on(at)).cloned().collect()
}

/// The text of the passage at `at`, with the words highlighted that these notes rest on.
fn prose(text: &str, notes: &[Note], at: usize) -> impl IntoView + use<> {
    let marks = MarkdownContext { excerpt: true, ..MarkdownContext::default() };
    let mut blocks = markdown::parse(text, &[], false);
    for words in notes.iter().flat_map(|note| note.words_of(at)) {
        markdown::highlight(&mut blocks, &words);
    }
    blocks.into_iter().map(|one| block(one, &marks)).collect_view()
}
