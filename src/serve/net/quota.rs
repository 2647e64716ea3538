//! Quotas on concurrent requests or bytes in memory: a limit for all clients, and a limit per client.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::client::ClientId;

/// A quota for all clients, with a limit per client. Clients on this machine may use all of it.
#[derive(Debug)]
pub(crate) struct Quota {
    all: usize,
    each: usize,
    used: Mutex<Usage>,
}

#[derive(Debug)]
struct Usage {
    all: usize,
    clients: HashMap<ClientId, usize, BuildHasherDefault<DefaultHasher>>,
}

impl Quota {
    /// A quota of `all`, of which each client on another machine may use `each`.
    pub(crate) const fn new(all: usize, each: usize) -> Self {
        let clients = HashMap::with_hasher(BuildHasherDefault::new());
        Self { all, each, used: Mutex::new(Usage { all: 0, clients }) }
    }

    /// Acquires `amount` for a client. If less is left, acquires nothing and returns false.
    #[must_use]
    pub(crate) fn try_acquire(&self, client: Option<ClientId>, amount: usize) -> bool {
        let mut used = self.lock();
        let of_client = client.and_then(|client| used.clients.get(&client));
        let of_client = of_client.copied().unwrap_or_default();
        if used.all.saturating_add(amount) > self.all
            || client.is_some() && of_client.saturating_add(amount) > self.each
        {
            return false;
        }
        used.all += amount;
        if let Some(client) = client.filter(|_| amount > 0) {
            *used.clients.entry(client).or_default() += amount;
        }
        true
    }

    /// Releases `amount`, acquired earlier for a client.
    pub(crate) fn release(&self, client: Option<ClientId>, amount: usize) {
        let mut used = self.lock();
        used.all = used.all.saturating_sub(amount);
        let Some(client) = client else { return };
        if let Some(of_client) = used.clients.get_mut(&client) {
            *of_client = of_client.saturating_sub(amount);
            if *of_client == 0 {
                used.clients.remove(&client);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Usage> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> ClientId {
        ClientId::Address([10, 0, 0, last].into())
    }

    #[test]
    fn each_client_has_a_share_and_this_machine_may_have_all() {
        let quota = Quota::new(10, 4);
        let client = |last| Some(address(last));
        assert!(quota.try_acquire(client(1), 4));
        assert!(!quota.try_acquire(client(1), 1));
        assert!(!quota.try_acquire(client(2), 5));
        assert!(quota.try_acquire(None, 6));
        assert!(!quota.try_acquire(client(2), 1), "all is taken");
        quota.release(client(1), 4);
        assert!(quota.try_acquire(client(1), 2) && quota.try_acquire(client(2), 2));
    }

    #[test]
    fn clients_that_hold_nothing_are_forgotten() {
        let quota = Quota::new(10, 4);
        let client = Some(address(1));
        assert!(quota.try_acquire(client, 0) && quota.try_acquire(client, 3));
        quota.release(client, 3);
        let used = quota.lock();
        assert_eq!((used.all, used.clients.len()), (0, 0));
    }
}
