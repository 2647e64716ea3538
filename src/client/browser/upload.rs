//! Files that a reader picks, drops or pastes, and their upload.

use js_sys::Promise;
use leptos::ev::{ClipboardEvent, DragEvent, Event};
use leptos::prelude::document;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileList, FormData, HtmlInputElement, ProgressEvent, XmlHttpRequest};

/// A file chosen by a reader.
#[derive(Clone, Debug)]
pub struct PickedFile {
    /// Name of the file.
    pub name: String,
    file: SendWrapper<File>,
}

/// Returns the files picked in a field, which is then cleared.
pub fn picked(event: &Event) -> Vec<PickedFile> {
    event.target().map(|target| taken(target.dyn_into().ok())).unwrap_or_default()
}

/// Returns the files that a field holds, such as those picked before the page was hydrated. The field is then cleared.
pub fn picked_before(id: &str) -> Vec<PickedFile> {
    taken(document().get_element_by_id(id).and_then(|field| field.dyn_into().ok()))
}

fn taken(field: Option<HtmlInputElement>) -> Vec<PickedFile> {
    let Some(field) = field else {
        return Vec::new();
    };
    let files = all(field.files());
    // Allows the same file to be picked again.
    field.set_value("");
    files
}

/// Returns the dropped files.
pub fn dropped(event: &DragEvent) -> Vec<PickedFile> {
    all(event.data_transfer().and_then(|data| data.files()))
}

/// Returns true if files are being dragged, rather than text or links.
pub fn has_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

/// Returns true if the drag leaves the window, rather than one element for another.
pub fn leaves(event: &DragEvent) -> bool {
    event.related_target().is_none()
}

/// Returns the pasted files.
pub fn pasted(event: &ClipboardEvent) -> Vec<PickedFile> {
    all(event.clipboard_data().and_then(|data| data.files()))
}

fn all(files: Option<FileList>) -> Vec<PickedFile> {
    let Some(files) = files else {
        return Vec::new();
    };
    let files = (0..files.length()).filter_map(|at| files.item(at));
    files.map(|file| PickedFile { name: file.name(), file: SendWrapper::new(file) }).collect()
}

/// Uploads a file as a form would, in the field `field` after the others, and reports the percentage sent. Returns the
/// response; `None` if the connection failed.
pub async fn send_file(
    address: &str,
    others: &[(&str, &str)],
    (field, file): (&str, &PickedFile),
    progress: impl Fn(u32) + 'static,
) -> Option<String> {
    let form = FormData::new().ok()?;
    for (name, value) in others {
        form.append_with_str(name, value).ok()?;
    }
    form.append_with_blob_and_filename(field, &file.file, &file.name).ok()?;
    let request = XmlHttpRequest::new().ok()?;
    request.open_with_async("POST", address, true).ok()?;
    request.set_request_header("accept", "application/json").ok()?;
    let progressed = Closure::<dyn Fn(ProgressEvent)>::new(move |event: ProgressEvent| {
        progress(hundredths(event.loaded(), event.total()));
    });
    let upload = request.upload().ok()?;
    upload.set_onprogress(Some(progressed.as_ref().unchecked_ref()));
    let ended = Promise::new(&mut |resolve, _| request.set_onloadend(Some(&resolve)));
    request.send_with_opt_form_data(Some(&form)).ok()?;
    JsFuture::from(ended).await.ok()?;
    let answer = request.response_text().ok().flatten();
    answer.filter(|answer| !answer.is_empty())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share is between 0 and 100"
)]
fn hundredths(part: f64, whole: f64) -> u32 {
    (100.0 * part / whole.max(1.0)) as u32
}
