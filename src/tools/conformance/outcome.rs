//! The outcome of a check.

/// The outcome of a check with an observation: `Ok` if it passed, `Err` if it failed, `None` if it did not apply.
pub(super) type Outcome = Option<Result<String, String>>;

/// `Ok` with the observation if the check passed; the report shortens these.
#[expect(
    clippy::unnecessary_wraps,
    reason = "checks end with it, and give nothing where there is nothing to look at"
)]
pub(super) fn holds(holds: bool, seen: impl Into<String>) -> Outcome {
    let seen = seen.into();
    Some(if holds { Ok(seen) } else { Err(seen) })
}
