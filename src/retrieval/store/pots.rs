//! The quotas of stored conversations, and which are evicted, whichever database keeps them.
//!
//! Each known owner has a pot. Sessions without an owner share one, in which each client has a quota. Sessions without
//! an owner never evict those of an owner, nor the other way round.

use std::net::IpAddr;

use footnote_documents::hash::hash;

use super::BEARER;

/// An owner, or a client without one, may store a tenth of the limit.
const HOLDER_DIVISOR: i64 = 10;

/// All owners together may store half of the limit, and so may all clients without one.
const KIND_DIVISOR: i64 = 2;

/// The fill level after an eviction, in per cent of the quota: below 100, so that not every turn evicts.
const FILL_PERCENT: i64 = 90;

/// The owner of a session, or its client where it has no owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// A keyed hash, from which the owner or client cannot be told.
    pub number: i64,
    /// True for an owner, false for a client.
    pub is_known: bool,
}

impl Holder {
    /// The holder of a session of `owner`, or of `client` where the owner is [`BEARER`]. `secret` is the store's key.
    pub fn of(secret: &str, owner: &str, client: Option<IpAddr>) -> Self {
        let is_known = owner != BEARER;
        let client = client.filter(|_| !is_known).map(|client| client.to_string());
        let hash = hash(format!("{secret}{owner}\0{}", client.unwrap_or_default()).as_bytes());
        let number = u64::try_from(hash >> 64).unwrap_or_default().cast_signed();
        Self { number, is_known }
    }

    /// The holder of an imported session: its owner, or else the session itself, as its client is unknown.
    pub fn of_import(secret: &str, owner: &str, id: &str) -> Self {
        match owner {
            BEARER => Self { is_known: false, ..Self::of(secret, id, None) },
            owner => Self::of(secret, owner, None),
        }
    }
}

/// The bytes that a holder's quotas are compared with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Those of the holder itself.
    pub own: i64,
    /// Those of all owners if the holder is one, else those of all clients.
    pub kind: i64,
    /// The number of the owner who stores most.
    pub fullest: i64,
    /// The most bytes of one holder of this kind.
    pub most: i64,
}

/// An eviction: the oldest sessions go first, pinned and shared ones only after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The holder whose sessions go; `None` for all clients'.
    pub holder: Option<i64>,
    /// The bytes that are kept.
    pub rest: i64,
    /// The size in bytes up to which the session just written is kept in any case.
    pub newest: i64,
}

/// The next eviction after `holder` has written to a store of at most `most` bytes; `None` once all quotas are met.
/// Where owners store too much together, the one who stores most is evicted.
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
