//! The contract of stores of keys.

use crate::StoreError;
use crate::keys::{ApiKey, KeyStore, KeyUse, Secret, SignedIn};

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
    a_browser_is_known_until_it_is_idle_too_old_or_removed(store).await;
}

async fn a_browser_is_known_until_it_is_idle_too_old_or_removed(store: &dyn KeyStore) {
    let (idle, groups) = (SignedIn::IDLE, vec!["hr".to_owned(), "board, old".to_owned()]);
    let browser = |bits, name: &str| SignedIn {
        hash: [bits; 32],
        name: name.to_owned(),
        groups: groups.clone(),
        expires: 3 * idle,
        used: 0,
    };
    let used = async |bits, now| {
        store.use_browser([bits; 32], now).await.unwrap().map(|browser| browser.used)
    };
    for (bits, name) in [(1, "ada"), (2, "ada"), (3, "adam")] {
        store.add_browser(browser(bits, name), 0).await.unwrap();
    }
    assert_eq!(store.use_browser([1; 32], 59).await.unwrap(), Some(browser(1, "ada")));
    assert_eq!(store.use_browser([9; 32], 59).await.unwrap(), None);
    assert_eq!(used(1, SignedIn::NOTED).await, Some(0));
    assert_eq!(used(1, idle + 59).await, Some(SignedIn::NOTED), "it was used a minute later");
    assert_eq!(used(2, idle).await, None, "it was idle");
    for now in [2 * idle, 3 * idle - 1] {
        assert!(used(1, now).await.is_some());
    }
    assert_eq!(used(1, 3 * idle).await, None, "it is too old");
    store.remove_browser([1; 32]).await.unwrap();
    assert_eq!(used(1, 61).await, None);
    store.remove_browsers_of("ada").await.unwrap();
    assert_eq!((used(2, 1).await, used(3, 1).await), (None, Some(0)));
    store.add_browser(SignedIn { used: idle, ..browser(4, "eve") }, idle).await.unwrap();
    assert_eq!(used(3, 1).await, None, "those that have ended are forgotten");
    assert!(used(4, idle).await.is_some());
    store.replace_secret(Secret([4; 32])).await.unwrap();
    assert_eq!(used(4, idle).await, None, "all browsers are forgotten with the secret");
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
    assert!(matches!(store.add(key("sync", 3)).await, Err(StoreError::Exists)));
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
