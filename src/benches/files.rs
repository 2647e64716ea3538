//! The real server over a hundred thousand files: indexing them, restarting, one changed file, questions.

use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use footnote_protocol::LibraryStatus;
use serde_json::{Value, json};

use super::report;
use super::server::{address, resident, start};

/// Number of files, and number of files per folder.
const FILES: usize = 100_000;
const IN_A_FOLDER: usize = 1_000;

/// Number of questions.
const QUESTIONS: usize = 100;

/// Polling interval.
const PAUSE: Duration = Duration::from_millis(20);

/// The text of the changed file.
const CHANGED: &str = "# Lantern\n\nThe gooseberry lantern hangs at the gate of Zanzibar.\n";

/// Measures a collection of many small files.
pub(crate) async fn many_files() {
    let folder = tempfile::tempdir().expect("a folder for the files");
    let (documents, data) = (folder.path().join("documents"), folder.path().join("data"));
    write(&documents);
    let server = Server::start(&data, &documents);
    let first = server.until_read(0).await;
    println!("{FILES} files: first pass {first:.2} s, {} MiB", server.resident());
    let mut times = Vec::new();
    for number in 0..QUESTIONS {
        let begun = Instant::now();
        server.ask(&format!("Where does boat {} lie?", number * 997)).await;
        times.push(begun.elapsed());
    }
    report(&format!("question over HTTP, {FILES} files"), times);
    println!(
        "{FILES} files: a change is answered from after {:.2} s",
        server.change(&documents).await
    );
    drop(server);
    let server = Server::start(&data, &documents);
    let begun = Instant::now();
    while server.status().await.is_none() {
        tokio::time::sleep(PAUSE).await;
    }
    println!("{FILES} files: started again after {:.2} s", begun.elapsed().as_secs_f64());
    let unchanged = server.until_read(1).await;
    println!("{FILES} files: unchanged pass {unchanged:.2} s, {} MiB", server.resident());
}

fn write(documents: &Path) {
    for number in 0..FILES {
        let folder = documents.join(format!("part{}", number / IN_A_FOLDER));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let text =
            format!("# Note {number}\n\nBoat {number} lies at pier {}.\n", number * 7 % 1000);
        std::fs::write(folder.join(format!("note{number}.md")), text)
            .expect("a file can be written");
    }
}

/// A server that is stopped when it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, documents: &Path) -> Self {
        let mut process = start(data, documents, None);
        let address = address(&mut process);
        Self { process, address }
    }

    /// Returns the seconds until all files have been read and a pass has ended.
    async fn until_read(&self, passes: u64) -> f64 {
        let begun = Instant::now();
        loop {
            let status = self.status().await.unwrap_or_default();
            if status.ready >= FILES && !status.running && status.finished_at >= Some(passes) {
                return begun.elapsed().as_secs_f64();
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn status(&self) -> Option<LibraryStatus> {
        self.post("/page/library", &json!({})).await
    }

    async fn ask(&self, question: &str) -> String {
        let asked = json!({"messages": [{"role": "user", "content": question}]});
        let answer: Option<Value> = self.post("/chat", &asked).await;
        let answer = answer.unwrap_or_default();
        let text = answer.pointer("/message/content").and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    }

    /// Returns the seconds from the change of a file to an answer that quotes it.
    async fn change(&self, documents: &Path) -> f64 {
        std::fs::write(documents.join("part5/note5001.md"), CHANGED)
            .expect("a file can be written");
        let begun = Instant::now();
        while !self.ask("Where does the gooseberry lantern hang?").await.contains("the gate of") {
            tokio::time::sleep(PAUSE).await;
        }
        begun.elapsed().as_secs_f64()
    }

    async fn post<T: serde::de::DeserializeOwned>(&self, path: &str, body: &Value) -> Option<T> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let asked = reqwest::Client::new().post(format!("http://{}{path}", self.address));
        asked.json(body).send().await.ok()?.json().await.ok()
    }

    fn resident(&self) -> u64 {
        resident(&self.process)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
