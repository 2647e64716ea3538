//! The notes in the margin of an answer: number, document, page, the words that support it, and the verdict of the
//! check. On phones and on paper, they are below the answer.

use footnote_protocol::audit::{Checked, Verdict};
use footnote_protocol::{Answer, Opening};
use footnote_text::{source, table};
use leptos::prelude::*;

use crate::browser;
use crate::components::chip::chip_label;
use crate::components::click::taken;
use crate::state::{EvidenceView, Footnotes, Note, Support, doubt_id, note_id, verdict_in_words};
use crate::words;

/// The notes of an answer, and the notes on statements that no source supports.
#[component]
pub fn Notes(
    /// The turn of the answer.
    turn: u32,
    /// Its answer.
    answer: RwSignal<Answer>,
    /// The notes in the order of their numbers.
    notes: Memo<Footnotes>,
    /// The doubted statements.
    doubts: Memo<Vec<Checked>>,
) -> impl IntoView {
    let any = Memo::new(move |_| {
        notes.with(|found| !found.notes.is_empty()) || doubts.with(|doubts| !doubts.is_empty())
    });
    let element = format!("turn-{turn}");
    let level = element.clone();
    Effect::new(move |_| {
        notes.track();
        doubts.track();
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
                    <NoteLine turn note />
                </For>
                {move || {
                    let doubts = doubts.get().into_iter().enumerate();
                    doubts
                        .map(|(at, checked)| view! { <DoubtLine turn answer at checked /> })
                        .collect_view()
                }}
            </ol>
        </Show>
    }
}

/// Returns the support in one word.
fn support_in_words(support: Support) -> Option<&'static str> {
    match support {
        Support::Quoted => Some(words::is_quoted()),
        Support::Whole => Some(words::is_supported()),
        Support::Partly => Some(words::is_partly_supported()),
        Support::Unchecked => None,
    }
}

/// The note on a doubted statement: the verdict, what its sources do not contain, and the words that contradict it.
#[component]
fn DoubtLine(
    /// The turn.
    turn: u32,
    /// Its answer.
    answer: RwSignal<Answer>,
    /// The index of the statement among the doubted ones.
    at: usize,
    /// The statement.
    checked: Checked,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let verdict = verdict_in_words(&checked);
    let missing = (!checked.missing.is_empty()).then(|| {
        let missing: Vec<String> = checked.missing.iter().map(words::in_quotes).collect();
        words::not_found_there(&words::listed(&missing))
    });
    let invented = (!checked.no_such_source.is_empty())
        .then(|| words::no_such_source_as(&words::listed(&checked.no_such_source)));
    let reasons: Vec<String> = [missing, invented].into_iter().flatten().collect();
    let reasons = reasons.join(" · ");
    let against = checked.span.filter(|_| checked.verdict == Verdict::Contradicted);
    let against = against.map(|span| {
        view! {
            <NearestChip turn answer source=span.source words=span.text.clone() />
            <span class="words">
                <q>{table::read(&span.text)}</q>
            </span>
        }
    });
    view! {
        <li
            class="note doubtful"
            id=doubt_id(turn, at)
            class:lit=move || evidence.doubted.get() == Some((turn, at))
            on:mouseenter=move |_| evidence.doubted.set(Some((turn, at)))
            on:mouseleave=move |_| evidence.dim()
        >
            <span class="statement">{table::read(&checked.text)}</span>
            <span class="verdict">{verdict}</span>
            <span class="reason">{reasons}</span>
            {against}
        </li>
    }
}

/// The chip for the words that contradict a statement; it opens their passage.
#[component]
fn NearestChip(
    /// The turn.
    turn: u32,
    /// Its answer.
    answer: RwSignal<Answer>,
    /// The source of the words.
    source: String,
    /// The words.
    words: String,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let label = chip_label(&source);
    let href = Opening::of_source(&source, None, &words).address(source::split(&source).0);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            let note = answer.with_untracked(|answer| {
                let points = answer.context.data_points.as_ref();
                points.map(|points| Note::unnumbered(points, &source, &words))
            });
            evidence.show_passage(turn, note.unwrap_or_default());
        }
    };
    view! {
        <a class="chip" href=href rel="external" on:click=open>
            {label}
        </a>
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
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let chip = chip_label(&note.source);
    let href = note.opening().address(source::split(&note.source).0);
    let (number, words) = (note.number, note.words.clone());
    let verdict = note.support().and_then(support_in_words);
    let more = (note.more > 0).then(|| match note.more {
        10.. => format!(" {}", words::many_more_rows()),
        more => format!(" {}", words::more_rows(more)),
    });
    let light = move || evidence.light(turn, vec![number]);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            evidence.show_note(turn, &note);
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
            {verdict.map(|verdict| view! { <span class="verdict">{verdict}</span> })}
        </li>
    }
}
