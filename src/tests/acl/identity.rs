//! The proxies and clients that may name the reader.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use footnote_engine::config::{Policy, Proxies, ReaderHeaders};

use super::{ALICE, BOARD, QUESTION, SITE, asked, post, questions, reveals_nothing, send};

#[tokio::test]
async fn where_proxies_are_listed_nobody_else_says_who_asks() {
    let policy = Policy { proxies: Proxies::new(&["10.0.0.1"]).unwrap(), ..Policy::default() };
    let readers = ReaderHeaders { user: Some("x-user".parse().unwrap()), groups: None };
    let router = SITE.router_under(readers, policy);
    for (peer, knows) in [([10, 0, 0, 1], true), ([10, 0, 0, 9], false), ([127, 0, 0, 1], false)] {
        let mut request = post("/chat", &asked(QUESTION));
        let peer = SocketAddr::from((peer, 4711));
        request.extensions_mut().insert(ConnectInfo(peer));
        let said = send(router.clone(), request, &[ALICE]).await;
        assert_eq!(said.contains("zanzibar"), knows, "{peer}: {said}");
    }
}

#[tokio::test]
async fn where_no_header_is_named_nobody_is_known() {
    for (route, request) in questions(QUESTION) {
        let router = SITE.router(ReaderHeaders::default());
        reveals_nothing(&send(router, request, &[ALICE, BOARD]).await, route);
    }
}

#[tokio::test]
async fn a_header_that_is_sent_twice_names_nobody() {
    let mut request = post("/chat", &asked(QUESTION));
    for name in ["bob@contoso.com", ALICE.1] {
        request.headers_mut().append("x-user", name.parse().unwrap());
    }
    reveals_nothing(&SITE.send(request, &[]).await, "/chat");
}
