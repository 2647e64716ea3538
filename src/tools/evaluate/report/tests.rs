//! The promises of a report: it needs nothing else, and no text in it becomes markup.

use std::time::Duration;

use super::*;
use crate::compare;
use crate::summary::Ranked;

fn outcome(question: &str, matched: f64) -> Outcome {
    Outcome {
        question: question.to_owned(),
        answer: "| a | b |\n|---|---|\n| <i>1</i> | 2 |\n\nTea [a.md].".to_owned(),
        reference: "Tea & cake".to_owned(),
        cited: vec!["a.md".to_owned(), "b.md".to_owned()],
        truth: vec!["a.md".to_owned(), "c.md".to_owned()],
        hits: vec![Ranked::new("a.md".to_owned(), "Tea is served.")],
        measures: [("citations_matched".to_owned(), matched)].into(),
        answerable: Some(true),
        elapsed_ms: 3.0,
        ..Outcome::default()
    }
}

fn html(outcomes: &[Outcome], before: Option<&[Outcome]>) -> String {
    let earlier = before.map(|before| EvaluationRun::new("text", before.to_vec()));
    let changes = before.map(|before| compare::changes(before, outcomes).unwrap());
    let report = Report {
        title: "questions.jsonl",
        current: &EvaluationRun::new("hybrid", outcomes.to_vec()),
        earlier: earlier.as_ref(),
        changes: &changes.unwrap_or_default(),
    };
    report.html(SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 20_778))
}

#[test]
fn nothing_becomes_markup_and_nothing_is_fetched() {
    let mut hostile = outcome("<script>alert(1)</script>", 0.0);
    hostile.truth.push("\"><img src=x onerror=alert(1)>".to_owned());
    hostile.hits.push(Ranked::new("</style>".to_owned(), "<b onclick=x>"));
    hostile.answer.push_str("\n\n![x](http://x.example/x.png) <iframe src='y'></iframe>");
    let html = html(&[hostile], None);
    for evil in ["<script", "<img", "<iframe", "<b onclick", "<link", "url(", "@import"] {
        assert!(!html.contains(evil), "{evil}");
    }
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(html.matches("</style>").count(), 1);
}

#[test]
fn the_worst_come_first_and_sources_are_told_in_words() {
    let html = html(&[outcome("Good?", 1.0), outcome("Bad?", 0.0)], None);
    let at = |text: &str| html.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("Bad?") < at("Good?"));
    for text in ["✓ found", "✗ missed", "+ extra", "21 November 2026", "Tea &amp; cake"] {
        at(text);
    }
    assert_eq!(html.matches("<details open class=\"question\"").count(), 1);
}

#[test]
fn a_comparison_says_what_is_more_than_chance() {
    let many = |matched| -> Vec<Outcome> {
        (0..20).map(|n| outcome(&format!("Question {n}?"), matched)).collect()
    };
    let html = html(&many(1.0), Some(&many(0.0)));
    assert!(html.contains("▲ better") && html.contains("was "));
    let same = self::html(&many(1.0), Some(&many(1.0)));
    assert!(same.contains("no difference") && !same.contains("+0.000"));
}

#[test]
fn days_are_told_as_people_write_them() {
    let day = |days: u64| date(SystemTime::UNIX_EPOCH + Duration::from_hours(24 * days));
    assert_eq!(day(0), "1 January 1970");
    assert_eq!(day(11_016), "29 February 2000");
    assert_eq!(day(20_778), "21 November 2026");
}
