//! Tests of questions that are refused, and of others that are not.

use std::sync::Arc;

use footnote_documents::Passage;
use footnote_protocol::confidence::{DEFAULT_THRESHOLD, Outcome};
use footnote_retrieval::Retriever;
use footnote_retrieval::keyword::Keyword;
use footnote_retrieval::samples::{index_of, query};

use crate::samples::evidence;
use crate::weigh::Evidence;

/// The documents of a small firm.
fn passages() -> Vec<Passage> {
    [
        "The Vice President of Sales leads the sales team and writes the yearly report.",
        "Bring your insurance card to every appointment. Appeals are decided within 30 days.",
        "Employees get 25 days of annual leave. Leave that is left over is paid out.",
        "The plan covers hearing aids and hearing tests. The deductible is 500 dollars.",
        "A night in a hotel in the capital is paid up to 155 pounds. Breakfast is included.",
        "Analysts capitalize on trends. Managers get many days for many people.",
    ]
    .into_iter()
    .zip(0..)
    .map(|(text, ordinal)| Passage {
        id: format!("firm.md#{ordinal}"),
        path: "firm.md".to_owned(),
        ordinal,
        text: text.to_owned(),
        ..Passage::default()
    })
    .collect()
}

/// Returns the results of retrieval over them, without a model's comparison.
pub(super) async fn searched(text: &str) -> Evidence {
    let keyword = Keyword::over(Arc::new(index_of(&passages()).unwrap()));
    evidence(text, keyword.retrieve(&query(text)).await.unwrap())
}

async fn is_refused(text: &str, question: &str) -> bool {
    let evidence = evidence(question, searched(text).await.found);
    evidence.weighed().confidence(DEFAULT_THRESHOLD).outcome != Outcome::Answered
}

#[tokio::test]
async fn what_only_shares_common_words_with_the_documents_is_refused() {
    for question in [
        "Who is the president of France?",
        "How many days of vacation do I get?",
        "Can I bring my dog?",
        "who wrote hamlet",
        "what is the capital of mongolia",
        "Can I lease a plane?",
        "Who reports on hotel trends?",
    ] {
        assert!(is_refused(question, question).await, "{question}");
    }
}

#[tokio::test]
async fn what_the_documents_hold_is_not_refused() {
    for question in [
        "Who is the vice president of sales?",
        "How many days of annual leave do I get?",
        "What should I bring to an appointment?",
        "Who writes the report?",
        "What is the dedutible?",
        "hearing aids",
    ] {
        assert!(!is_refused(question, question).await, "{question}");
    }
}

#[tokio::test]
async fn borrowed_words_do_not_carry_a_question_of_its_own() {
    let borrowed = "hearing tests insurance plan covers";
    for (question, refused) in [
        ("Does it cover my dog?", true),
        ("Does it include hearing aids?", false),
        ("How long does it take?", false),
    ] {
        let searched = format!("{question} {borrowed}");
        assert_eq!(is_refused(&searched, question).await, refused, "{question}");
    }
}

#[tokio::test]
async fn meaning_answers_for_words_and_words_without_meaning_for_little() {
    let outcome = async |question: &str, likeness: Option<f32>| {
        let mut found = searched(question).await.found;
        // A model finds the passage by its meaning.
        found.hits = searched("annual leave").await.found.hits;
        let text = "Employees get 25 days of annual leave.".to_owned();
        let likeness = likeness.map(|likeness| (text, likeness)).into_iter().collect();
        let evidence = evidence(question, found).with(likeness);
        evidence.weighed().confidence(DEFAULT_THRESHOLD).outcome
    };
    let other_words = "How long may staff be on vacation?";
    assert_ne!(outcome(other_words, None).await, Outcome::Answered);
    assert_eq!(outcome(other_words, Some(0.9)).await, Outcome::Answered);
    assert_ne!(outcome(other_words, Some(0.2)).await, Outcome::Answered);
    let same_words = "Who gets annual leave?";
    assert_eq!(outcome(same_words, None).await, Outcome::Answered);
    assert_ne!(outcome(same_words, Some(0.05)).await, Outcome::Answered);
}
