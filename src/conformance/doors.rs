//! The checks of refusals, and of the addresses at which a server answers.

use super::answers::complete;
use super::client::Seen;
use super::exchanges::Exchanges;
use super::form::Form;
use super::outcome::{Outcome, holds};

/// A wrong body is refused as the client's fault: libraries ask four times if it is the server's.
pub(super) fn refused(form: &Form, seen: &Exchanges) -> Outcome {
    holds(form.refused.contains(&seen.wrong.status), seen.wrong.outcome())
}

/// The refusal is an error as the form has it.
pub(super) fn refusal(form: &Form, seen: &Exchanges) -> Outcome {
    (seen.wrong.status >= 400).then_some(())?;
    let body = &seen.wrong.body;
    Some(complete(&form.refusal, seen.wrong.json().as_ref(), body))
}

/// A body that does not call itself JSON is not read.
pub(super) fn other_type(form: &Form, seen: &Exchanges) -> Outcome {
    let answer = seen.other_type.as_ref()?;
    holds(form.unsupported.contains(&answer.status), answer.outcome())
}

/// A slash at the end does not matter.
pub(super) fn slash(form: &Form, seen: &Exchanges) -> Outcome {
    seen.answers().then(|| direct(&seen.slash, form.needs_slash))
}

/// If `/api` is offered, it is another name of the root.
pub(super) fn api(_: &Form, seen: &Exchanges) -> Outcome {
    let api = seen.api.as_ref().filter(|_| seen.answers())?;
    Some(direct(api, false))
}

/// Checks that a question is answered where it was sent; it may be that nothing is there, unless `needed`.
fn direct(seen: &Seen, needed: bool) -> Result<String, String> {
    let absent = [404, 405].contains(&seen.status);
    if seen.is_answer() {
        Ok(seen.outcome())
    } else if absent && !needed {
        Ok(format!("{}: nothing is there", seen.status))
    } else {
        Err(seen.outcome())
    }
}

/// Questions with files come as `multipart/form-data`.
pub(super) fn multipart(_: &Form, seen: &Exchanges) -> Outcome {
    let answer = seen.multipart.as_ref().filter(|_| seen.answers())?;
    holds(answer.is_answer(), answer.outcome())
}
