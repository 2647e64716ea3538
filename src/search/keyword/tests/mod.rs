//! Tests of keyword search beyond the contract of all retrievers.

mod compounds;
mod filings;
mod languages;
mod mended;

use footnote_store::search::{Correction, Technique};

use super::*;
use crate::contract_tests::{documents, index_of, keeps_the_contract, query};

fn keyword(passages: &[Passage]) -> Keyword {
    Keyword::over(Arc::new(index_of(passages).unwrap()))
}

async fn found(text: &str) -> SearchResult {
    keyword(&documents()).retrieve(&query(text)).await.unwrap()
}

fn paths(found: &SearchResult) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.passage.path.as_str()).collect()
}

#[tokio::test]
async fn keywords_keep_the_contract() {
    keeps_the_contract(&keyword(&documents())).await;
}

#[tokio::test]
async fn query_syntax_is_plain_text() {
    let plain = found("pears harvest").await;
    for text in ["+pears -\"harvest", "(pears AND) harvest^9", "text:pears* [harvest TO"] {
        assert_eq!(paths(&found(text).await)[0], paths(&plain)[0], "{text}");
    }
}

#[tokio::test]
async fn a_question_of_stop_words_falls_back_to_them() {
    assert_eq!(paths(&found("to be or not to be").await)[0], "notes.md");
}

#[tokio::test]
async fn a_typing_error_is_corrected_to_a_word_of_the_documents() {
    let found = found("aplles in the celler").await;
    assert_eq!(found.hits[0].passage.ordinal, 1);
    assert!(found.terms.iter().all(|term| term.known));
    assert_eq!(found.terms[1].word, "celler");
}

#[tokio::test]
async fn a_single_document_does_not_tell_that_its_words_are_common() {
    let one = keyword(&documents()[1..2]);
    let found = one.retrieve(&query("apples")).await.unwrap();
    assert!(found.terms[0].known);
    assert!(found.terms[0].weight > 0.5 * found.rarest, "{found:?}");
}

#[tokio::test]
async fn an_unknown_word_is_told_and_weighs_nothing() {
    let found = found("apples on Jupiter").await;
    assert_eq!(found.terms.len(), 2);
    assert!(found.terms[0].known && found.terms[0].weight > 0.0);
    assert!(!found.terms[1].known && found.terms[1].weight == 0.0);
}

#[tokio::test]
async fn neighbours_come_along() {
    let found = found("September").await;
    assert_eq!(found.hits[0].before, None);
    assert_eq!(found.hits[0].after.as_deref(), Some("Store apples in a cool cellar."));
}

#[tokio::test]
async fn hits_below_the_least_score_are_dropped() {
    let strict = Query { minimum_score: 1_000.0, ..query("apples") };
    assert!(keyword(&documents()).retrieve(&strict).await.unwrap().hits.is_empty());
}

#[tokio::test]
async fn a_pasted_text_is_searched_by_its_rarest_words() {
    let words: Vec<String> = (0..20_000).map(|number| format!("w{number}")).collect();
    let text = format!("cinnamon {}", words.join(" "));
    let found = found(&text).await;
    assert_eq!(paths(&found)[0], "kitchen/cake.md");
    assert!(found.terms.len() <= 96);
}

#[tokio::test]
async fn a_word_that_the_question_repeats_counts_as_often_as_it_stands() {
    let (lanterns, orchards) = ("Lanterns of the harbour.", "Orchards of the valley.");
    let passages = (0..).zip([lanterns, orchards]).map(|(ordinal, text)| Passage {
        id: format!("a.md#{ordinal}"),
        path: "a.md".into(),
        ordinal,
        text: text.to_owned(),
        ..Passage::default()
    });
    let retriever = keyword(&passages.collect::<Vec<_>>());
    for (question, first) in [
        ("orchards, lanterns, and where lanterns hang", lanterns),
        ("orchards, lanterns, and where orchards grow", orchards),
    ] {
        let found = retriever.retrieve(&query(question)).await.unwrap();
        assert_eq!(found.hits[0].passage.text, first, "{question}");
    }
}

#[tokio::test]
async fn the_last_words_of_a_long_question_are_looked_for_too() {
    let passages = (0..30).map(|ordinal| Passage {
        id: format!("a.md#{ordinal}"),
        path: "a.md".into(),
        ordinal,
        text: format!("Item{ordinal} stands here{}.", " longer".repeat(30 - ordinal as usize)),
        ..Passage::default()
    });
    let retriever = keyword(&passages.collect::<Vec<_>>());
    let words: Vec<String> = (0..30).map(|number| format!("item{number}")).collect();
    let found = retriever.retrieve(&query(&words.join(" "))).await.unwrap();
    assert!(found.hits.iter().any(|hit| hit.passage.ordinal == 29));
}

/// Five documents; two of them only differ in their names.
fn twins() -> Vec<Passage> {
    let mut passages = Vec::new();
    for name in ["Plan_Plus", "Plan_Standard", "Menu", "Rules", "Roles"] {
        for ordinal in 0..4 {
            passages.push(Passage {
                id: format!("{name}.pdf#{ordinal}"),
                path: format!("{name}.pdf"),
                page: Some(ordinal + 1),
                ordinal,
                title: name.replace('_', " "),
                text: format!("Dental care is part of section {ordinal}."),
                ..Passage::default()
            });
        }
    }
    passages
}

#[tokio::test]
async fn a_question_that_names_a_document_is_answered_from_it() {
    let retriever = keyword(&twins());
    for (question, path) in [
        ("dental care in the Standard plan", "Plan_Standard.pdf"),
        ("dental care with plus", "Plan_Plus.pdf"),
    ] {
        let found = retriever.retrieve(&query(question)).await.unwrap();
        assert!(paths(&found)[..4].iter().all(|found| *found == path), "{question}");
    }
}

#[tokio::test]
async fn a_question_that_names_a_file_or_a_folder_is_answered_from_it() {
    let of = |path: &str| Passage {
        id: format!("{path}#0"),
        path: path.to_owned(),
        title: "Overview".to_owned(),
        text: "What the council spends on parks and roads.".to_owned(),
        ..Passage::default()
    };
    let paths_of =
        ["FY07/tables.md", "FY08/tables.md", "plans/ParkTrees_new.md", "Tips/a.md", "b.md"];
    let retriever = keyword(&paths_of.map(of));
    for (question, path) in [
        ("fy08", "FY08/tables.md"),
        ("What does the council spend in fy 2008?", "FY08/tables.md"),
        ("council spending in the file park trees", "plans/ParkTrees_new.md"),
        ("tips for roads", "Tips/a.md"),
    ] {
        let found = retriever.retrieve(&query(question)).await.unwrap();
        assert_eq!(paths(&found)[0], path, "{question}");
    }
}

#[tokio::test]
async fn a_question_that_names_a_date_is_answered_from_its_document_however_both_write_it() {
    let of = |(path, title): (&str, &str)| Passage {
        id: format!("{path}#0"),
        path: path.to_owned(),
        title: title.to_owned(),
        text: "The board keeps 9 members and spends 12 on slots since then.".to_owned(),
        ..Passage::default()
    };
    let retriever = keyword(
        &[
            ("2024-09-12.md", "Minutes"),
            ("2024-10-09.md", "Minutes"),
            ("2023-09-12.md", "Minutes"),
            ("a.md", "Minutes of 9 October 2023"),
            ("b.md", "Minutes"),
        ]
        .map(of),
    );
    for (question, path) in [
        ("sept 2024", "2024-09-12.md"),
        ("what did the board spend in September 2024", "2024-09-12.md"),
        ("minutes of 09.10.2024", "2024-10-09.md"),
        ("board spending on October 9th, 2023", "a.md"),
        ("minutes in Oct 2023", "a.md"),
        ("minutes from 2023-09", "2023-09-12.md"),
    ] {
        let found = retriever.retrieve(&query(question)).await.unwrap();
        assert_eq!(paths(&found)[0], path, "{question}");
        assert!(found.corrections.is_empty(), "{question}: {:?}", found.corrections);
    }
}

#[tokio::test]
async fn a_question_that_compares_documents_finds_both() {
    let question = query("dental care in the Plus plan compared with Standard");
    let found = keyword(&twins()).retrieve(&question).await.unwrap();
    let first = &paths(&found)[..8];
    assert!(first.iter().all(|path| path.starts_with("Plan_")));
}

#[tokio::test]
async fn a_document_is_read_whole_and_in_order() {
    let retriever = keyword(&twins());
    let pages: Vec<_> = retriever
        .document("Menu.pdf", &Reader::default())
        .await
        .unwrap()
        .into_iter()
        .map(|passage| passage.page)
        .collect();
    assert_eq!(pages, [1, 2, 3, 4].map(Some));
    assert!(retriever.document("None.pdf", &Reader::default()).await.unwrap().is_empty());
}

#[tokio::test]
async fn of_two_passages_with_the_same_words_the_one_with_the_phrase_stands_first() {
    let mut passages = twins();
    for (ordinal, text) in [
        "Leave the annual report for parental guests.",
        "Annual parental leave is granted for guests, report it.",
    ]
    .into_iter()
    .enumerate()
    {
        passages.push(Passage {
            id: format!("Leave.md#{ordinal}"),
            path: "Leave.md".into(),
            ordinal: u32::try_from(ordinal).unwrap(),
            text: text.to_owned(),
            ..Passage::default()
        });
    }
    let question = query("Who grants parental leave?");
    let found = keyword(&passages).retrieve(&question).await.unwrap();
    assert_eq!(found.hits[0].passage.ordinal, 1);
}

#[tokio::test]
async fn the_conversation_tells_which_passage_is_meant() {
    let passages = ["The fee of the library is 3.", "The fee of the museum is 9."];
    let passages: Vec<Passage> = (0..)
        .zip(passages)
        .map(|(ordinal, text)| Passage {
            id: format!("fees.md#{ordinal}"),
            path: "fees.md".into(),
            ordinal,
            text: text.to_owned(),
            ..Passage::default()
        })
        .collect();
    let retriever = keyword(&passages);
    for (earlier, ordinal) in [("Where is the museum?", 1), ("Where is the library?", 0)] {
        let question =
            Query { context: vec![(earlier.to_owned(), 0.2)], ..query("How high is the fee?") };
        let found = retriever.retrieve(&question).await.unwrap();
        assert_eq!(found.hits[0].passage.ordinal, ordinal, "{earlier}");
    }
}

#[tokio::test]
async fn words_that_frame_a_question_are_no_typing_errors() {
    let passages = [Passage {
        id: "a.md#0".into(),
        path: "a.md".into(),
        text: "A manor with mares and apples.".into(),
        ..Passage::default()
    }];
    let retriever = keyword(&passages);
    let corrected = retriever.retrieve(&query("manos apples")).await.unwrap();
    assert_eq!(corrected.corrections.len(), 1);
    let framed = retriever.retrieve(&query("makes apples")).await.unwrap();
    assert!(framed.corrections.is_empty(), "{:?}", framed.corrections);
}

#[tokio::test]
async fn what_was_corrected_is_told_unless_left_out() {
    let mut question = query("the celler");
    let retriever = keyword(&documents());
    let found = retriever.retrieve(&question).await.unwrap();
    let (word, meant) = ("celler".to_owned(), "cellar".to_owned());
    assert_eq!(found.corrections, [Correction { word, meant }]);
    question.without.push(Technique::Corrections);
    let found = retriever.retrieve(&question).await.unwrap();
    assert!(found.hits.is_empty() && found.corrections.is_empty());
}
