//! Files attached to a conversation: merges their passages with those that a retriever finds.

use std::collections::BTreeSet;
use std::sync::Arc;

use footnote_documents::Passage;
use footnote_documents::acl::{Acl, Reader};
use footnote_protocol::RetrievalMode;
use footnote_store::RetrieveError;
use footnote_store::search::{Hit, Query, SearchResult, Technique, Term};
use footnote_text::analysis::stems;
use tokio::sync::OnceCell;

use super::keyword::Keyword;
use super::{Retriever as _, with_corrections};
use crate::index::Index;

/// Score factor of attached passages. A reader attaches a file to ask about it, so of two equally good passages the
/// attached one is meant.
const PREFERENCE: f32 = 1.5;

/// The attached passages, with their own index in memory. The index is built by the first search, so a message with
/// several questions builds it once.
#[derive(Default)]
pub struct AttachedFiles {
    passages: Arc<Vec<Passage>>,
    keyword: OnceCell<Keyword>,
}

impl AttachedFiles {
    /// Files with these passages, which are visible to every reader of their conversation.
    pub fn new(mut passages: Vec<Passage>) -> Self {
        for passage in &mut passages {
            passage.acl = Acl::Public;
        }
        Self { passages: Arc::new(passages), keyword: OnceCell::new() }
    }

    /// The passages of the file with this path, in order; empty if it is not attached.
    pub fn document(&self, path: &str) -> Vec<Passage> {
        let own = self.passages.iter().filter(|passage| passage.path == path);
        let mut own: Vec<Passage> = own.cloned().collect();
        own.sort_by_key(|passage| passage.ordinal);
        own
    }

    /// Merges the results of a retriever, `found`, with matching attached passages.
    ///
    /// # Errors
    ///
    /// Fails if the attached passages cannot be indexed, or the work is interrupted.
    pub async fn merged_with(
        self: &Arc<Self>,
        found: SearchResult,
        query: &Query,
    ) -> Result<SearchResult, RetrieveError> {
        // Attached files have no category.
        let is_in_category = query.include_category.as_ref().is_some_and(|c| !c.is_empty());
        if self.passages.is_empty() || is_in_category {
            return Ok(found);
        }
        let own = self.keyword().await?.retrieve(&alone(query, &found)).await?;
        let (files, query) = (Arc::clone(self), query.clone());
        let joined =
            tokio::task::spawn_blocking(move || merged(found, own, &files.passages, &query));
        joined.await.map_err(|error| RetrieveError(error.into()))
    }

    async fn keyword(&self) -> Result<&Keyword, RetrieveError> {
        let built = self.keyword.get_or_try_init(|| async {
            let passages = Arc::clone(&self.passages);
            let index = tokio::task::spawn_blocking(move || Index::of(&passages)).await;
            let index = index.map_err(|error| RetrieveError(error.into()))?;
            let index = index.map_err(|error| RetrieveError(error.into()))?;
            Ok(Keyword::over(Arc::new(index)))
        });
        built.await
    }
}

/// The query for the attached passages alone. It has the typing errors corrected by the retriever: a word in its
/// documents is spelt correctly, even if the attached files have a similar one.
fn alone(query: &Query, found: &SearchResult) -> Query {
    let own = query.own();
    let context_words = query.text.get(own.len()..).unwrap_or_default();
    let [own, context_words] =
        [own, context_words].map(|text| with_corrections(text, &found.corrections));
    let mut without = query.without.clone();
    without.push(Technique::Corrections);
    Query {
        text: format!("{own}{context_words}"),
        own_bytes: query.own_bytes.map(|_| own.len()),
        mode: RetrievalMode::Text,
        include_category: None,
        exclude_category: None,
        // Attached files are searched in every scope.
        scope: None,
        minimum_score: 0.0,
        reader: Reader::default(),
        without,
        ..query.clone()
    }
}

/// Merges the hits with those among the attached passages, best first.
fn merged(
    found: SearchResult,
    own: SearchResult,
    attached: &[Passage],
    query: &Query,
) -> SearchResult {
    let SearchResult { mut hits, terms, rarest, corrections, how } = found;
    let terms = merged_terms(terms, own.terms);
    let mut own = own.hits;
    rescale(&mut own, &hits, &terms);
    let least = query.minimum_score.max(f32::MIN_POSITIVE);
    own.retain(|hit| hit.score >= least);
    let nothing_fits = own.is_empty() && !terms.is_empty() && query.minimum_score <= 0.0;
    hits.extend(own);
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits.truncate(query.top);
    if nothing_fits && query.top > 1 {
        add_opening(&mut hits, attached, query.top);
    }
    SearchResult { hits, terms, rarest, corrections, how }
}

/// The terms of the question: those of the other retriever, plus terms that only occur in attached files.
fn merged_terms(mut terms: Vec<Term>, own: Vec<Term>) -> Vec<Term> {
    for own in own {
        match terms.iter_mut().find(|term| term.stem == own.stem) {
            Some(term) => {
                if !term.known && own.known {
                    (term.known, term.weight) = (true, own.weight);
                }
                term.forms.extend(own.forms);
                term.forms.sort();
                term.forms.dedup();
            }
            None if own.known => terms.push(own),
            None => {}
        }
    }
    terms
}

/// Rescales the scores of attached passages to the scale of `others`. Scores of two searches are not comparable: term
/// rarity depends on the collection, and semantic search has a scale of its own. What can be compared is how much of
/// the question a passage covers. So the ratio of the best attached passage to the first of the others becomes the ratio
/// of the term weights that they cover. The remaining attached passages keep their ratio to the best one.
fn rescale(own: &mut [Hit], others: &[Hit], terms: &[Term]) {
    let (Some(first), Some(best)) = (others.first(), own.first()) else {
        return;
    };
    let theirs = others.iter().map(|hit| covered_weight(hit, terms)).fold(0.0, f32::max);
    let share = if theirs > 0.0 { covered_weight(best, terms) / theirs } else { 1.0 };
    let best = best.score.max(f32::MIN_POSITIVE);
    for hit in own {
        let fit = share * hit.score / best;
        hit.score = first.score * (PREFERENCE * fit).min(PREFERENCE);
    }
}

/// Total weight of the question's terms in a passage.
fn covered_weight(hit: &Hit, terms: &[Term]) -> f32 {
    let passage = &hit.passage;
    let texts = passage.headings.iter().chain([&passage.title, &passage.text]);
    let stems: BTreeSet<String> = texts.flat_map(|text| stems(text)).collect();
    let had = terms.iter().filter(|term| term.is_among(&stems));
    had.map(|term| term.weight * term.times()).sum()
}

/// Adds the start of the attached files in last place, since the question may be about the files as a whole.
fn add_opening(hits: &mut Vec<Hit>, attached: &[Passage], top: usize) {
    let Some(first) = attached.first() else {
        return;
    };
    hits.truncate(top.saturating_sub(1));
    let score = hits.last().map_or(0.0, |hit| hit.score);
    let is_next = |other: &&Passage| {
        other.path == first.path && (other.page, &other.headings) == (first.page, &first.headings)
    };
    let after = attached.get(1).filter(is_next).map(|next| next.text.clone());
    hits.push(Hit { passage: first.clone(), score, after, ..Hit::default() });
}

#[cfg(test)]
mod tests {
    use footnote_store::Start;
    use footnote_store::search::{Ranks, SearchReport};
    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;

    use super::super::{Retriever, contract_tests};
    use super::*;

    /// Searches an index together with attached files.
    struct Over(Keyword, Arc<AttachedFiles>);

    impl Retriever for Over {
        fn retrieve<'a>(
            &'a self,
            query: &'a Query,
        ) -> BoxFuture<'a, Result<SearchResult, RetrieveError>> {
            async move { self.1.merged_with(self.0.retrieve(query).await?, query).await }.boxed()
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

    fn passages(texts: &[&str]) -> Vec<Passage> {
        let passage = |(ordinal, text): (u32, &&str)| Passage {
            id: format!("attached/a.md#{ordinal}"),
            path: "attached/a.md".to_owned(),
            ordinal,
            text: (*text).to_owned(),
            ..Passage::default()
        };
        (0..).zip(texts).map(passage).collect()
    }

    fn over(texts: &[&str]) -> Over {
        let index = contract_tests::index_of(&contract_tests::documents()).unwrap();
        Over(Keyword::over(Arc::new(index)), Arc::new(AttachedFiles::new(passages(texts))))
    }

    async fn found(retriever: &Over, query: &Query) -> SearchResult {
        retriever.retrieve(query).await.unwrap()
    }

    #[tokio::test]
    async fn the_contract_is_kept() {
        contract_tests::keeps_the_contract(&over(&[])).await;
        contract_tests::keeps_the_contract(&over(&["Apples are red.", "Plums are blue."])).await;
        contract_tests::keeps_the_contract(&over(&["Plums are blue."])).await;
    }

    #[tokio::test]
    async fn an_attached_passage_goes_before_others_that_fit_as_well() {
        let retriever = over(&["The cellar is dark.", "Nothing else."]);
        let found = found(&retriever, &contract_tests::query("cellar")).await;
        assert_eq!(found.hits[0].passage.path, "attached/a.md");
        assert_eq!(found.hits.len(), 2);
        assert_eq!(found.hits[0].after.as_deref(), Some("Nothing else."));
    }

    #[tokio::test]
    async fn beside_a_ranking_of_another_scale_words_still_compare() {
        let fused = |text: &str, score| {
            let passage = passages(&[text]).remove(0);
            Hit { passage, score, ..Hit::default() }
        };
        let by_meaning = SearchReport { mode: RetrievalMode::Hybrid, ..SearchReport::default() };
        let by_words_ranked_anew =
            SearchReport { ranks: vec![Ranks::default()], ..SearchReport::default() };
        for how in [by_meaning, by_words_ranked_anew] {
            let found = SearchResult {
                hits: vec![fused("The cellar is dark and cool.", 0.03), fused("Tea.", 0.01)],
                how,
                ..SearchResult::default()
            };
            let attached = AttachedFiles::new(passages(&["The cellar is wet.", "It is dark."]));
            let query = contract_tests::query("dark cool cellar");
            let found = Arc::new(attached).merged_with(found, &query).await.unwrap();
            let texts: Vec<_> = found.hits.iter().map(|h| h.passage.text.as_str()).collect();
            assert_eq!(texts.len(), 4);
            assert_eq!(texts[3], "Tea.");
            assert!(found.hits[0].score < 0.05, "{:?}", found.hits);
        }
    }

    #[tokio::test]
    async fn words_that_only_the_files_have_are_known() {
        let retriever = over(&["The zeppelin leaves at nine."]);
        let found =
            found(&retriever, &contract_tests::query("When does the zeppelin leave?")).await;
        assert_eq!(found.hits[0].passage.path, "attached/a.md");
        let term = found.terms.iter().find(|t| t.word == "zeppelin").unwrap();
        assert!(term.known && term.weight > 1.0);
    }

    #[tokio::test]
    async fn inflected_words_are_found_in_files_of_other_languages() {
        // The start of the file takes the last place, so the expected passage comes second.
        for (texts, question) in [
            (
                [
                    "Die Heizung wird im Oktober angestellt und läuft bis zum April.",
                    "Der Mieter darf zwei Häuser auf dem Gelände betreten, wenn er es vorher sagt.",
                ],
                "Wem gehört denn das Haus?",
            ),
            (
                [
                    "Отопление включают в октябре, и оно работает до апреля.",
                    "Жильцы могут брать книги в библиотеке на четыре недели без оплаты.",
                ],
                "Сколько стоит такая книга?",
            ),
            (
                [
                    "เครื่องทำความร้อนเปิดในเดือนตุลาคมและทำงานจนถึงเดือนเมษายน",
                    "ห้องสมุดให้ยืมหนังสือได้นานสี่สัปดาห์โดยไม่มีค่าใช้จ่าย",
                ],
                "ยืมหนังสือได้นานแค่ไหน",
            ),
        ] {
            let found = found(&over(&texts), &contract_tests::query(question)).await;
            assert_eq!(found.hits[0].passage.text, texts[1], "{question}");
        }
        let text = "Der Mieter darf die beiden Häuser auf dem Gelände betreten.";
        let query = contract_tests::query("Wem gehört denn das Haus?");
        let terms = found(&over(&[text]), &query).await.terms;
        let house = terms.iter().find(|one| one.word == "Haus").unwrap();
        assert!(house.forms.contains(&"hauser".to_owned()), "{:?}", house.forms);
    }

    #[tokio::test]
    async fn a_file_that_fits_nothing_opens_the_last_place() {
        let retriever = over(&["Zeppelins fly.", "They are slow."]);
        let query = Query { top: 2, ..contract_tests::query("apples") };
        let found = found(&retriever, &query).await;
        let paths: Vec<_> = found.hits.iter().map(|h| h.passage.path.as_str()).collect();
        assert_eq!(paths.len(), 2);
        assert_eq!(paths[1], "attached/a.md");
    }

    #[tokio::test]
    async fn a_category_leaves_attached_files_out() {
        let query = Query {
            include_category: Some("garden".to_owned()),
            ..contract_tests::query("apples")
        };
        let found = found(&over(&["Apples rot."]), &query).await;
        assert!(found.hits.iter().all(|hit| hit.passage.category.is_some()));
    }

    #[tokio::test]
    async fn an_attached_file_is_for_whoever_asks_in_its_conversation() {
        let of_alice = Passage {
            acl: Acl::of_folder("user: alice").unwrap(),
            ..passages(&["The zeppelin leaves at nine."]).remove(0)
        };
        let files = Arc::new(AttachedFiles::new(vec![of_alice]));
        let query = contract_tests::query("zeppelin");
        let found = files.merged_with(SearchResult::default(), &query).await.unwrap();
        assert_eq!(found.hits[0].passage.path, "attached/a.md");
    }
}
