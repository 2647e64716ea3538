//! Running headers and footers: lines repeated at the edges of pages are read once, and page numbers not at all.

use std::collections::{HashMap, HashSet};

use super::lines::TextLine;

/// Number of lines at each edge that may be running lines.
const EDGE_LINES: usize = 2;
/// Minimum number of pages on which a line must be repeated, and minimum number of pages of a document with running
/// lines.
const MIN_PAGES: usize = 4;
/// Maximum distance between two such pages, because left and right pages may have different lines.
const MAX_PAGE_GAP: usize = 2;
/// Distance from the text, in font sizes, from which a line of a short document may be a page number.
const APART: f64 = 2.0;
/// Maximum number of words beside the number of the only page and the number of pages: "Page 1 of 1".
const MAX_LABELS: usize = 2;
/// Number of cells from which a line is probably the header of a table, which its rows need.
const TABLE_CELLS: usize = 3;

/// A form in which lines of several pages are the same.
#[derive(Clone, PartialEq, Eq, Hash)]
enum RunningForm {
    /// Its words, with any numbers. Its height is left out, because it varies slightly.
    AnyNumbers(String),
    /// Its words and numbers, in which the first or last number may be that of the page, its size, and true if it is
    /// bold. The opening of a chapter has the same words as the running lines of its next pages, but larger.
    Exactly(String, i64, bool),
}

/// Removes lines that are repeated at the edges of pages: on more than half of all pages, whatever numbers they
/// contain, or on several consecutive pages, such as those of a chapter. Only pages with text beside such lines count
/// as evidence: if nothing would be left of a page, the lines are its text.
pub(super) fn remove(pages: &mut [Vec<TextLine>]) {
    if pages.len() < MIN_PAGES {
        return remove_numbers(pages);
    }
    let all = Running::of(pages, |_| true);
    let is_evidence: Vec<bool> =
        (0..).zip(&*pages).map(|(at, page)| all.leaves_any(page, at)).collect();
    // At most the lines found before, so each of those pages keeps its text.
    let running = Running::of(pages, |at| is_evidence.get(at) == Some(&true));
    for (number, page) in pages.iter_mut().enumerate() {
        let mut runs = running.lines(page, number);
        runs.retain(|at| !running.is_kept(page, *at, number));
        let mut at = 0;
        page.retain(|_| {
            at += 1;
            !runs.contains(&(at - 1))
        });
    }
}

/// Removes page numbers from a short document: lines at one edge, set apart from the text, that are the same except for
/// the page number.
fn remove_numbers(pages: &mut [Vec<TextLine>]) {
    let text = text_size(pages);
    for is_last in [false, true] {
        let found: Vec<Option<usize>> =
            pages.iter().map(|page| outermost(page, is_last, text)).collect();
        let counts = found.iter().zip(&*pages).enumerate().map(|(number, (at, page))| {
            at.and_then(|at| page.get(at))
                .map(|line| counts(&line.text(), number))
                .unwrap_or_default()
        });
        let common = counts.reduce(|all, own| &all & &own).unwrap_or_default();
        if common.iter().any(|count| pages.len() > 1 || numbers_only_page(count)) {
            for (page, at) in pages.iter_mut().zip(found) {
                at.map(|at| page.remove(at));
            }
        }
    }
}

/// Returns true if the text around the number of a line shows that it only numbers the only page: "1", "Page 1 of 1". A
/// line with other numbers or more words is text, such as the header of a table, an address or a date.
fn numbers_only_page((around, number): &(String, i64)) -> bool {
    let digits: String = around.chars().filter(char::is_ascii_digit).collect();
    let words = around.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    *number == 1 && ((words == 0 && digits.is_empty()) || (words <= MAX_LABELS && digits == "1"))
}

/// Returns the index of the topmost or bottommost line of a page, if it is set apart and is not a heading.
fn outermost(page: &[TextLine], is_last: bool, text: f64) -> Option<usize> {
    let mut order: Vec<(usize, &TextLine)> = page.iter().enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.down.total_cmp(&other.down));
    if is_last {
        order.reverse();
    }
    let ((at, line), (_, next)) = order.first().zip(order.get(1))?;
    let is_apart = (line.down - next.down).abs() > APART * text;
    let is_heading = line.bold || line.size.round() > text.round();
    (is_apart && !is_heading).then_some(*at)
}

/// Returns the text around each number in a line, with the difference between that number and the page number.
fn counts(text: &str, page: usize) -> HashSet<(String, i64)> {
    let page = i64::try_from(page).unwrap_or(i64::MAX);
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..text.len()).filter(|at| is_digit(*at) && !(*at > 0 && is_digit(at - 1)));
    let counts = starts.filter_map(|start| {
        let (before, number) = text.split_at(start);
        let behind = number.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let number = number.strip_suffix(behind)?.parse::<i64>().ok()?;
        Some((format!("{before}#{behind}"), number.checked_sub(page)?))
    });
    counts.collect()
}

/// The running lines of a document.
struct Running {
    /// The font size of its text.
    text: f64,
    /// The pages on which each form is a running line.
    on: HashMap<RunningForm, Vec<usize>>,
}

impl Running {
    /// Returns the running lines of `pages`, according to the pages that are evidence.
    fn of(pages: &[Vec<TextLine>], is_evidence: impl Fn(usize) -> bool) -> Self {
        let text = text_size(pages);
        let mut places: HashMap<RunningForm, Vec<usize>> = HashMap::new();
        let mut supporting: HashMap<RunningForm, usize> = HashMap::new();
        for (number, page) in pages.iter().enumerate() {
            let lines = edges(page).into_iter().filter_map(|at| page.get(at));
            let forms: HashSet<RunningForm> =
                lines.flat_map(|line| forms(line, number, text)).collect();
            for form in forms {
                *supporting.entry(form.clone()).or_default() += usize::from(is_evidence(number));
                places.entry(form).or_default().push(number);
            }
        }
        let half = pages.len() / 2;
        let running = places.into_iter().map(|(form, places)| {
            let supporting = supporting.get(&form).copied().unwrap_or_default();
            let places = match form {
                RunningForm::AnyNumbers(_) if supporting > half => places,
                RunningForm::AnyNumbers(_) => Vec::new(),
                RunningForm::Exactly(..) => in_a_row(&places, &is_evidence),
            };
            (form, places)
        });
        Self { text, on: running.collect() }
    }

    /// Returns the indices of the running lines of a page.
    fn lines(&self, page: &[TextLine], number: usize) -> HashSet<usize> {
        let runs = |form: &RunningForm| {
            self.on.get(form).is_some_and(|on| on.binary_search(&number).is_ok())
        };
        let is_running = |line: &TextLine| forms(line, number, self.text).iter().any(runs);
        let edges = edges(page).into_iter();
        edges.filter(|at| page.get(*at).is_some_and(is_running)).collect()
    }

    /// Returns true if a running line is kept on this page: headers on the first page and footers on the last, where
    /// they interrupt no sentence. Page numbers are never kept.
    fn is_kept(&self, page: &[TextLine], at: usize, number: usize) -> bool {
        let Some(line) = page.get(at) else { return false };
        let is_above = |other: &&TextLine| other.down < line.down;
        let is_header = page.iter().filter(is_above).count() < EDGE_LINES;
        let form = any_numbers(&line.text());
        let words = form.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
        let says_more = words.count() > MAX_LABELS;
        let on = self.on.get(&RunningForm::AnyNumbers(form));
        let own = on.and_then(|on| if is_header { on.first() } else { on.last() });
        says_more && own == Some(&number)
    }

    /// Returns true if a page has text besides running lines.
    fn leaves_any(&self, page: &[TextLine], number: usize) -> bool {
        self.lines(page, number).len() < page.len()
    }
}

/// Returns the pages in sequences without large gaps that contain enough pages of evidence.
fn in_a_row(pages: &[usize], is_evidence: impl Fn(usize) -> bool) -> Vec<usize> {
    let rows = pages.chunk_by(|page, next| next - page <= MAX_PAGE_GAP);
    let rows =
        rows.filter(|row| row.iter().filter(|page| is_evidence(**page)).count() >= MIN_PAGES);
    rows.flatten().copied().collect()
}

/// Returns the indices of the lines nearest to the top and the bottom.
fn edges(page: &[TextLine]) -> Vec<usize> {
    let mut order: Vec<(usize, f64)> = page.iter().map(|line| line.down).enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let order: Vec<usize> = order.into_iter().map(|(at, _)| at).collect();
    let top = order.iter().take(EDGE_LINES);
    let bottom = order.iter().rev().take(EDGE_LINES.min(order.len().saturating_sub(EDGE_LINES)));
    top.chain(bottom).copied().collect()
}

/// Returns the font size that at most half of all lines exceed.
fn text_size(pages: &[Vec<TextLine>]) -> f64 {
    let mut sizes: Vec<f64> = pages.iter().flatten().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

/// Returns the words of a line, with a placeholder for each number.
fn any_numbers(text: &str) -> String {
    let any = text.replace(|c: char| c.is_ascii_digit(), "#");
    any.replace("##", "#").replace("##", "#")
}

/// Returns the forms in which a line at the edge of a page may occur on other pages.
fn forms(line: &TextLine, page: usize, text_size: f64) -> Vec<RunningForm> {
    let text = line.text();
    let mut forms = vec![RunningForm::AnyNumbers(any_numbers(&text))];
    if line.cells.len() < TABLE_CELLS {
        #[expect(clippy::cast_possible_truncation, reason = "no type is so large")]
        let size = line.size.round() as i64;
        let exactly = |text| RunningForm::Exactly(text, size, line.bold);
        let page = i64::try_from(page).unwrap_or(i64::MAX);
        let first = text.split_once(' ').and_then(|(number, rest)| {
            let ahead = number.parse::<i64>().ok()?.checked_sub(page)?;
            Some(format!("{ahead} ahead {rest}"))
        });
        let last = text.rsplit_once(' ').and_then(|(rest, number)| {
            let ahead = number.parse::<i64>().ok()?.checked_sub(page)?;
            Some(format!("{rest} {ahead} ahead"))
        });
        // Numbered headings are repeated too: "Week 1", "Week 2", one on each page.
        let is_heading = line.bold || line.size.round() > text_size.round();
        let numbered = first.into_iter().chain(last).filter(|_| !is_heading);
        forms.extend(numbered.chain([text]).map(exactly));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages that each have one of these first lines, and text of their own below.
    fn pages(heads: &[&str]) -> Vec<Vec<TextLine>> {
        let line = |text: &str, down: usize, size| TextLine {
            cells: text.split(" | ").map(str::to_owned).collect(),
            pieces: Vec::new(),
            left: 0.0,
            right: 100.0,
            down: f64::from(u32::try_from(down).unwrap()),
            size,
            turn: 0,
            bold: false,
        };
        let page = |(at, head): (usize, &&str)| {
            let size = if head.starts_with("# ") { 20.0 } else { 10.0 };
            let head = line(head.trim_start_matches("# "), 10, size);
            let below = (1..6)
                .map(|row| line(&format!("{} says {at}", "x".repeat(at + row)), 10 + row, 10.0));
            std::iter::once(head).chain(below).collect()
        };
        heads.iter().enumerate().map(page).collect()
    }

    /// Returns the first lines that are kept.
    fn kept(heads: &[&str]) -> Vec<String> {
        let mut pages = pages(heads);
        remove(&mut pages);
        assert!(pages.iter().all(|page| page.len() >= 5), "the rest stays");
        let firsts = pages.iter().filter_map(|page| page.first());
        let heads = firsts.map(TextLine::text).filter(|text| !text.contains("says"));
        heads.collect()
    }

    #[test]
    fn heads_of_left_and_right_pages_are_left_out() {
        let heads: Vec<String> = (0..10)
            .map(|at| match at % 2 {
                0 => format!("{} The Harbour Book", 12 + at),
                _ => format!("Of Boats | {}", 12 + at),
            })
            .collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        assert!(kept(&heads).is_empty());
    }

    #[test]
    fn a_line_of_all_pages_is_read_once_unless_it_only_numbers_them() {
        let heads: Vec<String> =
            (1..7).map(|at| format!("Harbour Books Ltd, No. 4711 | {at}")).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        assert_eq!(kept(&heads), ["Harbour Books Ltd, No. 4711 1"]);
        assert!(kept(&["Page 1 of 4", "Page 2 of 4", "Page 3 of 4", "Page 4 of 4"]).is_empty());
        let mut pages = pages(&heads);
        for page in &mut pages {
            page[0].down = 90.0;
        }
        remove(&mut pages);
        assert!(pages[0].len() == 5 && pages[5].len() == 6, "a footer ends the last page");
    }

    #[test]
    fn heads_of_chapters_are_left_out_but_not_the_chapters_names() {
        let chapter = |name: &'static str| [name; 5];
        let mut heads = [chapter("Of Boats"), chapter("Of 2 Winds"), chapter("Of Tides")].concat();
        for first in [0, 5, 10] {
            let name = format!("# {}", heads[first]);
            heads[first] = Box::leak(name.into_boxed_str());
        }
        assert_eq!(kept(&heads), ["Of Boats", "Of 2 Winds", "Of Tides"]);
    }

    #[test]
    fn few_pages_are_numbered_apart_from_their_text() {
        let numbered = |heads: &[&str], down: f64| {
            let mut pages = pages(heads);
            for page in &mut pages {
                page[0].down = down;
            }
            remove(&mut pages);
            pages.iter().all(|page| page.len() == 5)
        };
        assert!(numbered(&["Page 1", "Page 2"], 100.0));
        assert!(numbered(&["12 of 30", "13 of 30", "14 of 30"], 100.0));
        assert!(numbered(&["- 1 -"], 100.0) && numbered(&["Page 1 of 1"], 100.0));
        assert!(numbered(&["1/1"], 100.0));
        for heads in [
            &["Page 1", "Page 3"][..],
            &["Box 1"],
            &["# Week 1", "# Week 2"],
            &["May", "May"],
            &["Row 1 Row 2 Row 3"],
            &["Harbour Street 23, Oaktown 12123"],
            &["Total 1,250.00"],
            &["01/08/2013 12:56:45"],
            &["1 1.00"],
            &["This offer holds for 1 month, page 1"],
        ] {
            assert!(!numbered(heads, 100.0), "{heads:?}");
        }
        assert!(!numbered(&["Page 1", "Page 2"], 9.0));
    }

    #[test]
    fn what_would_leave_nothing_of_a_page_is_its_text() {
        let lines = |page: &[TextLine]| page.iter().map(TextLine::text).collect::<Vec<_>>();
        let labels: Vec<String> = (1..9).map(|number| format!("Box {number}")).collect();
        let mut alone = pages(&labels.iter().map(String::as_str).collect::<Vec<_>>());
        for page in &mut alone {
            page.truncate(1);
        }
        remove(&mut alone);
        assert_eq!(alone.concat().iter().map(TextLine::text).collect::<Vec<_>>(), labels);
        // A page without text of its own loses the running lines.
        let mut book = pages(&["The Harbour Book"; 9]);
        book[4].truncate(1);
        remove(&mut book);
        assert!(book[4].is_empty() && book[3].len() == 5, "{:?}", lines(&book[4]));
    }

    #[test]
    fn headings_that_count_with_the_pages_stay() {
        let text = ["Some", "words", "that", "differ", "on", "every", "page", "of", "it", "all"];
        let weeks = ["# Week 1", "# Week 2", "# Week 3", "# Week 4", "# Week 5"];
        let stayed = kept(&[text.as_slice(), &weeks].concat());
        assert_eq!(stayed.iter().filter(|head| head.starts_with("Week")).count(), weeks.len());
    }

    #[test]
    fn numbered_headings_and_heads_of_tables_at_the_top_of_pages_stay() {
        let text = ["Some", "words", "that", "differ", "on", "every", "page", "of", "it", "all"];
        let with = |lines: &[&'static str]| [text.as_slice(), lines].concat();
        for lines in [
            ["Question 1", "Question 4", "Question 7", "Question 9", "Question 12"],
            ["12 of 30", "14 of 2", "8 of 90", "1 of 7", "3 of 3"],
            ["Year | Boats | Crew"; 5],
            ["Of Boats", "Of Boats", "Of Boats", "Of Winds", "Of Tides"],
        ] {
            let heads = with(&lines);
            assert_eq!(
                kept(&heads),
                heads.iter().map(|head| head.replace(" | ", " ")).collect::<Vec<_>>()
            );
        }
    }
}
