//! The bar at the top of the page: its name, the documents, and the buttons of the panels.

use footnote_client::api::posted::Posted;
use footnote_client::browser;
use footnote_client::state::{Account, Chat, EvidenceView, Library};
use footnote_client::words;
use leptos::prelude::*;

use super::click::taken;
use super::late::{Arrival, DemandedViews};

/// The bar at the top of the chat page.
#[component]
pub fn Header() -> impl IntoView {
    let library = expect_context::<Library>();
    let chat = expect_context::<Chat>();
    let evidence = expect_context::<EvidenceView>();
    let demanded = expect_context::<Arrival<DemandedViews>>();
    view! {
        <header class="header">
            <button
                class="quiet scripted"
                type="button"
                aria-controls="conversations"
                aria-expanded=move || chat.sidebar.get().to_string()
                on:click=move |_| chat.toggle_sidebar()
            >
                <Icon lines=&["M2 4h14", "M2 9h14", "M2 14h9"] />
                <span>{words::conversations()}</span>
            </button>
            <h1 class="wordmark">
                <a href=home() rel="external" on:click=move |event| begin(event, chat)>
                    "Footnote"
                    <sup aria-hidden="true">"1"</sup>
                </a>
            </h1>
            <p class="state" role="status">
                {move || library.news()}
            </p>
            <ToDocuments />
            <button
                class="quiet scripted"
                type="button"
                aria-controls="evidence"
                aria-expanded=move || evidence.open.get().to_string()
                disabled=move || chat.turns.with(Vec::is_empty)
                on:click=move |_| evidence.toggle()
            >
                <Icon lines=&["M2 3h14v12h-14z", "M11 3v12"] />
                <span>{words::sources()}</span>
            </button>
            <button
                class="quiet scripted"
                type="button"
                aria-haspopup="dialog"
                on:click=move |_| demanded.open("settings")
            >
                <Icon lines=&["M2 5h6", "M12 5h4", "M10 3v4", "M2 13h2", "M8 13h8", "M6 11v4"] />
                <span>{words::settings()}</span>
            </button>
            <SignedIn />
            <KeysButton />
        </header>
    }
}

/// Returns the path of the page without its conversation. The browser keeps what the server has rendered.
fn home() -> String {
    use_context::<Posted>().map(|posted| posted.home).unwrap_or_default()
}

/// The bar at the top of every other page: as on the chat page, with the link to the chat in the place of its panels.
#[component]
pub fn PageHeader(
    /// True on the page of documents.
    #[prop(optional)]
    is_documents: bool,
    /// The content behind the name.
    children: Children,
) -> impl IntoView {
    view! {
        <header class="header">
            <a class="quiet" href="/" rel="external">
                <Icon lines=&["M2 3h14v9h-8l-4 3v-3h-2z"] />
                <span>{words::ask_a_question()}</span>
            </a>
            <p class="wordmark">
                <a href="/" rel="external">
                    "Footnote"
                    <sup aria-hidden="true">"1"</sup>
                </a>
            </p>
            {children()}
            <ToDocuments is_here=is_documents />
            <SignedIn />
        </header>
    }
}

/// The name of the reader with a button to sign out, or a link to sign in. Empty if sign-in is not set up.
#[component]
fn SignedIn() -> impl IntoView {
    let Account { name, may_sign_in } = Account::here();
    let out = name.map(|name| {
        let title = words::signed_in_as(&name);
        view! {
            <form class="account" method="post" action="/sign-out">
                <button class="quiet" type="submit" title=title>
                    <Icon lines=PERSON />
                    <span class="name">{name}</span>
                    <span>{words::sign_out()}</span>
                </button>
            </form>
        }
    });
    let into = may_sign_in.then(|| {
        view! {
            <a class="quiet" href="/sign-in" rel="external">
                <Icon lines=PERSON />
                <span>{words::sign_in()}</span>
            </a>
        }
    });
    (out, into)
}

/// The lines of a person.
const PERSON: &[&str] = &["M9 2.5a3 3 0 1 0 0.01 0", "M3 16c0-7 12-7 12 0"];

/// The link to the documents page.
#[component]
fn ToDocuments(
    /// True on that page.
    #[prop(optional)]
    is_here: bool,
) -> impl IntoView {
    view! {
        <a
            class="quiet"
            href="/documents"
            rel="external"
            aria-current=is_here.then_some("page")
        >
            <Icon lines=&["M4 2h7l3 3v11h-10z", "M7 8h4", "M7 11h4"] />
            <span>{words::documents()}</span>
        </a>
    }
}

/// The button that lists the keyboard shortcuts.
#[component]
fn KeysButton() -> impl IntoView {
    let demanded = expect_context::<Arrival<DemandedViews>>();
    view! {
        <button
            class="quiet scripted keys-button"
            type="button"
            aria-haspopup="dialog"
            aria-label=words::keyboard_shortcuts()
            title=words::keyboard_shortcuts_key()
            on:click=move |_| demanded.open("keys")
        >
            "?"
        </button>
    }
}

/// An icon made of a few lines, on a grid of 18 units.
#[component]
pub fn Icon(
    /// The lines, as SVG paths.
    lines: &'static [&'static str],
) -> impl IntoView {
    let paths: Vec<_> = lines.iter().map(|line| view! { <path d=*line></path> }).collect();
    view! {
        <svg class="icon" viewBox="0 0 18 18" aria-hidden="true">
            {paths}
        </svg>
    }
}

/// Starts a new conversation on a plain click, without reloading the page.
fn begin(event: leptos::ev::MouseEvent, chat: Chat) {
    if taken(&event) {
        chat.clear();
        browser::focus("question");
    }
}
