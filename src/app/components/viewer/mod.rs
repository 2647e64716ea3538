//! A document, opened at the words that a citation stands for.

pub mod cited;
pub mod light;
pub mod pages;
pub mod sheet;
pub mod table;

use footnote_client::browser;
use footnote_client::state::EvidenceView;
use footnote_client::words;
use footnote_protocol::{OpenedDocument, OpenedPart, Opening};
use footnote_text::markdown::{Block, highlight, parse};
use footnote_text::source;
use leptos::prelude::*;
use light::PassageHighlight;
use pages::Pages;
use table::PassageTable;

use crate::components::answer::markdown::{MarkdownContext, block};
use crate::components::click::taken;
use crate::components::page_name;

/// The script that defines the element for the search in a text.
const TEXT_SEARCH: &str = "/text-search.js";

/// The number of passages that an earlier stretch begins before this one.
const BACK: u32 = 25;

/// A document with the cited passage and its words marked: as text, or page by page where it is a PDF and
/// the browser can draw it.
///
/// # Server rendering
///
/// The text.
#[component]
pub fn Viewer(
    /// The document.
    document: OpenedDocument,
) -> impl IntoView {
    let opening = &document.opening;
    let marked = document.marked();
    let is_gone = marked.is_none() && opening.from.is_none() && !opening.words.is_empty();
    let gone = is_gone.then(|| {
        view! { <p class="gone">{words::words_are_gone()}</p> }
    });
    let away = (!document.unreachable.is_empty()).then(|| {
        let said = words::not_reachable_text(document.unreachable.as_str());
        view! { <p class="gone" role="status">{said}</p> }
    });
    let light = PassageHighlight::new();
    let (wanted, as_pages) = (RwSignal::new(false), RwSignal::new(false));
    let is_drawn = document.is_pdf && !opening.passages;
    let pages =
        is_drawn.then(|| view! { <Pages document=document.clone() light wanted shown=as_pages /> });
    let picture = document.is_image.then(|| {
        let url = source::content_url(&document.path);
        view! { <img
            class="picture"
            src=url
            alt=words::described_image()
            draggable="false"
        /> }
    });
    let enclosed = enclosed(&document.enclosed, &document.path);
    // The pages of a PDF have a search of their own.
    let search = (!is_drawn).then(|| {
        Effect::new(|_| browser::add_module(TEXT_SEARCH));
        view! { <text-search messages=pages::search_messages()></text-search> }
    });
    view! {
        <div class="viewer">
            {away} {gone} {pages} {picture} {enclosed}
            {search}
            <div class="paper prose" hidden=move || as_pages.get()>
                <Stretch document light />
            </div>
            {is_drawn.then(|| view! { <PagesSwitch wanted shown=as_pages /> })}
        </div>
    }
}

/// The button that shows a PDF as text, or page by page.
#[component]
fn PagesSwitch(
    /// True while the pages are wanted.
    wanted: RwSignal<bool>,
    /// True while the pages are shown in place of the text.
    shown: RwSignal<bool>,
) -> impl IntoView {
    let switch = move |_| {
        wanted.update(|wanted| *wanted = !*wanted);
        shown.set(false);
    };
    let label = move || if wanted.get() { words::show_text() } else { words::pages() };
    view! {
        <p class="switch scripted">
            <button type="button" on:click=switch>
                {label}
            </button>
        </p>
    }
}

/// The documents that one encloses, as a mail its attachments; nothing where there are none.
fn enclosed(paths: &[String], path: &str) -> Option<impl IntoView + use<>> {
    let links = paths.iter().map(|one| {
        let name = one.strip_prefix(path).unwrap_or(one).trim_start_matches('/').to_owned();
        let href = Opening::default().address(one);
        view! {
            <li>
                <a href=href rel="external">
                    {name}
                </a>
            </li>
        }
    });
    let links: Vec<_> = links.collect();
    (!links.is_empty()).then(|| {
        view! {
            <ul class="enclosed" aria-label=words::attachments()>
                {links}
            </ul>
        }
    })
}

/// A stretch of a document as text.
#[component]
fn Stretch(
    /// The document.
    document: OpenedDocument,
    /// The highlighting shared with the cited passage.
    light: PassageHighlight,
) -> impl IntoView {
    let opening = &document.opening;
    let first = document.parts.first().map_or(0, |part| part.ordinal);
    let next = document.parts.last().map_or(0, |part| part.ordinal + 1);
    let before = (first > 0).then(|| first.saturating_sub(BACK));
    let behind = (next < document.passages).then_some(next);
    let way = |from: Option<u32>, label| {
        let opening = Opening { from: Some(from?), ..opening.clone() };
        Some(view! { <StretchLink path=document.path.clone() opening label /> })
    };
    let shown = (before.is_some() || behind.is_some()).then(|| {
        let range = words::range(first + 1, next, document.passages);
        view! { <p class="hint">{format!("{}: {range}", words::passages())}</p> }
    });
    let parts = parts(&document, light);
    view! {
        // The document's own headings stand below one of the page's.
        <h2 class="unseen">{words::text()}</h2>
        {shown}
        {way(before, words::earlier())}
        {parts}
        {way(behind, words::further())}
    }
}

/// The passages of a stretch; those that go on with one table are one.
fn parts(document: &OpenedDocument, light: PassageHighlight) -> Vec<AnyView> {
    let opening = &document.opening;
    let (mut views, mut page) = (Vec::new(), None);
    let mut table: Option<PassageTable> = None;
    for part in &document.parts {
        let is_new = std::mem::replace(&mut page, part.page) != part.page;
        let label = label(document, part, is_new);
        let is_marked = opening.passage == Some(part.ordinal);
        let words = is_marked.then_some(opening.words.as_str());
        let goes_on = label.is_none() && part.headings.is_empty();
        let next = match (&mut table, PassageTable::of(part, &opening.words, is_marked)) {
            (Some(table), Some(next)) if goes_on => match table.take(next) {
                Ok(()) => continue,
                Err(next) => Some(next),
            },
            (_, next) => next,
        };
        views.extend(table.take().map(|table| table.view(document, light)));
        views.extend(label.map(|label| view! { <p class="page-number">{label}</p> }.into_any()));
        match next {
            Some(next) => {
                views.push(headings(part));
                table = Some(next);
            }
            None => views.push(passage(part, words, light)),
        }
    }
    views.extend(table.map(|table| table.view(document, light)));
    views
}

/// The label above a passage: of each where they stand one by one, otherwise where its page begins.
fn label(document: &OpenedDocument, part: &OpenedPart, is_new: bool) -> Option<String> {
    if document.opening.passages {
        return Some(as_searched(&document.path, part));
    }
    let page = part.page.filter(|_| is_new)?;
    Some(page_name::titled(&document.path, page))
}

fn headings(part: &OpenedPart) -> AnyView {
    views(parse(&part.headings, &[], false)).into_any()
}

fn views(blocks: Vec<Block>) -> Vec<AnyView> {
    blocks.into_iter().map(|one| block(one, &MarkdownContext::default())).collect()
}

/// The label of a passage that stands by itself: its number, its page and its length.
fn as_searched(path: &str, part: &OpenedPart) -> String {
    let page = part.page.map(|page| page_name::titled(path, page));
    let count = part.text.split_whitespace().count();
    let number = words::passage_numbered(part.ordinal + 1);
    let parts = [Some(number), page, Some(words::words_counted(count))];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A passage under its headings; one that is cited has these words marked.
fn passage(part: &OpenedPart, words: Option<&str>, light: PassageHighlight) -> AnyView {
    let headings = headings(part);
    let mut blocks = parse(&part.text, &[], false);
    let Some(words) = words else {
        return (headings, views(blocks)).into_any();
    };
    for words in words.lines() {
        highlight(&mut blocks, words);
    }
    let cited = view! {
        <section
            class="cited"
            id="cited"
            tabindex="0"
            aria-label=words::cited_passage()
            class:lit=move || light.is_lit()
            on:mouseenter=move |_| light.set(true)
            on:mouseleave=move |_| light.set(false)
            on:focus=move |_| light.set(true)
            on:blur=move |_| light.set(false)
        >
            {views(blocks)}
        </section>
    };
    (headings, cited).into_any()
}

/// The way to another stretch of the document.
#[component]
fn StretchLink(
    /// The document's path.
    path: String,
    /// The stretch.
    opening: Opening,
    /// The text of the link.
    label: &'static str,
) -> impl IntoView {
    let evidence = use_context::<EvidenceView>();
    let href = opening.address(&path);
    let go = move |event: leptos::ev::MouseEvent| {
        if let Some(evidence) = evidence.filter(|_| taken(&event)) {
            evidence.show_document(&path, opening.clone());
        }
    };
    view! {
        <p class="way">
            <a href=href rel="external" on:click=go>
                {label}
            </a>
        </p>
    }
}
