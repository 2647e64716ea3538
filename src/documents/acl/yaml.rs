//! YAML as a tree, read as strictly as possible.

use std::borrow::Cow;

use granit_parser::{Event, Options, Parser, ScalarStyle, ScanError, Span};

/// Maximum nesting of lists and mappings, which are processed recursively.
const MAX_NESTING: usize = 64;

/// Line breaks of older YAML that newer YAML treats as part of a line.
const OLD_BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

/// A node of a document.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) content: NodeContent<'a>,
    /// True if it has a tag, which may change its meaning.
    pub(super) is_tagged: bool,
}

/// The content of a node.
#[derive(Debug)]
pub(super) enum NodeContent<'a> {
    /// Text within one line.
    Text {
        /// The text without its marks.
        text: Cow<'a, str>,
        /// True if it had no quotation marks.
        is_plain: bool,
    },
    /// Text over several lines.
    Lines,
    /// A sequence.
    List(Vec<Node<'a>>),
    /// A mapping; no two keys are the same text.
    Map(Vec<(Node<'a>, Node<'a>)>),
    /// A reference to another node, which is not resolved.
    Alias,
}

/// The text is not YAML, or different parsers read it differently.
#[derive(Debug)]
pub(super) struct AmbiguousYaml;

/// Returns the only document of `text`; `None` if there are only comments.
///
/// # Errors
///
/// Fails with [`AmbiguousYaml`] also if there are several documents or directives, a mapping repeats a key, or lists
/// and mappings are nested deeper than 64 levels.
pub(super) fn document(text: &str) -> Result<Option<Node<'_>>, AmbiguousYaml> {
    if text.contains(OLD_BREAKS) {
        return Err(AmbiguousYaml);
    }
    let mut options = Options::default();
    options.disallow_directives = true;
    options.strict_indentation = true;
    options.flow_nesting_limit = MAX_NESTING;
    options.block_nesting_limit = MAX_NESTING;
    let mut events = YamlEvents(Parser::new_from_str_with_options(text, options));
    let mut root = None;
    while let Some((event, span)) = events.next()? {
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            Event::DocumentStart(..) if root.is_none() => {}
            event if root.is_none() => root = Some(events.node(event, span)?),
            _ => return Err(AmbiguousYaml),
        }
    }
    Ok(root)
}

struct YamlEvents<I>(I);

impl<'a, I: Iterator<Item = Result<(Event<'a>, Span), ScanError>>> YamlEvents<I> {
    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>, AmbiguousYaml> {
        self.0.next().transpose().map_err(|_| AmbiguousYaml)
    }

    /// Returns the node that begins with `event`.
    fn node(&mut self, event: Event<'a>, span: Span) -> Result<Node<'a>, AmbiguousYaml> {
        let (content, is_tagged) = match event {
            Event::Alias(_) => (NodeContent::Alias, false),
            Event::Scalar(text, style, _, tag) => {
                let is_plain = style == ScalarStyle::Plain;
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let content = if is_block || span.start.line() != span.end.line() {
                    NodeContent::Lines
                } else {
                    NodeContent::Text { text, is_plain }
                };
                (content, tag.is_some())
            }
            Event::SequenceStart(_, _, tag) => (NodeContent::List(self.list()?), tag.is_some()),
            Event::MappingStart(_, _, tag) => (NodeContent::Map(self.map()?), tag.is_some()),
            _ => return Err(AmbiguousYaml),
        };
        Ok(Node { content, is_tagged })
    }

    fn list(&mut self) -> Result<Vec<Node<'a>>, AmbiguousYaml> {
        let mut items = Vec::new();
        loop {
            match self.next()?.ok_or(AmbiguousYaml)? {
                (Event::SequenceEnd, _) => return Ok(items),
                (event, span) => items.push(self.node(event, span)?),
            }
        }
    }

    fn map(&mut self) -> Result<Vec<(Node<'a>, Node<'a>)>, AmbiguousYaml> {
        let mut entries: Vec<(Node<'a>, Node<'a>)> = Vec::new();
        let mut known = std::collections::HashSet::new();
        loop {
            let key = match self.next()?.ok_or(AmbiguousYaml)? {
                (Event::MappingEnd, _) => return Ok(entries),
                (event, span) => self.node(event, span)?,
            };
            let is_new = match &key.content {
                NodeContent::Text { text, .. } => known.insert(text.clone()),
                _ => true,
            };
            let (event, span) = self.next()?.filter(|_| is_new).ok_or(AmbiguousYaml)?;
            entries.push((key, self.node(event, span)?));
        }
    }
}
