//! The checks of refusals, and of the addresses at which a server answers.

use super::answers::complete;
use super::client::ProbeResponse;
use super::exchanges::Exchanges;
use super::form::Form;
use super::outcome::{Outcome, holds};
use super::stream::shortened;

/// A wrong body is refused as the client's fault: libraries ask four times if it is the server's.
pub(super) fn refused(form: &Form, exchanges: &Exchanges) -> Outcome {
    holds(form.refused.contains(&exchanges.wrong.status), exchanges.wrong.outcome())
}

/// The refusal is an error as the form has it.
pub(super) fn refusal(form: &Form, exchanges: &Exchanges) -> Outcome {
    (exchanges.wrong.status >= 400).then_some(())?;
    let body = &exchanges.wrong.body;
    if form.refusal.is_empty() {
        let sentence = shortened(&String::from_utf8_lossy(body));
        let good = !sentence.is_empty() && exchanges.wrong.json().is_none();
        return holds(good, sentence);
    }
    Some(complete(&form.refusal, exchanges.wrong.json().as_ref(), body))
}

/// A body that does not call itself JSON is not read.
pub(super) fn other_type(form: &Form, exchanges: &Exchanges) -> Outcome {
    let answer = exchanges.other_type.as_ref()?;
    holds(form.unsupported.contains(&answer.status), answer.outcome())
}

/// A slash at the end does not matter.
pub(super) fn slash(form: &Form, exchanges: &Exchanges) -> Outcome {
    exchanges.answers().then(|| direct(&exchanges.slash, form.needs_slash))
}

/// If `/api` is offered, it is another name of the root.
pub(super) fn api(_: &Form, exchanges: &Exchanges) -> Outcome {
    let api = exchanges.api.as_ref().filter(|_| exchanges.answers())?;
    Some(direct(api, false))
}

/// Checks that a question is answered where it was sent; it may be that nothing is there, unless `needed`.
fn direct(exchanges: &ProbeResponse, needed: bool) -> Result<String, String> {
    let absent = [404, 405].contains(&exchanges.status);
    if exchanges.is_answer() {
        Ok(exchanges.outcome())
    } else if absent && !needed {
        Ok(format!("{}: nothing is there", exchanges.status))
    } else {
        Err(exchanges.outcome())
    }
}

/// Questions with files come as `multipart/form-data`.
pub(super) fn multipart(_: &Form, exchanges: &Exchanges) -> Outcome {
    let answer = exchanges.multipart.as_ref().filter(|_| exchanges.answers())?;
    holds(answer.is_answer(), answer.outcome())
}
