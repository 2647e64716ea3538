//! The language of the page: the reader's choice, and the route to change it.

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use footnote_client::Locale;
use footnote_protocol::ProtocolError;
use http::{HeaderMap, Uri, header};
use serde::Deserialize;

use crate::net::body::{self, Refusal};
use crate::net::paths;
use crate::state::AppState;

/// Cookie that stores the chosen language.
const COOKIE: &str = "footnote-language";

/// Lifetime of the cookie, in seconds: one year.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// Fields of the language form.
#[derive(Debug, Deserialize)]
struct LanguageChoice {
    /// Language code; empty to follow the browser.
    language: String,
}

/// Route of the language form.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route(paths::LANGUAGE, post(choose))
}

/// Returns the page's language for these request headers.
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

/// `POST /language`: stores the choice and redirects back to the page.
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

/// The `Set-Cookie` value for a choice.
///
/// # Errors
///
/// Fails for an unknown language.
fn cookie(code: &str) -> Result<String, Refusal> {
    let kept = match Locale::of_code(code) {
        _ if code.is_empty() => 0,
        Some(locale) if locale.code == code => KEPT,
        _ => {
            return Err(ProtocolError::refused("the page is not available in this language").into());
        }
    };
    Ok(format!("{COOKIE}={code}; Path=/; Max-Age={kept}; SameSite=Lax; HttpOnly"))
}

/// The path of the page that submitted the form. Only the path is used, so a foreign host cannot redirect the reader.
pub(super) fn page_before(headers: &HeaderMap) -> String {
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
