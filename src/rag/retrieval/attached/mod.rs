//! The files of one conversation: their passages beside those that a retriever finds.

mod counted;
mod words;

use std::sync::{Arc, OnceLock};

use self::counted::{Counted, PREFERENCE};
use self::words::asked;
use super::{Found, Hit, Query, RetrieveError, Term};
use crate::protocol::RetrievalMode;
use crate::rag::corpus::Passage;

/// The attached passages; a message that asks several questions counts their words once.
#[derive(Default)]
pub struct Files {
    passages: Vec<Passage>,
    counted: OnceLock<Counted>,
}

impl Files {
    /// The files with these passages.
    pub fn new(passages: Vec<Passage>) -> Self {
        Self { passages, counted: OnceLock::new() }
    }

    /// Joins what a retriever `found` with the attached passages that fit.
    ///
    /// # Errors
    ///
    /// If the work breaks off.
    pub async fn beside(
        self: &Arc<Self>,
        found: Found,
        query: &Query,
    ) -> Result<Found, RetrieveError> {
        // Attached files lie in no category.
        let is_in_category = query.include_category.as_ref().is_some_and(|c| !c.is_empty());
        if self.passages.is_empty() || is_in_category {
            return Ok(found);
        }
        let (files, query) = (Arc::clone(self), query.clone());
        let joined = tokio::task::spawn_blocking(move || joined(found, &files, &query));
        joined.await.map_err(|error| RetrieveError(error.into()))
    }
}

/// Joins the hits with the attached passages that fit, best first.
fn joined(found: Found, files: &Files, query: &Query) -> Found {
    let Found { mut hits, terms, rarest, corrections, how } = found;
    let attached = &files.passages;
    let counted = files.counted.get_or_init(|| Counted::new(attached));
    let terms = counted.terms(terms, asked(&query.text, attached));
    let scored = counted.scores(&terms).into_iter().zip(attached);
    let least = query.minimum_score.max(f32::MIN_POSITIVE);
    let mut scored: Vec<_> = scored.filter(|(score, _)| *score >= least).collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    // None behind these would be among the hits.
    scored.truncate(query.top);
    let own = scored.into_iter().map(|(score, p)| hit(attached, p, score));
    let mut own: Vec<Hit> = own.collect();
    // The ranker has a scale of its own as well.
    if how.mode != RetrievalMode::Text || !how.ranks.is_empty() {
        scale(&mut own, &hits, &terms);
    }
    let nothing_fits = own.is_empty() && !terms.is_empty() && query.minimum_score <= 0.0;
    hits.extend(own);
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits.truncate(query.top);
    if nothing_fits && query.top > 1 {
        open(&mut hits, attached, query.top);
    }
    Found { hits, terms, rarest, corrections, how }
}

/// Brings scores by words to the scale of `others`, which were not ranked by words alone: a passage
/// stands to the first of them as both do by words.
fn scale(own: &mut [Hit], others: &[Hit], terms: &[Term]) {
    let Some(first) = others.first() else {
        return;
    };
    let passages: Vec<Passage> = others.iter().map(|hit| hit.passage.clone()).collect();
    let by_words = Counted::new(&passages).scores(terms);
    let best = by_words.into_iter().fold(0.0, f32::max);
    for hit in own {
        let share = if best > 0.0 { hit.score / best } else { 1.0 };
        hit.score = first.score * (PREFERENCE * share).min(PREFERENCE);
    }
}

/// Gives the beginning of the attached files the last place: the question may be what they are about.
fn open(hits: &mut Vec<Hit>, attached: &[Passage], top: usize) {
    let Some(first) = attached.first() else {
        return;
    };
    hits.truncate(top.saturating_sub(1));
    let score = hits.last().map_or(0.0, |hit| hit.score);
    hits.push(hit(attached, first, score));
}

fn hit(attached: &[Passage], passage: &Passage, score: f32) -> Hit {
    let near = |ordinal: Option<u32>| {
        let near = attached.iter().find(|other| {
            Some(other.ordinal) == ordinal
                && other.path == passage.path
                && (other.page.is_some() && other.page == passage.page
                    || other.headings == passage.headings)
        });
        near.map(|other| other.text.clone())
    };
    Hit {
        before: near(passage.ordinal.checked_sub(1)),
        after: near(passage.ordinal.checked_add(1)),
        passage: passage.clone(),
        score,
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use futures_util::future::BoxFuture;

    use super::super::keyword::Keyword;
    use super::super::{How, Ranks, Retriever, contract_tests};
    use super::*;
    use crate::rag::corpus::acl::Reader;
    use crate::rag::corpus::index::Start;

    /// Finds the passages of an index beside those of attached files.
    struct Over(Keyword, Arc<Files>);

    impl Retriever for Over {
        fn retrieve<'a>(&'a self, query: &'a Query) -> BoxFuture<'a, Result<Found, RetrieveError>> {
            async move { self.1.beside(self.0.retrieve(query).await?, query).await }.boxed()
        }

        fn stretch<'a>(
            &'a self,
            path: &'a str,
            start: Start,
            most: usize,
            reader: &'a Reader,
        ) -> BoxFuture<'a, Result<Vec<Passage>, RetrieveError>> {
            self.0.stretch(path, start, most, reader)
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
        let index = contract_tests::index_of(&contract_tests::documents());
        Over(Keyword::new(Arc::new(index)), Arc::new(Files::new(passages(texts))))
    }

    async fn found(retriever: &Over, query: &Query) -> Found {
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

    #[test]
    fn beside_a_ranking_of_another_scale_words_still_compare() {
        let fused = |text: &str, score| {
            let passage = passages(&[text]).remove(0);
            hit(&[], &passage, score)
        };
        let by_meaning = How { mode: RetrievalMode::Hybrid, ..How::default() };
        let by_words_ranked_anew = How { ranks: vec![Ranks::default()], ..How::default() };
        for how in [by_meaning, by_words_ranked_anew] {
            let found = Found {
                hits: vec![fused("The cellar is dark and cool.", 0.03), fused("Tea.", 0.01)],
                how,
                ..Found::default()
            };
            let attached = Files::new(passages(&["The cellar is wet.", "It is dark."]));
            let found = joined(found, &attached, &contract_tests::query("dark cool cellar"));
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
        // What fits nothing is opened at its beginning, so what is wanted comes second.
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
        let words = asked("Wem gehört denn das Haus?", &passages(&[text]));
        let house = words.iter().find(|one| one.word == "Haus").unwrap();
        assert!(house.forms.contains("hauser"), "{:?}", house.forms);
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
}
