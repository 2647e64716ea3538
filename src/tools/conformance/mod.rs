//! Examining servers of the protocol's family: which wire forms they speak, and whether clients of these forms work
//! with them.

mod addresses;
mod alike;
mod answers;
mod checks;
mod citations;
pub mod client;
mod endpoint;
mod exchanges;
mod form;
mod front_ends;
mod outcome;
mod report;
mod stream;
mod streams;
mod table;
mod template;

use anyhow::{Context, bail};
use checks::CHECKS;
use client::Client;
use exchanges::Exchanges;
use form::{FORMS, Form};
use front_ends::FrontEnd;
pub use report::{Finding, FormFindings, FrontEndFindings, Report};

/// The arguments of `footnote conformance`.
#[derive(clap::Args, Clone, Debug)]
pub struct ConformanceArguments {
    /// Address of the server, such as `http://localhost:3000`; the paths of its forms are appended.
    pub url: String,
    /// Only these forms, separated by commas; each of them must be spoken.
    #[arg(long, value_delimiter = ',')]
    pub form: Vec<String>,
    /// Only these front ends, separated by commas; each of them must run.
    #[arg(long, value_delimiter = ',')]
    pub front_end: Vec<String>,
    /// The question; the server must have sources for it.
    #[arg(long, default_value = "What are these documents about?")]
    pub question: String,
    /// A header field for every request, as in `authorization: Bearer …`.
    #[arg(long)]
    pub header: Vec<String>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,
}

/// Examines a server and prints the findings.
///
/// # Errors
///
/// Fails if the server cannot be reached, an argument is wrong, or a check has failed.
pub async fn run(
    arguments: &ConformanceArguments,
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
    match report.failures().count() {
        0 if !arguments.front_end.is_empty() => {
            bail!("not every front end that was asked for runs")
        }
        0 if arguments.form.is_empty() => bail!("no form is spoken at {}", report.url),
        0 => bail!("not every form that was asked for is spoken"),
        1 => bail!("one check has not passed"),
        failures => bail!("{failures} checks have not passed"),
    }
}

/// Examines a server.
///
/// # Errors
///
/// Fails if the server cannot be reached, or an argument is wrong.
pub async fn examine(arguments: &ConformanceArguments) -> anyhow::Result<Report> {
    let (forms, front_ends) = selected(arguments)?;
    let client = Client::new(&arguments.url, headers(&arguments.header)?)?;
    client.reach().await.with_context(|| format!("asking at {}", arguments.url))?;
    let mut report = Report { url: client.base().to_owned(), ..Report::default() };
    for form in forms {
        let seen = Exchanges::of(&client, form, &arguments.question).await;
        report.forms.push(findings(form, &seen, !arguments.form.is_empty()));
    }
    if arguments.form.is_empty() {
        alike::keep_the_better(&mut report.forms);
    }
    for front_end in front_ends {
        let mut visited = front_end.visit(&client, &arguments.question).await;
        visited.counts = !arguments.front_end.is_empty();
        report.front_ends.push(visited);
    }
    report.passed = passes(arguments, &report) && report.failures().next().is_none();
    Ok(report)
}

/// Returns true if everything requested by name works; without such a request, if any form or front end works.
fn passes(arguments: &ConformanceArguments, report: &Report) -> bool {
    let mut spoken = report.forms.iter().map(|examined| examined.spoken);
    let mut run = report.front_ends.iter().map(|visited| visited.runs);
    match (arguments.form.is_empty(), arguments.front_end.is_empty()) {
        (true, true) => spoken.any(|spoken| spoken) || run.any(|runs| runs),
        (true, false) => run.all(|runs| runs),
        (false, true) => spoken.all(|spoken| spoken),
        (false, false) => spoken.all(|spoken| spoken) && run.all(|runs| runs),
    }
}

/// Returns the findings of every check that applies.
fn findings(form: &'static Form, seen: &Exchanges, named: bool) -> FormFindings {
    let reason = seen.check_spoken(form, named).err();
    let findings = CHECKS.iter().filter_map(|(check, look)| {
        let outcome = look(form, seen)?;
        Some(Finding::of(check, outcome))
    });
    FormFindings {
        form: &form.name,
        spoken: reason.is_none(),
        checks: findings.filter(|_| reason.is_none()).collect(),
        reason,
    }
}

/// Returns the forms and front ends with these names; all if there are none.
fn selected(
    arguments: &ConformanceArguments,
) -> anyhow::Result<(Vec<&'static Form>, Vec<&'static FrontEnd>)> {
    if arguments.form.is_empty() && arguments.front_end.is_empty() {
        return Ok((FORMS.iter().collect(), front_ends::all().iter().collect()));
    }
    let forms: Vec<_> = FORMS.iter().map(|it| (it.name.as_str(), it)).collect();
    let front_ends = front_ends::all().iter();
    let front_ends: Vec<_> = front_ends.map(|it| (it.name.as_str(), it)).collect();
    Ok((
        select("form", &arguments.form, &forms)?,
        select("front end", &arguments.front_end, &front_ends)?,
    ))
}

/// Returns the items of one kind that are requested by name.
fn select<T: Copy>(kind: &str, wanted: &[String], all: &[(&str, T)]) -> anyhow::Result<Vec<T>> {
    let names = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let pick = |wanted: &String| {
        let found = all.iter().find(|(name, _)| name == wanted);
        let none = || format!("there is no {kind} {wanted:?}; there are {}", names().join(", "));
        found.map(|(_, found)| *found).with_context(none)
    };
    wanted.iter().map(pick).collect()
}

/// Header fields of lines such as `name: value`.
///
/// # Errors
///
/// Fails if a line is not one.
pub fn headers(lines: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    lines.iter().map(|line| header(line)).collect()
}

fn header(line: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = line
        .split_once(':')
        .with_context(|| format!("{line:?} is no header field: write `name: value`"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
