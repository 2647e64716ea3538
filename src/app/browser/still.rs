//! The browser's functions where there is no browser: nothing is kept, nothing moves.

/// Marks the document as awake.
pub fn mark_awake() {}

/// The time in milliseconds since 1970; 0 without a browser.
pub fn now() -> u64 {
    0
}

/// The day of a time where the reader is; the same for all without a browser.
pub fn day(_at: u64) -> i64 {
    0
}

/// The month of a time; empty without a browser.
pub fn month(_at: u64) -> String {
    String::new()
}

/// A name that no other conversation has; empty without a browser.
pub fn new_id() -> String {
    String::new()
}

/// The value that is kept under `key` over visits.
pub fn stored(_key: &str) -> Option<String> {
    None
}

/// Keeps `value` under `key`; false if there is no room.
pub fn store(_key: &str, _value: &str) -> bool {
    true
}

/// Removes the value under `key`.
pub fn forget(_key: &str) {}

/// Forgets everything that is kept under keys with this beginning.
pub fn forget_all(_beginning: &str) {}

/// The value that this window remembers under `key` over a reload.
pub fn remembered(_key: &str) -> Option<String> {
    None
}

/// Lets this window remember `value` under `key`; an empty value is forgotten.
pub fn remember(_key: &str, _value: &str) {}

/// The query of the page's address; empty without a browser.
pub fn query() -> String {
    String::new()
}

/// Puts a query into the page's address, as a step that the way back leads over or in place of the last one.
pub fn set_query(_query: &str, _is_step: bool) {}

/// Waits for the next frame of the screen.
pub async fn next_frame() {}

/// Calls `then` once the page shows its latest changes.
pub fn after_render(_then: impl FnOnce() + 'static) {}

/// Returns whether the window is too narrow for the evidence to stand beside the answer.
pub fn narrow() -> bool {
    false
}

/// Copies a text to the clipboard; false if the browser refuses.
pub async fn copy(_text: String) -> bool {
    false
}

/// Saves a text as a file of the reader's.
pub fn save(_name: &str, _text: &str) {}

/// Sets a custom property of the document's style.
pub fn set_variable(_name: &str, _value: &str) {}

/// Loads a script of the page's own, once.
pub fn add_module(_address: &str) {}

/// Moves the focus to the element with this id.
pub fn focus(_id: &str) {}

/// Remembers where the focus is.
pub fn remember_focus() {}

/// Scrolls the element that had the focus to the top of its scroll container.
pub fn lift_focus() {}

/// Moves the focus back to where it was remembered.
pub fn restore_focus() {}

/// Brings the element with this id into sight.
pub fn scroll_to(_id: &str) {}

/// Scrolls the element `id` until its newest line shows, but not past the child `anchor`; returns its scroll
/// position, in CSS pixels.
pub fn follow(_id: &str, _anchor: &str) -> i32 {
    0
}

/// The scroll position of the element `id`, in CSS pixels.
pub fn scrolled(_id: &str) -> i32 {
    0
}

/// The text that the field `id` has already, typed before the page was awake.
pub fn typed(_id: &str) -> String {
    String::new()
}

/// Scrolls the element `id` to its end.
pub fn scroll_to_end(_id: &str) {}

/// The height below the visible part of the element `id`, in CSS pixels.
pub fn below(_id: &str) -> i32 {
    0
}

/// Opens the dialog with this id.
pub fn open_dialog(_id: &str) {}

/// Closes the dialog with this id.
pub fn close_dialog(_id: &str) {}

/// Returns whether a dialog is open.
pub fn dialog_is_open() -> bool {
    false
}

/// Returns whether the reader is in a field that takes text, or in an open dialog.
pub fn is_occupied() -> bool {
    false
}

/// Moves the focus `step` places among the elements that match `selector`, from where it is.
pub fn walk(_selector: &str, _step: i32) {}

/// A time in seconds since 1970 on the reader's clock: `14:03`.
pub fn clock(_seconds: u64) -> String {
    String::new()
}

/// Moves the focus to the element with this id if nothing else has it.
pub fn catch_focus(_id: &str) {}
