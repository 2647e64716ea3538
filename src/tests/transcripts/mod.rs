//! Exchanges as each front end has them with its own back end, written down from its description: what it
//! sends to the byte, and line by line what it reads, with our answer's words filled in.
//!
//! Unlike the golden transcripts these were not recorded: a line that one of our encoders writes otherwise
//! than a front end expects it fails here, whatever it wrote before. A transcript in `of/` is a text:
//!
//! - lines before the first exchange say for whom it is; `setting: value` among them sets the server;
//! - `>>> POST /chat` begins a request, headers follow, and after an empty line its body;
//! - `<<< 200 application/json-lines` begins its response: lines in their order, of which those of a
//!   paragraph with a `+` come once or more, with a `*` any number of times, and with a `?` perhaps;
//! - `says: …` right behind it is the text that the pieces make up, where it is not the usual one.
//!
//! [`pattern`] has what may stand in place of a value.

mod expected;
mod pattern;
mod server;

use std::fs;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use tower::ServiceExt;

use self::expected::{Exchange, Transcript};
use self::pattern::Seen;
use crate::support::text;

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new("src/tests/transcripts/of");
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

/// Sends the request of an exchange; returns the first difference from the expected response.
async fn exchange(server: &Router, exchange: &Exchange, seen: &mut Seen) -> Result<(), String> {
    let mut request =
        Request::builder().method(exchange.method.as_str()).uri(seen.filled(&exchange.address));
    for (name, value) in &exchange.headers {
        request = request.header(name, value);
    }
    let body = Body::from(seen.filled(&exchange.body));
    let response = server.clone().oneshot(request.body(body).unwrap()).await;
    let response = response.unwrap();
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type");
    let kind = kind.map_or("", |kind| kind.to_str().unwrap()).to_owned();
    let body = text(response).await;
    let found = exchange.response.meets(status, &kind, &body, seen);
    found.map_err(|wrong| format!("{} {}: {wrong}\n{body}", exchange.method, exchange.address))
}

#[tokio::test]
async fn every_front_end_is_answered_in_the_lines_that_it_reads() {
    let mut wrong = Vec::new();
    let files = transcripts();
    assert!(files.len() > 15, "the transcripts are found");
    for file in files {
        let transcript = Transcript::read(&fs::read_to_string(&file).unwrap());
        assert!(!transcript.exchanges.is_empty(), "{}", file.display());
        let (server, _documents) = server::of(&transcript.settings);
        let mut seen = Seen::default();
        for one in &transcript.exchanges {
            if let Err(error) = exchange(&server, one, &mut seen).await {
                let name = file.file_name().unwrap().to_string_lossy().into_owned();
                wrong.push(format!("{name}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
