//! The contract of stores of keys.

use crate::store::StoreError;
use crate::store::keys::{ApiKey, KeyStore, KeyUse, Secret};

/// A key of this name that nobody has used.
fn key(name: &str, bits: u8) -> ApiKey {
    ApiKey {
        name: name.to_owned(),
        groups: vec!["hr".to_owned(), "board, old".to_owned()],
        hash: [bits; 32],
        created: 10,
        expires: Some(20),
        used: None,
        requests: 0,
    }
}

/// Checks an empty store.
pub async fn keeps_keys(store: &dyn KeyStore) {
    the_first_secret_stays_until_it_is_replaced(store).await;
    a_link_is_used_up_by_the_first(store).await;
    api_keys_are_listed_counted_and_removed(store).await;
}

async fn the_first_secret_stays_until_it_is_replaced(store: &dyn KeyStore) {
    let [one, two, three] = [1, 2, 3].map(|bits| Secret([bits; 32]));
    assert_eq!(store.secret(one.clone()).await.unwrap(), one);
    assert_eq!(store.secret(two.clone()).await.unwrap(), one);
    store.replace_secret(two.clone()).await.unwrap();
    assert_eq!(store.secret(three).await.unwrap(), two);
}

async fn a_link_is_used_up_by_the_first(store: &dyn KeyStore) {
    store.add_link([1; 32], 0, 10).await.unwrap();
    assert!(!store.use_link([2; 32], 5).await.unwrap());
    assert!(!store.use_link([1; 32], 10).await.unwrap(), "it has expired");
    assert!(store.use_link([1; 32], 9).await.unwrap());
    assert!(!store.use_link([1; 32], 9).await.unwrap());
    store.add_link([3; 32], 0, 10).await.unwrap();
    store.add_link([4; 32], 10, 20).await.unwrap();
    assert!(!store.use_link([3; 32], 9).await.unwrap(), "it was forgotten");
}

async fn api_keys_are_listed_counted_and_removed(store: &dyn KeyStore) {
    let (sync, report) = (key("sync", 1), key("report", 2));
    store.add(sync.clone()).await.unwrap();
    store.add(report.clone()).await.unwrap();
    assert!(matches!(store.add(key("sync", 3)).await, Err(StoreError::Taken)));
    assert_eq!(store.all().await.unwrap(), [report.clone(), sync.clone()]);
    let uses = |hash, requests, at| KeyUse { hash, requests, at };
    let counted = vec![uses(sync.hash, 2, 15), uses([9; 32], 1, 15)];
    store.count(counted).await.unwrap();
    store.count(vec![uses(sync.hash, 1, 12)]).await.unwrap();
    let sync = ApiKey { requests: 3, used: Some(15), ..sync };
    assert_eq!(store.all().await.unwrap(), [report, sync.clone()]);
    assert!(store.remove("report").await.unwrap() && !store.remove("report").await.unwrap());
    assert_eq!(store.all().await.unwrap(), [sync]);
}
