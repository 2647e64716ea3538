//! Web pages, and chapters and mails in HTML.

use super::{document, shown};
use crate::html;
use footnote_documents::Document;

const PROSE: &str = "Every employee may take thirty days of leave in a year, and more of it later.";

fn lines(document: &Document) -> String {
    let blocks = document.pages.iter().flat_map(|page| &page.blocks);
    blocks.flat_map(shown).collect::<Vec<_>>().join("\n")
}

fn page(html: &str) -> String {
    lines(&document("a.html", html.as_bytes()).unwrap())
}

/// Tests the text of a page, and of the same page as part of another document.
#[track_caller]
fn assert_read(html: &str, expected: &str) {
    assert_eq!(page(html), expected, "page: {html}");
    assert_eq!(lines(&html::part(html)), expected, "part: {html}");
}

/// Returns the text of a page with this head and body before some prose.
fn with_prose(head: &str, body: &str) -> String {
    let html = format!("<html><head>{head}</head><body>{body}<p>{PROSE}</p></body></html>");
    page(&html).replace(PROSE, "…")
}

fn title(head: &str, heading: &str) -> String {
    let html = format!("<title>{head}</title><h1>{heading}</h1><p>Text.</p>");
    document("a.html", html.as_bytes()).unwrap().title
}

#[test]
fn places_that_links_lead_to_change_nothing_around_them() {
    assert_read("<p>Prose.</p><h1><a id=\"c1\"/>Tea</h1>", "Prose.\n# Tea");
    assert_read("<ul><li><a id=\"x\"></a>Cup</li></ul>", "- Cup");
    assert_read("<p>Room<a name=\"r\"> </a>12</p>", "Room 12");
    assert_read("<h2><a name=\"x\"><span></span></a>Days</h2>", "## Days");
    assert_read(
        "<ul><li><p>Tea.</p><div><a id=\"x\"></a><p>Cup.</p></div></li></ul>",
        "- Tea.\n- Cup.",
    );
}

#[test]
fn tables_that_lay_a_page_out_are_no_tables() {
    let read = "# Leave\nProse.\n## Days\nThirty.";
    let cell = "<td><h1>Leave</h1><p>Prose.</p><h2>Days</h2><p>Thirty.</p></td>";
    assert_read(&format!("<body><table><tr>{cell}</tr></table>"), read);
    assert_read(
        &format!("<table><tr><td>Contoso</td>{cell}</tr></table>"),
        &format!("Contoso\n{read}"),
    );
    assert_read(
        "<table role=presentation><tr><td><p>Tea.</p><p>Cup.</p></td><td>Milk.</td></tr></table>",
        "Tea.\nCup.\nMilk.",
    );
    assert_read(
        "<p>Menu.</p><table><tr><td>Prices</td><td><table><tr><td>Tea</td><td>2</td></tr></table></td></tr></table>",
        "Menu.\nPrices\n|  |  |\n| Tea | 2 |",
    );
    assert_read(
        "<table><tr><td></td><td><p>Tea.</p><ul><li>Cup</li></ul></td></tr></table>",
        "Tea.\n- Cup",
    );
}

#[test]
fn tables_of_data_stay_tables_with_headings_in_their_head() {
    assert_read(
        "<table><caption>Prices in euros</caption><tr><th><h3>Drink</h3></th><th>Price</th></tr><tr><td>Tea</td><td>2.40</td></tr></table>",
        "Prices in euros\n| Drink | Price |\n| Tea | 2.40 |",
    );
}

#[test]
fn cells_of_several_columns_or_rows_leave_the_others_in_their_columns() {
    assert_read(
        "<p>Menu.</p><table><tr><td>Tea</td><td>2.40</td></tr><tr><td colspan=2>With tax</td></tr></table>",
        "Menu.\n|  |  |\n| Tea | 2.40 |\n| With tax | With tax |",
    );
    assert_read(
        "<table><tr><th>Drink</th><th colspan=2>Price</th></tr><tr><td rowspan=2>Tea</td><td>cup</td><td>2</td></tr>\
         <tr><td>pot</td><td>4</td></tr><tr></tr><tr><td>Cake</td></tr></table>",
        "| Drink | Price | Price |\n| Tea | cup | 2 |\n| Tea | pot | 4 |\n| Cake |  |  |",
    );
    assert_read(
        "<table><tr><td colspan=1000>Tea</td></tr><tr><td>cup</td><td>2</td></tr></table>",
        "Tea\n|  |  |\n| cup | 2 |",
    );
}

#[test]
fn code_and_text_beside_a_sign_are_no_tables() {
    assert_read(
        "<table><tr><td><pre>1\n2</pre></td><td><pre>tea\ncup</pre></td></tr></table>",
        "```\n1\n2\n```\n```\ntea\ncup\n```",
    );
    assert_read(
        "<table><tr><td rowspan=2><img src=a.png></td><th>Note</th></tr><tr><td>Tea is hot.</td></tr></table>",
        "Note\nTea is hot.",
    );
}

#[test]
fn a_row_that_is_far_too_long_does_not_lengthen_the_others() {
    let long = "<td>x".repeat(2_000);
    let rows = "<tr><td>Tea<td>cup".repeat(2_000);
    let read = page(&format!("<table><tr>{long}{rows}</table>"));
    assert!(read.ends_with("\nTea\ncup"));
}

#[test]
fn tables_in_items_keep_their_cells_apart() {
    assert_read(
        "<ol><li>Choose.<table><tr><td>Tea</td><td>2</td></tr></table></li><li>Pay.</li></ol>",
        "Choose.\n|  |  |\n| Tea | 2 |\n- Pay.",
    );
}

#[test]
fn scripts_and_names_of_pictures_are_no_text() {
    let script = "<script>var secret = 1;</script>";
    assert_read(
        &format!("<dl>{script}<dt>Date{script}</dt><dd>{script}Today.</dd></dl>"),
        "- Date: Today.",
    );
    assert_read("<p><svg><title>Note</title><desc>A note</desc></svg>Tea.</p>", "Tea.");
    let long = format!("<script>{}</script>", "var secret = 1;".repeat(100));
    let links =
        "<ul><li><a href=a.html>Leave of absence</a></li><li><a href=b.html>Pay</a></li></ul>";
    assert_eq!(page(&format!("<p>Forms.</p>{links}{long}")), "Forms.\n- Leave of absence\n- Pay");
    assert_eq!(with_prose("", &links.replace("</ul>", &format!("{long}</ul>"))), "…");
}

#[test]
fn an_index_in_groups_keeps_all_of_its_lists() {
    let group = |name: &str| {
        format!(
            "<h2>{name}</h2><ul><li><a href=a>{name} one</a></li><li><a href=b>{name} two</a><ul><li><a href=c>{name} three</a></ul></ul>"
        )
    };
    let read = page(&["Leave", "Pay", "Tax"].map(group).concat());
    assert_eq!(read.matches("\n- ").count(), 9, "{read}");
}

#[test]
fn blocks_of_all_names_stand_apart() {
    assert_read(
        "<details><summary>How do I pay?</summary>By card.</details>",
        "How do I pay?\nBy card.",
    );
    assert_read(
        "<header>Contoso</header><main>Leave is thirty days.</main>",
        "Contoso\nLeave is thirty days.",
    );
    assert_read(
        "<figure><img src=a.png alt=Cup><figcaption>A cup</figcaption></figure><address>Main Street</address>Tea.",
        "Cup\nA cup\nMain Street\nTea.",
    );
}

#[test]
fn menus_are_left_out_and_lists_of_other_sites_stay() {
    let menus = "<ul><li><a href='a.html'>Leave</a></li><li><a href='#b'>Pay</a></li></ul>\
                 <table><tr><th>Part I of the book</th></tr><tr><td><a href='3.html'>Next</a></td></tr></table>";
    let links = "<ul><li><a href='https://a.example'>Union</a></li><li><a href='https://b.example'>Fund</a></li></ul>";
    let steps = format!("<ol><li>{PROSE} {PROSE}</li><li>Go <a href='3.html'>on</a>.</li></ol>");
    let read = with_prose("<link rel='next' href='3.html'>", &format!("{menus}{links}{steps}"));
    assert_eq!(read, "- Union\n- Fund\n- 1. … …\n- 2. Go on.\n…");
    let forms =
        "<ul><li><a href='a.pdf'>Leave form</a></li><li><a href='b.pdf'>Pay form</a></li></ul>";
    let read = page(&format!("<h1>Forms</h1>{forms}"));
    assert_eq!(read, "# Forms\n- Leave form\n- Pay form");
}

#[test]
fn boxes_beside_the_text_and_words_of_menus_in_it_stay() {
    let line =
        "<p>Choose <span class='menu'>File</span>, then <b class='header'>Print</b>. And wait.</p>";
    let aside = "<aside class='sidebar'><p>Tea is at four.</p></aside>";
    let read = page(&format!("{line}{aside}<footer>Made by us.</footer>"));
    assert_eq!(read, "Choose File, then Print. And wait.\nTea is at four.");
}

#[test]
fn a_slash_at_the_end_of_an_address_ends_no_link() {
    let menu = "<ul><li><a href=/leave/>Leave</a><li><a href=/pay/>Pay</a></ul>";
    assert_eq!(with_prose("", menu), "…");
}

#[test]
fn the_name_of_the_site_titles_no_page() {
    assert_eq!(title("Leave - Contoso", "Contoso"), "Leave - Contoso");
    assert_eq!(title("Leave - Contoso", "Leave"), "Leave");
    assert_eq!(title("Payment of invoices", "Pay"), "Payment of invoices");
    assert_eq!(title("Pay-as-you-go plans", "Pay"), "Pay-as-you-go plans");
    assert_eq!(title("", "Leave"), "Leave");
}

#[test]
fn headings_are_one_line_without_links_to_themselves() {
    let heading = "Days<a href=\"#days\">¶</a>";
    assert_eq!(title("Days | Contoso", heading), "Days");
    assert_read(&format!("<h1>{heading}</h1>"), "# Days");
    assert_eq!(title("", "Chapter 1<br>Pay"), "Chapter 1 Pay");
    assert_read("<h1>Chapter 1<br>Pay</h1>", "# Chapter 1 Pay");
}

#[test]
fn a_description_begins_with_its_terms() {
    assert_read(
        "<dl><dt>Date</dt><dd>Enter the date.</dd><div><dt>-P</dt><dt>--purge</dt>\
         <dd><p>Removes <i>all</i>.</p></dd></div><dt>Who pays?</dt><dd>You do.</dd></dl>",
        "- Date: Enter the date.\n- -P, --purge: Removes all.\n- Who pays? You do.",
    );
}

#[test]
fn terms_are_words_apart_and_pictures_are_none() {
    assert_read("<dl><dt>-P<br>--purge</dt><dd>Removes.</dd></dl>", "- -P, --purge: Removes.");
    assert_read("<dl><dt><img alt=1 src=1.png></dt><dd>Tea.</dd></dl>", "- Tea.");
}

#[test]
fn steps_with_a_link_to_the_next_page_stay() {
    let next = "<link rel=next href=3.html>";
    let steps = "<ul><li>Fill in the form.</li><li>Then <a href='3.html'>send it</a>.</li></ul>";
    assert_eq!(with_prose(next, steps), "- Fill in the form.\n- Then send it.\n…");
    let bar = "<ul><li>Our Handbook</li><li><a href='3.html'>Next</a></li></ul>";
    assert_eq!(with_prose(next, bar), "…");
}

#[test]
fn a_table_of_links_under_a_head_is_no_menu() {
    let row = |number| {
        format!(
            "<tr><td><a href=c{number}>Land {number}</a></td><td><a href=t{number}>Town {number}</a></td></tr>"
        )
    };
    let rows: String = (10..22).map(row).collect();
    let head = "<tr><th>Country</th><th>Capital</th></tr>";
    let prose = format!("<p>{}</p>", PROSE.repeat(9));
    let text = page(&format!("<table>{head}{rows}</table>{prose}"));
    assert!(text.contains("| Land 21 | Town 21 |"), "{text}");
    let text = page(&format!("<table>{rows}</table>{prose}"));
    assert!(!text.contains("Town"), "{text}");
}

#[test]
fn elements_of_xhtml_may_end_where_they_begin() {
    assert_read(
        "<html><head><title/><script src=\"a.js\"/><style/></head><body><textarea/><div/><p>Tea.</p></body></html>",
        "Tea.",
    );
}

#[test]
fn menus_of_a_saved_page_lead_to_its_own_site() {
    let menu =
        "<ul><li><a href=https://Contoso.example/a>Leave</a></li><li><a href=/b>Pay</a></li></ul>";
    for head in [
        "<link rel=canonical href=https://contoso.example/leave>",
        "<base href=//contoso.example/>",
    ] {
        assert_eq!(with_prose(head, menu), "…", "{head}");
    }
    for head in ["", "<link rel=canonical href=https://union.example>"] {
        assert_eq!(with_prose(head, menu), "- Leave\n- Pay\n…", "{head}");
    }
}

#[test]
fn rows_that_name_columns_are_one() {
    let expected = "| Port | Water · Morning | Water · Evening |\n| Calder | 05:10 | 17:35 |\n| Calder | 06:02 | 18:20 |";
    for th in ["th", "td"] {
        let table = format!(
            "<table><tr><{th} rowspan=2>Port</{th}><{th} colspan=2>Water</{th}></tr><tr><{th}>Morning</{th}><{th}>Evening</{th}></tr>\
             <tr><td rowspan=2>Calder</td><td>05:10</td><td>17:35</td></tr><tr><td>06:02</td><td>18:20</td></tr></table>"
        );
        assert_read(&table, expected);
    }
}

#[test]
fn marks_above_the_line_are_no_digits_of_words_and_numbers() {
    assert_read(
        "<p>The ladder<sup><a href='#f1'>1</a></sup> of 1874<a href='#f2'><sup>2</sup></a>, 10<sup>6</sup> ants on 5 m<sup>2</sup>, the 1<sup>st</sup>.</p>",
        "The ladder of 1874, 10^6 ants on 5 m², the 1st.",
    );
    assert_read(
        "<p>See<a href='n.xhtml#n1' epub:type='noteref'>3</a> <a href=b>4</a>.</p>",
        "See 4.",
    );
    assert_read(
        "<p>Take <math><mfrac><mn>3</mn><mn>4</mn></mfrac></math> of <math><msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup></math>.</p>",
        "Take 3/4 of x^(n+1).",
    );
}

#[test]
fn readings_follow_their_paragraph_and_breaks_end_lines_of_code() {
    assert_read(
        "<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>駅です。</p>",
        "東京駅です。 (東京: とうきょう)",
    );
    assert_read("<pre>2 eggs<br>1 cup<br/>3 spoons</pre>", "```\n2 eggs\n1 cup\n3 spoons\n```");
}
