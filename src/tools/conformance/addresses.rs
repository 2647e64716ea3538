//! Checks of rejected requests, and of the addresses at which a server answers.

use super::answers::complete;
use super::client::ProbeResponse;
use super::exchanges::Exchanges;
use super::form::Form;
use super::outcome::{Outcome, holds};

/// Checks that an invalid body is rejected as the client's error. Libraries retry four times after a server error.
pub(super) fn refused(form: &Form, exchanges: &Exchanges) -> Outcome {
    holds(form.refused.contains(&exchanges.wrong.status), exchanges.wrong.outcome())
}

/// Checks that the rejection has the error format of the form.
pub(super) fn refusal(form: &Form, exchanges: &Exchanges) -> Outcome {
    (exchanges.wrong.status >= 400).then_some(())?;
    let body = &exchanges.wrong.body;
    if form.refusal.is_empty() {
        let sentence = String::from_utf8_lossy(body).into_owned();
        let good = !sentence.trim().is_empty() && exchanges.wrong.json().is_none();
        return holds(good, sentence);
    }
    Some(complete(&form.refusal, exchanges.wrong.json().as_ref(), body))
}

/// Checks that a body whose content type is not JSON is rejected.
pub(super) fn other_type(form: &Form, exchanges: &Exchanges) -> Outcome {
    let answer = exchanges.other_type.as_ref()?;
    holds(form.unsupported.contains(&answer.status), answer.outcome())
}

/// Checks that a trailing slash makes no difference.
pub(super) fn slash(form: &Form, exchanges: &Exchanges) -> Outcome {
    exchanges.answers().then_some(())?;
    direct(&exchanges.slash, form.needs_slash)
}

/// Checks that `/api`, if the server has it, is equivalent to the root.
pub(super) fn api(_: &Form, exchanges: &Exchanges) -> Outcome {
    let api = exchanges.api.as_ref().filter(|_| exchanges.answers())?;
    direct(api, false)
}

/// Checks that a question is answered at this address. If the address is not `needed` and does not exist, the check
/// neither passes nor fails.
fn direct(seen: &ProbeResponse, needed: bool) -> Outcome {
    let absent = [404, 405].contains(&seen.status);
    (needed || !absent).then_some(())?;
    holds(seen.is_answer(), seen.outcome())
}

/// Checks that questions with files are accepted as `multipart/form-data`.
pub(super) fn multipart(_: &Form, exchanges: &Exchanges) -> Outcome {
    let answer = exchanges.multipart.as_ref().filter(|_| exchanges.answers())?;
    holds(answer.is_answer(), answer.outcome())
}
