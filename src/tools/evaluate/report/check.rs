//! The reliability of the check of answers, in a report.

use leptos::prelude::*;

use crate::audit::Tally;

/// Each damage with how often it is found out, and examples where it is not; nothing if nothing was
/// measured.
pub(super) fn check(tallies: &[Tally]) -> AnyView {
    if tallies.is_empty() {
        return ().into_any();
    }
    let rows: Vec<AnyView> = tallies.iter().map(row).collect();
    let missed: Vec<_> = tallies.iter().filter_map(missed).collect();
    view! {
        <section>
            <h2>"The check of answers"</h2>
            <p class="note">
                "True sentences of the documents and damaged copies of them, each checked as if it \
                were an answer. Caught: the share of false sentences that are doubted. Right: the \
                share of doubted sentences that are false, where as many are true."
            </p>
            <table class="audit">
                <thead>
                    <tr>
                        <th>"Damage"</th>
                        <th class="meaning">"What it is"</th>
                        <th class="number">"Sentences"</th>
                        <th class="number">"Caught"</th>
                        <th class="number">"Right"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {missed}
        </section>
    }
    .into_any()
}

fn row(tally: &Tally) -> AnyView {
    view! {
        <tr>
            <th scope="row">{tally.corruption}</th>
            <td class="meaning">{meaning(tally.corruption)}</td>
            <td class="number">{tally.corrupted}</td>
            <td class="number">{format!("{:.3}", tally.recall())}</td>
            <td class="number">{format!("{:.3}", tally.precision())}</td>
        </tr>
    }
    .into_any()
}

fn meaning(corruption: &str) -> &'static str {
    match corruption {
        "number" => "a number is another",
        "date" => "a day, a month or a year is another",
        "unit" => "a number counts something else",
        "name" => "a name is another of the documents' names",
        "negation" => "what is so is not so, or the other way round",
        "passage" => "the sentence stands in another passage than the one it cites",
        _ => "",
    }
}

/// False sentences that pass.
fn missed(tally: &Tally) -> Option<AnyView> {
    let items = tally
        .missed
        .iter()
        .map(|corrupted_sentence| view! { <li><p>{corrupted_sentence.clone()}</p></li> });
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then(|| {
        view! {
            <details class="hits">
                <summary>"Not caught, examples: "{tally.corruption}</summary>
                <ol>{items}</ol>
            </details>
        }
        .into_any()
    })
}
