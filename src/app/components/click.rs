//! Clicks on links that scripts follow.

use leptos::ev::MouseEvent;

/// Takes a plain click from the browser; false if it is to open another tab or window, which is left to the
/// browser.
pub fn taken(event: &MouseEvent) -> bool {
    let is_plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
    if is_plain {
        event.prevent_default();
    }
    is_plain
}
