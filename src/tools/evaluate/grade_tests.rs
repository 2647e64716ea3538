//! Grades of answers.

use super::*;

fn must(json: &str) -> Requirements {
    serde_json::from_str(json).unwrap()
}

fn graded(json: &str, text: &str, manner: Manner) -> GradeWithFaults {
    let cited = ["trade/orders.csv".to_owned(), "plan.pdf#page=2".to_owned()];
    grade(&must(json), &GradedAnswer { text, cited: &cited, manner: Some(manner) })
}

fn of(json: &str, text: &str) -> Grade {
    graded(json, text, Manner::Answered).grade
}

#[test]
fn an_answer_is_right_that_holds_all_in_any_of_its_wordings() {
    let both = r#"{"say": [["13 July", "2026-07-13"], "1,240"]}"#;
    assert_eq!(of(both, "On 2026-07-13, 1240 pieces."), Grade::Right);
    assert_eq!(of(both, "On 13 July."), Grade::Partly);
    assert_eq!(of(both, "On 6 July, 12,400 pieces."), Grade::Wrong);
    let faults = graded(both, "On 13 July.", Manner::Answered).faults;
    assert_eq!(faults, ["does not say 1,240"]);
}

#[test]
fn less_than_half_of_what_must_be_said_is_no_part_of_an_answer() {
    let three = r#"{"say": ["Calder", "Farrow", "Imber"]}"#;
    assert_eq!(of(three, "Calder and Farrow."), Grade::Partly);
    assert_eq!(of(three, "Calder."), Grade::Wrong);
    assert_eq!(graded(three, "Calder.", Manner::Unsure).grade, Grade::RefusedWrongly);
}

#[test]
fn what_must_not_be_said_makes_an_answer_wrong_whatever_else_it_says() {
    let newer = r#"{"say": ["13 July"], "not_say": ["6 July"]}"#;
    assert_eq!(of(newer, "On 13 July."), Grade::Right);
    assert_eq!(of(newer, "On 6 July. Moved to 13 July."), Grade::Wrong);
}

#[test]
fn a_quotation_of_the_whole_table_is_no_answer_to_a_count() {
    let count = r#"{"say": ["12"], "most_words": 6}"#;
    assert_eq!(of(count, "There are 12 of them."), Grade::Right);
    assert_eq!(of(count, "| 10 | 11 | 12 | 13 | 14 | 15 | 16 |"), Grade::Wrong);
}

#[test]
fn what_the_documents_do_not_hold_is_refused_or_at_least_marked() {
    let no = r#"{"refuse": true}"#;
    assert_eq!(graded(no, "No.", Manner::Refused).grade, Grade::Right);
    assert_eq!(graded(no, "Tea at four.", Manner::Unsure).grade, Grade::Partly);
    assert_eq!(of(no, "Tea. Nothing in the documents mentions “rum”."), Grade::Partly);
    assert_eq!(of(no, "Tea at four."), Grade::Wrong);
}

#[test]
fn a_part_without_an_answer_has_to_be_told() {
    let half = r#"{"say": ["23"], "refuse": true}"#;
    assert_eq!(of(half, "23. Nothing in the documents mentions “drivers”."), Grade::Right);
    assert_eq!(of(half, "23 villages."), Grade::Partly);
    assert_eq!(graded(half, "", Manner::Refused).grade, Grade::RefusedWrongly);
}

#[test]
fn a_refusal_of_what_the_documents_hold_is_told_apart_from_a_wrong_answer() {
    let tea = r#"{"say": ["four"]}"#;
    for (text, manner, grade) in [
        ("", Manner::Refused, Grade::RefusedWrongly),
        ("At five.", Manner::Unsure, Grade::RefusedWrongly),
        ("At four.", Manner::Unsure, Grade::Right),
        ("At five.", Manner::Answered, Grade::Wrong),
    ] {
        assert_eq!(graded(tea, text, manner).grade, grade, "{text} {manner:?}");
    }
}

#[test]
fn documents_are_cited_by_any_page_or_named() {
    let cites = |wanted: &str, text| of(&format!(r#"{{"cite": [{wanted}]}}"#), text);
    assert_eq!(cites(r#""trade/orders.csv", "plan.pdf""#, ""), Grade::Right);
    assert_eq!(cites(r#""plan.pdf#page=2""#, ""), Grade::Right);
    assert_eq!(cites(r#""plan.pdf#page=3""#, ""), Grade::Wrong);
    assert_eq!(cites(r#"["a.md", "plan.pdf"], "b.md""#, ""), Grade::Partly);
    assert_eq!(cites(r#""notes/b.md""#, "There is `notes/b.md` alone."), Grade::Right);
    assert_eq!(of(r#"{"say": ["four"], "cite": ["b.md"]}"#, "Four."), Grade::Partly);
}

#[test]
fn where_nothing_is_told_the_words_tell_a_refusal() {
    let answer = |text, cited| GradedAnswer { text, cited, manner: None };
    let grade = |json: &str, answer: GradedAnswer<'_>| grade(&must(json), &answer).grade;
    let (no, four) = (r#"{"refuse": true}"#, r#"{"say": ["four"]}"#);
    assert_eq!(grade(no, answer("The documents do not say.", &[])), Grade::Right);
    assert_eq!(grade(no, answer("I like tea.", &[])), Grade::Wrong);
    assert_eq!(grade(four, answer("At four.", &[])), Grade::Right);
}

#[test]
fn a_requirement_without_anything_required_is_refused() {
    assert!(must(r#"{"most_words": 3}"#).check().is_err());
    assert!(must(r#"{"cite": ["a.md"]}"#).check().is_ok());
    assert!(serde_json::from_str::<Requirements>(r#"{"says": ["four"]}"#).is_err());
}
