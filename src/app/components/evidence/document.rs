//! The document of a passage, opened at its page.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::library::open_document;
use crate::app::components::answer::markdown::{Marks, block};
use crate::app::components::chip::chip_label;
use crate::app::state::{EvidenceView, passages};
use crate::protocol::{OpenedDocument, ProtocolError};
use crate::text::{markdown, source};

/// The document of the chosen passage, or of the first cited one.
#[component]
pub fn DocumentPanel() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let wanted = Memo::new(move |_| evidence.source.get().or_else(|| first(evidence)));
    let opened = RwSignal::new(None::<(String, Result<OpenedDocument, ProtocolError>)>);
    Effect::new(move |_| {
        // A document is fetched when it is looked at, not before.
        let looking = evidence.open.get() && evidence.tab.get() == crate::app::state::Tab::Document;
        let Some(source) = wanted.get().filter(|_| looking) else {
            return;
        };
        let have = opened.with_untracked(|opened| {
            let opened = opened.as_ref();
            opened.is_some_and(|(of, document)| *of == source && document.is_ok())
        });
        if !have {
            spawn_local(async move {
                let document = open_document(source.clone()).await;
                // Meanwhile the reader may have gone on to another document.
                if wanted.try_get_untracked().flatten().as_ref() == Some(&source) {
                    opened.try_set(Some((source, document)));
                }
            });
        }
    });
    // The browser's own view of a document cannot mark the words, so they stand above it.
    let quoted = move || {
        let framed = opened.with(|opened| {
            let document = opened.as_ref().map(|(_, document)| document);
            matches!(document, Some(Ok(OpenedDocument::Framed { .. })))
        });
        let wanted = wanted.get().filter(|_| framed)?;
        let note = evidence
            .notes()
            .into_iter()
            .find(|note| note.source == wanted)?;
        (!note.words.is_empty()).then_some(note.words)
    };
    view! {
        {move || wanted.get().map(|source| view! { <Title source /> })}
        {move || quoted().map(|words| view! { <q class="quoted">{words}</q> })}
        {move || {
            let (source, document) = opened.get()?;
            (wanted.get().as_ref() == Some(&source)).then(|| show(&source, document, evidence))
        }}
    }
}

/// The source of the first note, or else of the best passage.
fn first(evidence: EvidenceView) -> Option<String> {
    let turn = evidence.shown()?;
    let noted = turn
        .notes
        .with(|notes| notes.first().map(|note| note.source.clone()));
    noted.or_else(|| {
        turn.answer.with(|answer| {
            let points = answer.context.data_points.as_ref()?;
            points.citations.first().cloned()
        })
    })
}

/// The name of the document and the way to a window of its own.
#[component]
fn Title(
    /// The source.
    source: String,
) -> impl IntoView {
    view! {
        <p class="document-title">
            <span class="chip">{chip_label(&source)}</span>
            <a href=source::content_url(&source) rel="external" target="_blank">
                "Open in a new tab"
            </a>
        </p>
    }
}

fn show(
    source: &str,
    document: Result<OpenedDocument, ProtocolError>,
    evidence: EvidenceView,
) -> AnyView {
    match document {
        Ok(OpenedDocument::Framed { url, sandboxed }) => frame(source, url, sandboxed),
        Ok(OpenedDocument::Markdown(text)) => rendered(&text, &cited(source, evidence)),
        Ok(OpenedDocument::Plain(text)) => plain(&text, &cited(source, evidence)),
        Err(error) => view! { <p class="hint" role="alert">{error.message}</p> }.into_any(),
    }
}

/// A document that the browser itself shows; one that could run scripts gets no rights.
fn frame(source: &str, url: String, sandboxed: bool) -> AnyView {
    let title = source::label(source);
    if sandboxed {
        view! { <iframe class="paper" src=url title=title sandbox=""></iframe> }.into_any()
    } else {
        view! { <iframe class="paper" src=url title=title></iframe> }.into_any()
    }
}

/// The texts of the passages of a source.
fn cited(source: &str, evidence: EvidenceView) -> Vec<String> {
    // A new turn is no reason to draw the document again.
    let Some(turn) = untrack(|| evidence.shown()) else {
        return Vec::new();
    };
    turn.answer.with_untracked(|answer| {
        let points = answer.context.data_points.as_ref();
        let passages = points.map(passages).unwrap_or_default();
        let own = passages
            .into_iter()
            .filter(|passage| passage.source == source);
        own.map(|passage| letters(&passage.text)).collect()
    })
}

/// Markdown with the blocks of the cited passages lit.
fn rendered(text: &str, cited: &[String]) -> AnyView {
    let mut first = true;
    let blocks: Vec<_> = markdown::parse(text, &[], false)
        .into_iter()
        .map(|one| {
            let lit = is_cited(&one.plain(), cited);
            lighted(block(one, &Marks::default()), lit, &mut first)
        })
        .collect();
    scroll_to_first();
    view! { <div class="paper prose">{blocks}</div> }.into_any()
}

/// Plain text, paragraph by paragraph, with those of the cited passages lit.
fn plain(text: &str, cited: &[String]) -> AnyView {
    let mut first = true;
    let text = text.replace("\r\n", "\n");
    let paragraphs: Vec<_> = text
        .split("\n\n")
        .map(|paragraph| {
            let view = view! { <pre>{paragraph.to_owned()}</pre> }.into_any();
            lighted(view, is_cited(paragraph, cited), &mut first)
        })
        .collect();
    scroll_to_first();
    view! { <div class="paper plain">{paragraphs}</div> }.into_any()
}

/// Lights a part of a document; the first one lit is where the reader is led.
fn lighted(view: AnyView, lit: bool, first: &mut bool) -> AnyView {
    if !lit {
        return view;
    }
    let id = std::mem::take(first).then_some("cited-part");
    view! { <div class="cited" id=id>{view}</div> }.into_any()
}

fn scroll_to_first() {
    crate::app::browser::after_render(|| crate::app::browser::scroll_to("cited-part"));
}

/// Returns whether a part of a document belongs to one of the passages.
fn is_cited(part: &str, cited: &[String]) -> bool {
    /// Shorter parts, in letters, stand in too many passages to say anything.
    const TELLING: usize = 20;
    let part = letters(part);
    part.len() >= TELLING
        && cited
            .iter()
            .any(|passage| passage.contains(&part) || part.contains(passage))
}

/// The letters and figures of a text: what is left when layout and markup are taken away.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_of_a_passage_is_found_despite_its_layout() {
        let cited = [letters("Leave is thirty days a year. It rolls over.")];
        assert!(is_cited("Leave is\n  thirty days a year.", &cited));
        assert!(!is_cited("Pay comes at the end of each month.", &cited));
        assert!(!is_cited("It", &cited));
    }
}
