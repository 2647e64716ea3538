//! The contract of stores of insights, checked on an empty store.

use crate::insights::{
    AnswerOutcome, AnswerRecord, Insight, InsightStore, JudgementRecord, KeptInsights,
};

/// An answer that ended at this time.
pub fn answer(at: i64, outcome: AnswerOutcome) -> AnswerRecord {
    AnswerRecord {
        at,
        form: "page".to_owned(),
        outcome,
        first_ms: Some(at * 2),
        whole_ms: at * 3,
        question: None,
    }
}

/// Checks everything that the trait promises on an empty store that keeps three rows of each kind.
pub async fn keeps_insights(store: &dyn InsightStore) {
    assert_eq!(store.since(0).await.unwrap(), KeptInsights::default());
    store.record(Vec::new()).await.unwrap();
    all_is_given_back(store).await;
    what_is_older_is_left_out_and_forgotten(store).await;
    the_oldest_go_where_there_are_too_many(store).await;
}

async fn all_is_given_back(store: &dyn InsightStore) {
    let silent = AnswerRecord { first_ms: None, ..answer(10, AnswerOutcome::Cancelled) };
    // Any text and any key can be stored.
    let asked = Some("Is \0 there? \u{1f990}".to_owned());
    let refused = AnswerRecord { question: asked.clone(), ..answer(11, AnswerOutcome::Nothing) };
    let counted = JudgementRecord { at: 12, helps: true, remark: None, question: None };
    let remark = Some("no\0".to_owned());
    let said = JudgementRecord { at: 13, helps: false, remark, question: asked };
    let insights = vec![
        Insight::Answer(silent.clone(), Vec::new()),
        Insight::Judgement(counted.clone()),
        Insight::Answer(refused.clone(), vec![0, u128::MAX, 7, 7]),
        Insight::Judgement(said.clone()),
    ];
    store.record(insights).await.unwrap();
    let kept = store.since(10).await.unwrap();
    assert_eq!(kept.answers, [silent, refused]);
    assert_eq!(kept.judgements, [counted, said]);
    assert_eq!(kept.cited, [(0, 11), (7, 11), (u128::MAX, 11)].into());
    store.expire(i64::MAX).await.unwrap();
    assert_eq!(store.since(i64::MIN).await.unwrap(), KeptInsights::default());
    store.import(kept.clone()).await.unwrap();
    assert_eq!(store.since(i64::MIN).await.unwrap(), kept);
}

async fn what_is_older_is_left_out_and_forgotten(store: &dyn InsightStore) {
    // The latest citation of a document counts, in whatever order they are written.
    for at in [20, 9] {
        let cites = Insight::Answer(answer(at, AnswerOutcome::Passages), vec![7]);
        store.record(vec![cites]).await.unwrap();
    }
    let kept = store.since(13).await.unwrap();
    assert_eq!((kept.answers.len(), kept.judgements.len()), (1, 1));
    assert_eq!(kept.cited, [(7, 20)].into());
    store.expire(13).await.unwrap();
    assert_eq!(store.since(0).await.unwrap(), kept);
    store.expire(100).await.unwrap();
    assert_eq!(store.since(0).await.unwrap(), KeptInsights::default());
}

async fn the_oldest_go_where_there_are_too_many(store: &dyn InsightStore) {
    for at in 0..5 {
        let judged = JudgementRecord { at, helps: true, remark: None, question: None };
        let cites = Insight::Answer(answer(at, AnswerOutcome::Answered), vec![1]);
        store.record(vec![cites, Insight::Judgement(judged)]).await.unwrap();
    }
    let kept = store.since(0).await.unwrap();
    let times: Vec<i64> = kept.answers.iter().map(|answer| answer.at).collect();
    assert_eq!(times, [2, 3, 4]);
    assert_eq!((kept.judgements.len(), kept.judgements[0].at), (3, 2));
    let cites = (0..40).map(|key| Insight::Answer(answer(5, AnswerOutcome::Answered), vec![key]));
    store.record(cites.collect()).await.unwrap();
    store.expire(0).await.unwrap();
    assert!(store.since(0).await.unwrap().cited.len() <= 30);
}
