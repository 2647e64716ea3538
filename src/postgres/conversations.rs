//! The sessions as conversations of the page.

use std::collections::BTreeSet;

use deadpool_postgres::Transaction;
use footnote_retrieval::store::conversations::{self, says};
use footnote_retrieval::store::sessions::{LONGEST_LISTED, MOST_LISTED};
use footnote_retrieval::store::{
    ConversationStore, KeptConversation, KeptTurn, ListedConversation, StoreError, StoreFuture,
    TurnPlace,
};
use tokio_postgres::Row;

use crate::PostgresSessions;
use crate::error::failure;
use crate::eviction;
use crate::parameters::{Parameter, p};
use crate::sessions::{beginning, column, lossy, text, trim};

/// The columns of a conversation in a list, of those that are not hidden or expired.
const LISTED: &str = "SELECT id, name, first, pinned, extract(epoch FROM used)::bigint, version, \
    EXISTS (SELECT 1 FROM footnote.shares WHERE session = number) \
    FROM footnote.sessions, \
    LATERAL (SELECT substring(content, 1, $3) AS first FROM footnote.messages \
             WHERE session = number AND role = 'user' ORDER BY place LIMIT 1) AS question \
    WHERE owner = $1 AND used > now() - $2 * interval '1 second' AND discarded IS NULL";

/// The texts of the conversations of an owner.
const TEXTS: &str = "SELECT id, name, content \
    FROM footnote.sessions JOIN footnote.messages ON session = number \
    WHERE owner = $1 AND used > now() - $2 * interval '1 second' AND discarded IS NULL";

const TURNS: &str = "SELECT array_agg(role ORDER BY place), array_agg(content ORDER BY place), \
    array_agg(turn ORDER BY place), array_agg(detail ORDER BY place) FROM footnote.messages \
    JOIN footnote.sessions ON number = session WHERE id = $1";

/// Finds or begins a session, unless its id is another owner's.
const TOUCH: &str = "INSERT INTO footnote.sessions AS known (id, owner, used, holder, bytes) \
    VALUES ($1, $2, clock_timestamp(), $3, 0) ON CONFLICT (id) DO UPDATE \
    SET used = clock_timestamp(), holder = $3, version = known.version + $4 WHERE known.owner = $2 \
    RETURNING number, version";

/// Finds a session, and holds it.
const FIND: &str = "UPDATE footnote.sessions SET used = clock_timestamp(), holder = $3, version = version + $4 \
    WHERE id = $1 AND owner = $2 RETURNING number, version";

impl ConversationStore for PostgresSessions {
    fn keeps(&self) -> bool {
        self.lifetime() > 0
    }

    fn list<'a>(&'a self, owner: &'a str) -> StoreFuture<'a, Vec<ListedConversation>> {
        Box::pin(async move {
            let all = format!("{LISTED} ORDER BY used DESC, number DESC LIMIT {MOST_LISTED}");
            let rows = self.listed_rows(&all, owner, &[]).await?;
            Ok(rows.iter().map(listed).collect())
        })
    }

    fn search<'a>(&'a self, owner: &'a str, words: &'a str) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async move {
            let words = words.to_lowercase();
            let (owner, lifetime) = (owner.as_bytes(), self.lifetime());
            let parameters = [p(&owner), p(&lifetime)];
            let has = |row: &Row, at: usize| says(&String::from_utf8_lossy(row.get(at)), &words);
            let _permit = self.searches().acquire().await.map_err(|_| StoreError::Ended)?;
            let mut texts = self.database().stream(TEXTS, &parameters).await?;
            let mut found = BTreeSet::new();
            while let Some(row) = texts.next().await? {
                let id = text(&row, 0);
                if !found.contains(&id) && (has(&row, 1) || has(&row, 2)) {
                    found.insert(id);
                }
            }
            Ok(found.into_iter().collect())
        })
    }

    fn open<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
    ) -> StoreFuture<'a, Option<KeptConversation>> {
        Box::pin(async move {
            let one = format!("{LISTED} AND id = $4");
            let id = id.as_bytes();
            let rows = self.listed_rows(&one, owner, &[p(&id)]).await?;
            let Some(listed) = rows.first().map(listed) else {
                return Ok(None);
            };
            let row = self.database().row(TURNS, &[p(&id)]).await?;
            Ok(Some(KeptConversation {
                turns: row.as_ref().map(turns).unwrap_or_default(),
                listed,
            }))
        })
    }

    fn keep_turn<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        turn: KeptTurn,
        place: TurnPlace<'a>,
    ) -> StoreFuture<'a, Option<i64>> {
        Box::pin(async move {
            let is_known = place == TurnPlace::Known;
            let holder = self.holder(owner, None).await?;
            let mut client = self.database().client().await?;
            let all = client.transaction().await.map_err(failure)?;
            let (id, owner) = (id.as_bytes(), owner.as_bytes());
            let raised = i64::from(!is_known && place != TurnPlace::New);
            let parameters = [p(&id), p(&owner), p(&holder.number), p(&raised)];
            let touch = if is_known { FIND } else { TOUCH };
            let touched = all.query_typed(touch, &parameters).await.map_err(failure)?;
            let Some(session) = touched.first() else {
                return Ok(None);
            };
            let (number, version) = (session.get(0), session.get(1));
            let there = update(&all, number, &turn, place == TurnPlace::New).await?;
            if let TurnPlace::From(from) = place {
                cut(&all, number, from, &turn.id).await?;
            }
            if !there && !is_known {
                insert(&all, number, &turn).await?;
            }
            eviction::record_size(&all, number).await?;
            all.commit().await.map_err(failure)?;
            eviction::evict(&client, self.most(), holder, number).await;
            Ok((there || !is_known).then_some(version))
        })
    }

    fn rename<'a>(&'a self, owner: &'a str, id: &'a str, name: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move { self.update(owner, id, "name = $3", p(&name.as_bytes())).await })
    }

    fn pin<'a>(&'a self, owner: &'a str, id: &'a str, pinned: bool) -> StoreFuture<'a, ()> {
        Box::pin(async move { self.update(owner, id, "pinned = $3", p(&pinned)).await })
    }

    fn discard<'a>(&'a self, owner: &'a str, id: &'a str, discarded: bool) -> StoreFuture<'a, ()> {
        let set = "discarded = CASE WHEN $3 THEN clock_timestamp() END";
        Box::pin(async move { self.update(owner, id, set, p(&discarded)).await })
    }
}

impl PostgresSessions {
    async fn listed_rows(
        &self,
        statement: &str,
        owner: &str,
        more: &[Parameter<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        // The most bytes that so many characters can have.
        let longest = 4 * i32::from(LONGEST_LISTED);
        let owner = owner.as_bytes();
        let lifetime = self.lifetime();
        let mut parameters = vec![p(&owner), p(&lifetime), p(&longest)];
        parameters.extend_from_slice(more);
        self.database().rows(statement, &parameters).await
    }

    /// Sets a column of a session of `owner`.
    async fn update(
        &self,
        owner: &str,
        id: &str,
        column: &str,
        value: Parameter<'_>,
    ) -> Result<(), StoreError> {
        let set = format!(
            "UPDATE footnote.sessions SET {column}, version = version + 1 WHERE id = $1 AND owner = $2"
        );
        let (id, owner) = (id.as_bytes(), owner.as_bytes());
        self.database().execute(&set, &[p(&id), p(&owner), value]).await.map(drop)
    }
}

fn listed(row: &Row) -> ListedConversation {
    ListedConversation {
        id: text(row, 0),
        name: text(row, 1),
        first: beginning(row.get(2)),
        pinned: row.get(3),
        used: row.get(4),
        version: row.get(5),
        shared: row.get(6),
    }
}

fn turns(row: &Row) -> Vec<KeptTurn> {
    let roles: Vec<String> = column(row, 0);
    let [contents, ids, details] = [1, 2, 3].map(|at| column::<Vec<u8>>(row, at));
    let messages = roles.into_iter().zip(contents).zip(ids.into_iter().zip(details));
    conversations::turns(
        messages.map(|((role, content), (id, detail))| {
            (role, lossy(content), lossy(id), lossy(detail))
        }),
    )
}

/// Writes a turn in the place of the one of its id, unless that is `kept` as it is; false if there is none.
async fn update(
    all: &Transaction<'_>,
    session: i64,
    turn: &KeptTurn,
    kept: bool,
) -> Result<bool, StoreError> {
    let KeptTurn { id, question, answer, detail } = turn;
    let [id, question, answer, detail] = [id, question, answer, detail].map(String::as_bytes);
    let update = "UPDATE footnote.messages \
        SET content = CASE WHEN $6 THEN content WHEN role = 'user' THEN $3 ELSE $4 END, \
            detail = CASE WHEN $6 THEN detail WHEN role = 'user' THEN '' ELSE $5 END \
        WHERE session = $1 AND turn = $2";
    let parameters = [p(&session), p(&id), p(&question), p(&answer), p(&detail), p(&kept)];
    Ok(all.execute_typed(update, &parameters).await.map_err(failure)? > 0)
}

/// Removes the turn `from` and those behind it, but not `own`.
async fn cut(all: &Transaction<'_>, session: i64, from: &str, own: &str) -> Result<(), StoreError> {
    let cut = "DELETE FROM footnote.messages WHERE session = $1 AND turn <> $3 AND place >= \
        (SELECT min(place) FROM footnote.messages WHERE session = $1 AND turn = $2)";
    let (from, own) = (from.as_bytes(), own.as_bytes());
    let parameters = [p(&session), p(&from), p(&own)];
    all.execute_typed(cut, &parameters).await.map_err(failure)?;
    Ok(())
}

/// Writes a turn behind all others.
async fn insert(all: &Transaction<'_>, session: i64, turn: &KeptTurn) -> Result<(), StoreError> {
    // One that another window has discarded is wanted again.
    let wanted = "UPDATE footnote.sessions SET discarded = NULL WHERE number = $1";
    all.execute_typed(wanted, &[p(&session)]).await.map_err(failure)?;
    let KeptTurn { id, question, answer, detail } = turn;
    let [id, question, answer, detail] = [id, question, answer, detail].map(String::as_bytes);
    let insert = "INSERT INTO footnote.messages (session, turn, role, content, detail) \
        SELECT $1, $2, role, content, detail FROM (VALUES \
            (1, 'user', $3, ''::bytea), (2, 'assistant', $4, $5)) AS new (place, role, content, detail) \
        ORDER BY place";
    let parameters = [p(&session), p(&id), p(&question), p(&answer), p(&detail)];
    all.execute_typed(insert, &parameters).await.map_err(failure)?;
    trim(all, session).await
}
