//! The state of reading rich text.

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};
use footnote_text::list::has;

use super::tokens::Token;
use crate::office::numbering;
use footnote_documents::Block;
use footnote_documents::grid::Grid;

/// Maximum nesting of groups; deeper ones are left out.
const MAX_NESTING: usize = 1_000;

/// Groups whose text does not belong to the document.
const SKIPPED_GROUPS: &str = "\
    colortbl stylesheet info pict nonshppict object listtables filetbl fldinst header headerl \
    headerr headerf footer footerl footerr footerf xe tc rxe bkmkstart bkmkend themedata datastore \
    generator private";

/// The properties of a group.
#[derive(Clone, Copy, Debug, Default)]
struct RtfGroup {
    place: Destination,
    /// True if its text is hidden.
    is_hidden: bool,
    /// Number of replacement characters that follow a character given by its number.
    spare: Option<usize>,
    font: i32,
    /// True if its text was added when a web page was converted to rich text.
    rtf_only: bool,
}

/// The destination of a group's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Destination {
    /// To the document.
    #[default]
    Body,
    /// To its title.
    Title,
    /// To the list of fonts.
    Fonts,
    /// To a note.
    Note,
    /// To the number of an item.
    Number,
    /// To the web page only.
    Tag,
    /// Discarded.
    Nowhere,
}

/// The state of reading a file, and the document read so far.
#[derive(Default)]
pub(super) struct RtfState {
    group: RtfGroup,
    outer: Vec<RtfGroup>,
    /// Number of open groups inside the deepest group that is read.
    beyond: usize,
    /// The encoding of the file, and of each of its fonts.
    encoding: Option<&'static Encoding>,
    fonts: HashMap<i32, &'static Encoding>,
    /// Undecoded bytes, and the first half of a character given by two numbers (a surrogate pair).
    bytes: Vec<u8>,
    half: Option<u16>,
    /// Number of characters to skip.
    skip: usize,
    text: String,
    title: String,
    /// The web page that a mail program converted to rich text.
    page: Option<String>,
    note: String,
    number: String,
    /// The first heading, without its number.
    first_heading: Option<String>,
    /// The level of the current paragraph if it is a heading, and true if it is an item.
    level: Option<u8>,
    is_item: bool,
    is_in_table: bool,
    grid: Grid,
    blocks: Vec<Block>,
    hidden: usize,
}

impl RtfState {
    /// Returns the title and the first heading, the blocks, and the number of characters left out.
    pub(super) fn end(mut self) -> ((String, Option<String>), Vec<Block>, usize) {
        self.flush();
        self.is_in_table = false;
        self.end_paragraph();
        self.end_table();
        let titles = (self.title.trim().to_owned(), self.first_heading);
        (titles, self.blocks, self.hidden)
    }

    /// Returns the web page that was converted to rich text; `None` if there was none.
    pub(super) fn page(&mut self) -> Option<String> {
        self.flush();
        self.page.take()
    }

    /// Processes a token.
    pub(super) fn take(&mut self, token: Token<'_>) {
        if let Token::Byte(byte) = token {
            if self.skip > 0 {
                self.skip -= 1;
            } else {
                self.bytes.push(byte);
            }
            return;
        }
        self.flush();
        match token {
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Word("u", Some(number)) => self.numbered(number),
            Token::Word(word, number) => {
                self.skip = 0;
                self.word(word, number);
            }
            Token::Symbol(symbol) => self.symbol(symbol),
            Token::Byte(_) => {}
        }
    }

    fn open(&mut self) {
        self.skip = 0;
        if self.outer.len() < MAX_NESTING {
            self.outer.push(self.group);
        } else {
            self.beyond += 1;
        }
    }

    fn close(&mut self) {
        self.skip = 0;
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(outer) = self.outer.pop() {
            let is_note = self.group.place == Destination::Note && outer.place != Destination::Note;
            self.group = outer;
            if is_note {
                let note = std::mem::take(&mut self.note);
                self.text.extend([" (", note.trim(), ")"]);
            }
        }
    }

    fn symbol(&mut self, symbol: u8) {
        match symbol {
            b'*' => self.group.place = Destination::Nowhere,
            b'~' => self.push('\u{a0}'),
            b'_' => self.push('-'),
            b'\\' | b'{' | b'}' => self.push(char::from(symbol)),
            b'\r' | b'\n' => self.end_paragraph(),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        match word {
            "fromhtml" => self.page = Some(String::new()),
            "htmltag" if self.group.place == Destination::Nowhere => {
                self.group.place = Destination::Tag;
            }
            "htmlrtf" => self.group.rtf_only = number != Some(0),
            "par" | "sect" | "page" if self.page.is_some() => self.push('\n'),
            "par" | "sect" | "page" if self.group.place == Destination::Body => {
                self.end_paragraph();
            }
            "par" | "line" | "lbr" => self.push('\n'),
            "tab" => self.push(' '),
            // The mark of an item may come before or after this word, so it is kept.
            "pard" => (self.level, self.is_in_table) = (None, false),
            "plain" => self.group.is_hidden = false,
            "intbl" => self.is_in_table = true,
            "cell" | "nestcell" => self.end_cell(),
            "row" | "nestrow" => self.grid.end_row(),
            "outlinelevel" => self.level = level(number),
            "listtext" | "pntext" => self.number_item(),
            "v" | "deleted" => self.group.is_hidden = number != Some(0),
            "uc" => self.group.spare = number.and_then(|spare| usize::try_from(spare).ok()),
            "ansicpg" => {
                let page = number.and_then(|page| u16::try_from(page).ok());
                // An RTF file is ASCII itself, so its code page must be compatible with it.
                let encoding = page.and_then(codepage::to_encoding);
                self.encoding = encoding.filter(|encoding| encoding.is_ascii_compatible());
            }
            "fonttbl" => self.group.place = Destination::Fonts,
            "f" => self.group.font = number.unwrap_or_default(),
            "fcharset" => self.font(number),
            "footnote" if self.group.place == Destination::Body => {
                self.group.place = Destination::Note;
            }
            "title" if self.group.place == Destination::Nowhere => {
                self.group.place = Destination::Title;
            }
            word if has(SKIPPED_GROUPS, word) => self.group.place = Destination::Nowhere,
            word => named(word).into_iter().for_each(|c| self.push(c)),
        }
    }

    /// Marks the following text in the group as the number or bullet of an item, unless the group is not read.
    fn number_item(&mut self) {
        self.is_item = true;
        self.number.clear();
        self.group.place = match self.group.place {
            Destination::Body => Destination::Number,
            _ => Destination::Nowhere,
        };
    }

    fn font(&mut self, charset: Option<i32>) {
        if let Some(encoding) = charset.and_then(of_charset) {
            self.fonts.insert(self.group.font, encoding);
        }
    }

    /// Adds a character by its number in UTF-16, which may come in two halves and may be negative.
    fn numbered(&mut self, number: i32) {
        self.skip = self.group.spare.unwrap_or(1);
        let unit = u16::try_from(number.rem_euclid(1 << 16)).unwrap_or_default();
        let units = self.half.take().into_iter().chain([unit]);
        match char::decode_utf16(units).last() {
            Some(Ok(c)) => self.push(c),
            _ => self.half = Some(unit),
        }
    }

    /// Decodes the bytes so far.
    fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let own = self.fonts.get(&self.group.font).copied();
        let encoding = own.or(self.encoding).unwrap_or(WINDOWS_1252);
        let bytes = std::mem::take(&mut self.bytes);
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        text.chars().for_each(|c| self.push(c));
    }

    fn push(&mut self, c: char) {
        if let Some(page) = &mut self.page {
            let is_of_page = matches!(self.group.place, Destination::Body | Destination::Tag);
            page.extend((is_of_page && !self.group.rtf_only).then_some(c));
            return;
        }
        match self.group.place {
            Destination::Body | Destination::Note if self.group.is_hidden => {
                self.hidden += usize::from(!c.is_whitespace());
            }
            Destination::Body => self.text.push(c),
            Destination::Title => self.title.push(c),
            Destination::Note => self.note.push(c),
            Destination::Number => self.number.push(c),
            Destination::Fonts | Destination::Tag | Destination::Nowhere => {}
        }
    }

    fn end_paragraph(&mut self) {
        if self.is_in_table {
            self.text.push('\n');
            return;
        }
        self.end_table();
        let text = std::mem::take(&mut self.text);
        let text = text.trim();
        let number = numbering::stated(&std::mem::take(&mut self.number));
        if text.is_empty() {
            return;
        }
        let number = number.as_deref();
        self.blocks.push(match self.level {
            Some(level) => {
                self.first_heading.get_or_insert_with(|| text.to_owned());
                numbering::heading(level, number, text)
            }
            None if self.is_item => numbering::item(number, text),
            None => Block::Paragraph(text.to_owned()),
        });
        self.is_item = false;
    }

    fn end_cell(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.grid.cell(text.trim().to_owned(), 1);
        self.is_in_table = true;
    }

    fn end_table(&mut self) {
        let grid = std::mem::take(&mut self.grid);
        self.blocks.extend(grid.blocks());
    }
}

/// Returns an outline level as the level of a heading; the tenth outline level is text.
fn level(number: Option<i32>) -> Option<u8> {
    let level = u8::try_from(number?).ok().filter(|level| *level < 9)?;
    Some((level + 1).min(6))
}

/// Returns the character that a word represents.
fn named(word: &str) -> Option<char> {
    Some(match word {
        "emdash" => '—',
        "endash" => '–',
        "lquote" => '‘',
        "rquote" => '’',
        "ldblquote" => '“',
        "rdblquote" => '”',
        "bullet" => '•',
        "emspace" | "enspace" => ' ',
        _ => return None,
    })
}

/// Returns the encoding of a font's character set.
fn of_charset(charset: i32) -> Option<&'static Encoding> {
    codepage::to_encoding(match charset {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}
