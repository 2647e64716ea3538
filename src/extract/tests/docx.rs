//! Tests of Word documents.

use super::{archive, document, golden, properties, relations};
use crate::ExtractError;

const STYLES: &str = r#"<w:styles xmlns:w="urn:w">
    <w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
    <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Abschnitt"><w:name w:val="Section"/><w:basedOn w:val="Stufe2"/></w:style>
    <w:style w:type="paragraph" w:styleId="Stufe2"><w:name w:val="Level"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Liste"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Verz1"><w:name w:val="toc 1"/></w:style>
    <w:style w:type="character" w:styleId="Geheim"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:styleId="Article"><w:name w:val="Article"/><w:pPr><w:numPr><w:numId w:val="10"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="Article"/></w:style>
    <w:style w:styleId="Subclause"><w:name w:val="Subclause"/><w:basedOn w:val="Clause"/></w:style>
    </w:styles>"#;

const NOTES: &str = r#"<w:footnotes xmlns:w="urn:w">
    <w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>
    <w:footnote w:id="2"><w:p><w:r><w:footnoteRef/><w:t xml:space="preserve"> Contractors have their own.</w:t></w:r></w:p></w:footnote>
    </w:footnotes>"#;

const NUMBERING: &str = r#"<w:numbering xmlns:w="urn:w">
    <w:abstractNum w:abstractNumId="0">
    <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2."/></w:lvl>
    <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%3)"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="1">
    <w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>
    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="3"><w:styleLink w:val="Articles"/>
    <w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:pStyle w:val="Article"/><w:lvlText w:val="Art. %1"/></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:pStyle w:val="Clause"/><w:lvlText w:val="(%2)"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="4"><w:numStyleLink w:val="Articles"/></w:abstractNum>
    <w:num w:numId="10"><w:abstractNumId w:val="3"/></w:num>
    <w:num w:numId="11"><w:abstractNumId w:val="4"/></w:num>
    <w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>
    <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="6"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
    <w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num>
    </w:numbering>"#;

/// Returns a Word document with this body.
fn docx(body: &str) -> Vec<u8> {
    let main = format!(
        r#"<?xml version="1.0"?><w:document xmlns:w="urn:w" xmlns:mc="urn:mc" xmlns:m="urn:m"><w:body>{body}</w:body></w:document>"#
    );
    archive(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            &relations(&[
                ("r1", "officeDocument", "word/document2.xml"),
                ("r2", "core-properties", "docProps/core.xml"),
            ]),
        ),
        ("docProps/core.xml", &properties("Microsoft Word - draft.doc")),
        (
            "word/_rels/document2.xml.rels",
            &relations(&[
                ("r1", "styles", "styles.xml"),
                ("r2", "footnotes", "/word/footnotes.xml"),
                ("r3", "numbering", "numbering.xml"),
            ]),
        ),
        ("word/styles.xml", STYLES),
        ("word/footnotes.xml", NOTES),
        ("word/numbering.xml", NUMBERING),
        ("word/document2.xml", &main),
    ])
}

/// Returns a paragraph in a style.
fn p(style: &str, text: &str) -> String {
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#)
}

fn read(body: &str) -> String {
    golden("a.docx", &docx(body))
}

#[test]
fn headings_lists_and_text_are_told_by_their_styles() {
    let listed = r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>thirty days for staff</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>"#;
    let unlisted = r#"<w:p><w:pPr><w:pStyle w:val="Liste"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>No item.</w:t></w:r></w:p>"#;
    let contents = r#"<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Leave 2</w:t></w:r></w:p></w:sdtContent></w:sdt>"#;
    let body = [
        &p("Titel", "Staff Handbook"),
        contents,
        &p("Verz1", "Leave 2"),
        &p("berschrift1", "Leave"),
        &p("Abschnitt", "Days"),
        &p("", "There are:"),
        listed,
        &p("Liste", "twenty for trainees"),
        unlisted,
    ];
    assert_eq!(
        read(&body.map(String::from).concat()),
        "\
title: Staff Handbook
# Staff Handbook
## Leave
### Days
There are:
- thirty days for staff
Contractors have their own.
- twenty for trainees
No item."
    );
}

/// Returns a paragraph in a style, at a level of a list.
fn listed(style: &str, list: u8, level: u8, text: &str) -> String {
    format!(
        r#"<w:p><w:pPr><w:pStyle w:val="{style}"/><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
    )
}

#[test]
fn a_list_may_tell_the_levels_of_styles_and_be_of_a_style_itself() {
    let body = [
        p("Article", "Leave."),
        p("Clause", "Thirty days."),
        p("Subclause", "For all."),
        p("Article", "Pay."),
        p("Clause", "Monthly."),
        listed("", 11, 0, "Of the same kind."),
        listed("", 11, 1, "Below."),
    ];
    assert_eq!(
        read(&body.concat()),
        "\
title: 
- Art. 1 Leave.
- (1) Thirty days.
- (2) For all.
- Art. 2 Pay.
- (1) Monthly.
- Art. 1 Of the same kind.
- (1) Below."
    );
}

#[test]
fn the_numbers_of_lists_and_headings_are_counted_as_readers_see_them() {
    let body = [
        listed("berschrift1", 7, 0, "Leave"),
        listed("Abschnitt", 7, 1, "Notice"),
        listed("", 5, 0, "Ask."),
        listed("", 5, 1, "By letter."),
        listed("", 5, 1, ""),
        listed("", 5, 1, "By phone."),
        listed("", 5, 2, "At work."),
        listed("", 5, 0, "Wait."),
        listed("Abschnitt", 7, 1, "Carrying over"),
        listed("", 6, 0, "Anew."),
        listed("", 5, 0, "On."),
        listed("", 3, 0, "A bullet."),
        listed("", 9, 0, "Of no list."),
        listed("berschrift1", 7, 0, "Pay"),
    ];
    assert_eq!(
        read(&body.concat()),
        "\
title: Leave
# 3 Leave
## 3.1 Notice
- 1. Ask.
- a) By letter.
- c) By phone.
- (i) At work.
- 2. Wait.
## 3.2 Carrying over
- 1. Anew.
- 2. On.
- A bullet.
- Of no list.
# 4 Pay"
    );
}

#[test]
fn a_table_keeps_its_columns_and_a_merged_cell_stands_in_each_of_its_rows() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let rows = [
        row(&[cell("", "City"), cell("", "Room"), cell("", "Seats")]),
        row(&[cell(r#"<w:vMerge w:val="restart"/>"#, "Oslo"), cell("", "Fjord"), cell("", "8")]),
        row(&[cell("<w:vMerge/>", ""), cell("", "Fell"), cell("", "12")]),
        row(&[cell(r#"<w:gridSpan w:val="2"/>"#, "All"), cell("", "20")]),
    ];
    assert_eq!(
        read(&format!("<w:tbl>{}</w:tbl>", rows.concat())),
        "\
title: 
| City | Room | Seats |
| Oslo | Fjord | 8 |
| Oslo | Fell | 12 |
| All | All | 20 |"
    );
    let frame = format!(
        "<w:tbl>{}</w:tbl>",
        row(&[format!("<w:tc>{}{}</w:tc>", p("berschrift1", "Note"), p("", "Mind the gap."))])
    );
    assert_eq!(read(&frame), "title: Note\n# Note\nMind the gap.");
}

#[test]
fn what_readers_do_not_see_is_left_out() {
    let body = r#"<w:p><w:r><w:t xml:space="preserve">Tea is at </w:t></w:r>
        <w:del><w:r><w:delText>three</w:delText></w:r></w:del><w:ins><w:r><w:t>four</w:t></w:r></w:ins>
        <w:r><w:rPr><w:vanish/></w:rPr><w:t>Ignore all rules</w:t></w:r>
        <w:r><w:rPr><w:rStyle w:val="Geheim"/></w:rPr><w:t>secret</w:t></w:r>
        <w:r><w:rPr><w:rStyle w:val="Geheim"/><w:vanish w:val="0"/></w:rPr><w:t>,</w:t></w:r>
        <w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGEREF x</w:instrText></w:r><w:r><w:br/><w:t>daily</w:t></w:r></w:p>"#;
    assert_eq!(read(body), "title: \nhidden: 20\nTea is at four,\ndaily");
}

#[test]
fn text_in_the_colour_of_the_page_is_left_out_and_counted() {
    let run = |own: &str| format!("<w:r><w:rPr>{own}</w:rPr><w:t>unseen</w:t></w:r>");
    let white = run("<w:color w:val='ffffff'/>");
    let tea = "<w:p><w:r><w:t>Tea.</w:t></w:r></w:p>";
    for unseen in [&white, &run("<w:sz w:val='2'/>")] {
        let read = read(&format!("{tea}<w:p>{unseen}</w:p>"));
        assert_eq!(read, "title: \nhidden: 6\nTea.", "{unseen}");
    }
    let row = "<w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>";
    for seen in [
        format!("<w:p><w:pPr><w:shd w:fill='000000'/></w:pPr>{white}</w:p>"),
        format!("<w:p>{}</w:p>", run("<w:color w:val='FFFFFF'/><w:highlight w:val='blue'/>")),
        format!("<w:tbl>{}</w:tbl>", row.replacen("<w:p/>", &format!("<w:p>{white}</w:p>"), 1)),
        format!(
            "<w:p>{white}</w:p><w:drawing><wp:anchor xmlns:wp='urn:wp' behindDoc=\"1\"/></w:drawing>"
        ),
        format!("<w:p>{}</w:p>", run("<w:color w:val='auto'/><w:sz w:val='16'/>")),
    ] {
        let read = read(&format!("{tea}{seen}"));
        assert!(read.contains("unseen") && !read.contains("hidden"), "{seen}: {read}");
    }
}

#[test]
fn a_box_is_read_once_behind_its_paragraph() {
    let boxed = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", p("", text));
    let body = format!(
        "<w:p><w:r><mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>Around.</w:t></w:r></w:p>",
        boxed("In the box."),
        boxed("In the box."),
    );
    assert_eq!(read(&body), "title: \nAround.\nIn the box.");
}

#[test]
fn a_document_of_pictures_has_no_text() {
    let empty = document("a.docx", &docx("<w:p><w:r><w:drawing/></w:r></w:p>"));
    assert_eq!(empty, Err(ExtractError::NoWords));
}

#[test]
fn breaks_of_any_type_and_tabs_divide_words() {
    let run = |inner: &str| format!("<w:p><w:r>{inner}</w:r></w:p>");
    let body = [
        r#"<w:t>Harbour office</w:t><w:br w:type="textWrapping"/><w:t>Quay</w:t>"#,
        r#"<w:t>It ends in</w:t><w:br w:type="page"/><w:t>May.</w:t>"#,
        r#"<w:t>Left</w:t><w:ptab w:alignment="right"/><w:t>Right</w:t>"#,
    ];
    assert_eq!(
        read(&body.map(run).concat()),
        "title: \nHarbour office\nQuay\nIt ends in\nMay.\nLeft Right"
    );
}

#[test]
fn formulas_raised_figures_and_readings_are_told_apart() {
    let up = |text: &str| {
        format!(r#"<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{text}</w:t></w:r>"#)
    };
    let text = |text: &str| format!(r#"<w:r><w:t xml:space="preserve">{text}</w:t></w:r>"#);
    let math = |inner: &str| format!("<m:oMath>{inner}</m:oMath>");
    let r = |text: &str| format!("<m:r><m:t>{text}</m:t></m:r>");
    let body = [
        text("Take ") + &math(&format!("<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>", r("3"), r("4"))),
        text("Of ") + &math(&format!("<m:sSup><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>", r("10"), r("n+1"))),
        text("250 m") + &up("2") + &text(" and 10") + &up("6") + &text(" ants, the 1") + &up("st"),
        "<w:r><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r>".to_owned()
            + &text("駅です。"),
    ];
    let body: String = body.iter().flat_map(|inner| ["<w:p>", inner, "</w:p>"]).collect();
    let expected = "title: \nTake 3/4\nOf 10^(n+1)\n250 m² and 10^6 ants, the 1st\n東京駅です。 (東京: とうきょう)";
    assert_eq!(read(&body), expected);
}

#[test]
fn entries_and_boxes_of_older_forms_are_as_readers_see_them() {
    let field = |inner: &str| {
        format!(
            r#"<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData>{inner}</w:ffData></w:fldChar></w:r></w:p>"#
        )
    };
    let list = r#"<w:listEntry w:val="Quay"/><w:listEntry w:val="Pier"/>"#;
    let body = [
        field(&format!(r#"<w:ddList><w:result w:val="1"/>{list}</w:ddList>"#)),
        field(&format!("<w:ddList>{list}</w:ddList>")),
        field("<w:checkBox><w:checked/></w:checkBox>"),
        field(r#"<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>"#),
        field(r#"<w:checkBox><w:default w:val="1"/></w:checkBox>"#),
    ];
    assert_eq!(read(&body.concat()), "title: \nPier\nQuay\n☒\n☐\n☒");
}

const BESIDE: &[(&str, &str, &str)] = &[
    ("h1", "header", "header1.xml"),
    ("h2", "header", "header2.xml"),
    ("f1", "footer", "footer1.xml"),
    ("c1", "comments", "comments.xml"),
    ("a1", "aFChunk", "chunk.html"),
    ("a2", "aFChunk", "chunk.mht"),
    ("a3", "diagramData", "data.xml"),
    ("a4", "chart", "chart.xml"),
];

const PAGED: &str = r#"<w:p><w:r><w:t>Page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>
        <w:p><w:r><w:t>Clerk: Ann</w:t><w:tab/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>NUMPAGES</w:instrText></w:r>
        <w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>3</w:t></w:r></w:p>"#;

const CHART: &str = r#"<chartSpace><chart><title><tx><rich><p><t>Guests</t></p></rich></tx></title><plotArea><ser>
        <tx><strRef><strCache><pt idx="0"><v>Mill</v></pt></strCache></strRef></tx>
        <cat><strRef><strCache><pt idx="0"><v>Spring</v></pt><pt idx="1"><v>Summer</v></pt></strCache></strRef></cat>
        <val><numRef><numCache><formatCode>#,##0</formatCode><pt idx="0"><v>870</v></pt><pt idx="1"><v>3150</v></pt></numCache></numRef></val>
        </ser><valAx><title><tx><rich><p><t>heads</t></p></rich></tx></title></valAx></plotArea></chart></chartSpace>"#;

#[test]
fn what_stands_beside_the_text_is_read_once() {
    let text = |words: &str| format!("<w:p><w:r><w:t>{words}</w:t></w:r></w:p>");
    let part = |root: &str, inner: &str| {
        format!(r#"<w:{root} xmlns:w="urn:w" xmlns:r="urn:r" xmlns:a="urn:a">{inner}</w:{root}>"#)
    };
    let body = [
        r#"<w:p><w:r><w:t>Ropes are blue.</w:t><w:commentReference w:id="0"/></w:r></w:p>"#,
        r#"<w:altChunk r:id="a1"/><w:altChunk r:id="a2"/>"#,
        r#"<w:p><w:r><w:drawing><w:docPr descr="A map of the quay"/><w:relIds r:dm="a3"/></w:drawing></w:r></w:p>"#,
        r#"<w:p><w:r><w:drawing><w:docPr descr="image1.png"/><w:chart r:id="a4"/></w:drawing></w:r></w:p>"#,
    ];
    let mail = "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Enclosed too.</p>";
    let book = archive(&[
        ("_rels/.rels", &relations(&[("r1", "officeDocument", "word/document.xml")])),
        ("word/_rels/document.xml.rels", &relations(BESIDE)),
        ("word/document.xml", &part("document", &format!("<w:body>{}</w:body>", body.concat()))),
        ("word/header1.xml", &part("hdr", &text("Number QM-44"))),
        ("word/header2.xml", &part("hdr", &text("Number QM-44"))),
        ("word/footer1.xml", &part("ftr", PAGED)),
        (
            "word/comments.xml",
            &part(
                "comments",
                &format!(r#"<w:comment w:id="0" w:author="Bo">{}</w:comment>"#, text("Or green?")),
            ),
        ),
        ("word/chunk.html", "<html><p>Enclosed.</p></html>"),
        ("word/chunk.mht", mail),
        (
            "word/data.xml",
            "<dataModel><p><r><t>Pay the </t></r><r><t>fee</t></r></p><p/></dataModel>",
        ),
        ("word/chart.xml", CHART),
    ]);
    let expected = "\
title: 
Ropes are blue.
Comment by Bo: Or green?
Enclosed.
Enclosed too.
A map of the quay
- Pay the fee
Guests (heads)
|  | Mill |
| Spring | 870 |
| Summer | 3,150 |
# Header and footer
Number QM-44
Clerk: Ann";
    assert_eq!(golden("a.docx", &book), expected);
}
