//! Tests of documents that only differ in names and years.

use super::*;

/// Annual reports of a few companies that say the same about different sums, and a guide.
fn filings() -> Vec<Passage> {
    let mut passages = Vec::new();
    for company in ["BESTBUY", "AES", "CORNING"] {
        for year in 2015..2020 {
            let path = format!("{company}_{year}_10K.pdf");
            for ordinal in 0..4 {
                passages.push(Passage {
                    id: format!("{path}#{ordinal}"),
                    path: path.clone(),
                    page: Some(ordinal + 1),
                    ordinal,
                    text: format!("Part {ordinal}: revenue and costs of each segment."),
                    ..Passage::default()
                });
            }
        }
    }
    passages.push(Passage {
        id: "guide.md#0".into(),
        path: "guide.md".into(),
        text: "Revenue is told in 2018 by segment, and revenue of Best Buy by quarter.".into(),
        ..Passage::default()
    });
    passages
}

#[tokio::test]
async fn quarters_and_names_in_one_word_are_found_as_others_write_them() {
    let passages: Vec<Passage> = (0..)
        .zip([
            "Sales rose in the first quarter by 2 percent.",
            "Sales fell in the second quarter.",
            "Best Buy has stores in 2 states.",
        ])
        .map(|(ordinal, text)| Passage {
            id: format!("a.md#{ordinal}"),
            path: "a.md".into(),
            ordinal,
            text: text.to_owned(),
            ..Passage::default()
        })
        .collect();
    let retriever = keyword(&passages);
    for (question, ordinal) in [("How were sales in Q2?", 1), ("Where is BestBuy?", 2)] {
        let found = retriever.retrieve(&query(question)).await.unwrap();
        assert_eq!(found.hits[0].passage.ordinal, ordinal, "{question}");
    }
    let found = retriever.retrieve(&query("BestBuy")).await.unwrap();
    assert!(found.terms.iter().all(|term| term.known));
}

#[tokio::test]
async fn a_fiscal_year_finds_the_report_of_its_year_first_and_none_by_its_prefix() {
    let mut passages = filings();
    passages.push(Passage {
        id: "FY_outlook.md#0".into(),
        path: "FY_outlook.md".into(),
        title: "FY outlook".into(),
        text: "What the FY will bring: revenue and costs of each segment.".into(),
        ..Passage::default()
    });
    let retriever = keyword(&passages);
    for (question, path) in [
        ("Revenue of Corning in FY18?", "CORNING_2018_10K.pdf"),
        ("AES FY 17 revenue of each segment", "AES_2017_10K.pdf"),
    ] {
        let found = retriever.retrieve(&query(question)).await.unwrap();
        assert_eq!(paths(&found)[0], path, "{question}");
        assert!(found.terms.iter().all(|term| term.stem != "fy"), "{:?}", found.terms);
    }
    let found = retriever.retrieve(&query("revenue of each segment in FY 2018")).await.unwrap();
    assert_ne!(paths(&found)[0], "FY_outlook.md");
}
