//! The choice of the chat model that writes the answers, for readers who may choose.

use footnote_client::browser;
use footnote_client::state::{AnswerWriter, Library};
use footnote_client::words;
use footnote_protocol::{LocalEndpoint, ModelDraft};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

/// The current writer of the answers; for operators, with the models on the server's machine and the form for any other
/// model. Readers who only lack the printed link are told how to open it.
#[component]
pub fn WriterChoice() -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let status = expect_context::<Library>().status;
    let is_operator = move || writer.is_operator();
    let current = move || match status.with(|status| status.model.clone()) {
        _ if is_operator() => writer.in_words(),
        Some(model) => words::written_by(&model),
        None => words::passages_are_shown().to_owned(),
    };
    view! {
        <section class="choice" aria-labelledby="choice-title">
            <h3 id="choice-title">{words::who_writes()}</h3>
            <p class="hint">{current}</p>
            <Show when=move || writer.needs_link>
                <p class="hint">{words::operator_chooses_model()}</p>
            </Show>
            <Show when=is_operator>
                <Show when=move || writer.may_choose()>
                    <LocalModels />
                    <EndpointForm />
                </Show>
                // Beside the button that was pressed last, not above what is scrolled away.
                <ChoiceStatus />
            </Show>
        </section>
    }
}

/// The status of the current or the last choice.
#[component]
fn ChoiceStatus() -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    view! {
        <p class="said" class:failed=move || writer.said.with(|(_, failed)| *failed) role="status">
            {move || writer.said.with(|(said, _)| said.clone())}
        </p>
    }
}

/// Id of the button that looks for models.
const LOOK: &str = "look-for-models";

/// The models on the server's machine, with buttons to look again and to stop using one.
#[component]
fn LocalModels() -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let offers = Memo::new(move |_| writer.offers());
    // The pressed button may disappear with its result.
    Effect::new(move |was_busy: Option<bool>| {
        let is_busy = writer.busy.get();
        if was_busy == Some(true) && !is_busy {
            browser::after_render(|| {
                if browser::dialog_is_open() {
                    browser::catch_focus(LOOK);
                }
            });
        }
        is_busy
    });
    view! {
        <ul>
            {move || {
                let program = |endpoint| view! { <li><LocalProgram endpoint /></li> };
                offers.get().into_iter().map(program).collect::<Vec<_>>()
            }}
        </ul>
        <div class="ways">
            <button
                class="quiet"
                type="button"
                id=LOOK
                aria-disabled=move || writer.busy.get().to_string()
                on:click=move |_| writer.look()
            >
                {words::look_for_models()}
            </button>
            <Show when=move || !writer.is_without_model()>
                <button class="quiet" type="button" aria-disabled=move || writer.busy.get().to_string() on:click=move |_| writer.forget()>
                    {words::quote_instead()}
                </button>
            </Show>
        </div>
    }
}

/// The models of one program.
#[component]
fn LocalProgram(
    /// The program.
    endpoint: LocalEndpoint,
) -> impl IntoView {
    let LocalEndpoint { program, address, models } = endpoint;
    let chosen = RwSignal::new(models.first().cloned().unwrap_or_default());
    let (writer, rendered) = (expect_context::<AnswerWriter>(), address.clone());
    let here = address.clone();
    let is_other = Memo::new(move |_| chosen.with(|model| !writer.is_writing(model, &here)));
    let option = |model: String| {
        view! { <option value=model.clone()>{model.clone()}</option> }
    };
    let several = (models.len() > 1).then(|| {
        view! {
            <label>
                <span>{words::model_of(&program)}</span>
                <select on:change=move |event| chosen.set(event_target_value(&event))>
                    {models.into_iter().map(option).collect::<Vec<_>>()}
                </select>
            </label>
        }
    });
    view! {
        {several}
        <Show when=move || is_other.get()>
            <ChooseButton model=chosen.into() address=rendered.clone() />
        </Show>
        <span class="hint">{format!("{program}, {address}")}</span>
    }
}

/// The button that chooses a model on the server's machine.
#[component]
fn ChooseButton(
    /// The model.
    model: Signal<String>,
    /// The address of its program.
    address: String,
) -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let accept = move |_| {
        writer.choose(ModelDraft {
            address: address.clone(),
            model: model.get_untracked(),
            ..ModelDraft::default()
        });
    };
    view! {
        <button class="accept scripted" type="button" aria-disabled=move || writer.busy.get().to_string() on:click=accept>
            {move || words::write_with(&model.get())}
        </button>
    }
}

/// The first model on the server's machine, offered beside the first question while no model writes answers.
#[component]
pub fn FirstOffer() -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let first = Memo::new(move |_| {
        let offers = if writer.is_without_model() { writer.offers() } else { Vec::new() };
        offers.into_iter().next()
    });
    // Attempts made in the settings are reported there.
    let is_taken = RwSignal::new(false);
    view! {
        <Show when=move || is_taken.get() || first.with(Option::is_some)>
            <div class="choice" on:click=move |_| is_taken.set(true)>
                {move || {
                    first.get().map(|LocalEndpoint { models, address, .. }| {
                        let model = models.into_iter().next().unwrap_or_default();
                        view! { <ChooseButton model=Signal::stored(model) address /> }
                    })
                }}
                <Show when=move || is_taken.get()>
                    <ChoiceStatus />
                </Show>
            </div>
        </Show>
    }
}

/// The form for any other endpoint. It shows the current model, and clears the key once the model is in use.
#[component]
fn EndpointForm() -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let draft = RwSignal::new(ModelDraft::default());
    let chosen = Memo::new(move |_| writer.draft());
    Effect::new(move |_| draft.set(chosen.get()));
    // A new key for the same model leaves the other fields unchanged.
    Effect::new(move |_| {
        let (said, failed) = writer.said.get();
        let picks = writer.offered.with(|offered| !offered.is_empty());
        if !writer.busy.get() && !failed && !picks && !said.is_empty() {
            draft.update(|draft| draft.key.clear());
        }
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        writer.choose(draft.get_untracked());
    };
    let context = move || draft.with(|draft| draft.context.map(|tokens| tokens.to_string()));
    view! {
        <details>
            <summary>{words::another_endpoint()}</summary>
            <form on:submit=submit>
                <DraftField
                    name=words::address()
                    kind="text"
                    text=Signal::derive(move || draft.with(|draft| draft.address.clone()))
                    on_input=Callback::new(move |text| {
                        writer.offered.set(Vec::new());
                        draft.update(|draft| draft.address = text);
                    })
                    hint=words::address_hint()
                />
                <DraftField
                    name=words::key()
                    kind="password"
                    text=Signal::derive(move || draft.with(|draft| draft.key.clone()))
                    on_input=Callback::new(move |text| draft.update(|draft| draft.key = text))
                    hint=words::key_hint()
                />
                <ModelField draft />
                <DraftField
                    name=words::context()
                    kind="number"
                    text=Signal::derive(move || context().unwrap_or_default())
                    on_input=Callback::new(move |text: String| draft.update(|draft| draft.context = tokens(&text)))
                    hint=words::context_hint()
                />
                <p class="hint">{words::endpoint_hint()}</p>
                <button type="submit" aria-disabled=move || writer.busy.get().to_string()>
                    {words::try_and_write()}
                </button>
            </form>
        </details>
    }
}

/// The field for the model's name, or the choice among the models that the server has listed.
#[component]
fn ModelField(
    /// The draft.
    draft: RwSignal<ModelDraft>,
) -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    Effect::new(move |_| {
        if let Some(first) = writer.offered.with(|offered| offered.first().cloned()) {
            draft.update(|draft| draft.model = first);
            browser::after_render(|| browser::focus(PICK));
        }
    });
    let set = Callback::new(move |model| draft.update(|draft| draft.model = model));
    view! {
        <Show
            when=move || writer.offered.with(|offered| !offered.is_empty())
            fallback=move || {
                view! {
                    <DraftField
                        name=words::model()
                        kind="text"
                        text=Signal::derive(move || draft.with(|draft| draft.model.clone()))
                        on_input=set
                        hint=words::model_hint()
                    />
                }
            }
        >
            <PickModel on_pick=set />
        </Show>
    }
}

/// Id of the field that picks a model.
const PICK: &str = "choice-pick";

/// The models that the server lists, as choices.
#[component]
fn PickModel(
    /// Called with the chosen model.
    on_pick: Callback<String>,
) -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let option = |model: String| {
        view! { <option value=model.clone()>{model.clone()}</option> }
    };
    view! {
        <label class="tall">
            <span>{words::model()}</span>
            <select id=PICK on:change=move |event| on_pick.run(event_target_value(&event))>
                {move || writer.offered.get().into_iter().map(option).collect::<Vec<_>>()}
            </select>
        </label>
    }
}

/// Returns the number of tokens typed; 0, which is never valid, if it is not a number.
fn tokens(text: &str) -> Option<u32> {
    match text.trim() {
        "" => None,
        text => Some(text.parse().unwrap_or(0)),
    }
}

/// A field of the form.
#[component]
fn DraftField(
    /// The name of the field.
    name: &'static str,
    /// The type of the field.
    kind: &'static str,
    /// Its text.
    text: Signal<String>,
    /// Called with each new text.
    on_input: Callback<String>,
    /// A placeholder for its content.
    hint: &'static str,
) -> impl IntoView {
    let id = format!("choice-{}", name.to_lowercase().replace(' ', "-"));
    view! {
        <label class="tall">
            <span>{name}</span>
            <input
                type=kind
                autocomplete="off"
                spellcheck="false"
                aria-describedby=id.clone()
                prop:value=move || text.get()
                on:input=move |event| on_input.run(event_target_value(&event))
            />
        </label>
        <p class="hint" id=id>
            {hint}
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_of_tokens_is_told_from_none() {
        assert_eq!((tokens(" "), tokens("4096"), tokens("many")), (None, Some(4096), Some(0)));
    }
}
