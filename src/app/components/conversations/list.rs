//! The list of kept conversations, newest first and by date, with what is done to it.

use footnote_client::api::search::{FoundSession, find_conversations};
use footnote_client::browser;
use footnote_client::state::dates::Group;
use footnote_client::state::{AnswerWriter, Chat, Entry, ServerNotes};
use footnote_client::words;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::item::{ConversationItem, LastUsed};

/// The list, with its search above and its buttons below.
#[component]
pub fn ConversationList() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let any = move || chat.kept.with(|kept| !kept.is_empty());
    let wanted = RwSignal::new(String::new());
    let has_common_list = use_context::<ServerNotes>().is_some_and(|notes| notes.has_common_list);
    provide_context(LastUsed(RwSignal::new(String::new())));
    let seen = RwSignal::new(Vec::<FoundSession>::new());
    let found = Memo::new(move |_| wanted.with(|words| seen.with(|seen| chat.find(words, seen))));
    let headings = move || {
        let headings = |groups: &Vec<Group>| {
            let headings = groups.iter().map(|group| group.heading.clone());
            headings.collect::<Vec<_>>()
        };
        found.with(headings)
    };
    view! {
        <ListHeader />
        <Show when=move || chat.kept.with(|kept| kept.len() > 1)>
            <SearchField wanted seen />
        </Show>
        <Show when=move || any() && has_common_list && chat.keeps() && !chat.temporary.get()>
            <p class="hint">{words::kept_for_everybody()}</p>
        </Show>
        <For each=headings key=String::clone let:heading>
            <ConversationGroup heading found />
        </For>
        <Show when=move || any() && found.with(Vec::is_empty)>
            <p class="hint" role="status">{words::no_conversation_says()}</p>
        </Show>
        <RemovedNotice />
        <Show
            when=any
            fallback=move || {
                view! { <p class="hint">{move || kept_where(chat, has_common_list)}</p> }
            }
        >
            <ListFooter />
        </Show>
    }
}

/// The place where conversations will be kept.
fn kept_where(chat: Chat, has_common_list: bool) -> &'static str {
    match (chat.keeps(), has_common_list) {
        (true, true) => words::kept_for_everybody(),
        (true, false) => words::will_be_kept(),
        (false, _) => words::temporary_hint(),
    }
}

/// The conversations below one heading; without a heading they are a plain list.
#[component]
fn ConversationGroup(
    /// The heading; empty for none.
    heading: String,
    /// The conversations that are shown, below all headings.
    found: Memo<Vec<Group>>,
) -> impl IntoView {
    let id = format!("from-{}", heading.to_lowercase().replace(' ', "-"));
    let label = (!heading.is_empty()).then(|| id.clone());
    let title = label.is_some().then(|| {
        let heading = heading.clone();
        view! { <h2 id=id>{heading}</h2> }
    });
    let entries = move || {
        found.with(|groups| {
            let group = groups.iter().find(|group| group.heading == heading);
            group.map(|group| group.entries.clone()).unwrap_or_default()
        })
    };
    view! {
        {title}
        <ul aria-labelledby=label>
            <For each=entries key=Entry::clone let:entry>
                <ConversationItem entry />
            </For>
        </ul>
    }
}

/// The buttons above the list.
#[component]
fn ListHeader() -> impl IntoView {
    let chat = expect_context::<Chat>();
    view! {
        <div class="top">
            <button
                class="new"
                type="button"
                on:click=move |_| {
                    chat.clear();
                    chat.close_covering_sidebar();
                    browser::focus("question");
                }
            >
                {words::new_conversation()}
            </button>
            <button
                class="quiet temporary"
                type="button"
                role="switch"
                aria-checked=move || chat.temporary.get().to_string()
                on:click=move |_| {
                    if chat.temporary.get_untracked() {
                        chat.clear();
                    } else {
                        chat.begin_temporary();
                    }
                    chat.close_covering_sidebar();
                    browser::focus("question");
                }
            >
                {words::temporary()}
            </button>
            <button
                class="quiet close"
                type="button"
                aria-label=words::close_conversations()
                on:click=move |_| chat.close_covering_sidebar()
            >
                "×"
            </button>
        </div>
    }
}

/// The field that narrows the list to the conversations that say something.
#[component]
fn SearchField(
    /// The words that are looked for.
    wanted: RwSignal<String>,
    /// The conversations in which the server has found them.
    seen: RwSignal<Vec<FoundSession>>,
) -> impl IntoView {
    on_cleanup(move || {
        wanted.try_set(String::new());
    });
    view! {
        <input
            type="search"
            aria-label=words::find_conversation()
            placeholder=words::find_conversation()
            autocomplete="off"
            prop:value=move || wanted.get()
            on:input=move |event| {
                let words = event_target_value(&event);
                wanted.set(words.clone());
                if !words.trim().is_empty() {
                    spawn_local(async move {
                        let found = find_conversations(words.trim().to_owned()).await;
                        seen.try_set(found.unwrap_or_default());
                    });
                }
            }
        />
    }
}

/// Ids of the button that deletes all conversations once that is confirmed, and of the one that asks first.
const CONFIRM: &str = "confirm-delete-all";
const DELETE_ALL: &str = "delete-all";

/// The button below the list, which asks before it deletes everything.
#[component]
fn ListFooter() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let is_common = use_context::<ServerNotes>().is_some_and(|notes| notes.has_common_list);
    let sure = if is_common { words::delete_all_common() } else { words::delete_all_sure() };
    let writer = expect_context::<AnswerWriter>();
    let is_asking = RwSignal::new(false);
    let may_delete = move || !is_common || writer.is_operator();
    let ask = move |asks: bool| {
        is_asking.set(asks);
        browser::after_render(move || browser::focus(if asks { CONFIRM } else { DELETE_ALL }));
    };
    view! {
        <div class="bottom" hidden=move || is_asking.get() || !may_delete()>
            <button class="quiet" type="button" id=DELETE_ALL on:click=move |_| ask(true)>
                {words::delete_all()}
            </button>
        </div>
        <div
            class="bottom"
            role="group"
            aria-labelledby="delete-all-sure"
            hidden=move || !is_asking.get()
        >
            <p id="delete-all-sure">{sure}</p>
            <button class="done" type="button" id=CONFIRM on:click=move |_| chat.remove_all()>
                {words::delete_all()}
            </button>
            <button class="quiet" type="button" on:click=move |_| ask(false)>
                {words::cancel()}
            </button>
        </div>
    }
}

/// The conversations that were just deleted, and the way back.
#[component]
fn RemovedNotice() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let count = move || chat.removed.with(Vec::len);
    let said = move || words::conversations_deleted(count());
    view! {
        <Show when=move || count() != 0>
            <p class="removed" role="status">
                {said}
                <button class="quiet" type="button" id="undo" on:click=move |_| chat.restore()>
                    {words::undo()}
                </button>
            </p>
        </Show>
    }
}
