//! The check of an answer: how many statements are supported, and which are not.

use footnote_protocol::audit::{Audit, Checked, Verdict};
use footnote_protocol::{Answer, Opening};
use footnote_text::source;
use leptos::prelude::*;

use crate::browser;
use crate::components::chip::chip_label;
use crate::components::click::taken;
use crate::state::{EvidenceView, Note};
use crate::words;

/// The check of an answer; open where there is something to see.
#[component]
pub fn Checks(
    /// The turn that it belongs to.
    turn: u32,
    /// The answer.
    answer: RwSignal<Answer>,
) -> impl IntoView {
    let audit = Memo::new(move |_| answer.with(|answer| answer.context.audit.clone()));
    let is_quoted = Memo::new(move |_| answer.with(Answer::is_quoted));
    move || {
        let audit = audit.get().filter(|audit| !audit.statements.is_empty())?;
        let summary = summary(&audit, is_quoted.get());
        let doubts = audit.statements.into_iter().filter(Checked::is_doubted);
        let doubts: Vec<_> =
            doubts.map(|checked| view! { <DoubtedStatement turn answer checked /> }).collect();
        Some(if doubts.is_empty() {
            view! { <p class="checks">{summary}</p> }.into_any()
        } else {
            view! {
                <details class="checks doubtful" open>
                    <summary>{summary}</summary>
                    <ul>{doubts}</ul>
                </details>
            }
            .into_any()
        })
    }
}

/// The verdict on a doubted statement in words.
pub fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Contradicted => words::contradicted(),
        _ => words::not_found_in_source(),
    }
}

/// The line about a check, with the number of statements whose source it found itself.
fn summary(audit: &Audit, is_quoted: bool) -> String {
    let counted = counted(audit, is_quoted);
    match audit.cited_by_check() {
        0 => counted,
        found => format!("{counted} {}", words::found_by_check(found)),
    }
}

/// The number of supported statements. That a source supports what is quoted from it says nothing of the question.
fn counted(audit: &Audit, is_quoted: bool) -> String {
    let all = audit.statements.len();
    match (audit.supported(), all) {
        (supported, all) if supported == all && is_quoted => {
            words::quoted_word_for_word().to_owned()
        }
        (supported, all) if supported == all => words::all_supported(all),
        (supported, all) => words::some_supported(all, supported),
    }
}

/// A doubted statement, with the nearest passage.
#[component]
fn DoubtedStatement(
    /// The turn.
    turn: u32,
    /// Its answer.
    answer: RwSignal<Answer>,
    /// The statement.
    checked: Checked,
) -> impl IntoView {
    let verdict = in_words(checked.verdict);
    let missing = (!checked.missing.is_empty()).then(|| {
        let missing: Vec<String> = checked.missing.iter().map(words::in_quotes).collect();
        let missing = words::listed(&missing);
        view! { <span class="missing">{words::not_found_there(&missing)}</span> }
    });
    let invented = (!checked.no_such_source.is_empty()).then(|| {
        let names = words::listed(&checked.no_such_source);
        view! { <span class="missing">{words::no_such_source_as(&names)}</span> }
    });
    let nearest = checked.span.map(|span| {
        view! {
            <p class="nearest">
                <NearestChip turn answer source=span.source words=span.text.clone() />
                <q>{span.text}</q>
            </p>
        }
    });
    view! {
        <li>
            <p>
                <span class="statement">{checked.text}</span>
                <span class="verdict">{verdict}</span>
                {missing}
                {invented}
            </p>
            {nearest}
        </li>
    }
}

/// The chip of the nearest span; it opens the passage with the words marked.
#[component]
fn NearestChip(
    /// The turn.
    turn: u32,
    /// Its answer.
    answer: RwSignal<Answer>,
    /// The source of the span.
    source: String,
    /// The words of the span.
    words: String,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let label = chip_label(&source);
    let href = Opening::of_source(&source, None, &words).address(source::split(&source).0);
    let open = move |event: leptos::ev::MouseEvent| {
        if taken(&event) {
            browser::remember_focus();
            let note = answer.with_untracked(|answer| {
                let points = answer.context.data_points.as_ref();
                points.map(|points| Note::unnumbered(points, &source, &words))
            });
            evidence.show_passage(turn, note.unwrap_or_default());
        }
    };
    view! {
        <a class="chip" href=href rel="external" on:click=open>
            {label}
        </a>
    }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::audit::CitedBy;

    use super::*;

    #[test]
    fn the_line_counts_what_is_supported() {
        let checked = |verdict| Checked {
            text: String::new(),
            verdict,
            sources: Vec::new(),
            span: None,
            missing: Vec::new(),
            no_such_source: Vec::new(),
            cited_by: None,
        };
        let mut audit =
            Audit { statements: vec![checked(Verdict::Supported), checked(Verdict::Supported)] };
        assert!(summary(&audit, false).contains("all 2 statements"));
        assert_eq!(summary(&audit, true), "Quoted word for word.");
        audit.statements.push(checked(Verdict::Partly));
        assert!(summary(&audit, true).contains("2 of 3"));
        audit.statements[0].cited_by = Some(CitedBy::Check);
        assert!(summary(&audit, false).ends_with("The check added 1 missing citation."));
    }
}
