//! The alignment of two documents, statement by statement.

use std::collections::{BTreeSet, HashMap};

use footnote_documents::Passage;
use footnote_documents::statements::{Kind, Statement};
use footnote_text::analysis::stems;

use crate::claims::numbers;
use crate::workers::is_cancelled;

/// The most statements of a document that are aligned.
const MOST_STATEMENTS: usize = 1_000;

/// Similarity (Jaccard's index of the stems that are no figures) from which two statements are about one point.
const LEAST_SIMILARITY: f32 = 0.5;

/// The most words of a label.
const MOST_LABEL_WORDS: usize = 6;

/// The similarity that a common heading is worth.
const HEADING_BONUS: f32 = 0.2;

/// The places of a statement's passage and of it in that.
pub(super) type StatementPosition = (usize, usize);

/// A statement of one of the documents, as it is aligned.
#[derive(Clone, Debug)]
pub(super) struct ComparedStatement {
    pub(super) place: StatementPosition,
    pub(super) text: String,
    /// The heading that it stands under.
    pub(super) heading: Option<String>,
    /// The stems of its words and of its heading's.
    pub(super) stems: BTreeSet<String>,
    /// Those of its own words that are neither figures nor in the names of the documents.
    word_stems: BTreeSet<String>,
    heading_stems: BTreeSet<String>,
    /// The words before its colon, or of its first cell.
    label: Option<String>,
    /// Its words as they are the same in both documents, names aside; "not" and "above" are words as well.
    key: Vec<String>,
}

impl ComparedStatement {
    /// The words and the label by which others on the same point are found.
    fn terms(&self) -> impl Iterator<Item = &String> {
        self.word_stems.iter().chain(&self.label)
    }
}

/// Two documents side by side.
#[derive(Debug, Default)]
pub(super) struct Aligned {
    /// The statements that both have, in the words of the first.
    pub(super) same: Vec<ComparedStatement>,
    /// Those on one point that say something else.
    pub(super) other: Vec<(ComparedStatement, ComparedStatement)>,
    /// Those that only the first has, and only the second.
    pub(super) only: [Vec<ComparedStatement>; 2],
    /// True if one of them has more statements than were looked at.
    pub(super) is_truncated: bool,
    /// True if only statements with other figures are kept.
    pub(super) has_only_figures: bool,
}

/// The statements of a document, in order; `names` are the words by which it and its sibling are named.
pub(super) fn points(passages: &[Passage], names: &BTreeSet<String>) -> Vec<ComparedStatement> {
    let mut points = Vec::new();
    for (at, passage) in passages.iter().enumerate().take_while(|_| !is_cancelled()) {
        for (place, statement) in passage.statements().iter().enumerate() {
            if statement.says && statement.kind != Kind::Code && points.len() < MOST_STATEMENTS {
                points.push(point((at, place), passage, statement, names));
            }
        }
    }
    points
}

fn point(
    place: StatementPosition,
    passage: &Passage,
    statement: &Statement,
    names: &BTreeSet<String>,
) -> ComparedStatement {
    let text = statement.text(&passage.text).into_owned();
    let heading = statement.heading(&passage.text).map(str::to_owned);
    let heading = heading.or_else(|| passage.headings.last().cloned());
    let heading_stems: BTreeSet<String> =
        heading.iter().flat_map(|heading| stems(heading)).collect();
    let own = stems(&text);
    let is_figure = |stem: &String| stem.contains(|c: char| c.is_ascii_digit());
    let word_stems = own.iter().filter(|stem| !names.contains(*stem) && !is_figure(stem)).cloned();
    let words =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_name = |word: &str| {
        let stems = stems(word);
        let is_known = |stem: &String| names.contains(stem) && !is_figure(stem);
        !stems.is_empty() && stems.iter().all(is_known)
    };
    let key = words.filter(|word| !word.is_empty() && !is_name(word)).map(str::to_lowercase);
    ComparedStatement {
        place,
        key: key.collect(),
        word_stems: word_stems.collect(),
        stems: own.into_iter().chain(heading_stems.iter().cloned()).collect(),
        heading_stems: heading_stems.difference(names).cloned().collect(),
        label: label(&text),
        text,
        heading,
    }
}

/// The words before the colon of a statement, or of the first cell of a row.
fn label(text: &str) -> Option<String> {
    let row = text.trim_start_matches(['|', ' ']);
    let (label, _) = row.split_once(if text.starts_with('|') { '|' } else { ':' })?;
    let label = label.trim().to_lowercase();
    let is_short = (1..=MOST_LABEL_WORDS).contains(&label.split_whitespace().count());
    is_short.then_some(label)
}

/// Aligns the statements of two documents: those of the same words under the same heading first, and under one that
/// the other document does not have; then each with the likest that is left.
pub(super) fn align(first: Vec<ComparedStatement>, second: Vec<ComparedStatement>) -> Aligned {
    let is_truncated = first.len() >= MOST_STATEMENTS || second.len() >= MOST_STATEMENTS;
    let headings: BTreeSet<BTreeSet<String>> =
        second.iter().map(|point| point.heading_stems.clone()).collect();
    let under = |point: &ComparedStatement| Some(point.heading_stems.clone());
    let anywhere =
        |point: &ComparedStatement| (!headings.contains(&point.heading_stems)).then(BTreeSet::new);
    let mut second: Vec<Option<ComparedStatement>> = second.into_iter().map(Some).collect();
    let (mut same, left) = equal(first, &mut second, under, under);
    let (more, left) = equal(left, &mut second, anywhere, |_| Some(BTreeSet::new()));
    same.extend(more);
    let mut aligned = Aligned { same, is_truncated, ..Aligned::default() };
    let index = index(&second);
    for point in left.into_iter().take_while(|_| !is_cancelled()) {
        let other = most_similar(&point, &second, &index);
        match other.and_then(|at| second.get_mut(at)?.take()) {
            Some(other) => aligned.other.push((point, other)),
            None => aligned.only[0].push(point),
        }
    }
    aligned.only[1] = second.into_iter().flatten().collect();
    aligned
}

/// The places of the points that have each word, and each label.
fn index(points: &[Option<ComparedStatement>]) -> HashMap<String, Vec<usize>> {
    let mut index: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, point) in points.iter().enumerate() {
        let terms = point.iter().flat_map(ComparedStatement::terms);
        terms.for_each(|term| index.entry(term.clone()).or_default().push(at));
    }
    index
}

/// Parts some statements into those that others say in the same words, which are taken, and the rest; the place under
/// which each may be found is given by `own` and `others`.
fn equal(
    points: Vec<ComparedStatement>,
    second: &mut [Option<ComparedStatement>],
    own: impl Fn(&ComparedStatement) -> Option<BTreeSet<String>>,
    others: impl Fn(&ComparedStatement) -> Option<BTreeSet<String>>,
) -> (Vec<ComparedStatement>, Vec<ComparedStatement>) {
    let mut places: HashMap<(BTreeSet<String>, Vec<String>), Vec<usize>> = HashMap::new();
    for (at, point) in second.iter().enumerate().rev() {
        if let Some((place, point)) = point.as_ref().and_then(|point| Some((others(point)?, point)))
        {
            places.entry((place, point.key.clone())).or_default().push(at);
        }
    }
    points.into_iter().partition(|point| {
        let found = own(point).and_then(|place| places.get_mut(&(place, point.key.clone()))?.pop());
        found.and_then(|at| second.get_mut(at)?.take()).is_some()
    })
}

/// The place of the point among others that says most of what this one does, if any is about the same; the first of
/// equals.
fn most_similar(
    point: &ComparedStatement,
    others: &[Option<ComparedStatement>],
    index: &HashMap<String, Vec<usize>>,
) -> Option<usize> {
    let places = point.terms().filter_map(|term| index.get(term)).flatten();
    let places: BTreeSet<usize> = places.copied().collect();
    let other = |at: usize| others.get(at)?.as_ref();
    let shares = places.into_iter().filter_map(|at| Some((at, similarity(point, other(at)?))));
    let alike = shares.filter(|(_, share)| *share >= LEAST_SIMILARITY);
    let best = alike.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(at, _)| at)
}

/// The similarity of two statements by their words, with a common heading counted in; those of one label under one
/// heading are about one point, and those without a common word are not.
fn similarity(one: &ComparedStatement, other: &ComparedStatement) -> f32 {
    if one.label.is_some() && one.label == other.label && one.heading_stems == other.heading_stems {
        return 1.0;
    }
    let common = one.word_stems.intersection(&other.word_stems).count();
    if common == 0 {
        return 0.0;
    }
    let all = one.word_stems.len() + other.word_stems.len() - common;
    let is_headed = !one.heading_stems.is_empty() && one.heading_stems == other.heading_stems;
    common as f32 / all as f32 + if is_headed { HEADING_BONUS } else { 0.0 }
}

impl Aligned {
    /// The share of the shorter document's statements that have a counterpart.
    pub(super) fn share(&self) -> f32 {
        let paired = self.same.len() + self.other.len();
        let [first, second] = &self.only;
        let shorter = paired + first.len().min(second.len());
        paired as f32 / shorter.max(1) as f32
    }

    /// Keeps of documents that say little in the same words only the statements on one point with other figures: what
    /// stands in one alone may well be said in other words in the other.
    pub(super) fn keep_figures(&mut self) {
        let values = |point: &ComparedStatement| numbers(&point.text);
        let differ = |(one, other): &(ComparedStatement, ComparedStatement)| {
            let (one, other) = (values(one), values(other));
            !one.is_empty() && !other.is_empty() && one != other
        };
        self.other.retain(differ);
        self.only = [Vec::new(), Vec::new()];
        self.same.clear();
        self.has_only_figures = true;
    }

    /// Keeps what speaks of a point, by the stems that it has at least `threshold` of.
    pub(super) fn keep(&mut self, threshold: usize, stems: &BTreeSet<String>) {
        let speaks =
            |point: &ComparedStatement| point.stems.intersection(stems).count() >= threshold;
        self.same.retain(speaks);
        self.other.retain(|(one, other)| speaks(one) || speaks(other));
        for only in &mut self.only {
            only.retain(speaks);
        }
    }

    /// The most of these stems that a statement has.
    pub(super) fn most(&self, stems: &BTreeSet<String>) -> usize {
        let pairs = self.other.iter().flat_map(|(one, other)| [one, other]);
        let all = self.same.iter().chain(pairs).chain(self.only.iter().flatten());
        all.map(|point| point.stems.intersection(stems).count()).max().unwrap_or_default()
    }

    /// True if nothing is left in it.
    pub(super) fn is_empty(&self) -> bool {
        self.same.is_empty() && self.other.is_empty() && self.only.iter().all(Vec::is_empty)
    }
}
