//! Citations, invented sources, and plain text.

use proptest::prelude::*;

use super::*;

fn known() -> Vec<String> {
    ["b.pdf#page=4", "a b.md", "c[1].txt", "d.pdf#page=1", "d.pdf#page=2"]
        .map(String::from)
        .to_vec()
}

fn found(text: &str) -> Vec<String> {
    cited(text, &known())
}

#[test]
fn a_known_source_in_brackets_is_a_citation() {
    let pieces = pieces("So it is [b.pdf#page=4].", &known(), false);
    assert_eq!(
        pieces,
        [
            Piece::Text("So it is ".into()),
            Piece::Citation("b.pdf#page=4".into()),
            Piece::Text(".".into())
        ]
    );
}

#[test]
fn a_text_without_its_citations_closes_up() {
    let text = "So it is [b.pdf#page=4]. And [1] so [made.pdf] on.";
    assert_eq!(without(text, &known()), "So it is. And [1] so on.");
}

#[test]
fn brackets_that_name_no_file_stay_text() {
    for text in [
        "see [1]",
        "see []",
        "see [e.g.]",
        "see [x.pdf](https://x.org/x.pdf)",
        "![x.png](a)",
        "`[x.pdf]`",
    ] {
        let pieces = pieces(text, &known(), false);
        assert_eq!(pieces, [Piece::Text(text.into())]);
    }
}

#[test]
fn a_bracket_that_names_a_file_or_page_that_was_not_found_is_invented() {
    let invented = |text: &str| -> Vec<String> {
        let pieces = pieces(text, &known(), false).into_iter();
        let names = pieces.filter_map(|piece| match piece {
            Piece::Invented(name) => Some(name),
            Piece::Citation(_) | Piece::Text(_) => None,
        });
        names.collect()
    };
    assert_eq!(invented("see [x.pdf], [ plan.MD ] here"), ["x.pdf", "plan.MD"]);
    assert_eq!(invented("see [b.pdf#page=99999]"), ["b.pdf#page=99999"]);
    assert_eq!(invented("see [x.pdf](/content/x.pdf)"), ["x.pdf"]);
    assert_eq!(invented("see [a b.md; x.pdf]"), ["x.pdf"]);
    assert_eq!(found("see [a b.md; x.pdf]"), ["a b.md"]);
}

#[test]
fn a_text_alone_tells_what_it_seems_to_cite() {
    let long = format!("{}.pdf#page=2", "a".repeat(200));
    let text = format!("A [x.pdf]. B [{long}; guides/y b.md] [note] and `[z.pdf]`.");
    assert_eq!(named(&text), ["x.pdf", long.as_str(), "guides/y b.md"]);
    assert_eq!(named("Nothing."), Vec::<String>::new());
}

#[test]
fn plain_text_has_no_invented_sources() {
    let text = "Tea is at four [x.pdf]. Cake [a b.md; y.md](z) at five [B.pdf].";
    let whole = "Tea is at four. Cake [a b.md] at five [b.pdf#page=4].";
    for (at, _) in text.char_indices() {
        let mut filter = CitationFilter::new(known());
        let pieces = [filter.push(&text[..at]), filter.push(&text[at..])];
        assert_eq!(pieces.concat() + &filter.finish(), whole);
    }
}

#[test]
fn a_source_of_brackets_takes_no_longer_than_another() {
    let known = ["]".repeat(20_000)];
    let text = "[".repeat(50_000) + &"]".repeat(50_000);
    assert_eq!(pieces(&text, &known, false), [Piece::Text(text.clone())]);
}

#[test]
fn brackets_without_end_are_text() {
    let open = "[".repeat(1_000_000);
    assert_eq!(pieces(&open, &known(), false), [Piece::Text(open.clone())]);
}

#[test]
fn small_differences_of_spelling_do_not_matter() {
    assert_eq!(found("[ B.PDF#page=4 ]"), ["b.pdf#page=4"]);
    assert_eq!(found("[a%20b.md]"), ["a b.md"]);
    assert_eq!(found("[c[1].txt]"), ["c[1].txt"]);
}

#[test]
fn several_sources_share_a_bracket() {
    assert_eq!(found("[a b.md, b.pdf#page=4]"), ["a b.md", "b.pdf#page=4"]);
    assert_eq!(found("[a b.md; nothing]"), Vec::<String>::new());
    assert_eq!(found("[a b.md][b.pdf#page=4]"), ["a b.md", "b.pdf#page=4"]);
}

#[test]
fn a_document_stands_for_its_only_known_page() {
    assert_eq!(found("[b.pdf]"), ["b.pdf#page=4"]);
    let text = "[d.pdf]";
    assert_eq!(pieces(text, &known(), false), [Piece::Text(text.into())]);
}

#[test]
fn an_address_after_a_citation_belongs_to_it() {
    let pieces = pieces("x [a b.md](/content/a%20b.md) y", &known(), false);
    assert_eq!(
        pieces,
        [Piece::Text("x ".into()), Piece::Citation("a b.md".into()), Piece::Text(" y".into())]
    );
}

#[test]
fn a_place_is_the_bracket_with_its_address() {
    let text = "Ü [b.pdf; a b.md](x) [no] [A%20B.md]";
    let places = places(text, &known());
    let shown: Vec<_> =
        places.iter().map(|(range, source)| (&text[range.clone()], source.as_str())).collect();
    assert_eq!(
        shown,
        [
            ("[b.pdf; a b.md](x)", "b.pdf#page=4"),
            ("[b.pdf; a b.md](x)", "a b.md"),
            ("[A%20B.md]", "a b.md"),
        ]
    );
}

#[test]
fn an_address_may_hold_parentheses() {
    let known = ["a (1).md".to_owned()];
    let pieces = pieces("[a (1).md](/content/a%20(1).md) y", &known, false);
    assert_eq!(pieces, [Piece::Citation("a (1).md".into()), Piece::Text(" y".into())]);
}

#[test]
fn a_name_in_any_spelling_is_held_back_wherever_it_is_cut() {
    let known = ["Büro.pdf#page=4".to_owned(), "a b.md".to_owned()];
    for text in ["[ b%C3%BCro.PDF ]", "[BÜRO.pdf#page=4  ]", "[A%20B.md , büro.pdf  ; a b.md ]"] {
        assert!(!cited(text, &known).is_empty(), "{text}");
        for (at, _) in text.char_indices() {
            assert_eq!(pieces(&text[..at], &known, true), [], "{}", &text[..at]);
        }
    }
}

#[test]
fn a_row_of_brackets_tries_few_names() {
    assert_eq!(KnownSources::new(&["a.md".to_owned()]).closes, 1);
    let text = format!("{}{}[a b.md]", "[".repeat(20_000), "]".repeat(20_000));
    assert_eq!(found(&text), ["a b.md"]);
}

#[test]
fn code_is_left_alone() {
    assert!(found("`[a b.md]`").is_empty());
    assert!(found("```\n[a b.md]\n```").is_empty());
}

#[test]
fn each_source_is_counted_once() {
    assert_eq!(found("[b.pdf#page=4] [a b.md] [b.pdf#page=4]"), ["b.pdf#page=4", "a b.md"]);
}

proptest! {
    #[test]
    fn a_citation_never_shows_half(at in 0_usize..40) {
        let text = "Yes [a b.md, b.pdf#page=4](x) and [c[1].txt]";
        if let Some(part) = text.get(..at) {
            for piece in pieces(part, &known(), true) {
                if let Piece::Text(text) = piece {
                    prop_assert!(!text.contains('['), "{text}");
                }
            }
        }
    }

    #[test]
    fn no_text_is_lost(text in "[a-c \\[\\]`(),.#=%é]{0,60}") {
        let all: String = pieces(&text, &[], false)
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) | Piece::Citation(text) | Piece::Invented(text) => text,
            })
            .collect();
        prop_assert_eq!(all, text);
    }

    #[test]
    fn places_are_the_citations_in_order(text in "[a-c \\[\\]`(),.;md#é]{0,60}") {
        let found: Vec<String> = places(&text, &known()).into_iter().map(|(_, source)| source).collect();
        let cited: Vec<String> = pieces(&text, &known(), false)
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Citation(source) => Some(source),
                Piece::Text(_) | Piece::Invented(_) => None,
            })
            .collect();
        prop_assert_eq!(found, cited);
    }

    #[test]
    fn any_text_can_be_cut(text in "\\PC{0,80}", streaming: bool) {
        let _ = pieces(&text, &known(), streaming);
    }
}
