//! Tests of blobs: the contract, and what becomes of contents without a name.

use footnote_store::contract_tests::blobs::keeps_blobs;
use futures_util::future::join_all;
use tokio::io::AsyncReadExt as _;

use super::*;
use crate::tests::databases;

async fn count(database: &Database) -> i64 {
    let count = "SELECT count(*) FROM footnote.blob_chunks";
    database.row(count, &[]).await.unwrap().unwrap().get(0)
}

/// Ages unnamed contents by this many hours.
async fn pass(blobs: &PostgresBlobs, hours: i64) {
    let pass = "UPDATE footnote.blobs SET remove_at = remove_at - $1 * interval '1 hour'";
    blobs.database.execute(pass, &[p(&hours)]).await.unwrap();
    blobs.expire().await.unwrap();
}

/// Bytes in which no two chunks are the same.
fn content(chunks: usize) -> Vec<u8> {
    (0..=chunks * CHUNK_BYTES / 4).flat_map(|at| u32::try_from(at).unwrap().to_be_bytes()).collect()
}

#[tokio::test]
async fn the_contract_is_kept() {
    for database in databases().await {
        keeps_blobs(&PostgresBlobs::over(database, "uploads")).await;
    }
}

#[tokio::test]
async fn what_several_machines_bring_at_once_is_no_more_than_there_is_room_for() {
    for database in databases().await {
        let machines = [(); 3].map(|()| PostgresBlobs::over(database.clone(), "uploads"));
        let bring = |number: usize| {
            let blobs = &machines[number % 3];
            async move {
                let mut draft = blobs.begin().await.unwrap();
                draft.write(&[b'x'; 1000]).await.unwrap();
                draft.finish(&format!("{number}.md"), Some(10_000)).await
            }
        };
        let done = join_all((0..15).map(bring)).await;
        assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 10);
        assert_eq!(machines[0].bytes().await.unwrap().shown, 10_000);
    }
}

#[tokio::test]
async fn two_stores_in_one_database_know_nothing_of_each_other() {
    for database in databases().await {
        let uploads = PostgresBlobs::over(database.clone(), "uploads");
        let descriptions = PostgresBlobs::over(database, "descriptions");
        uploads.put("a", b"x").await.unwrap();
        descriptions.put("a", b"y").await.unwrap();
        descriptions.put("b", b"y").await.unwrap();
        uploads.rename("a", "b").await.unwrap();
        assert_eq!(uploads.list("").await.unwrap().len(), 1);
        uploads.remove("b").await.unwrap();
        assert!(uploads.list("").await.unwrap().is_empty());
        assert_eq!(descriptions.read("b").await.unwrap().unwrap(), b"y");
    }
}

#[tokio::test]
async fn a_reader_gets_the_same_content_to_its_end_or_is_told() {
    for database in databases().await {
        let blobs = PostgresBlobs::over(database.clone(), "uploads");
        let content = content(3);
        blobs.put("a", &content).await.unwrap();
        let mut readers = Vec::new();
        for _ in 0..2 {
            let mut reader = blobs.open("a").await.unwrap().unwrap();
            let mut first = vec![0; 1000];
            reader.content.read_exact(&mut first).await.unwrap();
            assert_eq!(first, content[..1000]);
            readers.push(reader.content);
        }
        blobs.put("a", b"new").await.unwrap();
        blobs.remove("a").await.unwrap();
        blobs.expire().await.unwrap();
        let mut rest = Vec::new();
        readers[0].read_to_end(&mut rest).await.unwrap();
        assert!(rest == content[1000..]);
        pass(&blobs, 1).await;
        assert_eq!(count(&database).await, 0);
        assert!(readers[1].read_to_end(&mut rest).await.is_err(), "the part is no whole");
    }
}

#[tokio::test]
async fn what_is_written_in_pieces_is_kept_in_chunks() {
    for database in databases().await {
        let blobs = PostgresBlobs::over(database.clone(), "uploads");
        let content = content(2);
        let mut draft = blobs.begin().await.unwrap();
        for (at, piece) in content.chunks(100_000).enumerate() {
            draft.write(piece).await.unwrap();
            if at == 1 {
                draft.flush().await.unwrap();
            }
        }
        draft.finish("a", None).await.unwrap();
        assert_eq!(count(&database).await, 3);
        assert!(blobs.read("a").await.unwrap().unwrap() == content);
        blobs.put("a", &content).await.unwrap();
        assert_eq!(count(&database).await, 3, "the same is not written again");
    }
}

#[tokio::test]
async fn what_nobody_writes_any_more_goes_after_a_day() {
    for database in databases().await {
        let blobs = PostgresBlobs::over(database.clone(), "uploads");
        let mut draft = blobs.begin().await.unwrap();
        draft.write(b"half").await.unwrap();
        draft.flush().await.unwrap();
        pass(&blobs, 23).await;
        assert_eq!(count(&database).await, 1);
        draft.write(b"more").await.unwrap();
        draft.flush().await.unwrap();
        pass(&blobs, 23).await;
        assert_eq!(count(&database).await, 2, "it was written a short while ago");
        pass(&blobs, 1).await;
        assert_eq!(count(&database).await, 0);
        assert!(matches!(draft.finish("a", None).await, Err(StoreError::Missing)));
        assert!(blobs.list("").await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn what_is_given_up_goes_at_once() {
    for database in databases().await {
        let blobs = PostgresBlobs::over(database.clone(), "uploads");
        let mut draft = blobs.begin().await.unwrap();
        draft.write(b"half").await.unwrap();
        draft.flush().await.unwrap();
        drop(draft);
        let mut left = count(&database).await;
        for _ in 0..1000 {
            if left > 0 {
                tokio::task::yield_now().await;
                left = count(&database).await;
            }
        }
        assert_eq!(left, 0);
    }
}

#[tokio::test]
async fn many_who_give_one_name_at_once_leave_one_blob() {
    for database in databases().await {
        let blobs = PostgresBlobs::over(database.clone(), "uploads");
        let numbers: Vec<[u8; 1]> = (0..8).map(|number| [number]).collect();
        let puts = numbers.iter().map(|number| blobs.put("a", number));
        for done in join_all(puts).await {
            done.unwrap();
        }
        assert_eq!(blobs.list("").await.unwrap().len(), 1);
        pass(&blobs, 1).await;
        assert_eq!(count(&database).await, 1);
    }
}

#[tokio::test]
async fn a_name_that_is_too_long_is_refused() {
    for database in databases().await {
        let blobs = PostgresBlobs::over(database, "uploads");
        let (long, longer) = ("ä/".repeat(666) + "ä", "x".repeat(MAX_NAME_LEN + 1));
        blobs.put(&long, b"x").await.unwrap();
        assert_eq!(blobs.list("").await.unwrap()[0].name, long);
        assert!(matches!(blobs.put(&longer, b"x").await, Err(StoreError::Name(_))));
        assert!(matches!(blobs.rename(&long, &longer).await, Err(StoreError::Name(_))));
        assert!(blobs.read(&longer).await.unwrap().is_none());
        assert!(blobs.list("a\0").await.unwrap().is_empty());
    }
}
