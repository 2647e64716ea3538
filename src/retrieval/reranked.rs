//! Retrieval whose first passages a cross-encoder puts in order, where a query asks for the ranker.

use std::sync::Arc;
use std::time::Duration;

use footnote_documents::Passage;
use footnote_documents::acl::Reader;
use footnote_models::rerank::CrossEncoder;
use footnote_protocol::RetrievalMode;
use footnote_text::words::beginning;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;

use super::ranker::MAX_SCORE;
use super::{Hit, Query, Ranks, RetrieveError, Retriever, SearchResult, trace, with_corrections};
use crate::store::Start;

/// The number of passages that are read.
const PASSAGES_READ: usize = 10;

/// The time that they may take to be read, others before them included; after it they are ranked without.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The bytes of context words that are read with a question: more would take the passages' room.
const MOST_CONTEXT_BYTES: usize = 200;

/// Retrieval with a cross-encoder as its ranker.
pub struct Reranked {
    inner: Arc<dyn Retriever>,
    model: Arc<dyn CrossEncoder>,
    /// The turn to read: two at once would both take twice as long.
    turn: Semaphore,
}

impl Reranked {
    /// The retrieval of `inner`, ranked anew by `model`.
    pub fn new(inner: Arc<dyn Retriever>, model: Arc<dyn CrossEncoder>) -> Self {
        Self { inner, model, turn: Semaphore::new(1) }
    }

    async fn search(&self, query: &Query) -> Result<SearchResult, RetrieveError> {
        let wider = Query { ranker: false, top: PASSAGES_READ.max(query.top), ..query.clone() };
        let mut found = self.inner.retrieve(&wider).await?;
        let texts: Vec<String> = found.hits.iter().take(PASSAGES_READ).map(text).collect();
        if texts.is_empty() {
            return Ok(found);
        }
        let question = beginning(&query.text, query.own().len() + MOST_CONTEXT_BYTES);
        let question = with_corrections(question, &found.corrections);
        if let Some(scores) = self.scores(&question, &texts).await {
            reorder(&mut found, &scores);
            if let Some(trace) = &mut found.how.trace {
                trace::prepend(trace, &found.hits);
            }
            drop_below(query.minimum_ranker_score, &mut found);
        }
        found.hits.truncate(query.top);
        found.how.ranks.truncate(query.top);
        Ok(found)
    }

    /// The scores of texts as answers to the question; `None` if they are not read in time.
    async fn scores(&self, question: &str, texts: &[String]) -> Option<Vec<f32>> {
        let read = async {
            let _turn = self.turn.acquire().await.ok()?;
            self.model.score(question, texts).await
        };
        let scores = tokio::time::timeout(TIMEOUT, read).await.ok().flatten();
        if scores.is_none() {
            tracing::warn!(model = self.model.name(), "the ranker failed or took too long");
        }
        scores
    }
}

impl Retriever for Reranked {
    fn modes(&self) -> &[RetrievalMode] {
        self.inner.modes()
    }

    fn ranks(&self) -> bool {
        true
    }

    fn retrieve<'a>(
        &'a self,
        query: &'a Query,
    ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
        if query.ranker && query.top > 0 {
            self.search(query).boxed()
        } else {
            self.inner.retrieve(query)
        }
    }

    fn likeness<'a>(
        &'a self,
        question: &'a str,
        texts: &'a [String],
    ) -> BoxFuture<'a, Option<Vec<f32>>> {
        self.inner.likeness(question, texts)
    }

    fn passages_from<'a>(
        &'a self,
        path: &'a str,
        start: Start,
        most: usize,
        reader: &'a Reader,
    ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
        self.inner.passages_from(path, start, most, reader)
    }
}

/// A passage as the model reads it: under its title and its last heading.
fn text(hit: &Hit) -> String {
    let Passage { title, headings, text, .. } = &hit.passage;
    let heading = headings.last().filter(|heading| *heading != title);
    let parts = [Some(title), heading, Some(text)].into_iter().flatten();
    parts.map(String::as_str).collect::<Vec<_>>().join(". ")
}

/// Orders the first hits by their scores. The scores of the search stay with the places: what reads them later was
/// fitted on how far those of neighbours lie apart.
fn reorder(found: &mut SearchResult, scores: &[f32]) {
    let ranks = std::mem::take(&mut found.how.ranks);
    let mut ranks = ranks.into_iter();
    let rank = |(at, hit): (usize, &Hit)| {
        let by_text = || Ranks { id: hit.passage.id.clone(), text: Some(at), ..Ranks::default() };
        ranks.next().unwrap_or_else(by_text)
    };
    let ranks: Vec<Ranks> = (1..).zip(&found.hits).map(rank).collect();
    let places: Vec<f32> = found.hits.iter().map(|hit| hit.score).collect();
    let scores = scores.iter().map(Some).chain(std::iter::repeat(None));
    let hits = std::mem::take(&mut found.hits).into_iter().zip(ranks).zip(scores);
    let mut all: Vec<_> = (1..).zip(hits).collect();
    all.sort_by(|(_, (_, a)), (_, (_, b))| match (a, b) {
        (Some(a), Some(b)) => b.total_cmp(a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    for ((before, ((hit, ranks), logit)), score) in all.into_iter().zip(places) {
        found.hits.push(Hit { score, ..hit });
        found.how.ranks.push(Ranks {
            before: logit.map(|_| before),
            ranker: logit.map(|logit| MAX_SCORE / (1.0 + (-logit).exp())),
            ..ranks
        });
    }
    found.how.ranked = !found.hits.is_empty();
}

/// Drops the hits whose score by the model is lower, and those without, if there is a floor.
fn drop_below(floor: f32, found: &mut SearchResult) {
    if floor <= 0.0 {
        return;
    }
    let passes = |ranks: &Ranks| ranks.ranker.is_some_and(|score| score >= floor);
    let mut ranks = found.how.ranks.iter();
    found.hits.retain(|_| ranks.next().is_some_and(passes));
    found.how.ranks.retain(passes);
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;
    use crate::contract_tests;
    use crate::keyword::Keyword;

    /// Finds three passages.
    struct Three;

    impl Retriever for Three {
        fn retrieve<'a>(
            &'a self,
            query: &'a Query,
        ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
            let hit = |(id, score): (&str, f32)| {
                let passage =
                    Passage { id: id.to_owned(), text: format!("Of {id}."), ..Passage::default() };
                Hit { passage, score, ..Hit::default() }
            };
            let hits = [("a", 1.0), ("b", 0.9), ("c", 0.2)].map(hit);
            let hits = hits.into_iter().take(query.top).collect();
            Box::pin(async { Ok(SearchResult { hits, ..SearchResult::default() }) })
        }
    }

    /// Scores passages by their order; nothing if there are no scores.
    struct Scorer(&'static [f32]);

    impl CrossEncoder for Scorer {
        fn name(&self) -> &'static str {
            "scorer"
        }

        fn score<'a>(
            &'a self,
            _question: &'a str,
            passages: &'a [String],
        ) -> BoxFuture<'a, Option<Vec<f32>>> {
            let scores = self.0.get(..passages.len()).map(<[f32]>::to_vec);
            Box::pin(async { scores })
        }
    }

    /// Asks for the ranker always.
    struct Always(Reranked);

    impl Retriever for Always {
        fn retrieve<'a>(
            &'a self,
            query: &'a Query,
        ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
            let query = Query { ranker: true, ..query.clone() };
            async move { self.0.retrieve(&query).await }.boxed()
        }

        fn passages_from<'a>(
            &'a self,
            path: &'a str,
            start: Start,
            most: usize,
            reader: &'a Reader,
        ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
            self.0.passages_from(path, start, most, reader)
        }
    }

    #[tokio::test]
    async fn retrieval_that_is_ranked_anew_keeps_the_contract() {
        let index = contract_tests::index_of(&contract_tests::documents()).unwrap();
        let inner = Arc::new(Keyword::over(Arc::new(index)));
        let model = Scorer(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);
        let ranked = Always(Reranked::new(inner, Arc::new(model)));
        contract_tests::keeps_the_contract(&ranked).await;
    }

    /// Never comes to an end.
    struct Endless;

    impl CrossEncoder for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }

        fn score<'a>(&'a self, _: &'a str, _: &'a [String]) -> BoxFuture<'a, Option<Vec<f32>>> {
            Box::pin(std::future::pending())
        }
    }

    /// Counts the searches.
    #[derive(Default)]
    struct Counting(AtomicUsize);

    impl Retriever for Counting {
        fn retrieve<'a>(
            &'a self,
            query: &'a Query,
        ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Three.retrieve(query)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_model_that_takes_too_long_leaves_what_was_found_as_it_is() {
        let inner = Arc::new(Counting::default());
        let ranked = Reranked::new(Arc::clone(&inner) as _, Arc::new(Endless));
        let found = ranked.retrieve(&query(2)).await.unwrap();
        assert_eq!((found.hits.len(), found.how.ranked), (2, false));
        assert_eq!(inner.0.load(Ordering::Relaxed), 1, "it is not searched for again");
    }

    /// Notes the questions that it reads, and whether two are read at once.
    #[derive(Default)]
    struct Noting {
        asked: Mutex<Vec<String>>,
        busy: AtomicBool,
    }

    impl CrossEncoder for Noting {
        fn name(&self) -> &'static str {
            "noting"
        }

        fn score<'a>(
            &'a self,
            question: &'a str,
            passages: &'a [String],
        ) -> BoxFuture<'a, Option<Vec<f32>>> {
            async move {
                assert!(!self.busy.swap(true, Ordering::Relaxed), "one after the other");
                tokio::time::sleep(Duration::from_secs(1)).await;
                self.busy.store(false, Ordering::Relaxed);
                self.asked.lock().unwrap().push(question.to_owned());
                Some(vec![0.0; passages.len()])
            }
            .boxed()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn questions_are_read_one_after_the_other_with_a_little_of_what_is_lent() {
        let model = Arc::new(Noting::default());
        let ranked = Reranked::new(Arc::new(Three), Arc::clone(&model) as _);
        let lent = format!("Which? On Sundays. {}", "Long ago. ".repeat(100));
        let follow_up = Query { text: lent, own_bytes: Some(6), ..query(2) };
        let (a, b) = futures_util::join!(ranked.retrieve(&follow_up), ranked.retrieve(&follow_up));
        assert!(a.unwrap().how.ranked && b.unwrap().how.ranked);
        let asked = model.asked.lock().unwrap();
        assert!(
            asked[0].starts_with("Which? On Sundays.") && asked[0].len() == 6 + MOST_CONTEXT_BYTES
        );
    }

    #[test]
    fn what_was_not_read_stays_behind_and_is_below_any_floor() {
        let hit = |score| Hit { score, ..Hit::default() };
        let mut found =
            SearchResult { hits: vec![hit(3.0), hit(2.0), hit(1.0)], ..SearchResult::default() };
        reorder(&mut found, &[-1.0, 5.0]);
        let before: Vec<_> = found.how.ranks.iter().map(|ranks| ranks.before).collect();
        assert_eq!(before, [Some(2), Some(1), None]);
        drop_below(0.1, &mut found);
        assert_eq!((found.hits.len(), found.how.ranks.len()), (2, 2));
    }

    async fn ids(scores: &'static [f32], query: Query) -> (String, SearchResult) {
        let ranked = Reranked::new(Arc::new(Three), Arc::new(Scorer(scores)));
        let found = ranked.retrieve(&query).await.unwrap();
        (found.hits.iter().map(|hit| hit.passage.id.as_str()).collect(), found)
    }

    fn query(top: usize) -> Query {
        Query { text: "Which?".to_owned(), top, ranker: true, ..Query::default() }
    }

    #[tokio::test]
    async fn what_the_model_finds_better_comes_first_and_scores_stay_with_the_places() {
        let (order, found) = ids(&[-4.0, 0.0, 6.0], query(2)).await;
        assert_eq!(order, "cb");
        let scores: Vec<f32> = found.hits.iter().map(|hit| hit.score).collect();
        assert_eq!(scores, [1.0, 0.9]);
        let ranks = &found.how.ranks;
        assert_eq!((ranks[0].text, ranks[0].before, ranks[0].id.as_str()), (Some(3), Some(3), "c"));
        assert!(ranks[0].ranker.unwrap() > 3.9 && (ranks[1].ranker.unwrap() - 2.0).abs() < 1e-6);
        assert!(found.how.ranked);
    }

    #[tokio::test]
    async fn below_the_floor_nothing_is_left() {
        let floor = Query { minimum_ranker_score: 1.9, ..query(3) };
        let (order, found) = ids(&[-4.0, 0.0, 6.0], floor).await;
        assert_eq!(order, "cb");
        assert_eq!(found.how.ranks.len(), 2);
    }

    #[tokio::test]
    async fn a_model_that_cannot_read_leaves_the_order_as_it_is() {
        let (order, found) = ids(&[], query(2)).await;
        assert_eq!((order.as_str(), found.how.ranked), ("ab", false));
    }

    #[tokio::test]
    async fn nothing_is_read_unless_the_query_asks_for_the_ranker() {
        let (order, _) = ids(&[-4.0, 0.0, 6.0], Query { ranker: false, ..query(2) }).await;
        assert_eq!(order, "ab");
    }
}
