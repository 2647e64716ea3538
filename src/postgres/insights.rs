//! Answers and judgements of all machines: counted for operators, and deleted when they expire.

use std::collections::BTreeMap;

use footnote_store::insights::{
    AnswerOutcome, AnswerRecord, CITED_PER_ROW, Insight, InsightStore, JudgementRecord,
    KeptInsights, MAX_ROWS,
};
use footnote_store::{StoreError, StoreFuture};
use tokio_postgres::Row;
use uuid::Uuid;

use crate::Database;
use crate::parameters::p;

/// The answers and judgements in a database.
#[derive(Debug)]
pub struct PostgresInsights {
    database: Database,
    most: i64,
}

impl PostgresInsights {
    /// Returns the answers and judgements in `database`.
    pub fn over(database: Database) -> Self {
        Self { database, most: MAX_ROWS }
    }

    /// Keeps at most this many answers, and as many judgements.
    #[must_use]
    pub fn within(self, most: i64) -> Self {
        Self { most, ..self }
    }

    async fn write_answers(&self, answers: &[AnswerRecord]) -> Result<(), StoreError> {
        if answers.is_empty() {
            return Ok(());
        }
        let each = answers.iter();
        let at: Vec<i64> = each.clone().map(|one| one.at).collect();
        let forms: Vec<&str> = each.clone().map(|one| one.form.as_str()).collect();
        let outcomes: Vec<&str> = each.clone().map(|one| one.outcome.name()).collect();
        let firsts: Vec<Option<i64>> = each.clone().map(|one| one.first_ms).collect();
        let wholes: Vec<i64> = each.clone().map(|one| one.whole_ms).collect();
        let questions: Vec<Option<Vec<u8>>> =
            each.map(|one| bytes(one.question.as_ref())).collect();
        let parameters = [p(&at), p(&forms), p(&outcomes), p(&firsts), p(&wholes), p(&questions)];
        self.database.execute(WRITE_ANSWERS, &parameters).await?;
        self.trim("answers").await
    }

    async fn write_judgements(&self, judgements: &[JudgementRecord]) -> Result<(), StoreError> {
        if judgements.is_empty() {
            return Ok(());
        }
        let each = judgements.iter();
        let at: Vec<i64> = each.clone().map(|one| one.at).collect();
        let helps: Vec<bool> = each.clone().map(|one| one.helps).collect();
        let remarks: Vec<Option<Vec<u8>>> =
            each.clone().map(|one| bytes(one.remark.as_ref())).collect();
        let questions: Vec<Option<Vec<u8>>> =
            each.map(|one| bytes(one.question.as_ref())).collect();
        let parameters = [p(&at), p(&helps), p(&remarks), p(&questions)];
        self.database.execute(WRITE_JUDGEMENTS, &parameters).await?;
        self.trim("judgements").await
    }

    async fn write_cited(&self, cited: &BTreeMap<Uuid, i64>) -> Result<(), StoreError> {
        if cited.is_empty() {
            return Ok(());
        }
        let documents: Vec<Uuid> = cited.keys().copied().collect();
        let at: Vec<i64> = cited.values().copied().collect();
        self.database.execute(WRITE_CITED, &[p(&documents), p(&at)]).await.map(drop)
    }

    /// Deletes the oldest rows of a table that has too many. Another machine may be doing the same.
    async fn trim(&self, table: &str) -> Result<(), StoreError> {
        let trim = format!(
            "DELETE FROM footnote.{table} WHERE number IN (SELECT number FROM footnote.{table} \
             WHERE number <= (SELECT max(number) FROM footnote.{table}) - $1 \
             ORDER BY number LIMIT 10000 FOR UPDATE SKIP LOCKED)"
        );
        self.database.execute(&trim, &[p(&self.most)]).await.map(drop)
    }

    async fn read(&self, at: i64) -> Result<KeptInsights, StoreError> {
        let answers = "SELECT at, form, outcome, first_ms, whole_ms, question \
            FROM footnote.answers WHERE at >= $1 ORDER BY at, number";
        let judgements = "SELECT at, helps, remark, question \
            FROM footnote.judgements WHERE at >= $1 ORDER BY at, number";
        let cited = "SELECT document, at FROM footnote.cited WHERE at >= $1";
        let since = [p(&at)];
        let key = |row: &Row| (row.get::<_, Uuid>(0).as_u128(), row.get(1));
        Ok(KeptInsights {
            answers: self.database.rows(answers, &since).await?.iter().map(answer).collect(),
            judgements: self.database.rows(judgements, &since).await?.iter().map(judged).collect(),
            cited: self.database.rows(cited, &since).await?.iter().map(key).collect(),
        })
    }

    async fn forget(&self, before: i64) -> Result<(), StoreError> {
        for table in ["answers", "judgements", "cited"] {
            let expire = format!("DELETE FROM footnote.{table} WHERE at < $1");
            self.database.execute(&expire, &[p(&before)]).await?;
        }
        let most = self.most * CITED_PER_ROW;
        let trim = "DELETE FROM footnote.cited WHERE document IN \
            (SELECT document FROM footnote.cited ORDER BY at DESC OFFSET $1)";
        self.database.execute(trim, &[p(&most)]).await.map(drop)
    }
}

impl InsightStore for PostgresInsights {
    fn record(&self, insights: Vec<Insight>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let (mut answers, mut judgements, mut cited) =
                (Vec::new(), Vec::new(), BTreeMap::new());
            for insight in insights {
                match insight {
                    Insight::Answer(answer, documents) => {
                        for document in documents {
                            let at = cited.entry(Uuid::from_u128(document)).or_insert(answer.at);
                            *at = answer.at.max(*at);
                        }
                        answers.push(answer);
                    }
                    Insight::Judgement(judgement) => judgements.push(judgement),
                }
            }
            self.write_answers(&answers).await?;
            self.write_judgements(&judgements).await?;
            self.write_cited(&cited).await
        })
    }

    fn since(&self, at: i64) -> StoreFuture<'_, KeptInsights> {
        Box::pin(self.read(at))
    }

    fn import(
        &self,
        KeptInsights { answers, judgements, cited }: KeptInsights,
    ) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.write_answers(&answers).await?;
            self.write_judgements(&judgements).await?;
            let cited = cited.into_iter().map(|(document, at)| (Uuid::from_u128(document), at));
            self.write_cited(&cited.collect()).await
        })
    }

    fn expire(&self, before: i64) -> StoreFuture<'_, ()> {
        Box::pin(self.forget(before))
    }
}

const WRITE_ANSWERS: &str = "INSERT INTO footnote.answers (at, form, outcome, first_ms, whole_ms, question) \
    SELECT * FROM unnest($1, $2, $3, $4, $5, $6)";

const WRITE_JUDGEMENTS: &str = "INSERT INTO footnote.judgements (at, helps, remark, question) \
    SELECT * FROM unnest($1, $2, $3, $4)";

/// Every machine updates documents in the same order, so that two of them never wait for each other.
const WRITE_CITED: &str = "INSERT INTO footnote.cited AS kept \
    SELECT * FROM unnest($1, $2) AS new (document, at) ORDER BY document \
    ON CONFLICT (document) DO UPDATE SET at = greatest(kept.at, excluded.at)";

fn answer(row: &Row) -> AnswerRecord {
    AnswerRecord {
        at: row.get(0),
        form: row.get(1),
        // An outcome from a later version of Footnote.
        outcome: AnswerOutcome::of(row.get(2)).unwrap_or(AnswerOutcome::Failed),
        first_ms: row.get(3),
        whole_ms: row.get(4),
        question: text(row.get(5)),
    }
}

fn judged(row: &Row) -> JudgementRecord {
    let (at, helps) = (row.get(0), row.get(1));
    JudgementRecord { at, helps, remark: text(row.get(2)), question: text(row.get(3)) }
}

fn bytes(text: Option<&String>) -> Option<Vec<u8>> {
    text.map(|text| text.as_bytes().to_vec())
}

fn text(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use footnote_store::contract_tests::insights::{answer, keeps_insights};
    use futures_util::future::join_all;

    use super::*;
    use crate::tests::databases;

    #[tokio::test]
    async fn the_contract_is_kept() {
        for database in databases().await {
            keeps_insights(&PostgresInsights::over(database).within(3)).await;
        }
    }

    #[tokio::test]
    async fn machines_that_write_at_once_do_not_wait_for_each_other() {
        for database in databases().await {
            let machines = [(); 4].map(|()| PostgresInsights::over(database.clone()).within(10));
            let batch = |machine: u128| {
                let documents = (0..50).map(|document| document * (machine + 1)).collect();
                vec![Insight::Answer(answer(1, AnswerOutcome::Passages), documents)]
            };
            for _ in 0..10 {
                let each = machines.iter().zip(0..);
                for done in join_all(each.map(|(one, at)| one.record(batch(at)))).await {
                    done.unwrap();
                }
            }
            assert!(machines[0].since(0).await.unwrap().answers.len() >= 10);
        }
    }
}
