//! The margin beside an answer, in which notes are aligned with their marks.

use leptos::ev::Event;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

/// Space between two notes, in CSS pixels.
const GAP: f64 = 12.0;

/// Maximum width of a card, in CSS pixels: as in `style/components/notes.css`.
const CARD_WIDTH: f64 = 352.0;

/// Aligns the notes of the turn with this id now, and whenever its size changes.
pub fn watch_notes(turn: &str) {
    let Some(element) = document().get_element_by_id(turn) else {
        return;
    };
    let answer = element.query_selector(".answer").ok().flatten();
    let id = turn.to_owned();
    // The browser frees both together with the elements.
    let resized = Closure::<dyn Fn()>::new(move || level_notes(&id)).into_js_value();
    if let Ok(observer) = ResizeObserver::new(resized.unchecked_ref()) {
        observer.observe(&element);
        if let Some(answer) = &answer {
            observer.observe(answer);
        }
    }
}

/// Aligns each note of the turn with this id with the first paragraph to which it belongs, but below the note before
/// it and below tables that reach into the margin.
pub fn level_notes(turn: &str) {
    let Some(turn) = document().get_element_by_id(turn) else {
        return;
    };
    let found = all(&turn, ".note");
    if found.is_empty() {
        return;
    }
    let top = turn.get_bounding_client_rect().top();
    let mut before = 0.0;
    let mut notes: Vec<(f64, HtmlElement)> = Vec::new();
    for note in found {
        let described = format!("[aria-describedby='{}']", note.id());
        let described = turn.query_selector(&described).ok().flatten();
        let around = |one: &Element, selector| one.closest(selector).ok().flatten();
        let paragraph = |one: Element| {
            let fold = around(&one, "details:not([open])");
            fold.or_else(|| around(&one, "p, li, tr, pre")).or(Some(one))
        };
        let described = described.and_then(paragraph);
        before = described.map_or(before, |one| one.get_bounding_client_rect().top() - top);
        notes.push((before, note));
    }
    notes.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let wide = wide_tables(&turn);
    let mut free = 0.0_f64;
    for (level, note) in notes {
        let height = f64::from(note.offset_height());
        let below = |level: f64, (from, to): &(f64, f64)| {
            if level < *to && level + height > *from { to + GAP } else { level }
        };
        let level = wide.iter().fold(level.max(free), below);
        let _ = note.style().set_property("--top", &format!("{level}px"));
        free = level + height + GAP;
    }
    if let Some(turn) = turn.dyn_ref::<HtmlElement>() {
        let _ = turn.style().set_property("--notes-end", &format!("{free}px"));
        let _ = turn.set_attribute("data-level", "");
    }
}

/// Returns the upper and lower edges of the tables that are wider than their turn, counted from its top.
fn wide_tables(turn: &Element) -> Vec<(f64, f64)> {
    let own = turn.get_bounding_client_rect();
    let tables = all(turn, ".table").into_iter().map(|table| table.get_bounding_client_rect());
    let wide =
        tables.filter(|table| table.right() > own.right() + 1.0 || table.left() < own.left() - 1.0);
    wide.map(|table| (table.top() - own.top(), table.bottom() - own.top())).collect()
}

fn all(within: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = within.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// Returns true if the reader points by touch, which cannot hover.
pub fn touches() -> bool {
    super::window::matches("(hover: none)")
}

/// Places the card below the element of an event, or above it if there is little space below, but not over the notes
/// beside its turn.
pub fn place_card(event: &Event) {
    let element = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(element) = element else {
        return;
    };
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let height = height.unwrap_or_default();
    let place = element.get_bounding_client_rect();
    let (top, bottom) = if place.bottom() > height * 0.6 {
        ("auto".to_owned(), format!("{}px", height - place.top()))
    } else {
        (format!("{}px", place.bottom()), "auto".to_owned())
    };
    let turn = element.closest(".turn").ok().flatten().map(|turn| turn.get_bounding_client_rect());
    let left = turn
        .map_or(place.left(), |turn| place.left().min(turn.right() - CARD_WIDTH).max(turn.left()));
    super::set_variable("--card-left", &format!("{left}px"));
    super::set_variable("--card-top", &top);
    super::set_variable("--card-bottom", &bottom);
}

/// Scrolls the first element to which a note belongs, or otherwise the note, to the middle.
pub fn bring(note: &str) {
    let described = document().query_selector(&format!("[aria-describedby='{note}']"));
    let element = described.ok().flatten().or_else(|| document().get_element_by_id(note));
    if let Some(element) = element {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Center);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
