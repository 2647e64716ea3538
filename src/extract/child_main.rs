//! The main function of a child process: it reads a file under limits on time and memory, and replies with its content.

use std::io::{self, BufWriter, Read, Write};
use std::os::fd::AsFd;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, nice, setrlimit};

use super::child_request::ChildRequest;
use super::format::Format;
use super::parsed::ParsedDocument;
use super::reply::Reply;
use super::scan::page;
use super::scan::request::ScanRequest;
use super::{ExtractError, formats, parts};
use footnote_documents::hash::hash;
use footnote_documents::parts::{Attachment, MAX_PARTS};
use footnote_documents::split;

/// Maximum address space of the child. Large scanned PDFs stay below half of it.
const MAX_MEMORY: u64 = 1 << 30;
/// Minimum address space for reading a file, in addition to that of the program and its threads.
const MIN_MEMORY: u64 = 128 << 20;
/// Address space of the program and its threads, where the system does not report it.
const USUAL_PROGRAM: u64 = 140 << 20;
/// Additional address space per byte of the file. Files that need more are built to exhaust memory.
const MEMORY_PER_BYTE: u64 = 32;
/// Maximum processor time in seconds.
pub(super) const CPU_SECONDS: u64 = 30;
/// Steps by which scans yield the processor to everything else.
const BEHIND_READERS: i32 = 10;
/// Stack size of the reading thread: parsers of nested formats are recursive.
const STACK_BYTES: usize = 64 << 20;
/// Time after which another child continues with the enclosed files, so that the last ones get enough time too.
const MAX_TURN: Duration = Duration::from_secs(5);

/// See [`super::serve_child`].
pub(super) fn serve(kind: &str, request: Option<&str>) -> Result<(), ExtractError> {
    limit_self()?;
    let format = formats::named(kind).ok_or(ExtractError::Unsupported)?;
    let request = request.map(ChildRequest::read).transpose()?.unwrap_or_default();
    let reading = std::thread::Builder::new().stack_size(STACK_BYTES);
    let reading = reading.spawn(move || match request {
        ChildRequest::All => reply(format, None),
        ChildRequest::From(at) => reply(format, Some(at)),
        ChildRequest::Part(path) => write_enclosed(format, &path),
        ChildRequest::Places(searched) => {
            let places = footnote_pdf::places(&input()?, &searched)?;
            write(&mut io::stdout(), &Reply::Placed(places))
        }
        ChildRequest::Scan(request) => reply_scanned(format, &request),
    });
    let reading = reading.map_err(|_| ExtractError::NotStarted)?;
    let read = reading.join().unwrap_or(Err(ExtractError::Damaged));
    if let Err(error) = read {
        write(&mut io::stdout(), &Reply::Failed(error))?;
    }
    read
}

fn limit_self() -> Result<(), ExtractError> {
    limit(Resource::As, MAX_MEMORY, MAX_MEMORY)?;
    // The signal of the soft limit is specific to processor time; that of the hard limit is also sent when memory runs
    // out.
    limit(Resource::Cpu, CPU_SECONDS, CPU_SECONDS + 1)?;
    limit(Resource::Core, 0, 0)
}

fn limit(resource: Resource, now: u64, ever: u64) -> Result<(), ExtractError> {
    let limit = Rlimit { current: Some(now), maximum: Some(ever) };
    setrlimit(resource, limit).map_err(|_| ExtractError::NotStarted)
}

/// Address space of the program and its threads before anything is read. Development builds need more.
fn program_memory() -> u64 {
    static TAKEN: OnceLock<u64> = OnceLock::new();
    *TAKEN.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
        let kilobytes = size.and_then(|size| size.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.map_or(USUAL_PROGRAM, |kilobytes| kilobytes << 10)
    })
}

/// Address space for reading a file while `beside` bytes are in use.
fn memory(bytes: &[u8], beside: usize) -> u64 {
    // Archives and containers are unpacked, within limits of their own.
    if formats::is_packed(bytes) {
        return MAX_MEMORY;
    }
    let unfolded = (bytes.len() as u64).saturating_mul(MEMORY_PER_BYTE);
    let all = program_memory().saturating_add(MIN_MEMORY).saturating_add(unfolded);
    all.saturating_add(beside as u64).min(MAX_MEMORY)
}

/// Returns the content of standard input, within the memory limit.
fn input() -> Result<Vec<u8>, ExtractError> {
    let mut bytes = Vec::new();
    program_memory();
    // A file reports its size, so that no larger buffer is allocated.
    let input = io::stdin().as_fd().try_clone_to_owned();
    let read = input.and_then(|input| std::fs::File::from(input).read_to_end(&mut bytes));
    read.map_err(|_| ExtractError::TooLarge)?;
    limit(Resource::As, memory(&bytes, 0), MAX_MEMORY)?;
    Ok(bytes)
}

/// Reads standard input and writes its content: the whole file, or only the enclosed files from number `from` on.
fn reply(format: &'static Format, from: Option<usize>) -> Result<(), ExtractError> {
    let bytes = input()?;
    let mut reading = formats::read(format, &bytes)?;
    let enclosed = std::mem::take(&mut reading.parts);
    let mut out = BufWriter::new(io::stdout());
    if from.is_none() {
        // Sent first, in case an enclosed file ends this process.
        reply_document(&mut out, reading)?;
        flush(&mut out)?;
    }
    if formats::encloses(format) {
        if enclosed.iter().any(|part| formats::is_packed(&part.bytes)) {
            limit(Resource::As, MAX_MEMORY, MAX_MEMORY)?;
        }
        let enclosed = parts::named_parts(enclosed);
        let more = reply_enclosed(&mut out, &bytes, enclosed, from.unwrap_or_default())?;
        write(&mut out, &Reply::Done { more })?;
    }
    flush(&mut out)
}

fn reply_document(out: &mut impl Write, reading: ParsedDocument<'_>) -> Result<(), ExtractError> {
    let (title, pages) = (split::title(&reading.title), reading.pages);
    write(out, &Reply::Begun { title, pages, pictures: reading.pictures.clone() })?;
    let left_out = reading.left_out.in_words();
    let hidden = reading.each_passage(|passage| write(out, &Reply::Passage(passage)))?;
    write(out, &Reply::Ended { hidden, left_out })
}

/// Writes the content of the enclosed files, starting at `from`; returns true if another child should continue.
fn reply_enclosed(
    out: &mut impl Write,
    bytes: &[u8],
    enclosed: Vec<(String, Attachment)>,
    from: usize,
) -> Result<bool, ExtractError> {
    let begun = Instant::now();
    // Each file is in memory twice: inside the enclosing file, and extracted.
    let held = enclosed.iter().map(|(_, part)| part.bytes.len());
    let beside = bytes.len() + held.sum::<usize>();
    let mut allowed = memory(bytes, 0);
    for (at, (path, part)) in enclosed.into_iter().enumerate().skip(from) {
        if at > from && begun.elapsed() > MAX_TURN {
            return Ok(true);
        }
        let (size, content) = (part.bytes.len() as u64, hash(&part.bytes));
        write(out, &Reply::Enclosed { path: path.clone(), size, content })?;
        // If this file ends the process, the parent knows which one it was.
        flush(out)?;
        let read = if at < MAX_PARTS {
            // The limit is never lowered, because memory that was allocated once is kept for reuse.
            allowed = allowed.max(memory(&part.bytes, beside));
            limit(Resource::As, allowed, MAX_MEMORY)?;
            formats::of(&path, &part.bytes).and_then(|format| formats::read(format, &part.bytes))
        } else {
            Err(ExtractError::TooMany)
        };
        match read {
            Ok(reading) => reply_document(out, reading)?,
            Err(error) => write(out, &Reply::Failed(error))?,
        }
    }
    Ok(false)
}

/// Reads standard input as a scan and writes the words of a page.
fn reply_scanned(format: &'static Format, request: &ScanRequest) -> Result<(), ExtractError> {
    let bytes = input()?;
    // Readers come first. Whether the system allows it or not, the page is read.
    let _ = nice(BEHIND_READERS);
    // Pages are drawn at a fixed size, whatever the size of the file.
    limit(Resource::As, MAX_MEMORY, MAX_MEMORY)?;
    let mut out = io::stdout();
    page::read(format, bytes, request, |reply| {
        write(&mut out, &reply)?;
        flush(&mut out)
    })
}

/// Reads standard input and writes the file at `path` inside it, unchanged.
fn write_enclosed(format: &'static Format, path: &str) -> Result<(), ExtractError> {
    let bytes = input()?;
    let enclosed = parts::named_parts(formats::read(format, &bytes)?.parts);
    let part = enclosed.into_iter().find(|(called, _)| called == path);
    let (_, part) = part.ok_or(ExtractError::Empty)?;
    let mut out = io::stdout();
    let given = out.write_all(&part.bytes);
    given.map_err(|_| ExtractError::NotStarted)?;
    flush(&mut out)
}

fn write(out: &mut impl Write, reply: &Reply) -> Result<(), ExtractError> {
    serde_json::to_writer(&mut *out, reply).map_err(|_| ExtractError::Damaged)?;
    out.write_all(b"\n").map_err(|_| ExtractError::NotStarted)
}

fn flush(out: &mut impl Write) -> Result<(), ExtractError> {
    out.flush().map_err(|_| ExtractError::NotStarted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_may_take_less_memory_than_a_large_one() {
        let small = [b'a'; 2_000];
        assert_eq!(memory(&small, 0), program_memory() + MIN_MEMORY + 64_000);
        assert_eq!(memory(&small, 500), program_memory() + MIN_MEMORY + 64_500);
        assert_eq!(memory(&small, usize::MAX), MAX_MEMORY);
        assert_eq!(memory(b"PK\x03\x04", 0), MAX_MEMORY, "it unfolds");
        assert_eq!(memory(&vec![b'a'; 100 << 20], 0), MAX_MEMORY);
    }
}
