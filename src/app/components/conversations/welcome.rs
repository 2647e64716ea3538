//! The empty page: the state of the documents, and suggested questions.

use footnote_client::browser;
use footnote_client::state::chat::Lapse;
use footnote_client::state::{AnswerWriter, Chat, FileUploads, Library, ServerNotes};
use footnote_client::words;
use footnote_protocol::Scope;
use leptos::ev::Event;
use leptos::prelude::*;

use crate::components::composer::followups::{about, suggestions};
use crate::components::late::{Arrival, DemandedViews, Late, LateViews};
use crate::components::listing::DocumentList;

/// Maximum number of suggested questions.
const MAX_EXAMPLES: usize = 3;

/// The page before the first question.
#[component]
pub fn Welcome() -> impl IntoView {
    let library = expect_context::<Library>();
    let status = library.status;
    let ready = move || status.with(|status| status.ready > 0);
    let chat = expect_context::<Chat>();
    // They are about all documents.
    let is_everything = move || chat.scope.with(Scope::is_everything);
    let examples = Memo::new(move |_| {
        let some = is_everything().then(|| status.with(|status| status.examples.clone()));
        some.unwrap_or_default()
            .iter()
            .take(MAX_EXAMPLES)
            .map(|topic| about(topic))
            .collect::<Vec<_>>()
    });
    let writer = move || {
        status.with(|status| match &status.model {
            Some(model) => words::written_by(model),
            None => words::passages_are_shown().to_owned(),
        })
    };
    let is_lost = move || chat.lapse.get() == Some(Lapse::Missing);
    let is_new = use_context::<ServerNotes>().is_some_and(|notes| notes.is_new_operator);
    view! {
        <div class="welcome">
            <p class="promise">
                {move || if is_lost() { words::no_such_conversation() } else { words::promise() }}
            </p>
            {is_new.then(|| view! { <p class="writer" role="status">{words::you_run_this()}</p> })}
            <Show when=ready fallback=move || view! { <Unread /> }>
                <p class="writer">{writer}</p>
                <Late draw=|late: LateViews| (late.first_offer)() />
                <p class="whose">
                    <span hidden=move || status.with(|status| !status.is_sample)>
                        {words::sample_documents()}
                    </span>
                    <AddOwn />
                </p>
                <Reading />
                <Show when=move || examples.with(|examples| !examples.is_empty())>
                    <div class="examples" role="group" aria-label=words::examples()>
                        <p class="writer">{words::begin_with()}</p>
                        {move || suggestions(examples.get())}
                    </div>
                </Show>
                <DocumentList />
            </Show>
        </div>
    }
}

/// The button that adds documents; for a reader who only lacks the printed link, the hint to open it.
#[component]
fn AddOwn() -> impl IntoView {
    let status = expect_context::<Library>().status;
    let uploads = expect_context::<FileUploads>();
    let label = move || {
        let is_sample = status.with(|status| status.is_sample);
        if is_sample { words::add_your_own() } else { words::add_documents() }
    };
    view! {
        <label class="add scripted" hidden=move || status.with(|status| status.uploads.is_none())>
            <FilePicker />
            {label}
        </label>
        <Show when=move || uploads.needs_link && !uploads.is_allowed()>
            <span class="hint">{words::open_link_to_add()}</span>
        </Show>
    }
}

/// The field that picks files to add, within its label.
#[component]
fn FilePicker() -> impl IntoView {
    let uploads = expect_context::<FileUploads>();
    view! {
        <input
            type="file"
            class="unseen"
            multiple
            on:change=move |event: Event| uploads.chosen.set(browser::picked(&event))
        />
    }
}

/// The progress of reading the documents, and of preparing the search by meaning.
#[component]
fn Reading() -> impl IntoView {
    let library = expect_context::<Library>();
    let progress = Memo::new(move |_| {
        library.status.with(|status| match status.embedded {
            _ if status.running => Some((status.done, status.seen)),
            Some((ready, all)) if ready < all => Some((ready, all)),
            _ => None,
        })
    });
    let done = move || progress.get().map(|(done, _)| done.to_string());
    let all = move || progress.get().map(|(_, all)| all.max(1).to_string());
    view! {
        <div class="progress" hidden=move || progress.with(Option::is_none)>
            <progress value=done max=all aria-label=words::documents()></progress>
            <span class="hint">{move || library.news()}</span>
        </div>
    }
}

/// One sentence while nothing can be asked yet; for whoever may add documents, the area to drop them.
#[component]
fn Unread() -> impl IntoView {
    let status = expect_context::<Library>().status;
    let uploads = expect_context::<FileUploads>();
    // Before the first look into the folder nobody knows.
    let is_read = Memo::new(move |_| {
        status.with(|status| !status.is_moving() && status.finished_at.is_some())
    });
    let writer = expect_context::<AnswerWriter>();
    let demanded = expect_context::<Arrival<DemandedViews>>();
    let may_add = move || status.with(|status| status.uploads.is_some());
    let told = move || match (is_read.get(), uploads.needs_link && !may_add()) {
        (false, _) => words::being_read(),
        (true, true) => words::none_yet_open_link(),
        (true, false) if may_add() => words::none_yet(),
        (true, false) => words::none_yet_attach(),
    };
    let folders = use_context::<ServerNotes>().unwrap_or_default().folders.join(", ");
    let place = (!folders.is_empty()).then(|| words::or_add_to_folder(&folders));
    view! {
        <p class="writer">{told}</p>
        <Reading />
        <label class="bring scripted" hidden=move || !may_add()>
            <FilePicker />
            <b>{words::add_documents()}</b>
            <span>{words::drop_them_here()}</span>
            {place.map(|place| view! { <span>{place}</span> })}
        </label>
        <div
            class="choice scripted"
            hidden=move || !(may_add() && writer.may_choose() && writer.is_without_model())
        >
                <button
                    class="accept"
                    type="button"
                    aria-haspopup="dialog"
                    on:click=move |_| demanded.open("settings")
                >
                    {words::set_up_model()}
                </button>
            </div>
        <Show when=move || status.with(|status| status.unread > 0)>
            <DocumentList />
        </Show>
    }
}
