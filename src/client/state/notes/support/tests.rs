//! Tests of the words that support statements.

use footnote_protocol::audit::Verdict;

use super::*;

fn passage(text: &str) -> Passage {
    let text = text.to_owned();
    Passage { source: "a.md".to_owned(), text, ordinal: None, keeps_lines: false }
}

#[test]
fn a_mark_after_a_table_stands_for_all_its_rows() {
    let table = "Paid is:\n\n| Role | Pay |\n|---|---|\n| Cook | 20 |\n| Driver | 30 |";
    assert_eq!(cited_statements(table), ["| Cook | 20 |", "| Driver | 30 |"]);
}

#[test]
fn passages_know_their_source() {
    let points = DataPoints {
        text: vec!["a.md: Pay is monthly.".into()],
        citations: vec!["a.md".into()],
        ..DataPoints::default()
    };
    assert_eq!(passages(&points), [passage("Pay is monthly.")]);
}

#[test]
fn what_is_quoted_is_found_whole_however_many_sentences_it_has() {
    let passages = [passage("Rain is wet. Pay is monthly. It is never late.")];
    for before in ["This comes nearest:\n\n- ", ". ", "\n\n"] {
        let said = format!("{before}Pay is monthly. It is never late. ");
        let cited = SupportLookup::new(&passages, None, &[]).cited("a.md", &said);
        let words: Vec<_> = cited.iter().map(|one| one.words.as_str()).collect();
        assert_eq!(words, ["Pay is monthly. It is never late."]);
    }
}

#[test]
fn a_quotation_has_the_characters_of_its_source() {
    let passages =
        [passage("Wet books are not opened. They are\nfrozen (“at once”). Then:\n> rest.")];
    let lookup = SupportLookup::new(&passages, None, &[]);
    for (said, own) in [
        ("Wet books are not opened > They are frozen", "Wet books are not opened. They are frozen"),
        ("They are frozen, at once.", "They are frozen (“at once”)."),
    ] {
        assert_eq!(lookup.place("a.md", said).words, own);
    }
    let passages = [passage("Paid:\n\n| Role | Pay | Since |\n|---|---|---|\n| Cook | 20 | May |")];
    let row = SupportLookup::new(&passages, None, &[]).place("a.md", "| Cook | 20 |");
    assert_eq!((row.words.as_str(), row.at.len()), ("| Cook | 20 | May |", 9));
}

#[test]
fn what_differs_by_a_figure_or_begins_within_a_word_is_not_quoted() {
    for (held, said) in [
        ("Staff get 15 days of leave.", "Staff get 1.5 days of leave."),
        ("There are 15 days of leave a year.", "5 days of leave a year."),
        ("The monthly pay is 2000 crowns.", "The monthly pay is 20"),
        ("The monthly fee is €50.", "The monthly fee is $50."),
    ] {
        let passages = [passage(held)];
        let quoted = SupportLookup::new(&passages, None, &[]).quoted("a.md", said, MIN_LETTERS);
        assert_eq!(quoted, None, "{said}");
    }
}

#[test]
fn what_has_no_hard_facts_is_quoted_where_it_stands_in_its_source() {
    let passages = [passage("Leave is by the year. Leave is counted in days.")];
    let said = "Leave is counted in days.";
    let audit = |verdict| Audit {
        statements: vec![Checked {
            text: said.to_owned(),
            verdict,
            sources: vec!["a.md".to_owned()],
            span: None,
            missing: Vec::new(),
            no_such_source: Vec::new(),
            cited_by: None,
        }],
    };
    let cited = |audit: &Audit, doubts: &[Checked]| {
        SupportLookup::new(&passages, Some(audit), doubts).cited("a.md", said)
    };
    let quoted = cited(&audit(Verdict::NotChecked), &[]);
    assert_eq!(quoted.iter().map(|one| one.words.as_str()).collect::<Vec<_>>(), [said]);
    let doubted = audit(Verdict::NotFound);
    assert_eq!(cited(&doubted, &doubted.statements), []);
}

#[test]
fn what_a_source_contradicts_has_the_sentence_that_is_most_like_it() {
    let passages = [passage("Each parent may take 18 weeks of leave. Pay is monthly.")];
    let said = "Each parent may take 777 weeks of leave.";
    let nearest = |text: &str| {
        let span = Span { source: "a.md".to_owned(), text: text.to_owned() };
        let statements = vec![Checked {
            text: said.to_owned(),
            verdict: Verdict::NotFound,
            sources: vec!["a.md".to_owned()],
            span: Some(span),
            missing: vec!["777".to_owned()],
            no_such_source: Vec::new(),
            cited_by: None,
        }];
        let audit = Audit { statements: statements.clone() };
        let cited = SupportLookup::new(&passages, Some(&audit), &statements).cited("a.md", said);
        cited.into_iter().map(|one| one.words).collect::<Vec<_>>()
    };
    let like = "Each parent may take 18 weeks of leave.";
    assert_eq!(nearest(like), [like]);
    assert!(nearest("Pay is monthly.").is_empty(), "it speaks of something else");
}

#[test]
fn a_sentence_behind_a_lead_in_is_quoted() {
    let passages = [passage("Wet books are not opened.")];
    let said = "Here is what the documents say: Wet books are not opened.";
    let cited = SupportLookup::new(&passages, None, &[]).cited("a.md", said);
    assert_eq!(cited[0].words, "Wet books are not opened.");
}

#[test]
fn prose_is_borne_out_by_the_words_that_its_check_names() {
    let passages = [passage("Managers approve monthly pay. Wages come each month.")];
    let (text, source) = ("Managers say that pay is monthly.".to_owned(), "a.md".to_owned());
    let span = Span { source: source.clone(), text: "Wages come each month.".to_owned() };
    let checked = |verdict| Audit {
        statements: vec![Checked {
            text: text.clone(),
            verdict,
            sources: vec![source.clone()],
            span: Some(span.clone()),
            missing: Vec::new(),
            no_such_source: Vec::new(),
            cited_by: None,
        }],
    };
    let words = |audit: Audit| {
        let doubts: Vec<_> =
            audit.statements.iter().filter(|one| one.is_doubted()).cloned().collect();
        let cited = SupportLookup::new(&passages, Some(&audit), &doubts).cited("a.md", &text);
        cited.into_iter().map(|one| one.words).collect::<Vec<_>>()
    };
    assert_eq!(words(checked(Verdict::Supported)), ["Wages come each month."]);
    assert!(words(checked(Verdict::NotFound)).is_empty());
    assert!(words(Audit::default()).is_empty(), "the words that share most prove nothing");
}
