//! Two-letter typing errors, corrected if the documents allow only one correction.

use footnote_documents::acl::Acl;

use super::*;

fn passages_of(texts: &[&str]) -> Vec<Passage> {
    let passage = |(ordinal, text): (u32, &&str)| Passage {
        id: format!("{ordinal}.md#0"),
        path: format!("{ordinal}.md"),
        text: (*text).to_owned(),
        ..Passage::default()
    };
    (0..).zip(texts).map(passage).collect()
}

async fn corrections_of(passages: &[Passage], question: &str) -> Vec<(String, String)> {
    let found = keyword(passages).retrieve(&query(question)).await.unwrap();
    found.corrections.into_iter().map(|one| (one.word, one.meant)).collect()
}

#[tokio::test]
async fn two_errors_in_a_word_are_mended_where_the_documents_have_one_word_so_near() {
    let passages = passages_of(&["Annual leave is granted; you receive a letter."]);
    for (word, meant) in [
        ("leev", "leave"),
        ("anual", "annual"),
        ("recieve", "receive"),
        ("ganrted", "granted"),
        ("lettre", "letter"),
        ("recceve", "receive"),
    ] {
        let found = corrections_of(&passages, &format!("How is it with {word}?")).await;
        assert_eq!(found, [(word.to_owned(), meant.to_owned())]);
    }
}

#[tokio::test]
async fn forms_of_one_word_are_one_reading_and_other_words_are_another() {
    let forms = passages_of(&["A letter and letters and the letters."]);
    assert_eq!(corrections_of(&forms, "the lqttxr").await.len(), 1);
    let others = passages_of(&["A letter, and matter, and latter."]);
    assert!(corrections_of(&others, "the lqttxr").await.is_empty());
}

#[tokio::test]
async fn a_word_that_only_others_may_read_is_neither_meant_nor_another_reading() {
    let mut passages = passages_of(&["A letter.", "The lottery."]);
    passages[1].text = "The latter.".to_owned();
    passages[1].acl = Acl::Only { users: ["alice".to_owned()].into(), groups: [].into() };
    let found = corrections_of(&passages, "the lqttxr").await;
    assert_eq!(found, [("lqttxr".to_owned(), "letter".to_owned())]);
    assert!(corrections_of(&passages[1..], "the lqttxr").await.is_empty());
}

#[tokio::test]
async fn names_and_codes_are_not_taken_for_words_with_two_errors() {
    let passages = passages_of(&["Jason reads the letter."]);
    for question in ["Who is Jackson?", "part lettxx-42", "form LQTTXR of the house", "lettr42"] {
        assert!(corrections_of(&passages, question).await.is_empty(), "{question}");
    }
    assert_eq!(corrections_of(&passages, "jackson").await.len(), 1);
}
