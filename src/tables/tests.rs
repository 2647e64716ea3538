//! Tests of tables queried with SQL.

use footnote_documents::table::samples::passages;
use footnote_documents::table::{Table, tables};

use super::*;

const ORDERS: [&str; 9] = [
    "Order | City | Amount | Placed",
    "1 | Oslo | € 0.10 | 2025-03-01",
    "2 | Oslo | € 0.20 | 2025-07-15",
    "3 | Ålesund | € 30.30 | 2026-01-02",
    "4 | Oslo | - | 2026-02-01",
    "5 | Bergen | open | 01.03.2026",
    "6 | Moss | € 5.00 | 2026-03-02",
    "7 | Moss | € 4.40 | 2026-03-02",
    "Total | | € 40.00 | ",
];

pub(super) fn table(path: &str, lines: &[&str]) -> Table {
    tables(&passages(path, &[("", lines)])).remove(0)
}

/// A database of tables whose queries nobody cancels.
pub(super) fn loaded(tables: &[Table]) -> TableDb {
    TableDb::load(tables, || false).unwrap()
}

pub(super) fn orders() -> TableDb {
    loaded(&[table("shop/Orders 2025.csv", &ORDERS)])
}

fn shown(result: &QueryResult) -> Vec<String> {
    let row = |row: &Vec<Cell>| row.iter().map(Cell::text).collect::<Vec<_>>().join("|");
    result.rows.iter().map(row).collect()
}

pub(super) fn asked(db: &TableDb, sql: &str) -> Vec<String> {
    shown(&db.run(sql).unwrap())
}

#[test]
fn a_schema_tells_types_units_and_what_is_left_out() {
    let schema = orders().schema().unwrap();
    let expected = "Table orders_2025 (7 rows, shop/Orders 2025.csv; 1 rows of totals left out):\n\
        - order_ INTEGER \"Order\"\n\
        - city TEXT\n\
        - amount REAL, in eur, 1 empty, 1 no number\n\
        - placed DATE\n\
        | order_ | city | amount | placed |\n\
        | --- | --- | --- | --- |\n\
        | 1 | Oslo | 0.10 | 2025-03-01 |\n";
    assert!(schema.starts_with(expected), "{schema}");
    let outline = "orders_2025(order_ INTEGER, city TEXT, amount REAL, placed DATE)";
    assert_eq!(orders().outline(), outline);
}

#[test]
fn sums_are_exact_and_have_the_decimals_of_their_column() {
    let db = orders();
    let sum = "SELECT SUM(amount) FROM orders_2025";
    assert_eq!(asked(&db, &format!("{sum} WHERE city = 'Oslo'")), ["0.30"]);
    assert_eq!(asked(&db, &format!("{sum} HAVING SUM(amount) = 40")), ["40.00"]);
    assert_eq!(asked(&db, "SELECT AVG(amount) FROM orders_2025"), ["8.00"]);
    assert_eq!(asked(&db, "SELECT AVG(order_) FROM orders_2025 WHERE order_ < 3"), ["1.5"]);
    assert_eq!(asked(&db, "SELECT SUM(order_) AS n FROM orders_2025"), ["28"]);
    assert_eq!(asked(&db, "SELECT 1.0 * order_ / 3 FROM orders_2025 LIMIT 1"), ["0.3333"]);
    let running = "SELECT SUM(amount) OVER (ORDER BY order_ ROWS 1 PRECEDING) FROM orders_2025";
    assert_eq!(asked(&db, running), ["0.10", "0.30", "30.50", "30.30", "", "5.00", "9.40"]);
    assert_eq!(asked(&db, "SELECT SUM(amount) FROM orders_2025 WHERE order_ = 4"), [""]);
}

#[test]
fn amounts_in_german_style_are_numbers() {
    let lines = ["Posten | Betrag in Euro", "Miete | 1.234,50", "Strom | 99,05", "Wasser | 1.000"];
    let db = loaded(&[table("kosten.csv", &lines)]);
    assert_eq!(asked(&db, "SELECT SUM(betrag_in_euro) FROM kosten"), ["2333.55"]);
}

#[test]
fn amounts_in_several_units_have_these_in_a_column_of_their_own() {
    let lines = ["Item | Price", "Tea | 3 EUR", "Rice | 4.50 USD", "Salt | 1 EUR"];
    let db = loaded(&[table("prices.csv", &lines)]);
    let by_unit = "SELECT price_unit, SUM(price) FROM prices GROUP BY 1 ORDER BY 1";
    assert_eq!(asked(&db, by_unit), ["eur|4.00", "usd|4.50"]);
}

#[test]
fn years_are_whole_numbers_and_dates_are_text_in_order() {
    let lines = ["Year | Club | Since", "2024 | A | March 2, 2001", "2025 | B | 3 Jan 1999"];
    let db = loaded(&[table("clubs.csv", &lines)]);
    assert_eq!(asked(&db, "SELECT MAX(year) - MIN(year) FROM clubs"), ["1"]);
    assert_eq!(asked(&db, "SELECT MIN(since) FROM clubs"), ["1999-01-03"]);
}

#[test]
fn cells_that_are_no_number_are_told_where_they_count() {
    let result = orders().run("SELECT SUM(amount) FROM orders_2025").unwrap();
    let expected = "Cells of orders_2025.amount that are no number count as empty: 1.";
    assert_eq!(result.notes, [expected]);
    assert!(orders().run("SELECT city FROM orders_2025").unwrap().notes.is_empty());
    let text = orders().run("SELECT SUM(city) FROM orders_2025").unwrap_err().to_string();
    assert!(text.contains("need a column of numbers"), "{text}");
}

/// A table with this many rows, in several passages.
pub(super) fn long(rows: usize) -> (TableDb, Vec<footnote_documents::Passage>) {
    let rows: Vec<String> =
        (0..rows).map(|at| format!("Item {at} | {at} | {}", ["A", "B"][at % 2])).collect();
    let mut lines = vec!["Name | Count | Kind"];
    lines.extend(rows.iter().map(String::as_str));
    let passages = passages("long.csv", &[("", &lines)]);
    (loaded(&tables(&passages)), passages)
}

#[test]
fn results_lead_to_the_passages_that_show_their_rows() {
    let (db, passages) = long(300);
    let shows = |sql: &str, name: &str| {
        let result = db.run(sql).unwrap();
        let (path, ordinal) = &result.places[0];
        assert_eq!((path.as_str(), result.documents.len()), ("long.csv", 1), "{sql}");
        let text = &passages[usize::try_from(*ordinal).unwrap()].text;
        assert!(text.contains(&format!("| {name} |")), "{sql}: {text}");
        result.places.len()
    };
    assert_eq!(shows("SELECT name FROM long WHERE count = 150", "Item 150"), 1);
    assert_eq!(shows("SELECT l.name FROM long AS l ORDER BY l.count DESC LIMIT 1;", "Item 299"), 1);
    assert_eq!(shows("SELECT MAX(count) FROM long", "Item 299"), 1);
    assert_eq!(shows("SELECT COUNT(*) FROM long WHERE name = 'Item 150'", "Item 150"), 1);
    assert_eq!(shows("SELECT DISTINCT kind FROM \"long\" WHERE count = 200", "Item 200"), 1);
    let joined = "SELECT a.name FROM long a JOIN long AS b ON a.count = b.count + 290";
    assert!(shows(joined, "Item 290") > 1);
    assert!(shows("SELECT kind, SUM(count) FROM long GROUP BY kind", "Item 0") > 5);
}

#[test]
fn a_result_tells_the_few_rows_that_it_takes_together() {
    let db = orders();
    let asked = |sql: &str| db.run(sql).unwrap();
    let sum = asked("SELECT SUM(amount) FROM orders_2025 WHERE city = 'Moss'");
    let rows = "| order_ | city | amount | placed |\n| --- | --- | --- | --- |\n\
        | 6 | Moss | 5.00 | 2026-03-02 |\n| 7 | Moss | 4.40 | 2026-03-02 |\n";
    assert_eq!((sum.behind.as_str(), sum.rests_on), (rows, 2));
    let greatest = asked("SELECT MAX(amount) FROM orders_2025");
    assert!(greatest.behind.contains("| 3 | Ålesund |"), "{}", greatest.behind);
    let listed = asked("SELECT city FROM orders_2025");
    assert_eq!((listed.behind.as_str(), listed.rests_on), ("", 0));
    let many = long(300).0.run("SELECT SUM(count) FROM long").unwrap();
    assert_eq!((many.behind.as_str(), many.rests_on), ("", 300));
}

#[test]
fn what_cannot_be_traced_back_to_rows_rests_on_its_documents() {
    let (db, _) = long(10);
    for sql in [
        "SELECT 1 FROM (SELECT name FROM long) AS other",
        "WITH x AS (SELECT name FROM long) SELECT name FROM x",
        "SELECT name FROM long UNION SELECT kind FROM long",
    ] {
        let result = db.run(sql).unwrap();
        assert!(!result.rows.is_empty() && result.places.is_empty(), "{sql}");
        assert_eq!(result.documents, ["long.csv"], "{sql}");
    }
}

#[test]
fn nothing_but_reading_the_tables_is_allowed() {
    let (db, _) = long(10);
    for sql in [
        "ATTACH '/tmp/x.db' AS x",
        "PRAGMA table_info(long)",
        "SELECT * FROM pragma_table_info('long')",
        "SELECT count(*) FROM pragma_database_list",
        "SELECT * FROM sqlite_master",
        "SELECT count(*) FROM sqlite_schema",
        "SELECT count(*) FROM SQLITE_MASTER",
        "SELECT 1 FROM main.Sqlite_Schema",
        "WITH sqlite_master AS (SELECT 1) SELECT count(*) FROM main.sqlite_master",
        "SELECT (WITH sqlite_master AS (SELECT 1) SELECT 1 FROM sqlite_master), count(*) FROM sqlite_master",
        "WITH x AS (SELECT 1) SELECT count(*) FROM x, sqlite_temp_schema",
        "SELECT count(*) FROM json_each('[1, 2]')",
        "SELECT 1 FROM JSON_TREE('{}')",
        "SELECT json_array(1)",
        "SELECT hex(name) FROM long",
        "SELECT printf('%1000000d', 1)",
        "SELECT format('%s', name) FROM long",
        "SELECT quote(name) FROM long",
        "SELECT sqlite_version()",
        "REINDEX",
        "explain SELECT 1",
        "EXPLAIN QUERY PLAN SELECT name FROM long",
        "WITH x AS (SELECT 1) DELETE FROM long",
        "SELECT load_extension('x.so')",
        "SELECT randomblob(9)",
        "SELECT zeroblob(1000000000)",
        "SELECT * FROM json_each('[1]')",
        "SELECT * FROM dbstat",
        "INSERT INTO long VALUES (1, 2, 3)",
        "UPDATE long SET count = 0",
        "DELETE FROM long",
        "DROP TABLE long",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x AS SELECT * FROM long",
        "VACUUM INTO '/tmp/x.db'",
        "BEGIN",
        "EXPLAIN DELETE FROM long",
        "SELECT 1; DELETE FROM long",
        "",
    ] {
        assert!(db.run(sql).is_err(), "{sql}");
    }
    assert_eq!(asked(&db, "SELECT COUNT(*) FROM long"), ["10"]);
}

#[test]
fn what_has_no_end_is_ended() {
    let (db, _) = long(300);
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";
    for sql in [
        format!("{endless} SELECT COUNT(*) FROM n"),
        format!("{endless} SELECT MAX(x) FROM n, long"),
        "SELECT COUNT(*) FROM long a, long b, long c, long d".to_owned(),
    ] {
        assert!(matches!(db.run(&sql), Err(TableDbError::TooLong)), "{sql}");
    }
    let doubled = "WITH RECURSIVE n(x) AS (SELECT 'ab' UNION ALL SELECT x || x FROM n) \
        SELECT LENGTH(x) FROM n";
    assert!(db.run(doubled).is_err());
    assert_eq!(asked(&db, "SELECT COUNT(*) FROM long"), ["300"]);
}

#[test]
fn long_results_are_cut_and_say_so() {
    let (db, _) = long(300);
    let result = db.run("SELECT * FROM long").unwrap();
    assert_eq!((result.rows.len(), result.is_cut), (MAX_ROWS, true));
}

#[test]
fn faults_are_told_in_words() {
    let fault = |sql: &str| orders().run(sql).unwrap_err().to_string();
    assert!(fault("SELECT price FROM orders_2025").contains("no such column: price"));
    assert!(fault("SELECT \"Prise\" FROM orders_2025").contains("no such column"));
    assert!(fault("SELECT FROM").contains("syntax error"));
    assert!(fault("SELEC 1").contains("must not begin with SELEC"));
    assert!(fault("SELECT 1; SELECT 2").contains("several statements"));
}

#[test]
fn names_are_taken_without_quotes_and_each_is_another() {
    let lines = ["Group | Total (€) | 2024 | total, € |  | rowid", "a | 1 | 2 | 3 | 4 | 5"];
    let docs = [table("a/1st list.csv", &lines), table("b/1st-List.csv", &lines)];
    let db = loaded(&docs);
    assert_eq!(
        asked(&db, "SELECT group_, total, _2024, total_2, column_5, rowid_ FROM _1st_list_2"),
        ["a|1|2|3|4|5"]
    );
}

#[test]
fn letters_of_all_languages_have_small_ones() {
    assert_eq!(
        asked(&orders(), "SELECT lower(city) FROM orders_2025 WHERE order_ = 3"),
        ["ålesund"]
    );
}
