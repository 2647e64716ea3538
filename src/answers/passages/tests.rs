//! Tests of the passages that are shown where no model answers.

use footnote_documents::{FileState, Passage, Record};
use footnote_text::citation;

use super::*;
use crate::grounding::ground;
use crate::samples::{over, request};

fn passage(path: &str, ordinal: u32, heading: &str, text: &str) -> Passage {
    Passage {
        id: format!("{path}#{ordinal}"),
        path: path.to_owned(),
        title: path.trim_end_matches(".md").to_owned(),
        ordinal,
        headings: vec![heading.to_owned()],
        text: text.to_owned(),
        ..Passage::default()
    }
}

async fn shown(passages: &[Passage], question: &str) -> ShownPassages {
    shown_after(passages, &[question]).await
}

/// The passages that are shown for the last of these questions.
async fn shown_after(passages: &[Passage], questions: &[&str]) -> ShownPassages {
    let record = Record {
        path: "scans/parking.pdf".to_owned(),
        state: FileState::Failed("It is a scan.".to_owned()),
        ..Record::default()
    };
    let rag = over(passages, [record]);
    let turn = Turn::new(&rag, request(questions));
    let grounding = ground(&turn).await.unwrap();
    choose(&turn, &grounding).await
}

fn texts(shown: &ShownPassages) -> Vec<&str> {
    shown.found.units.iter().map(|unit| unit.text.as_str()).collect()
}

#[tokio::test]
async fn what_is_announced_is_shown_to_its_end() {
    let passages = [
        passage("leave.md", 0, "Leave", "To ask for leave, follow these steps:"),
        passage("leave.md", 1, "Leave", "- fill in the form\n- tell your manager"),
        passage("leave.md", 2, "Pay", "Pay comes monthly."),
    ];
    let shown = shown(&passages, "How do I ask for leave?").await;
    assert_eq!(
        texts(&shown)[0],
        "To ask for leave, follow these steps:\n\n- fill in the form\n- tell your manager"
    );
    assert_eq!(shown.found.units[0].telling, "To ask for leave, follow these steps:");
}

#[tokio::test]
async fn a_list_begins_with_its_lead_in_even_where_not_all_of_it_fits() {
    let long = |words: &str| format!("{words} {}", "filler ".repeat(100));
    let passages = [
        passage("a.md", 0, "Aids", &long("The plan covers:")),
        passage("a.md", 1, "Aids", &format!("- hearing aids\n- {}", long("glasses"))),
        passage("a.md", 2, "Aids", &long("Nothing else is paid.")),
    ];
    let shown = shown(&passages, "Are hearing aids covered?").await;
    assert!(texts(&shown)[0].starts_with("The plan covers:"), "{:?}", texts(&shown));
}

#[tokio::test]
async fn a_unit_ends_with_its_section_and_no_passage_is_shown_twice() {
    let passages = [
        passage("a.md", 0, "Tea", "Tea is at four."),
        passage("a.md", 1, "Tea", "Green tea is at five."),
        passage("a.md", 2, "Coffee", "Coffee is at six, tea never."),
    ];
    let shown = shown(&passages, "When is tea?").await;
    let mut texts = texts(&shown);
    texts.sort_unstable();
    assert_eq!(texts, ["Coffee is at six, tea never.", "Tea is at four.\n\nGreen tea is at five."]);
}

#[tokio::test]
async fn a_short_table_is_shown_whole_and_of_a_long_one_the_rows_found_with_their_header() {
    let rows = |names: &str| format!("| name | days |\n| --- | --- |\n{names}");
    let [ann, bob] = ["| Ann | 30 |", "| Bob | 30 |"];
    let of = |ann: &str| {
        [passage("a.md", 0, "Staff", &rows(ann)), passage("a.md", 1, "Staff", &rows(bob))]
    };
    let short = shown(&of(ann), "How many days does Bob have?").await;
    assert_eq!(short.found.units[0].text, rows(&format!("{ann}\n{bob}")));
    let others = format!("{ann}\n").repeat(200);
    let shown = shown(&of(others.trim_end()), "How many days does Bob have?").await;
    assert_eq!(shown.found.units[0].text, format!("…\n\n{}", rows(bob)));
    assert_eq!(shown.found.units[0].telling, "| Bob | 30 |");
    assert!(shown.pieces()[0].contains("| Bob | 30 |\n\n[a.md]"), "{:?}", shown.pieces());
}

#[tokio::test]
async fn units_of_one_document_stand_together_and_five_are_the_most() {
    let kinds = ["green", "black", "white", "yellow", "mint", "ginger", "apple", "rose"];
    let of = |(at, kind): (u32, &str)| {
        let path = ["a.md", "b.md"][usize::try_from(at % 2).unwrap()];
        passage(path, at / 2, kind, &format!("Some {kind} tea is served."))
    };
    let mut passages: Vec<Passage> = (0..).zip(kinds).map(of).collect();
    passages.sort_by_key(|passage| passage.path.clone());
    let shown = shown(&passages, "tea").await;
    let titles: Vec<&str> = shown.found.units.iter().map(|unit| unit.title.as_str()).collect();
    assert_eq!(titles.len(), MAX_UNITS);
    assert_eq!(titles.chunk_by(|one, next| one == next).count(), 2, "{titles:?}");
    let text = shown.pieces().concat();
    assert_eq!(text.matches("**a**").count(), 1, "each document is named once: {text}");
}

#[tokio::test]
async fn every_unit_is_cited_by_a_source_of_the_data_points() {
    let passages =
        [passage("a.md", 0, "Tea", "Tea is at four."), passage("b.md", 0, "Tea", "No tea.")];
    let rag = over(&passages, []);
    let turn = Turn::new(&rag, request(&["When is tea?"]));
    let shown = choose(&turn, &ground(&turn).await.unwrap()).await;
    let points = shown.data_points(&turn);
    let cited = citation::cited(&shown.pieces().concat(), &points.citations);
    assert_eq!(cited.len(), 2);
    assert_eq!(points.text.len(), 2);
}

#[tokio::test]
async fn names_and_codes_that_no_document_has_and_corrected_words_are_named_once() {
    let passages = [passage("a.md", 0, "Budget", "The budget for parks is 12 pounds.")];
    let unknown = async |question: &str| shown(&passages, question).await.found.unknown;
    assert_eq!(
        unknown("What is the budget for fy28, FY28 and Atlantis?").await,
        ["fy28", "Atlantis"]
    );
    assert!(
        unknown("whats the budget of parks").await.is_empty(),
        "a word in lower case is no name"
    );
    assert_eq!(unknown("the boiling point of parks").await, ["boiling", "point"], "most of them");
    assert_eq!(unknown("whats the bugdet of parks").await, ["bugdet"], "it was taken for another");
    assert!(unknown("Parks?").await.is_empty());
    let nearest = async |question: &str| shown(&passages, question).await.found.nearest;
    assert!(nearest("the boiling point of parks").await);
    assert!(!nearest("What is the budget for fy28?").await);
}

#[tokio::test]
async fn lines_of_a_text_file_stay_lines_for_the_page_and_for_other_clients() {
    let shown = shown(&[passage("a.txt", 0, "Phones", "Ann 377\nJörg 378")], "Ann?").await;
    assert_eq!(texts(&shown), ["Ann 377  \nJörg 378"]);
    assert!(shown.pieces().concat().contains("Ann 377  \nJörg 378"), "{:?}", shown.pieces());
}

#[tokio::test]
async fn where_nothing_matches_that_is_the_whole_answer() {
    let passages = [passage("a.md", 0, "Budget", "The budget for parks is 12 pounds.")];
    let shown = shown(&passages, "Who wrote Hamlet?").await;
    assert!(shown.found.units.is_empty());
    assert_eq!(
        shown.pieces().concat(),
        "Nothing in the documents matches this question. Nothing mentions “wrote” or “Hamlet”."
    );
}

#[tokio::test]
async fn what_only_an_earlier_question_is_about_is_not_shown_as_fitting() {
    let passages = [passage("a.md", 0, "Budget", "The budget for parks is 12 pounds.")];
    let after = async |question: &str| {
        let questions = ["What is the budget for parks?", "It is 12.", question];
        shown_after(&passages, &questions).await.found.units.len()
    };
    assert_eq!(after("zxqv florp grumble").await, 0);
    assert_eq!(after("xyzzy bugdet quux").await, 0);
    assert_eq!(after("bugdet").await, 1);
    assert_eq!(after("And how many pounds?").await, 1);
    let questions = ["What is the budget for parks?", "It is 12.", "And how many pounds?"];
    assert!(shown_after(&passages, &questions).await.found.counts_earlier);
    assert!(!shown(&passages, "And how many pounds?").await.found.counts_earlier);
}

#[tokio::test]
async fn an_unread_file_whose_name_fits_is_named() {
    let passages = [passage("a.md", 0, "Budget", "The budget for parks is 12 pounds.")];
    let unread = shown(&passages, "Where is parking allowed?").await.found.unread;
    assert_eq!(unread.len(), 1);
    assert_eq!(
        (unread[0].path.as_str(), unread[0].reason.as_str()),
        ("scans/parking.pdf", "It is a scan.")
    );
    assert!(shown(&passages, "What is the budget?").await.found.unread.is_empty());
}

#[tokio::test]
async fn headings_without_text_are_not_shown() {
    let passages = [
        passage("a.md", 0, "Leave", "# Leave\n\n## Annual leave"),
        passage("b.md", 0, "Rules", "Leave is paid."),
    ];
    assert_eq!(texts(&shown(&passages, "leave").await), ["Leave is paid."]);
}

#[tokio::test]
async fn a_passage_without_a_word_of_the_question_is_shown_only_where_none_has_any() {
    let passages = [
        passage("leave.md", 0, "Annual", "Thirty days of leave are paid."),
        passage("leave.md", 1, "Office", "Call before nine."),
    ];
    assert_eq!(texts(&shown(&passages, "How many days of leave?").await).len(), 1);
    let of_name = [passage("leave.md", 0, "Office", "Call before nine.")];
    assert_eq!(texts(&shown(&of_name, "leave").await), ["Call before nine."]);
}

#[tokio::test]
async fn a_text_in_two_documents_is_shown_once_with_both_named() {
    let text = "Thirty days of leave are paid in each year of work.";
    let passages = [passage("leave.md", 0, "Annual", text), passage("leave.odt", 0, "", text)];
    let shown = shown(&passages, "How many days of leave?").await;
    let [unit] = &shown.found.units[..] else { panic!("{:?}", shown.found.units) };
    let mut paths = [vec![unit.source.clone()], unit.also_in.clone()].concat();
    paths.sort();
    assert_eq!(paths, ["leave.md", "leave.odt"]);
}
