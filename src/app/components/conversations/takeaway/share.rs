//! The dialog in which a link to the open conversation is made, copied and taken back.

use footnote_client::api::codec::PageError;
use footnote_client::api::sharing::{conversation_link, revoke_link, share_conversation};
use footnote_client::browser;
use footnote_client::state::Chat;
use footnote_client::words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::late::{Arrival, DemandedViews};

/// The id of the dialog.
const DIALOG: &str = "share";

/// Ids of the button that makes the link, and of the field that shows it.
const MAKE: &str = "make-link";
const LINK: &str = "link-made";

/// Beginnings of addresses that lead nowhere from other machines.
const LOCAL: [&str; 3] = ["://127.", "://localhost", "://[::1]"];

/// The state of the link to the open conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum LinkState {
    /// Nothing yet.
    #[default]
    Asked,
    /// There is none.
    Missing,
    /// Its address.
    There(String),
    /// The server did not say.
    Failed,
}

/// The button that opens the dialog.
#[component]
pub fn ShareButton() -> impl IntoView {
    let demanded = expect_context::<Arrival<DemandedViews>>();
    view! {
        <button
            class="quiet scripted"
            type="button"
            aria-haspopup="dialog"
            on:click=move |_| demanded.open(DIALOG)
        >
            {words::share()}
        </button>
    }
}

/// The dialog.
#[component]
pub fn ShareDialog() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let link = RwSignal::new(LinkState::default());
    // Another conversation has another link, or none.
    let known = Memo::new(move |_| {
        let shared = chat.open_entry().is_some_and(|entry| entry.shared);
        (chat.open.get(), shared)
    });
    Effect::new(move |before: Option<Option<String>>| {
        let (open, shared) = known.get();
        if before.as_ref() != Some(&open) {
            link.set(LinkState::Asked);
        }
        match &open {
            Some(id) if shared => ask(chat, link, id.clone()),
            _ => link.set(LinkState::Missing),
        }
        open
    });
    view! {
        <dialog class="takeaway-share" id=DIALOG aria-labelledby="share-title">
            <h2 id="share-title">{words::share_conversation()}</h2>
            <p>{words::who_sees()}</p>
            {move || match link.get() {
                LinkState::There(address) => view! { <Link address link /> }.into_any(),
                LinkState::Failed => view! { <p role="alert">{words::server_not_reached()}</p> }.into_any(),
                LinkState::Asked | LinkState::Missing => ().into_any(),
            }}
            <form method="dialog" class="end">
                <Show when=move || !matches!(link.get(), LinkState::There(_))>
                    <button class="ask" type="button" id=MAKE on:click=move |_| make(chat, link)>
                        {words::make_link()}
                    </button>
                </Show>
                <button class="quiet">{words::close()}</button>
            </form>
        </dialog>
    }
}

/// The link, and what can be done with it.
#[component]
fn Link(
    /// Its address.
    address: String,
    /// The state that it is taken from.
    link: RwSignal<LinkState>,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let copied = RwSignal::new(None::<bool>);
    let text = address.clone();
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            copied.try_set(Some(browser::copy(text).await));
        });
    };
    let label = move || match copied.get() {
        None => words::copy_link(),
        Some(true) => words::copied(),
        Some(false) => words::could_not_copy(),
    };
    let is_local = LOCAL.iter().any(|start| address.contains(start));
    view! {
        <input type="text" readonly id=LINK aria-label=words::link() value=address />
        {is_local.then(|| view! { <p class="hint">{words::link_is_local()}</p> })}
        <div class="buttons">
            <button class="ask" type="button" on:click=copy>
                {label}
            </button>
            <button class="quiet" type="button" on:click=move |_| revoke(chat, link)>
                {words::take_link_back()}
            </button>
        </div>
    }
}

/// Asks for the link that there is.
fn ask(chat: Chat, link: RwSignal<LinkState>, id: String) {
    spawn_local(async move {
        let found = conversation_link(id.clone()).await;
        take(chat, link, &id, found);
    });
}

/// Makes a link to the open conversation.
fn make(chat: Chat, link: RwSignal<LinkState>) {
    let Some(id) = chat.open.get_untracked() else {
        return;
    };
    spawn_local(async move {
        let made = share_conversation(id.clone()).await;
        let is_there = matches!(made, Ok(Some(_)));
        take(chat, link, &id, made);
        if is_there {
            chat.note_shared(&id, true);
        }
    });
}

/// Takes the link to the open conversation back.
fn revoke(chat: Chat, link: RwSignal<LinkState>) {
    let Some(id) = chat.open.get_untracked() else {
        return;
    };
    spawn_local(async move {
        let revoked = revoke_link(id.clone()).await;
        let is_revoked = revoked.is_ok();
        take(chat, link, &id, revoked.map(|()| None));
        if is_revoked {
            chat.note_shared(&id, false);
        }
    });
}

/// Shows what the server said of the link to a conversation, as long as it is open.
fn take(chat: Chat, link: RwSignal<LinkState>, id: &str, said: Result<Option<String>, PageError>) {
    if chat.open.get_untracked().as_deref() != Some(id) {
        return;
    }
    link.try_set(match said {
        Ok(Some(token)) => LinkState::There(chat.link_address(&token)),
        Ok(None) => LinkState::Missing,
        Err(_) => LinkState::Failed,
    });
    // The button that was used has gone.
    let next = if matches!(link.get_untracked(), LinkState::There(_)) { LINK } else { MAKE };
    browser::after_render(move || {
        if browser::dialog_is_open() {
            browser::catch_focus(next);
        }
    });
}
