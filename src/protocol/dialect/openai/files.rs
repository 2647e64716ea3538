//! Files in the messages of a request: images and documents, as data URLs.

use serde_json::Value;

use crate::ProtocolError;
use crate::dialect::SentFile;

/// Types of parts with a file, of responses and of chat completions.
const FILE_PART_TYPES: [&str; 4] = ["input_image", "input_file", "image_url", "file"];

/// Returns true if a part of a message is a file.
pub(super) fn is_file(part: &Value) -> bool {
    part.get("type").is_some_and(|kind| FILE_PART_TYPES.into_iter().any(|known| kind == known))
}

/// Returns the files of all questions in a list of messages.
///
/// # Errors
///
/// Fails with the name of a part without a valid file.
pub(super) fn of(name: &str, list: &[Value]) -> Result<Vec<SentFile>, ProtocolError> {
    let is_question = |message: &Value| message.get("role").is_some_and(|role| role == "user");
    let question = list.iter().rposition(is_question);
    let mut files = Vec::new();
    for (at, message) in list.iter().enumerate().filter(|(_, message)| is_question(message)) {
        let parts = message.get("content").and_then(Value::as_array);
        for (part_at, part) in parts.into_iter().flatten().enumerate() {
            if is_file(part) {
                let file = file(&format!("{name}[{at}].content[{part_at}]"), part)?;
                files
                    .extend(file.map(|file| SentFile { is_earlier: question != Some(at), ..file }));
            }
        }
    }
    Ok(files)
}

/// Returns the file of a part; `None` if the part refers to an uploaded file, which is searched like all documents.
fn file(at: &str, part: &Value) -> Result<Option<SentFile>, ProtocolError> {
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    let read = match kind {
        "input_image" => image(at, &format!("{at}.image_url"), part.get("image_url")),
        "image_url" => image(at, &format!("{at}.image_url.url"), part.pointer("/image_url/url")),
        "file" => match part.get("file") {
            Some(file) => document(&format!("{at}.file"), file),
            None => Err(ProtocolError::refused(format!("{at}.file must be an object"))),
        },
        _ => document(at, part),
    }?;
    Ok(read.map(|file| SentFile { place: at.to_owned(), ..file }))
}

fn image(at: &str, place: &str, url: Option<&Value>) -> Result<Option<SentFile>, ProtocolError> {
    match url.and_then(Value::as_str) {
        Some(url) => SentFile::of_address(place, "", url).map(Some),
        None => {
            Err(ProtocolError::refused(format!("{at} holds no image: {place} must be a string")))
        }
    }
}

fn document(at: &str, file: &Value) -> Result<Option<SentFile>, ProtocolError> {
    let field = |key: &str| file.get(key).and_then(Value::as_str);
    let name = field("filename").unwrap_or_default();
    let place = format!("{at}.file_data");
    match (field("file_data"), field("file_id")) {
        (Some(data), _) if data.starts_with("data:") => {
            SentFile::of_address(&place, name, data).map(Some)
        }
        (Some(data), _) => SentFile::of_base64(&place, name, "", data).map(Some),
        (None, Some(_)) => Ok(None),
        (None, None) => {
            let why = "must be a string: nothing is fetched from elsewhere";
            Err(ProtocolError::refused(format!("{place} {why}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DATA: &str = "data:text/plain;base64,VGVhLg==";

    fn of_parts(parts: &Value) -> Result<Vec<SentFile>, ProtocolError> {
        of("input", &[json!({"role": "user", "content": parts})])
    }

    #[test]
    fn files_of_both_forms_are_read() {
        let files = of_parts(&json!([
            {"type": "input_text", "text": "What is it?"},
            {"type": "input_image", "image_url": "data:image/png;base64,VGVhLg==", "detail": "auto"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,VGVhLg=="}},
            {"type": "input_file", "filename": "a.txt", "file_data": DATA},
            {"type": "input_file", "filename": "b.txt", "file_data": "VGVhLg=="},
            {"type": "file", "file": {"filename": "c.txt", "file_data": DATA}},
            {"type": "input_file", "file_id": "file-612e6d64"},
        ]));
        let files = files.unwrap();
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["", "", "a.txt", "b.txt", "c.txt"]);
        assert!(files.iter().all(|file| file.bytes == b"Tea."));
        assert_eq!(files[0].place, "input[0].content[1]");
        assert!(files.iter().all(|file| !file.is_earlier));
        let said = json!({"role": "assistant", "content": [{"type": "input_file"}]});
        assert_eq!(of("input", &[said]), Ok(Vec::new()));
    }

    #[test]
    fn files_of_earlier_questions_are_told_from_those_of_the_last() {
        let asked = |name: &str| {
            let file = json!({"type": "input_file", "filename": name, "file_data": DATA});
            json!({"role": "user", "content": [file]})
        };
        let answered = json!({"role": "assistant", "content": "It is tea."});
        let files = of("input", &[asked("a.txt"), answered, asked("b.txt")]).unwrap();
        let earlier: Vec<_> = files.iter().map(|file| file.is_earlier).collect();
        assert_eq!(earlier, [true, false]);
    }

    #[test]
    fn a_refusal_names_the_part() {
        let far = json!([{"type": "input_image", "image_url": "https://example.com/a.png"}]);
        let far_file = json!([{"type": "input_file", "file_url": "https://example.com/a.pdf"}]);
        for (parts, expected) in [
            (far, "input[0].content[0].image_url must be an address that begins with data:"),
            (far_file, "input[0].content[0].file_data must be a string: nothing is fetched"),
            (json!([{"type": "image_url"}]), "input[0].content[0] holds no image"),
            (json!([{"type": "file"}]), "input[0].content[0].file must be an object"),
            (
                json!([{"type": "input_file", "file_data": "?"}]),
                "input[0].content[0].file_data holds no data in base64",
            ),
        ] {
            let refusal = of_parts(&parts).unwrap_err();
            assert!(refusal.message.starts_with(expected), "{refusal}");
        }
    }
}
