//! Announcements for screen readers: whole sentences at a comfortable pace, and the end of an answer.

use std::time::Duration;

use footnote_client::state::{
    Announcer, Chat, Footnotes, Library, Progress, Turn, doubt_in_words, doubts, is_not_in_source,
    lines_and_text,
};
use footnote_client::words;
use footnote_protocol::Answer;
use footnote_text::citation::{Piece, pieces};
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;

use super::checks::told;
use super::found::has_nothing;

/// Minimum time between two announcements.
const PAUSE: Duration = Duration::from_millis(1500);

/// Maximum number of announcements in the log.
const LOG: usize = 20;

/// Maximum number of statements named at the end that their sources do not confirm.
const DOUBTS: usize = 3;

/// The live region for screen readers, which is visually hidden.
#[component]
pub fn Announcements() -> impl IntoView {
    let chat = expect_context::<Chat>();
    let log = RwSignal::new(Vec::<(usize, String)>::new());
    let say = move |text: String| {
        log.update(|log| {
            let next = log.last().map_or(0, |(at, _)| at + 1);
            log.push((next, text));
            log.drain(..log.len().saturating_sub(LOG));
        });
    };
    let announcer = StoredValue::new(Announcer::default());
    // The answer being read aloud; its conversation may be closed before it ends.
    let reading = StoredValue::new(None::<(Turn, IntervalHandle)>);
    let end = move || {
        let read = reading.try_update_value(Option::take).flatten();
        read.map(|(turn, timer)| {
            timer.clear();
            turn
        })
    };
    Effect::new(move |_| {
        let writing = chat.writing.get();
        if let Some(turn) = end() {
            next_announcement(&turn, announcer).into_iter().for_each(say);
            say(end_announcement(&turn));
        }
        let turn = chat.turns.with_untracked(|turns| turns.last().cloned());
        if let Some(turn) = turn.filter(|_| writing) {
            announcer.set_value(Announcer::default());
            let is_told = turn.clone();
            let tell = move || next_announcement(&is_told, announcer).into_iter().for_each(say);
            if let Ok(timer) = set_interval(tell, PAUSE) {
                reading.set_value(Some((turn, timer)));
            }
        }
    });
    on_cleanup(move || _ = end());
    view! {
        <div class="announcements" role="log" aria-live="polite" aria-label=words::read_aloud()>
            <For each=move || log.get() key=|(at, _)| *at let:((_, text))>
                <p>{text}</p>
            </For>
        </div>
    }
}

/// Returns the text since the last announcement. Passages that are shown instead of an answer are not read aloud.
fn next_announcement(turn: &Turn, announcer: StoredValue<Announcer>) -> Option<String> {
    let ended = turn.progress.get_untracked() != Progress::Writing;
    let text = turn.answer.with_untracked(|answer| {
        let is_written = answer.context.found.is_none();
        is_written.then(|| spoken(&answer.text, answer.sources(), !ended))
    })?;
    announcer.try_update_value(|announcer| announcer.next(&text, ended)).flatten()
}

/// Returns the text without citation marks and without Markdown; citations of no source are named.
fn spoken(text: &str, known: &[String], streaming: bool) -> String {
    let texts = pieces(text, known, streaming).into_iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(text),
        Piece::Citation(_) => None,
        Piece::Invented(_) => Some(format!("({})", words::no_such_source())),
    });
    let text: String = texts.collect();
    let lines = text.lines().map(|line| {
        let line = line.trim_start_matches(['#', '>', '|', ' ']);
        line.replace(['*', '`', '|'], "")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the announcement at the end of an answer, or the number of passages that are shown instead with what is said
/// of them. Failures are announced separately, as alerts.
fn end_announcement(turn: &Turn) -> String {
    let sources = turn.notes().with_untracked(Footnotes::sources);
    let found = turn.answer.with_untracked(shown);
    match (turn.progress.get_untracked(), sources) {
        (Progress::Stopped, _) => words::answer_stopped().to_owned(),
        (Progress::Failed, _) => words::answer_broke_off().to_owned(),
        (_, sources) => found.unwrap_or_else(|| {
            let checked = turn.answer.with_untracked(|answer| {
                let wrong = doubts(answer).into_iter().filter(is_not_in_source).take(DOUBTS);
                let wrong = wrong.map(|statement| doubt_in_words(&statement) + ".");
                told(answer).into_iter().chain(wrong).collect::<Vec<_>>()
            });
            let end = words::end_of_answer(sources);
            [end].into_iter().chain(checked).collect::<Vec<_>>().join(" ")
        }),
    }
}

/// Returns the announcement of passages that are shown instead of an answer.
fn shown(answer: &Answer) -> Option<String> {
    let count = answer.context.found.as_ref()?.units.len();
    let library = use_context::<Library>();
    if count == 0 && library.is_some_and(|library| library.status.with_untracked(has_nothing)) {
        return Some(words::none_yet().to_owned());
    }
    let shown = (count > 0).then(|| words::passages_shown(count));
    let (lines, _) = lines_and_text(answer);
    Some(lines.into_iter().chain(shown).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use footnote_protocol::{AskedScope, FoundPassages, FoundUnit};

    use super::*;

    #[test]
    fn a_source_that_does_not_exist_and_a_fact_that_its_source_lacks_are_heard() {
        let text = "It is paid [made-up.pdf#page=9].";
        assert_eq!(spoken(text, &["a.md".to_owned()], false), "It is paid (no such source).");
        let turn = Turn::new(1, "a?".to_owned());
        turn.answer.update(|answer| {
            answer.text = "It has 19 degrees.".to_owned();
            let wrong = r#"{"text": "It has 19 degrees.", "verdict": "not_found", "sources": ["a.md"], "missing": ["19"]}"#;
            let audit = format!(r#"{{"statements": [{wrong}]}}"#);
            answer.context.audit = serde_json::from_str(&audit).ok();
        });
        turn.progress.set(Progress::Whole);
        let said = Owner::new().with(|| end_announcement(&turn));
        assert!(said.ends_with("“It has 19 degrees.” · not found in the source: 19."), "{said}");
    }

    #[test]
    fn passages_are_counted_and_not_read_aloud() {
        let turn = Turn::new(1, "a?".to_owned());
        let units = vec![FoundUnit::default(); 2];
        turn.answer.update(|answer| {
            answer.text = "Tea is hot. Rain is wet.".to_owned();
            answer.context.found = Some(FoundPassages { units, ..FoundPassages::default() });
        });
        turn.end(false);
        turn.progress.set(Progress::Whole);
        let (next, said) = Owner::new().with(|| {
            let announcer = StoredValue::new(Announcer::default());
            (next_announcement(&turn, announcer), end_announcement(&turn))
        });
        assert_eq!(next, None);
        assert_eq!(said, "These passages fit your question best. 2 passages are shown.");
        let mut answer = Answer::default();
        answer.context.found = Some(FoundPassages::default());
        answer.context.scope = Some(AskedScope::default());
        let said = "Nothing in the chosen documents matches this question.";
        assert_eq!(shown(&answer).as_deref(), Some(said));
    }
}
