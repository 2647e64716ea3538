//! The findings, for people and for machines.

use serde::Serialize;

use super::stream::{one_line, shortened};

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

    fn row(&self, of: &str) -> String {
        let passed = if self.passed { "yes" } else { "NO" };
        row(of, self.check, passed, &self.seen)
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

    /// Returns the table: one line per check, with form, check, result and observation.
    pub fn table(&self) -> String {
        let head = row("form", "check", "passed", "what was seen");
        let forms = self.forms.iter().flat_map(FormFindings::rows);
        let front_ends = self.front_ends.iter().flat_map(|visited| {
            let findings = visited.checks.iter();
            findings.map(|finding| finding.row(visited.front_end))
        });
        std::iter::once(head).chain(forms).chain(front_ends).collect::<Vec<_>>().join("\n")
    }
}

impl FormFindings {
    fn rows(&self) -> Vec<String> {
        if let Some(reason) = &self.reason {
            return vec![row(self.form, "is spoken", "-", reason)];
        }
        let findings = self.checks.iter();
        findings.map(|finding| finding.row(self.form)).collect()
    }
}

/// Maximum length of a cell of the table, in characters; `--json` has the whole.
const MAX_CELL_LEN: usize = 240;

fn row(form: &str, check: &str, passed: &str, seen: &str) -> String {
    let is_long = seen.chars().count() > MAX_CELL_LEN;
    let end = is_long.then_some('…');
    let seen: String = seen.chars().take(MAX_CELL_LEN - usize::from(is_long)).chain(end).collect();
    let row = format!("{form:<28}{check:<50}{passed:<8}{seen}");
    // The server's text must not steer the terminal.
    row.trim_end().replace(char::is_control, " ")
}
