//! The sample documents, read by the real program, answer the sample questions.

use std::path::Path;
use std::sync::Arc;

use footnote_answers::{Rag, Settings, Workers};
use footnote_client::words;
use footnote_documents::FileState;
use footnote_documents::acl::Reader;
use footnote_evaluate::Outcome;
use footnote_library::{Library, examples, ingest};
use footnote_models::ModelSlot;
use footnote_protocol::{Answer, ChatRequest, FoundUnit, Message, Overrides};
use footnote_search::index::Index;
use footnote_search::keyword::Keyword;
use futures_util::StreamExt;

fn root() -> &'static Path {
    Path::new(".")
}

/// Returns an engine over the sample documents, in memory.
pub(crate) async fn sample() -> (Rag, Arc<Index>) {
    let index = Arc::new(Index::in_memory().unwrap());
    let folder = root().join("src/sample/documents");
    let library = Arc::new(Library::over(folder, index.catalog()));
    let binary = Path::new(env!("CARGO_BIN_EXE_footnote"));
    ingest::run(&library, &index.stores(), binary).await.unwrap();
    let rag = Rag {
        retriever: Arc::new(Keyword::over(Arc::clone(&index))),
        model: ModelSlot::default(),
        library,
        settings: Settings::default(),
        workers: Workers::default(),
        reader: Reader::default(),
        scope: None,
    };
    (rag, index)
}

async fn outcomes(rag: &Rag) -> Vec<Outcome> {
    let path = root().join("src/sample/questions.jsonl");
    let mut outcomes = Vec::new();
    for question in footnote_evaluate::questions(&path).unwrap() {
        outcomes.push(footnote_evaluate::outcome(rag, question).await.unwrap());
    }
    outcomes
}

#[tokio::test]
async fn every_sample_question_is_shown_its_source() {
    let (rag, _) = sample().await;
    let outcomes = outcomes(&rag).await;
    assert!(outcomes.len() >= 10);
    for outcome in &outcomes {
        let missing = outcome.truth.iter().find(|source| !outcome.cited.contains(source));
        assert!(missing.is_none(), "{}\n{}", outcome.question, outcome.answer);
    }
}

#[tokio::test]
async fn passages_hold_the_words_that_were_asked_for() {
    let (rag, _) = sample().await;
    let outcomes = outcomes(&rag).await;
    for (question, words) in [
        ("each mile", "42 pence a mile"),
        ("learning budget", "650 pounds"),
        ("wet books", "frozen within 48 hours"),
        ("pension scheme", "the Trust pays 9 per cent"),
        ("Harbour Road", "09:00 to 14:00"),
        ("entrance cameras", "14 days"),
        ("notice does someone give", "8 weeks"),
        ("branch manager", "| Branch manager | 35,600 pounds |"),
    ] {
        let outcome = outcomes.iter().find(|outcome| outcome.question.contains(question));
        assert!(outcome.unwrap().answer.contains(words), "{question}: {outcome:?}");
    }
}

/// Returns the text of the answer to the last question of a conversation.
async fn answer(rag: &Rag, questions: &[&str]) -> String {
    shown(rag, questions).await.text
}

/// Returns the answer to the last question of a conversation.
async fn shown(rag: &Rag, questions: &[&str]) -> Answer {
    let mut messages = Vec::new();
    for question in questions {
        if !messages.is_empty() {
            messages.push(Message::assistant("So it is."));
        }
        messages.push(Message::user(*question));
    }
    let request = ChatRequest { messages, ..ChatRequest::default() };
    let events: Vec<_> = footnote_chat::answer(rag, request).unwrap().collect().await;
    events.into_iter().collect()
}

#[tokio::test]
async fn short_and_leaning_questions_find_their_passages() {
    let (rag, _) = sample().await;
    for (questions, words) in [
        (&["who wrote hamlet", "Is there a lift?"][..], "have a lift"),
        (&["How much are late fees?", "What about a lost card?"], "3 pounds"),
        (&["How long may I borrow films?", "And board games?"], "Board games"),
        (&["learning budget"], "650 pounds"),
        (&["Are guide dogs allowed?"], "Guide dogs are welcome"),
    ] {
        let text = answer(&rag, questions).await;
        assert!(text.contains(words), "{questions:?}\n{text}");
    }
}

#[tokio::test]
async fn all_formats_of_the_sample_are_read() {
    let (rag, _) = sample().await;
    let files = rag.library.every_file().await.unwrap();
    for extension in ["pdf", "md", "html", "txt"] {
        let file = files.iter().find(|file| file.path.ends_with(extension)).unwrap();
        assert!(matches!(file.state, FileState::Ready { .. }), "{file:?}");
    }
    let pdf = files.iter().find(|file| file.path.ends_with("pdf")).unwrap();
    assert!(matches!(pdf.state, FileState::Ready { pages: 12.., .. }));
}

#[tokio::test]
async fn the_examples_are_topics_that_passages_are_shown_for() {
    let (rag, index) = sample().await;
    let topics = examples::topics(&index.stores()).await.unwrap();
    assert!(topics.len() > 3, "{topics:?}");
    for topic in topics {
        let asked = words::ask_about(&topic.question);
        let found = shown(&rag, &[&asked]).await.context.found.unwrap();
        let said = topic.question.to_lowercase();
        let is_it = |unit: &FoundUnit| {
            let mut texts = unit.headings.iter().chain([&unit.text]);
            texts.any(|text| text.to_lowercase().contains(&said))
        };
        assert!(found.units.iter().any(is_it), "{topic:?}\n{found:?}");
    }
}

/// Returns the question with a typing error in three of ten words of more than three letters: two letters swapped, or
/// one omitted.
fn mistyped(question: &str, seed: usize) -> String {
    let mut draws = seed;
    let mut draw = |below: usize| {
        draws = draws.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (draws >> 33) % below
    };
    let words = question.split(' ').map(|word| {
        let mut letters: Vec<char> = word.chars().collect();
        if letters.len() > 3 && draw(10) < 3 {
            let at = draw(letters.len() - 1);
            if draw(2) == 0 {
                letters.swap(at, at + 1);
            } else {
                letters.remove(at);
            }
        }
        letters.into_iter().collect()
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Returns true if one of the first ten passages is from the question's source.
async fn is_found(rag: &Rag, question: String, source: &str) -> bool {
    let request = ChatRequest {
        messages: vec![Message::user(question)],
        overrides: Overrides { top: Some(10), ..Overrides::default() },
        ..ChatRequest::default()
    };
    let found = footnote_answers::find(rag, request).await.unwrap().found;
    let mut sources = found.hits.iter().map(|hit| hit.passage.source());
    sources.any(|found| found == source)
}

#[tokio::test]
async fn typing_errors_in_three_words_of_ten_cost_four_points_at_most() {
    const TIMES: usize = 10;
    let (rag, _) = sample().await;
    let (mut found, mut all, mut missed) = (0, 0, Vec::new());
    for question in
        footnote_evaluate::questions(&root().join("src/sample/questions.jsonl")).unwrap()
    {
        for source in &question.citations {
            let asked = question.question.clone();
            assert!(is_found(&rag, asked, source).await, "{}", question.question);
            for seed in 0..TIMES {
                let asked = mistyped(&question.question, 1 + 7_919 * (all + seed));
                all += 1;
                if is_found(&rag, asked.clone(), source).await {
                    found += 1;
                } else {
                    missed.push(asked);
                }
            }
        }
    }
    assert!(all >= 100, "{all}");
    assert!(100 * found >= 96 * all, "{found} of {all}: {missed:#?}");
}
