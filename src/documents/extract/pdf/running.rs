//! Running headers and footers: lines at the edge of page after page are read once, and page numbers not at all.

use std::collections::{HashMap, HashSet};

use super::lines::TextLine;

/// The number of lines at each edge that may be running ones.
const EDGE_LINES: usize = 2;
/// The fewest pages on which a line counts as repeated, and the fewest of a document that has such lines.
const FEWEST_PAGES: usize = 4;
/// The largest distance in pages of the next of them: left and right pages may have lines of their own.
const LARGEST_PAGE_GAP: usize = 2;
/// The distance from the text, in parts of its size, from which a line of few pages may number them.
const APART: f64 = 2.0;
/// The most words that stand beside the number of the only page and that of all pages: "Page 1 of 1".
const MOST_LABELS: usize = 2;
/// The cells from which a line is rather the head of a table that goes on, whose rows need it.
const TABLE_CELLS: usize = 3;

/// The form in which a line is the same on several pages.
#[derive(Clone, PartialEq, Eq, Hash)]
enum RunningForm {
    /// Its words, with any numbers. Its height is left out, since it differs by hairs.
    AnyNumbers(String),
    /// Its words and numbers, of which the page's own may be the first or the last; its size, and true if it is
    /// bold: a chapter begins with the words that its next pages have small at their edge.
    Exactly(String, i64, bool),
}

/// Removes the lines that repeat at the edges of pages: of more than half of all pages, whatever numbers stand
/// in them, or of several in a row, as those of left and right pages and of chapters do. Only pages that have
/// text beside such lines tell of them: what would leave nothing of a page is its text.
pub(super) fn remove(pages: &mut [Vec<TextLine>]) {
    if pages.len() < FEWEST_PAGES {
        return remove_numbers(pages);
    }
    let all = Running::of(pages, |_| true);
    let is_evidence: Vec<bool> =
        (0..).zip(&*pages).map(|(at, page)| all.leaves_any(page, at)).collect();
    // No more than before, so that each of those pages keeps its text.
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

/// Removes the lines that number the pages of a document of few: those at one edge that stand apart from the text
/// and are the same but for the number of their page.
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

/// True if a line with this around its number is nothing but the number of the only page: "1", "Page 1 of 1". What has
/// other numbers, or more words, is text: the head of a table, an address, a date.
fn numbers_only_page((around, number): &(String, i64)) -> bool {
    let digits: String = around.chars().filter(char::is_ascii_digit).collect();
    let words = around.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    *number == 1 && ((words == 0 && digits.is_empty()) || (words <= MOST_LABELS && digits == "1"))
}

/// The index of the first or the last line of a page by its place, if that stands apart and is no heading.
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

/// What a line says around each of its numbers, with the distance of that from the page's own.
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
    /// The size of its text.
    text: f64,
    /// The pages on which a line of each form is one.
    on: HashMap<RunningForm, Vec<usize>>,
}

impl Running {
    /// Those of `pages`, as the ones that are `is_evidence` have them.
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

    /// The indices of the running lines of a page.
    fn lines(&self, page: &[TextLine], number: usize) -> HashSet<usize> {
        let runs = |form: &RunningForm| {
            self.on.get(form).is_some_and(|on| on.binary_search(&number).is_ok())
        };
        let is_running = |line: &TextLine| forms(line, number, self.text).iter().any(runs);
        let edges = edges(page).into_iter();
        edges.filter(|at| page.get(*at).is_some_and(is_running)).collect()
    }

    /// True if a running line of a page stays there: a header of all pages on the first of them, a footer on the last,
    /// where they interrupt no sentence. Page numbers stay nowhere.
    fn is_kept(&self, page: &[TextLine], at: usize, number: usize) -> bool {
        let Some(line) = page.get(at) else { return false };
        let is_above = |other: &&TextLine| other.down < line.down;
        let is_header = page.iter().filter(is_above).count() < EDGE_LINES;
        let form = any_numbers(&line.text());
        let words = form.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
        let says_more = words.count() > MOST_LABELS;
        let on = self.on.get(&RunningForm::AnyNumbers(form));
        let own = on.and_then(|on| if is_header { on.first() } else { on.last() });
        says_more && own == Some(&number)
    }

    /// True if a page has text without them.
    fn leaves_any(&self, page: &[TextLine], number: usize) -> bool {
        self.lines(page, number).len() < page.len()
    }
}

/// Those of `pages` that follow one another closely enough, and of which enough are `is_evidence`.
fn in_a_row(pages: &[usize], is_evidence: impl Fn(usize) -> bool) -> Vec<usize> {
    let rows = pages.chunk_by(|page, next| next - page <= LARGEST_PAGE_GAP);
    let rows =
        rows.filter(|row| row.iter().filter(|page| is_evidence(**page)).count() >= FEWEST_PAGES);
    rows.flatten().copied().collect()
}

/// The indices of the lines nearest to the top and the bottom.
fn edges(page: &[TextLine]) -> Vec<usize> {
    let mut order: Vec<(usize, f64)> = page.iter().map(|line| line.down).enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let order: Vec<usize> = order.into_iter().map(|(at, _)| at).collect();
    let top = order.iter().take(EDGE_LINES);
    let bottom = order.iter().rev().take(EDGE_LINES.min(order.len().saturating_sub(EDGE_LINES)));
    top.chain(bottom).copied().collect()
}

/// The size of half of all lines at most.
fn text_size(pages: &[Vec<TextLine>]) -> f64 {
    let mut sizes: Vec<f64> = pages.iter().flatten().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

/// The words of a line, with a sign for each number.
fn any_numbers(text: &str) -> String {
    let any = text.replace(|c: char| c.is_ascii_digit(), "#");
    any.replace("##", "#").replace("##", "#")
}

/// The forms that a line at the edge of this page shares with its likes on others, where text has that size.
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
        // Headings count as well: "Week 1", "Week 2", one on each page.
        let is_heading = line.bold || line.size.round() > text_size.round();
        let numbered = first.into_iter().chain(last).filter(|_| !is_heading);
        forms.extend(numbered.chain([text]).map(exactly));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages whose first line is this one, each with text of its own below.
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

    /// The heads that stay.
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
        // A page without text of its own keeps no head that others have above theirs.
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
