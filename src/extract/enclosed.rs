//! The files inside a file, read one after the other by its child process, or by further ones if that one ends.

use std::io::Seek as _;
use std::path::{Path, PathBuf};

use super::child::{self, Child, FileContent};
use super::child_request::ChildRequest;
use super::format::Format;
use super::reply::Reply;
use super::{ExtractError, formats};

/// Maximum number of children that may crash over the files inside a file; the remaining files are left out.
const MAX_CRASHES: usize = 8;

/// A file inside another, while it is read.
#[derive(Debug)]
pub struct EnclosedFile {
    /// Its path: that of the enclosing file, followed by its own.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// A hash of its bytes.
    pub content: u128,
    /// The reason why it cannot be read, for readers.
    pub fault: Option<ExtractError>,
}

/// The files inside a file.
pub(super) struct Enclosed {
    format: &'static Format,
    content: FileContent,
    program: PathBuf,
    /// Number of files begun.
    begun: usize,
    crashes: usize,
}

impl Enclosed {
    /// Returns the files inside a file with this content.
    ///
    /// # Errors
    ///
    /// Fails if the content cannot be read twice.
    pub(super) fn new(
        format: &'static Format,
        content: &FileContent,
        program: &Path,
    ) -> Result<Self, ExtractError> {
        Ok(Self {
            format,
            content: reopen(content)?,
            program: program.to_owned(),
            begun: 0,
            crashes: 0,
        })
    }

    /// Returns the next file, with its path inside the enclosing file, and the child that reads it; `None` after the
    /// last.
    ///
    /// # Errors
    ///
    /// Returns [`ExtractError::NotStarted`] if no child can continue: the rest may be readable the next time.
    pub(super) async fn next(
        &mut self,
        mut child: Option<Box<Child>>,
    ) -> Result<Option<(Box<Child>, EnclosedFile)>, ExtractError> {
        loop {
            let Some(mut reading) = child.take() else {
                if self.crashes > MAX_CRASHES {
                    tracing::warn!("attachments are left out: too many cannot be read");
                    return Ok(None);
                }
                child = Some(self.next_child().await?);
                continue;
            };
            match reading.next().await {
                Ok(Reply::Enclosed { path, size, content }) => {
                    self.begun += 1;
                    return Ok(Some((reading, EnclosedFile { path, size, content, fault: None })));
                }
                Ok(Reply::Done { more: false }) => return Ok(None),
                Ok(Reply::Done { more: true }) => {}
                // The caller left a file before its end: skip the rest.
                Ok(_) => child = Some(reading),
                Err(ExtractError::NotStarted) => return Err(ExtractError::NotStarted),
                Err(_) => self.crashes += 1,
            }
        }
    }

    /// Starts a child that continues where the last one ended.
    async fn next_child(&self) -> Result<Box<Child>, ExtractError> {
        let content = reopen(&self.content)?;
        let request = ChildRequest::From(self.begun);
        let child = Child::start(&self.program, self.format.name(), &request, content);
        child.await.map(Box::new)
    }
}

/// Makes `program` extract the file at the path `within` from the first of `files`, which is called `path`, and write
/// it to the second.
///
/// # Errors
///
/// Fails if there is no such file, or it exceeds the limits.
pub async fn unpack(
    program: &Path,
    path: &str,
    within: &str,
    files: [std::fs::File; 2],
) -> Result<(), ExtractError> {
    let format = formats::of_name(path).filter(|format| formats::encloses(format));
    let format = format.ok_or(ExtractError::Unsupported)?;
    child::unpack(program, format.name(), within, files).await
}

/// Opens the same content again.
fn reopen(content: &FileContent) -> Result<FileContent, ExtractError> {
    match content {
        FileContent::Bytes(bytes) => Ok(FileContent::Bytes(bytes.clone())),
        FileContent::File(head, file) => {
            let file = file.try_clone().and_then(|mut file| {
                file.rewind()?;
                Ok(file)
            });
            let file = file.map_err(|_| ExtractError::NotStarted)?;
            Ok(FileContent::File(head.clone(), file))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use crate::{ExtractError, FileContent, passages};

    /// Returns a program that answers each call according to the request: a script, and its folder.
    fn program(script: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let script = format!("#!/bin/sh\ncat >/dev/null\n{script}\n");
        // Written by another process: otherwise a child of this process might still hold the script open for writing
        // when it is run.
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "printf %s \"$1\" >$0 && chmod +x $0"]);
        assert!(shell.arg(&program).arg(script).status().unwrap().success());
        (folder, program)
    }

    /// Returns the paths of what a mail encloses, each with the texts of its passages or its error.
    async fn read(script: &str) -> Vec<(String, Result<Vec<String>, ExtractError>)> {
        let (_folder, program) = program(script);
        let content = FileContent::Bytes(b"Subject: Tea".to_vec());
        let mut read = passages("hr/a.eml", content, &program).await.unwrap();
        assert_eq!(texts(&mut read).await, Ok(vec!["mail".to_owned()]));
        let mut all = Vec::new();
        while let Some(within) = read.advance().await.unwrap() {
            let texts = match within.fault {
                Some(fault) => Err(fault),
                None => texts(&mut read).await,
            };
            all.push((within.path, texts));
        }
        all
    }

    async fn texts(read: &mut crate::Passages) -> Result<Vec<String>, ExtractError> {
        let mut texts = Vec::new();
        loop {
            let batch = read.batch().await?;
            if batch.is_empty() {
                return Ok(texts);
            }
            for passage in batch {
                assert_eq!(passage.category.as_deref(), Some("hr"));
                assert_eq!(passage.source(), passage.path);
                texts.push(passage.text);
            }
        }
    }

    /// The lines of a document with one passage, and of the beginning of an enclosed one.
    const LINES: &str = r#"
        document() {
            echo '{"Begun":{"title":"","pages":1}}'
            printf '{"Passage":{"id":"","path":"","page":null,"ordinal":0,"title":"","headings":[],"category":null,"text":"%s"}}\n' $1
            echo '{"Ended":{"hidden":0}}'
        }
        enclosed() { printf '{"Enclosed":{"path":"%s","size":3,"content":7}}\n' $1; }
        done_with() { printf '{"Done":{"more":%s}}\n' $1; }
    "#;

    #[tokio::test]
    async fn one_that_ends_the_reader_leaves_the_others_to_the_next() {
        let script = format!(
            r#"{LINES}
            case "$FOOTNOTE_WANTED" in
                '') document mail; enclosed a.md; document a; enclosed b.md; kill -KILL $$ ;;
                '{{"From":2}}') enclosed c.md; echo '{{"Failed":"Empty"}}'; enclosed d.md; document d; done_with true ;;
                '{{"From":4}}') enclosed e.md; document e; done_with false ;;
            esac"#
        );
        let text = |text: &str| Ok(vec![text.to_owned()]);
        let expected = [
            ("hr/a.eml/a.md", text("a")),
            ("hr/a.eml/b.md", Err(ExtractError::TooLarge)),
            ("hr/a.eml/c.md", Err(ExtractError::Empty)),
            ("hr/a.eml/d.md", text("d")),
            ("hr/a.eml/e.md", text("e")),
        ];
        let expected = expected.map(|(path, read)| (path.to_owned(), read));
        assert_eq!(read(&script).await, expected);
    }

    #[tokio::test]
    async fn a_reader_that_does_not_start_is_not_the_end_of_what_a_mail_encloses() {
        let gone =
            format!("{LINES}\ndocument mail; enclosed a.md; document a; rm $0; done_with true");
        let failed = format!(
            r#"{LINES}
            case "$FOOTNOTE_WANTED" in
                '') document mail; enclosed a.md; document a; done_with true ;;
                *) echo '{{"Failed":"NotStarted"}}' ;;
            esac"#
        );
        for script in [gone, failed] {
            let (_folder, program) = program(&script);
            let content = FileContent::Bytes(b"Subject: Tea".to_vec());
            let mut read = passages("hr/a.eml", content, &program).await.unwrap();
            assert_eq!(read.advance().await.unwrap().unwrap().path, "hr/a.eml/a.md");
            assert_eq!(read.advance().await.err(), Some(ExtractError::NotStarted));
        }
    }

    #[tokio::test]
    async fn a_mail_that_ends_one_reader_after_the_other_is_left() {
        let script = format!(
            r#"{LINES}
            [ -n "$FOOTNOTE_WANTED" ] || document mail
            enclosed a.md; kill -KILL $$"#
        );
        let all = read(&script).await;
        assert_eq!(all.len(), super::MAX_CRASHES + 1);
        assert!(all.iter().all(|(_, read)| read.is_err()));
    }
}
