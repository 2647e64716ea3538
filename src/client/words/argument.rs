//! A value inserted into a message.

use std::fmt;

use super::figures;

/// A value inserted into a message; a number may determine the plural form, and is written as in the page's language.
#[derive(Clone, Copy, Debug)]
pub enum Argument<'a> {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

impl fmt::Display for Argument<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => formatter.write_str(&figures(number)),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Argument<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for Argument<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Argument<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Argument<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}
