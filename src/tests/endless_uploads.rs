//! Uploads that never become a file, never end, or are too slow, at every route that accepts files.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_documents::acl::Allowed;
use footnote_engine::config::ReaderHeaders;
use futures_util::stream::{self, Stream, StreamExt};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::with_uploads;

const ROUTES: [&str; 2] = ["/documents", "/upload"];

const FORM: &str = "application/x-www-form-urlencoded";

const MULTIPART: &str = "multipart/form-data; boundary=b";

const HEAD: &str =
    "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.md\"\r\n\r\n";

fn server(allowed: Allowed) -> (Router, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (with_uploads(folder.path(), ReaderHeaders::default(), allowed), folder)
}

async fn sent(
    router: &Router,
    route: &str,
    kind: &str,
    body: impl Stream<Item = Vec<u8>> + Send + 'static,
) -> StatusCode {
    let body = Body::from_stream(body.map(Ok::<_, Infallible>));
    let request = Request::post(route).header("content-type", kind).body(body).unwrap();
    router.clone().oneshot(request).await.unwrap().status()
}

/// Returns an endless body of `begin` followed by repetitions of `filling`, and the number of bytes read from it.
fn endless(
    begin: &str,
    filling: &str,
) -> (impl Stream<Item = Vec<u8>> + Send + use<>, Arc<AtomicUsize>) {
    let read = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&read);
    let filling = filling.repeat(16 * 1024 / filling.len()).into_bytes();
    let begin = stream::iter([begin.to_owned().into_bytes()]);
    let body = begin.chain(stream::repeat(filling));
    (body.inspect(move |piece| _ = count.fetch_add(piece.len(), Ordering::Relaxed)), read)
}

/// Returns a body that arrives byte by byte after its beginning, with a `pause` before each.
fn dripping(begin: &str, pause: Duration) -> impl Stream<Item = Vec<u8>> + Send + use<> {
    let drops = stream::repeat(()).then(move |()| async move {
        tokio::time::sleep(pause).await;
        b"x".to_vec()
    });
    stream::iter([begin.to_owned().into_bytes()]).chain(drops)
}

#[tokio::test]
async fn an_upload_that_never_becomes_a_part_is_refused_after_a_few_megabytes() {
    let (router, _folder) = server(Allowed::Everybody);
    for route in ROUTES {
        for (begin, filling) in [
            ("", "y"),
            ("--b\r\nx: ", "y"),
            ("", "\r\n--"),
            ("--b\r\n", "x: y\r\n"),
            ("", "--c\r\n"),
        ] {
            let (body, read) = endless(begin, filling);
            let status = sent(&router, route, MULTIPART, body).await;
            assert!(status.is_client_error(), "{route} {begin:?} {filling:?}: {status}");
            let read = read.load(Ordering::Relaxed);
            assert!(read < 4 * 1024 * 1024, "{route} {begin:?} {filling:?}: {read} bytes");
        }
    }
}

#[tokio::test]
async fn a_posted_form_is_read_up_to_two_megabytes() {
    let (router, _folder) = server(Allowed::Everybody);
    let (body, read) = endless("action=remove&path=", "y");
    let status = sent(&router, "/documents", FORM, body).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(read.load(Ordering::Relaxed) < 4 * 1024 * 1024);
}

#[tokio::test]
async fn nothing_is_read_of_what_nobody_may_bring() {
    let (router, _folder) = server(Allowed::Nobody);
    for (route, kind) in
        ROUTES.map(|route| (route, MULTIPART)).into_iter().chain([("/documents", FORM)])
    {
        let (body, read) = endless(HEAD, "y");
        let status = sent(&router, route, kind, body).await;
        assert!(status.is_client_error(), "{route} {kind}: {status}");
        assert_eq!(read.load(Ordering::Relaxed), 0, "{route} {kind}");
    }
}

// The paused clock advances while everything waits for the body.
#[tokio::test(start_paused = true)]
async fn an_upload_that_drips_is_given_up() {
    let (router, _folder) = server(Allowed::Everybody);
    for (route, kind, begin) in [
        ("/documents", MULTIPART, HEAD),
        ("/upload", MULTIPART, HEAD),
        ("/upload", MULTIPART, "--b\r\nx: "),
        ("/documents", FORM, "action="),
    ] {
        let begun = tokio::time::Instant::now();
        let status = sent(&router, route, kind, dripping(begin, Duration::from_secs(10))).await;
        assert_eq!(status, StatusCode::REQUEST_TIMEOUT, "{route} {begin:?}");
        assert!(begun.elapsed() < Duration::from_mins(1), "{route} {begin:?}");
    }
}

// No documents are read here, so the paused clock advances.
#[tokio::test(start_paused = true)]
async fn uploads_that_have_not_begun_hold_nobodys_place() {
    let (router, folder) = server(Allowed::Everybody);
    let waiting = || {
        let begun = stream::iter([HEAD.to_owned().into_bytes()]);
        let body = begun.chain(stream::pending::<Vec<u8>>());
        sent(&router, "/upload", MULTIPART, body)
    };
    let mut waiting: Vec<_> = (0..100).map(|_| Box::pin(waiting())).collect();
    for one in &mut waiting {
        let soon = tokio::time::timeout(Duration::from_millis(1), one).await;
        assert!(soon.is_err(), "it waits");
    }
    let whole = format!("{HEAD}Tea at four.\r\n--b--\r\n").into_bytes();
    let status = sent(&router, "/upload", MULTIPART, stream::iter([whole])).await;
    assert_eq!(status, StatusCode::OK);
    assert!(folder.path().join("uploads/a.md").exists());
}
