//! The passages that are shown if no model writes an answer: whole units, by document, the best first.

use std::sync::Arc;

use footnote_client::browser;
use footnote_client::state::{AnswerWriter, Chat, EvidenceView, Library, found_in_words};
use footnote_client::words;
use footnote_protocol::{FoundPassages, FoundUnit, LibraryStatus, Opening};
use footnote_text::{markdown, source, table};
use leptos::prelude::*;

use super::failure::FailureBox;
use super::mark::Mark;
use super::markdown::{MarkdownContext, block};
use crate::components::click::taken;
use crate::components::composer::followups::{about, suggestions};
use crate::components::late::{Arrival, DemandedViews};
use crate::components::page_name;

/// Number of units that are shown unfolded.
const OPEN: u32 = 3;

/// The notes on the passages, and the passages.
///
/// # Server rendering
///
/// The same: units are folded by the browser itself.
#[component]
pub fn FoundUnits(
    /// The turn of the answer.
    turn: u32,
    /// The passages.
    found: FoundPassages,
    /// The reason why a chat model has not answered, if one has failed.
    failure: Memo<Option<String>>,
) -> impl IntoView {
    let chat = expect_context::<Chat>();
    let is_narrowed = chat.turn(turn).is_some_and(|turn| turn.scope.is_some());
    let is_any = !found.units.is_empty();
    let open = if found.nearest { 0 } else { OPEN };
    let mut lines = found_in_words(&found, is_narrowed).into_iter();
    let first = lead(lines.next(), is_any);
    let others = lines;
    let reason = no_model(is_any, failure);
    let documents = by_document(found.units);
    view! {
        <div class="found">
            {move || {
                let said = words::model_gone_wrong().to_owned();
                failure.get().map(|advice| view! { <FailureBox turn said advice /> })
            }}
            <p class="lead" class:nothing=!is_any || found.nearest>{reason} {first}</p>
            {others.map(|line| view! { <p class="lead">{line}</p> }).collect_view()}
            {((!is_any || found.nearest) && is_narrowed)
                .then(|| {
                    view! {
                        <div class="choice scripted" hidden=move || !chat.is_newest(turn)>
                            <button class="accept" type="button" on:click=move |_| chat.widen()>
                                {words::search_all()}
                            </button>
                        </div>
                    }
                })}
            <SetUpModel turn />
            {(!is_any || found.nearest).then(|| view! { <Answerable /> })}
            {documents
                .into_iter()
                .map(|units| view! { <DocumentUnits turn open units /> })
                .collect_view()}
        </div>
    }
}

/// Returns what is told first: `found`, or that there is nothing to find.
fn lead(found: Option<String>, is_any: bool) -> impl Fn() -> Option<String> + Clone + Send + Sync {
    let status = expect_context::<Library>().status;
    move || {
        let is_empty = !is_any && status.with(has_nothing);
        if is_empty { Some(words::none_yet().to_owned()) } else { found.clone() }
    }
}

/// Returns true if there are no documents.
pub(super) fn has_nothing(status: &LibraryStatus) -> bool {
    status.ready == 0 && !status.is_moving() && status.finished_at.is_some()
}

/// Returns that no chat model is set up, where that is why passages are shown. One may have been set up since.
fn no_model(
    is_any: bool,
    failure: Memo<Option<String>>,
) -> impl Fn() -> Option<String> + Clone + Send + Sync + 'static {
    let status = expect_context::<Library>().status;
    let is_missing = move || {
        is_any && failure.with(Option::is_none) && status.with(|status| status.model.is_none())
    };
    move || is_missing().then(|| format!("{} ", words::no_model_set_up()))
}

/// Number of questions that are offered where nothing matches.
const OFFERED: usize = 2;

/// Questions that the documents do answer.
#[component]
fn Answerable() -> impl IntoView {
    let status = expect_context::<Library>().status;
    let questions = move || {
        let topics = status.with(|status| status.examples.clone());
        topics.iter().take(OFFERED).map(|topic| about(topic)).collect::<Vec<_>>()
    };
    view! {
        <div class="followups" role="group" aria-label=words::examples()>
            {move || suggestions(questions())}
        </div>
    }
}

/// Returns the units with their numbers, those of one document together.
fn by_document(units: Vec<FoundUnit>) -> Vec<Vec<(u32, FoundUnit)>> {
    let path = |unit: &FoundUnit| source::split(&unit.source).0.to_owned();
    let mut documents: Vec<Vec<(u32, FoundUnit)>> = Vec::new();
    for (number, unit) in (1..).zip(units) {
        let last = documents
            .last_mut()
            .filter(|units| units.first().is_some_and(|(_, first)| path(first) == path(&unit)));
        match last {
            Some(units) => units.push((number, unit)),
            None => documents.push(vec![(number, unit)]),
        }
    }
    documents
}

/// Says what a chat model would add, and how to set one up, for readers who may. Below the newest question only.
#[component]
fn SetUpModel(
    /// The turn of the answer.
    turn: u32,
) -> impl IntoView {
    let writer = expect_context::<AnswerWriter>();
    let chat = expect_context::<Chat>();
    let demanded = expect_context::<Arrival<DemandedViews>>();
    let may_set_up =
        move || chat.is_newest(turn) && writer.may_choose() && writer.is_without_model();
    view! {
        <Show when=may_set_up>
            <p class="lead scripted">
                {words::model_would_add()} " "
                <button
                    class="quiet"
                    type="button"
                    aria-haspopup="dialog"
                    on:click=move |_| demanded.open("settings")
                >
                    {words::set_up_model()}
                </button>
            </p>
        </Show>
    }
}

/// The units of one document below its title, which opens it.
#[component]
fn DocumentUnits(
    /// The turn of the answer.
    turn: u32,
    /// Number of units of the answer that are shown unfolded.
    open: u32,
    /// The units with their numbers.
    units: Vec<(u32, FoundUnit)>,
) -> impl IntoView {
    let evidence = expect_context::<EvidenceView>();
    let title = units.first().map(|(number, unit)| {
        let path = source::split(&unit.source).0;
        let href = Opening::of_source(&unit.source, None, &unit.telling).address(path);
        let named = if unit.title.is_empty() { source::label(path) } else { unit.title.clone() };
        let number = *number;
        let open_document = move |event: leptos::ev::MouseEvent| {
            if taken(&event) {
                browser::remember_focus();
                evidence.show(turn, number);
            }
        };
        view! {
            <h3 class="document">
                <a href=href rel="external" title=path.to_owned() on:click=open_document>
                    {named}
                </a>
            </h3>
        }
    });
    view! {
        {title}
        {units.into_iter().map(|(number, unit)| shown(turn, number, number > open, unit)).collect_view()}
    }
}

/// A unit, if need be folded to its heading and its telling words.
fn shown(turn: u32, number: u32, is_folded: bool, unit: FoundUnit) -> AnyView {
    let (name, telling) = (name(&unit), plain(&unit.telling));
    let content = view! { <Unit turn number unit /> };
    if !is_folded {
        return view! { <div class="unit">{content}</div> }.into_any();
    }
    view! {
        <details class="unit">
            <summary>
                <b>{name}</b>
                " "
                <span>{telling}</span>
            </summary>
            {content}
        </details>
    }
    .into_any()
}

/// Returns the name of a unit: its own heading, its page, or else the title of its document.
fn name(unit: &FoundUnit) -> String {
    let (path, page) = source::split(&unit.source);
    let page = || page.map(|page| page_name::titled(path, page));
    unit.headings.last().cloned().or_else(page).unwrap_or_else(|| unit.title.clone())
}

/// Returns a sentence, list item or table row without its markup.
fn plain(telling: &str) -> String {
    if table::is_row(telling.trim()) {
        return table::read(telling.trim());
    }
    let blocks = markdown::parse(telling, &[], false);
    blocks.iter().map(markdown::Block::plain).collect::<Vec<_>>().join(" ")
}

/// The place of a unit with its mark, its text, and the other documents that have it too.
#[component]
fn Unit(
    /// The turn of the answer.
    turn: u32,
    /// Its number.
    number: u32,
    /// The unit.
    unit: FoundUnit,
) -> impl IntoView {
    let (path, page) = source::split(&unit.source);
    let page = page.map(|page| page_name::short(path, page));
    // The title stands above already.
    let headings = unit.headings.iter().filter(|heading| **heading != unit.title).cloned();
    let place = headings.chain(page).collect::<Vec<_>>().join(" › ");
    let place = if place.is_empty() { source::label(path) } else { place };
    let blocks = markdown::parse(&unit.text, &[], false);
    let marks = MarkdownContext {
        turn,
        excerpt: true,
        words: Arc::new(unit.words),
        ..MarkdownContext::default()
    };
    let also = (!unit.also_in.is_empty()).then(|| {
        view! { <p class="also">{words::also_in(&words::listed(&unit.also_in))}</p> }
    });
    view! {
        <h4 class="place">{place} <Mark turn number source=unit.source /></h4>
        <div class="text prose">
            {blocks.into_iter().map(|one| block(one, &marks)).collect_view()}
        </div>
        {also}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(source: &str, headings: &[&str]) -> FoundUnit {
        FoundUnit {
            source: source.into(),
            title: "Handbook".into(),
            headings: headings.iter().map(|heading| (*heading).to_owned()).collect(),
            ..FoundUnit::default()
        }
    }

    #[test]
    fn units_of_one_document_stand_together_and_keep_their_numbers() {
        let units = ["a.pdf#page=1", "a.pdf#page=3", "b.md", "a.pdf#page=1"];
        let documents = by_document(units.map(|source| unit(source, &[])).to_vec());
        let numbers = documents.iter().map(|units| units.iter().map(|(number, _)| *number));
        let numbers: Vec<Vec<u32>> = numbers.map(Iterator::collect).collect();
        assert_eq!(numbers, [vec![1, 2], vec![3], vec![4]]);
    }

    #[test]
    fn a_folded_unit_is_named_by_what_is_known_of_it() {
        assert_eq!(name(&unit("a.pdf#page=3", &["Leave", "Annual leave"])), "Annual leave");
        assert_eq!(name(&unit("a.pdf#page=3", &[])), "Page 3");
        assert_eq!(name(&unit("a.md", &[])), "Handbook");
    }

    #[test]
    fn telling_words_are_read_without_their_markup() {
        assert_eq!(plain("| Cook | 20 |"), "Cook · 20");
        assert_eq!(plain("- Staff get **thirty days**."), "Staff get thirty days.");
        assert_eq!(plain("30 days"), "30 days");
    }
}
