//! The commands and environments of LaTeX that make blocks, and those whose arguments are no text.

use footnote_text::list::has;

use super::{TexReader, signs, written};
use footnote_documents::Block;

/// The levels of sections.
const SECTIONS: [&str; 7] =
    ["part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"];

/// Commands whose argument is for the program: names, files, measures and definitions.
const SILENT: &str = "\
    addbibresource bibliography bibliographystyle bookmarksetup cite citep citet cline cmidrule \
    color counterwithin documentclass eqref fontsize geometry graphicspath hfill hphantom hspace \
    hypersetup include includegraphics index input label linespread lstset nocite pageref \
    pagenumbering pagestyle ref RequirePackage selectlanguage thispagestyle usepackage \
    usetikzlibrary vphantom vspace";

/// Commands with two such arguments.
const SILENT_TWICE: &str = "\
    addtolength definecolor DeclareMathOperator DeclareUnicodeCharacter newcommand newtheorem \
    providecommand renewcommand rule setcounter setlength addtocounter";

/// Commands whose first argument is no text.
const SECOND: &str = "colorbox fcolorbox foreignlanguage href hyperref parbox raisebox textcolor";

/// Commands whose third argument is text.
const THIRD: &str = "multicolumn multirow";

/// Environments of numbers and units, code, formulas, and what is not printed or drawn.
const UNITS: &str = "SI qty si unit";
const CODE: &str = "verbatim verbatim* lstlisting minted Verbatim alltt";
const FORMULAS: &str = "\
    equation equation* align align* gather gather* multline multline* eqnarray eqnarray* math \
    displaymath";
const UNSEEN: &str = "comment filecontents filecontents* tikzpicture";
const TABLES: &str = "tabular tabular* tabularx tabulary longtable array";
const LISTS: &str = "itemize enumerate description thebibliography";

/// Environments that begin with measures or other arguments.
const MEASURED: &str = "\
    minipage multicols wrapfigure adjustbox thebibliography minted tabular tabular* tabularx \
    tabulary longtable array";

impl TexReader<'_> {
    /// Takes a command; the backslash before it is read.
    pub(super) fn command(&mut self) {
        let is_letter = |sign: char| sign.is_ascii_alphabetic();
        let length = self.rest.find(|sign: char| !is_letter(sign)).unwrap_or(self.rest.len());
        let sign = self.rest.chars().next().map_or(0, char::len_utf8);
        let (name, rest) = self.rest.split_at_checked(length.max(sign)).unwrap_or_default();
        let is_word = length > 0;
        self.rest = if is_word { rest.strip_prefix('*').unwrap_or(rest) } else { rest };
        if let Some(level) = SECTIONS.iter().position(|section| *section == name) {
            return self.section(level);
        }
        match name {
            "begin" => self.begin(),
            "end" => self.end(),
            "item" | "bibitem" => self.item(name),
            "title" => self.title = self.spoken(),
            "author" | "date" => {
                let maker = self.spoken();
                self.makers.push(maker);
            }
            "\\" | "tabularnewline" | "newline" => self.line_end(),
            "par" => self.flush(),
            "(" => self.formula("\\)"),
            "[" => self.formula("\\]"),
            "verb" => self.verbatim(),
            "footnote" | "footnotetext" | "thanks" => {
                self.option();
                let note = self.spoken();
                self.text.extend([" (", note.as_str(), ")"]);
            }
            _ => self.inline(name, is_word),
        }
    }

    /// Takes a command within a text.
    fn inline(&mut self, name: &str, is_word: bool) {
        if has(UNITS, name) {
            self.option();
            let arguments = if name == "si" || name == "unit" { 1 } else { 2 };
            for _ in 0..arguments {
                let argument = self.argument().replace('\\', " ");
                self.text.extend([" ", argument.as_str()]);
            }
            return;
        }
        let silent = [SILENT, SECOND, SILENT_TWICE, THIRD];
        let count = silent.iter().position(|names| has(names, name)).map(|at| 1 + at / 2);
        if let Some(count) = count.filter(|_| is_word) {
            for _ in 0..count {
                while self.option().is_some() {}
                self.argument();
            }
            self.option();
        } else if let Some(sign) = signs::sign(name) {
            self.rest = if is_word { self.rest.trim_start_matches(' ') } else { self.rest };
            self.text.push_str(sign);
        } else if let Some(accent) = signs::accent(name) {
            let base = self.spoken();
            let (first, others) = base.split_at(base.chars().next().map_or(0, char::len_utf8));
            self.text.extend([first, accent.encode_utf8(&mut [0; 4]), others]);
        } else if is_word {
            // Other commands style the text in their argument.
            while self.option().is_some() {}
        }
    }

    fn section(&mut self, level: usize) {
        self.flush();
        self.option();
        let text = self.spoken();
        let level = u8::try_from(level).unwrap_or(u8::MAX).clamp(1, 6);
        self.blocks.extend((!text.is_empty()).then(|| Block::heading(level, text)));
    }

    fn begin(&mut self) {
        let name = self.argument();
        let is_inner = !self.tables.is_empty();
        if !is_inner {
            self.flush();
        }
        let is_measured = has(MEASURED, name);
        while self.option().is_some() || is_measured && self.rest.starts_with('{') {
            if is_measured && self.rest.starts_with('{') {
                self.argument();
            }
        }
        let end = format!("\\end{{{name}}}");
        if name == "document" {
            self.open_document();
        } else if has(CODE, name) {
            let code = self.raw(&end).trim_matches('\n').to_owned();
            self.blocks.push(Block::Code(code));
        } else if has(UNSEEN, name) {
            self.raw(&end);
        } else if has(FORMULAS, name) {
            let formula = self.raw(&end);
            self.text.push_str(formula);
        } else if has(TABLES, name) {
            self.tables.push(vec![Vec::new()]);
        } else if has(LISTS, name) {
            self.lists.push((name == "enumerate").then_some(1));
        }
    }

    /// Leaves out what was set up before the document, except for its title and its makers.
    fn open_document(&mut self) {
        self.blocks.clear();
        let title = Some(self.title.clone()).filter(|title| !title.is_empty());
        self.blocks.extend(title.map(|title| Block::heading(1, title)));
        let makers = std::mem::take(&mut self.makers).join("\n");
        self.blocks.extend((!makers.trim().is_empty()).then_some(Block::Lines(makers)));
    }

    fn end(&mut self) {
        let name = self.argument();
        if has(TABLES, name) {
            return self.end_table();
        }
        self.flush();
        if has(LISTS, name) {
            self.lists.pop();
        } else if name == "document" {
            self.rest = "";
        }
    }

    /// Adds the innermost table to the blocks.
    pub(super) fn end_table(&mut self) {
        self.end_row();
        let rows = self.tables.pop().unwrap_or_default();
        let rows: Vec<_> =
            rows.into_iter().filter(|row| row.iter().any(|cell| !cell.is_empty())).collect();
        self.blocks.extend((!rows.is_empty()).then_some(Block::Table(rows)));
    }

    fn item(&mut self, name: &str) {
        self.flush();
        if let Some(label) = self.option() {
            let label = self.text_of(label);
            self.text.extend([label.as_str(), " "]);
        }
        if name == "bibitem" {
            self.argument();
        }
        if let Some(Some(next)) = self.lists.last_mut() {
            self.text.extend([next.to_string().as_str(), ". "]);
            *next = next.saturating_add(1);
        }
    }

    /// Ends a row of a table, or a line.
    fn line_end(&mut self) {
        self.rest = self.rest.strip_prefix('*').unwrap_or(self.rest);
        self.option();
        if self.tables.is_empty() { self.text.push(' ') } else { self.end_row() }
    }

    /// Adds a text between two equal signs as it is written.
    fn verbatim(&mut self) {
        let Some(mark) = self.rest.chars().next() else { return };
        self.rest = self.rest.get(mark.len_utf8()..).unwrap_or_default();
        let raw = self.raw(mark.encode_utf8(&mut [0; 4]));
        self.text.push_str(&written(raw));
    }
}
