//! Tests of verdicts, and of how often they are right for true sentences and for damaged copies of them.

use std::path::Path;

use footnote_documents::Passage;

use super::*;

fn hit(path: &str, text: &str) -> Hit {
    Hit {
        passage: Passage { path: path.into(), text: text.into(), ..Passage::default() },
        ..Hit::default()
    }
}

fn handbook() -> Vec<Hit> {
    vec![
        hit(
            "leave.md",
            "Staff have 30 days of leave a year. Unused days expire on 31 March. \
             Dogs are not allowed in the office.",
        ),
        hit("pay.md", "Salaries are paid by Contoso on the 25th of each month."),
    ]
}

fn verdict_of(answer: &str) -> Checked {
    let mut audit = audit(answer, &handbook(), &[]);
    assert_eq!(audit.statements.len(), 1, "{audit:?}");
    audit.statements.remove(0)
}

#[test]
fn a_source_that_is_made_up_is_named_and_supports_nothing() {
    for (answer, known) in [
        ("Staff have 30 days of leave a year [plan.pdf#page=9].", 0),
        ("Staff have 30 days of leave a year [leave.md; plan.pdf#page=9].", 1),
    ] {
        let checked = verdict_of(answer);
        assert_eq!(checked.verdict, Verdict::Partly, "{answer}");
        assert_eq!(checked.no_such_source, ["plan.pdf#page=9"]);
        assert_eq!(checked.sources.len(), known);
        assert_eq!(checked.text, "Staff have 30 days of leave a year");
    }
    let brief = verdict_of("It is paid [plan.pdf#page=9].");
    assert_eq!(brief.no_such_source, ["plan.pdf#page=9"], "{brief:?}");
    let checked = verdict_of("Staff have 30 days of leave a year [leave.md].");
    let wire = serde_json::to_value(checked).unwrap();
    assert_eq!(wire.get("no_such_source"), None, "only where there is one");
}

#[test]
fn what_the_source_says_is_supported_by_its_span() {
    let checked = verdict_of("Every year the staff have thirty days of leave [leave.md].");
    assert_eq!(checked.verdict, Verdict::Supported);
    let span = checked.span.unwrap();
    assert_eq!(span.source, "leave.md");
    assert_eq!(span.text, "Staff have 30 days of leave a year.");
}

#[test]
fn another_number_is_a_conflict() {
    let checked = verdict_of("Staff have 25 days of leave a year [leave.md].");
    assert_eq!(checked.verdict, Verdict::Contradicted);
    assert_eq!(checked.missing, ["25"]);
    let date = verdict_of("Unused days of leave expire on 30 March [leave.md].");
    assert_eq!(date.verdict, Verdict::Contradicted);
}

#[test]
fn the_opposite_is_not_supported() {
    for answer in [
        "Dogs are allowed in the office [leave.md].",
        "Unused days do not expire on 31 March [leave.md].",
    ] {
        assert_eq!(verdict_of(answer).verdict, Verdict::Contradicted, "{answer}");
    }
}

const NETWORKS: &str = "Visiting an in-network provider means that you are protected. \
    Visiting an out-of-network provider means that you are not protected from balance\n\
    billing, and that you pay more.";

#[test]
fn what_stands_word_for_word_in_its_source_is_supported_whatever_stands_beside_it() {
    let hits = [hit("plan.md", NETWORKS), hit("pay.md", "Pay comes monthly.")];
    let sentence = "Visiting an out-of-network provider means that you are not protected from \
                    balance billing";
    let check = |answer: &str| audit(answer, &hits, &[]).statements.remove(0);
    let checked = check(&format!("{sentence} [plan.md]."));
    assert_eq!((checked.verdict, checked.missing.len()), (Verdict::Supported, 0));
    assert!(checked.span.unwrap().text.contains("not protected from balance"));
    assert_eq!(check(&format!("{sentence} [pay.md].")).verdict, Verdict::Unsupported);
    let denied = sentence.replace("not ", "");
    assert!(check(&format!("{denied} [plan.md].")).is_doubted());
}

#[test]
fn part_of_a_number_or_of_a_denial_is_no_quotation() {
    let hits = [hit("leave.md", "It is not true that staff have 1.5 days of leave a year.")];
    for answer in ["Staff have 1.5 days of leave a year [leave.md].", "5 days of leave [leave.md]"]
    {
        let checked = audit(answer, &hits, &[]).statements.remove(0);
        assert_ne!(checked.verdict, Verdict::Supported, "{answer}");
    }
}

#[test]
fn a_quotation_of_the_answer_in_quotations_is_never_doubted() {
    let hits = [hit("plan.md", NETWORKS)];
    // The lines of a passage are joined when it is read.
    let answer =
        "Visiting an out-of- network provider: not protected from balance billing. [plan.md]";
    let verdict = |audit: Audit| audit.statements[0].verdict;
    assert_eq!(verdict(audit_quotations(answer, &hits)), Verdict::Supported);
    let invented = "Visiting an out-of-network provider is dear. [other.md]";
    assert_ne!(verdict(audit_quotations(invented, &hits)), Verdict::Supported);
}

#[test]
fn a_name_that_the_source_does_not_have_is_told() {
    let checked = verdict_of("Salaries are paid by Fabrikam on the 25th of each month [pay.md].");
    assert_eq!(checked.verdict, Verdict::Unsupported);
    assert_eq!(checked.missing, ["Fabrikam"]);
}

#[test]
fn what_another_document_says_is_not_supported_by_this_one() {
    let checked = verdict_of("Salaries are paid on the 25th of each month [leave.md].");
    assert_eq!(checked.verdict, Verdict::Unsupported);
}

#[test]
fn without_a_citation_all_passages_count() {
    let checked = verdict_of("Salaries are paid on the 25th of each month.");
    assert_eq!(checked.verdict, Verdict::Supported);
    assert!(checked.sources.is_empty());
}

#[test]
fn empty_and_hostile_answers_are_checked_without_harm() {
    for answer in ["", "[", "[leave.md]", "|||", "0,0,0.. $ % 12", &"x ".repeat(50_000)] {
        audit(answer, &handbook(), &[]);
        audit(answer, &[], &[]);
    }
}

/// Returns the verdicts on the statements of an answer over one document.
fn verdicts(answer: &str, path: &str, text: &str) -> Vec<Verdict> {
    let audit = audit(answer, &[hit(path, text)], &[]);
    audit.statements.iter().map(|checked| checked.verdict).collect()
}

const FERRIES: &str = "| Route | Boats | Fare EUR |\n|---|---|---|\n| Aarø | 4 | 1.250,50 |\n\
                       | Fejø | 3 | 810,00 |\n| Femø | 3 | 640,00 |";

#[test]
fn amounts_agree_however_their_thousands_are_parted() {
    for row in
        ["| Aarø | 4 | 1,250.50 |", "| Aarø | 4 | 1\u{202f}250,50 |", "| Aarø | 4 | 1250.5 |"]
    {
        let answer = format!("| Route | Boats | Fare |\n|---|---|---|\n{row} [ferries.csv]");
        assert_eq!(verdicts(&answer, "ferries.csv", FERRIES), [Verdict::Supported], "{row}");
    }
    let other = "The fare to Aarø is 1,255.50 EUR [ferries.csv].";
    assert!(audit(other, &[hit("ferries.csv", FERRIES)], &[]).statements[0].is_doubted());
}

#[test]
fn what_stands_above_a_passage_bears_out_what_is_said_of_it() {
    let mut lease = hit("leases/2031-05-02 Brandt.md", "The rent is 900 crowns a month.");
    lease.passage.title = "Lease of the Mill".into();
    lease.passage.headings = vec!["Tenant Okonkwo".into()];
    let said = "Since 2 May 2031 Okonkwo leases the Mill from Brandt for a rent of 900 crowns a month \
                [leases/2031-05-02 Brandt.md].";
    let checked = |said: &str| audit(said, std::slice::from_ref(&lease), &[]).statements.remove(0);
    assert!(!checked(said).is_doubted(), "{:?}", checked(said));
    for (right, wrong) in
        [("Okonkwo", "Okafor"), ("Mill", "Castle"), ("May", "June"), ("2031", "2032"), ("2 ", "3 ")]
    {
        assert!(checked(&said.replacen(right, wrong, 1)).is_doubted(), "{wrong}");
    }
    let of_head = "| Aarø | 4 boats | fare 1,250.50 EUR | [ferries.csv]";
    assert_eq!(verdicts(of_head, "ferries.csv", FERRIES), [Verdict::Supported]);
}

#[test]
fn items_of_a_list_are_statements_of_their_own() {
    let text = "Bring:\n\n- a lamp\n- warm clothes for the night\n- 2 litres of water";
    let answer = "Bring:\n\n- warm clothes for the night\n- 3 litres of water [tour.md]";
    assert_eq!(verdicts(answer, "tour.md", text), [Verdict::Supported, Verdict::Contradicted]);
}

#[test]
fn only_the_clause_of_a_refusal_goes_unchecked() {
    let text = "The library lends maps and books.";
    for (answer, doubted) in [
        ("The documents do not say what a wet book costs [library.md].", None),
        (
            "The documents do not say what a wet map costs, but libraries usually charge 40 crowns.",
            Some("but libraries usually charge 40 crowns."),
        ),
    ] {
        let statements = audit(answer, &[hit("library.md", text)], &[]).statements;
        let found = statements.iter().find(|one| one.is_doubted()).map(|one| one.text.as_str());
        assert_eq!(
            (found, statements.len()),
            (doubted, usize::from(doubted.is_some())),
            "{answer}"
        );
    }
}

#[test]
fn sums_differences_and_counts_of_cited_figures_are_derived() {
    for answer in [
        "Aarø and Fejø have 4 and 3 boats, 7 together [ferries.csv].",
        "Fejø costs 810 EUR and Femø 640 EUR, a difference of 170 EUR [ferries.csv].",
    ] {
        assert_eq!(verdicts(answer, "ferries.csv", FERRIES), [Verdict::Derived], "{answer}");
    }
    let hours = "| Who | Hours |\n|---|---|\n| Ida | 7.5 |\n| Jens | 4 |\n| Ida | 6 |";
    assert_eq!(
        verdicts("The hours of Ida are 13.5 in 2 rows [a.csv].", "a.csv", hours),
        [Verdict::Derived]
    );
    let wrong = "Aarø and Fejø have 4 and 3 boats, 9 together [ferries.csv].";
    assert!(audit(wrong, &[hit("ferries.csv", FERRIES)], &[]).statements[0].is_doubted());
}

#[test]
fn what_a_tool_returned_is_evidence_like_a_passage() {
    let texts =
        [SourceText { source: "query.csv".to_owned(), text: "Boats in service: 17".to_owned() }];
    let checked = |answer: &str| audit(answer, &handbook(), &texts).statements.remove(0);
    assert_eq!(checked("There are 17 boats in service [query.csv].").verdict, Verdict::Supported);
    assert_eq!(checked("There are 17 boats in service.").verdict, Verdict::Supported);
    assert!(checked("There are 18 boats in service [query.csv].").is_doubted());
}

#[test]
fn what_is_said_in_another_language_than_its_source_is_not_checked() {
    let source =
        "Die Fähre fährt im Sommer alle zwei Stunden, und im Winter fährt sie nur am Morgen.";
    let answer = "The ferry goes every two hours in the summer, and in the winter only in the \
                  morning [fahrplan.md].";
    assert_eq!(verdicts(answer, "fahrplan.md", source), [Verdict::NotChecked]);
    let same = "Die Fähre fährt im Winter nur am Abend um 9 [fahrplan.md].";
    assert_ne!(verdicts(same, "fahrplan.md", source), [Verdict::NotChecked]);
}

#[test]
fn a_sentence_that_nothing_bears_out_is_marked_wherever_it_stands() {
    let moon = "The harbour of Ebeltoft was dredged in 1911.";
    for answer in [
        format!("{moon} Staff have 30 days of leave a year [leave.md]."),
        format!("Staff have 30 days of leave a year [leave.md]. {moon}"),
        format!("Staff have 30 days of leave a year [leave.md].\n\n{moon}"),
        format!("Staff have 30 days of leave a year [leave.md], {}", moon.replace("The", "the")),
        format!("{moon} That is not in the documents."),
        format!("- {moon}\n- Staff have 30 days of leave a year [leave.md]"),
    ] {
        let statements = audit(&answer, &handbook(), &[]).statements;
        let doubted = statements.iter().filter(|one| one.is_doubted());
        assert!(doubted.into_iter().any(|one| one.text.contains("Ebeltoft")), "{answer}");
    }
    for nothing in ["# Harbours of 1911", "```\nlet harbours = 1911;\n```", "**Harbours**", "So?"] {
        assert!(audit(nothing, &handbook(), &[]).statements.is_empty(), "{nothing}");
    }
}

#[test]
fn the_words_told_bear_the_statement_out() {
    let text = "Boats leave at nine. The captain greets all guests of the ferry. Dogs travel free.";
    let answer =
        "Guests of a certain age admire captains who sing old songs in the evening [a.md].";
    let checked = audit(answer, &[hit("a.md", text)], &[]).statements.remove(0);
    assert_eq!(checked.span, None, "{checked:?}");
}

/// The results of the check for one kind of damage.
#[derive(Debug, Default)]
struct Tally {
    caught: u32,
    damaged: u32,
    false_alarms: u32,
}

impl Tally {
    fn precision(&self) -> f64 {
        f64::from(self.caught) / f64::from((self.caught + self.false_alarms).max(1))
    }

    fn recall(&self) -> f64 {
        f64::from(self.caught) / f64::from(self.damaged.max(1))
    }
}

/// Returns the sentences of the sample documents that are plain prose, each with its document.
fn sample() -> Vec<(Hit, Vec<String>)> {
    let folder = Path::new("../sample/documents");
    let mut found = Vec::new();
    for file in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let file = file.unwrap();
        let is_text = file.path().extension().is_some_and(|kind| kind == "md" || kind == "txt");
        if is_text {
            let text = std::fs::read_to_string(file.path()).unwrap();
            let name = file.file_name().to_string_lossy().into_owned();
            let sentences = footnote_text::sentence::sentences(&text).into_iter();
            let prose = sentences.filter(|s| s.ends_with('.') && s.split_whitespace().count() > 5);
            let prose = prose.filter(|s| !s.contains(['|', '#', '`', '[']));
            let prose = prose.map(|s| s.trim_start_matches("- ").replace('\n', " ")).collect();
            found.push((hit(&name, &text), prose));
        }
    }
    found
}

type Damage = (&'static str, fn(&str) -> Option<String>);

/// Functions that turn a true sentence into a false one, each in its own way, where possible.
const DAMAGES: [Damage; 3] = [
    ("number", |sentence| {
        let at = sentence.find(|c: char| c.is_ascii_digit() && c != '0')?;
        let digit = sentence[at..].chars().next()?.to_digit(10)?;
        let other = (digit % 9) + 1;
        Some(format!("{}{other}{}", &sentence[..at], &sentence[at + 1..]))
    }),
    ("negation", |sentence| {
        let verbs = [" is ", " are ", " can ", " must ", " may ", " has to "];
        let verb = verbs.iter().find(|verb| sentence.contains(*verb))?;
        (!footnote_question::claims::is_negated(sentence))
            .then(|| sentence.replacen(verb, &format!("{verb}not "), 1))
    }),
    ("name", |sentence| {
        let name = claim::names(sentence).into_iter().next()?;
        Some(sentence.replace(&name, "Zanzibar"))
    }),
];

#[test]
fn damaged_copies_of_true_sentences_are_caught() {
    let sample = sample();
    for (name, damage) in DAMAGES {
        let mut tally = Tally::default();
        for (hit, sentences) in &sample {
            for sentence in sentences {
                let Some(damaged) = damage(sentence) else {
                    continue;
                };
                let flagged = |text: &str| {
                    let answer = format!("In short, {text} [{}]", hit.passage.path);
                    let statements = audit(&answer, std::slice::from_ref(hit), &[]).statements;
                    statements.iter().any(Checked::is_doubted)
                };
                tally.damaged += 1;
                tally.caught += u32::from(flagged(&damaged));
                tally.false_alarms += u32::from(flagged(sentence));
            }
        }
        assert!(tally.damaged >= 5, "{name}: {tally:?}");
        assert!(tally.precision() >= 0.9 && tally.recall() >= 0.9, "{name}: {tally:?}");
    }
}

#[test]
fn sentences_under_the_name_of_another_document_are_caught() {
    let sample = sample();
    let mut tally = Tally::default();
    for (at, (hit, sentences)) in sample.iter().enumerate() {
        let (other, _) = &sample[(at + 1) % sample.len()];
        let hits = [hit.clone(), other.clone()];
        for sentence in sentences {
            let is_doubted = |source: &str| {
                let answer = format!("{sentence} [{source}]");
                audit(&answer, &hits, &[]).statements.first().is_none_or(Checked::is_doubted)
            };
            tally.damaged += 1;
            tally.caught += u32::from(is_doubted(&other.passage.path));
            tally.false_alarms += u32::from(is_doubted(&hit.passage.path));
        }
    }
    assert!(tally.precision() >= 0.9 && tally.recall() >= 0.9, "{tally:?}");
}
