//! Tests of verdicts.

use footnote_documents::Passage;

use super::*;

fn hit(path: &str, text: &str) -> Hit {
    Hit {
        passage: Passage { path: path.into(), text: text.into(), ..Passage::default() },
        ..Hit::default()
    }
}

fn handbook() -> Vec<Hit> {
    let mut pay =
        hit("minutes/2025-12-11.md", "Salaries of 1,452.00 euros are paid by Contoso Ltd.");
    pay.passage.title = "Board meeting of form B12".into();
    pay.passage.headings = vec!["Article 7".into()];
    let table = "| Role | 2024 | 2025 |\n|---|---|---|\n| Cook | 120 | 150 |\n| Guard | 80 | 95 |";
    vec![
        hit("leave.md", "Staff have 30 days of leave a year. Unused days expire on 31 March."),
        pay,
        hit("table.csv", table),
    ]
}

fn verdict_of(answer: &str) -> Checked {
    let mut audit = audit(answer, "What was agreed with Ann Bell on form 77?", &handbook(), &[]);
    assert_eq!(audit.statements.len(), 1, "{audit:?}");
    audit.statements.remove(0)
}

#[test]
fn a_source_that_is_made_up_is_named() {
    for (answer, known) in [
        ("Staff have 30 days of leave a year [plan.pdf#page=9].", 0),
        ("Staff have 30 days of leave a year [leave.md; plan.pdf#page=9].", 1),
    ] {
        let checked = verdict_of(answer);
        assert!(checked.is_doubted(), "{answer}");
        assert_eq!(checked.no_such_source, ["plan.pdf#page=9"]);
        assert_eq!(checked.sources.len(), known);
        assert_eq!(checked.text, "Staff have 30 days of leave a year");
    }
    let checked = verdict_of("Staff have 30 days of leave a year [leave.md].");
    let wire = serde_json::to_value(checked).unwrap();
    assert_eq!(wire.get("no_such_source"), None, "only where there is one");
}

#[test]
fn facts_stand_in_the_text_its_name_its_headings_the_table_header_or_the_question() {
    for answer in [
        "Every year the staff may take 30 days off [leave.md].",
        "Days that are left lapse by form 77 on 31.3. [leave.md].",
        "By article 7 of 11 December 2025, salaries are €1452 [minutes/2025-12-11.md].",
        "Form B12 names “Salaries of 1,452.00 euros” [minutes/2025-12-11.md].",
        "In 2025 a cook got 150 [table.csv].",
        "A cook got 30 more: 150 − 120 = 30 [table.csv].",
        "Both of the 2 roles got more [table.csv].",
        "It was agreed with Ann Bell that there are 30 days [leave.md].",
        "Salaries are 1,452 euros.",
    ] {
        let checked = verdict_of(answer);
        assert_eq!(checked.verdict, Verdict::Supported, "{checked:?}");
    }
}

#[test]
fn what_stands_nowhere_is_named() {
    for (answer, missing) in [
        ("Staff have 25 days of leave a year [leave.md].", "25"),
        ("Unused days of leave expire on 30 April [leave.md].", "April"),
        ("Salaries are 1,453.00 euros [minutes/2025-12-11.md].", "1,453.00"),
        ("Salaries are 1,452.00 euros [leave.md].", "1,452.00"),
        ("Form B13 names salaries of 1,452 euros.", "B13"),
        ("It names “the salaries of each euro” [leave.md].", "the salaries of each euro"),
        ("Salaries are paid by Northwind Traders Ltd [minutes/2025-12-11.md].", "Northwind"),
        ("Call extension 4711 in any case.", "4711"),
    ] {
        let checked = verdict_of(answer);
        assert_eq!(checked.verdict, Verdict::NotFound, "{answer}");
        assert!(checked.missing.iter().any(|one| one == missing), "{checked:?}");
    }
}

#[test]
fn what_has_no_hard_facts_is_not_checked() {
    for answer in [
        "The documents do not say what a wet book costs.",
        "Leave is granted by the manager [leave.md].",
    ] {
        assert_eq!(verdict_of(answer).verdict, Verdict::NotChecked, "{answer}");
    }
}

#[test]
fn results_of_tools_count_for_every_statement() {
    let texts = [SourceText { text: "11,765 rows fit.".to_owned(), ..SourceText::default() }];
    let checked = audit("There are 11,765 rows [leave.md].", "", &handbook(), &texts);
    assert_eq!(checked.statements[0].verdict, Verdict::Supported);
}

#[test]
fn a_text_is_cited_from_the_source_that_has_all_its_facts() {
    let evidence = Evidence::new(&handbook(), &[]);
    for (text, source) in [
        ("Staff have 30 days of leave.", Some("leave.md")),
        ("- A cook gets 150.\n- A guard gets 95.", Some("table.csv")),
        ("Staff have 30 days of leave. Salaries are 1,452 euros.", None),
        ("Staff have much leave.", None),
    ] {
        assert_eq!(source_of(text, &evidence).as_deref(), source, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn any_answer_is_checked(answer in "[a-zA-Z0-9 .,|“”\\n\\[\\]%-]{0,120}") {
        let _ = audit(&answer, "", &handbook(), &[]);
    }
}

#[test]
fn a_page_that_was_shown_answers_for_itself_and_another_for_its_document() {
    let text = |source: &str, text: &str| SourceText { source: source.into(), text: text.into() };
    let texts = [
        text("a.pdf#page=2", "The hall has 340 seats."),
        text("a.pdf#page=3", "The garden has 25 trees."),
        text("a.pdf#page=9", ""),
    ];
    for (page, verdict) in [
        ("#page=2", Verdict::Supported),
        ("#page=3", Verdict::NotFound),
        ("#page=9", Verdict::Supported),
    ] {
        let audit = audit(&format!("The hall has 340 seats [a.pdf{page}]."), "", &[], &texts);
        assert_eq!(audit.statements.first().unwrap().verdict, verdict, "{page}");
    }
}

#[test]
fn passages_that_repeat_do_not_hide_others() {
    let text = |text: &str| SourceText { source: "a.md".into(), text: text.into() };
    let repeated = text("The families of the middle class that took part in the study.");
    let mut texts = vec![repeated; 9];
    texts.push(text("The middle class families: 36."));
    let answer = "36 families of the middle class took part in the study [a.md].";
    let audit = audit(answer, "", &[], &texts);
    assert_eq!(audit.statements.first().unwrap().verdict, Verdict::Supported);
}
