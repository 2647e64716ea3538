//! Decks of slides.

use super::{archive, golden, properties, relations};

/// A shape: a placeholder of a kind, or none, with paragraphs, each a text or the XML of one.
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

/// A slide with shapes of every kind, its title not the first.
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

/// A deck of three slides, the second of which is hidden.
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
