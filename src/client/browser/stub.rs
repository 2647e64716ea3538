//! Stubs of the browser's functions for the server: they store and change nothing.

use leptos::ev::{ClipboardEvent, DragEvent, Event};

/// Defines functions that return a neutral value.
macro_rules! stub {
    ($($name:ident($($kind:ty),*) $(-> $returned:ty)?;)*) => {
        $(
            /// Does nothing without a browser.
            pub fn $name($(_: $kind),*) $(-> $returned)? {
                Default::default()
            }
        )*
    };
}

stub! {
    add_module(&str);
    after_render(impl FnOnce() + 'static);
    below(&str) -> i32;
    bring(&str);
    catch_focus(&str);
    clock(u64) -> String;
    close_dialog(&str);
    date(u64) -> String;
    day(u64) -> i64;
    dialog_is_open() -> bool;
    dropped(&DragEvent) -> Vec<PickedFile>;
    focus(&str);
    follow(&str, &str) -> i32;
    forget(&str);
    forget_window();
    has_files(&DragEvent) -> bool;
    is_occupied() -> bool;
    is_on_opener(&Event) -> bool;
    is_right_to_left() -> bool;
    is_seen() -> bool;
    leaves(&DragEvent) -> bool;
    level_notes(&str);
    lift_focus();
    mark_awake();
    month(u64) -> String;
    narrow() -> bool;
    new_id() -> String;
    now() -> u64;
    open_dialog(&str);
    phone() -> bool;
    pasted(&ClipboardEvent) -> Vec<PickedFile>;
    origin() -> String;
    picked(&Event) -> Vec<PickedFile>;
    picked_before(&str) -> Vec<PickedFile>;
    path() -> String;
    place_card(&Event);
    query() -> String;
    reload();
    remember(&str, &str);
    remember_focus();
    remembered(&str) -> Option<String>;
    restore_focus();
    scroll_to(&str);
    scroll_to_end(&str);
    scrolled(&str) -> i32;
    select(&str);
    set_path(&str);
    set_query(&str, bool);
    set_title(&str);
    set_variable(&str, &str);
    stored(&str) -> Option<String>;
    submit(&leptos::ev::Event);
    tight() -> bool;
    touches() -> bool;
    typed(&str) -> String;
    variable(&str) -> String;
    walk(&str, i32);
    watch_notes(&str);
    whole() -> Option<String>;
    window_width() -> i32;
}

/// A file chosen by a reader.
#[derive(Clone, Debug)]
pub struct PickedFile {
    /// Name of the file.
    pub name: String,
}

/// Stores `value` under `key`; always succeeds.
pub fn store(_key: &str, _value: &str) -> bool {
    true
}

/// Waits for the next frame of the screen.
pub async fn next_frame() {}

/// Copies a text to the clipboard; false if the browser refuses.
pub async fn copy(_text: String) -> bool {
    false
}

/// Uploads a file; does nothing without a browser.
pub async fn send_file(
    _address: &str,
    _others: &[(&str, &str)],
    _file: (&str, &PickedFile),
    _progress: impl Fn(u32) + 'static,
) -> Option<String> {
    None
}

/// Shows a formula, written as MathML, in place of what an element has; does nothing without a browser.
pub fn show_formula<T>(_place: &T, _formula: &str) {}
