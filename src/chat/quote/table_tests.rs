//! Quotations from tables: the rows that answer, under their head.

use footnote_documents::statements::Kind;

use super::SINGLE_LIMITS;
use super::choose::{QuotationLimits, choose};
use super::tests::chosen;
use crate::tests::{evidence, found, hit};

const HOURS: &str = "## Opening hours\n\n| Branch | Monday to Friday | Sunday |\n| --- | --- | --- |\n\
    | Market Square | 08:30 to 20:00 | 11:00 to 16:00 |\n| Old Mill | 10:00 to 18:30 | closed |\n\
    | Harbour Road | 09:00 to 19:00 | closed |";

const NOTICE: &str = "## Notice\n\n| Length of service | Notice by staff |\n| --- | --- |\n\
    | Up to 2 years | 4 weeks |\n| 2 to 5 years | 6 weeks |\n| More than 5 years | 8 weeks |";

fn answer(question: &str, text: &str) -> String {
    let hits = vec![hit("a.md", None, text, 1.0)];
    chosen(&found(question, hits), question).deltas.concat()
}

#[test]
fn a_row_that_is_named_is_quoted_alone_under_its_head() {
    assert_eq!(
        answer("Is Old Mill open on Sunday?", HOURS),
        "| Branch | Monday to Friday | Sunday |\n| --- | --- | --- |\n\
         | Old Mill | 10:00 to 18:30 | closed |\n\n[a.md]"
    );
}

#[test]
fn a_row_comes_with_its_head_where_there_is_room_for_no_more_units() {
    let text = format!("Old Mill opens late on Sunday, as few come.\n\n{HOURS}");
    let question = "When does Old Mill open on Sunday?";
    let evidence = evidence(question, found(question, vec![hit("a.md", None, &text, 1.0)]));
    let weighed = evidence.weighed();
    let chosen = choose(
        &weighed.units,
        &weighed.scored,
        QuotationLimits { units: 2, sources: 1, ..SINGLE_LIMITS },
    );
    let kinds: Vec<Kind> = chosen.iter().map(|one| weighed.units[one.unit].kind).collect();
    assert!(kinds.contains(&Kind::Sentence) && kinds.contains(&Kind::Row), "{kinds:?}");
    assert!(kinds.contains(&Kind::Head), "{kinds:?}");
}

#[test]
fn rows_that_answer_alike_are_all_quoted() {
    let whole = HOURS.split_once("\n\n").unwrap().1;
    assert_eq!(
        answer("What are the opening hours on Sunday?", HOURS),
        format!("{whole}\n\n[a.md]")
    );
}

#[test]
fn rows_that_are_named_by_amounts_go_together() {
    let whole = NOTICE.split_once("\n\n").unwrap().1;
    assert_eq!(
        answer("How many weeks of notice after 5 years?", NOTICE),
        format!("{whole}\n\n[a.md]")
    );
}

#[test]
fn a_row_comes_with_the_row_that_names_its_section() {
    let table = "| Fee | 2024 | 2025 |\n| --- | --- | --- |\n| Adults |  |  |\n| Lost card | 2 | 3 |\n\
        | Children |  |  |\n| Late book | 0 | 0 |";
    assert_eq!(
        answer("What is the fee of a lost card in 2025?", table),
        "| Fee | 2024 | 2025 |\n| --- | --- | --- |\n| Adults |  |  |\n| Lost card | 2 | 3 |\n\n[a.md]"
    );
}
