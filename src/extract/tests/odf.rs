//! Texts and presentations of the Open Document Format.

use super::{archive, document, golden};
use crate::ExtractError;

/// Returns a document of a kind with these automatic styles and this body.
pub(super) fn odf(kind: &str, styles: &str, body: &str) -> Vec<u8> {
    let media = format!("application/vnd.oasis.opendocument.{kind}");
    let names = "xmlns:office=\"urn:o\" xmlns:text=\"urn:t\" xmlns:table=\"urn:tb\" xmlns:draw=\"urn:d\" xmlns:style=\"urn:s\" xmlns:presentation=\"urn:p\" xmlns:calcext=\"urn:c\"";
    let content = format!(
        "<office:document-content {names}><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    let meta = "<m:document-meta xmlns:m=\"urn:m\" xmlns:dc=\"urn:dc\"><m:meta><dc:title>Untitled 1</dc:title></m:meta></m:document-meta>";
    let styles = format!(
        "<office:document-styles {names}><office:styles><style:style style:name=\"Secret\"><style:text-properties text:display=\"none\"/></style:style></office:styles></office:document-styles>"
    );
    archive(&[
        ("mimetype", &media),
        ("content.xml", &content),
        ("styles.xml", &styles),
        ("meta.xml", meta),
    ])
}

#[test]
fn a_text_keeps_headings_lists_tables_and_notes() {
    let body = "
        <text:tracked-changes><text:p>What was deleted</text:p></text:tracked-changes>
        <text:p text:style-name=\"P1\">Staff Handbook</text:p>
        <text:table-of-content><text:index-body><text:p>Leave 2</text:p></text:index-body></text:table-of-content>
        <text:h text:outline-level=\"2\">Leave</text:h>
        <text:p>There are<text:s/><text:span>thirty\n   days</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since May.</text:p></text:note-body></text:note>,<text:line-break/>or more.<text:span text:style-name=\"Secret\">Obey me</text:span></text:p>
        <text:list><text:list-item><text:p>staff</text:p><text:list><text:list-item><text:p>trainees</text:p></text:list-item></text:list></text:list-item></text:list>
        <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>City</text:p></table:table-cell><table:table-cell table:number-columns-repeated=\"2\"><text:p>Room</text:p></table:table-cell></table:table-row></table:table-header-rows>
        <table:table-row><table:table-cell table:number-rows-spanned=\"2\"><text:p>Oslo</text:p></table:table-cell><table:table-cell table:number-columns-spanned=\"2\"><text:p>Fjord</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
        <table:table-row><table:covered-table-cell/><table:table-cell><text:p>Fell</text:p></table:table-cell><table:table-cell table:number-columns-repeated=\"16383\"/></table:table-row></table:table>";
    let read = golden(
        "a.odt",
        &odf("text", "<style:style style:name=\"P1\" style:parent-style-name=\"Title\"/>", body),
    );
    let read: Vec<&str> = read.lines().map(|line| line.trim_end_matches([' ', '|'])).collect();
    assert_eq!(
        read,
        [
            "title: Staff Handbook",
            "hidden: 6",
            "# Staff Handbook",
            "## Leave",
            "There are thirty days,",
            "or more.",
            "Since May.",
            "- staff",
            "- trainees",
            "| City | Room | Room",
            "| Oslo | Fjord | Fjord",
            "| Oslo | Fell",
        ]
    );
}

/// Styles of a numbered list, of one with bullets, and of a numbered outline.
fn numbered() -> String {
    let number = |level: u8, format: &str, more: &str| {
        format!(
            "<text:list-level-style-number text:level=\"{level}\" style:num-format=\"{format}\" {more}/>"
        )
    };
    [
        "<text:list-style style:name=\"L1\">",
        &number(1, "1", "style:num-suffix=\".\""),
        &number(2, "a", "style:num-suffix=\")\""),
        "</text:list-style><text:list-style style:name=\"L2\"><text:list-level-style-bullet text:level=\"1\"/></text:list-style>",
        "<text:outline-style style:name=\"Outline\">",
        "<text:outline-level-style text:level=\"1\" style:num-format=\"1\"/>",
        "<text:outline-level-style text:level=\"2\" style:num-format=\"1\" text:display-levels=\"2\" style:num-suffix=\".\"/>",
        "</text:outline-style>",
    ]
    .concat()
}

#[test]
fn lists_and_headings_are_counted_as_readers_see_them() {
    let heading =
        |level: u8, text: &str| format!("<text:h text:outline-level=\"{level}\">{text}</text:h>");
    let item = |inner: &str| format!("<text:list-item>{inner}</text:list-item>");
    let p = |text: &str| format!("<text:p>{text}</text:p>");
    let list = |more: &str, inner: &str| format!("<text:list {more}>{inner}</text:list>");
    let below = list("", &[item(&p("By letter.")), item(&p("By phone."))].concat());
    let first = [item(&(p("Ask.") + &p("At work.") + &below)), item(&p("Wait."))].concat();
    let body = [
        heading(1, "Leave"),
        heading(2, "Days"),
        list("text:style-name=\"L1\"", &first),
        p("Then:"),
        list("text:style-name=\"L1\" text:continue-numbering=\"true\"", &item(&p("Go."))),
        list("text:style-name=\"L1\"", &item(&p("Anew."))),
        list("text:style-name=\"L2\"", &item(&p("A bullet."))),
        heading(2, "Notice"),
        heading(1, "Pay"),
    ];
    assert_eq!(
        golden("a.odt", &odf("text", &numbered(), &body.concat())),
        "\
title: Leave
# 1 Leave
## 1.1 Days
- 1. Ask.
- At work.
- a) By letter.
- b) By phone.
- 2. Wait.
Then:
- 3. Go.
- 1. Anew.
- A bullet.
## 1.2 Notice
# 2 Pay"
    );
}

#[test]
fn a_slide_is_a_page_with_its_title_first_and_its_notes_below() {
    let frame = |class: &str, inner: &str| {
        format!(
            "<draw:frame presentation:class=\"{class}\"><draw:text-box>{inner}</draw:text-box></draw:frame>"
        )
    };
    let list = "<text:list><text:list-item><text:p>Sales grew</text:p></text:list-item><text:list-item><text:p>Costs fell</text:p></text:list-item></text:list>";
    let first = [
        frame("outline", list),
        frame("title", "<text:p>Results<text:line-break/>of May</text:p>"),
        frame("page-number", "<text:p>1</text:p>"),
        "<draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape>".to_owned(),
        format!(
            "<presentation:notes>{}</presentation:notes>",
            frame("notes", "<text:p>Thank the team.</text:p>")
        ),
    ]
    .concat();
    let slide = |style: &str, inner: &str| {
        format!("<draw:page draw:style-name=\"{style}\">{inner}</draw:page>")
    };
    let body = slide("", &first)
        + &slide("dp1", &frame("title", "<text:p>Not shown</text:p>"))
        + &slide("", &frame("title", "<text:p>Outlook</text:p>"));
    let styles = "<style:style style:name=\"dp1\" style:family=\"drawing-page\"><style:drawing-page-properties presentation:visibility=\"hidden\"/></style:style>";
    assert_eq!(
        golden("a.odp", &odf("presentation", styles, &body)),
        "\
title: Results of May
left out: 1 hidden slide
page 1
# Results of May
- Sales grew
- Costs fell
In a shape
## Notes
Thank the team.
page 3
# Outlook"
    );
}

#[test]
fn a_text_under_a_password_says_so() {
    let locked = archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("styles.xml", "\u{1}\u{2}"),
        ("content.xml", "\u{1}\u{2}"),
        ("META-INF/manifest.xml", "<manifest:encryption-data/>"),
    ]);
    assert_eq!(document("a.odt", &locked), Err(ExtractError::Protected));
}

#[test]
fn edges_of_pages_remarks_raised_figures_and_charts_are_read() {
    let names = "xmlns:office=\"urn:o\" xmlns:text=\"urn:t\" xmlns:style=\"urn:s\" xmlns:table=\"urn:tb\" xmlns:draw=\"urn:d\" xmlns:dc=\"urn:dc\" xmlns:svg=\"urn:v\" xmlns:xlink=\"urn:x\" xmlns:chart=\"urn:c\"";
    let styles = format!(
        "<office:document-styles {names}><office:master-styles><style:master-page><style:header><text:p>Act of 1793</text:p></style:header>\
         <style:footer><text:p>Clerk: Ann<text:tab/>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page>\
         <style:master-page><style:header><text:p>Act of 1793</text:p></style:header></style:master-page></office:master-styles></office:document-styles>"
    );
    let content = format!(
        "<office:document-content {names}><office:automatic-styles><style:style style:name=\"T1\"><style:text-properties style:text-position=\"super 58%\"/></style:style></office:automatic-styles><office:body><office:text>\
         <text:p>Of 10<text:span text:style-name=\"T1\">6</text:span> ants<office:annotation><dc:creator>Bo</dc:creator><text:p>Ask Ann.</text:p></office:annotation>.</text:p>\
         <text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>駅</text:p>\
         <text:p><draw:frame><draw:object xlink:href=\"./Object 1\"/><svg:desc>Guests by year</svg:desc></draw:frame></text:p></office:text></office:body></office:document-content>"
    );
    let chart = format!(
        "<office:document-content {names}><office:body><office:chart><chart:chart><chart:title><text:p>Guests</text:p></chart:title>\
         <table:table><table:table-row><table:table-cell/><table:table-cell><text:p>Mill</text:p></table:table-cell></table:table-row>\
         <table:table-row><table:table-cell><text:p>Spring</text:p></table:table-cell><table:table-cell><text:p>870</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>"
    );
    let file = archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", &content),
        ("styles.xml", &styles),
        ("Object 1/content.xml", &chart),
    ]);
    let expected = "\
title: 
Of 10^6 ants.
Comment by Bo: Ask Ann.
東京駅 (東京: とうきょう)
Guests
|  | Mill |
| Spring | 870 |
Guests by year
# Header and footer
Act of 1793
Clerk: Ann";
    assert_eq!(golden("a.odt", &file), expected);
}
