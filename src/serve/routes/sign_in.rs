//! Signing in at the issuer, and signing out.

use axum::Router;
use axum::extract::{Query, State};
use axum::response::{AppendHeaders, Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use footnote_client::words;
use footnote_documents::acl::Reader;
use footnote_sign_in::{Attempt, Person, SignInError};
use footnote_store::StoreError;
use footnote_store::keys::SignedIn;
use http::request::Parts;
use http::{HeaderMap, HeaderName, Method, StatusCode, header};
use leptos::prelude::*;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::Deserialize;

use super::export::nonce;
use super::language::{locale, page_before};
use super::{chat, notice};
use crate::net::body::Refusal;
use crate::net::keyring::cookies;
use crate::net::paths;
use crate::net::sign_in::{SignInService, place};
use crate::net::unidentified::Unidentified;
use crate::state::AppState;

/// Time that a reader has to sign in at the issuer, in seconds.
const ATTEMPT_LIFETIME: u32 = 10 * 60;

/// Routes of signing in and out.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route(paths::SIGN_IN, get(begin))
        .route(paths::CALLBACK, get(complete))
        .route(paths::SIGN_OUT, post(end))
}

/// Query parameters of the way to the issuer.
#[derive(Deserialize)]
struct Wanted {
    /// The page to lead the reader to afterwards; the page of the link without it.
    to: Option<String>,
}

/// Query parameters of the way back.
#[derive(Deserialize)]
struct Answer {
    /// The state, which recognises the attempt.
    state: Option<String>,
    /// The code, for which the issuer gives the ID token.
    code: Option<String>,
    /// The name of an error instead.
    error: Option<String>,
}

/// Why nobody is signed in.
enum Failure {
    /// The attempt is not known: too old, or of another browser.
    Stale,
    /// The issuer says no.
    Denied,
    /// The issuer is away, refuses, or names nobody.
    Issuer(SignInError),
    /// The browser cannot be kept.
    Store(StoreError),
}

/// `GET /sign-in?to=…`: sends the browser to the issuer.
async fn begin(
    State(state): State<AppState>,
    Query(wanted): Query<Wanted>,
    parts: Parts,
) -> Response {
    let Some(sign_in) = &state.sign_in else {
        return nowhere(&parts);
    };
    if parts.method == Method::HEAD {
        return StatusCode::NO_CONTENT.into_response();
    }
    let place = place(&wanted.to.unwrap_or_else(|| page_before(&parts.headers)));
    let callback = sign_in.callback(chat::origin(&parts));
    // A sign-in that has ended would lead here again and again, even if the issuer says no.
    let ended = parts.extensions.get::<SignedIn>().is_none();
    let ended = ended.then(|| state.keyring.no_browser());
    match begun(sign_in, &callback).await {
        Ok((attempt, address)) => {
            let cookies = ended.into_iter().chain([attempt_cookie(&attempt, &place)]);
            (set(cookies, &callback), private(), Redirect::to(&address)).into_response()
        }
        Err(error) => {
            let failed = failed(&state, sign_in, &parts, &Failure::Issuer(error));
            (set(ended.into_iter(), &callback), failed).into_response()
        }
    }
}

/// Begins an attempt; returns it, and the address at the issuer to which its browser is sent.
async fn begun(sign_in: &SignInService, callback: &str) -> Result<(Attempt, String), SignInError> {
    let attempt = Attempt::new()?;
    let address = sign_in.issuer().begin(&attempt, callback).await?;
    Ok((attempt, address))
}

/// `GET /sign-in/callback`: signs in the reader whom the issuer sends back, and leads them on.
async fn complete(
    State(state): State<AppState>,
    Query(answer): Query<Answer>,
    parts: Parts,
) -> Response {
    let Some(sign_in) = &state.sign_in else {
        return nowhere(&parts);
    };
    let callback = sign_in.callback(chat::origin(&parts));
    match signed_in(&state, sign_in, answer, &callback, &parts.headers).await {
        Ok((cookie, attempt, place)) => {
            tracing::info!("a reader signed in");
            let cookies = [cookie, removed(&attempt)].into_iter();
            (set(cookies, &callback), private(), Redirect::to(&place)).into_response()
        }
        Err(failure) => failed(&state, sign_in, &parts, &failure),
    }
}

/// `POST /sign-out`: signs the browser out, and says so.
async fn end(State(state): State<AppState>, parts: Parts) -> Response {
    let Some(sign_in) = &state.sign_in else {
        return nowhere(&parts);
    };
    if let Err(error) = state.keyring.sign_out(&parts.headers).await {
        return failed(&state, sign_in, &parts, &Failure::Store(error));
    }
    let (host, end) = (sign_in.issuer().host(), sign_in.issuer().end());
    let callback = sign_in.callback(chat::origin(&parts));
    let cookie = std::iter::once(state.keyring.no_browser());
    let page = page(&state, &parts, words::signed_out, move || {
        let end = end.map(|end| view! { <p><a href=end>{words::end_session_too(&host)}</a></p> });
        view! { {end} <SignInAgain /> }.into_any()
    });
    (set(cookie, &callback), private(), page).into_response()
}

/// Signs in the reader of an answer; returns the cookie of the browser, the attempt, and the page to go on to.
async fn signed_in(
    state: &AppState,
    sign_in: &SignInService,
    answer: Answer,
    callback: &str,
    headers: &HeaderMap,
) -> Result<(String, Attempt, String), Failure> {
    let sent = answer.state.unwrap_or_default();
    let (attempt, place) = attempt(&sent, headers).ok_or(Failure::Stale)?;
    let (Some(code), None) = (answer.code, answer.error) else {
        return Err(Failure::Denied);
    };
    let person = sign_in.issuer().complete(&attempt, &code, callback).await;
    let Person { name, groups } = person.map_err(Failure::Issuer)?;
    let reader = Reader::new(Some(&name), groups.iter().map(String::as_str));
    let cookie = state.keyring.sign_in(&reader, sign_in.lifetime(), headers).await;
    Ok((cookie.map_err(Failure::Store)?, attempt, place))
}

/// The attempt of this browser with this state, and the page that it began on.
fn attempt(sent: &str, headers: &HeaderMap) -> Option<(Attempt, String)> {
    let name = attempt_name(sent);
    let value = cookies(headers, &name).next()?;
    let (secret, to) = value.split_once('.')?;
    let attempt = Attempt::of(secret).filter(|attempt| attempt.state() == sent)?;
    let to = percent_decode_str(to).decode_utf8().ok()?;
    Some((attempt, place(&to)))
}

/// Name of the cookie of an attempt: several tabs may sign in at once.
fn attempt_name(state: &str) -> String {
    format!("footnote-sign-in-{}", state.get(..8).unwrap_or_default())
}

/// The cookie of an attempt.
fn attempt_cookie(attempt: &Attempt, place: &str) -> String {
    let (name, secret) = (attempt_name(&attempt.state()), attempt.secret());
    let place = utf8_percent_encode(place, NON_ALPHANUMERIC);
    let path = paths::SIGN_IN;
    format!(
        "{name}={secret}.{place}; Path={path}; Max-Age={ATTEMPT_LIFETIME}; SameSite=Lax; HttpOnly"
    )
}

/// The cookie that removes that of an attempt.
fn removed(attempt: &Attempt) -> String {
    let (name, path) = (attempt_name(&attempt.state()), paths::SIGN_IN);
    format!("{name}=; Path={path}; Max-Age=0; SameSite=Lax; HttpOnly")
}

/// Headers that set cookies for a server at the address of `callback`: what comes encrypted stays so.
fn set(
    cookies: impl Iterator<Item = String>,
    callback: &str,
) -> AppendHeaders<impl Iterator<Item = (HeaderName, String)>> {
    let secure = if callback.starts_with("https:") { "; Secure" } else { "" };
    AppendHeaders(cookies.map(move |cookie| (header::SET_COOKIE, format!("{cookie}{secure}"))))
}

/// Headers of a response that is for one browser, whose address has secrets in it.
fn private() -> [(HeaderName, &'static str); 2] {
    [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")]
}

/// 404 of a server where nobody signs in.
fn nowhere(parts: &Parts) -> Response {
    let refusal = Refusal::not_found("Nobody signs in here.");
    refusal.response_to(&parts.uri, &parts.headers)
}

/// The page that says why nobody is signed in.
fn failed(state: &AppState, sign_in: &SignInService, parts: &Parts, failure: &Failure) -> Response {
    let host = sign_in.issuer().host();
    let status = match failure {
        Failure::Stale => StatusCode::BAD_REQUEST,
        Failure::Issuer(SignInError::Unreachable(_) | SignInError::Random(_))
        | Failure::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        Failure::Denied | Failure::Issuer(_) => StatusCode::FORBIDDEN,
    };
    match failure {
        Failure::Issuer(error) => tracing::warn!("nobody was signed in: {error}"),
        Failure::Store(error) => {
            let cause = std::error::Error::source(error);
            tracing::error!(?cause, "a browser cannot be kept: {error}");
        }
        Failure::Denied | Failure::Stale => {}
    }
    let says = || match failure {
        Failure::Stale => words::sign_in_stale().to_owned(),
        Failure::Issuer(SignInError::Unreachable(_)) => words::sign_in_away(&host),
        Failure::Issuer(SignInError::Nameless(_)) => words::sign_in_nameless(&host),
        Failure::Denied | Failure::Issuer(_) => words::sign_in_refused(&host),
        Failure::Store(_) => {
            footnote_client::state::fault::in_words(Unidentified::Unreachable.refusal().error())
        }
    };
    let page =
        page(state, parts, words::sign_in, || view! { <p>{says()}</p> <SignInAgain /> }.into_any());
    (status, private(), page).into_response()
}

/// The link that begins again.
#[component]
fn SignInAgain() -> impl IntoView {
    view! {
        <p>
            <a href=format!("{}?to=/", paths::SIGN_IN)>{words::sign_in()}</a>
        </p>
    }
}

/// A page of its own in the language of the request, with this title.
fn page(
    state: &AppState,
    parts: &Parts,
    title: impl FnOnce() -> &'static str,
    main: impl FnOnce() -> AnyView,
) -> Html<String> {
    let (options, nonce) = (state.leptos_options.clone(), nonce(parts));
    Html(words::in_locale(locale(&parts.headers), || {
        let title = title();
        let main = view! {
            <main class="paper" id="content" tabindex="-1">
                <h1>{title}</h1>
                {main()}
            </main>
        };
        notice::page(options, title, nonce, main.into_any())
    }))
}
