//! Documents as shown on their page.

use std::fmt::Write as _;

use crate::support::process::{Server, folder, over};

/// Returns a server with an additional document.
fn with(name: &str, text: &str) -> (Server, tempfile::TempDir) {
    let folder = folder();
    std::fs::write(folder.path().join("documents").join(name), text).unwrap();
    let server = Server::start(over(folder.path(), &["serve"]));
    server.wait_until(2);
    (server, folder)
}

#[test]
fn a_sheet_is_one_table_with_one_head_and_a_target_for_each_passage() {
    let mut rows = "Order,City,Amount\n".to_owned();
    for order in 0..60 {
        writeln!(rows, "A-{order},Oslo harbour warehouse {order},{}", order * 7).unwrap();
    }
    let (server, _folder) = with("orders.csv", &rows);
    let page = server.get("/documents/orders.csv?passage=0&words=A-3");
    assert_eq!(page.matches("<thead").count(), 1, "{page}");
    for order in 0..60 {
        assert_eq!(page.matches(&format!(">Oslo harbour warehouse {order}<")).count(), 1);
    }
    assert!(page.contains(r#"<tbody id="passage-1""#) && page.contains(r#"id="cited""#), "{page}");
}

#[test]
fn text_in_columns_keeps_them() {
    let options = "-a, --all          list all files\n-l                 use a long list";
    let (server, _folder) = with("ls.txt", &format!("The options of ls:\n\n{options}\n"));
    let page = server.get("/documents/ls.txt");
    assert!(page.contains("<pre") && page.contains(options), "{page}");
}
