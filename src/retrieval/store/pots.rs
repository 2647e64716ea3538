//! The pots that stored conversations count against, whichever database keeps them.
//!
//! Each known owner has a pot. All that is nobody's shares one, in which each client has a part. What one of the two
//! kinds stores never makes room among the other.

use std::net::IpAddr;

use footnote_documents::hash::hash;

use super::BEARER;

/// One owner, or one client without an owner, keeps at most a tenth of the store.
const HOLDER_DIVISOR: i64 = 10;

/// All known owners together, and nobody's pot, each keep at most half of the store.
const KIND_DIVISOR: i64 = 2;

/// The per cent that is left of what was too full: making room is not for each turn.
const FILL_PERCENT: i64 = 90;

/// Whom a session counts for: its owner, or its client where it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// A number that reveals nothing about them.
    pub number: i64,
    /// True for an owner.
    pub is_known: bool,
}

impl Holder {
    /// The holder of a session of `owner`, or of `client` where that is [`BEARER`], in the store with this secret.
    pub fn of(secret: &str, owner: &str, client: Option<IpAddr>) -> Self {
        let is_known = owner != BEARER;
        let client = client.filter(|_| !is_known).map(|client| client.to_string());
        let hash = hash(format!("{secret}{owner}\0{}", client.unwrap_or_default()).as_bytes());
        let number = u64::try_from(hash >> 64).unwrap_or_default().cast_signed();
        Self { number, is_known }
    }

    /// The holder of a session that another store had: its owner, or else the session itself, whose client is unknown.
    pub fn of_import(secret: &str, owner: &str, id: &str) -> Self {
        match owner {
            BEARER => Self { is_known: false, ..Self::of(secret, id, None) },
            owner => Self::of(secret, owner, None),
        }
    }
}

/// The bytes that are stored, as seen by one holder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Those of the holder.
    pub own: i64,
    /// Those of all known owners, if the holder is one, or else of nobody's pot.
    pub kind: i64,
    /// The holder among these who has most.
    pub fullest: i64,
    /// The bytes of that one.
    pub most: i64,
}

/// What has to go: the oldest sessions, but pinned and shared ones only after the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    /// Those of this holder; `None` for those in nobody's pot.
    pub holder: Option<i64>,
    /// The bytes that may stay.
    pub rest: i64,
    /// The bytes that the session just written may have: it stays before all others, also beyond the rest.
    pub newest: i64,
}

/// The part of `sums` that goes now that `holder` has stored something in a store of at most `most` bytes. Once it is
/// gone, the sums are compared again. Where owners have too much together, the one with most gives way.
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
