//! Arranging tesseract's table of words, as tab-separated values, as the text of a page.

use super::kept;
use super::request::{POOR, ScannedPage};
use footnote_pdf::{PrintedWord, arranged};

/// Number of columns of the table.
const COLUMNS: usize = 12;

/// The levels of lines and of words in the table.
const LINE: u32 = 4;
const WORD: u32 = 5;

/// Ratio to the usual height of lines within which a line is as high as others: letters with and without parts above
/// and below differ that much.
const USUAL: std::ops::Range<f64> = 0.5..1.6;

/// A row of the table: a line or a word with its place.
struct Row<'a> {
    level: u32,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    confidence: f32,
    text: &'a str,
}

/// A word within its line.
struct Word<'a> {
    row: Row<'a>,
    /// The lower edge and the height of its line.
    bottom: f64,
    height: f64,
}

/// Returns the page of a table. It is empty unless a word is certain, because specks and drawings look like letters.
pub(super) fn page(table: &str) -> ScannedPage {
    let words = words(table);
    if !words.iter().any(|word| is_sure(&word.row)) {
        return ScannedPage::default();
    }
    let mut heights: Vec<f64> = words.iter().map(|word| word.height).collect();
    heights.sort_by(f64::total_cmp);
    let usual = heights.get(heights.len() / 2).copied().unwrap_or_default();
    let printed = words.iter().map(|word| PrintedWord {
        text: word.row.text,
        left: word.row.left,
        width: word.row.width,
        bottom: word.bottom,
        size: if USUAL.contains(&(word.height / usual)) { usual } else { word.height },
    });
    let sum: f32 = words.iter().map(|word| word.row.confidence).sum();
    ScannedPage {
        text: kept::text(arranged(printed)),
        words: u32::try_from(words.len()).unwrap_or(u32::MAX),
        confidence: sum / words.len() as f32,
    }
}

/// Returns the words of a table, each with the place of its line.
fn words(table: &str) -> Vec<Word<'_>> {
    let mut line = (0.0, 0.0);
    let rows = table.lines().filter_map(row).filter_map(|row| match row.level {
        LINE => {
            line = (row.top + row.height, row.height);
            None
        }
        WORD if row.confidence >= 0.0 && !row.text.is_empty() => {
            Some(Word { row, bottom: line.0, height: line.1 })
        }
        _ => None,
    });
    rows.collect()
}

fn row(row: &str) -> Option<Row<'_>> {
    let cells: Vec<&str> = row.splitn(COLUMNS, '\t').collect();
    let [level, _, _, _, _, _, left, top, width, height, confidence, text] = cells[..] else {
        return None;
    };
    let number = |cell: &str| cell.parse().ok();
    Some(Row {
        level: level.parse().ok()?,
        left: number(left)?,
        top: number(top)?,
        width: number(width)?,
        height: number(height)?,
        confidence: confidence.parse().ok()?,
        text: text.trim(),
    })
}

/// Returns true for a word of several letters that was read with high confidence.
fn is_sure(word: &Row<'_>) -> bool {
    let letters = word.text.chars().filter(|letter| letter.is_alphanumeric());
    word.confidence >= POOR && letters.count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of these lines, each with its left edge, its top and its words of equal width.
    fn table(lines: &[(u32, u32, &str)], confidence: u32) -> String {
        let head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";
        let rows = lines.iter().map(|(left, top, text)| {
            let line = format!("4\t1\t1\t1\t1\t0\t{left}\t{top}\t400\t30\t-1\t\n");
            let mut at = *left;
            let words = text.split(' ').map(|word| {
                let width = 15 * u32::try_from(word.len()).unwrap();
                let row =
                    format!("5\t1\t1\t1\t1\t1\t{at}\t{top}\t{width}\t24\t{confidence}\t{word}\n");
                at += width + 10;
                row
            });
            line + &words.collect::<String>()
        });
        format!("{head}1\t1\t0\t0\t0\t0\t0\t0\t99\t99\t-1\t\n{}", rows.collect::<String>())
    }

    #[test]
    fn lines_are_joined_to_paragraphs_and_divided_words_made_whole() {
        let lines =
            [(0, 0, "A line that is long and divi-"), (0, 36, "ded in two."), (0, 120, "Another.")];
        let read = page(&table(&lines, 84));
        assert_eq!(read.text, "A line that is long and divided in two.\n\nAnother.");
        assert_eq!((read.words, read.confidence), (11, 84.0));
    }

    #[test]
    fn what_stands_in_columns_is_a_table() {
        let lines = [
            (0, 0, "Lamp"),
            (300, 2, "Litres"),
            (600, 0, "Hours"),
            (0, 50, "Rau"),
            (300, 50, "31"),
            (600, 51, "310"),
            (0, 100, "Holm"),
            (300, 101, "28"),
            (600, 100, "255"),
        ];
        let read = page(&table(&lines, 90));
        assert_eq!(read.text, "| Lamp | Litres | Hours |\n| Rau | 31 | 310 |\n| Holm | 28 | 255 |");
    }

    #[test]
    fn specks_are_no_words() {
        assert_eq!(page(&table(&[(0, 0, "|")], 95)), ScannedPage::default());
        assert_eq!(page(&table(&[(0, 0, "oe")], 20)), ScannedPage::default());
        assert_eq!(page(""), ScannedPage::default());
    }
}
