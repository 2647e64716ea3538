//! Tests of the search modes, with a model that knows a few synonyms.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use footnote_models::embed::{EmbedError, Embedder, Precedence};
use footnote_store::{VectorKey, embedded_text};
use footnote_text::analysis::stems;

use super::super::contract_tests;
use super::*;
use crate::index::EmbeddedIndex;
use crate::vectors::{EmbeddedVectors, Vectors};

/// Words that the model treats as equal.
const SYNONYMS: [(&str, &str); 2] = [("fruit", "appl"), ("basement", "cellar")];

/// Hashes stems after replacing synonyms, so that texts with the same words are similar.
#[derive(Default)]
struct Synonyms {
    fails: AtomicBool,
    /// Number of embedded texts.
    embedded: AtomicUsize,
    longest: AtomicUsize,
    precedence: Precedence,
    /// Number of times that something took precedence.
    preceded: AtomicUsize,
}

impl Embedder for Synonyms {
    fn name(&self) -> &'static str {
        "synonyms"
    }

    fn most_texts(&self) -> usize {
        2
    }

    fn knows(&self, text: &str) -> f32 {
        let own: f32 = text.chars().filter(char::is_ascii).map(|_| 1.0).sum();
        own / text.chars().map(|_| 1.0).sum::<f32>().max(1.0)
    }

    fn has_word(&self, word: &str) -> bool {
        word == "peas"
    }

    fn precedence(&self) -> Option<&Precedence> {
        self.preceded.fetch_add(1, Ordering::Relaxed);
        Some(&self.precedence)
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        let fails = self.fails.load(Ordering::Relaxed);
        self.embedded.fetch_add(texts.len(), Ordering::Relaxed);
        let longest = texts.iter().map(String::len).max().unwrap_or_default();
        self.longest.fetch_max(longest, Ordering::Relaxed);
        let answer = if fails {
            Err(EmbedError::Unreachable)
        } else {
            Ok(texts.iter().map(|text| vector(text)).collect())
        };
        Box::pin(async { answer })
    }
}

fn vector(text: &str) -> Vec<f32> {
    // All texts have something in common, as with real models.
    let mut numbers = vec![0.05; 512];
    for stem in stems(text) {
        let same = SYNONYMS.iter().find(|(word, _)| *word == stem);
        let stem = same.map_or(stem.as_str(), |(_, other)| other);
        let hash = stem
            .bytes()
            .fold(7_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(usize::from(byte)));
        numbers[hash % 512] += 1.0;
    }
    numbers
}

struct Fixture {
    hybrid: HybridRetriever,
    model: Arc<Synonyms>,
}

async fn fixture() -> Fixture {
    let index = Arc::new(contract_tests::index_of(&contract_tests::documents()).unwrap());
    let index = EmbeddedIndex::new(index);
    let vectors = EmbeddedVectors::new(Arc::new(Vectors::in_memory("synonyms")), index.clone());
    let model = Arc::new(Synonyms::default());
    vectors.refresh().await.unwrap();
    let (passages, _) = vectors.awaiting(None, usize::MAX).await.unwrap();
    let embedded = passages.iter().map(|one| (VectorKey::of(one), vector(&embedded_text(one))));
    vectors.put(embedded.collect()).await.unwrap();
    let asked: Arc<dyn Embedder> = Arc::clone(&model) as _;
    let index: Arc<dyn PassageStore> = Arc::new(index);
    let nearest = NearestPassages::new(Arc::clone(&index), vectors, asked);
    Fixture { hybrid: HybridRetriever::new(index, nearest), model }
}

fn by(mode: RetrievalMode, text: &str) -> Query {
    Query { mode, ..contract_tests::query(text) }
}

async fn found(fixture: &Fixture, query: &Query) -> SearchResult {
    fixture.hybrid.retrieve(query).await.unwrap()
}

#[tokio::test]
async fn the_contract_is_kept_by_each_mode() {
    let fixture = fixture().await;
    assert_eq!(fixture.hybrid.default_mode(), RetrievalMode::Hybrid);
    for mode in fixture.hybrid.modes() {
        contract_tests::keeps_the_contract_by(&fixture.hybrid, *mode).await;
    }
}

#[tokio::test]
async fn a_word_that_the_model_knows_is_no_typing_error() {
    let fixture = fixture().await;
    for mode in fixture.hybrid.modes() {
        let corrections = async |text| found(&fixture, &by(*mode, text)).await.corrections;
        assert!(corrections("How many peas?").await.is_empty(), "{mode:?}");
        assert_eq!(corrections("How many pers?").await[0].meant, "pears", "{mode:?}");
    }
}

#[tokio::test]
async fn a_question_without_a_shared_word_is_found_by_its_meaning_only() {
    let fixture = fixture().await;
    let question = "fruit basement";
    let text = found(&fixture, &by(RetrievalMode::Text, question)).await;
    assert!(text.hits.is_empty() && text.how.mode == RetrievalMode::Text);
    let nearest_hits = found(&fixture, &by(RetrievalMode::Vectors, question)).await;
    assert_eq!(nearest_hits.hits[0].passage.id, "garden/apples.md#1");
    assert_eq!(nearest_hits.hits[0].before.as_deref(), Some("Apples ripen in September."));
    assert_eq!(nearest_hits.how.mode, RetrievalMode::Vectors);
    let both = found(&fixture, &by(RetrievalMode::Hybrid, question)).await;
    assert_eq!(both.hits[0].passage.id, "garden/apples.md#1");
    assert_eq!((both.how.ranks[0].text, both.how.ranks[0].vectors), (None, Some(1)));
}

#[tokio::test]
async fn a_question_is_embedded_once_and_of_a_pasted_text_the_beginning() {
    let fixture = fixture().await;
    let before = fixture.model.embedded.load(Ordering::Relaxed);
    for text in ["fruit basement".to_owned(), "fruit ".repeat(20_000)] {
        for _ in 0..2 {
            found(&fixture, &by(RetrievalMode::Vectors, &text)).await;
        }
    }
    assert_eq!(fixture.model.embedded.load(Ordering::Relaxed) - before, 2);
    assert_eq!(fixture.model.longest.load(Ordering::Relaxed), 16 * 1024);
}

#[tokio::test]
async fn a_search_takes_precedence_over_passages_in_each_mode() {
    let fixture = fixture().await;
    for (times, mode) in (1..).zip(fixture.hybrid.modes()) {
        found(&fixture, &by(*mode, "fruit basement")).await;
        assert_eq!(fixture.model.preceded.load(Ordering::Relaxed), times, "{mode:?}");
    }
}

#[tokio::test]
async fn both_rankings_count() {
    let fixture = fixture().await;
    // The cake is first by keywords, the cellar by meaning.
    let both = found(&fixture, &by(RetrievalMode::Hybrid, "cinnamon cake basement apples")).await;
    let best = &both.how.ranks[0];
    assert!(best.text.is_some() && best.vectors.is_some());
    assert_eq!(best.id, both.hits[0].passage.id);
    assert!((0.3..=1.3).contains(&both.hits[0].score));
}

#[tokio::test]
async fn a_model_that_fails_is_told_and_words_answer() {
    let fixture = fixture().await;
    fixture.model.fails.store(true, Ordering::Relaxed);
    for mode in [RetrievalMode::Vectors, RetrievalMode::Hybrid] {
        let found = found(&fixture, &by(mode, "apples")).await;
        assert!(found.hits.len() >= 3 && found.how.mode == RetrievalMode::Text);
        assert_eq!(
            found.how.note.as_deref(),
            Some("The embedding model cannot be reached. Answered by text.")
        );
    }
}

#[tokio::test]
async fn a_model_that_does_not_know_the_questions_words_is_left_out_of_both() {
    let fixture = fixture().await;
    let question = "apples яблоки яблоки";
    let both = found(&fixture, &by(RetrievalMode::Hybrid, question)).await;
    assert_eq!(both.how.note.as_deref(), Some(UNKNOWN_WORDS_NOTE));
    assert!(!both.hits.is_empty() && both.how.ranks.is_empty() && both.how.model.is_none());
    // Semantic search alone on request.
    let nearest_hits = found(&fixture, &by(RetrievalMode::Vectors, question)).await;
    assert_eq!(nearest_hits.how.mode, RetrievalMode::Vectors);
}

#[tokio::test]
async fn only_the_beginning_of_a_question_tells_whether_the_model_knows_it() {
    let fixture = fixture().await;
    let question = format!("{} {}", "apples ".repeat(600), "яблоки ".repeat(2_000));
    let both = found(&fixture, &by(RetrievalMode::Hybrid, &question)).await;
    assert!(both.how.model.is_some());
}

#[test]
fn what_is_near_breaks_ties_of_words_and_the_farthest_gains_nothing() {
    let hit = |id: &str, score| Hit {
        passage: Passage { id: id.to_owned(), ..Passage::default() },
        score,
        ..Hit::default()
    };
    let text = [hit("a", 8.0), hit("b", 8.0), hit("c", 2.0)];
    let nearest_hits = vec![hit("b", 0.9), hit("d", 0.6), hit("c", 0.1)];
    let fused = fused(&text, nearest_hits);
    let scores: Vec<_> = fused
        .iter()
        .map(|(hit, _)| (hit.passage.id.as_str(), (hit.score * 1000.0).round()))
        .collect();
    let expected = [("b", 1300.0), ("a", 1000.0), ("c", 250.0), ("d", 188.0)];
    assert_eq!(scores, expected);
}

#[test]
fn the_nearest_in_meaning_has_a_seat_among_the_first() {
    let one = |(n, vectors): (u8, Option<usize>)| {
        let hit = Hit { score: f32::from(20 - n), ..Hit::default() };
        let ranks = Ranks { id: n.to_string(), vectors, ..Ranks::default() };
        (hit, ranks)
    };
    let ranking = |nearest: u8| -> Vec<(Hit, Ranks)> {
        let all = (0..9).map(|n| (n, (n == nearest).then_some(1)));
        all.map(one).collect()
    };
    let order = |nearest: u8, top: usize| {
        let mut ranking = ranking(nearest);
        promote_nearest(&mut ranking, top);
        assert!(ranking.is_sorted_by(|(a, _), (b, _)| a.score >= b.score));
        ranking.iter().map(|(_, ranks)| ranks.id.clone()).collect::<String>()
    };
    assert_eq!(order(7, 5), "012374568");
    assert_eq!(order(7, 3), "017234568");
    assert_eq!(order(7, 50), "012374568");
    assert_eq!(order(2, 5), "012345678");
    assert_eq!(order(7, 1), "012345678", "whoever wants one has the best of both");
}
