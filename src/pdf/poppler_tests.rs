//! The words read from PDF files, compared with those that poppler reads.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use footnote_text::markdown::letters;
use footnote_text::sentence::sentences;

use super::extract;
use super::places_tests::pdfs;
use footnote_documents::grid;

/// Poppler's options for reading order and for visual order. The better match of the two counts.
const ORDERS: [&[&str]; 2] = [&[], &["-layout"]];

/// Number of lines at each edge of a page that may be running lines.
const EDGE: usize = 2;

/// Returns the words of each page of a file, as read by poppler.
fn poppler(file: &Path, order: &[&str]) -> Vec<Vec<String>> {
    let mut command = Command::new("pdftotext");
    let run = command.args(order).arg(file).arg("-").output();
    let run = run.expect("pdftotext runs: it is in Debian's package poppler-utils");
    assert!(run.status.success(), "pdftotext cannot read {file:?}");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let pages = text.trim_end_matches('\u{c}').split('\u{c}');
    let lines = pages.map(|page| page.lines().map(str::trim).filter(|line| !line.is_empty()));
    let mut pages: Vec<Vec<&str>> = lines.map(Iterator::collect).collect();
    drop_running(&mut pages);
    pages.iter().map(|lines| words(&joined(lines))).collect()
}

/// Removes the lines at the edge of more than half of the pages, ignoring numbers in them.
fn drop_running(pages: &mut [Vec<&str>]) {
    let key = |line: &str| line.replace(char::is_numeric, "");
    let is_edge = |at: usize, page: &[&str]| at < EDGE || at + EDGE >= page.len();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let edges = page.iter().enumerate().filter(|(at, _)| is_edge(*at, page));
        for (_, line) in edges {
            *counts.entry(key(line)).or_default() += 1;
        }
    }
    let half = pages.len() / 2;
    for page in pages {
        let kept = page.iter().enumerate().filter(|(at, line)| {
            let is_running = counts.get(&key(line)).is_some_and(|count| *count > half);
            !(is_running && is_edge(*at, page))
        });
        *page = kept.map(|(_, line)| *line).collect();
    }
}

/// Returns the lines joined to one text, with hyphenated words joined.
fn joined(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let before = text.strip_suffix(['-', '\u{2010}', '\u{ad}']);
        let divided = before.filter(|before| {
            before.ends_with(char::is_alphabetic) && line.starts_with(char::is_alphabetic)
        });
        match divided.map(str::len) {
            Some(length) => text.truncate(length),
            None => text.push(' '),
        }
        text.push_str(line);
    }
    text
}

/// Returns the words of a text as letters and digits, without hyphens and other signs.
fn words(text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(letters);
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the words of each page as read by Footnote, with the end of the page before: a sentence that continues on
/// the next page is kept there.
fn ours(file: &Path) -> Vec<Vec<String>> {
    let bytes = std::fs::read(file).unwrap();
    let mut before = Vec::new();
    // A document without text has no pages.
    let document = extract(&bytes).unwrap_or_default();
    let pages = document.pages.into_iter().map(|page| {
        let last = page.blocks.last().cloned();
        let last = grid::flat(last.into_iter().collect());
        let held = [before.clone(), words(&grid::flat(page.blocks))].concat();
        before = words(sentences(&last).last().unwrap_or(&""));
        held
    });
    pages.collect()
}

/// Returns the length of the longest common subsequence.
fn common(one: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (at, own) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if word == own { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[other.len()]
}

/// Returns the number of words that poppler reads in a file, and how many of them Footnote lacks or has in another
/// order.
fn compare(file: &Path) -> [usize; 2] {
    let (ours, none) = (ours(file), Vec::new());
    let [read, seen] = ORDERS.map(|order| poppler(file, order));
    let own = ours.iter().chain(std::iter::repeat(&none));
    let missing = read.iter().zip(&seen).zip(own).map(|((read, seen), own)| {
        let missing = |page: &Vec<String>| page.len() - common(page, own);
        missing(read).min(missing(seen))
    });
    [read.iter().map(Vec::len).sum(), missing.sum()]
}

#[test]
#[ignore = "wants pdftotext, and PDFS, a folder of PDFs: see make words"]
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it measures what it is given"
)]
fn the_words_are_those_that_poppler_reads() {
    let folder = std::env::var_os("PDFS").expect("PDFS names a folder");
    let files = pdfs(Path::new(&folder));
    let shares = files.iter().map(|file| {
        let [all, missing] = compare(file);
        let share = 1.0 - missing as f64 / all.max(1) as f64;
        println!("{share:.4} of {all} words: {}", file.display());
        share
    });
    let least = shares.fold(1.0, f64::min);
    assert!(least >= 0.99, "{least:.4} of the words of a file");
}
