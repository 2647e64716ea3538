//! Complete sessions, for copying them to another store.

use footnote_documents::Passage;
use footnote_store::quotas::Holder;
use footnote_store::sessions::SESSION_OVERHEAD_BYTES;
use footnote_store::{Change, ExportedSession, SessionStore as _, StoreError};
use tokio_postgres::Row;

use crate::parameters::{limited, p};
use crate::sessions::{column, lossy, messages, text};
use crate::{PostgresSessions, eviction};

const EXPORT: &str = "SELECT id, owner, extract(epoch FROM used)::bigint, \
    (SELECT array_agg(role ORDER BY place) FROM footnote.messages WHERE session = number AND replaced = ''), \
    (SELECT array_agg(content ORDER BY place) FROM footnote.messages WHERE session = number AND replaced = ''), \
    (SELECT array_agg(name ORDER BY name) FROM footnote.attachments WHERE session = number), \
    (SELECT array_agg(passages ORDER BY name) FROM footnote.attachments WHERE session = number), \
    name, pinned, (SELECT array_agg(turn ORDER BY place) FROM footnote.messages WHERE session = number AND replaced = ''), \
    (SELECT array_agg(detail ORDER BY place) FROM footnote.messages WHERE session = number AND replaced = ''), \
    (SELECT token FROM footnote.shares WHERE session = number) \
    FROM footnote.sessions WHERE id > $1 AND discarded IS NULL ORDER BY id LIMIT $2";

/// Names an imported session, and completes its messages.
const COMPLETE: &str = "WITH known AS (\
        UPDATE footnote.sessions SET name = $2, pinned = $3 WHERE id = $1 RETURNING number), \
    placed AS (SELECT place, row_number() OVER (ORDER BY place) AS nth \
        FROM footnote.messages JOIN known ON number = session) \
    UPDATE footnote.messages m SET turn = new.turn, detail = new.detail \
    FROM placed, unnest($4::bytea[], $5::bytea[]) WITH ORDINALITY AS new (turn, detail, nth) \
    WHERE m.place = placed.place AND placed.nth = new.nth \
    AND m.session = (SELECT number FROM known)";

impl PostgresSessions {
    /// Returns the first sessions after an id with all of their content, except discarded ones.
    pub(crate) async fn exported(
        &self,
        after: &str,
        limit: usize,
    ) -> Result<Vec<ExportedSession>, StoreError> {
        let (after, limit) = (after.as_bytes(), limited(limit));
        let rows = self.database().rows(EXPORT, &[p(&after), p(&limit)]).await?;
        let mut exported = Vec::new();
        for row in &rows {
            let mut session = exported_session(row)?;
            session.content.images = self.images(&session.id).await?;
            exported.push(session);
        }
        Ok(exported)
    }

    /// Stores a session of another store; leaves an existing session unchanged.
    pub(crate) async fn imported(&self, session: ExportedSession) -> Result<(), StoreError> {
        let ExportedSession { id, owner, used, content, name, pinned, details, link } = session;
        let insert = format!(
            "INSERT INTO footnote.sessions (id, owner, used, holder, bytes) \
            VALUES ($1, $2, to_timestamp({used}), $3, 0) ON CONFLICT DO NOTHING RETURNING number"
        );
        let holder = Holder::of_import(self.secret().await?, &owner, &id);
        let begun = self.change_of(holder, &insert, &owner, &id, content).await?;
        let Some(session) = begun else {
            return Ok(());
        };
        let (turns, details): (Vec<_>, Vec<_>) =
            details.iter().map(|(turn, detail)| (turn.as_bytes(), detail.as_bytes())).unzip();
        let (id, name) = (id.as_bytes(), name.as_bytes());
        let parameters = [p(&id), p(&name), p(&pinned), p(&turns), p(&details)];
        self.database().execute(COMPLETE, &parameters).await?;
        let completed = [p(&session), p(&SESSION_OVERHEAD_BYTES)];
        self.database().execute(eviction::RECORD_SIZE, &completed).await?;
        self.import_link(id, link).await
    }
}

/// Returns a session with everything except its images.
fn exported_session(row: &Row) -> Result<ExportedSession, StoreError> {
    let (names, attachments): (Vec<Vec<u8>>, Vec<String>) = (column(row, 5), column(row, 6));
    let attachment = |(name, passages): (Vec<u8>, &String)| {
        Ok((lossy(name), serde_json::from_str::<Vec<Passage>>(passages)?))
    };
    let attachments = names.into_iter().zip(&attachments).map(attachment);
    let attachments = attachments.collect::<Result<_, StoreError>>()?;
    Ok(ExportedSession {
        id: text(row, 0),
        owner: text(row, 1),
        used: row.get(2),
        content: Change { messages: messages(row, 3), attachments, ..Change::default() },
        name: text(row, 7),
        pinned: row.get(8),
        details: column(row, 9)
            .into_iter()
            .zip(column(row, 10))
            .map(|(turn, detail)| (lossy(turn), lossy(detail)))
            .collect(),
        link: row.get(11),
    })
}
