//! Clicks on links that are handled by scripts.

use leptos::ev::MouseEvent;

/// Prevents the default action of a plain click; false if the click should open another tab or window, which is left to
/// the browser.
pub fn taken(event: &MouseEvent) -> bool {
    let is_plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
    if is_plain {
        event.prevent_default();
    }
    is_plain
}
