//! The browser's functions, in the browser.
//!
//! Each is a no-op if the document lacks the element; none can panic.

use std::cell::RefCell;

use js_sys::{Date, Math, Object, Promise, Reflect};
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Element, Event, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlTextAreaElement, Node,
    ScrollIntoViewOptions, ScrollLogicalPosition, Storage,
};

use super::language::language;

/// Milliseconds per minute, and per day.
const MS_PER_MINUTE: f64 = 60_000.0;
const MS_PER_DAY: f64 = 86_400_000.0;

thread_local! {
    static FOCUS: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Below this width, the evidence is a sheet; the same limit as in `style/layout.css`.
const NARROW: &str = "(max-width: 1023px)";

/// Below this width, the list of conversations covers the answer; the same limit as in `style/layout.css`.
const TIGHT: &str = "(max-width: 1279px)";

/// Replacement for the frame of a hidden window, which has none, in milliseconds.
const HIDDEN_FRAME_MS: i32 = 250;

/// Marks the document as hydrated.
pub fn mark_awake() {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-hydrated", "");
    }
}

/// Returns the name of the file with the code of views that the server has rendered, if it is loaded later.
pub fn whole() -> Option<String> {
    document().body()?.get_attribute("data-whole")
}

/// The current time, in milliseconds since 1970.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the time is a whole number above zero"
)]
pub fn now() -> u64 {
    Date::now() as u64
}

/// Day number of a time in milliseconds since 1970, in the reader's time zone.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "milliseconds since 1970 and the days that they make are far below the limits"
)]
pub fn day(at: u64) -> i64 {
    let time = Date::new(&(at as f64).into());
    let local = at as f64 - time.get_timezone_offset() * MS_PER_MINUTE;
    (local / MS_PER_DAY).floor() as i64
}

/// Formats the month and year of a time in milliseconds since 1970, in the page's language: `May 2026`.
#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below the limit")]
pub fn month(at: u64) -> String {
    let form = Object::new();
    for (part, length) in [("month", "long"), ("year", "numeric")] {
        let _ = Reflect::set(&form, &part.into(), &length.into());
    }
    let time = Date::new(&(at as f64).into());
    // Use the same digits as the rest of the page.
    let language = format!("{}-u-nu-latn", language());
    time.to_locale_date_string(&language, &form).into()
}

/// Returns an id that no other conversation has.
pub fn new_id() -> String {
    format!("{}-{}", now(), Math::random().to_bits() >> 20)
}

/// Returns the value stored under `key` across visits.
pub fn stored(key: &str) -> Option<String> {
    local()?.get_item(key).ok().flatten()
}

/// Stores `value` under `key`; false if the storage is full.
pub fn store(key: &str, value: &str) -> bool {
    // A browser without any storage counts as success, since deleting old conversations would not help.
    local().is_none_or(|storage| storage.set_item(key, value).is_ok())
}

/// Removes the value under `key`.
pub fn forget(key: &str) {
    if let Some(storage) = local() {
        let _ = storage.remove_item(key);
    }
}

/// Returns the value that this window remembers under `key` across reloads.
pub fn remembered(key: &str) -> Option<String> {
    let value = session()?.get_item(key).ok().flatten()?;
    (!value.is_empty()).then_some(value)
}

/// Makes this window remember `value` under `key`; an empty value is removed.
pub fn remember(key: &str, value: &str) {
    if let Some(storage) = session() {
        let _ = storage.set_item(key, value);
    }
}

/// Removes everything that this window remembers.
pub fn forget_window() {
    if let Some(storage) = session() {
        let _ = storage.clear();
    }
}

fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// True unless the window is hidden or minimised.
pub fn is_seen() -> bool {
    window().document().is_some_and(|document| !document.hidden())
}

/// Waits for the next frame of the screen.
pub async fn next_frame() {
    let window = window();
    let frame = Promise::new(&mut |resolve, _| {
        let _ = window.request_animation_frame(&resolve);
        let _ =
            window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, HIDDEN_FRAME_MS);
    });
    let _ = JsFuture::from(frame).await;
}

/// Calls `then` once the latest changes have been rendered.
pub fn after_render(then: impl FnOnce() + 'static) {
    // leptos's own function drops the callback if the calling view has been removed by then.
    let then = Closure::once_into_js(then);
    let _ = window().request_animation_frame(then.unchecked_ref());
}

/// Returns true if the window is too narrow for the evidence next to the answer.
pub fn narrow() -> bool {
    matches(NARROW)
}

/// Returns true if the window is too narrow for the page of a document to be read.
pub fn phone() -> bool {
    matches("(max-width: 479px)")
}

/// Returns true if the window is too narrow for the list of conversations next to the answer and its margin.
pub fn tight() -> bool {
    matches(TIGHT)
}

/// Returns true if the window fits a media query.
pub(super) fn matches(query: &str) -> bool {
    let query = window().match_media(query).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Width of the window, in CSS pixels.
#[expect(clippy::cast_possible_truncation, reason = "no window is so wide")]
pub fn window_width() -> i32 {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.unwrap_or_default() as i32
}

/// Copies a text to the clipboard; false if the browser refuses.
pub async fn copy(text: String) -> bool {
    let clipboard = window().navigator().clipboard();
    // Without a secure origin there is no clipboard, although the binding's type says so.
    if clipboard.is_undefined() {
        return false;
    }
    JsFuture::from(clipboard.write_text(&text)).await.is_ok()
}

/// Sets a custom CSS property of the document.
pub fn set_variable(name: &str, value: &str) {
    let root = document().document_element();
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let _ = root.style().set_property(name, value);
    }
}

/// Returns the value of a variable of the page's style; empty if it has none.
pub fn variable(name: &str) -> String {
    let root = document().document_element();
    let root = root.and_then(|root| root.dyn_into::<HtmlElement>().ok());
    root.and_then(|root| root.style().get_property_value(name).ok()).unwrap_or_default()
}

/// Loads one of the page's own scripts, once.
pub fn add_module(address: &str) {
    let known = document().query_selector(&format!("script[src='{address}']"));
    let (Ok(None), Some(head)) = (known, document().head()) else {
        return;
    };
    if let Ok(script) = document().create_element("script") {
        let _ = script.set_attribute("type", "module");
        let _ = script.set_attribute("src", address);
        let _ = head.append_child(&script);
    }
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    if let Some(element) = html(id) {
        let _ = element.focus();
    }
}

/// Moves the focus to the field with this id, and selects its text.
pub fn select(id: &str) {
    focus(id);
    if let Some(field) = html(id).and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
    }
}

/// Moves the focus to the element with this id, if nothing else has the focus.
pub fn catch_focus(id: &str) {
    let active = document().active_element();
    if active.is_none_or(|active| is_body(&active)) {
        focus(id);
    }
}

/// Remembers the focused element.
pub fn remember_focus() {
    let active = document().active_element();
    let active = active.and_then(|element| element.dyn_into().ok());
    FOCUS.with_borrow_mut(|focus| *focus = active);
}

/// Scrolls the remembered element to the top of its scroll container.
pub fn lift_focus() {
    FOCUS.with_borrow(|focus| {
        if let Some(element) = focus {
            element.scroll_into_view_with_bool(true);
        }
    });
}

/// Moves the focus back to the remembered element.
pub fn restore_focus() {
    if let Some(element) = FOCUS.with_borrow_mut(Option::take) {
        let _ = element.focus();
    }
}

/// Scrolls the element with this id into view; if words or rows of it are marked, the first of these.
pub fn scroll_to(id: &str) {
    if let Some(element) = html(id) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        let marked = element.query_selector("tr.cited, mark").ok().flatten();
        let place = marked.unwrap_or_else(|| element.into());
        place.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls the element `id` to its newest line, but not past the child `anchor`. Returns its scroll position, in CSS
/// pixels.
pub fn follow(id: &str, anchor: &str) -> i32 {
    let (Some(scroller), Some(anchor)) = (html(id), html(anchor)) else {
        return 0;
    };
    let end = scroller.scroll_height() - scroller.client_height();
    let top = anchor.offset_top() - scroller.offset_top();
    scroller.set_scroll_top(end.min(top));
    scroller.scroll_top()
}

/// Scroll position of the element `id`, in CSS pixels.
pub fn scrolled(id: &str) -> i32 {
    html(id).map_or(0, |scroller| scroller.scroll_top())
}

/// Text that was typed into the field `id` before hydration.
pub fn typed(id: &str) -> String {
    let field = document().get_element_by_id(id);
    let field = field.and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
    field.map(|field| field.value()).unwrap_or_default()
}

/// Scrolls the element `id` to its end.
pub fn scroll_to_end(id: &str) {
    if let Some(scroller) = html(id) {
        scroller.set_scroll_top(scroller.scroll_height());
    }
}

/// Distance from the visible part of the element `id` to its end, in CSS pixels.
pub fn below(id: &str) -> i32 {
    html(id).map_or(0, |scroller| {
        scroller.scroll_height() - scroller.client_height() - scroller.scroll_top()
    })
}

/// Opens the dialog with this id.
pub fn open_dialog(id: &str) {
    if let Some(dialog) = dialog(id).filter(|dialog| !dialog.open()) {
        let _ = dialog.show_modal();
    }
}

/// Returns true if an event happens on a button that opens a dialog.
pub fn is_on_opener(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let opener = target.and_then(|target| target.closest("[aria-haspopup=dialog]").ok().flatten());
    opener.is_some()
}

/// Closes the dialog with this id.
pub fn close_dialog(id: &str) {
    if let Some(dialog) = dialog(id) {
        dialog.close();
    }
}

/// Returns true if a dialog is open.
pub fn dialog_is_open() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Returns true if the reader is in a text field or in an open dialog.
pub fn is_occupied() -> bool {
    let active = document().active_element();
    active.is_some_and(|element| {
        let field = "input, textarea, select, [contenteditable], dialog, iframe";
        element.closest(field).ok().flatten().is_some()
    }) || dialog_is_open()
}

/// Moves the focus by `step` elements among those that match `selector`.
pub fn walk(selector: &str, step: i32) {
    let Ok(found) = document().query_selector_all(selector) else {
        return;
    };
    let elements =
        (0..found.length()).filter_map(|at| found.get(at)?.dyn_into::<HtmlElement>().ok());
    let elements: Vec<_> = elements.collect();
    let Some(active) = document().active_element() else {
        return;
    };
    let next = if step > 0 {
        elements.iter().find(|element| comes_after(element, &active)).or(elements.first())
    } else {
        elements.iter().rev().find(|element| comes_before(element, &active)).or(elements.last())
    };
    if let Some(next) = next {
        // What is folded cannot be focused.
        if let Ok(Some(fold)) = next.closest("details:not([open])") {
            let _ = fold.set_attribute("open", "");
        }
        let _ = next.focus();
    }
}

/// Returns true if `element` comes after `other` or is inside of it.
fn comes_after(element: &HtmlElement, other: &Element) -> bool {
    other.compare_document_position(element) & Node::DOCUMENT_POSITION_FOLLOWING != 0
        && !is_body(other)
}

/// Returns true if `element` comes before `other`.
fn comes_before(element: &HtmlElement, other: &Element) -> bool {
    other.compare_document_position(element) & Node::DOCUMENT_POSITION_PRECEDING != 0
}

fn is_body(element: &Element) -> bool {
    element.tag_name() == "BODY"
}

fn html(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

fn dialog(id: &str) -> Option<HtmlDialogElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
