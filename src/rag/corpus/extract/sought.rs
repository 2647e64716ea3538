//! What is sought on a page: passages by their letters.

use crate::text::markdown::letters;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// The page, from 1.
    pub page: usize,
    /// The passages of the page in their order, of which the last is the one.
    pub texts: Vec<String>,
    /// The words of it that are meant.
    pub words: String,
}

impl Sought {
    /// The arguments by which a child process knows it: letters alone, line by line.
    pub(super) fn arguments(&self) -> Vec<String> {
        let lettered = |text: &String| {
            let lines: Vec<String> = text.lines().map(letters).collect();
            lines.join("\n")
        };
        let mut arguments = vec![
            format!("--page={}", self.page),
            format!("--words={}", letters(&self.words)),
            "--".to_owned(),
        ];
        arguments.extend(self.texts.iter().map(lettered));
        arguments
    }
}
