//! What there is for all clients together, and of it the most for each: places, or room in memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An amount for all clients together, and of it the most for each of them. This machine's own may be all.
#[derive(Debug)]
pub(crate) struct Shares {
    all: usize,
    each: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug)]
struct Taken {
    all: usize,
    clients: HashMap<IpAddr, usize, BuildHasherDefault<DefaultHasher>>,
}

impl Shares {
    /// Of `all` there is, `each` at most for one client of another machine.
    pub(crate) const fn new(all: usize, each: usize) -> Self {
        let clients = HashMap::with_hasher(BuildHasherDefault::new());
        Self { all, each, taken: Mutex::new(Taken { all: 0, clients }) }
    }

    /// Takes so `much` for a client, or nothing if there is less of it left.
    #[must_use]
    pub(crate) fn take(&self, client: Option<IpAddr>, much: usize) -> bool {
        let mut taken = self.lock();
        let own = client.and_then(|client| taken.clients.get(&client));
        let own = own.copied().unwrap_or_default();
        if taken.all.saturating_add(much) > self.all
            || client.is_some() && own.saturating_add(much) > self.each
        {
            return false;
        }
        taken.all += much;
        if let Some(client) = client.filter(|_| much > 0) {
            *taken.clients.entry(client).or_default() += much;
        }
        true
    }

    /// Gives back so `much` of what was taken for a client.
    pub(crate) fn give(&self, client: Option<IpAddr>, much: usize) {
        let mut taken = self.lock();
        taken.all = taken.all.saturating_sub(much);
        let Some(client) = client else { return };
        if let Some(own) = taken.clients.get_mut(&client) {
            *own = own.saturating_sub(much);
            if *own == 0 {
                taken.clients.remove(&client);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_a_share_and_this_machine_may_have_all() {
        let shares = Shares::new(10, 4);
        let client = |last| Some(IpAddr::from([10, 0, 0, last]));
        assert!(shares.take(client(1), 4));
        assert!(!shares.take(client(1), 1));
        assert!(!shares.take(client(2), 5));
        assert!(shares.take(None, 6));
        assert!(!shares.take(client(2), 1), "all is taken");
        shares.give(client(1), 4);
        assert!(shares.take(client(1), 2) && shares.take(client(2), 2));
    }

    #[test]
    fn clients_that_hold_nothing_are_forgotten() {
        let shares = Shares::new(10, 4);
        let client = Some(IpAddr::from([10, 0, 0, 1]));
        assert!(shares.take(client, 0) && shares.take(client, 3));
        shares.give(client, 3);
        let taken = shares.lock();
        assert_eq!((taken.all, taken.clients.len()), (0, 0));
    }
}
