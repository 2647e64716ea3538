//! Tests of quotations from tables: the rows that answer, under their header.

use super::tests::chosen;
use crate::samples::{found, hit};

const HOURS: &str = "## Opening hours\n\n| Branch | Monday to Friday | Sunday |\n| --- | --- | --- |\n\
    | Market Square | 08:30 to 20:00 | 11:00 to 16:00 |\n| Old Mill | 10:00 to 18:30 | closed |\n\
    | Harbour Road | 09:00 to 19:00 | closed |";

fn answer(question: &str, text: &str) -> String {
    let hits = vec![hit("a.md", None, text, 1.0)];
    chosen(&found(question, hits), question).deltas.concat()
}

#[test]
fn the_row_that_answers_is_quoted_under_its_head_and_all_where_none_fits_better() {
    let head = "| Branch | Monday to Friday | Sunday |\n| --- | --- | --- |\n";
    let row = "| Old Mill | 10:00 to 18:30 | closed |\n| … |\n\n[a.md]";
    assert_eq!(answer("Is Old Mill open on Sunday?", HOURS), format!("{head}{row}"));
    let all = answer("When is each branch open?", HOURS);
    assert_eq!(all.matches(":00 to").count(), 3, "{all}");
}

#[test]
fn of_a_long_table_the_rows_that_fit_are_quoted_under_their_head_and_section() {
    let rows = |range: std::ops::Range<usize>| -> String {
        let row = |at: usize| format!("| Branch {at} of the library by the sea | {at} |\n");
        range.map(row).collect::<Vec<_>>().concat()
    };
    let table = format!(
        "| Fee | 2025 |\n| --- | --- |\n{}| Cards |  |\n| Lost card | 3 |\n{}",
        rows(0..30),
        rows(30..60)
    );
    assert_eq!(
        answer("What is the fee of a lost card?", &table),
        "| Fee | 2025 |\n| --- | --- |\n| Cards |  |\n| Lost card | 3 |\n| … |\n\n[a.md]"
    );
}
