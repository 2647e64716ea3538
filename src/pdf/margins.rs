//! What stands beside the text of a page: the numbers of its lines, which are left out, and the notes at the foot of a
//! column, which come after its text.

use super::lines::TextLine;

/// Minimum number of numbered lines; a list may have fewer.
const MIN_LINES: usize = 5;

/// Part of the width of the widest line that a line of running text has, at least, unless it ends a paragraph.
const FULL: f64 = 0.8;

/// Ratio of the font size of notes to that of the text, at most.
const SMALL: f64 = 0.9;

/// Removes the numbers of lines: one after the other at the left of text that goes on from line to line.
pub(super) fn remove_numbers(lines: &mut [TextLine]) {
    let numbered: Vec<(usize, u32)> =
        (0..).zip(&*lines).filter_map(|(at, line)| Some((at, number(line)?))).collect();
    let steps = numbered.windows(2).filter_map(|pair| pair.first().zip(pair.last()));
    let in_order =
        steps.filter(|((_, one), (_, next))| one.checked_add(1) == Some(*next)).count() + 1;
    let rest = |at: &usize| lines.get(*at).and_then(|line| line.cells.get(1));
    let texts = numbered.iter().filter_map(|(at, _)| rest(at));
    let going_on = texts.filter(|text| text.starts_with(char::is_lowercase)).count();
    let of = numbered.iter().filter_map(|(at, _)| lines.get(*at));
    let widths: Vec<f64> = of.map(|line| line.right - line.left).collect();
    let widest = widths.iter().copied().fold(0.0, f64::max);
    // The rows of a list end where their words do.
    let full = widths.iter().filter(|width| **width >= FULL * widest).count();
    let is_text = 3 * going_on >= numbered.len() && 2 * full >= numbered.len();
    if in_order < MIN_LINES || in_order < numbered.len() || !is_text {
        return;
    }
    for (at, _) in numbered {
        let Some(line) = lines.get_mut(at) else { continue };
        line.cells.remove(0);
        let own = line.pieces.iter().skip(1).take_while(|piece| !piece.firm).count() + 1;
        line.pieces.drain(..own.min(line.pieces.len()));
        line.left = line.pieces.first().map_or(line.left, |piece| piece.along);
    }
}

/// Returns the number in the first of two cells of a line.
fn number(line: &TextLine) -> Option<u32> {
    let [number, _] = line.cells.as_slice() else { return None };
    number.parse().ok()
}

/// Moves the notes at the foot of a column behind the text of the page, which goes on in the next column.
pub(super) fn move_notes(lines: &mut Vec<TextLine>) {
    let mut sizes: Vec<f64> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let is_note = |line: &TextLine| line.size < SMALL * usual;
    let (mut notes, mut from) = (Vec::new(), 0);
    while let Some(rest) = lines.get(from..).filter(|rest| !rest.is_empty()) {
        let length = rest.iter().take_while(|line| is_note(line)).count();
        let above = from.checked_sub(1).and_then(|at| lines.get(at));
        let next_column = |next: &&TextLine| {
            let is_higher = rest.first().is_some_and(|note| next.down < note.down);
            is_higher
                && above.is_some_and(|above| next.left > above.left && above.turn == next.turn)
        };
        if length > 0 && rest.get(length).as_ref().is_some_and(next_column) {
            notes.extend(lines.drain(from..from + length));
        }
        from += length.max(1);
    }
    lines.extend(notes);
}

#[cfg(test)]
mod tests {
    use super::super::lines::LineSegment;
    use super::*;

    fn line(text: &str, left: f64, down: f64, size: f64) -> TextLine {
        let cells: Vec<String> = text.split('|').map(str::to_owned).collect();
        let pieces = cells.iter().zip(0_i32..).map(|(text, at)| LineSegment {
            text: text.clone(),
            along: left + 30.0 * f64::from(at),
            right: left + 30.0 * f64::from(at) + 20.0,
            firm: true,
        });
        let pieces = pieces.collect();
        TextLine { cells, pieces, left, right: left + 100.0, down, size, turn: 0, bold: false }
    }

    fn texts(lines: &[TextLine]) -> Vec<String> {
        lines.iter().map(TextLine::text).collect()
    }

    #[test]
    fn numbers_of_lines_are_no_text_and_those_of_a_list_are() {
        let all = |texts: [&str; 5]| -> Vec<TextLine> {
            (0_i32..)
                .zip(texts)
                .map(|(at, text)| line(text, 60.0, 24.0 * f64::from(at), 11.0))
                .collect()
        };
        let mut lease = all([
            "1|The lessee shall",
            "2|clear the ditch",
            "3|before frost. The",
            "4|lessor may",
            "5|look.",
        ]);
        remove_numbers(&mut lease);
        assert_eq!(texts(&lease)[1], "clear the ditch");
        assert_eq!((lease[1].left, lease[1].pieces.len()), (90.0, 1));
        let mut list = all(["1|Anna", "2|Bo", "3|Cleo", "4|Dan", "5|Eve"]);
        remove_numbers(&mut list);
        assert_eq!(texts(&list)[1], "2 Bo");
        let mut scale = all(["1|very poor", "2|poor", "3|fair", "4|good", "5|as good as new"]);
        for (line, width) in scale.iter_mut().zip([50.0, 30.0, 25.0, 25.0, 90.0]) {
            line.right = line.left + width;
        }
        remove_numbers(&mut scale);
        assert_eq!(texts(&scale)[1], "2 poor");
    }

    #[test]
    fn notes_at_the_foot_of_a_column_come_after_the_text() {
        let mut page = vec![
            line("She kept the ledger in", 72.0, 100.0, 11.0),
            line("* He drowned.", 72.0, 130.0, 8.0),
            line("the salt barrel,", 320.0, 60.0, 11.0),
            line("and paid.", 320.0, 74.0, 11.0),
            line("2 In autumn.", 320.0, 130.0, 8.0),
        ];
        move_notes(&mut page);
        let expected = [
            "She kept the ledger in",
            "the salt barrel,",
            "and paid.",
            "2 In autumn.",
            "* He drowned.",
        ];
        assert_eq!(texts(&page), expected);
    }
}
