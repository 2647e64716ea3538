//! Tests of the tools over documents in memory, one of which is restricted.

use std::sync::Arc;

use footnote_documents::acl::{Acl, Reader};
use footnote_documents::table::samples;
use footnote_documents::{FileState, Passage, Record, Stamp};
use footnote_protocol::Scope;

use super::*;
use crate::samples::over;

const PRICES: [&str; 4] = ["Item | Price", "Tea | € 0.10", "Rice | € 0.20", "Total | € 0.30"];
const SALARIES: [&str; 3] = ["Name | Salary", "Fabrikam | 900", "Contoso | 800"];

pub(super) fn text(path: &str, title: &str, parts: &[(u32, &str, &str)]) -> Vec<Passage> {
    let passage = |(ordinal, (page, heading, text)): (u32, &(u32, &str, &str))| Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        title: title.to_owned(),
        page: (*page > 0).then_some(*page),
        ordinal,
        headings: vec![(*heading).to_owned()],
        text: (*text).to_owned(),
        ..Passage::default()
    };
    (0..).zip(parts).map(passage).collect()
}

/// Returns an engine over six documents. Those whose paths begin with `closed` are for alice alone.
fn rag() -> Rag {
    let handbook = [
        (1, "Leave", "Staff get thirty days of annual leave."),
        (2, "Leave", "Leave that is not taken is lost."),
        (2, "2. Travel", "Staff travel by train. The trial period is six months."),
        (3, "2. Travel", "A taxi is paid for at night."),
    ];
    let mut documents = [
        text("hr/Handbook 2025.pdf", "Staff handbook", &handbook),
        text("hr/rules.md", "House rules", &[(0, "Rules", "The trial period is three months.")]),
        text("it/rules.md", "Rules for laptops", &[(0, "Rules", "A laptop is kept four years.")]),
        samples::passages("shop/prices.csv", &[("", &PRICES)]),
        samples::passages("closed/salaries.csv", &[("", &SALARIES)]),
        text("closed/merger.md", "Merger", &[(0, "Merger", "The trial period of Fabrikam ends.")]),
    ];
    let mut records = Vec::new();
    for (document, day) in documents.iter_mut().zip(20_000..) {
        let path = document[0].path.clone();
        let closed = path.starts_with("closed");
        let acl = if closed { Acl::of_folder("user: alice").unwrap() } else { Acl::default() };
        for passage in document.iter_mut() {
            passage.acl = acl.clone();
        }
        let pages = document.iter().filter_map(|passage| passage.page).max().unwrap_or(1);
        let passages = u32::try_from(document.len()).unwrap();
        records.push(Record {
            path,
            title: document[0].title.clone(),
            state: FileState::Ready { passages, pages },
            stamp: Stamp { modified: day * 86_400_000_000_000, ..Stamp::default() },
            acl,
            ..Record::default()
        });
    }
    over(&documents.concat(), records)
}

async fn called(name: &str, arguments: &str) -> Result<ToolOutput, ToolError> {
    call(&ToolContext::new(&rag()), name, arguments).await
}

async fn output(name: &str, arguments: &str) -> ToolOutput {
    called(name, arguments).await.unwrap()
}

pub(super) async fn refusal(name: &str, arguments: &str) -> String {
    called(name, arguments).await.unwrap_err().to_string()
}

fn sources(output: &ToolOutput) -> Vec<String> {
    output.passages.iter().map(|hit| hit.passage.source()).collect()
}

#[test]
fn tools_are_offered_in_few_words() {
    let tools = offered();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["search", "read", "list", "query"]);
    for tool in tools.iter() {
        assert_eq!(tool.parameters["type"], "object");
        assert!(!tool.parameters.to_string().contains("null"), "{}", tool.parameters);
    }
    let query = &tools[3].parameters;
    assert_eq!(query["required"], serde_json::json!(["documents"]));
    assert_eq!(query["properties"]["sql"]["type"], "string");
    assert_eq!(query["properties"]["documents"]["items"]["type"], "string");
    let written = tools.iter().map(|tool| format!("{}{}", tool.description, tool.parameters));
    let written = written.collect::<Vec<_>>().join("\n");
    assert!(footnote_models::fit::estimate(&written) < 600, "{}", written.len());
}

#[tokio::test]
async fn no_tool_tells_of_a_closed_document() {
    for (name, arguments) in [
        ("search", r#"{"query": "Fabrikam merger salary"}"#),
        ("search", r#"{"query": "", "exact": "of Fabrikam"}"#),
        ("search", r#"{"query": "trial", "documents": "closed/merger.md"}"#),
        ("search", r#"{"query": "trial", "folder": "closed"}"#),
        ("read", r#"{"document": "closed/merger.md"}"#),
        ("read", r#"{"document": "merger"}"#),
        ("list", r#"{"folder": "closed"}"#),
        ("list", r#"{"name": "merger"}"#),
        ("query", r#"{"documents": ["closed/salaries.csv"]}"#),
        ("query", r#"{"documents": ["salaries"], "sql": "SELECT * FROM salaries"}"#),
    ] {
        let error = refusal(name, arguments).await;
        let unknown = ["closed", "merger", "Fabrikam", "salar"].map(|word| {
            // A result may repeat what was asked for.
            error.contains(word) && !arguments.contains(word)
        });
        assert!(!unknown.contains(&true), "{name} {arguments}: {error}");
        let absent = arguments.replace("merger", "morger").replace("salaries", "sularies");
        let absent = absent.replace("closed", "clased").replace("Fabrikam", "Fubrikam");
        let of_absent = refusal(name, &absent).await;
        let error = error.replace("merger", "morger").replace("salaries", "sularies");
        let error = error.replace("closed", "clased").replace("Fabrikam", "Fubrikam");
        assert_eq!(error, of_absent, "{name} {arguments}");
    }
    let listed = output("list", "{}").await;
    assert!(listed.text.starts_with("4 documents fit."), "{}", listed.text);
    let held = output("search", r#"{"exact": "trial period"}"#).await;
    assert!(held.text.starts_with("2 passages in 2 documents"), "{}", held.text);
    let alice = rag().read_by(Reader::new(Some("alice"), []));
    let context = ToolContext::new(&alice);
    let read = call(&context, "read", r#"{"document": "merger"}"#).await.unwrap();
    assert_eq!(sources(&read), ["closed/merger.md"]);
    let sum = r#"{"documents": "salaries.csv", "sql": "SELECT SUM(salary) FROM salaries"}"#;
    assert!(call(&context, "query", sum).await.unwrap().text.contains("1700"));
}

#[tokio::test]
async fn no_tool_leaves_its_scope() {
    let scope = Scope { folders: vec!["hr".to_owned()], ..Scope::default() };
    let within = rag().within(&scope).await.unwrap();
    let context = ToolContext::new(&within);
    for (name, arguments) in [
        ("search", r#"{"query": "laptop"}"#),
        ("search", r#"{"query": "laptop", "folder": "it"}"#),
        ("read", r#"{"document": "it/rules.md"}"#),
        ("list", r#"{"kind": "csv"}"#),
        ("query", r#"{"documents": "prices"}"#),
    ] {
        assert!(call(&context, name, arguments).await.is_err(), "{name} {arguments}");
    }
    let rules = call(&context, "read", r#"{"document": "rules"}"#).await.unwrap();
    assert_eq!(sources(&rules), ["hr/rules.md"]);
}

#[tokio::test]
async fn search_finds_passages_and_stays_within_named_documents() {
    let all = output("search", r#"{"query": "trial period"}"#).await;
    assert_eq!(all.passages.len(), 2);
    let within = r#"{"query": "Handbook 2025 trial period", "documents": ["handbook 2025"]}"#;
    let within = output("search", within).await;
    assert_eq!(sources(&within), ["hr/Handbook 2025.pdf#page=2"]);
    let step = ToolStep::Searched {
        query: "Handbook 2025 trial period".to_owned(),
        documents: vec!["hr/Handbook 2025.pdf".to_owned()],
        passages: 1,
    };
    assert_eq!(within.step, step);
    let dated = output(
        "search",
        r#"{"query": "rules laptop trial", "from": "2024-10-06", "to": "2024-12-31"}"#,
    )
    .await;
    assert_eq!(sources(&dated), ["it/rules.md"]);
    assert_eq!(output("search", r#"{"query": "staff", "limit": "1"}"#).await.passages.len(), 1);
}

#[tokio::test]
async fn a_search_says_what_no_document_has() {
    let distant = output("search", r#"{"query": "Atlantis cruise taxi booking"}"#).await;
    assert!(
        distant.text.starts_with("None of the documents searched has \"Atlantis\""),
        "{}",
        distant.text
    );
    assert!(output("search", r#"{"query": "trial period"}"#).await.text.is_empty());
}

#[tokio::test]
async fn a_phrase_is_found_word_for_word_and_counted() {
    let held = output("search", r#"{"query": "months", "exact": "Period is"}"#).await;
    assert_eq!(held.text, "2 passages in 2 documents hold \"Period is\".");
    assert_eq!(held.passages.len(), 2);
    let one = output("search", r#"{"exact": "period is", "limit": 1}"#).await;
    assert!(one.text.ends_with(" hold \"period is\". Here are 1."), "{}", one.text);
    assert!(refusal("search", r#"{"exact": "peri"}"#).await.starts_with("Nothing was found"));
}

#[tokio::test]
async fn documents_are_meant_by_any_clear_name() {
    for name in [
        "hr/Handbook 2025.pdf",
        "/hr/Handbook 2025.pdf",
        "[hr/Handbook 2025.pdf]",
        "handbook 2025.PDF",
        "Staff handbook",
        "handbook",
        "handbook_2025.docx",
    ] {
        let read = output("read", &format!(r#"{{"document": "{name}"}}"#)).await;
        assert_eq!(read.passages.len(), 4, "{name}");
    }
    let error = refusal("read", r#"{"document": "rules.md"}"#).await;
    assert!(error.contains("hr/rules.md, it/rules.md"), "{error}");
    let error = refusal("read", r#"{"document": "minutes"}"#).await;
    assert!(error.contains("There is no document \"minutes\""), "{error}");
}

#[tokio::test]
async fn a_document_is_read_by_page_section_and_further_on() {
    let handbook = |more: &str| format!(r#"{{"document": "handbook"{more}}}"#);
    let page = output("read", &handbook(r#", "page": 2"#)).await;
    assert_eq!(page.passages.len(), 2);
    let named = output("read", r#"{"document": "hr/Handbook 2025.pdf#page=3"}"#).await;
    assert_eq!(sources(&named), ["hr/Handbook 2025.pdf#page=3"]);
    let section = output("read", &handbook(r#", "section": "travel""#)).await;
    assert_eq!(section.passages.len(), 2);
    let numbered = output("read", &handbook(r#", "section": "3. Travel""#)).await;
    assert_eq!(numbered.passages.len(), 2, "nor the number of a heading, there or here, counts");
    let step = ToolStep::Read { document: "hr/Handbook 2025.pdf".to_owned(), pages: Some((2, 3)) };
    assert_eq!(section.step, step);
    assert_eq!(output("read", &handbook(r#", "from": 3"#)).await.passages.len(), 1);
    let line =
        output("read", &handbook(r#", "section": "**A taxi is paid for at night.**""#)).await;
    assert_eq!(line.passages.len(), 1, "a line of the text is a section too");
    let error = refusal("read", &handbook(r#", "page": 9"#)).await;
    assert!(error.contains("pages: 3"), "{error}");
    let error = refusal("read", &handbook(r#", "section": "Pay""#)).await;
    assert!(error.contains("- Leave (page 1)\n- 2. Travel (page 2)"), "{error}");
}

#[tokio::test]
async fn a_long_document_is_outlined_and_begun_and_read_on() {
    let rag = rag();
    let context = ToolContext { tokens: 36, ..ToolContext::new(&rag) };
    let read = call(&context, "read", r#"{"document": "handbook"}"#).await.unwrap();
    assert!(read.text.contains("Passages: 4; pages: 3."), "{}", read.text);
    assert!(read.text.contains("- 2. Travel (page 2)"), "{}", read.text);
    let shown = read.passages.len();
    assert!((1..4).contains(&shown));
    assert!(read.text.contains(&format!("To go on: from {shown}.")), "{}", read.text);
    let arguments = format!(r#"{{"document": "handbook", "from": {shown}}}"#);
    let rest = call(&context, "read", &arguments).await.unwrap();
    assert_eq!(rest.passages[0].passage.ordinal, u32::try_from(shown).unwrap());
}

#[tokio::test]
async fn documents_are_listed_with_their_number() {
    let listed = output("list", r#"{"kind": "md", "order": "changed", "limit": 1}"#).await;
    assert_eq!(listed.documents, ["it/rules.md"]);
    let text = "2 documents fit, 1 of them shown.\n\n\
        | document | title | date | pages |\n| --- | --- | --- | --- |\n\
        | it/rules.md | Rules for laptops | changed 2024-10-06 | 1 |\n";
    assert_eq!((listed.text.as_str(), listed.step), (text, ToolStep::Listed { documents: 2 }));
    let newest = output("list", r#"{"order": "changed"}"#).await;
    assert_eq!(newest.documents[..2], ["hr/Handbook 2025.pdf", "shop/prices.csv"]);
    assert!(newest.text.contains("| Staff handbook | 2025 | 3 |"), "{}", newest.text);
    let words = output("list", r#"{"name": "2025 handbooks"}"#).await;
    assert_eq!(words.documents, ["hr/Handbook 2025.pdf"]);
    let error = refusal("list", r#"{"folder": "pay"}"#).await;
    assert_eq!(error, "No document fits, of 4 in all. Folders: hr, it, shop.");
    assert!(refusal("list", r#"{"order": "best"}"#).await.contains("name, changed, size, pages"));
    assert!(refusal("list", r#"{"from": "yesterday"}"#).await.contains("2026-12-31"));
}

#[tokio::test]
async fn tables_are_asked_and_their_rows_cited() {
    let schema = output("query", r#"{"documents": "prices.csv"}"#).await;
    assert!(schema.text.starts_with("Table prices (2 rows"), "{}", schema.text);
    let sum =
        r#"{"documents": ["shop/prices.csv"], "sql": "SELECT SUM(price) AS sum FROM prices"}"#;
    let sum = output("query", sum).await;
    let rows = "| item | price |\n| --- | --- |\n| Tea | 0.10 |\n| Rice | 0.20 |\n";
    let text = format!("| sum |\n| --- |\n| 0.30 |\n\nThe rows that it rests on:\n{rows}");
    assert_eq!(sum.text, text);
    assert_eq!((sum.passages.len(), sum.evidence.len()), (0, 1));
    let step = ToolStep::Computed { documents: vec!["shop/prices.csv".to_owned()], rows: 1 };
    assert_eq!((sum.step, sum.documents.len()), (step, 0));
    let none = r#"{"documents": "prices", "sql": "SELECT COUNT(*) FROM prices WHERE item = 'x'"}"#;
    assert_eq!(output("query", none).await.documents, ["shop/prices.csv"]);
}

#[tokio::test]
async fn what_is_wrong_with_a_query_is_told_with_the_tables() {
    let wrong = r#"{"documents": "prices", "sql": "SELECT cost FROM prices"}"#;
    let error = refusal("query", wrong).await;
    assert!(error.contains("no such column: cost"), "{error}");
    assert!(error.ends_with("Tables: prices(item TEXT, price REAL)"), "{error}");
    let error = refusal("query", r#"{"documents": "handbook", "sql": "SELECT 1"}"#).await;
    assert!(error.contains("There is no table in hr/Handbook 2025.pdf."), "{error}");
    let error = refusal("query", r#"{"documents": []}"#).await;
    assert!(error.contains("1 to 8 documents"), "{error}");
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_told() {
    for (name, arguments, reason) in [
        ("search", "{", "cannot be read"),
        ("search", "[1]", "cannot be read"),
        ("search", "{}", "query must not be empty"),
        ("search", r#"{"query": 7}"#, "cannot be read"),
        ("search", r#"{"query": "x", "author": "y"}"#, "unknown field `author`"),
        ("read", "", "missing field `document`"),
        ("read", r#"{"document": "handbook", "page": "x"}"#, "a whole number is expected"),
        ("query", r#"{"documents": 7}"#, "a list of texts is expected"),
        ("delete", "{}", "only search, read, list, query"),
    ] {
        let refused = refusal(name, arguments).await;
        assert!(refused.contains(reason), "{name} {arguments}: {refused}");
    }
}

#[tokio::test]
async fn a_tool_waits_its_turn_as_answers_do() {
    let busy = Rag { workers: crate::Workers::new(1, 0), ..rag() };
    let error = call(&ToolContext::new(&busy), "list", "{}").await.unwrap_err().to_string();
    assert!(error.contains("Ask again in a moment"), "{error}");
    let failing = crate::samples::rag(None, None);
    let failing = Rag { library: Arc::clone(&rag().library), ..failing };
    let result = call(&ToolContext::new(&failing), "search", r#"{"query": "x"}"#).await;
    assert!(matches!(result, Err(ToolError::Failed(_))));
}
