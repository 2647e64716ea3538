//! MCP over standard input and output, as local hosts start the server.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::process::{folder, over};

/// A server started by a host.
struct Started {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Started {
    fn over(folder: &std::path::Path) -> Self {
        let mut command = over(folder, &["mcp"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { input: child.stdin.take(), output, child }
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
        let reply = self.read();
        assert_eq!(reply["id"], 7, "{reply}");
        reply["result"].clone()
    }

    /// Returns the documents, once they have been read.
    fn listed(&mut self) -> Value {
        let mut listed = json!({"resources": []});
        for _ in 0..200 {
            listed = self.ask("resources/list", &json!({}));
            if listed["resources"] != json!([]) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        listed
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
    let listed = server.listed();
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
    server.say("{");
    assert_eq!(server.read()["error"]["code"], -32700);
    drop(server.input.take());
    assert!(server.child.wait().unwrap().success());
}
