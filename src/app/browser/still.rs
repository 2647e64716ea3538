//! The browser's functions where there is no browser: nothing is kept, nothing moves.

/// Marks the document as awake.
pub fn mark_awake() {}

/// The time in milliseconds since 1970; 0 without a browser.
pub fn now() -> u64 {
    0
}

/// A name that no other conversation has; empty without a browser.
pub fn new_id() -> String {
    String::new()
}

/// What is kept under `key` over visits.
pub fn stored(_key: &str) -> Option<String> {
    None
}

/// Keeps `value` under `key`; false if there is no room.
pub fn store(_key: &str, _value: &str) -> bool {
    true
}

/// Forgets what is kept under `key`.
pub fn forget(_key: &str) {}

/// What this window remembers under `key` over a reload.
pub fn remembered(_key: &str) -> Option<String> {
    None
}

/// Lets this window remember `value` under `key`; an empty value is forgotten.
pub fn remember(_key: &str, _value: &str) {}

/// Waits for the next frame of the screen.
pub async fn next_frame() {}

/// Does something once the page shows what has changed.
pub fn after_render(_then: impl FnOnce() + 'static) {}

/// Whether the window is too narrow for the evidence to stand beside the answer.
pub fn narrow() -> bool {
    false
}

/// Copies a text to the clipboard; false if the browser refuses.
pub async fn copy(_text: String) -> bool {
    false
}

/// Sets a custom property of the document's style.
pub fn set_variable(_name: &str, _value: &str) {}

/// Moves the focus to the element with this id.
pub fn focus(_id: &str) {}

/// Remembers where the focus is.
pub fn remember_focus() {}

/// Moves the focus back to where it was remembered.
pub fn restore_focus() {}

/// Brings the element with this id into sight.
pub fn scroll_to(_id: &str) {}

/// Scrolls the element `id` so far that its newest line shows, but not past the child `anchor`.
pub fn follow(_id: &str, _anchor: &str) {}

/// Scrolls the element `id` to its end.
pub fn scroll_to_end(_id: &str) {}

/// How many CSS pixels of the element `id` lie below its visible part.
pub fn below(_id: &str) -> i32 {
    0
}

/// Opens the dialog with this id.
pub fn open_dialog(_id: &str) {}

/// Closes the dialog with this id.
pub fn close_dialog(_id: &str) {}

/// Whether the reader is in a field that takes text, or in an open dialog.
pub fn is_occupied() -> bool {
    false
}

/// Moves the focus `step` places among the elements that match `selector`, from where it is.
pub fn walk(_selector: &str, _step: i32) {}
