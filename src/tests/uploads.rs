//! Uploads of documents: at the page's route, and at those of other clients.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_documents::acl::Allowed;
use footnote_engine::config::ReaderHeaders;
use footnote_protocol::Notice;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::{text, with_uploads};

struct Site {
    router: Router,
    folder: TempDir,
}

fn site(allowed: Allowed) -> Site {
    let folder = tempfile::tempdir().unwrap();
    let readers = ReaderHeaders {
        user: Some("x-user".parse().unwrap()),
        groups: Some("x-groups".parse().unwrap()),
    };
    Site { router: with_uploads(folder.path(), readers, allowed), folder }
}

impl Site {
    /// Returns the response to `user`, as a script of the page sees it.
    async fn send(&self, user: &str, kind: &str, body: Vec<u8>) -> (StatusCode, String) {
        let request = Request::post("/documents")
            .header("content-type", kind)
            .header("accept", "application/json")
            .header("x-user", user)
            .header("x-groups", "hr, board")
            .body(Body::from(body))
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        (response.status(), text(response).await)
    }

    async fn bring(&self, user: &str, files: &[(&str, &str)]) -> Vec<Notice> {
        let (status, said) = self.send(user, MULTIPART, body(files)).await;
        assert_eq!(status, StatusCode::OK, "{said}");
        serde_json::from_str(&said).unwrap()
    }

    async fn change(&self, user: &str, fields: &str) -> Notice {
        let kind = "application/x-www-form-urlencoded";
        let (status, said) = self.send(user, kind, fields.into()).await;
        assert_eq!(status, StatusCode::OK, "{said}");
        serde_json::from_str::<Vec<Notice>>(&said).unwrap().remove(0)
    }

    fn file(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.path().join(path)).ok()
    }
}

const MULTIPART: &str = "multipart/form-data; boundary=b";

fn body(files: &[(&str, &str)]) -> Vec<u8> {
    let part = |(name, content): &(&str, &str)| {
        format!(
            "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n"
        )
    };
    let parts: String = files.iter().map(part).collect();
    format!("{parts}--b--\r\n").into_bytes()
}

#[tokio::test]
async fn several_files_are_taken_and_what_cannot_be_read_is_refused_alone() {
    let site = site(Allowed::Everybody);
    let files = [("tea.md", "Tea at four."), ("x.exe", "MZ"), ("cake.txt", "Cake at five.")];
    let said = site.bring("alice", &files).await;
    let texts: Vec<&str> = said.iter().map(|notice| notice.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Uploaded uploads/alice/tea.md.",
            "x.exe is not in a format that can be read.",
            "Uploaded uploads/alice/cake.txt.",
        ]
    );
    assert_eq!(said.iter().filter(|notice| notice.failed).count(), 1);
    assert_eq!(site.file("uploads/alice/tea.md").as_deref(), Some("Tea at four."));
    assert_eq!(site.file("uploads/alice/.access").as_deref(), Some("user: alice\n"));
}

#[tokio::test]
async fn a_document_is_shared_removed_and_brought_back_by_its_owner_alone() {
    let site = site(Allowed::Everybody);
    site.bring("alice", &[("tea.md", "Tea")]).await;
    for action in ["remove", "share"] {
        let fields = format!("action={action}&path=uploads/alice/tea.md");
        assert!(site.change("bob", &fields).await.failed);
    }
    let shared = site.change("alice", "action=share&path=uploads/alice/tea.md").await;
    assert_eq!(shared.text, "Everyone can now read uploads/alice/everybody/tea.md.");
    assert_eq!(site.file("uploads/alice/everybody/.access").as_deref(), Some("public\n"));
    let path = "uploads/alice/everybody/tea.md";
    let removed = site.change("alice", &format!("action=remove&path={path}")).await;
    let undo = removed.undo.unwrap();
    assert_eq!((undo.path.as_str(), site.file(path)), (path, None));
    let back = format!("action=restore&path={path}&number={}", undo.number);
    assert!(site.change("bob", &back).await.failed);
    assert!(!site.change("alice", &back).await.failed);
    assert_eq!(site.file(path).as_deref(), Some("Tea"));
}

#[tokio::test]
async fn several_documents_are_removed_at_once_each_with_its_way_back() {
    let site = site(Allowed::Everybody);
    site.bring("alice", &[("tea.md", "Tea"), ("cake.md", "Cake"), ("pie.md", "Pie")]).await;
    let own = "action=remove&path=uploads/alice/tea.md&path=uploads/alice/pie.md";
    let fields = format!("{own}&path=leave.md");
    let kind = "application/x-www-form-urlencoded";
    let (_, said) = site.send("alice", kind, fields.into()).await;
    let said: Vec<Notice> = serde_json::from_str(&said).unwrap();
    assert_eq!(
        said.iter().map(|notice| notice.undo.is_some()).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(site.file("uploads/alice/tea.md"), None);
    assert_eq!(site.file("uploads/alice/cake.md").as_deref(), Some("Cake"));
    assert!(site.change("alice", "action=remove").await.failed);
}

#[tokio::test]
async fn a_document_is_shared_with_a_group_of_its_owner_and_replaced_there() {
    let site = site(Allowed::Everybody);
    site.bring("alice", &[("tea.md", "Tea")]).await;
    let share = |group: &str| format!("action=share&path=uploads/alice/tea.md&group={group}");
    assert!(site.change("alice", &share("pay")).await.failed);
    let shared = site.change("alice", &share("hr")).await;
    let path = "uploads/alice/groups/hr/tea.md";
    assert_eq!(shared.text, format!("The group hr can now read {path}."));
    assert_eq!(
        site.file("uploads/alice/groups/hr/.access").as_deref(),
        Some("user: alice\ngroup: hr\n")
    );
    let again = site.bring("alice", &[("tea.md", "Cake")]).await;
    assert_eq!(again[0].text, format!("Uploaded {path}."));
    assert_eq!(site.file(path).as_deref(), Some("Cake"));
    assert!(site.change("bob", &format!("action=unshare&path={path}")).await.failed);
    let back = site.change("alice", &format!("action=unshare&path={path}")).await;
    assert!(!back.failed && site.file("uploads/alice/tea.md").is_some());
}

#[tokio::test]
async fn a_document_is_read_again_when_its_owner_asks_for_it() {
    let site = site(Allowed::Everybody);
    site.bring("alice", &[("tea.md", "Tea")]).await;
    let changed = || {
        let file = site.folder.path().join("uploads/alice/tea.md");
        file.metadata().unwrap().modified().unwrap()
    };
    let before = changed();
    let retry = "action=retry&path=uploads/alice/tea.md";
    assert!(site.change("bob", retry).await.failed);
    assert_eq!(changed(), before);
    assert!(!site.change("alice", retry).await.failed);
    assert!(changed() > before);
    let lost = "action=retry&path=uploads/alice/no.md";
    assert!(site.change("alice", lost).await.failed);
}

#[tokio::test]
async fn nothing_is_taken_where_nobody_may_bring_documents() {
    let site = site(Allowed::Nobody);
    let (status, said) = site.send("alice", MULTIPART, body(&[("a.md", "x")])).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{said}");
    let asked = Request::get("/documents").body(Body::empty()).unwrap();
    let page = text(site.router.clone().oneshot(asked).await.unwrap()).await;
    assert!(!page.contains(">Add documents<") && page.contains("leave.md"));
}

#[tokio::test]
async fn other_sites_and_bodies_that_are_none_are_refused() {
    let site = site(Allowed::Everybody);
    let foreign = Request::post("/documents")
        .header("content-type", MULTIPART)
        .header("sec-fetch-site", "cross-site")
        .body(Body::from(body(&[("a.md", "x")])))
        .unwrap();
    let refused = site.router.clone().oneshot(foreign).await.unwrap();
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    let form = "application/x-www-form-urlencoded";
    for (kind, body) in [
        (form, b"action=burn&path=a.md".to_vec()),
        (form, b"path=a.md".to_vec()),
        (MULTIPART, b"--b--\r\n".to_vec()),
        (MULTIPART, b"nothing".to_vec()),
        ("application/json", b"{}".to_vec()),
    ] {
        let (status, said) = site.send("alice", kind, body).await;
        assert!(status.is_client_error(), "{status} {said}");
    }
    assert_eq!(site.file("uploads/a.md"), None);
}

// No documents are read here, so the paused clock advances.
#[tokio::test(start_paused = true)]
async fn without_scripts_the_page_says_what_became_of_a_file() {
    let site = site(Allowed::Everybody);
    let posted = Request::post("/documents")
        .header("content-type", MULTIPART)
        .header("accept", "text/html")
        .body(Body::from(body(&[("a.md", "x")])))
        .unwrap();
    let page = text(site.router.clone().oneshot(posted).await.unwrap()).await;
    assert!(page.contains("Uploaded uploads/a.md."), "{page}");
    assert!(page.contains("Waiting"), "{page}");
}

impl Site {
    /// Returns the response to `user` at another client's route.
    async fn json(
        &self,
        user: &str,
        request: axum::http::request::Builder,
        body: Vec<u8>,
    ) -> (StatusCode, Value) {
        let request = request.header("x-user", user).body(Body::from(body)).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        (response.status(), serde_json::from_str(&text(response).await).unwrap())
    }

    async fn list(&self, user: &str, path: &str) -> Value {
        self.json(user, Request::get(path), Vec::new()).await.1
    }
}

// No documents are read here, so the paused clock advances.
#[tokio::test(start_paused = true)]
async fn front_ends_of_the_family_upload_list_and_delete_files_by_name() {
    let site = site(Allowed::Everybody);
    let upload = || Request::post("/upload").header("content-type", MULTIPART);
    let (status, said) =
        site.json("alice", upload(), body(&[("tea.md", "Tea at four."), ("b.md", "x")])).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    assert_eq!(site.list("alice", "/list_uploaded").await, json!(["tea.md"]));
    assert_eq!(site.list("bob", "/api/list_uploaded").await, json!([]));
    let named = |name: &str| json!({"filename": name}).to_string().into_bytes();
    let delete = || Request::post("/delete_uploaded").header("content-type", "application/json");
    for (user, name) in [("bob", "tea.md"), ("alice", "../bob/tea.md"), ("alice", "no.md")] {
        let (status, said) = site.json(user, delete(), named(name)).await;
        assert_eq!((status, &said["status"]), (StatusCode::NOT_FOUND, &json!("failed")));
    }
    let (_, said) = site.json("alice", delete(), named("tea.md")).await;
    assert_eq!(said, json!({"message": "File tea.md deleted successfully"}));
    assert_eq!(site.list("alice", "/list_uploaded").await, json!([]));
}

#[tokio::test]
async fn what_a_front_end_uploads_wrongly_is_refused_in_its_shape() {
    let site = site(Allowed::Everybody);
    let json = "application/json";
    for (path, kind, sent, status) in [
        ("/upload", MULTIPART, body(&[("x.exe", "MZ")]), 400),
        ("/upload", MULTIPART, body(&[("x.md", "")]), 400),
        ("/upload", MULTIPART, b"--b--\r\n".to_vec(), 400),
        ("/upload", json, b"{}".to_vec(), 400),
        ("/delete_uploaded", json, b"{}".to_vec(), 400),
        ("/delete_uploaded", json, b"{".to_vec(), 400),
        ("/delete_uploaded", MULTIPART, body(&[]), 415),
    ] {
        let request = Request::post(path).header("content-type", kind);
        let (send, said) = site.json("alice", request, sent).await;
        assert_eq!((send.as_u16(), &said["status"]), (status, &json!("failed")), "{path} {said}");
    }
}
