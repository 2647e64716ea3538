//! Examining any server of the protocol's family: which wire forms it speaks, and whether it speaks
//! them so that no client of theirs stumbles.

mod answers;
mod asking;
mod checks;
mod citations;
pub(super) mod client;
mod doors;
mod exchanges;
mod form;
mod forms;
mod report;
mod stream;
mod streams;

use anyhow::{Context, bail};

use checks::CHECKS;
use client::Client;
use exchanges::Exchanges;
use form::Form;
use forms::FORMS;
pub use report::{Examined, Finding, Report};

/// What to examine.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// Where the server answers, such as `http://localhost:3000`; the paths of its forms are added.
    pub url: String,
    /// Only these forms, separated by commas; each of them has to be spoken.
    #[arg(long, value_delimiter = ',')]
    pub form: Vec<String>,
    /// What to ask; something to which the server has sources.
    #[arg(long, default_value = "What are these documents about?")]
    pub question: String,
    /// A header field for every request, as in `authorization: Bearer …`.
    #[arg(long)]
    pub header: Vec<String>,
    /// One JSON object instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// Examines a server and tells what was found.
///
/// # Errors
///
/// The server cannot be reached, an argument is wrong, or a check has not passed.
pub async fn run(
    arguments: &Arguments,
    say: impl Fn(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let report = examine(arguments).await?;
    if arguments.json {
        say(&serde_json::to_string(&report)?)?;
    } else {
        say(&report.table())?;
    }
    if report.passed {
        return Ok(());
    }
    match report.faults().count() {
        0 if arguments.form.is_empty() => bail!("no form is spoken at {}", report.url),
        0 => bail!("not every form that was asked for is spoken"),
        1 => bail!("one check has not passed"),
        faults => bail!("{faults} checks have not passed"),
    }
}

/// Examines a server.
///
/// # Errors
///
/// The server cannot be reached, or an argument is wrong.
pub async fn examine(arguments: &Arguments) -> anyhow::Result<Report> {
    let forms = chosen(&arguments.form)?;
    let client = Client::new(&arguments.url, headers(&arguments.header)?)?;
    client
        .reach()
        .await
        .with_context(|| format!("asking at {}", arguments.url))?;
    let mut examined = Vec::new();
    for form in forms {
        let seen = Exchanges::of(&client, form, &arguments.question).await;
        examined.push(judged(form, &seen));
    }
    let found = |examined: &Examined| examined.spoken;
    let spoken = if arguments.form.is_empty() {
        examined.iter().any(found)
    } else {
        examined.iter().all(found)
    };
    let mut report = Report {
        url: client.base().to_owned(),
        passed: false,
        forms: examined,
    };
    report.passed = spoken && report.faults().next().is_none();
    Ok(report)
}

/// The findings of every check that has something to look at.
fn judged(form: &Form, seen: &Exchanges) -> Examined {
    let spoken = seen.spoken(form);
    let findings = CHECKS.iter().filter_map(|(check, look)| {
        let (passed, seen) = match look(form, seen)? {
            Ok(seen) => (true, seen),
            Err(seen) => (false, seen),
        };
        Some(Finding {
            check,
            passed,
            seen,
        })
    });
    Examined {
        form: form.name,
        spoken,
        checks: findings.filter(|_| spoken).collect(),
    }
}

/// The forms of these names; all if there is none.
fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Form>> {
    if names.is_empty() {
        return Ok(FORMS.iter().collect());
    }
    let known = |name: &String| {
        let form = FORMS.iter().find(|form| form.name == name);
        form.with_context(|| format!("there is no form {name:?}; there are {}", all_names()))
    };
    names.iter().map(known).collect()
}

fn all_names() -> String {
    FORMS
        .iter()
        .map(|form| form.name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Header fields of lines such as `name: value`.
///
/// # Errors
///
/// If a line is none.
pub(super) fn headers(lines: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    lines.iter().map(|line| header(line)).collect()
}

fn header(line: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = line
        .split_once(':')
        .with_context(|| format!("{line:?} is no header field: write `name: value`"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
