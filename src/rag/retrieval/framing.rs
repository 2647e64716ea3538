//! Words that frame a question and say little about its subject, however rare they are in documents.

/// The words, sorted.
const FRAMING: [&str; 120] = [
    "according",
    "allow",
    "allowed",
    "another",
    "ask",
    "asked",
    "asks",
    "become",
    "begin",
    "bring",
    "brings",
    "brought",
    "came",
    "come",
    "comes",
    "compare",
    "compared",
    "considering",
    "day",
    "days",
    "describe",
    "described",
    "differ",
    "difference",
    "differences",
    "different",
    "document",
    "especially",
    "ever",
    "exactly",
    "explain",
    "explained",
    "explanation",
    "find",
    "finds",
    "following",
    "found",
    "gave",
    "general",
    "get",
    "gets",
    "getting",
    "give",
    "gives",
    "go",
    "goes",
    "going",
    "got",
    "handle",
    "happen",
    "happened",
    "happens",
    "include",
    "included",
    "includes",
    "including",
    "information",
    "keep",
    "keeps",
    "kind",
    "kinds",
    "know",
    "let",
    "lets",
    "like",
    "list",
    "lists",
    "long",
    "look",
    "looks",
    "made",
    "make",
    "makes",
    "making",
    "many",
    "mean",
    "means",
    "mention",
    "mentioned",
    "much",
    "need",
    "needs",
    "outlined",
    "people",
    "person",
    "put",
    "puts",
    "regarding",
    "say",
    "says",
    "see",
    "seen",
    "show",
    "specific",
    "specifically",
    "take",
    "taken",
    "takes",
    "taking",
    "thing",
    "things",
    "time",
    "times",
    "today",
    "tries",
    "try",
    "use",
    "used",
    "uses",
    "using",
    "various",
    "want",
    "wants",
    "way",
    "ways",
    "went",
    "write",
    "writes",
    "written",
    "wrote",
];

/// What a framing word counts against another.
pub const WEIGHT: f32 = 0.25;

/// What a word of the question counts.
pub fn worth(word: &str) -> f32 {
    if is_framing(word) { WEIGHT } else { 1.0 }
}

/// Whether a word of the question frames it only.
pub fn is_framing(word: &str) -> bool {
    FRAMING.binary_search(&word.to_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framing_words_are_sorted_for_the_search() {
        assert!(FRAMING.is_sorted());
        assert!(is_framing("Considering") && !is_framing("apples"));
    }
}
