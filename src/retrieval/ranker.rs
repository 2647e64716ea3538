//! The semantic reranker: orders the first passages by the similarity of their best statement to the question.

use footnote_documents::statements::Kind;

use super::likeness::{LikenessComparison, gains};
use super::{Hit, Query, Ranks};

/// Number of passages that are reranked. With 20, 10 or even 5, the first ten gain as much as with 50.
pub(super) const RANKED_PASSAGES: usize = 20;

/// Maximum number of statements compared per passage.
const MAX_STATEMENTS: usize = 16;

/// Maximum score; rerankers of the protocol's family use 0 to 4.
const MAX_SCORE: f32 = 4.0;

/// Exponent of the similarity. With this value, a floor of 1.9, which front ends of the family send, drops one in
/// thirty passages that answer.
const EXPONENT: f32 = 0.8;

/// Reranks the first of `found` if the query asks for it. A floor drops passages with a lower score, or with none.
/// Returns true if it ran.
pub(super) async fn rank(
    comparison: &LikenessComparison,
    query: &Query,
    found: &mut Vec<(Hit, Ranks)>,
) -> bool {
    if !query.ranker || found.is_empty() {
        return false;
    }
    let looked_at = found.iter().take(RANKED_PASSAGES);
    let texts: Vec<Vec<String>> = looked_at.map(|(hit, _)| statements(hit)).collect();
    let Some(all) = comparison.compare(&query.text, &texts.concat()).await else {
        return false;
    };
    let mut all = all.into_iter();
    let best = |texts: &Vec<String>| all.by_ref().take(texts.len()).fold(0.0, f32::max);
    let each: Vec<f32> = texts.iter().map(best).collect();
    reorder(found, &each);
    let floor = query.minimum_ranker_score;
    let passes = |ranks: &Ranks| ranks.ranker.unwrap_or_default() >= floor;
    found.retain(|(_, ranks)| floor <= 0.0 || passes(ranks));
    true
}

/// Orders the first passages by their scores so far and their similarity to the question.
fn reorder(found: &mut [(Hit, Ranks)], each: &[f32]) {
    let each = each.iter().zip(gains(each));
    for (rank, ((hit, ranks), (likeness, gain))) in (1..).zip(found.iter_mut().zip(each)) {
        hit.score += gain;
        ranks.before = Some(rank);
        ranks.ranker = Some(MAX_SCORE * likeness.powf(EXPONENT));
    }
    found.sort_by(|(a, _), (b, _)| b.score.total_cmp(&a.score));
}

/// The statements of a passage as they are compared; each row includes the head of its table.
fn statements(hit: &Hit) -> Vec<String> {
    let passage = &hit.passage;
    let statements = passage.statements();
    let all = statements.iter().zip(passage.compared());
    let statements = all.filter(|(statement, _)| statement.kind != Kind::Head);
    statements.map(|(_, text)| text).take(MAX_STATEMENTS).collect()
}

#[cfg(test)]
mod tests {
    use footnote_documents::Passage;

    use super::*;

    fn found(scores: [f32; 3]) -> Vec<(Hit, Ranks)> {
        let one = |(n, score): (usize, f32)| {
            let passage = Passage { id: n.to_string(), ..Passage::default() };
            let hit = Hit { passage, score, ..Hit::default() };
            (hit, Ranks::default())
        };
        scores.into_iter().enumerate().map(|(n, score)| one((n, score))).collect()
    }

    fn order(found: &[(Hit, Ranks)]) -> String {
        found.iter().map(|(hit, _)| hit.passage.id.as_str()).collect()
    }

    #[test]
    fn a_telling_sentence_raises_its_passage_and_ranks_before_are_kept() {
        let mut found = found([1.0, 0.9, 0.2]);
        reorder(&mut found, &[0.1, 0.6, 0.7]);
        assert_eq!(order(&found), "102");
        let before: Vec<_> = found.iter().map(|(_, ranks)| ranks.before).collect();
        assert_eq!(before, [Some(2), Some(1), Some(3)]);
        let (_, ranks) = &found[2];
        assert!(
            (ranks.ranker.unwrap() - 4.0 * 0.7_f32.powf(EXPONENT)).abs() < 1e-6,
            "a score of 0 to 4"
        );
    }

    #[test]
    fn what_is_not_looked_at_stays_behind() {
        let mut found = found([1.0, 0.9, 0.8]);
        reorder(&mut found, &[0.1, 0.9]);
        assert_eq!(order(&found), "102");
        assert!(found[2].1.ranker.is_none() && found[2].1.before.is_none());
    }

    #[test]
    fn likeness_that_hardly_differs_moves_nothing() {
        let mut found = found([1.0, 0.9, 0.8]);
        reorder(&mut found, &[0.40, 0.41, 0.45]);
        assert_eq!(order(&found), "012");
    }

    #[test]
    fn headings_are_no_statements_but_stand_above_short_ones() {
        let hit = Hit {
            passage: Passage {
                title: "Fees".to_owned(),
                text: "# Late\nIt is free. Pay here.\n| Item | Fee |\n| --- | --- |\n| Book | 15 pence |"
                    .to_owned(),
                ..Passage::default()
            },
            ..Hit::default()
        };
        let expected =
            ["Fees. Late. It is free.", "Fees. Late. Pay here.", "Late. Book: Fee 15 pence"];
        assert_eq!(statements(&hit), expected);
    }
}
