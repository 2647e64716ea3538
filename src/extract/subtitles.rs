//! Subtitles (SRT, VTT): the spoken text, under its times.

use super::chunks::decode;
use super::{ExtractError, ParsedDocument};
use footnote_documents::Block;

/// The arrow between the times of a cue.
const ARROW: &str = "-->";

/// Number of seconds after which the text gets a new time as heading.
const HEADING_SECONDS: u32 = 60;

/// Reads subtitles.
///
/// # Errors
///
/// Fails if it is not text, or has no cues.
pub(super) fn read(bytes: &[u8]) -> Result<ParsedDocument<'_>, ExtractError> {
    let mut blocks = Vec::new();
    let mut begun = None;
    let mut spoken: Vec<String> = Vec::new();
    for (start, words) in cues(&decode(bytes)?) {
        if begun.is_none_or(|begun| start >= begun + HEADING_SECONDS) {
            end_stretch(&mut blocks, begun, &mut spoken);
            begun = Some(start);
        }
        // Rolling captions show each line twice.
        let new = words.into_iter().filter(|line| spoken.last() != Some(line));
        spoken.extend(new.collect::<Vec<_>>());
    }
    end_stretch(&mut blocks, begun, &mut spoken);
    if blocks.is_empty() {
        return Err(ExtractError::Mislabelled);
    }
    ParsedDocument::of_text(String::new(), blocks.into_iter())
}

/// Adds the text spoken since `begun` under that time.
fn end_stretch(blocks: &mut Vec<Block>, begun: Option<u32>, spoken: &mut Vec<String>) {
    let words = std::mem::take(spoken).join(" ");
    if let Some(begun) = begun.filter(|_| !words.is_empty()) {
        let (hours, minutes, seconds) = (begun / 3600, begun / 60 % 60, begun % 60);
        let time = format!("{hours}:{minutes:02}:{seconds:02}");
        blocks.push(Block::heading(1, time));
        blocks.push(Block::Paragraph(words));
    }
}

/// Returns the second and the lines of each cue.
fn cues(text: &str) -> Vec<(u32, Vec<String>)> {
    let mut cues: Vec<(u32, Vec<String>)> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let line = line.trim();
        if let Some(start) = line.split_once(ARROW).and_then(|(start, _)| seconds(start)) {
            cues.push((start, Vec::new()));
            is_open = true;
        } else if line.is_empty() {
            // The lines before the next time are a number, a name or a comment.
            is_open = false;
        } else if let Some((_, lines)) = cues.last_mut().filter(|_| is_open) {
            let words = without_tags(line);
            lines.extend((!words.is_empty()).then_some(words));
        }
    }
    cues
}

/// Returns the second of a time such as `00:01:02,500` or `01:02.500`.
fn seconds(time: &str) -> Option<u32> {
    let whole = time.trim().split([',', '.']).next()?;
    whole.split(':').try_fold(0_u32, |sum, part| {
        let part: u32 = part.trim().parse().ok()?;
        sum.checked_mul(60)?.checked_add(part)
    })
}

/// Returns a line without formatting tags; the speaker's name precedes the words.
fn without_tags(line: &str) -> String {
    let mut words = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['<', '{']) {
        let (before, tag) = rest.split_at(at);
        words.push_str(before);
        let (sign, end) = if tag.starts_with('<') { ("<", '>') } else { ("{", '}') };
        let inner = tag.strip_prefix(sign).unwrap_or_default();
        // A sign before a space, or one that is never closed, belongs to the text: "5 < 6".
        let is_tag = !inner.starts_with(char::is_whitespace);
        let Some((tag, behind)) = tag.split_once(end).filter(|_| is_tag) else {
            words.push_str(sign);
            rest = inner;
            continue;
        };
        if let Some(speaker) = tag.strip_prefix("<v") {
            let name = speaker.split_once(' ').map_or("", |(_, name)| name.trim());
            words.extend([name, ": "]);
        }
        rest = behind;
    }
    words.push_str(rest);
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Block, ExtractError};

    fn read(text: &str) -> Vec<String> {
        let read = super::read(text.as_bytes()).unwrap().whole();
        let blocks = read.pages.into_iter().flat_map(|page| page.blocks);
        let texts = blocks.map(|block| match block {
            Block::Heading { text, .. } | Block::Paragraph(text) => text,
            other => panic!("{other:?}"),
        });
        texts.collect()
    }

    #[test]
    fn what_is_said_stands_under_its_time() {
        let srt = "1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>Welcome</i> to the\r\ntalk.\r\n\r\n2\r\n00:01:02,500 --> 00:01:05,000\r\n{\\an8}It is about tea.\r\n";
        let expected = ["0:00:01", "Welcome to the talk.", "0:01:02", "It is about tea."];
        assert_eq!(read(srt), expected);
    }

    #[test]
    fn speakers_are_named_and_rolling_lines_stand_once() {
        let vtt = "WEBVTT\n\nNOTE a remark\n\nintro\n00:01.000 --> 00:04.000 align:start\n<v.loud Mary Ann>Hello\n\n00:04.000 --> 00:06.000\n<v.loud Mary Ann>Hello\nTom.\n";
        assert_eq!(read(vtt), ["0:00:01", "Mary Ann: Hello Tom."]);
    }

    #[test]
    fn a_sign_that_is_no_tag_is_said() {
        let srt = "1\n00:00:01,000 --> 00:00:04,000\nAs 5 < 6 and 7 > 3, <b>so</b> {x} <3 and {y\n";
        assert_eq!(read(srt), ["0:00:01", "As 5 < 6 and 7 > 3, so  <3 and {y"]);
    }

    #[test]
    fn a_text_without_times_is_none() {
        assert_eq!(super::read(b"Hello.").err(), Some(ExtractError::Mislabelled));
    }
}
