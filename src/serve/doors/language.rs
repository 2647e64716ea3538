//! The language of the page: what its reader has chosen, and the switch.

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use footnote_app::Locale;
use footnote_protocol::ProtocolError;
use http::{HeaderMap, Uri, header};
use serde::Deserialize;

use crate::serve::net::body::{self, Refusal};
use crate::serve::net::paths;
use crate::serve::state::AppState;

/// The cookie that holds the chosen language.
const COOKIE: &str = "footnote-language";

/// The seconds for which a choice is kept: a year.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// The fields of the switch.
#[derive(Debug, Deserialize)]
struct LanguageChoice {
    /// The code of the language; empty for that of the browser.
    language: String,
}

/// The route of the switch.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route(paths::LANGUAGE, post(choose))
}

/// The language of the page for a request with these headers.
pub(super) fn locale(headers: &HeaderMap) -> Locale {
    let text = |value: &http::HeaderValue| value.to_str().ok().map(str::to_owned);
    let mut cookies = headers.get_all(header::COOKIE).iter().filter_map(text);
    let chosen = cookies.find_map(|cookies| {
        let mut cookies = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
        cookies.find_map(|(name, value)| (name == COOKIE).then(|| value.to_owned()))
    });
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(text);
    Locale::wanted(chosen.as_deref(), accepted.as_deref())
}

/// `POST /language`: remembers the choice, and leads back to the page.
async fn choose(request: Request) -> Response {
    let (head, body) = request.into_parts();
    let cookie = match body::form::<LanguageChoice>(&head, body).await {
        Ok(choice) => cookie(&choice.language),
        Err(refusal) => Err(refusal),
    };
    match cookie {
        Ok(cookie) => {
            let back = Redirect::to(&page_before(&head.headers));
            ([(header::SET_COOKIE, cookie)], back).into_response()
        }
        Err(refusal) => refusal.response_to(&head.uri, &head.headers),
    }
}

/// The cookie of a choice.
///
/// # Errors
///
/// If there is no such language.
fn cookie(code: &str) -> Result<String, Refusal> {
    let kept = match Locale::of_code(code) {
        _ if code.is_empty() => 0,
        Some(locale) if locale.code == code => KEPT,
        _ => return Err(ProtocolError::refused("the page does not speak this language").into()),
    };
    Ok(format!("{COOKIE}={code}; Path=/; Max-Age={kept}; SameSite=Lax; HttpOnly"))
}

/// The path of the page that a form was sent from; another site's name in it leads nowhere.
fn page_before(headers: &HeaderMap) -> String {
    let referrer = headers.get(header::REFERER).and_then(|referrer| referrer.to_str().ok());
    let uri = referrer.and_then(|referrer| referrer.parse::<Uri>().ok());
    let path = uri.and_then(|uri| Some(uri.path_and_query()?.as_str().to_owned()));
    let path = path.unwrap_or_default();
    format!("/{}", path.trim_start_matches(['/', '\\']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_stays_on_this_server() {
        for (referrer, path) in [
            ("http://localhost/c/a-1?x=1#y", "/c/a-1?x=1"),
            ("http://localhost//evil.example/a", "/evil.example/a"),
            ("not an address", "/"),
            ("", "/"),
        ] {
            let headers = HeaderMap::from_iter([(header::REFERER, referrer.parse().unwrap())]);
            assert_eq!(page_before(&headers), path, "{referrer}");
        }
        assert_eq!(page_before(&HeaderMap::new()), "/");
    }

    #[test]
    fn only_languages_of_the_page_are_kept() {
        assert!(
            cookie("de").unwrap().starts_with("footnote-language=de; Path=/; Max-Age=31536000")
        );
        assert!(cookie("").unwrap().contains("Max-Age=0"));
        for code in ["xx", "de-AT", "de; Path=/x"] {
            assert!(cookie(code).is_err(), "{code}");
        }
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let headers = HeaderMap::from_iter([
            (header::COOKIE, "a=b; footnote-language=ar; c=d".parse().unwrap()),
            (header::ACCEPT_LANGUAGE, "de".parse().unwrap()),
        ]);
        assert_eq!(locale(&headers).code, "ar");
    }
}
