//! The tokens of rich text.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A group begins.
    Open,
    /// A group ends.
    Close,
    /// A control word with its number, such as `\outlinelevel0`.
    Word(&'a str, Option<i32>),
    /// A control symbol, such as `\~`.
    Symbol(u8),
    /// A byte of text, in the current encoding.
    Byte(u8),
}

/// The tokens of a file, in order.
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    /// Returns the tokens of these bytes.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// Takes the bytes at the beginning that satisfy the condition.
    fn run(&mut self, fits: impl Fn(&u8) -> bool) -> &'a [u8] {
        let end = self.rest.iter().position(|byte| !fits(byte));
        let (run, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        run
    }

    /// Returns the control word or symbol after a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let word = self.run(u8::is_ascii_alphabetic);
        if word.is_empty() {
            let symbol = self.byte()?;
            if symbol != b'\'' {
                return Some(Token::Symbol(symbol));
            }
            let (digits, rest) = self.rest.split_at_checked(2)?;
            self.rest = rest;
            let digits = std::str::from_utf8(digits).unwrap_or_default();
            return Some(u8::from_str_radix(digits, 16).map_or(Token::Symbol(b'*'), Token::Byte));
        }
        let sign = self.run_of(b"-", 1);
        let digits = self.run(u8::is_ascii_digit);
        let number = [sign, digits].concat();
        let number = String::from_utf8_lossy(&number).parse().ok();
        self.run_of(b" ", 1);
        let word = std::str::from_utf8(word).unwrap_or_default();
        if let ("bin", Some(length)) = (word, number) {
            let length = usize::try_from(length).unwrap_or_default();
            self.rest = self.rest.get(length..).unwrap_or_default();
        }
        Some(Token::Word(word, number))
    }

    /// Takes up to `most` of these bytes from the beginning.
    fn run_of(&mut self, bytes: &[u8], most: usize) -> &'a [u8] {
        let fits = self.rest.iter().take(most).take_while(|byte| bytes.contains(byte));
        let (run, rest) = self.rest.split_at(fits.count());
        self.rest = rest;
        run
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            return match self.byte()? {
                b'{' => Some(Token::Open),
                b'}' => Some(Token::Close),
                b'\\' => self.control(),
                b'\r' | b'\n' | 0 => continue,
                byte => Some(Token::Byte(byte)),
            };
        }
    }
}
