//! The sample documents, read by the real binary, answer the sample questions.

use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;

use footnote::evaluate::{self, Outcome};
use footnote::protocol::{Answer, ChatRequest, Message};
use footnote::rag::Rag;
use footnote::rag::chat::{self, Settings, Workers};
use footnote::rag::corpus::index::Index;
use footnote::rag::corpus::readers::Reader;
use footnote::rag::corpus::{FileState, Library, examples, ingest};
use footnote::rag::retrieval::keyword::Keyword;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An engine over the sample documents, in memory.
async fn sample() -> (Rag, Arc<Index>) {
    let index = Arc::new(Index::in_memory().unwrap());
    let folder = root().join("src/sample/documents");
    let library = Arc::new(Library::over(folder, index.shared_records()));
    let binary = Path::new(env!("CARGO_BIN_EXE_footnote"));
    ingest::run(&library, &index, binary).await.unwrap();
    let rag = Rag {
        retriever: Arc::new(Keyword::new(Arc::clone(&index))),
        model: None,
        library,
        settings: Settings::default(),
        workers: Workers::default(),
        reader: Reader::default(),
    };
    (rag, index)
}

async fn outcomes(rag: &Rag) -> Vec<Outcome> {
    let path = root().join("src/sample/questions.jsonl");
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
    assert!(summary.of("precision") > Some(0.85), "{summary:?}");
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

/// The answer to the last of a conversation's questions.
async fn answer(rag: &Rag, questions: &[&str]) -> String {
    let mut messages = Vec::new();
    for question in questions {
        if !messages.is_empty() {
            messages.push(Message::assistant("So it is."));
        }
        messages.push(Message::user(*question));
    }
    let request = ChatRequest {
        messages,
        ..ChatRequest::default()
    };
    let events: Vec<_> = chat::answer(rag, request).unwrap().collect().await;
    events.into_iter().collect::<Answer>().text
}

#[tokio::test]
async fn no_earlier_question_makes_an_answer_to_one_that_has_none() {
    let (rag, _) = sample().await;
    let earlier = evaluate::questions(&root().join("src/sample/questions.jsonl")).unwrap();
    for question in [
        "Who is the president of France?",
        "How many days of vacation do I get?",
        "Can I bring my cat?",
        "who wrote hamlet",
        "what is the capital of mongolia",
    ] {
        let before = earlier.iter().map(|earlier| vec![&*earlier.question]);
        for mut questions in before.chain([Vec::new()]) {
            questions.push(question);
            let text = answer(&rag, &questions).await;
            assert!(
                text.starts_with("The documents do not seem"),
                "{questions:?}\n{text}"
            );
        }
    }
}

#[tokio::test]
async fn short_and_leaning_questions_are_answered() {
    let (rag, _) = sample().await;
    for (questions, words) in [
        (&["who wrote hamlet", "Is there a lift?"][..], "have a lift"),
        (
            &["How much are late fees?", "What about a lost card?"],
            "3 pounds",
        ),
        (
            &["How long may I borrow films?", "And board games?"],
            "Board games",
        ),
        (&["learning budget"], "650 pounds"),
        (&["Are guide dogs allowed?"], "Guide dogs are welcome"),
    ] {
        let text = answer(&rag, questions).await;
        assert!(text.contains(words), "{questions:?}\n{text}");
    }
}

#[tokio::test]
async fn all_formats_of_the_sample_are_read() {
    let (rag, index) = sample().await;
    let files = rag.library.every_file();
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
