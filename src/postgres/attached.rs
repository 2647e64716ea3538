//! The attached files and images of a session.

use deadpool_postgres::Transaction;
use footnote_documents::attach::{Image, MAX_IMAGES};
use footnote_store::{Change, StoreError};

use crate::error::failure;
use crate::parameters::p;

/// Writes the files and images of a change, and removes those that it detaches.
pub(crate) async fn write(
    all: &Transaction<'_>,
    session: i64,
    change: &Change,
) -> Result<(), StoreError> {
    for (name, passages) in &change.attachments {
        let attach = "WITH former AS \
                (DELETE FROM footnote.attachments WHERE session = $1 AND name = $2) \
            INSERT INTO footnote.attachments (session, name, passages) VALUES ($1, $2, $3)";
        let (name, passages) = (name.as_bytes(), serde_json::to_string(passages)?);
        let parameters = [p(&session), p(&name), p(&passages)];
        all.execute_typed(attach, &parameters).await.map_err(failure)?;
    }
    for name in &change.detached {
        let detach = "WITH image AS (DELETE FROM footnote.images WHERE session = $1 AND name = $2) \
            DELETE FROM footnote.attachments WHERE session = $1 AND name = $2";
        let name = name.as_bytes();
        let parameters = [p(&session), p(&name)];
        all.execute_typed(detach, &parameters).await.map_err(failure)?;
    }
    write_images(all, session, &change.images).await
}

async fn write_images(
    all: &Transaction<'_>,
    session: i64,
    images: &[Image],
) -> Result<(), StoreError> {
    for image in images {
        let insert = "WITH former AS \
                (DELETE FROM footnote.images WHERE session = $1 AND name = $2) \
            INSERT INTO footnote.images (session, name, type, bytes) VALUES ($1, $2, $3, $4)";
        let (name, kind) = (image.source.as_bytes(), image.content_type.as_bytes());
        let parameters = [p(&session), p(&name), p(&kind), p(&image.bytes)];
        all.execute_typed(insert, &parameters).await.map_err(failure)?;
    }
    let most = i64::try_from(MAX_IMAGES).unwrap_or(i64::MAX);
    let trim = "DELETE FROM footnote.images WHERE session = $1 AND place NOT IN \
        (SELECT place FROM footnote.images WHERE session = $1 ORDER BY place DESC LIMIT $2)";
    all.execute_typed(trim, &[p(&session), p(&most)]).await.map_err(failure)?;
    Ok(())
}
