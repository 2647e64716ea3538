//! One step of how an answer came about: in words first, in JSON one fold deeper.

use footnote_protocol::{Thought, TokenUsage, ToolStep};
use footnote_text::words::shortened;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};

use crate::browser;
use crate::components::answer::steps::looked_up;
use crate::words;

/// Length in characters above which a description is folded.
const LONG: usize = 400;

/// One step of how an answer came about.
#[component]
pub fn ThoughtStep(
    /// The step.
    thought: Thought,
    /// The milliseconds that all steps took together.
    total: u64,
) -> impl IntoView {
    let took = elapsed(&thought);
    let Thought { title, description, props } = thought;
    let mut props = props.unwrap_or_default();
    let step = props.remove("step").map(|step| tool_step(step, &mut props));
    let explanation = explanation(&title);
    let title = step.flatten().map_or_else(|| heading(title), |step| looked_up(&step));
    let usage =
        props.get("token_usage").and_then(|usage| serde_json::from_value(usage.clone()).ok());
    view! {
        <li class="thought">
            <h3>{title}</h3>
            {explanation.map(|text| view! { <p class="explanation">{text}</p> })}
            {(took > 0).then(|| view! { <Timing took total /> })}
            {description_view(description)}
            {usage.map(|usage| view! { <Tokens usage /> })}
            <Tags props />
        </li>
    }
}

/// The title of a step in the words of the page; that of another server's step as it is.
fn heading(title: String) -> String {
    let known = match title.as_str() {
        "Original user query" => words::title_question(),
        "Generated search query" => words::title_query(),
        "Prompt to generate search query" => words::title_query_prompt(),
        "Results" => words::title_results(),
        "Prompt" => words::title_prompt(),
        "Claim audit" => words::title_audit(),
        "Quoted answer" => words::title_quoted(),
        _ => return title,
    };
    known.to_owned()
}

/// An explanation of a step for somebody who has not read the specification.
fn explanation(title: &str) -> Option<&'static str> {
    match title {
        "Original user query" => Some(words::step_question()),
        "Generated search query" => Some(words::step_query()),
        "Prompt to generate search query" => Some(words::step_query_prompt()),
        "Results" => Some(words::step_results()),
        "Prompt" => Some(words::step_prompt()),
        "Claim audit" => Some(words::step_audit()),
        "Quoted answer" => Some(words::step_quoted()),
        _ => None,
    }
}

/// The time of a step beside that of all others.
#[component]
fn Timing(
    /// Its milliseconds.
    took: u64,
    /// The milliseconds of all steps.
    total: u64,
) -> impl IntoView {
    let width = (took * 100).checked_div(total).unwrap_or(0).max(1);
    view! {
        <p class="timing">
            <DurationBar width />
            <span>{duration(took)}</span>
        </p>
    }
}

/// A share as a bar: a drawing, because the page's policy forbids style attributes.
#[component]
fn DurationBar(
    /// The share in hundredths.
    width: u64,
) -> impl IntoView {
    view! {
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="rail" width="100" height="4"></rect>
            <rect class="bar" width=width.to_string() height="4"></rect>
        </svg>
    }
}

/// The milliseconds that a step took; 0 where it does not tell.
pub fn elapsed(thought: &Thought) -> u64 {
    let props = thought.props.as_ref();
    let elapsed = props.and_then(|props| props.get("elapsed_ms")?.as_u64());
    elapsed.unwrap_or(0)
}

/// A duration as it is read: `4 ms`, `1.2 s`.
pub fn duration(milliseconds: u64) -> String {
    if milliseconds < 1000 {
        words::milliseconds(milliseconds)
    } else {
        let (whole, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100);
        words::seconds(&format!("{whole}{}{tenths}", words::decimal_sign()))
    }
}

/// The cost of a step in tokens.
#[component]
fn Tokens(
    /// The tokens.
    usage: TokenUsage,
) -> impl IntoView {
    let tokens = words::tokens(usage.prompt_tokens, usage.completion_tokens);
    let width = (u64::from(usage.prompt_tokens) * 100)
        .checked_div(u64::from(usage.total_tokens))
        .unwrap_or(0);
    view! {
        <p class="timing tokens">
            <DurationBar width />
            <span>{tokens}</span>
        </p>
    }
}

/// The properties of a step as tags.
#[component]
fn Tags(
    /// The properties.
    props: Map<String, Value>,
) -> impl IntoView {
    let tags: Vec<_> = props
        .into_iter()
        .filter(|(key, value)| !says_nothing(value) && key != "elapsed_ms" && key != "token_usage")
        .map(|(key, value)| view! { <li>{tag(&key, &value)}</li> })
        .collect();
    (!tags.is_empty())
        .then(|| view! { <ul class="tags" aria-label=words::properties()>{tags}</ul> })
}

/// Returns whether a property only tells that something is not so, or is no single value.
fn says_nothing(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false) | Value::Array(_) | Value::Object(_))
}

/// `retrieval_mode` and `"text"` become `retrieval mode: text`.
fn tag(key: &str, value: &Value) -> String {
    let key = key.replace('_', " ");
    let key =
        ["n ", "has ", "use "].iter().find_map(|start| key.strip_prefix(start)).unwrap_or(&key);
    match value {
        Value::String(text) => format!("{key}: {}", beginning(text)),
        Value::Bool(_) => key.to_owned(),
        // Two decimals tell scores apart; the rest is what binary fractions leave.
        Value::Number(number) if number.is_f64() => {
            let rounded = number.as_f64().map(|number| (number * 100.0).round() / 100.0);
            format!("{key}: {}", rounded.unwrap_or_default())
        }
        other => format!("{key}: {other}"),
    }
}

/// The description: text as text, a list step by step, the rest as JSON.
fn description_view(description: Value) -> AnyView {
    match description {
        Value::Null => ().into_any(),
        Value::String(text) if text.chars().count() > LONG => folded(words::show_text(), text),
        Value::String(text) => view! { <p class="text">{text}</p> }.into_any(),
        Value::Array(items) => list(items),
        other => folded(words::show_json(), pretty(&other)),
    }
}

/// A list in words, and as JSON one fold deeper.
fn list(items: Vec<Value>) -> AnyView {
    let raw = pretty(&Value::Array(items.clone()));
    let lines: Vec<_> = items.iter().map(|item| view! { <li>{line(item)}</li> }).collect();
    view! {
        <ol class="lines">{lines}</ol>
        {folded(words::show_json(), raw)}
    }
    .into_any()
}

/// An item of a list in one line: a passage with its score, a message with its role.
fn line(item: &Value) -> String {
    let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
    let score = item.get("score").and_then(Value::as_f64).map(|score| format!(" ({score:.2})"));
    let score = score.unwrap_or_default();
    if let Some(source) = text("sourcepage") {
        return format!("{source}{score}");
    }
    if let (Some(role), Some(content)) = (text("role"), text("content")) {
        return format!("{role}: {}", beginning(&content));
    }
    if let (Some(quoted), Some(source)) = (text("text"), text("source")) {
        return format!("{} — {source}{score}", beginning(&quoted));
    }
    item.as_str().map_or_else(|| beginning(&item.to_string()), beginning)
}

/// The step that a thought has as its properties, which are taken out of them.
fn tool_step(step: Value, props: &mut Map<String, Value>) -> Option<ToolStep> {
    let mut parts = std::mem::take(props);
    parts.insert("step".to_owned(), step);
    serde_json::from_value(Value::Object(parts)).ok()
}

/// The beginning of a long text.
fn beginning(text: &str) -> String {
    shortened(text, 160)
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A text that shows only if asked for, with a button that copies it.
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
            <pre tabindex="0">{text}</pre>
        </details>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn properties_read_as_words() {
        assert_eq!(tag("retrieval_mode", &json!("text")), "retrieval mode: text");
        assert_eq!(tag("top", &json!(3)), "top: 3");
        assert_eq!(tag("has_vector", &json!(true)), "vector");
        assert_eq!(tag("n_hits", &json!(5)), "hits: 5");
        assert_eq!(tag("support", &json!(1.999_999_9)), "support: 2");
        assert_eq!(tag("support", &json!(0.734)), "support: 0.73");
        assert!(says_nothing(&json!(false)));
    }

    #[test]
    fn a_list_item_reads_as_a_line() {
        assert_eq!(line(&json!({"sourcepage": "a.md", "score": 1.5})), "a.md (1.50)");
        assert_eq!(line(&json!({"role": "user", "content": "Hello"})), "user: Hello");
        assert_eq!(line(&json!("plain")), "plain");
    }

    #[test]
    fn steps_are_called_as_the_page_calls_them() {
        assert_eq!(heading("Claim audit".to_owned()), "Check");
        assert_eq!(heading("Query plan".to_owned()), "Query plan");
    }

    #[test]
    fn durations_are_short() {
        assert_eq!(duration(4), "4 ms");
        assert_eq!(duration(1250), "1.2 s");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert!(beginning(&"ä".repeat(500)).ends_with('…'));
    }
}
