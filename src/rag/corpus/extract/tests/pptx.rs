//! PowerPoint decks.

use super::{archive, golden, properties, relations};

/// A shape of a slide: a placeholder of a kind, or none, with paragraphs.
fn shape(kind: &str, paragraphs: &[&str]) -> String {
    let place = match kind {
        "" => String::new(),
        "obj" => "<p:ph idx=\"1\"/>".to_owned(),
        kind => format!("<p:ph type=\"{kind}\"/>"),
    };
    let text = paragraphs.iter().map(|text| {
        if text.starts_with('<') {
            format!("<a:p>{text}</a:p>")
        } else {
            format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>")
        }
    });
    let text: String = text.collect();
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"x\"/><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:txBody>{text}</p:txBody></p:sp>"
    )
}

fn slide(attributes: &str, shapes: &[String]) -> String {
    format!(
        "<p:sld xmlns:p=\"urn:p\" xmlns:a=\"urn:a\" {attributes}><p:cSld><p:spTree>{}</p:spTree></p:cSld></p:sld>",
        shapes.concat()
    )
}

#[test]
fn a_slide_is_a_page_with_its_title_first_and_its_notes_below() {
    let cell = |text: &str| {
        format!("<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>")
    };
    let row = |a: &str, b: &str| format!("<a:tr>{}{}</a:tr>", cell(a), cell(b));
    let table = format!(
        "<p:graphicFrame><a:tbl>{}{}</a:tbl></p:graphicFrame>",
        row("Quarter", "Sales"),
        row("Q1", "4.2 m")
    );
    let first = slide(
        "",
        &[
            shape(
                "obj",
                &[
                    "Sales grew",
                    "<a:pPr><a:buNone/></a:pPr><a:r><a:t>as we said</a:t></a:r>",
                    "Costs fell",
                ],
            ),
            shape(
                "ctrTitle",
                &["Results <x/>", "<a:r><a:t>of May</a:t></a:r>"]
                    .map(|text| text.trim_end_matches(" <x/>")),
            ),
            shape("sldNum", &["<a:fld type=\"slidenum\"><a:t>1</a:t></a:fld>"]),
            format!(
                "<p:grpSp>{}</p:grpSp>",
                shape(
                    "",
                    &["<a:r><a:t>In a group</a:t></a:r><a:br/><a:r><a:t>of shapes</a:t></a:r>"]
                )
            ),
            table,
        ],
    );
    let notes = slide(
        "",
        &[
            shape("sldImg", &[]),
            shape("body", &["Thank the team."]),
            shape("sldNum", &["1"]),
        ],
    );
    let hidden = slide("show=\"0\"", &[shape("title", &["Not shown"])]);
    let third = slide(
        "",
        &[shape("title", &["Outlook"]), shape("obj", &["Steady."])],
    );
    let diagram = "<d:dataModel xmlns:d=\"urn:d\" xmlns:a=\"urn:a\"><d:pt><d:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></d:t></d:pt><d:pt><d:t><a:p/></d:t></d:pt></d:dataModel>";
    let main = "<p:presentation xmlns:p=\"urn:p\" xmlns:r=\"urn:r\"><p:sldIdLst><p:sldId id=\"256\" r:id=\"r1\"/><p:sldId id=\"257\" r:id=\"r3\"/><p:sldId id=\"258\" r:id=\"r2\"/></p:sldIdLst></p:presentation>";
    let deck = archive(&[
        (
            "_rels/.rels",
            &relations(&[
                ("r1", "officeDocument", "ppt/presentation.xml"),
                ("r2", "core-properties", "core.xml"),
            ]),
        ),
        ("core.xml", &properties("PowerPoint Presentation")),
        ("ppt/presentation.xml", main),
        (
            "ppt/_rels/presentation.xml.rels",
            &relations(&[
                ("r1", "slide", "slides/slide1.xml"),
                ("r2", "slide", "slides/slide2.xml"),
                ("r3", "slide", "slides/slide3.xml"),
            ]),
        ),
        ("ppt/slides/slide1.xml", &first),
        (
            "ppt/slides/_rels/slide1.xml.rels",
            &relations(&[("r1", "notesSlide", "../notesSlides/notesSlide1.xml")]),
        ),
        ("ppt/notesSlides/notesSlide1.xml", &notes),
        ("ppt/slides/slide3.xml", &hidden),
        ("ppt/slides/slide2.xml", &third),
        (
            "ppt/slides/_rels/slide2.xml.rels",
            &relations(&[("r1", "diagramData", "../diagrams/data1.xml")]),
        ),
        ("ppt/diagrams/data1.xml", diagram),
    ]);
    assert_eq!(
        golden("a.pptx", &deck),
        "\
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
Thank the team.
page 3
# Outlook
Steady.
- Plan"
    );
}
