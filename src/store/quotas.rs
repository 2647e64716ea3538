//! Quotas of stored conversations, and what to evict when they are exceeded.
//!
//! Each identified owner has a quota. Sessions of unknown readers share one, of which each client may use a part,
//! whatever its browsers are. They never evict those of identified owners, or the other way round.

use std::net::IpAddr;

use footnote_documents::hash::hash;

use super::{BEARER, is_known};

/// An owner, or the client of unknown readers, may use a tenth of the limit.
const HOLDER_DIVISOR: i64 = 10;

/// All owners together may use half of the limit, and so may the clients of all unknown readers.
const KIND_DIVISOR: i64 = 2;

/// Fill level after an eviction, in per cent of the quota. Below 100, so that not every turn evicts.
const FILL_PERCENT: i64 = 90;

/// The owner of a session, or its client if the reader is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// A keyed hash that does not reveal the owner or the client.
    pub number: i64,
    /// True for an owner, false for a client.
    pub is_known: bool,
}

impl Holder {
    /// The holder of a session of `owner`, or of `client` if the owner is unknown. `secret` is the store's key.
    pub fn of(secret: &str, owner: &str, client: Option<IpAddr>) -> Self {
        let is_known = is_known(owner);
        let client = client.filter(|_| !is_known).map(|client| client.to_string());
        let owner = if is_known { owner } else { BEARER };
        Self { number: number(secret, owner, &client.unwrap_or_default()), is_known }
    }

    /// The holder of an imported session: its owner, or else the session itself, because its client is unknown.
    pub fn of_import(secret: &str, owner: &str, id: &str) -> Self {
        if is_known(owner) {
            return Self::of(secret, owner, None);
        }
        Self { number: number(secret, id, ""), is_known: false }
    }
}

fn number(secret: &str, owner: &str, client: &str) -> i64 {
    let hash = hash(format!("{secret}{owner}\0{client}").as_bytes());
    u64::try_from(hash >> 64).unwrap_or_default().cast_signed()
}

/// Sizes to compare with the quotas, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Total of the holder.
    pub own: i64,
    /// Total of all owners if the holder is an owner, otherwise of all clients.
    pub kind: i64,
    /// Number of the owner who uses most.
    pub fullest: i64,
    /// Largest total of a single holder of this kind.
    pub most: i64,
}

/// An eviction: oldest sessions first, pinned and shared ones only after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The holder whose sessions are evicted; `None` for all clients.
    pub holder: Option<i64>,
    /// Number of bytes to keep.
    pub rest: i64,
    /// Size up to which the session just written is kept in any case, in bytes.
    pub newest: i64,
}

/// The next eviction after `holder` has written to a store with a limit of `most` bytes; `None` once all quotas are
/// met. If all owners together exceed their quota, the one who uses most is evicted.
pub fn excess(most: i64, holder: Holder, sums: Sums) -> Option<Excess> {
    let (each, kind) = (most / HOLDER_DIVISOR, most / KIND_DIVISOR);
    let (holder, full) = match holder {
        Holder { number, .. } if sums.own > each => (Some(number), each),
        _ if sums.kind <= kind => return None,
        Holder { is_known: true, .. } => (Some(sums.fullest), sums.most),
        _ => (None, kind),
    };
    Some(Excess { holder, rest: full / 100 * FILL_PERCENT, newest: full })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_the_same_holder_wherever_the_questions_come_from() {
        let of = |secret, owner, last| Holder::of(secret, owner, Some([10, 0, 0, last].into()));
        assert_eq!(of("s", "ada", 1), of("s", "ada", 2));
        assert_ne!(of("s", BEARER, 1), of("s", BEARER, 2));
        assert_eq!(
            of("s", BEARER, 1),
            of("s", "#1", 1),
            "a client has one quota for all of its browsers"
        );
        assert_ne!(of("s", "ada", 1), of("other", "ada", 1));
        assert_eq!(Holder::of_import("s", "ada", "1"), of("s", "ada", 1));
        assert!(!Holder::of_import("s", BEARER, "ada").is_known);
    }

    #[test]
    fn the_fullest_owner_gives_way_and_never_to_what_is_nobodys() {
        let (ada, client) = (Holder::of("s", "ada", None), Holder::of("s", BEARER, None));
        let sums = Sums { own: 90, kind: 501, fullest: 7, most: 100 };
        assert_eq!(
            excess(1000, ada, sums),
            Some(Excess { holder: Some(7), rest: 90, newest: 100 })
        );
        assert_eq!(
            excess(1000, client, sums),
            Some(Excess { holder: None, rest: 450, newest: 500 })
        );
        let own = Excess { holder: Some(client.number), rest: 90, newest: 100 };
        assert_eq!(excess(1000, client, Sums { own: 101, ..sums }), Some(own));
        assert_eq!(excess(1000, ada, Sums { kind: 500, ..sums }), None);
    }
}
