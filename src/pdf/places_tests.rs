//! The areas of passages in PDF files: the words in them are read back from their positions on the page.

use std::path::{Path, PathBuf};

use footnote_protocol::{Area, Places};
use footnote_text::markdown::letters;

use super::glyph::Glyph;
use super::glyphs::{GlyphPage, of_pages};
use super::order;
use super::places;
use super::places::on_page;
use crate::SearchedText;
use footnote_documents::{Passage, split};

/// Number of passages to sample.
const DRAWN: usize = 300;

/// A word of a page: its letters, and its centre relative to the size of the page.
struct Word {
    letters: String,
    middle: (f64, f64),
}

/// Returns the words of a page: glyphs without a gap between them.
fn words(sheet: &GlyphPage) -> Vec<Word> {
    let lines = order::lines(sheet.glyphs.clone());
    let glyphs: Vec<Glyph> = lines.into_iter().flat_map(|line| line.glyphs).collect();
    let together = |one: &Glyph, next: &Glyph| {
        let gap = next.along - one.along - one.width;
        let is_blank = [one, next].iter().any(|glyph| glyph.text.trim().is_empty());
        let is_near = gap.abs() < 0.15 * one.size && (next.down - one.down).abs() < 0.1 * one.size;
        one.turn == next.turn && is_near && !is_blank
    };
    let words = glyphs.chunk_by(together).filter_map(|glyphs| {
        let (first, last) = (glyphs.first()?, glyphs.last()?);
        let along = f64::midpoint(first.along, last.along + last.width);
        let (x, y) = on_page(first.turn, along, first.down - 0.25 * first.size);
        let text: String = glyphs.iter().map(|glyph| letters(&glyph.text)).collect();
        (!text.is_empty())
            .then_some(Word { letters: text, middle: (x / sheet.size.0, y / sheet.size.1) })
    });
    words.collect()
}

fn is_under(word: &Word, areas: &[Area]) -> bool {
    let (x, y) = word.middle;
    areas.iter().any(|area| {
        (f64::from(area.left)..=f64::from(area.right)).contains(&x)
            && (f64::from(area.top)..=f64::from(area.bottom)).contains(&y)
    })
}

/// The results for some passages.
#[derive(Debug, Default)]
struct Found {
    passages: usize,
    /// Number of passages without any area.
    unplaced: usize,
    /// Number of words in areas, and of those that are the passage's, in its order.
    under: usize,
    own: usize,
    /// Number of letters of all passages, and of those in areas.
    letters: usize,
    covered: usize,
}

impl Found {
    fn add(&mut self, sheet: &GlyphPage, places: &Places, text: &str) {
        let text = letters(text);
        self.passages += 1;
        self.unplaced += usize::from(places.passage.is_empty());
        self.letters += text.len();
        let mut at = 0;
        for word in words(sheet) {
            if is_under(&word, &places.passage) {
                self.under += 1;
                let rest = text.get(at..).unwrap_or_default();
                if let Some(found) = rest.find(&word.letters) {
                    at += found + word.letters.len();
                    self.own += 1;
                    self.covered += word.letters.len();
                }
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "they are few")]
    fn shares(&self) -> [f64; 2] {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        [share(self.own, self.under), share(self.covered, self.letters)]
    }
}

/// Samples this many passages evenly from these PDFs, and reads them back.
fn read_back(files: &[PathBuf], drawn: usize) -> Found {
    let mut all: Vec<(usize, Passage)> = Vec::new();
    let bytes: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    for (number, bytes) in bytes.iter().enumerate() {
        let pages = super::extract(bytes).unwrap().pages.into_iter();
        let blocks = pages.flat_map(|page| page.blocks.into_iter().map(move |b| (page.number, b)));
        all.extend(split::passages(blocks).map(|passage| (number, passage)));
    }
    let mut found = Found::default();
    // A step that is unrelated to the order of the documents.
    let step = 7919 % all.len().max(1);
    for at in (0..all.len()).map(|at| at * step % all.len()).take(drawn) {
        let (number, passage) = &all[at];
        let before = all[..at].iter().rev();
        let same = |one: &&(usize, Passage)| one.0 == *number && one.1.page == passage.page;
        let mut texts: Vec<String> =
            before.take_while(same).map(|one| one.1.text.clone()).collect();
        texts.reverse();
        texts.push(passage.text.clone());
        let page = usize::try_from(passage.page.unwrap()).unwrap();
        let searched = SearchedText { page, texts, words: String::new() };
        let places = places(&bytes[*number], &searched).unwrap();
        let pdf = hayro_syntax::Pdf::new(bytes[*number].clone()).unwrap();
        let sheet = of_pages(&pdf, pdf.pages().iter().skip(page - 1).take(1)).next();
        found.add(&sheet.unwrap(), &places, &passage.text);
    }
    found
}

pub(super) fn pdfs(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let files = files.map(|file| file.unwrap().into_path());
    files.filter(|file| file.extension().is_some_and(|end| end == "pdf")).collect()
}

#[test]
fn the_words_under_the_areas_of_a_passage_are_its_own() {
    let sample = Path::new("../sample/documents");
    let found = read_back(&pdfs(sample), DRAWN);
    let [own, covered] = found.shares();
    assert!(found.unplaced == 0 && own > 0.99 && covered > 0.97, "{found:?}");
}

#[test]
#[ignore = "wants PDFS, a folder of PDFs: see make places"]
#[expect(clippy::disallowed_methods, clippy::print_stdout, reason = "it measures what it is given")]
fn the_same_of_other_documents() {
    let folder = std::env::var_os("PDFS").expect("PDFS names a folder");
    let found = read_back(&pdfs(Path::new(&folder)), DRAWN);
    println!("{found:?}, shares {:?}", found.shares());
    let [own, covered] = found.shares();
    assert!(own > 0.99 && covered > 0.97, "{found:?}");
}
