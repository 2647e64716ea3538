//! Forms that differ only in their refusals: a server speaks the one that it fits better.

use super::checks::REFUSAL_SHAPE;
use super::form::FORMS;
use super::report::FormFindings;

/// Marks a form as not spoken where the refusals fit only one of two alike forms and the server fits the other better.
/// A wrong refusal alone does not decide: it is one fault.
pub(super) fn keep_the_better(forms: &mut [FormFindings]) {
    let reasons: Vec<_> = forms.iter().map(|examined| reason_against(examined, forms)).collect();
    for (examined, reason) in forms.iter_mut().zip(reasons) {
        if let Some(reason) = reason {
            examined.spoken = false;
            examined.reason = Some(reason);
            examined.checks.clear();
        }
    }
}

/// Returns the reason why a form counts as not spoken; `None` if nothing speaks against it.
fn reason_against(examined: &FormFindings, all: &[FormFindings]) -> Option<String> {
    let form = FORMS.iter().find(|form| form.name == examined.form && !form.alike.is_empty())?;
    let other = all.iter().find(|other| other.form == form.alike)?;
    let is_told_by_refusal = has_wrong_refusal(examined) || has_wrong_refusal(other);
    let is_worse = rank(other) < rank(examined);
    if !(examined.spoken && other.spoken && is_told_by_refusal && is_worse) {
        return None;
    }
    let faults: Vec<_> = faults(examined).collect();
    Some(format!("{} fits better; here fails: {}", other.form, faults.join(", ")))
}

/// Number of faults; of two forms with as many, the one whose refusals are right is better.
fn rank(examined: &FormFindings) -> (usize, bool) {
    (faults(examined).count(), has_wrong_refusal(examined))
}

fn has_wrong_refusal(examined: &FormFindings) -> bool {
    faults(examined).any(|check| check == REFUSAL_SHAPE)
}

fn faults(examined: &FormFindings) -> impl Iterator<Item = &'static str> {
    let failed = examined.checks.iter().filter(|finding| !finding.passed);
    failed.map(|finding| finding.check)
}
