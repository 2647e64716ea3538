//! The notes in the margin of an answer: number, document, page, the words cited, and the facts that the check did not
//! find. On phones and on paper, they are below the answer.

use footnote_client::browser;
use footnote_client::state::{
    EvidenceView, Footnotes, Note, doubt_id, doubt_reason, is_not_in_source, note_id,
};
use footnote_client::words;
use footnote_protocol::audit::Checked;
use footnote_text::{source, table};
use leptos::prelude::*;

use crate::components::chip::chip_label;
use crate::components::click::taken;

/// The notes of an answer, and the notes on statements that no source supports.
#[component]
pub fn Notes(
    /// The turn of the answer.
    turn: u32,
    /// The notes in the order of their numbers.
    notes: Memo<Footnotes>,
    /// The doubted statements.
    doubts: Memo<Vec<Checked>>,
) -> impl IntoView {
    let any = Memo::new(move |_| {
        notes.with(|found| !found.notes.is_empty()) || doubts.with(|doubts| !doubts.is_empty())
    });
    let evidence = expect_context::<EvidenceView>();
    let element = format!("turn-{turn}");
    let level = element.clone();
    Effect::new(move |_| {
        notes.track();
        doubts.track();
        // While the sources are open, the notes are hidden and have no height.
        evidence.open.track();
        let turn = level.clone();
        browser::after_render(move || browser::level_notes(&turn));
    });
    Effect::new(move |_| {
        let turn = element.clone();
        browser::after_render(move || browser::watch_notes(&turn));
    });
    view! {
        <Show when=move || any.get()>
            <ol class="notes" aria-label=words::notes()>
                <For each=move || notes.get().notes key=Note::clone let:note>
                    <NoteLine turn note doubts />
                </For>
                {move || {
                    let doubts = doubts.get().into_iter().enumerate();
                    doubts
                        .filter(|(at, _)| notes.with(|notes| !notes.doubts(*at)))
                        .map(|(at, checked)| view! { <DoubtLine turn at checked /> })
                        .collect_view()
                }}
            </ol>
        </Show>
    }
}

/// The note on a doubted statement, with the facts that its sources do not contain.
#[component]
fn DoubtLine(
    /// The turn.
    turn: u32,
    /// The index of the statement among the doubted ones.
    at: usize,
    /// The statement.
    checked: Checked,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let reason = doubt_reason(&checked);
    view! {
        <li
            class="note doubtful"
            class:not-found=is_not_in_source(&checked)
            id=doubt_id(turn, at)
            class:lit=move || evidence.doubted.get() == Some((turn, at))
            on:mouseenter=move |_| evidence.doubted.set(Some((turn, at)))
            on:mouseleave=move |_| evidence.dim()
        >
            <span class="statement">{table::read(&checked.text)}</span>
            " "
            <span class="verdict">{reason}</span>
        </li>
    }
}

/// A footnote: a chip that opens the document, and the supporting words.
///
/// # Server rendering
///
/// The chip is a link to the document at these words.
#[component]
fn NoteLine(
    /// The turn of the answer.
    turn: u32,
    /// The note.
    note: Note,
    /// The doubted statements of the answer.
    doubts: Memo<Vec<Checked>>,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let chip = chip_label(&note.source);
    let href = note.opening().address(source::split(&note.source).0);
    let (number, words) = (note.number, note.words.clone());
    let more = unnamed(note.more);
    let verdicts: Vec<_> = note.doubts.iter().map(|at| verdict(turn, *at, doubts)).collect();
    let light = move || evidence.light(turn, vec![number]);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            evidence.show_note(turn, &note);
            browser::after_render(|| browser::focus("evidence"));
        }
    };
    view! {
        <li
            class="note"
            id=note_id(turn, number)
            class:lit=move || evidence.is_lit(turn, number)
            on:mouseenter=move |_| light()
            on:mouseleave=move |_| evidence.dim()
        >
            <span class="number">{number}</span>
            <a
                class="chip"
                href=href
                rel="external"
                on:click=open
                on:focus=move |_| light()
                on:blur=move |_| evidence.dim()
            >
                {chip}
            </a>
            {(!words.is_empty())
                .then(|| {
                    view! {
                        <span class="words">
                            <q>{words}</q>
                            {more}
                        </span>
                    }
                })}
            {verdicts}
        </li>
    }
}

/// Returns the words for the rows that a note does not name.
fn unnamed(more: usize) -> Option<String> {
    (more > 0).then(|| match more {
        10.. => format!(" {}", words::many_more_rows()),
        more => format!(" {}", words::more_rows(more)),
    })
}

/// The verdict on a doubted statement, below the source that it cites.
fn verdict(turn: u32, at: usize, doubts: Memo<Vec<Checked>>) -> impl IntoView {
    let of = move |read: fn(&Checked) -> String| {
        doubts.with(|doubts| doubts.get(at).map(read)).unwrap_or_default()
    };
    let is_red = move || doubts.with(|doubts| doubts.get(at).is_some_and(is_not_in_source));
    view! {
        " "
        <span class="verdict doubted" class:not-found=is_red id=doubt_id(turn, at)>
            {move || of(doubt_reason)}
        </span>
    }
}
