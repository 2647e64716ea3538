//! The address of the page, times and dates, as exports have them too.

use js_sys::{Date, Object, Reflect};
use leptos::prelude::window;

/// Origin of the page's address: scheme and host.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Formats a time in seconds since 1970 on the reader's clock: `14:03`.
#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are far below the limit")]
pub fn clock(seconds: u64) -> String {
    let time = Date::new(&(seconds as f64 * 1000.0).into());
    format!("{:02}:{:02}", time.get_hours(), time.get_minutes())
}

/// Formats a time in milliseconds since 1970 as a day in the page's language: `25 November 2026`.
#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below the limit")]
pub fn date(at: u64) -> String {
    // Among the variants of English, choose the one with the date format of the rest of the page.
    let language = match super::language().as_str() {
        "en" => "en-GB".to_owned(),
        other => other.to_owned(),
    };
    let form = Object::new();
    for (part, length) in [("day", "numeric"), ("month", "long"), ("year", "numeric")] {
        let _ = Reflect::set(&form, &part.into(), &length.into());
    }
    Date::new(&(at as f64).into()).to_locale_date_string(&language, &form).into()
}
