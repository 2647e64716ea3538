//! The page in the reader's language.

use std::fs;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use footnote_client::words::{LOCALES, fault, in_locale};
use footnote_documents::ExtractError;

use crate::support::{send, text};

/// Returns the page at `/documents` for a browser with these headers.
async fn page(headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    let mut request = Request::get("/documents");
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    send(request.body(Body::empty()).unwrap()).await
}

/// Returns the response to choosing a language on a page of this server.
async fn switched(form: &'static str, site: &str) -> Response<Body> {
    let request = Request::post("/language")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::REFERER, "http://localhost/documents?order=size")
        .header("sec-fetch-site", site);
    send(request.body(Body::from(form)).unwrap()).await
}

#[tokio::test]
async fn the_page_speaks_as_the_browser_wishes_and_sends_one_language() {
    let response = page(&[(header::ACCEPT_LANGUAGE, "sv, de-AT;q=0.9, en;q=0.5")]).await;
    assert_eq!(response.headers()[header::CONTENT_LANGUAGE], "de");
    let mut varies = response.headers().get_all(header::VARY).iter();
    assert!(varies.any(|value| value == "accept-language, cookie"));
    let html = text(response).await;
    assert!(html.contains("<html lang=\"de\" dir=\"ltr\">"));
    assert!(html.contains("<h1>Dokumente</h1>") && html.contains("Bereit"));
    assert!(!html.contains("Add documents") && !html.contains("Ajouter des documents"));
}

#[tokio::test]
async fn a_choice_wins_over_the_browser_until_it_is_taken_back() {
    let response = switched("language=ar", "same-origin").await;
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    assert_eq!(response.headers()[header::LOCATION], "/documents?order=size");
    let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    let chosen = cookie.split(';').next().unwrap();
    let headers = [(header::ACCEPT_LANGUAGE, "de"), (header::COOKIE, chosen)];
    let html = text(page(&headers).await).await;
    assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">") && html.contains("المستندات"));
    let response = switched("language=", "same-origin").await;
    assert!(response.headers()[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
}

#[tokio::test]
async fn a_language_that_there_is_none_of_and_a_foreign_page_change_nothing() {
    for (form, site, status) in [
        ("language=xx", "same-origin", StatusCode::BAD_REQUEST),
        ("speech=de", "same-origin", StatusCode::BAD_REQUEST),
        ("language=de", "cross-site", StatusCode::FORBIDDEN),
    ] {
        let response = switched(form, site).await;
        assert_eq!(response.status(), status, "{form}, {site}");
        assert!(response.headers().get(header::SET_COOKIE).is_none());
    }
}

#[test]
fn the_reasons_why_files_are_not_read_are_told_in_each_language() {
    let of_ingest = ["is larger than 100 MB", "was changed while it was read"];
    let reasons = ExtractError::ALL.iter().map(ToString::to_string);
    let reasons: Vec<String> = reasons.chain(of_ingest.map(str::to_owned)).collect();
    for locale in LOCALES {
        for reason in &reasons {
            let translated = in_locale(*locale, || fault(reason).to_owned());
            assert_eq!(translated == *reason, locale.code == "en", "{}: {reason}", locale.code);
        }
    }
}

#[test]
fn every_file_of_a_language_is_in_the_list_beside_it() {
    for (folder, ending, list) in [
        ("src/client/words", "ftl", "src/client/words/locale.rs"),
        ("src/text/languages", "txt", "src/text/languages/mod.rs"),
    ] {
        let list = fs::read_to_string(list).unwrap();
        let listed: Vec<_> = list.split(|c: char| !c.is_alphanumeric()).collect();
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for file in files.filter(|file| file.extension().is_some_and(|end| end == ending)) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            assert!(listed.contains(&name), "{} is in no list", file.display());
        }
    }
}
