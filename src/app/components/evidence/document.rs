//! The document of a passage, opened at the cited words.

use footnote_client::api::library::open_document;
use footnote_client::browser;
use footnote_client::state::{EvidenceView, Tab, fault};
use footnote_client::words;
use footnote_protocol::{OpenedDocument, Opening, ProtocolError};
use footnote_text::source;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::late::{Arrival, Demanded, DemandedViews};
use crate::components::scope::document::AskDocument;

/// A request for a document, with its result.
type Opened = ((String, Opening), Result<OpenedDocument, ProtocolError>);

/// The document of the selected passage, or of the first cited one.
#[component]
pub fn DocumentPanel() -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let demanded = expect_context::<Arrival<DemandedViews>>();
    let wanted = Memo::new(move |_| evidence.document());
    let opened = RwSignal::new(None::<Opened>);
    Effect::new(move |_| {
        // A document is only fetched when its tab is visible.
        let looking = evidence.open.get() && evidence.tab.get() == Tab::Document;
        let Some(asked) = wanted.get().filter(|_| looking) else {
            return;
        };
        demanded.want();
        let have = opened.with_untracked(|opened| {
            let opened = opened.as_ref();
            opened.is_some_and(|(of, document)| *of == asked && document.is_ok())
        });
        if !have {
            spawn_local(async move {
                let (path, opening) = asked.clone();
                let document = open_document(path, opening).await.map_err(ProtocolError::from);
                // The reader may have moved on to another document meanwhile.
                if wanted.try_get_untracked().flatten().as_ref() == Some(&asked) {
                    opened.try_set(Some((asked, document)));
                }
            });
        }
    });
    Effect::new(move |_| {
        if opened.with(Option::is_some) && demanded.views.with(Option::is_some) {
            browser::after_render(|| browser::scroll_to("cited"));
        }
    });
    view! {
        <p class="hint" hidden=move || wanted.with(Option::is_some)>
            {words::no_passage_fits()}
        </p>
        {move || wanted.get().map(|(path, opening)| view! { <Title path opening /> })}
        {move || {
            let (asked, document) = opened.get()?;
            (wanted.get().as_ref() == Some(&asked)).then(|| show(document))
        }}
    }
}

fn show(document: Result<OpenedDocument, ProtocolError>) -> AnyView {
    match document {
        Ok(document) => {
            let draw = move |views: DemandedViews| (views.viewer)(document.clone());
            view! { <Demanded draw /> }.into_any()
        }
        Err(error) => {
            view! { <p class="hint" role="alert">{fault::in_words(&error)}</p> }.into_any()
        }
    }
}

/// The name of the document, with a link to its own page.
#[component]
fn Title(
    /// The document's path.
    path: String,
    /// The opened part.
    opening: Opening,
) -> impl IntoView {
    let href = opening.address(&path);
    view! {
        <p class="document-title">
            <span class="chip">
                <span class="chip-name">{source::label(&path)}</span>
            </span>
            <a href=href rel="external" target="_blank">
                {words::open_in_tab()}
            </a>
            <AskDocument path />
        </p>
    }
}
