//! Parameters of statements with their types.
//!
//! Statements are unnamed and state the types of their parameters, so nothing is prepared: behind a pooler that assigns
//! connections per transaction, the next statement may reach another server process.

use footnote_documents::hash::hash;
use tokio_postgres::types::{ToSql, Type};
use uuid::Uuid;

/// A parameter with its type.
pub(crate) type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

/// A Rust type that corresponds to a PostgreSQL type.
pub(crate) trait Typed: ToSql + Sync {
    /// The PostgreSQL type.
    const TYPE: Type;
}

/// Returns the parameter of a value.
pub(crate) fn p<T: Typed>(value: &T) -> Parameter<'_> {
    (value, T::TYPE)
}

/// Returns a limit as a parameter of a statement.
pub(crate) fn limited(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Returns the hash by which a path is found. A path may be longer than a database index can hold.
pub(crate) fn path_hash(path: &str) -> Uuid {
    Uuid::from_u128(hash(path.as_bytes()))
}

macro_rules! typed {
    ($($rust:ty => $sql:ident),* $(,)?) => {
        $(impl Typed for $rust {
            const TYPE: Type = Type::$sql;
        })*
    };
}

typed! {
    bool => BOOL,
    i16 => INT2,
    i32 => INT4,
    i64 => INT8,
    f32 => FLOAT4,
    String => TEXT,
    &str => TEXT,
    Uuid => UUID,
    Vec<u8> => BYTEA,
    &[u8] => BYTEA,
    Vec<bool> => BOOL_ARRAY,
    Vec<i16> => INT2_ARRAY,
    Vec<i32> => INT4_ARRAY,
    Vec<i64> => INT8_ARRAY,
    Vec<f32> => FLOAT4_ARRAY,
    Vec<String> => TEXT_ARRAY,
    Vec<&str> => TEXT_ARRAY,
    Vec<Uuid> => UUID_ARRAY,
    Vec<Vec<u8>> => BYTEA_ARRAY,
    Vec<&[u8]> => BYTEA_ARRAY,
}

impl<T: Typed> Typed for Option<T> {
    const TYPE: Type = T::TYPE;
}

impl<T: ToSql + Sync> Typed for Vec<Option<T>>
where
    Vec<T>: Typed,
{
    const TYPE: Type = <Vec<T>>::TYPE;
}
