//! The reasons why files cannot be read, in the page's language.

use crate::words;

/// Returns the reason in the page's language, as the end of a sentence; unchanged if there is no message for it.
pub fn fault(reason: &str) -> &str {
    match reason {
        "is empty" => words::fault_empty(),
        "is not what its file extension says" => words::fault_mislabelled(),
        "is not text, although its name says so" => words::fault_not_text(),
        "is protected by a password" => words::fault_protected(),
        "is damaged and cannot be read" => words::fault_damaged(),
        "stopped the program that read it, and is probably damaged" => words::fault_died(),
        "contains no text; if it is a scan, it is read in the background where tesseract-ocr is installed" => {
            words::fault_no_text()
        }
        "contains no text" => words::fault_no_words(),
        "has text whose fonts do not tell its characters; text recognition (OCR) makes it readable" => {
            words::fault_no_characters()
        }
        "took longer than 30 seconds" => words::fault_too_slow(),
        "needs more memory than allowed" => words::fault_out_of_memory(),
        "was skipped: only the first 1,000 attachments of a file are read" => {
            words::fault_too_many()
        }
        "has an unsupported format; if it is an old Office file, save it as .docx, .xlsx or .pptx" => {
            words::fault_unsupported()
        }
        "is an image without text" => words::fault_image(),
        "could not be read because the reading process did not start" => words::fault_not_started(),
        "is larger than 100 MB" => words::fault_too_large(),
        "was changed while it was read" => words::fault_changed(),
        _ => reason,
    }
}
