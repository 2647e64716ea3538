//! The known sources that the text inside a bracket names, or may come to name.

use std::cell::Cell;

use percent_encoding::percent_decode_str;

use super::Piece;
use crate::list::has;
use crate::source;

/// Maximum number of names in a citation.
const MAX_NAMES: usize = 8;

/// Maximum length in bytes of the text inside a bracket that is looked up.
const MAX_INSIDE_LEN: usize = 32 * 1024;

/// Maximum number of bytes looked up in one text, so that nested brackets take no more time than other text.
const MAX_LOOKED_UP: usize = 1024 * 1024;

/// The known sources in the forms by which they are looked up.
pub(super) struct KnownSources<'a> {
    known: &'a [String],
    /// Each source in normal form.
    sources: Vec<String>,
    /// The document of each source, in normal form.
    documents: Vec<String>,
    /// Length in bytes of the longest possible text inside a bracket.
    pub(super) limit: usize,
    /// Number of closing brackets to try. Without a limit, a row of brackets would take quadratic time.
    pub(super) closes: usize,
    /// Number of bytes that may still be looked up.
    left: Cell<usize>,
}

impl<'a> KnownSources<'a> {
    pub(super) fn new(known: &'a [String]) -> Self {
        let longest = known.iter().map(String::len).max().unwrap_or(0);
        let closes = known.iter().map(|source| source.matches(']').count());
        Self {
            known,
            sources: known.iter().map(|source| normal(source)).collect(),
            documents: known.iter().map(|source| normal(source::split(source).0)).collect(),
            // Every byte may be percent-encoded, and several names may share a bracket.
            limit: ((longest + 2) * 3 * MAX_NAMES).min(MAX_INSIDE_LEN),
            closes: closes.max().unwrap_or(0) * MAX_NAMES + 1,
            left: Cell::new(MAX_LOOKED_UP),
        }
    }

    /// Counts a text as looked up; `None` if the limit is exceeded.
    fn look_up(&self, text: &str) -> Option<()> {
        let left = self.left.get().checked_sub(text.len() + 1);
        self.left.set(left.unwrap_or_default());
        left.map(|_| ())
    }

    /// Returns true if nothing more may be looked up.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// Returns the source named inside a bracket, if any.
    pub(super) fn resolve(&self, inside: &str) -> Option<Vec<Piece>> {
        self.look_up(inside)?;
        if let Some(source) = self.resolve_one(inside) {
            return Some(vec![Piece::Citation(source)]);
        }
        let names: Vec<&str> = inside.split([',', ';']).collect();
        let read = names.iter().map(|name| self.read(name));
        read.take(MAX_NAMES + 1).collect::<Option<Vec<_>>>().filter(|_| names.len() <= MAX_NAMES)
    }

    /// Returns the source that a name stands for, or the name itself if it looks like a source.
    fn read(&self, name: &str) -> Option<Piece> {
        // A document with several known pages has not been invented.
        let is_known = self.known.is_empty() || self.documents.contains(&normal(name.trim()));
        let can_invent = !is_known && looks_like_source(name);
        let invented = || can_invent.then(|| Piece::Invented(name.trim().to_owned()));
        self.resolve_one(name).map(Piece::Citation).or_else(invented)
    }

    /// Returns the known source that a name stands for.
    fn resolve_one(&self, name: &str) -> Option<String> {
        let name = name.trim();
        if name.is_empty() {
            return None;
        }
        if let Some(source) = self.known.iter().find(|source| *source == name) {
            return Some(source.clone());
        }
        let name = normal(name);
        if let Some(source) = self.matching(&self.sources, &name).next() {
            return Some(source.clone());
        }
        let mut pages = self.matching(&self.documents, &name);
        match (pages.next(), pages.next()) {
            (Some(source), None) => Some(source.clone()),
            _ => None,
        }
    }

    /// Returns the known sources with `name` as their form.
    fn matching<'b>(
        &'b self,
        forms: &'b [String],
        name: &'b str,
    ) -> impl Iterator<Item = &'b String> {
        let pairs = self.known.iter().zip(forms);
        pairs.filter(move |(_, form)| *form == name).map(|(source, _)| source)
    }

    /// Returns true if more text could make `inside` name known sources.
    pub(super) fn may_become(&self, inside: &str) -> bool {
        if self.look_up(inside).is_none() {
            return false;
        }
        if self.is_prefix(inside) {
            return true;
        }
        match inside.rsplit_once([',', ';']) {
            Some((before, last)) => {
                before.split([',', ';']).all(|name| self.resolve_one(name).is_some())
                    && self.is_prefix(last)
            }
            None => false,
        }
    }

    /// Returns true if a known source begins with `name`, or is `name` followed by spaces.
    fn is_prefix(&self, name: &str) -> bool {
        let start = normal_start(without_half_escape(name.trim_start()));
        self.sources.iter().any(|source| source.starts_with(&start))
            || self.resolve_one(name).is_some()
    }
}

/// The endings of document names, except those of source code: "[config.rs]" may or may not be a source.
const ENDINGS: &str = "\
    avif bmp csv dat doc docm docx dot dotm dotx eml epub gif heic htm html ics ipynb jpeg jpg \
    json jsonl latex markdown mbox md mht mhtml msg ndjson odp ods odt otp ots ott pdf png pot \
    potm potx pps ppsm ppsx ppt pptm pptx rtf srt tab tex text tif tiff tnef tsv txt vcard vcf \
    vtt webp xhtml xls xlsb xlsm xlsx xlt xltm xltx zip";

/// Returns true for the name of a file or of a page.
fn looks_like_source(name: &str) -> bool {
    let (path, page) = source::split(name.trim());
    let (stem, extension) = path.rsplit_once('.').unwrap_or_default();
    let is_file = has(ENDINGS, &extension.to_ascii_lowercase());
    let is_whole = !name.contains(['[', ']']);
    is_whole && (page.is_some() || (is_file && !stem.is_empty()))
}

/// Returns the normal form of a name: lower case, without percent-encoding.
fn normal(name: &str) -> String {
    percent_decode_str(name).decode_utf8_lossy().to_lowercase()
}

/// Returns the same for a name that may end inside a percent-encoded character, which is left out.
fn normal_start(name: &str) -> String {
    let bytes: Vec<u8> = percent_decode_str(name).collect();
    match str::from_utf8(&bytes) {
        Err(error) if error.error_len().is_none() => {
            let whole = bytes.get(..error.valid_up_to()).unwrap_or_default();
            String::from_utf8_lossy(whole).to_lowercase()
        }
        _ => normal(name),
    }
}

/// Returns the name without an incomplete percent-encoding at its end.
fn without_half_escape(name: &str) -> &str {
    let half = name.len() - name.len().min(2);
    let tail = (half..name.len()).find(|at| name.get(*at..).is_some_and(|t| t.starts_with('%')));
    tail.and_then(|at| name.get(..at)).unwrap_or(name)
}
