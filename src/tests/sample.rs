//! The sample documents, read by the real binary, answer the sample questions.

use std::path::Path;
use std::sync::Arc;

use footnote::rag::Rag;
use footnote::rag::chat::Settings;
use footnote::rag::corpus::index::Index;
use footnote::rag::corpus::{FileState, Library, examples, ingest};
use footnote::rag::retrieval::keyword::Keyword;
use footnote::serve::evaluate::{self, Outcome};

/// An engine over the sample documents, in memory.
async fn sample() -> (Rag, Arc<Index>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = Arc::new(Index::in_memory().unwrap());
    let library = Arc::new(Library::new(root.join("src/sample/documents")));
    let binary = Path::new(env!("CARGO_BIN_EXE_footnote"));
    ingest::run(&library, &index, binary).await.unwrap();
    let rag = Rag {
        retriever: Arc::new(Keyword::new(Arc::clone(&index))),
        model: None,
        library,
        settings: Settings::default(),
    };
    (rag, index)
}

async fn outcomes(rag: &Rag) -> Vec<Outcome> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sample/questions.jsonl");
    let mut outcomes = Vec::new();
    for question in evaluate::questions(&path).unwrap() {
        outcomes.push(evaluate::outcome(rag, question).await.unwrap());
    }
    outcomes
}

#[tokio::test]
async fn every_sample_question_is_answered_from_its_source() {
    let (rag, _) = sample().await;
    let outcomes = outcomes(&rag).await;
    assert!(outcomes.len() >= 10);
    for outcome in &outcomes {
        let missing = outcome
            .truth
            .iter()
            .find(|source| !outcome.cited.contains(source));
        assert!(
            missing.is_none(),
            "{}\n{}",
            outcome.question,
            outcome.answer
        );
        let refuses = outcome
            .answer
            .starts_with("The documents do not seem to hold");
        assert_eq!(refuses, outcome.truth.is_empty(), "{}", outcome.question);
    }
    let summary = evaluate::summary(&outcomes);
    assert!(summary.precision > 0.85, "{summary:?}");
}

#[tokio::test]
async fn answers_hold_the_words_that_were_asked_for() {
    let (rag, _) = sample().await;
    let outcomes = outcomes(&rag).await;
    for (question, words) in [
        ("each mile", "42 pence a mile"),
        ("learning budget", "650 pounds"),
        ("wet books", "frozen within 48 hours"),
        ("pension scheme", "the Trust pays 9 per cent"),
        ("Harbour Road", "09:00 to 14:00"),
        ("entrance cameras", "14 days"),
        (
            "notice does someone give",
            "| More than 5 years | 8 weeks | 12 weeks |",
        ),
        ("branch manager", "| Branch manager | 35,600 pounds |"),
    ] {
        let outcome = outcomes
            .iter()
            .find(|outcome| outcome.question.contains(question));
        assert!(
            outcome.unwrap().answer.contains(words),
            "{question}: {outcome:?}"
        );
    }
}

#[tokio::test]
async fn all_formats_of_the_sample_are_read() {
    let (rag, index) = sample().await;
    let files = rag.library.progress().files;
    for extension in ["pdf", "md", "html", "txt"] {
        let file = files
            .iter()
            .find(|file| file.path.ends_with(extension))
            .unwrap();
        assert!(matches!(file.state, FileState::Ready { .. }), "{file:?}");
    }
    let pdf = files
        .iter()
        .find(|file| file.path.ends_with("pdf"))
        .unwrap();
    assert!(matches!(pdf.state, FileState::Ready { pages: 12.., .. }));
    assert!(examples::questions(&index).unwrap().len() >= 3);
}
