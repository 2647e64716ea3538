//! Presentations.

use super::{archive, golden, properties, relations};

/// Returns a shape: a placeholder of some kind, or none, with paragraphs, each a text or its XML.
fn shape(kind: &str, paragraphs: &[&str]) -> String {
    let place = match kind {
        "" => String::new(),
        "obj" => r#"<p:ph idx="1"/>"#.to_owned(),
        kind => format!(r#"<p:ph type="{kind}"/>"#),
    };
    let text = paragraphs.iter().map(|text| match text.as_bytes() {
        [b'<', ..] => format!("<a:p>{text}</a:p>"),
        _ => format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"),
    });
    let text = text.collect::<Vec<_>>().concat();
    let head = format!("<p:nvSpPr><p:cNvPr id=\"2\"/><p:nvPr>{place}</p:nvPr></p:nvSpPr>");
    format!("<p:sp>{head}<p:txBody>{text}</p:txBody></p:sp>")
}

fn slide(attributes: &str, shapes: &[&str]) -> String {
    let tree = shapes.concat();
    format!(
        r#"<p:sld xmlns:p="urn:p" xmlns:a="urn:a" {attributes}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></p:sld>"#
    )
}

fn table(rows: &[[&str; 2]]) -> String {
    let cell = |text: &str| {
        format!("<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>")
    };
    let row = |row: &[&str; 2]| format!("<a:tr>{}</a:tr>", row.map(cell).concat());
    let rows: Vec<String> = rows.iter().map(row).collect();
    let rows = rows.concat();
    format!("<p:graphicFrame><a:tbl>{rows}</a:tbl></p:graphicFrame>")
}

/// Returns a slide with shapes of every kind; its title is not the first.
fn results() -> String {
    let plain = "<a:pPr><a:buNone/></a:pPr><a:r><a:t>as we said</a:t></a:r>";
    let broken = "<a:r><a:t>In a group</a:t></a:r><a:br/><a:r><a:t>of shapes</a:t></a:r>";
    let number = r#"<a:fld type="slidenum"><a:t>1</a:t></a:fld>"#;
    let shapes = [
        shape("obj", &["Sales grew", plain, "Costs fell"]),
        shape("ctrTitle", &["Results", "<a:r><a:t>of May</a:t></a:r>"]),
        shape("", &[number]),
        shape("ftr", &["Confidential"]),
        format!("<p:grpSp>{}</p:grpSp>", shape("", &[broken])),
        table(&[["Quarter", "Sales"], ["Q1", "4.2 m"]]),
    ];
    slide("", &shapes.each_ref().map(String::as_str))
}

const DIAGRAM: &str = r#"<d:dataModel xmlns:d="urn:d" xmlns:a="urn:a">
    <d:pt><d:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></d:t></d:pt><d:pt><d:t><a:p/></d:t></d:pt>
    </d:dataModel>"#;

const MAIN: &str = r#"<p:presentation xmlns:p="urn:p" xmlns:r="urn:r"><p:sldIdLst>
    <p:sldId id="256" r:id="r1"/><p:sldId id="257" r:id="r3"/><p:sldId id="258" r:id="r2"/>
    </p:sldIdLst></p:presentation>"#;

/// Returns a presentation of three slides, the second hidden.
fn deck() -> Vec<u8> {
    let notes = ["Thank the team.", "And the suppliers."];
    let notes = [shape("body", &notes), shape("sldNum", &["1"])];
    let outlook = [shape("title", &["Outlook"]), shape("obj", &["Steady."])];
    let list =
        |of: &[[&str; 3]]| relations(&of.iter().map(|[a, b, c]| (*a, *b, *c)).collect::<Vec<_>>());
    archive(&[
        (
            "_rels/.rels",
            &list(&[
                ["r1", "officeDocument", "ppt/presentation.xml"],
                ["r2", "core-properties", "core.xml"],
            ]),
        ),
        ("core.xml", &properties("PowerPoint Presentation")),
        ("ppt/presentation.xml", MAIN),
        (
            "ppt/_rels/presentation.xml.rels",
            &list(&[
                ["r1", "slide", "slides/slide1.xml"],
                ["r2", "slide", "slides/slide2.xml"],
                ["r3", "slide", "slides/slide3.xml"],
            ]),
        ),
        ("ppt/slides/slide1.xml", &results()),
        ("ppt/slides/_rels/slide1.xml.rels", &list(&[["r1", "notesSlide", "../notes/one.xml"]])),
        ("ppt/notes/one.xml", &slide("", &notes.each_ref().map(String::as_str))),
        ("ppt/slides/slide3.xml", &slide("show=\"0\"", &[&shape("title", &["Not shown"])])),
        ("ppt/slides/slide2.xml", &slide("", &outlook.each_ref().map(String::as_str))),
        (
            "ppt/slides/_rels/slide2.xml.rels",
            &list(&[["r1", "diagramData", "../diagrams/data1.xml"]]),
        ),
        ("ppt/diagrams/data1.xml", DIAGRAM),
    ])
}

#[test]
fn a_slide_is_a_page_with_its_title_first_and_its_notes_below() {
    let expected = "\
title: Results of May
left out: 1 hidden slide
page 1
# Results of May
- Sales grew
as we said
- Costs fell
In a group
of shapes
| Quarter | Sales |
| Q1 | 4.2 m |
## Notes
- Thank the team.
- And the suppliers.
page 3
# Outlook
Steady.
- Plan";
    assert_eq!(golden("a.pptx", &deck()), expected);
}

#[test]
fn charts_comments_descriptions_and_raised_figures_of_slides_are_read() {
    let raised = r#"<a:r><a:t>Of 10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r><a:r><a:t> ants</a:t></a:r>"#;
    let picture =
        r#"<p:pic><p:nvPicPr><p:cNvPr id="4" descr="A mill at dusk"/></p:nvPicPr></p:pic>"#;
    let main = r#"<p:presentation xmlns:p="urn:p" xmlns:r="urn:r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>"#;
    let chart = r#"<chartSpace><chart><plotArea><ser><cat><numLit><pt idx="0"><v>2024</v></pt></numLit></cat>
        <val><numLit><formatCode>0%</formatCode><pt idx="0"><v>0.25</v></pt></numLit></val></ser></plotArea></chart></chartSpace>"#;
    let old = r#"<p:cmLst xmlns:p="urn:p"><p:cm authorId="0"><p:text>Too high?</p:text></p:cm></p:cmLst>"#;
    let new = r#"<q:cmLst xmlns:q="urn:q" xmlns:a="urn:a"><q:cm authorId="{2}"><q:replyLst><q:reply authorId="{2}"><q:txBody><a:p><a:r><a:t>No.</a:t></a:r></a:p></q:txBody></q:reply></q:replyLst>
        <q:txBody><a:p><a:r><a:t>Is it so?</a:t></a:r></a:p></q:txBody></q:cm></q:cmLst>"#;
    let deck = archive(&[
        ("_rels/.rels", &relations(&[("r1", "officeDocument", "ppt/presentation.xml")])),
        ("ppt/presentation.xml", main),
        (
            "ppt/_rels/presentation.xml.rels",
            &relations(&[
                ("r1", "slide", "one.xml"),
                ("a", "commentAuthors", "a.xml"),
                ("b", "authors", "b.xml"),
            ]),
        ),
        ("ppt/a.xml", r#"<l><cmAuthor id="0" name="Ann"/></l>"#),
        ("ppt/b.xml", r#"<l><author id="{2}" name="Bo"/></l>"#),
        ("ppt/one.xml", &slide("", &[&shape("title", &["Mill"]), &shape("", &[raised]), picture])),
        (
            "ppt/_rels/one.xml.rels",
            &relations(&[
                ("c", "chart", "c.xml"),
                ("o", "comments", "o.xml"),
                ("n", "comments", "n.xml"),
            ]),
        ),
        ("ppt/c.xml", chart),
        ("ppt/o.xml", old),
        ("ppt/n.xml", new),
    ]);
    let expected = "# Mill\nOf 10^6 ants\nA mill at dusk\n|  | Value |\n| 2024 | 25% |\n\
        Comment by Ann: Too high?\nComment by Bo: Is it so?\nComment by Bo: No.";
    assert!(golden("a.pptx", &deck).ends_with(expected), "{}", golden("a.pptx", &deck));
}
