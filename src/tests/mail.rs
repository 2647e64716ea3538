//! Attachments of mails: found, cited, opened, hidden and removed like documents.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use footnote_documents::attach::Image;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::open_ai::{Scripted, say, stop, stream};
use crate::support::process::{Server, folder, over};

const LIST: &str = "# Tea on Tuesday\n\nBring the porcelain kettle and eleven spoons.\n";

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A file that is attached: its name and its content.
type Attached<'a> = (&'a str, &'a [u8]);

/// Returns a mail with these files attached.
fn mail(attached: &[Attached<'_>]) -> String {
    let mut mail = "Subject: Tea\r\nFrom: ann@contoso.com\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/plain\r\n\r\nThe list is attached.\r\n"
        .to_owned();
    for (name, bytes) in attached {
        let image =
            Image { source: String::new(), content_type: String::new(), bytes: bytes.to_vec() };
        let coded = image.data_url();
        let coded = coded.rsplit(',').next().unwrap();
        let part = format!(
            "--b\r\nContent-Type: application/octet-stream\r\n\
             Content-Disposition: attachment; filename=\"{name}\"\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{coded}\r\n"
        );
        mail.push_str(&part);
    }
    mail + "--b--\r\n"
}

fn handbook() -> Vec<u8> {
    let place = Path::new(".");
    std::fs::read(place.join("src/sample/documents/staff-handbook.pdf")).unwrap()
}

/// Returns a folder with a document and this mail.
fn with(mail: &str) -> (TempDir, PathBuf) {
    let folder = folder();
    let place = folder.path().join("documents/tea.eml");
    std::fs::write(&place, mail).unwrap();
    (folder, place)
}

fn asked(server: &Server, path: &str, more: &str, body: &Value) -> Value {
    let answer = server.post(path, "application/json", more, &body.to_string());
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

fn answer(server: &Server, more: &str, question: &str) -> String {
    let body = json!({"messages": [{"role": "user", "content": question}]});
    asked(server, "/chat", more, &body)["message"]["content"].to_string()
}

/// Returns the whole answer to a request for a path.
fn bytes(server: &Server, path: &str) -> Vec<u8> {
    let mut stream = server.connect();
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    answer
}

#[test]
fn what_is_attached_to_a_mail_is_found_cited_and_opened_like_a_document() {
    let handbook = handbook();
    let files = [
        ("handbook.pdf", handbook.as_slice()),
        ("list.md", LIST.as_bytes()),
        ("tool.exe", b"MZ"),
        ("broken.pdf", b"%PDF-1.4 and no more"),
    ];
    let (folder, place) = with(&mail(&files));
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(4);
    let reply = answer(&server, "", "Which kettle do we bring on Tuesday?");
    assert!(reply.contains("porcelain kettle") && reply.contains("[tea.eml/list.md]"), "{reply}");
    let listed = asked(&server, "/page/library", "", &json!({}));
    assert!(listed["failed"].to_string().contains("tea.eml/broken.pdf"));
    assert!(!listed.to_string().contains("tool.exe"));
    let opened = json!({"path": "tea.eml/handbook.pdf"});
    let opened = asked(&server, "/page/document", "", &opened);
    assert_eq!(opened["is_pdf"], true);
    let page = server.get("/documents/tea.eml");
    assert!(page.contains(r#"href="/documents/tea.eml/list.md?page=1#cited""#), "{page}");
    assert!(!page.contains("/documents/tea.eml/broken.pdf"), "{page}");
    let places = json!({"path": "tea.eml/handbook.pdf", "passage": 1, "words": ""});
    let places = asked(&server, "/page/places", "", &places);
    assert!(!places["passage"].as_array().unwrap().is_empty());
    for _ in 0..2 {
        let content = bytes(&server, "/content/tea.eml/handbook.pdf");
        let head = String::from_utf8_lossy(&content[..content.len() - handbook.len()]);
        assert!(content.ends_with(&handbook) && head.contains("application/pdf"));
    }
    for path in ["tool.exe", "broken.pdf", "other.md"] {
        let content = server.get(&format!("/content/tea.eml/{path}"));
        assert!(content.starts_with("HTTP/1.1 404"), "{content}");
    }
    std::fs::remove_file(place).unwrap();
    server.wait_until(1);
    let reply = answer(&server, "", "Which kettle do we bring on Tuesday?");
    assert!(!reply.contains("kettle and"), "{reply}");
}

/// Returns the command of a server whose model sees images, and answers everything with `said`.
async fn seeing(folder: &Path, said: &str) -> (Scripted, impl Fn() -> Server) {
    let model = Scripted::start(vec![vec![stream(), say(said), stop()]]).await;
    let (address, folder) = (model.address, folder.to_owned());
    let start = move || {
        let mut command = over(&folder, &["serve"]);
        command.env("OPENAI_BASE_URL", format!("http://{address}/v1"));
        command.env("OPENAI_MODEL", "seer").env("FOOTNOTE_VISION", "true");
        command.env("FOOTNOTE_USER_HEADER", "x-user").env("FOOTNOTE_PROXIES", "127.0.0.1");
        Server::start(command)
    };
    (model, start)
}

/// Requests the route until the response contains `text`.
fn until(server: &Server, path: &str, more: &str, body: &Value, text: &str) -> String {
    let end = Instant::now() + Duration::from_secs(90);
    loop {
        let answer = asked(server, path, more, body).to_string();
        if answer.contains(text) {
            return answer;
        }
        assert!(Instant::now() < end, "{text:?} does not come: {answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_image_attached_to_a_mail_is_described_once_and_found_by_its_description() {
    let (folder, _) = with(&mail(&[("kitchen.png", PNG), ("same.png", PNG)]));
    let said = "The copper kettle hangs above the stove.";
    let (model, start) = seeing(folder.path(), said).await;
    let opened = json!({"path": "tea.eml/kitchen.png"});
    let server = start();
    let text = until(&server, "/page/document", "", &opened, "copper kettle");
    assert!(text.contains("as seer describes it"), "{text}");
    server.wait_until(4);
    assert!(bytes(&server, "/content/tea.eml/kitchen.png").ends_with(PNG));
    drop(server);
    // The generated text is stored separately: the index is rebuilt.
    std::fs::remove_file(folder.path().join("data/version")).unwrap();
    start().wait_until(4);
    let requests = model.requests.lock().unwrap();
    let sent = requests.iter().filter(|request| request.contains("data:image/png;base64"));
    assert_eq!(sent.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn images_that_few_may_see_are_described_for_these() {
    let folder = folder();
    let board = folder.path().join("documents/board");
    std::fs::create_dir(&board).unwrap();
    std::fs::write(board.join(".access"), "user: alice\n").unwrap();
    std::fs::write(board.join("tea.eml"), mail(&[("kitchen.png", PNG)])).unwrap();
    std::fs::write(board.join("plan.png"), [PNG, b"plan"].concat()).unwrap();
    let (_model, start) = seeing(folder.path(), "The copper kettle hangs above the stove.").await;
    let server = start();
    for path in ["board/tea.eml/kitchen.png", "board/plan.png"] {
        let opened = json!({ "path": path });
        until(&server, "/page/document", "x-user: alice\r\n", &opened, "copper kettle");
        let strangers = asked(&server, "/page/document", "x-user: bob\r\n", &opened);
        assert!(!strangers.to_string().contains("kettle"), "{strangers}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attached_image_whose_description_says_nothing_is_told_and_settles() {
    let (folder, _) = with(&mail(&[("kitchen.png", PNG)]));
    let (_model, start) = seeing(folder.path(), "---").await;
    let server = start();
    let listed = until(&server, "/page/library", "", &json!({}), "is empty");
    assert!(listed.contains("tea.eml/kitchen.png"), "{listed}");
}

#[test]
fn a_mail_that_changes_takes_its_old_attachments_away() {
    let (folder, place) = with(&mail(&[("list.md", LIST.as_bytes()), ("b.txt", b"Rain.")]));
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(4);
    let tin = LIST.replace("porcelain", "tin");
    std::fs::write(place, mail(&[("list.md", tin.as_bytes())])).unwrap();
    server.wait_until(3);
    let reply = answer(&server, "", "Which kettle do we bring on Tuesday?");
    assert!(reply.contains("tin kettle") && !reply.contains("porcelain"));
    drop(server);
    // After a restart, nothing is read again or forgotten.
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(3);
    let reply = answer(&server, "", "Which kettle do we bring on Tuesday?");
    assert!(reply.contains("tin kettle"), "{reply}");
}

#[test]
fn answer_and_evidence_show_the_lines_of_mails_and_texts_as_they_were_written() {
    let folder = folder();
    let text = "The porcelain kettle comes along.\nBring spoons.\n\n\
        Best regards\n--\nAnn Smith\nHarbour Road 5\n";
    let head = "Subject: Tea\nFrom: ann@contoso.com\n\n";
    for (name, head) in [("tea.eml", head), ("tea.txt", "")] {
        let place = folder.path().join("documents").join(name);
        std::fs::write(place, format!("{head}{text}")).unwrap();
    }
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(3);
    let form = "application/x-www-form-urlencoded";
    let answer = server.post("/", form, "", "question=Which+kettle+comes+along%3F");
    // The form redirects to the page of its conversation.
    let (_, page) = answer.split_once("location: ").unwrap();
    let page = server.get(&format!("/{}", page.split('#').next().unwrap()));
    let page = page.replace("<!>", "").replace("<mark>", "").replace("</mark>", "");
    for lines in ["<br>Bring spoons.", "Best regards<br>--<br>Ann Smith<br>Harbour Road 5"] {
        assert_eq!(page.matches(lines).count(), 4, "{page}");
    }
}

#[test]
fn who_may_not_read_a_mail_learns_nothing_of_what_is_attached() {
    let folder = folder();
    let board = folder.path().join("documents/board");
    std::fs::create_dir(&board).unwrap();
    std::fs::write(board.join(".access"), "user: alice\n").unwrap();
    // An ACL inside an attachment has no effect.
    let open = format!("---\nusers: [bob]\n---\n{LIST}");
    let mail = mail(&[("list.md", open.as_bytes())]);
    std::fs::write(board.join("tea.eml"), mail).unwrap();
    let mut command = over(folder.path(), &["serve"]);
    command.env("FOOTNOTE_USER_HEADER", "x-user").env("FOOTNOTE_PROXIES", "127.0.0.1");
    let server = Server::start(command);
    server.wait_until_ready();
    let end = Instant::now() + Duration::from_secs(20);
    let question = "Which kettle do we bring on Tuesday?";
    while !answer(&server, "x-user: alice\r\n", question).contains("[board/tea.eml/list.md]") {
        assert!(Instant::now() < end, "alice finds it");
        std::thread::sleep(Duration::from_millis(50));
    }
    for more in ["", "x-user: bob\r\n"] {
        assert!(!answer(&server, more, question).contains("porcelain"));
        let opened = json!({"path": "board/tea.eml/list.md"});
        let opened = asked(&server, "/page/document", more, &opened);
        assert!(!opened.to_string().contains("porcelain"), "{opened}");
    }
    let content = server.get("/content/board/tea.eml/list.md");
    assert!(content.starts_with("HTTP/1.1 404"), "{content}");
}

#[test]
fn of_a_mail_with_thousands_of_attachments_the_first_are_read_and_the_rest_is_told() {
    let names: Vec<String> = (0..10_000).map(|at| format!("{at}.txt")).collect();
    let files: Vec<Attached<'_>> =
        names.iter().map(|name| (name.as_str(), LIST.as_bytes())).collect();
    let (folder, _) = with(&mail(&files));
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(1_002);
    let listed = asked(&server, "/page/library", "", &json!({}));
    let failed = listed["failed"].as_array().unwrap();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["path"], "tea.eml/1000.txt");
    let reason = failed[0]["reason"].as_str().unwrap();
    assert!(reason.contains("the first 1,000"), "{reason}");
}
