//! A conversation as a page to read and print, with its footnotes at the end.

mod blocks;

use footnote_client::words;
use leptos::prelude::*;

use self::blocks::{Marks, blocks};
use crate::note::PaperNote;
use crate::paper::{Paper, PaperAnswer, PaperTurn};
use crate::wording::{day, more_rows};

/// Style of the page, in addition to the common style.
pub const STYLE: &str = include_str!("paper.css");

/// A link to other turns of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// Address of the link.
    pub address: String,
    /// True if it leads to earlier turns; false if it leads to the newest.
    pub earlier: bool,
}

/// The main part of the page, with an optional notice and links to turns on other pages.
pub fn main(paper: Paper, notice: Option<String>, links: Vec<PageLink>) -> impl IntoView {
    let Paper { title, at, address, turns, notes, .. } = paper;
    let mut marks = Marks::default();
    let turns: Vec<_> = turns.into_iter().map(|one| turn(one, &mut marks)).collect();
    view! {
        <main class="paper" id="content" tabindex="-1">
            <h1>{title}</h1>
            {meta(at, address)}
            {notice.map(|notice| view! { <p class="notice">{notice}</p> })}
            {pages(links)}
            {turns}
            {footnotes(notes)}
        </main>
    }
}

/// The day and the address.
fn meta(at: Option<i64>, address: String) -> impl IntoView {
    let day = at.map(day).filter(|day| !day.is_empty());
    let day = day.map(|day| view! { <span>{day}</span> });
    let address = (!address.is_empty()).then(|| {
        let shown = address.clone();
        view! { <a href=address>{shown}</a> }
    });
    view! { <p class="meta">{day} {address}</p> }
}

fn pages(links: Vec<PageLink>) -> impl IntoView {
    let link = |PageLink { address, earlier }: PageLink| {
        let label = if earlier { words::earlier_questions() } else { words::newest_questions() };
        view! { <a href=address>{label}</a> " " }
    };
    (!links.is_empty())
        .then(|| view! { <p class="pages">{links.into_iter().map(link).collect_view()}</p> })
}

fn turn(turn: PaperTurn, marks: &mut Marks) -> impl IntoView + use<> {
    let answer = match turn.answer {
        PaperAnswer::Text(answer) => {
            let answer = blocks(answer, marks);
            view! { <div class="prose">{answer}</div> }.into_any()
        }
        PaperAnswer::Withheld => {
            view! { <p class="withheld">{words::answer_withheld()}</p> }.into_any()
        }
    };
    let not_found = turn.not_found.into_iter();
    let not_found: Vec<_> =
        not_found.map(|statement| view! { <p class="remark not-found">{statement}</p> }).collect();
    let remarks: Vec<_> =
        turn.remarks.into_iter().map(|remark| view! { <p class="remark">{remark}</p> }).collect();
    view! { <article><h2>{turn.question}</h2> {answer} {not_found} {remarks}</article> }
}

fn footnotes(notes: Vec<PaperNote>) -> impl IntoView {
    (!notes.is_empty()).then(|| {
        let notes: Vec<_> = notes.into_iter().map(footnote).collect();
        view! {
            <section class="footnotes" aria-labelledby="footnotes">
                <h2 id="footnotes">{words::footnotes()}</h2>
                <ol>{notes}</ol>
            </section>
        }
    })
}

fn footnote(note: PaperNote) -> impl IntoView {
    let PaperNote { number, label, address, words, more } = note;
    let label = match address.as_str() {
        "" => view! { <span>{label}</span> }.into_any(),
        _ => view! { <a href=address>{label}</a> }.into_any(),
    };
    let words = (!words.is_empty()).then(|| view! { ": "<q>{words}</q>{more_rows(more)} });
    view! {
        <li id=format!("footnote-{number}")>
            {label} {words} " "
            <a
                class="back"
                href=format!("#mark-{number}")
                aria-label=words::back_to_mark(number)
            >
                "↩"
            </a>
        </li>
    }
}
