//! The people who may do something on this server, such as upload documents.

use super::Reader;

/// The people who may do something, such as upload documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Allowed {
    /// Nobody.
    #[default]
    Nobody,
    /// Operators of the server.
    Operators,
    /// Every reader.
    Everybody,
    /// Operators, and readers in one of these groups.
    Groups(Vec<String>),
}

impl Allowed {
    /// Returns true if this reader is included.
    pub fn include(&self, reader: &Reader) -> bool {
        match self {
            Self::Nobody => false,
            Self::Operators => reader.is_operator(),
            Self::Everybody => true,
            Self::Groups(groups) => {
                reader.is_operator() || groups.iter().any(|group| reader.is_in(group))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_may_what_others_are_named_for_and_nothing_that_nobody_may() {
        let groups = Allowed::Groups(vec!["hr".to_owned()]);
        let all = [Allowed::Nobody, Allowed::Operators, Allowed::Everybody, groups];
        let include = |reader: &Reader| all.each_ref().map(|allowed| allowed.include(reader));
        let nobody = Reader::default();
        assert_eq!(include(&nobody), [false, false, true, false]);
        assert_eq!(include(&Reader::new(None, ["HR"])), [false, false, true, true]);
        assert_eq!(include(&nobody.operating()), [false, true, true, true]);
    }
}
