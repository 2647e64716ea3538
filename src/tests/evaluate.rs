//! Evaluations by the program: in each mode, in comparison, and in each output format.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::embeddings::Server;
use crate::support::process::{self, over, run};

/// Returns a collection in which only semantic search finds the document of one of two questions.
fn collection() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("documents")).unwrap();
    let collection = folder.path().join("collection");
    fs::create_dir(&collection).unwrap();
    for (name, text) in [
        (
            "corpus.jsonl",
            "{\"_id\":\"leave\",\"title\":\"\",\"text\":\"Staff get 30 days of annual leave.\"}\n\
             {\"_id\":\"tea\",\"title\":\"\",\"text\":\"Tea is served at four.\"}\n",
        ),
        (
            "queries.jsonl",
            "{\"_id\":\"1\",\"text\":\"vacation of employees\"}\n\
             {\"_id\":\"2\",\"text\":\"When is tea served?\"}\n\
             {\"_id\":\"3\",\"text\":\"quantum physics\"}\n",
        ),
        ("qrels.tsv", "query-id\tcorpus-id\tscore\n1\tleave\t1\n2\ttea\t1\n"),
    ] {
        fs::write(collection.join(name), text).unwrap();
    }
    folder
}

fn evaluate(folder: &Path, model: Option<&Server>, arguments: &[&str]) -> Command {
    let mut command = over(folder, &["evaluate"]);
    command.args(arguments).arg(folder.join("collection"));
    if let Some(model) = model {
        command.env("FOOTNOTE_EMBEDDING_URL", model.url()).env("FOOTNOTE_EMBEDDING_MODEL", "stems");
    }
    command
}

/// Returns the results as JSON Lines, the summary last.
fn lines_of(command: Command) -> Vec<Value> {
    let (ok, out, error) = run(command);
    assert!(ok, "{error}");
    let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[test]
fn a_collections_passages_are_embedded_before_its_questions_are_asked() {
    let (model, folder) = (Server::start(&[]), collection());
    let summary = |mode: &str| {
        let command = evaluate(folder.path(), Some(&model), &["--json", "--mode", mode]);
        lines_of(command).pop().unwrap()
    };
    assert_eq!(summary("text")["recall_10"], 0.5);
    assert!(model.calls().is_empty());
    for mode in ["vectors", "hybrid"] {
        let summary = summary(mode);
        assert_eq!(summary["recall_10"], 1.0, "{mode}");
        assert!(summary["embedding_p95_ms"].as_f64().unwrap() > 0.0);
        assert!(summary["retrieval_p95_ms"].is_number());
    }
    // Each question is embedded once in each mode.
    let texts = model.calls().into_iter().flat_map(|call| call.texts);
    let asked = ["vacation of employees", "When is tea served?", "quantum physics"];
    let questions = texts.filter(|text| asked.contains(&text.as_str()));
    assert_eq!(questions.count(), 3 + 3);
}

#[test]
fn without_an_embedding_model_its_modes_are_refused_with_the_remedy() {
    let folder = collection();
    for mode in ["vectors", "hybrid"] {
        let (ok, _, error) = run(evaluate(folder.path(), None, &["--mode", mode]));
        assert!(!ok && error.contains("FOOTNOTE_EMBEDDING_MODEL"), "{error}");
    }
    // If the model does not answer, no other mode is measured instead.
    let mut command = evaluate(folder.path(), None, &["--mode", "hybrid"]);
    command
        .env("FOOTNOTE_EMBEDDING_URL", "http://127.0.0.1:9/v1")
        .env("FOOTNOTE_EMBEDDING_MODEL", "stems");
    let (ok, _, error) = run(command);
    assert!(!ok && error.contains("cannot be reached"), "{error}");
}

#[test]
fn a_run_is_compared_with_an_earlier_one() {
    let (model, folder) = (Server::start(&[]), collection());
    let run = |arguments: &[&str]| {
        let all = [&["--json"], arguments].concat();
        lines_of(evaluate(folder.path(), Some(&model), &all))
    };
    let lines: Vec<String> = run(&["--mode", "text"]).iter().map(Value::to_string).collect();
    let earlier = folder.path().join("earlier.jsonl");
    fs::write(&earlier, lines.join("\n")).unwrap();
    let lines = run(&["--mode", "hybrid", "--compare", earlier.to_str().unwrap()]);
    let changes = lines.last().unwrap()["changes"].as_array().unwrap().clone();
    let recall = changes.iter().find(|c| c["name"] == "recall_10").unwrap();
    assert_eq!((&recall["before"], &recall["after"]), (&0.5.into(), &1.0.into()));
    assert!(recall["p"].as_f64().unwrap() > 0.05);
}

#[test]
fn answers_are_graded_by_what_they_must_hold_and_needed_passages_are_ranked() {
    let folder = process::folder();
    fs::write(folder.path().join("documents/tea.md"), "# Tea\n\nTea is served at four.\n").unwrap();
    let questions = folder.path().join("questions.jsonl");
    fs::write(
        &questions,
        r#"{"question": "How many days of leave do staff get?", "citations": ["leave.md"], "must": {"say": ["30 days"], "cite": ["leave.md"]}}
{"question": "When is tea served?", "citations": ["gone.md"], "must": {"say": [["4 pm", "at four"], "milk"]}}
"#,
    )
    .unwrap();
    let evaluate = |arguments: &[&str]| {
        let mut command = over(folder.path(), &["evaluate"]);
        command.args(arguments).arg(&questions);
        command
    };
    let lines = lines_of(evaluate(&["--json"]));
    assert_eq!((&lines[0]["measures"]["right"], &lines[0]["ranks"][0]), (&1.0.into(), &1.into()));
    assert_eq!(lines[1]["faults"][0], "does not say milk");
    assert_eq!((&lines[2]["right"], &lines[2]["said"]), (&0.5.into(), &0.75.into()));

    let (ok, out, error) = run(evaluate(&[]));
    assert!(ok && out.contains("  1  leave.md  How many days"), "{out}{error}");
    assert!(out.contains("  -  gone.md  When is tea"), "{out}");
}

#[test]
fn what_is_wrong_with_the_questions_is_told_before_they_are_asked() {
    let folder = process::folder();
    let questions = folder.path().join("questions.jsonl");
    let evaluate = |lines: &str, arguments: &[&str]| {
        fs::write(&questions, lines).unwrap();
        let mut command = over(folder.path(), &["evaluate"]);
        command.args(arguments).arg(&questions);
        run(command)
    };
    let good =
        "{\"question\":\"How many days of leave?\",\"citations\":[\"leave.md\",\"tea.md\"]}\n";
    let (ok, _, error) = evaluate(&good.replace("citations", "citation"), &[]);
    assert!(!ok && error.contains("line 1 of "), "{error}");
    assert!(error.contains("`citations`"), "{error}");

    let (ok, out, error) = evaluate(good, &["--floor", "nonsense=1"]);
    assert!(!ok && out.is_empty(), "{out}");
    assert!(error.contains("nothing measures nonsense"), "{error}");

    let (ok, out, error) = evaluate(good, &[]);
    assert!(ok && out.contains("citations_matched"), "{out}");
    assert!(error.contains("1 of 2 true citations"), "{error}");
    assert!(error.contains("tea.md"), "{error}");
}
