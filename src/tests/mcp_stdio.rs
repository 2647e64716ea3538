//! MCP over standard input and output, as local hosts start the server.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::process::{folder, over};

/// A server started by a host.
struct Started {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    changes: usize,
}

impl Started {
    fn over(folder: &std::path::Path) -> Self {
        let mut command = over(folder, &["mcp"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { input: child.stdin.take(), output, changes: 0, child }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.say(
            &json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}).to_string(),
        );
        let mut reply = self.read();
        while reply["method"] == "notifications/resources/list_changed" {
            self.changes += 1;
            reply = self.read();
        }
        assert_eq!(reply["id"], 7, "{reply}");
        reply["result"].clone()
    }

    /// Waits until the server tells of another change.
    fn hears_of_a_change(&mut self) {
        let known = self.changes;
        let end = Instant::now() + Duration::from_mins(1);
        while self.changes == known {
            assert!(Instant::now() < end, "the server has told of nothing");
            self.ask("ping", &json!({}));
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns the number of listed documents.
    fn count(&mut self) -> usize {
        self.ask("resources/list", &json!({}))["resources"].as_array().unwrap().len()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_tool_that_is_called_at_once_waits_for_the_documents() {
    let folder = folder();
    let mut server = Started::over(folder.path());
    let call = json!({"name": "search", "arguments": {"query": "annual leave"}});
    let found = server.ask("tools/call", &call);
    assert_ne!(found["isError"], true, "{found}");
    let text = found["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("30 days of annual leave"), "{found}");
    assert!(!text.contains("still being read"), "{found}");
}

#[test]
fn a_host_starts_the_server_and_asks_over_lines() {
    let folder = folder();
    let mut server = Started::over(folder.path());
    let begun = server.ask("initialize", &json!({"protocolVersion": "2025-06-18"}));
    assert_eq!(begun["protocolVersion"], "2025-06-18");
    // Neither a notification nor an empty line is answered.
    server.say(r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    server.say("");
    // The folder has never been read before, and still the first list is full.
    let listed = server.ask("resources/list", &json!({}));
    let uri = listed["resources"][0]["uri"].as_str().unwrap().to_owned();
    assert_eq!(uri, "footnote://documents/content/leave.md");
    let read = server.ask("resources/read", &json!({"uri": uri}));
    let text = read["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains("30 days of annual leave"), "{read}");
    let question = json!({"question": "How many days of leave do staff get?"});
    let answer = server.ask("tools/call", &json!({"name": "answer", "arguments": question}));
    let said = answer["structuredContent"]["answer"].as_str().unwrap();
    assert!(said.contains("30 days of annual leave each year. [leave.md]"), "{answer}");
    assert_eq!(answer["content"][1]["uri"], uri);
    assert_eq!(begun["capabilities"]["resources"]["listChanged"], true);
    let added = folder.path().join("documents/tea.md");
    std::fs::write(added, "# Tea\n\nTea is at five.\n").unwrap();
    // The end of the first pass may be told of as well.
    server.hears_of_a_change();
    if server.count() < 2 {
        server.hears_of_a_change();
    }
    assert_eq!(server.count(), 2);
    for line in [b"{".as_slice(), b"\xff\xfe", b"{\"a\": \"\xc3\"}", b"\0"] {
        let input = server.input.as_mut().unwrap();
        input.write_all(&[line, b"\n"].concat()).unwrap();
        assert_eq!(server.read()["error"]["code"], -32700, "{line:?}");
    }
    assert_eq!(server.ask("ping", &json!({})), json!({}));
    drop(server.input.take());
    assert!(server.child.wait().unwrap().success());
}
