//! Tests of hyphenated words in passages and in questions.

use super::*;

fn plan() -> Vec<Passage> {
    let texts = [
        "Surgery needs pre-authorization by the plan.",
        "Visits to an out-of-network provider cost more.",
        "Visits to an in-network provider cost less; any network provider may be called.",
        "Copay is due at each visit of the cinema.",
    ];
    let passage = |(ordinal, text): (u32, &str)| Passage {
        id: format!("{ordinal}.md#0"),
        path: format!("{ordinal}.md"),
        text: text.to_owned(),
        ..Passage::default()
    };
    (0..).zip(texts).map(passage).collect()
}

async fn first(question: &str) -> Option<String> {
    let found = keyword(&plan()).retrieve(&query(question)).await.unwrap();
    assert!(found.corrections.is_empty(), "{:?}", found.corrections);
    found.hits.first().map(|hit| hit.passage.path.clone())
}

#[tokio::test]
async fn a_word_is_found_whether_a_hyphen_joins_it_or_not() {
    assert_eq!(first("preauthorization").await.as_deref(), Some("0.md"));
    assert_eq!(first("pre-authorization").await.as_deref(), Some("0.md"));
    assert_eq!(first("co-pay").await.as_deref(), Some("3.md"));
}

#[tokio::test]
async fn joined_words_tell_what_their_parts_share() {
    let out = first("out-of-network provider").await;
    assert_eq!(out.as_deref(), Some("1.md"));
    let within = first("in-network provider").await;
    assert_eq!(within.as_deref(), Some("2.md"));
}
