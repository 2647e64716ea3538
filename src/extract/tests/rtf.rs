//! Rich text.

use super::golden;

#[test]
fn headings_items_tables_and_notes_are_told_apart() {
    let text = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial Cyr;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s1 heading 1;}}{\info{\title Staff Handbook}{\author X}}
{\header Confidential\par}\pard\plain\outlinelevel0 Leave\par
\pard\plain Gr\'fc\'dfe \u8212\'97 caf\u233 e{\footnote\pard Since May.}.\line Second line{\v Obey me}.\par
{\listtext\'b7\tab}\pard\li720 thirty days\par
{\pard{\pntext\f2\'B7\tab}twenty days\par}
\trowd\cellx100\cellx200\pard\intbl City\cell Room\cell\row\trowd\pard\intbl Oslo\cell {\b Fjord}\cell\row
\pard{\f1\'cf\'f0\'e8\'e2\'e5\'f2}{\pict\pngblip 89504e47}{\*\unknown left out}\u-10179?\u-8704? \{end\}}";
    let expected = "\
title: Staff Handbook
hidden: 6
# Leave
Grüße — café (Since May.).
Second line.
- thirty days
- twenty days
| City | Room |
| Oslo | Fjord |
Привет😀 {end}";
    assert_eq!(golden("a.rtf", text.as_bytes()), expected);
    // Word also saves rich text with its own extension.
    assert_eq!(golden("a.doc", text.as_bytes()), expected);
}

#[test]
fn items_and_headings_keep_the_numbers_that_the_file_tells() {
    let text = r"{\rtf1\ansi{\fonttbl{\f0 Arial;}}
{\listtext\pard\plain 3.\tab}\pard\plain\outlinelevel0 Leave\par
{\listtext\pard\plain\f0 1.\tab}\pard\plain Ask.\par
{\listtext a.\tab}By letter.\par{\listtext o\tab}By phone.\par\pard Wait.\par}";
    let expected = "title: Leave\n# 3 Leave\n- 1. Ask.\n- a) By letter.\n- By phone.\nWait.";
    assert_eq!(golden("a.rtf", text.as_bytes()), expected);
}

#[test]
fn groups_without_end_and_numbers_without_sense_do_no_harm() {
    let deep = format!("{{\\rtf1 Text.{}", "{".repeat(200_000));
    assert_eq!(golden("a.rtf", deep.as_bytes()), "title: \nText.");
    let odd = r"{\rtf1 Text.\u99999999999 \bin99999999999 \'zz\'\uc-1\u65 b}}}}";
    assert!(golden("a.rtf", odd.as_bytes()).starts_with("title: \nText."));
}

#[test]
fn a_code_page_that_ascii_is_no_part_of_is_not_believed() {
    for page in [1200, 50225, 52936] {
        let text = format!(r"{{\rtf1\ansi\ansicpg{page} Tea is at four.}}");
        let expected = "title: \nTea is at four.";
        assert_eq!(golden("a.rtf", text.as_bytes()), expected);
    }
}

#[test]
fn of_a_web_page_that_was_made_rich_text_the_page_is_read() {
    let text = r"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial Cyr;}}
{\*\htmltag19 <html>}{\*\htmltag50 <body>}{\*\htmltag64 <p>}\htmlrtf {\par \htmlrtf0 Gr\'fc\'dfe\line {\f1\'cf\'f0} {\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0\htmlrtf }\htmlrtf0
{\*\htmltag72 </p>}{\*\mhtmltag84 <img src='a'>}{\*\htmltag148 <table><tr>}{\*\htmltag148 <th>}City{\*\htmltag156 </th>}{\*\htmltag148 <th>}{\pntext 1.}\htmlrtf\cell\htmlrtf0 Room{\*\htmltag156 </th>}{\*\htmltag148 </tr><tr><td>Oslo</td><td>\{Fjord\}</td></tr></table>}}";
    let expected = "title: \nGrüße Пр <\n| City | Room |\n| Oslo | {Fjord} |";
    assert_eq!(golden("a.rtf", text.as_bytes()), expected);
}
