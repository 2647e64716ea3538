//! A step towards an answer: in words, and folded below, in full as JSON.

use footnote_client::browser;
use footnote_client::words;
use footnote_protocol::{Thought, TokenUsage};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value, json};

use crate::components::answer::checks::counted;
use crate::components::answer::steps::line;
use crate::components::page_name;

/// Length in characters from which a description is folded.
const LONG: usize = 400;

/// Number of lines up to which a list is not folded.
const LINES: usize = 6;

/// Separator of a text and its source in a line.
const SAYS: &str = " — ";

/// The title of the check.
const CHECK: &str = "Claim audit";

/// A step towards an answer.
#[component]
pub fn ThoughtStep(
    /// The step.
    thought: Thought,
) -> impl IntoView {
    let raw = raw(&thought);
    let Thought { title, description, props } = thought;
    let props = props.unwrap_or_default();
    let cost = cost(&props);
    let note = props.get("note").and_then(Value::as_str).map(str::to_owned);
    let note = note.or_else(|| checked(&title, &props, &description));
    let counted = props.contains_key("context").then(words::context_counted);
    let title = line(&props).unwrap_or_else(|| heading(title));
    // A search has its query in its title.
    let is_told = props.get("query").is_some_and(|query| *query == description);
    view! {
        <li class="thought">
            <h3 dir="auto">
                {title}
                {(!cost.is_empty()).then(|| view! { " " <small>{cost}</small> })}
            </h3>
            {note.map(|text| view! { <p class="text" dir="auto">{text}</p> })}
            {(!is_told).then(|| description_view(description))}
            {counted.map(|text| view! { <p class="text">{text}</p> })}
            {raw.map(|raw| folded(words::show_json(), raw))}
        </li>
    }
}

/// Returns the step as JSON, if it has more than its title and a sentence.
fn raw(thought: &Thought) -> Option<String> {
    let Thought { description, props, .. } = thought;
    let has_more = props.is_some() || !(description.is_string() || description.is_null());
    let raw = || json!({"description": description, "props": props});
    has_more.then(|| serde_json::to_string_pretty(&raw()).unwrap_or_default())
}

/// Returns the time, the model and the tokens of a step, as far as known.
fn cost(props: &Map<String, Value>) -> String {
    let took = props.get("elapsed_ms").and_then(Value::as_u64).filter(|took| *took > 0);
    let model = props.get("model").and_then(Value::as_str).map(str::to_owned);
    let usage = props.get("token_usage").cloned();
    let usage = usage.and_then(|usage| serde_json::from_value::<TokenUsage>(usage).ok());
    let tokens = usage.map(|usage| words::tokens(usage.prompt_tokens, usage.completion_tokens));
    let parts = [took.map(duration), model, tokens];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the title of a step in the page's language; unknown titles are unchanged.
fn heading(title: String) -> String {
    let known = match title.as_str() {
        "Original user query" => words::title_question(),
        "Generated search query" => words::title_query(),
        "Prompt to generate search query" => words::title_query_prompt(),
        "Results" => words::title_results(),
        "Prompt" => words::title_prompt(),
        CHECK => words::title_audit(),
        "Quoted answer" => words::title_quoted(),
        _ => return title,
    };
    known.to_owned()
}

/// Returns the outcome of the check in words, if this is its step and it had something to check.
fn checked(title: &str, props: &Map<String, Value>, doubts: &Value) -> Option<String> {
    let supported = props.get("supported").filter(|_| title == CHECK)?.as_u64()?;
    let without = doubts.as_array().map_or(0, Vec::len);
    let all = usize::try_from(supported).ok()? + without;
    let statements = props.get("statements")?.as_u64()?;
    let statements = usize::try_from(statements).ok()?;
    (all > 0).then(|| counted((all, statements), without, false))
}

/// Returns a duration for readers: `4 ms`, `1.2 s`.
fn duration(milliseconds: u64) -> String {
    if milliseconds < 1000 {
        words::milliseconds(milliseconds)
    } else {
        let (whole, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100);
        words::seconds(&format!("{whole}{}{tenths}", words::decimal_sign()))
    }
}

/// The description: text as it is, a list line by line, folded if it is long; anything else is only in the JSON.
fn description_view(description: Value) -> AnyView {
    match description {
        Value::String(text) if text.chars().count() > LONG => folded(words::show_text(), text),
        Value::String(text) => view! { <p class="text" dir="auto">{text}</p> }.into_any(),
        Value::Array(items) => {
            let lines: Vec<_> = items
                .iter()
                .map(|item| view! { <li dir="auto">{named(&Thought::line(item))}</li> })
                .collect();
            let is_long = lines.len() > LINES;
            let lines = view! { <ol class="lines">{lines}</ol> };
            if is_long {
                let name = words::show_text();
                view! { <details class="fold"><summary>{name}</summary>{lines}</details> }
                    .into_any()
            } else {
                lines.into_any()
            }
        }
        _ => ().into_any(),
    }
}

/// Returns a line with its source as readers know it: `handbook.pdf, page 7`.
fn named(line: &str) -> String {
    match line.rsplit_once(SAYS) {
        Some((text, source)) => format!("{text}{SAYS}{}", page_name::spoken(source)),
        None => page_name::spoken(line),
    }
}

/// A folded text, with a button for copying it.
fn folded(name: &'static str, text: String) -> AnyView {
    let copied = RwSignal::new(false);
    let copy = StoredValue::new(text.clone());
    view! {
        <details class="fold">
            <summary>{name}</summary>
            <button
                class="quiet scripted"
                type="button"
                on:click=move |_| spawn_local(async move {
                    copied.try_set(browser::copy(copy.get_value()).await);
                })
            >
                {move || if copied.get() { words::copied() } else { words::copy_text() }}
            </button>
            <pre tabindex="0" dir="auto">{text}</pre>
        </details>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_cost_of_a_step_reads_as_a_line() {
        let props = json!({"elapsed_ms": 1250, "model": "m", "retrieval_mode": "text",
            "token_usage": {"prompt_tokens": 7, "completion_tokens": 2}});
        assert_eq!(cost(props.as_object().unwrap()), "1.2 s · m · 7 tokens read, 2 written");
        assert_eq!(cost(&Map::new()), "");
    }

    #[test]
    fn only_a_step_with_more_than_a_sentence_has_json() {
        assert_eq!(raw(&Thought::new("Chat model", "It was away.")), None);
        let more = raw(&Thought::new("Results", Vec::<Value>::new()).with("top", 3));
        assert!(more.unwrap().contains("\"top\": 3"));
    }

    #[test]
    fn steps_are_called_as_the_page_calls_them() {
        assert_eq!(heading("Claim audit".to_owned()), "Check");
        assert_eq!(heading("Query plan".to_owned()), "Query plan");
    }

    #[test]
    fn sources_in_a_line_are_called_as_readers_know_them() {
        assert_eq!(named("a/b.pdf#page=7"), "a/b.pdf, page 7");
        assert_eq!(named("Half — b.pdf#page=7"), "Half — b.pdf, page 7");
        assert_eq!(named("user: Hello"), "user: Hello");
    }

    #[test]
    fn durations_are_short() {
        assert_eq!(duration(4), "4 ms");
        assert_eq!(duration(1250), "1.2 s");
    }
}
