//! Sessions as the conversations of the page.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use deadpool_postgres::Transaction;
use footnote_store::conversations::{self, says};
use footnote_store::sessions::{MAX_FIRST_LEN, MAX_LISTED};
use footnote_store::turn_page::{MessageSize, page};
use footnote_store::{
    ConversationStore, KeptConversation, KeptTurn, ListedConversation, StoreError, StoreFuture,
    TurnPlace,
};
use tokio_postgres::Row;

use crate::error::failure;
use crate::parameters::{Parameter, p};
use crate::sessions::{beginning, text, trim};
use crate::{PostgresSessions, eviction};

/// The columns of a conversation in a list, without hidden and expired ones.
const LISTED: &str = "SELECT id, name, first, pinned, extract(epoch FROM used)::bigint, version, \
    EXISTS (SELECT 1 FROM footnote.shares WHERE session = number) \
    FROM footnote.sessions, \
    LATERAL (SELECT substring(content, 1, $3) AS first FROM footnote.messages \
             WHERE session = number AND role = 'user' AND replaced = '' ORDER BY place LIMIT 1) AS question \
    WHERE owner = $1 AND used > now() - $2 * interval '1 second' AND discarded IS NULL";

/// The texts of the conversations of an owner.
const TEXTS: &str = "SELECT id, name, content \
    FROM footnote.sessions JOIN footnote.messages ON session = number \
    WHERE owner = $1 AND used > now() - $2 * interval '1 second' AND discarded IS NULL AND replaced = ''";

const SIZES: &str = "SELECT place, role = 'user', \
        octet_length(content)::bigint + octet_length(detail)::bigint \
    FROM footnote.messages JOIN footnote.sessions ON number = session WHERE id = $1 AND replaced = '' ORDER BY place DESC";

const TURNS: &str = "SELECT role, content, turn, detail \
    FROM footnote.messages JOIN footnote.sessions ON number = session \
    WHERE id = $1 AND replaced = '' AND place BETWEEN $2 AND $3 ORDER BY place";

/// Finds or begins a session, unless its id is another owner's.
const TOUCH: &str = "INSERT INTO footnote.sessions AS known (id, owner, used, holder, bytes) \
    VALUES ($1, $2, clock_timestamp(), $3, 0) ON CONFLICT (id) DO UPDATE \
    SET used = clock_timestamp(), holder = $3, version = known.version + 1 WHERE known.owner = $2 \
    RETURNING number";

/// Finds a session, marks it as used and locks it.
const FIND: &str = "UPDATE footnote.sessions SET used = clock_timestamp(), holder = $3, version = version + 1 \
    WHERE id = $1 AND owner = $2 RETURNING number";

/// A change to the turns of a session.
enum TurnChange<'a> {
    /// Begins a turn. With an id, it replaces that turn and those after it.
    Begin(KeptTurn, Option<&'a str>),
    /// Stores the answer of a turn.
    Answer(KeptTurn),
    /// Restores the turns that the turn with this id has replaced.
    Restore(&'a str),
}

impl ConversationStore for PostgresSessions {
    fn lifetime(&self, owner: &str) -> Duration {
        self.lifetimes().of(owner)
    }

    fn list<'a>(&'a self, owner: &'a str) -> StoreFuture<'a, Vec<ListedConversation>> {
        Box::pin(async move {
            let all = format!("{LISTED} ORDER BY used DESC, number DESC LIMIT {MAX_LISTED}");
            let rows = self.listed_rows(&all, owner, &[]).await?;
            Ok(rows.iter().map(listed).collect())
        })
    }

    fn search<'a>(&'a self, owner: &'a str, words: &'a str) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async move {
            let words = words.to_lowercase();
            let (lifetime, owner) = (self.seconds_of(owner), owner.as_bytes());
            let parameters = [p(&owner), p(&lifetime)];
            let has = |row: &Row, at: usize| says(&String::from_utf8_lossy(row.get(at)), &words);
            let _permit = self.searches().acquire().await.map_err(|_| StoreError::Cancelled)?;
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
        skipped: usize,
    ) -> StoreFuture<'a, Option<KeptConversation>> {
        Box::pin(async move {
            let one = format!("{LISTED} AND id = $4");
            let id = id.as_bytes();
            let rows = self.listed_rows(&one, owner, &[p(&id)]).await?;
            let Some(listed) = rows.first().map(listed) else {
                return Ok(None);
            };
            let sizes = self.database().rows(SIZES, &[p(&id)]).await?;
            let sizes: Vec<_> = sizes.iter().map(size).collect();
            let (places, earlier) = page(&sizes, skipped);
            let parameters = [p(&id), p(places.start()), p(places.end())];
            let rows = self.database().rows(TURNS, &parameters).await?;
            let turns = conversations::turns(rows.iter().map(message), earlier);
            Ok(Some(KeptConversation { listed, turns, earlier }))
        })
    }

    fn keep_turn<'a>(
        &'a self,
        owner: (&'a str, Option<IpAddr>),
        id: &'a str,
        turn: KeptTurn,
        place: TurnPlace<'a>,
    ) -> StoreFuture<'a, bool> {
        let change = match place {
            TurnPlace::New => TurnChange::Begin(turn, None),
            TurnPlace::From(from) => TurnChange::Begin(turn, Some(from)),
            TurnPlace::Known => TurnChange::Answer(turn),
        };
        Box::pin(self.write_turns(owner, id, change))
    }

    fn restore_turns<'a>(
        &'a self,
        owner: (&'a str, Option<IpAddr>),
        id: &'a str,
        turn: &'a str,
    ) -> StoreFuture<'a, bool> {
        Box::pin(self.write_turns(owner, id, TurnChange::Restore(turn)))
    }

    fn rename<'a>(&'a self, owner: &'a str, id: &'a str, name: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move { self.update(owner, id, "name = $3", p(&name.as_bytes())).await })
    }

    fn pin<'a>(&'a self, owner: &'a str, id: &'a str, pinned: bool) -> StoreFuture<'a, bool> {
        Box::pin(async move { self.update(owner, id, "pinned = $3", p(&pinned)).await })
    }

    fn discard<'a>(
        &'a self,
        owner: &'a str,
        id: &'a str,
        discarded: bool,
    ) -> StoreFuture<'a, bool> {
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
        // Maximum number of bytes of this many characters.
        let longest = 4 * i32::from(MAX_FIRST_LEN);
        let (lifetime, owner) = (self.seconds_of(owner), owner.as_bytes());
        let mut parameters = vec![p(&owner), p(&lifetime), p(&longest)];
        parameters.extend_from_slice(more);
        self.database().rows(statement, &parameters).await
    }

    /// Changes the turns of a session of `owner`; the first turn begins the session. Returns false if nothing was
    /// changed.
    async fn write_turns(
        &self,
        (owner, client): (&str, Option<IpAddr>),
        id: &str,
        change: TurnChange<'_>,
    ) -> Result<bool, StoreError> {
        let holder = self.holder(owner, client).await?;
        let mut connection = self.database().client().await?;
        let all = connection.transaction().await.map_err(failure)?;
        let (id, owner) = (id.as_bytes(), owner.as_bytes());
        let parameters = [p(&id), p(&owner), p(&holder.number)];
        let touch = if matches!(change, TurnChange::Begin(..)) { TOUCH } else { FIND };
        let touched = all.query_typed(touch, &parameters).await.map_err(failure)?;
        let Some(session) = touched.first().map(|row| row.get(0)) else {
            return Ok(false);
        };
        let is_changed = match change {
            TurnChange::Begin(turn, from) => begin(&all, session, &turn, from).await?,
            TurnChange::Answer(turn) => answer(&all, session, &turn).await?,
            TurnChange::Restore(by) => restore(&all, session, by).await?,
        };
        if !is_changed {
            return Ok(false);
        }
        eviction::record_size(&all, session).await?;
        all.commit().await.map_err(failure)?;
        eviction::evict(&connection, self.most(), holder, session).await;
        Ok(true)
    }

    /// Sets a column of a session of `owner`; returns false if there is no such session.
    async fn update(
        &self,
        owner: &str,
        id: &str,
        column: &str,
        value: Parameter<'_>,
    ) -> Result<bool, StoreError> {
        let set = format!(
            "UPDATE footnote.sessions SET {column}, version = version + 1 WHERE id = $1 AND owner = $2"
        );
        let (id, owner) = (id.as_bytes(), owner.as_bytes());
        Ok(self.database().execute(&set, &[p(&id), p(&owner), value]).await? > 0)
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

fn size(row: &Row) -> MessageSize {
    MessageSize { place: row.get(0), is_question: row.get(1), bytes: row.get(2) }
}

/// Returns the role of a message, its text, the id of its turn and its detail.
fn message(row: &Row) -> (String, String, String, String) {
    (row.get(0), text(row, 1), text(row, 2), text(row, 3))
}

/// Begins a turn after all others, or in place of the turn `from` and those after it; returns false if `from` does not
/// exist. A turn that already exists is unchanged.
async fn begin(
    all: &Transaction<'_>,
    session: i64,
    turn: &KeptTurn,
    from: Option<&str>,
) -> Result<bool, StoreError> {
    let KeptTurn { id, question, answer, detail } = turn;
    let [id, question, answer, detail] = [id, question, answer, detail].map(String::as_bytes);
    let there = "SELECT 1 FROM footnote.messages WHERE session = $1 AND turn = $2 LIMIT 1";
    let there = all.query_typed(there, &[p(&session), p(&id)]).await.map_err(failure)?;
    if !there.is_empty() {
        return Ok(true);
    }
    // After another question, the replaced turns cannot be restored any more.
    let close = "DELETE FROM footnote.messages WHERE session = $1 AND replaced NOT IN ('', $2)";
    let kept = from.unwrap_or_default().as_bytes();
    all.execute_typed(close, &[p(&session), p(&kept)]).await.map_err(failure)?;
    if let Some(from) = from
        && !replace(all, session, from, id).await?
    {
        return Ok(false);
    }
    // A conversation discarded in another window is restored.
    let wanted = "UPDATE footnote.sessions SET discarded = NULL WHERE number = $1";
    all.execute_typed(wanted, &[p(&session)]).await.map_err(failure)?;
    let insert = "INSERT INTO footnote.messages (session, turn, role, content, detail) \
        SELECT $1, $2, role, content, detail FROM (VALUES \
            (1, 'user', $3, ''::bytea), (2, 'assistant', $4, $5)) AS new (place, role, content, detail) \
        ORDER BY place";
    let parameters = [p(&session), p(&id), p(&question), p(&answer), p(&detail)];
    all.execute_typed(insert, &parameters).await.map_err(failure)?;
    trim(all, session).await?;
    Ok(true)
}

/// Stores the answer of a turn; an empty answer replaces no text. Returns false if there is no such turn.
async fn answer(all: &Transaction<'_>, session: i64, turn: &KeptTurn) -> Result<bool, StoreError> {
    let KeptTurn { id, answer, detail, .. } = turn;
    let [id, answer, detail] = [id, answer, detail].map(String::as_bytes);
    let update = "UPDATE footnote.messages SET \
            content = CASE WHEN $3 <> '' THEN $3 ELSE content END, \
            detail = CASE WHEN $3 <> '' OR content = '' THEN $4 ELSE detail END \
        WHERE session = $1 AND turn = $2 AND role = 'assistant'";
    let parameters = [p(&session), p(&id), p(&answer), p(&detail)];
    Ok(all.execute_typed(update, &parameters).await.map_err(failure)? > 0)
}

/// Makes the turn `by` replace the turn `from` and those after it; returns false if `from` does not exist. Turns that
/// `from` itself has replaced can still be restored.
async fn replace(
    all: &Transaction<'_>,
    session: i64,
    from: &str,
    by: &[u8],
) -> Result<bool, StoreError> {
    let own = from.as_bytes();
    let again = "UPDATE footnote.messages SET replaced = $3 WHERE session = $1 AND replaced = $2";
    let parameters = [p(&session), p(&own), p(&by)];
    if all.execute_typed(again, &parameters).await.map_err(failure)? > 0 {
        return cut(all, session, from).await;
    }
    let hide = "UPDATE footnote.messages SET replaced = $3 \
        WHERE session = $1 AND replaced = '' AND place >= \
        (SELECT min(place) FROM footnote.messages WHERE session = $1 AND replaced = '' AND turn = $2)";
    Ok(all.execute_typed(hide, &parameters).await.map_err(failure)? > 0)
}

/// Removes the turn `from` and those after it; returns false if `from` does not exist.
async fn cut(all: &Transaction<'_>, session: i64, from: &str) -> Result<bool, StoreError> {
    let cut = "DELETE FROM footnote.messages WHERE session = $1 AND replaced = '' AND place >= \
        (SELECT min(place) FROM footnote.messages WHERE session = $1 AND replaced = '' AND turn = $2)";
    let from = from.as_bytes();
    let parameters = [p(&session), p(&from)];
    Ok(all.execute_typed(cut, &parameters).await.map_err(failure)? > 0)
}

/// Restores the turns that `by` has replaced; returns false if there are none.
async fn restore(all: &Transaction<'_>, session: i64, by: &str) -> Result<bool, StoreError> {
    cut(all, session, by).await?;
    let restore = "UPDATE footnote.messages SET replaced = '' \
        WHERE session = $1 AND replaced = $2 AND replaced <> ''";
    let by = by.as_bytes();
    let parameters = [p(&session), p(&by)];
    Ok(all.execute_typed(restore, &parameters).await.map_err(failure)? > 0)
}
