//! Parses SQL far enough to query the rows behind its result as well.

use std::collections::{HashMap, HashSet};

use footnote_text::words::shortened;

use super::bounds::MAX_SQL_BYTES;
use super::load::LoadedTable;
use super::result::{ANY_DECIMALS, Decimals};

/// Keywords that start the clauses of a SELECT.
const CLAUSES: [&str; 8] =
    ["select", "from", "where", "group", "having", "window", "order", "limit"];

/// Keywords that a statement may begin with.
const OPENINGS: [&str; 3] = ["select", "with", "values"];

/// Prefixes of `SQLite`'s own tables.
const OWN_PREFIXES: [&str; 3] = ["sqlite_", "pragma_", "json_"];

/// Keywords that combine several SELECTs.
const COMPOUNDS: [&str; 3] = ["union", "intersect", "except"];

/// Keywords that may follow a table and are not an alias.
const BEHIND_TABLES: [&str; 9] =
    ["join", "left", "right", "full", "inner", "outer", "cross", "natural", "on"];

/// Aggregate functions.
const AGGREGATES: [&str; 8] =
    ["count", "sum", "total", "avg", "min", "max", "group_concat", "string_agg"];

/// Maximum number of characters of a statement's word in a message.
const MAX_WORD: usize = 20;

/// Number of decimals of a quotient beyond those of its columns.
const FURTHER_DECIMALS: usize = 2;

/// Minimum number of decimals of a quotient.
const QUOTIENT_DECIMALS: usize = 4;

/// A word, an operator or a quoted text in SQL.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    begin: usize,
    /// Nesting depth of parentheses.
    depth: usize,
}

/// A single statement.
pub(super) struct Statement<'a> {
    sql: &'a str,
    tokens: Vec<Token<'a>>,
    /// All of its names and words, in lower case.
    words: HashSet<String>,
}

/// A derived statement that also returns the rows behind a result. Its last columns are the row ids of the tables with
/// the indices `sources`.
pub(super) struct Widened {
    pub(super) sql: String,
    pub(super) sources: Vec<usize>,
}

/// Derived statements that return the rows behind a result.
#[derive(Default)]
pub(super) struct WidenedStatements {
    /// The same statement, with the rows behind each row of the result.
    pub(super) rows: Option<Widened>,
    /// The matching rows, if each row of the result aggregates several.
    pub(super) fitting: Option<Widened>,
}

impl<'a> Token<'a> {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    fn is_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }

    /// The name without its quotes.
    fn name(&self) -> &'a str {
        self.text.trim_matches(['"', '`', '[', ']'])
    }

    fn names(&self, name: &str) -> bool {
        self.name().to_lowercase() == name
    }
}

impl<'a> Statement<'a> {
    /// Parses a statement.
    ///
    /// # Errors
    ///
    /// Returns why it is not exactly one statement.
    pub(super) fn read(sql: &'a str) -> Result<Self, String> {
        if sql.len() > MAX_SQL_BYTES {
            return Err("this is too long".to_owned());
        }
        let sql = sql.trim().trim_end_matches(|c: char| c == ';' || c.is_whitespace());
        let tokens = tokens(sql);
        let Some(first) = tokens.first() else {
            return Err("this is empty".to_owned());
        };
        if !first.is_any(&OPENINGS) {
            return Err(format!("it must not begin with {}", shortened(first.text, MAX_WORD)));
        }
        if tokens.iter().any(|token| token.text == ";") {
            return Err("there are several statements".to_owned());
        }
        let words = tokens.iter().map(|token| token.name().to_lowercase()).collect();
        Ok(Self { sql, tokens, words })
    }

    /// Returns the names that it gives to subqueries by `WITH`, in lower case.
    pub(super) fn named_subqueries(&self) -> HashSet<String> {
        let is_body = |token: Option<&Token<'_>>| {
            token.is_some_and(|next| next.text == "(" || next.is_any(&["materialized", "not"]))
        };
        let name = |at: usize| {
            let before = self.tokens.get(..at)?;
            let last = before.last()?;
            // A list of columns may stand behind the name.
            let opens = |token: &Token<'_>| token.text == "(" && token.depth == last.depth;
            let end = if last.text == ")" { before.iter().rposition(opens)? } else { at };
            Some(before.get(end.checked_sub(1)?)?.name().to_lowercase())
        };
        let bodies = self
            .tokens
            .iter()
            .enumerate()
            .filter(|(at, token)| token.is("as") && is_body(self.tokens.get(at + 1)));
        let mut names: HashSet<String> = bodies.filter_map(|(at, _)| name(at)).collect();
        names.retain(|name| !OWN_PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
        names
    }

    /// Text of the statement.
    pub(super) fn sql(&self) -> &'a str {
        self.sql
    }

    /// True if it mentions a table or column of this name.
    pub(super) fn names(&self, name: &str) -> bool {
        self.words.contains(name)
    }

    /// A clause with its keyword; `None` if there is none.
    fn clause(&self, word: &str) -> Option<&[Token<'a>]> {
        let is_clause = |at: usize, token: &Token<'_>| {
            // `IS DISTINCT FROM` is a comparison, not a clause.
            let is_comparison = at.checked_sub(1).and_then(|before| self.tokens.get(before));
            token.depth == 0
                && token.is_any(&CLAUSES)
                && !(token.is("from") && is_comparison.is_some_and(|before| before.is("distinct")))
        };
        let starts: Vec<usize> = self
            .tokens
            .iter()
            .enumerate()
            .filter(|(at, token)| is_clause(*at, token))
            .map(|(at, _)| at)
            .collect();
        let place = starts
            .iter()
            .position(|at| self.tokens.get(*at).is_some_and(|token| token.is(word)))?;
        let end = starts.get(place + 1).copied().unwrap_or(self.tokens.len());
        self.tokens.get(*starts.get(place)?..end)
    }

    /// Text of a part.
    fn text(&self, tokens: &[Token<'a>]) -> &'a str {
        let begin = tokens.first().map_or(0, |token| token.begin);
        let end = tokens.last().map_or(begin, |token| token.begin + token.text.len());
        self.sql.get(begin..end).unwrap_or_default()
    }

    /// The derived statements that return the rows behind the result.
    pub(super) fn widened(&self, tables: &[LoadedTable]) -> WidenedStatements {
        let is_one = self.tokens.first().is_some_and(|token| token.is("select"))
            && !self.tokens.iter().any(|token| token.depth == 0 && token.is_any(&COMPOUNDS));
        let (Some(select), Some(from)) = (self.clause("select"), self.clause("from")) else {
            return WidenedStatements::default();
        };
        let sources = sources(from, tables);
        if !is_one || sources.is_empty() {
            return WidenedStatements::default();
        }
        let rows: Vec<String> = sources.iter().map(|(_, name)| format!("{name}.rowid")).collect();
        let rows = rows.join(", ");
        let sources: Vec<usize> = sources.into_iter().map(|(at, _)| at).collect();
        if self.keeps_rows(select) {
            let begin = from.first().map_or(0, |token| token.begin);
            let (before, behind) = self.sql.split_at(begin);
            let sql = format!("{}, {rows} {behind}", before.trim_end());
            return WidenedStatements { rows: Some(Widened { sql, sources }), fitting: None };
        }
        let condition = self.clause("where").map(|part| self.text(part)).unwrap_or_default();
        let sql = format!("SELECT {rows} {} {condition}", self.text(from));
        WidenedStatements { rows: None, fitting: Some(Widened { sql, sources }) }
    }

    /// True if each row of the result comes from one row per table: there are no aggregates, or only a minimum or
    /// maximum, which selects a row.
    fn keeps_rows(&self, select: &[Token<'a>]) -> bool {
        let having = self.clause("having").unwrap_or_default();
        let calls: Vec<&str> = [select, having].iter().flat_map(|part| calls(part)).collect();
        let is_distinct = select.get(1).is_some_and(|token| token.is("distinct"));
        let is_extreme =
            |name: &str| ["min", "max"].iter().any(|one| name.eq_ignore_ascii_case(one));
        match calls[..] {
            [] => !is_distinct && self.clause("group").is_none(),
            [call] => !is_distinct && is_extreme(call),
            _ => false,
        }
    }

    /// True if it calls an aggregate function.
    pub(super) fn takes_together(&self) -> bool {
        !calls(&self.tokens).is_empty()
    }

    /// Decimals of each column of the result; `names` are the names of these columns, and `known` the decimals of the
    /// tables' columns.
    pub(super) fn decimals(
        &self,
        names: &[String],
        known: &HashMap<String, usize>,
    ) -> Vec<Decimals> {
        let select = self.clause("select").unwrap_or_default();
        let items: Vec<&[Token<'a>]> = items(select.get(1..).unwrap_or_default());
        let is_known = items.len() == names.len()
            && !items.iter().any(|item| item.last().is_some_and(|last| last.text == "*"));
        let of_column = |name: &str| known.get(name).copied();
        let of_name = |name: &String| {
            let known = of_column(&name.to_lowercase());
            known.map_or(ANY_DECIMALS, |decimals| (decimals, decimals))
        };
        if is_known {
            items.iter().map(|item| item_decimals(item, of_column)).collect()
        } else {
            names.iter().map(of_name).collect()
        }
    }
}

/// Decimals of an item of a SELECT.
fn item_decimals(item: &[Token<'_>], of_column: impl Fn(&str) -> Option<usize>) -> Decimals {
    let named = item.iter().filter_map(|token| of_column(&token.name().to_lowercase()));
    let named: Vec<usize> = named.collect();
    let has = |words: &[&str]| item.iter().any(|token| token.is_any(words));
    let Some(most) = named.iter().copied().max() else {
        return ANY_DECIMALS;
    };
    if has(&["round"]) {
        ANY_DECIMALS
    } else if has(&["/"]) {
        (most, (most + FURTHER_DECIMALS).max(QUOTIENT_DECIMALS))
    } else if has(&["*"]) {
        (most, named.iter().sum::<usize>() + FURTHER_DECIMALS)
    } else if has(&["avg"]) {
        (most, most + FURTHER_DECIMALS)
    } else {
        (most, most)
    }
}

/// Items of a list.
fn items<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    tokens.split(|token| token.depth == 0 && token.text == ",").collect()
}

/// Names of the aggregate functions called, at any depth.
fn calls<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let is_call = |pair: &&[Token<'a>]| matches!(pair, [name, open] if name.is_any(&AGGREGATES) && open.text == "(");
    tokens.windows(2).filter(is_call).filter_map(|pair| Some(pair.first()?.text)).collect()
}

/// The tables that a FROM names directly: the index of each, and its alias.
fn sources(from: &[Token<'_>], tables: &[LoadedTable]) -> Vec<(usize, String)> {
    let mut sources = Vec::new();
    for (at, token) in from.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| from.get(before));
        let begins =
            before.is_some_and(|before| before.is_any(&["from", "join", ","]) && before.depth == 0);
        let table = tables.iter().position(|table| token.names(&table.name));
        let Some(table) = table.filter(|_| begins && token.depth == 0) else {
            continue;
        };
        let mut behind = from.iter().skip(at + 1).filter(|token| !token.is("as"));
        let alias = behind.next().filter(|next| is_name(next) && !next.is_any(&BEHIND_TABLES));
        sources.push((table, alias.map_or(token.text, |alias| alias.text).to_owned()));
    }
    sources
}

fn is_name(token: &Token<'_>) -> bool {
    token.text.starts_with(|c: char| c.is_alphabetic() || "_\"`[".contains(c)) && !token.is("using")
}

/// The tokens of SQL, without white space and comments.
fn tokens(sql: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let (mut begin, mut depth) = (0, 0_usize);
    while let Some(rest) = sql.get(begin..).filter(|rest| !rest.is_empty()) {
        let length = length(rest).max(1);
        let text = rest.get(..length).unwrap_or(rest);
        let is_comment = text.starts_with("--") || text.starts_with("/*");
        if text == ")" {
            depth = depth.saturating_sub(1);
        }
        if !is_comment && !text.trim().is_empty() {
            tokens.push(Token { text, begin, depth });
        }
        if text == "(" {
            depth += 1;
        }
        begin += text.len();
    }
    tokens
}

/// Length of the first token of a text, or of the white space or comment before it.
fn length(text: &str) -> usize {
    let until = |end: &str, from: usize| {
        let found = text.get(from..).and_then(|rest| rest.find(end));
        found.map_or(text.len(), |at| from + at + end.len())
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let run = |is: &dyn Fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
    match text.chars().next() {
        Some('-') if text.starts_with("--") => until("\n", 2),
        Some('/') if text.starts_with("/*") => until("*/", 2),
        // A doubled quote is an escaped one, so two adjacent quoted texts are a single token, as in SQLite.
        Some(quote @ ('\'' | '"' | '`')) => until(&quote.to_string(), 1),
        Some('[') => until("]", 1),
        Some(c) if c.is_whitespace() => run(&char::is_whitespace),
        Some(c) if is_word(c) => run(&is_word),
        Some(c) => c.len_utf8(),
        None => 0,
    }
}
