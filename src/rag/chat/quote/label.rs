//! Whether a stretch of prose is a statement, or a label that says nothing by itself.

/// Of a label, at least so many of ten words begin with a capital.
const CAPITALS: usize = 6;

/// Whether a stretch of prose may be quoted alone.
///
/// Not so questions, lead-ins ("You can:"), and headings that stand in the text, which end without
/// a full stop and are written in capitals ("Copayments IMPORTANT PLAN INFORMATION").
pub(super) fn says(text: &str) -> bool {
    let bare = text.trim_end_matches(['"', '”', '\'', '’', '»', ')', ']', '*', '_', ' ']);
    if bare.ends_with(['.', '!', '…', ';', '。', '！', '；']) {
        return true;
    }
    !bare.ends_with([':', '：', '?', '？']) && !is_in_capitals(bare)
}

fn is_in_capitals(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
    let (mut all, mut capitals, mut cased) = (0, 0, false);
    for first in words {
        all += 1;
        capitals += usize::from(first.is_uppercase());
        cased |= first.is_lowercase() || first.is_uppercase();
    }
    cased && 10 * capitals >= CAPITALS * all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_questions_and_lead_ins_say_nothing() {
        for text in [
            "What is Covered?",
            "Copayments (Copays) IMPORTANT PLAN INFORMATION:",
            "Copayments (Copays) IMPORTANT PLAN INFORMATION: Copayments (Copays)",
            "Vice President of Sales",
            "The plan covers:",
        ] {
            assert!(!says(text), "{text}");
        }
    }

    #[test]
    fn sentences_say_something_even_without_a_stop() {
        for text in [
            "Leave Is Paid.",
            "He asked: “Is it paid?” (It is.)",
            "Leave takes thirty days",
            "图书馆周一开放",
            "42 pence",
        ] {
            assert!(says(text), "{text}");
        }
    }
}
