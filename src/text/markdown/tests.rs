//! Markdown as readers see it, complete and while streaming.

use proptest::prelude::*;

use super::*;

fn known() -> Vec<String> {
    vec!["a_b *c*.md".into(), "d.pdf#page=2".into()]
}

fn text(text: &str) -> Inline {
    Inline::Text(text.into())
}

fn citation(source: &str) -> Inline {
    Inline::Citation { source: source.into(), number: None }
}

/// Returns the letters shown, without layout and markup.
fn letters(markdown: &str, streaming: bool) -> String {
    let blocks = parse(markdown, &known(), streaming);
    let plain: String = blocks.iter().map(Block::plain).collect();
    plain.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn a_citation_survives_the_markup_in_its_name() {
    let blocks = parse("It **is [a_b *c*.md]** so [d.pdf#page=2].", &known(), false);
    let Block::Paragraph(content) = &blocks[0] else {
        panic!("{blocks:?}");
    };
    assert_eq!(content[1], Inline::Strong(vec![text("is "), citation("a_b *c*.md")]));
    assert_eq!(content[3], citation("d.pdf#page=2"));
}

#[test]
fn html_is_text() {
    let blocks = parse("<b>x</b> <script>alert(1)</script>", &[], false);
    assert!(blocks[0].plain().contains("<script>"));
    let blocks = parse("<div onclick=x>\n\nhi", &[], false);
    assert!(blocks[0].plain().contains("onclick"));
}

#[test]
fn links_that_could_run_something_are_their_text() {
    let blocks = parse("[a](javascript:x) [b](https://c.d)", &[], false);
    let Block::Paragraph(content) = &blocks[0] else {
        panic!("{blocks:?}");
    };
    assert_eq!(content[0], text("a "));
    assert!(matches!(content[1], Inline::Link { .. }));
}

#[test]
fn links_lead_to_no_script_however_it_is_written() {
    for address in [
        "data:text/html,x",
        "vbscript:x",
        "JaVaScRiPt:x",
        "&#x6a;avascript:x",
        "java&Tab;script:x",
        "file:///etc/passwd",
    ] {
        let Block::Paragraph(content) = &parse(&format!("[a]({address})"), &[], false)[0] else {
            panic!("{address}");
        };
        let is_link = |one: &Inline| matches!(one, Inline::Link { .. });
        assert!(!content.iter().any(is_link), "{address}: {content:?}");
    }
}

#[test]
fn links_of_an_answer_are_text_with_their_address() {
    for (answer, shown) in [
        ("So [it *is*](https://x.y/?q=1)!", "So it is https://x.y/?q=1!"),
        ("So <https://x.y/a> is.", "So https://x.y/a is."),
        ("So [it][1] is.\n\n[1]: mailto:a@x.y", "So it mailto:a@x.y is."),
        ("So [it](#there) or [it](file:///etc) is.", "So it or it is."),
    ] {
        let blocks = parse_numbered(answer, &[], false, &[]);
        assert!(!format!("{blocks:?}").contains("Link"), "{blocks:?}");
        assert_eq!(blocks[0].plain(), shown);
    }
}

#[test]
fn images_are_their_description() {
    assert_eq!(parse("![a plan](https://x.y/z.png)", &[], false)[0].plain(), "a plan");
}

#[test]
fn tasks_have_boxes_that_never_flash() {
    let tasks = "- [x] Book a room\n- [ ] Invite them";
    assert_eq!(parse(tasks, &known(), false)[0].plain(), "☑ Book a room\n☐ Invite them");
    assert_eq!(letters("- [x]", true), "");
    let mut marked = parse(tasks, &known(), false);
    highlight(&mut marked, "[x] Book a room");
    assert!(format!("{marked:?}").contains("Marked"), "{marked:?}");
}

#[test]
fn formulas_are_told_from_prices() {
    let formulas = |text: &str| -> Vec<(String, bool)> {
        let blocks = parse(text, &known(), false);
        let [Block::Paragraph(content)] = &blocks[..] else { panic!("{blocks:?}") };
        let formulas = content.iter().filter_map(|one| match one {
            Inline::Math { tex, display } => Some((tex.clone(), *display)),
            _ => None,
        });
        formulas.collect()
    };
    assert_eq!(
        formulas("So $a_1 + b^*$, then $$x^2$$."),
        [("a_1 + b^*".into(), false), ("x^2".into(), true)]
    );
    for prices in ["$5 and $10", "$5-$10", "US$5, or US$6", "$ 5 $", r"\$5 to 6\$", "only $5"] {
        assert_eq!(formulas(prices), [], "{prices}");
    }
    assert_eq!(parse("$5-$10", &known(), false)[0].plain(), "$5-$10");
}

#[test]
fn tables_have_a_head_and_rows() {
    let blocks = parse("| a | b |\n| --- | --- |\n| 1 | 2 [d.pdf#page=2] |\n", &known(), false);
    let Block::Table { head, rows } = &blocks[0] else {
        panic!("{blocks:?}");
    };
    assert_eq!((head.len(), rows.len()), (2, 1));
    assert!(rows[0][1].contains(&citation("d.pdf#page=2")));
}

#[test]
fn items_of_a_tight_list_are_paragraphs() {
    let blocks = parse("1. a\n2. b", &[], false);
    let Block::List { start, items } = &blocks[0] else {
        panic!("{blocks:?}");
    };
    assert_eq!(*start, Some(1));
    assert_eq!(items[1], [Block::Paragraph(vec![text("b")])]);
}

#[test]
fn citations_in_code_are_text() {
    let blocks = parse("`x` and `[d.pdf#page=2]`", &known(), false);
    assert!(blocks[0].plain().contains("[d.pdf#page=2]"));
}

#[test]
fn private_characters_of_the_text_are_no_citations() {
    let blocks = parse("\u{e000}0\u{e001} [d.pdf#page=2]", &known(), false);
    let Block::Paragraph(content) = &blocks[0] else {
        panic!("{blocks:?}");
    };
    assert_eq!(content.iter().filter(|i| matches!(i, Inline::Citation { .. })).count(), 1);
}

#[test]
fn deep_nesting_is_laid_flat() {
    let deep = format!("{} deep", ">".repeat(5000));
    assert!(parse(&deep, &[], false)[0].plain().contains("deep"));
    let stars = format!("{}x{}", "*_".repeat(500), "_*".repeat(500));
    assert!(parse(&stars, &[], false)[0].plain().contains('x'));
}

#[test]
fn no_text_is_lost_in_lists_and_tables_that_are_laid_flat() {
    for depth in 0..40 {
        let quote = "> ".repeat(depth % 4);
        let list: Vec<String> =
            (0..depth).map(|at| format!("{quote}{}- w{at}", "  ".repeat(at))).collect();
        let blocks = parse(&list.join("\n"), &[], false);
        let shown: String = blocks.iter().map(Block::plain).collect();
        let words: Vec<&str> = shown.split_whitespace().collect();
        assert_eq!(words.len(), depth, "{shown}");
        let deep = "> ".repeat(depth);
        let table = format!("{deep}| a | b |\n{deep}| - | - |\n{deep}| one | two |");
        let shown: String = parse(&table, &[], false).iter().map(Block::plain).collect();
        let words: Vec<&str> = shown.split_whitespace().collect();
        assert_eq!(words, ["a", "b", "one", "two"], "{depth}");
    }
}

#[test]
fn an_address_keeps_what_looks_like_a_citation() {
    let blocks = parse("[x](http://h/[d.pdf#page=2])", &known(), false);
    let Block::Paragraph(content) = &blocks[0] else {
        panic!("{blocks:?}");
    };
    let [Inline::Link { address, .. }] = content.as_slice() else {
        panic!("{content:?}");
    };
    assert_eq!(address, "http://h/[d.pdf#page=2]");
}

#[test]
fn a_marker_in_one_item_leaves_the_next_item_alone() {
    let blocks = parse("- *.md files\n- oth", &[], true);
    assert_eq!(blocks[0].plain(), "*.md files\noth");
}

#[test]
fn unfinished_markup_does_not_flash() {
    for (part, shown) in [
        ("so **bo", "so bo"),
        ("so **", "so "),
        ("so `co", "so co"),
        ("so [li](http://x", "so li"),
        ("so\n\n-", "so"),
        ("so\n\n| a | b |\n| -", "so"),
        ("a &am", "a "),
        ("a ~~b", "a b"),
        ("see [d.pdf#pa", "see "),
        ("so\n\n[1]: https://x", "so"),
        ("so\n\n2024", "so"),
        ("so\n\n- [x", "so"),
        ("so\n\n- [x] ", "so"),
        ("so\n\n- [ ]", "so"),
        ("> ```\n> co **x", "co **x"),
        ("- ```\n  co\n  ```\n\nso **bo", "coso bo"),
        ("```x``` and **bo", "x and bo"),
        ("````\n```\nso **bo", "```\nso **bo"),
    ] {
        let blocks = parse(part, &known(), true);
        let plain: String = blocks.iter().map(Block::plain).collect();
        assert_eq!(plain.trim_end(), shown.trim_end(), "{part}");
    }
}

#[test]
fn emphasis_shows_as_emphasis_before_it_ends() {
    let blocks = parse("so **bo", &[], true);
    assert_eq!(blocks, [Block::Paragraph(vec![text("so "), Inline::Strong(vec![text("bo")])])]);
}

/// Pieces of an answer as models write them.
fn answers() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z]{1,6} ",
        Just("**bold words** ".to_owned()),
        Just("*slant* ".to_owned()),
        Just("`code` ".to_owned()),
        Just("[d.pdf#page=2] ".to_owned()),
        Just("[a_b *c*.md]. ".to_owned()),
        Just("\n\n".to_owned()),
        Just("\n\n- item\n- other\n\n".to_owned()),
        Just("\n\n## Heading\n\n".to_owned()),
        Just("\n\n| a | b |\n| --- | --- |\n| one | two |\n\n".to_owned()),
        Just("[link](https://x.y/z) ".to_owned()),
        Just("\n\n[1]: https://x.y/z\n\n".to_owned()),
        Just("\n\n- ```rust\n  let a = 1;\n  ```\n\n".to_owned()),
        Just("\n\n> quoted **words**\n\n".to_owned()),
        Just("\n\n12. twelve\n\n".to_owned()),
        Just("\n\n- [x] done\n- [ ] open\n\n".to_owned()),
        Just("So $a_1 + b$ holds for $5 and $10. ".to_owned()),
        Just("3 * 4 is snake_case, R&D &amp; more. ".to_owned()),
    ];
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_was_read_is_never_taken_back(answer in answers(), cut in 0.0_f64..1.0) {
        let cuts: Vec<usize> = answer.char_indices().map(|(at, _)| at).collect();
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a small length")]
        let at = cuts[(cut * cuts.len() as f64) as usize];
        let part = letters(&answer[..at], true);
        let whole = letters(&answer, false);
        prop_assert!(whole.starts_with(&part), "{part:?} of {whole:?}");
    }

    #[test]
    fn citations_never_flash(answer in answers(), cut in 0_usize..200) {
        if let Some(part) = answer.get(..cut) {
            let blocks = parse(part, &known(), true);
            let plain: String = blocks.iter().map(Block::plain).collect();
            prop_assert!(!plain.contains("[d") && !plain.contains("[a"), "{plain}");
        }
    }

    #[test]
    fn any_text_can_be_parsed(text in "[\\PC\n]{0,120}", streaming: bool) {
        let _ = parse(&text, &known(), streaming);
    }
}
