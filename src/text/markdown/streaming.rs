//! The unfinished end of a text: closed where that is safe, otherwise held back.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

/// Paired markers, longest first.
const PAIRS: [&str; 5] = ["**", "__", "~~", "*", "_"];

/// Closes open Markdown at the end of a partial text.
pub(super) fn finish(text: &mut String) {
    let in_code = in_open_fence(text);
    hold_last_line(text, in_code);
    if !in_code {
        hold_box(text);
        hold_definition(text);
        hold_table(text);
        hold_half_entity(text);
        open_half_link(text);
        close_pairs(text);
    }
}

/// Returns true if the text ends in an open fenced code block.
fn in_open_fence(text: &str) -> bool {
    if !text.contains("```") && !text.contains("~~~") {
        return false;
    }
    let last = Parser::new(text)
        .into_offset_iter()
        .filter(|(event, _)| {
            matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))))
        })
        .last();
    last.is_some_and(|(_, range)| {
        let after = text.get(range.end..).unwrap_or_default();
        after.trim().is_empty() && !is_closed(text.get(range).unwrap_or_default())
    })
}

/// Returns true if the last line of a fenced code block is its closing fence.
fn is_closed(block: &str) -> bool {
    let unfenced = block.trim_start_matches(['`', '~']);
    let fence = block.get(..block.len() - unfenced.len()).unwrap_or_default();
    let last = unfenced.trim_end().rsplit_once('\n').map(|(_, line)| line);
    last.is_some_and(|line| {
        // In a quotation or a list, the lines of a block begin with the markers of these.
        let line = line.trim_start_matches([' ', '>', '\t']);
        line.starts_with(fence) && line.trim_start_matches(['`', '~']).is_empty()
    })
}

/// Returns the start of the last line.
fn last_line(text: &str) -> usize {
    text.rfind('\n').map_or(0, |at| at + 1)
}

/// Returns the start of the last block: after the last blank line.
fn last_block(text: &str) -> usize {
    text.rfind("\n\n").map_or(0, |at| at + 2)
}

/// Returns the start of the last block, or of the last item of its list: paired markers do not extend beyond either.
fn last_item(text: &str) -> usize {
    let block = last_block(text);
    let lines = text.get(block..).unwrap_or_default();
    let lines = lines.split_inclusive('\n').scan(block, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    let items = lines.filter(|(_, line)| begins_item(line.trim_start()));
    items.map(|(at, _)| at).last().unwrap_or(block)
}

/// Returns true if a line begins an item of a list.
fn begins_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || (number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") ")))
}

/// Holds back a last line that may become the marker of a list, a heading, a rule or a fence.
fn hold_last_line(text: &mut String, in_code: bool) {
    let start = last_line(text);
    let line = text.get(start..).unwrap_or_default().trim();
    let markers = if in_code { "`~" } else { "-*+#>=`~_|:0123456789.)" };
    let marker = |c: char| markers.contains(c);
    if !line.is_empty()
        && line.chars().all(|c| marker(c) || (!in_code && c == ' '))
        && !is_figure(line)
    {
        text.truncate(start);
    }
}

/// Returns true if a line of digits is too long to be an item number.
fn is_figure(line: &str) -> bool {
    const MAX_DIGITS: usize = 9;
    line.chars().filter(char::is_ascii_digit).count() > MAX_DIGITS
}

/// Holds back `[x]` or a part of it in an item, which is the box of a task once words follow.
fn hold_box(text: &mut String) {
    let start = last_line(text);
    let line = text.get(start..).unwrap_or_default();
    let Some((item, rest)) = line.rsplit_once('[') else {
        return;
    };
    let is_box = ["", "]", "x", "X", "x]", "X]"].contains(&rest.trim());
    if begins_item(item.trim_start()) && is_box {
        text.truncate(start + item.len());
    }
}

/// Holds back a last line such as `[1]: https…`, which defines a link and is never shown.
fn hold_definition(text: &mut String) {
    const MAX_LEN: usize = 2000;
    let start = last_line(text);
    let line = text.get(start..).unwrap_or_default();
    let Some(label) = line.trim_start().strip_prefix('[') else {
        return;
    };
    let held = match label.split_once(']') {
        Some((_, rest)) => rest.is_empty() || rest.starts_with(':'),
        None => true,
    };
    if held && line.len() <= MAX_LEN {
        text.truncate(start);
    }
}

/// Holds back a table without its second line, and an incomplete row.
fn hold_table(text: &mut String) {
    let block = last_block(text);
    let lines = text.get(block..).unwrap_or_default();
    if !lines.trim_start().starts_with('|') {
        return;
    }
    let whole = lines.matches('\n').count();
    let keep = if whole < 2 { block } else { last_line(text) };
    text.truncate(keep);
}

/// Holds back `&am`, and a backslash without its character.
fn hold_half_entity(text: &mut String) {
    const MAX_LEN: usize = 10;
    if text.ends_with('\\') {
        text.pop();
    }
    if let Some(at) = text.rfind('&') {
        let name = text.get(at + 1..).unwrap_or_default();
        if name.len() <= MAX_LEN && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#') {
            text.truncate(at);
        }
    }
}

/// Shows only the text of a link with an incomplete address.
fn open_half_link(text: &mut String) {
    let Some(middle) = text.rfind("](") else {
        return;
    };
    let address = text.get(middle..).unwrap_or_default();
    if address.contains([')', ' ', '\n']) {
        return;
    }
    if let Some(open) = text.get(..middle).and_then(|before| before.rfind('[')) {
        text.truncate(middle);
        text.remove(open);
    }
}

/// Closes open emphasis, strikethrough and code at the end of the last block.
fn close_pairs(text: &mut String) {
    let kept = text.trim_end_matches(['*', '_', '~', '`']).len();
    text.truncate(kept);
    let open = open_pairs(text.get(last_item(text)..).unwrap_or_default());
    if open.is_empty() {
        return;
    }
    // A closing marker after a space would not close.
    let kept = text.trim_end_matches(' ').len();
    text.truncate(kept);
    for marker in open.iter().rev() {
        text.push_str(marker);
    }
}

/// Returns the open markers at the end of a block, outermost first.
fn open_pairs(block: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let mut rest = block;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let length = match (next, pair(rest)) {
            ('\\', _) => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            ('`', _) => match code_span(rest) {
                Ok(length) => length,
                Err(ticks) => {
                    open.push(ticks);
                    return open;
                }
            },
            (_, Some(marker)) => {
                let after = rest.get(marker.len()..).and_then(|rest| rest.chars().next());
                toggle(&mut open, marker, before, after);
                marker.len()
            }
            _ => next.len_utf8(),
        };
        let (taken, left) = rest.split_at(length);
        before = taken.chars().last().unwrap_or(' ');
        rest = left;
    }
    open
}

fn pair(rest: &str) -> Option<&'static str> {
    PAIRS.into_iter().find(|marker| rest.starts_with(marker))
}

/// Returns the length of a complete code span, or the backticks that would close it.
fn code_span(rest: &str) -> Result<usize, String> {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let marker = "`".repeat(ticks);
    match rest.get(ticks..).and_then(|inside| inside.find(&marker)) {
        Some(end) => Ok(ticks + end + ticks),
        None => Err(marker),
    }
}

/// Opens or closes a marker, depending on the characters around it.
fn toggle(open: &mut Vec<String>, marker: &str, before: char, after: Option<char>) {
    if open.last().is_some_and(|last| last == marker) && !before.is_whitespace() {
        open.pop();
        return;
    }
    let inside_word = marker.starts_with('_') && before.is_alphanumeric();
    let opens = after.is_some_and(|after| !after.is_whitespace());
    if opens && !inside_word && !open.iter().any(|other| other == marker) {
        open.push(marker.to_owned());
    }
}
