//! Raises the limit on open files: each answer takes two handles, and the default limit is lower than need be.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit of open files to the hard limit.
pub fn allow_all() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let all = Rlimit { current: maximum, maximum };
    if let Err(error) = setrlimit(Resource::Nofile, all) {
        tracing::warn!(%error, "the limit on open files cannot be raised");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_handles_that_may_be_had_are_had() {
        allow_all();
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        assert_eq!(current, maximum);
    }
}
