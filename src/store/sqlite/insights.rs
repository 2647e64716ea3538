//! Insights in a `SQLite` file, deleted after some time.

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, Row, Transaction, params};

use super::{Database, Schema};
use crate::insights::{
    AnswerOutcome, AnswerRecord, CITED_PER_ROW, Insight, InsightStore, JudgementRecord,
    KeptInsights, MAX_ROWS,
};
use crate::{StoreError, StoreFuture};

/// Tables of insights.
pub(super) const SCHEMA: Schema = Schema {
    content: "insights",
    file: "insights.db",
    version: 1,
    tables: include_str!("insights.sql"),
    upgrades: &[],
    complete: |_| Ok(()),
};

/// Insights in a file.
#[derive(Debug)]
pub struct SqliteInsights {
    database: Arc<Database>,
    most: i64,
}

impl SqliteInsights {
    /// The insights in `file`. If it cannot be opened, every read and write tries again.
    pub fn open(file: &Path) -> Self {
        Self::over(Database::unopened(file, &SCHEMA))
    }

    /// Insights in memory.
    ///
    /// # Errors
    ///
    /// Fails if out of memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::over(Database::in_memory(&SCHEMA)?))
    }

    fn over(database: Database) -> Self {
        Self { database: Arc::new(database), most: MAX_ROWS }
    }

    /// Sets the maximum number of answers, and of judgements.
    #[must_use]
    pub fn within(self, most: i64) -> Self {
        Self { most, ..self }
    }

    /// Runs blocking `work` on a separate thread.
    fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let database = Arc::clone(&self.database);
        Box::pin(async move {
            let done = tokio::task::spawn_blocking(move || database.run(work));
            done.await.unwrap_or(Err(StoreError::Cancelled))
        })
    }
}

impl InsightStore for SqliteInsights {
    fn record(&self, insights: Vec<Insight>) -> StoreFuture<'_, ()> {
        let most = self.most;
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            for insight in &insights {
                write(&all, insight)?;
            }
            for table in ["answers", "judgements"] {
                let trim = format!(
                    "DELETE FROM {table} WHERE place <= (SELECT max(place) FROM {table}) - ?"
                );
                all.prepare_cached(&trim)?.execute([most])?;
            }
            Ok(all.commit()?)
        })
    }

    fn since(&self, at: i64) -> StoreFuture<'_, KeptInsights> {
        self.run_blocking(move |connection| {
            let answers = "SELECT at, form, outcome, first_ms, whole_ms, question FROM answers \
                WHERE at >= ? ORDER BY at, place";
            let judgements = "SELECT at, helps, remark, question FROM judgements \
                WHERE at >= ? ORDER BY at, place";
            let cited = "SELECT document, at FROM cited WHERE at >= ?";
            let key = |row: &Row<'_>| Ok((u128::from_be_bytes(row.get(0)?), row.get(1)?));
            Ok(KeptInsights {
                answers: rows(connection, answers, at, answer)?,
                judgements: rows(connection, judgements, at, judgement)?,
                cited: rows(connection, cited, at, key)?.into_iter().collect(),
            })
        })
    }

    fn import(
        &self,
        KeptInsights { answers, judgements, cited }: KeptInsights,
    ) -> StoreFuture<'_, ()> {
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            for answer in answers {
                write(&all, &Insight::Answer(answer, Vec::new()))?;
            }
            for judgement in judgements {
                write(&all, &Insight::Judgement(judgement))?;
            }
            for (document, at) in cited {
                cite(&all, document, at)?;
            }
            Ok(all.commit()?)
        })
    }

    fn expire(&self, before: i64) -> StoreFuture<'_, ()> {
        let most = self.most * CITED_PER_ROW;
        self.run_blocking(move |connection| {
            let all = connection.transaction()?;
            for table in ["answers", "judgements", "cited"] {
                all.execute(&format!("DELETE FROM {table} WHERE at < ?"), [before])?;
            }
            let trim = "DELETE FROM cited WHERE document IN \
                (SELECT document FROM cited ORDER BY at DESC LIMIT -1 OFFSET ?)";
            all.execute(trim, [most])?;
            Ok(all.commit()?)
        })
    }
}

fn write(all: &Transaction<'_>, insight: &Insight) -> Result<(), StoreError> {
    match insight {
        Insight::Answer(answer, cited) => {
            let AnswerRecord { at, form, outcome, first_ms, whole_ms, question } = answer;
            let insert = "INSERT INTO answers (at, form, outcome, first_ms, whole_ms, question) \
                VALUES (?, ?, ?, ?, ?, ?)";
            let values = params![at, form, outcome.name(), first_ms, whole_ms, question];
            all.prepare_cached(insert)?.execute(values)?;
            for document in cited {
                cite(all, *document, *at)?;
            }
        }
        Insight::Judgement(JudgementRecord { at, helps, remark, question }) => {
            let insert = "INSERT INTO judgements (at, helps, remark, question) VALUES (?, ?, ?, ?)";
            all.prepare_cached(insert)?.execute(params![at, helps, remark, question])?;
        }
    }
    Ok(())
}

fn cite(all: &Transaction<'_>, document: u128, at: i64) -> Result<(), StoreError> {
    let cite = "INSERT INTO cited VALUES (?, ?) \
        ON CONFLICT (document) DO UPDATE SET at = max(at, excluded.at)";
    all.prepare_cached(cite)?.execute(params![document.to_be_bytes(), at])?;
    Ok(())
}

fn rows<T>(
    connection: &Connection,
    statement: &str,
    at: i64,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(statement)?;
    let rows = statement.query_map([at], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn answer(row: &Row<'_>) -> rusqlite::Result<AnswerRecord> {
    let outcome: String = row.get(2)?;
    Ok(AnswerRecord {
        at: row.get(0)?,
        form: row.get(1)?,
        // An outcome of a later version.
        outcome: AnswerOutcome::of(&outcome).unwrap_or(AnswerOutcome::Failed),
        first_ms: row.get(3)?,
        whole_ms: row.get(4)?,
        question: row.get(5)?,
    })
}

fn judgement(row: &Row<'_>) -> rusqlite::Result<JudgementRecord> {
    let (at, helps, remark, question) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    Ok(JudgementRecord { at, helps, remark, question })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract_tests::insights::{answer, keeps_insights};

    #[tokio::test]
    async fn the_contract_is_kept() {
        keeps_insights(&SqliteInsights::in_memory().unwrap().within(3)).await;
    }

    #[tokio::test]
    async fn what_is_kept_outlives_the_process_and_a_file_that_is_gone_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("insights.db");
        let kept = || vec![Insight::Answer(answer(1, AnswerOutcome::Passages), vec![1])];
        SqliteInsights::open(&file).record(kept()).await.unwrap();
        let again = SqliteInsights::open(&file);
        assert_eq!(again.since(0).await.unwrap().answers.len(), 1);
        std::fs::remove_file(&file).unwrap();
        again.record(kept()).await.unwrap();
        assert_eq!(again.since(0).await.unwrap().answers.len(), 1);
    }
}
