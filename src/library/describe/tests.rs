//! Tests of describing images and scans.

use std::path::PathBuf;
use std::process::Command;

use footnote_models::scripted::{Scripted, Step};
use footnote_search::index::Index;
use footnote_store::FileBlobs;

use super::*;
use crate::descriptions;
use crate::ingest::{Extractors, follow};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

fn descriptions_in(folder: &Path) -> Descriptions {
    Descriptions::new(Arc::new(FileBlobs::over(folder.join(FOLDER))))
}

struct Fixture {
    folder: tempfile::TempDir,
    library: Library,
    index: Arc<Index>,
    model: Scripted,
    describer: Describer,
    program: PathBuf,
}

impl Fixture {
    /// A folder with these images, and a model that plays `steps`.
    async fn new(images: &[(&str, &[u8])], steps: Vec<Step>) -> Self {
        Self::playing(images, Scripted::new(steps)).await
    }

    /// A folder with these images, and this model.
    async fn playing(images: &[(&str, &[u8])], model: Scripted) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let documents = folder.path().join("documents");
        fs::create_dir(&documents).unwrap();
        for (name, bytes) in images {
            fs::write(documents.join(name), bytes).unwrap();
        }
        let index = Arc::new(Index::in_memory().unwrap());
        let library = Library::over(documents, index.catalog());
        let descriptions = descriptions_in(folder.path());
        let slot = ModelSlot::of(Arc::new(model.clone()));
        let describer = Describer::new(Some(slot), None, descriptions);
        let program = "/nowhere".into();
        let all = Self { folder, library, index, model, describer, program };
        all.pass().await;
        all
    }

    /// The same, with an OCR program that replies to requests for each page with these lines; without a model unless it
    /// `sees`.
    fn scanning(mut self, replies: &str, sees: bool) -> Self {
        self.program = self.folder.path().join("program");
        let script = format!(
            r#"#!/bin/sh
            cat >/dev/null
            case "$FOOTNOTE_WANTED" in
            "") echo '{{"Failed":"NoText"}}' ;;
            {replies}
            esac"#
        );
        let write = r#"printf %s "$2" >"$1" && chmod +x "$1""#;
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", write, "sh"]);
        // Written by another process, so that this one does not hold it open when it is executed.
        assert!(shell.arg(&self.program).arg(script).status().unwrap().success());
        let name = "tesseract 5.3.0".to_owned();
        self.describer.scanner = Some(ScanTool::new(&self.program, name, "eng".to_owned()));
        self.describer.model = self.describer.model.filter(|_| sees);
        self
    }

    async fn pass(&self) {
        let descriptions = Some(&self.describer.descriptions);
        let means = Extractors { program: &self.program, descriptions };
        follow(&self.library, &self.index.stores(), means, None).await.unwrap();
    }

    async fn next(&self) -> Result<Option<bool>, DescribeError> {
        self.describer.next(&self.library, &self.program).await
    }
}

#[tokio::test]
async fn an_image_is_described_once_and_its_title_says_by_whom() {
    let written = "# Floor plan\n\nRoom 4 lies beside the kitchen.";
    let images = [("plan.png", PNG), ("same.png", PNG)];
    let all = Fixture::new(&images, vec![Step::Say(written)]).await;
    assert!(all.index.records().get("plan.png").unwrap().is_image());
    assert_eq!(all.next().await.unwrap(), Some(true));
    assert_eq!(all.next().await.unwrap(), None, "the other is the same image");
    all.pass().await;
    let passages = all.index.passages_of("plan.png").unwrap();
    assert_eq!(passages[0].text, "Room 4 lies beside the kitchen.");
    assert_eq!(passages[0].title, "plan, as scripted describes it");
    assert!(all.index.records().get("same.png").unwrap().is_ready());
    let asked = all.model.asked();
    assert_eq!((asked.len(), asked[0].images[0].content_type.as_str()), (1, "image/png"));
    fs::write(all.folder.path().join("documents/new.png"), PNG).unwrap();
    all.pass().await;
    assert!(all.index.records().get("new.png").unwrap().is_ready(), "it is kept");
    let kept = descriptions_in(all.folder.path());
    let (kept, current) =
        (kept.of(hash(PNG)).await, all.describer.descriptions.of(hash(PNG)).await);
    assert_eq!(kept, current, "over a restart");
}

#[tokio::test]
async fn a_description_that_cannot_be_read_any_more_is_made_anew() {
    let all = Fixture::new(&[("a.png", PNG)], vec![Step::Say("A boat.")]).await;
    assert_eq!(all.next().await.unwrap(), Some(true));
    let kept = all.folder.path().join(FOLDER).join(descriptions::name(hash(PNG), Maker::Model));
    assert!(kept.exists());
    fs::write(kept, "half").unwrap();
    all.pass().await;
    assert!(all.index.records().get("a.png").unwrap().is_image());
    assert_eq!(all.next().await.unwrap(), Some(true));
    all.pass().await;
    assert!(all.index.records().get("a.png").unwrap().is_ready());
}

#[tokio::test]
async fn what_cannot_be_described_is_not_tried_again_even_after_a_restart() {
    let tiff: (&str, &[u8]) = ("a.tif", b"II*\0");
    let all = Fixture::new(&[tiff, ("b.png", PNG)], vec![Step::Fail(ModelError::Filtered)]).await;
    assert_eq!(all.next().await.unwrap(), Some(false), "no model takes it");
    assert_eq!(all.next().await.unwrap(), Some(false), "the host refuses it");
    assert_eq!(all.next().await.unwrap(), None);
    all.pass().await;
    assert!(all.index.records().get("b.png").unwrap().is_image());
    let known = descriptions_in(all.folder.path()).known().await.unwrap();
    let outcomes = known[&hash(PNG)];
    assert!(outcomes.has_tried(Maker::Model) && !outcomes.has_words());
}

#[tokio::test]
async fn an_image_that_has_changed_since_it_was_read_is_not_sent() {
    let all = Fixture::new(&[("a.png", PNG)], vec![Step::Say("A boat.")]).await;
    fs::write(all.folder.path().join("documents/a.png"), [PNG, b"new"].concat()).unwrap();
    assert_eq!(all.next().await.unwrap(), Some(false));
    assert_eq!(all.next().await.unwrap(), None);
    assert!(all.model.asked().is_empty());
    all.pass().await;
    assert_eq!(all.next().await.unwrap(), Some(true));
}

#[tokio::test]
async fn an_image_that_ends_its_model_keeps_no_other_from_being_described() {
    let other = [PNG, b"other"].concat();
    let images = [("a.png", PNG), ("b.png", &*other)];
    let fails = || vec![Step::Fail(ModelError::Unreachable)];
    let scripts = [fails(), vec![Step::Say("A boat.")], fails()];
    let all = Fixture::playing(&images, Scripted::calls(scripts)).await;
    assert!(all.next().await.is_err());
    assert_eq!(all.next().await.unwrap(), Some(true));
    assert!(all.next().await.is_err() && all.next().await.is_err());
    assert_eq!(all.next().await.unwrap(), None, "it was tried thrice");
    assert_eq!(all.model.asked().len(), 4);
}

/// The replies of an OCR program that reads all words of a page with this confidence.
fn recognised(text: &str, confidence: u32) -> String {
    format!(
        r#"*) echo '{{"Scan":{{"pages":1}}}}'
        echo '{{"Recognised":{{"text":"{text}","words":3,"confidence":{confidence}}}}}'
        echo '{{"Ended":{{"hidden":0}}}}' ;;"#
    )
}

#[tokio::test]
async fn a_pdf_without_text_is_read_page_by_page_and_cited_by_its_pages() {
    let pages = r#"*'"page":1,'*) echo '{"Scan":{"pages":3}}'
        echo '{"Recognised":{"text":"Tea at four.","words":3,"confidence":90}}'
        echo '{"Ended":{"hidden":0}}' ;;
        *'"page":2,'*) echo '{"Scan":{"pages":3}}'; echo '{"Failed":"TooLarge"}' ;;
        *) echo '{"Scan":{"pages":3}}'
        echo '{"Recognised":{"text":"Cake at five.","words":3,"confidence":80}}'
        echo '{"Ended":{"hidden":0}}' ;;"#;
    let all = Fixture::new(&[], Vec::new()).await.scanning(pages, true);
    fs::write(all.folder.path().join("documents/minutes.pdf"), "%PDF-1.7").unwrap();
    all.pass().await;
    assert!(all.index.records().get("minutes.pdf").unwrap().is_scan());
    assert_eq!(all.next().await.unwrap(), Some(true));
    assert_eq!(all.next().await.unwrap(), None);
    all.pass().await;
    assert_eq!(all.index.records().get("minutes.pdf").unwrap().pages(), 3);
    let passages = all.index.passages_of("minutes.pdf").unwrap();
    let text: String = passages.iter().map(|passage| passage.text.as_str()).collect();
    assert!(text.contains("Tea at four.") && text.contains("Cake at five."), "{text}");
    assert_eq!((passages[0].title.as_str(), passages[0].page), ("minutes", Some(1)));
    assert_eq!(passages.last().unwrap().page, Some(3));
    assert!(all.model.asked().is_empty());
}

#[tokio::test]
async fn the_words_of_an_image_are_read_before_a_model_is_asked() {
    let read = recognised("Room 4 kitchen", 90);
    let all = Fixture::new(&[("plan.png", PNG)], Vec::new()).await.scanning(&read, false);
    assert_eq!(all.next().await.unwrap(), Some(true));
    all.pass().await;
    let passages = all.index.passages_of("plan.png").unwrap();
    assert_eq!(passages[0].text, "Room 4 kitchen");
    assert_eq!((passages[0].title.as_str(), passages[0].page), ("plan", None));
    assert_eq!(all.next().await.unwrap(), None);
}

#[tokio::test]
async fn an_image_that_is_read_poorly_is_described_by_a_model_that_sees() {
    let read = recognised("Ro0m", 50);
    let says = vec![Step::Say("Room 4.")];
    let all = Fixture::new(&[("plan.png", PNG)], says).await.scanning(&read, true);
    assert_eq!(all.next().await.unwrap(), Some(false));
    assert_eq!(all.next().await.unwrap(), Some(true));
    all.pass().await;
    assert_eq!(all.index.passages_of("plan.png").unwrap()[0].text, "Room 4.");
}

#[tokio::test]
async fn a_pdf_that_is_read_poorly_says_so_in_its_title() {
    let all = Fixture::new(&[], Vec::new()).await.scanning(&recognised("Te4 at f0ur", 50), false);
    fs::write(all.folder.path().join("documents/fax.PDF"), "%PDF-1.7").unwrap();
    all.pass().await;
    assert_eq!(all.next().await.unwrap(), Some(true));
    all.pass().await;
    assert_eq!(all.index.passages_of("fax.PDF").unwrap()[0].title, "fax, from a poor scan");
}

#[tokio::test]
async fn what_has_no_words_is_read_once_and_goes_to_a_model_later() {
    let none = recognised("", 0).replace(r#""words":3"#, r#""words":0"#);
    let says = vec![Step::Say("A boat.")];
    let mut all = Fixture::new(&[("a.png", PNG)], says).await.scanning(&none, false);
    assert_eq!(all.next().await.unwrap(), Some(false));
    assert_eq!(all.next().await.unwrap(), None);
    all.describer.model = Some(ModelSlot::of(Arc::new(all.model.clone())));
    assert_eq!(all.next().await.unwrap(), Some(true));
    all.pass().await;
    assert_eq!(all.index.passages_of("a.png").unwrap()[0].title, "a, as scripted describes it");
}
