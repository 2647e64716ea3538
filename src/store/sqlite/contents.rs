//! Attached files and images of a session.

use footnote_documents::Passage;
use footnote_documents::attach::Image;
use rusqlite::Connection;

use crate::StoreError;

/// The attached files of a session, by name.
pub(super) fn attachments(
    connection: &Connection,
    id: &str,
) -> Result<Vec<(String, Vec<Passage>)>, StoreError> {
    let mut attachments = connection
        .prepare_cached("SELECT name, passages FROM attachments WHERE session = ? ORDER BY name")?;
    let attachments = attachments
        .query_map([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let attachment = |found: rusqlite::Result<(String, String)>| {
        let (name, passages) = found?;
        Ok((name, serde_json::from_str(&passages)?))
    };
    attachments.map(attachment).collect()
}

/// The images of a session, oldest first.
pub(super) fn images(connection: &Connection, id: &str) -> Result<Vec<Image>, StoreError> {
    let mut images = connection
        .prepare_cached("SELECT name, type, bytes FROM images WHERE session = ? ORDER BY place")?;
    let images = images.query_map([id], |row| {
        Ok(Image { source: row.get(0)?, content_type: row.get(1)?, bytes: row.get(2)? })
    })?;
    Ok(images.collect::<Result<_, _>>()?)
}
