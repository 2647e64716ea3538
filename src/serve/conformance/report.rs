//! What was found, for people and for machines.

use serde::Serialize;

/// What was found of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The address that was examined.
    pub url: String,
    /// Whether every form that is spoken passed every check, and every form that was asked for by
    /// name is spoken.
    pub passed: bool,
    /// What was found of each form, in the order in which they were examined.
    pub forms: Vec<Examined>,
}

/// What was found of one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Examined {
    /// The form's name.
    pub form: &'static str,
    /// Whether the server speaks it at all; if not, there are no findings.
    pub spoken: bool,
    /// What each check has found.
    pub checks: Vec<Finding>,
}

/// What one check has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What has to hold.
    pub check: &'static str,
    /// Whether it does.
    pub passed: bool,
    /// What was seen.
    pub seen: String,
}

impl Report {
    /// The findings against the server: the form, and what does not hold.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, &Finding)> {
        self.forms.iter().flat_map(|examined| {
            let failed = examined.checks.iter().filter(|finding| !finding.passed);
            failed.map(|finding| (examined.form, finding))
        })
    }

    /// The table: a line for each check, with form, check, whether it passed, and what was seen.
    pub fn table(&self) -> String {
        let head = row("form", "check", "passed", "what was seen");
        let rows = self.forms.iter().flat_map(Examined::rows);
        std::iter::once(head)
            .chain(rows)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Examined {
    fn rows(&self) -> Vec<String> {
        if !self.spoken {
            return vec![row(self.form, "", "-", "not spoken")];
        }
        let findings = self.checks.iter();
        findings
            .map(|finding| {
                let passed = if finding.passed { "yes" } else { "NO" };
                row(self.form, finding.check, passed, &finding.seen)
            })
            .collect()
    }
}

fn row(form: &str, check: &str, passed: &str, seen: &str) -> String {
    let row = format!("{form:<18}{check:<42}{passed:<8}{seen}");
    // What a server has sent must not steer the terminal.
    row.trim_end().replace(char::is_control, " ")
}
