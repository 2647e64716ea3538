//! The check of an answer in one line: the number of statements with a source, and a button for those without.

use footnote_client::browser;
use footnote_client::state::{
    EvidenceView, doubt_id, doubt_reason, doubts as doubted, is_not_in_source,
};
use footnote_client::words;
use footnote_protocol::Answer;
use footnote_protocol::audit::{Audit, Checked, Verdict};
use footnote_text::table;
use leptos::prelude::*;

/// The check of an answer; its button steps through the doubted statements in the text.
#[component]
pub fn Checks(
    /// The turn of the answer.
    turn: u32,
    /// The answer.
    answer: RwSignal<Answer>,
    /// The doubted statements.
    doubts: Memo<Vec<Checked>>,
) -> impl IntoView {
    let summary = Memo::new(move |_| answer.with(told));
    let without = Memo::new(move |_| doubts.with(Vec::len));
    let evidence = expect_context::<EvidenceView>();
    let shown = RwSignal::new(None::<usize>);
    let go_on = move |_| {
        let all = without.get_untracked().max(1);
        let next = shown.get_untracked().map_or(0, |at| at + 1) % all;
        shown.set(Some(next));
        evidence.doubted.set(Some((turn, next)));
        browser::bring(&doubt_id(turn, next));
    };
    let place = move || shown.get().map(|at| words::match_of(at + 1, without.get()));
    let reason = move || {
        let at = shown.get()?;
        doubts.with(|doubts| Some(format!(": {}", doubt_reason(doubts.get(at)?))))
    };
    // For readers who do not see the highlight in the text.
    let statement = move || {
        let at = shown.get()?;
        doubts.with(|doubts| doubts.get(at).map(|checked| table::read(&checked.text)))
    };
    view! {
        <p
            class="checks"
            class:doubtful=move || { without.get() > 0 }
            class:not-found=move || doubts.with(|doubts| doubts.iter().any(is_not_in_source))
            hidden=move || summary.with(Option::is_none)
        >
            {move || summary.get()}
            " "
            <button class="quiet scripted" type="button" hidden=move || without.get() == 0 on:click=go_on>
                {words::show()}
            </button>
            " "
            <span role="status">
                {place} {reason} <span class="heard">{statement}</span>
            </span>
        </p>
    }
}

/// Returns the line about the check of an answer, if it has statements with hard facts.
pub fn told(answer: &Answer) -> Option<String> {
    let audit = answer.context.audit.as_ref().filter(|audit| compared(audit) > 0)?;
    Some(summary(audit, doubted(answer).len(), answer.is_quoted()))
}

/// Returns the number of statements with hard facts.
fn compared(audit: &Audit) -> usize {
    let checked = audit.statements.iter();
    checked.filter(|checked| checked.verdict != Verdict::NotChecked).count()
}

/// Returns the line about a check, including the number of statements for which the check itself found the source.
fn summary(audit: &Audit, without: usize, is_quoted: bool) -> String {
    let counted = counted((compared(audit), audit.statements.len()), without, is_quoted);
    match audit.cited_by_check() {
        0 => counted,
        found => format!("{counted} {}", words::found_by_check(found)),
    }
}

/// Returns the number of statements that are not confirmed in words: of all statements, of which `all` have hard facts.
/// Quotations are not counted if all are, because a source always supports what is quoted from it.
pub fn counted((all, statements): (usize, usize), without: usize, is_quoted: bool) -> String {
    match without {
        0 if is_quoted => words::quoted_word_for_word().to_owned(),
        0 if all < statements => words::some_supported(all, statements),
        0 => words::all_supported(all),
        _ if statements <= 1 => words::not_confirmed().to_owned(),
        without => words::some_not_confirmed(without, statements.max(without)),
    }
}

#[cfg(test)]
mod tests {
    use footnote_protocol::audit::CitedBy;

    use super::*;

    #[test]
    fn the_line_counts_what_no_source_confirms() {
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
        assert!(summary(&audit, 0, false).contains("of 2 statements"));
        assert_eq!(summary(&audit, 0, true), "Quoted word for word.");
        audit.statements.push(checked(Verdict::NotFound));
        assert!(summary(&audit, 1, true).contains("1 of 3"));
        audit.statements.truncate(1);
        assert_eq!(summary(&audit, 1, false), "Not confirmed by its source.");
        audit.statements[0].cited_by = Some(CitedBy::Check);
        assert!(summary(&audit, 0, false).ends_with("The check added 1 missing citation."));
    }
}
