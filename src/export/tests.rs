//! Tests that export a conversation and read it again.

use std::collections::BTreeSet;
use std::io::Read as _;

use footnote_client::state::StoredTurn;
use footnote_protocol::{Answer, DataPoints, FoundPassages, FoundUnit, NO_MODEL, UnreadFile};
use leptos::prelude::RenderHtml as _;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};

use crate::{Paper, docx, markdown};

/// An answer with every Markdown construct, citing two documents.
const RICH: &str = "## Pay\n\nPay is *monthly* and **never** late, `a|b` says [pay.pdf#page=2]. See <b>it</b> & [this](https://a.example/x?y=(1)).\n\n\
    1. Staff get 30 days [leave.md].\n2. Others:\n   - cooks\n   - drivers\n\n> Quoted *words*.\n\n```\nlet a = [b];\n```\n\n\
    | Role | Pay |\n|---|---|\n| Cook | 20 |\n| Driver | 30 |\n\n---\n\nPay is *monthly* and **never** late, `a|b` says [pay.pdf#page=2].";

fn turn(question: &str, text: &str) -> StoredTurn {
    let mut answer = Answer { text: text.into(), model: NO_MODEL.to_owned(), ..Answer::default() };
    answer.context.data_points = Some(DataPoints {
        text: vec![
            "pay.pdf#page=2: Pay is monthly and never late, a|b says.".into(),
            "leave.md: Staff get 30 days. \"More\" is <rare>\u{1}.".into(),
        ],
        citations: vec!["pay.pdf#page=2".into(), "leave.md".into()],
        passages: vec![4, 0],
        ..DataPoints::default()
    });
    StoredTurn { question: question.into(), answer, ..StoredTurn::default() }
}

pub(crate) fn paper() -> Paper {
    let origin = "https://notes.example".to_owned();
    let address = format!("{origin}/c/pay-1");
    let title = "Pay & *leave*".to_owned();
    let at = Some(1_795_600_000);
    let mut paper = Paper { title, at, address, origin, ..Paper::default() };
    paper.add(&turn("How is *pay*?\nAnd leave?", RICH));
    paper.add(&turn("And leave again?", "Staff get 30 days [leave.md]. It says more [none.md]."));
    paper.add(&StoredTurn { question: "Cake?".into(), stopped: true, ..StoredTurn::default() });
    paper
}

#[test]
fn the_footnotes_of_all_answers_are_one_row() {
    let paper = paper();
    let labels: Vec<_> =
        paper.notes.iter().map(|note| (note.number, note.label.as_str())).collect();
    assert_eq!(labels, [(1, "pay.pdf, page 2"), (2, "leave.md"), (3, "leave.md")]);
    assert_eq!(paper.notes[1].words, "Staff get 30 days.");
    let address = "https://notes.example/documents/pay.pdf?page=2&passage=4&words=";
    assert!(paper.notes[0].address.starts_with(address), "{}", paper.notes[0].address);
}

#[test]
fn markdown_is_read_again_with_every_mark_and_its_footnote() {
    let text = markdown::text(&paper());
    let options =
        Options::ENABLE_FOOTNOTES | Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let (mut marks, mut notes) = (Vec::new(), BTreeSet::new());
    let (mut words, mut tags) = (String::new(), Vec::new());
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::FootnoteReference(name) => marks.push(name.to_string()),
            Event::Start(Tag::FootnoteDefinition(name)) => drop(notes.insert(name.to_string())),
            Event::Start(tag) => tags.push(format!("{tag:?}")),
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak => words.push(' '),
            Event::Html(html) | Event::InlineHtml(html) => assert_eq!(&*html, "", "{text}"),
            _ => {}
        }
    }
    assert_eq!(marks, ["1", "2", "1", "3"], "{text}");
    assert_eq!(notes.into_iter().collect::<Vec<_>>(), ["1", "2", "3"], "{text}");
    for said in [
        "Pay & *leave*",
        "25 November 2026",
        "How is *pay*? And leave?",
        "See <b>it</b> & this https://a.example/x?y=(1).",
        "let a = [b];",
        "“Pay is monthly and never late, a|b says.”",
        "[none.md] (no such source)",
        "This answer was stopped early.",
    ] {
        assert!(words.contains(said), "{said:?} in {words}\n{text}");
    }
    for tag in
        ["Emphasis", "Strong", "List(Some(1))", "List(None)", "BlockQuote", "CodeBlock", "Table("]
    {
        assert!(tags.iter().any(|one| one.starts_with(tag)), "{tag} in {tags:?}\n{text}");
    }
}

#[test]
fn a_fact_that_its_source_lacks_is_marked_in_the_text_and_named_below_it() {
    let mut turn = turn("How warm is the archive?", "It has 19 degrees [leave.md]. It is dry.");
    let checked = |text: &str, verdict: &str, sources: &[&str], span: Value| json!({"text": text, "verdict": verdict, "sources": sources, "span": span, "missing": if verdict == "not_found" { vec!["19"] } else { Vec::new() }});
    let span = json!({"source": "leave.md", "text": "The archive is kept at 17 degrees."});
    turn.answer.context.audit = serde_json::from_value(json!({"statements": [
        checked("It has 19 degrees.", "not_found", &["leave.md"], span),
        checked("It is dry.", "unsupported", &[], Value::Null),
        checked("It is old.", "supported", &["leave.md"], Value::Null),
    ]}))
    .unwrap();
    let mut paper = Paper::default();
    paper.add_plain(&turn);
    let against = "“It has 19 degrees.” · not found in the source: 19";
    assert_eq!(paper.turns[0].not_found, [against]);
    assert_eq!(paper.turns[0].remarks, ["“It is dry.” · no source"]);
    let text = markdown::text(&paper);
    assert!(text.contains("*It has 19 degrees.*[^1] It is dry."), "{text}");
    assert!(text.contains(&format!("**⚠ {against}**\n\n*“It is dry.” · no source*")), "{text}");
    let word = part(&docx::document(&paper).unwrap(), "word/document.xml");
    assert_eq!(word.matches("w:val=\"wave\"").count(), 1, "{word}");
    assert!(word.contains("NotFound"));
    let page = crate::html::main(paper, None, Vec::new()).to_html();
    assert!(page.contains("<mark class=\"not-found\">It has 19 degrees."), "{page}");
}

#[test]
fn passages_without_an_answer_are_exported_with_what_is_said_of_them() {
    let told = "Staff get 30 days.";
    let mut turn = turn("How much leave?", "Staff get 30 days. More.\n\n[leave.md]");
    let unit =
        FoundUnit { source: "leave.md".into(), telling: told.into(), ..FoundUnit::default() };
    let unread = UnreadFile { path: "scan.pdf".into(), reason: "It is empty.".into() };
    let found = FoundPassages { units: vec![unit], unread: vec![unread], ..Default::default() };
    turn.answer.context.found = Some(found);
    let mut paper = Paper::default();
    paper.add_plain(&turn);
    let text = markdown::text(&paper);
    let above =
        "*This passage fits your question best.*\n\n*scan.pdf could not be read: It is empty.*";
    assert!(text.contains(&format!("{above}\n\nStaff get 30 days. More.\n\n[^1]")), "{text}");
    assert_eq!(paper.notes[0].words, "");

    turn.answer.context.found = Some(FoundPassages::default());
    let mut paper = Paper::default();
    paper.add_plain(&turn);
    let text = markdown::text(&paper);
    assert!(text.contains("*Nothing in your documents matches this question.*"), "{text}");
    assert!(!text.contains("30 days"), "{text}");
}

fn part(bytes: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn every_part_of_a_word_document_is_whole_and_every_reference_leads_somewhere() {
    let bytes = docx::document(&paper()).unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    for name in &names {
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        roxmltree::Document::parse(&text).unwrap();
    }
    let (body, notes) = (part(&bytes, "word/document.xml"), part(&bytes, "word/footnotes.xml"));
    let attributes = |xml: &str, element: &str, attribute: &str| -> Vec<String> {
        let tree = roxmltree::Document::parse(xml).unwrap();
        let found = tree.descendants().filter(|node| node.tag_name().name() == element);
        let value = |node: roxmltree::Node<'_, '_>| {
            let own = node.attributes().find(|own| own.name() == attribute);
            own.unwrap().value().to_owned()
        };
        found.map(value).collect()
    };
    let links = attributes(&part(&bytes, "word/_rels/document.xml.rels"), "Relationship", "Target");
    assert!(!links.iter().any(|link| link.contains("a.example")), "{links:?}");
    assert_eq!(attributes(&body, "footnoteReference", "id"), ["1", "2", "3"]);
    assert_eq!(attributes(&body, "fldSimple", "instr"), [" NOTEREF _RefNote1 \\f \\h "]);
    assert_eq!(attributes(&notes, "footnote", "id"), ["-1", "0", "1", "2", "3"]);
    for (story, links) in [(&body, "document"), (&notes, "footnotes")] {
        let links = part(&bytes, &format!("word/_rels/{links}.xml.rels"));
        let known = attributes(&links, "Relationship", "Id");
        let used = attributes(story, "hyperlink", "id");
        assert!(!used.is_empty() && used.iter().all(|id| known.contains(id)), "{used:?}");
    }
    let styles = attributes(&part(&bytes, "word/styles.xml"), "style", "styleId");
    let used = [attributes(&body, "pStyle", "val"), attributes(&body, "rStyle", "val")].concat();
    assert!(used.iter().all(|style| styles.contains(style)), "{used:?}");
    let lists = attributes(&part(&bytes, "word/numbering.xml"), "num", "numId");
    assert!(attributes(&body, "numId", "val").iter().all(|list| lists.contains(list)));
}
