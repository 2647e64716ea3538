//! The findings, for people and for machines.

use serde::Serialize;

use super::stream::{one_line, shortened};
use super::table::{self, Row};

/// The findings about a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The examined address.
    pub url: String,
    /// True if every spoken form passed every check, and every form requested by name is spoken.
    pub passed: bool,
    /// The findings for each form, in the order of examination.
    pub forms: Vec<FormFindings>,
    /// The findings for each front end of the family, in the order in which they were tried.
    pub front_ends: Vec<FrontEndFindings>,
}

/// The findings for one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormFindings {
    /// The form's name.
    pub form: &'static str,
    /// True if the server speaks it; otherwise there are no findings.
    pub spoken: bool,
    /// The reason why it is not spoken, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The finding of each check.
    pub checks: Vec<Finding>,
}

/// The findings for one front end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrontEndFindings {
    /// The front end, with its edition.
    pub front_end: &'static str,
    /// True if it runs as it should.
    pub runs: bool,
    /// True if `passed` depends on it, because it was requested by name.
    pub counts: bool,
    /// Requirement of a server for it, if most servers lack it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<&'static str>,
    /// The finding of each of its steps.
    pub checks: Vec<Finding>,
}

/// The finding of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The requirement.
    pub check: &'static str,
    /// True if it is met.
    pub passed: bool,
    /// The observation.
    pub seen: String,
}

impl Finding {
    /// Returns the finding of a check, `Ok` if it passed. Reasons for failures are never shortened, because readers
    /// look for them.
    pub(super) fn of(check: &'static str, outcome: Result<String, String>) -> Self {
        let passed = outcome.is_ok();
        let seen = match outcome {
            Ok(seen) => shortened(&seen),
            Err(fault) => one_line(&fault),
        };
        Self { check, passed, seen }
    }
}

impl Report {
    /// Returns the failed checks of the server, each with its form.
    pub fn failures(&self) -> impl Iterator<Item = (&'static str, &Finding)> {
        self.forms.iter().flat_map(|examined| {
            let failed = examined.checks.iter().filter(|finding| !finding.passed);
            failed.map(|finding| (examined.form, finding))
        })
    }

    /// Returns the table, and below it what does not fit, or does not count.
    pub fn table(&self) -> String {
        let forms = self.forms.iter().flat_map(FormFindings::rows);
        let front_ends = self.front_ends.iter().flat_map(FrontEndFindings::rows);
        table::of(&forms.chain(front_ends).collect::<Vec<_>>()) + &self.not_counted()
    }

    /// Explains the faults that do not count; empty if there are none.
    fn not_counted(&self) -> String {
        let mut stopped = self.front_ends.iter().filter(|it| !it.runs && !it.counts).peekable();
        if stopped.peek().is_none() {
            return String::new();
        }
        let head = "\n\nA \"no\" does not count: nobody asked for that front end with --front-end, and a \
                    server need not\nserve them all.";
        let needs =
            stopped.filter_map(|it| Some(format!("\n{} needs {}.", it.front_end, it.needs?)));
        std::iter::once(head.to_owned()).chain(needs).collect()
    }
}

impl FormFindings {
    fn rows(&self) -> Vec<Row<'_>> {
        let row = |check, passed, seen| Row { of: self.form, check, passed, seen };
        if let Some(reason) = &self.reason {
            return vec![row("is spoken", "-", reason)];
        }
        let word = |passed| if passed { "yes" } else { "NO" };
        let findings = self.checks.iter();
        findings.map(|finding| row(finding.check, word(finding.passed), &finding.seen)).collect()
    }
}

impl FrontEndFindings {
    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.checks.iter().map(|finding| {
            let passed = match (finding.passed, self.counts) {
                (true, _) => "yes",
                (false, true) => "NO",
                (false, false) => "no",
            };
            Row { of: self.front_end, check: finding.check, passed, seen: &finding.seen }
        })
    }
}
