//! The inside of a child process: under limits to its time and memory it reads a file and tells what it holds.

use std::io::{self, BufWriter, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, setrlimit};

use super::format::Format;
use super::reading::{Part, Reading};
use super::reply::Reply;
use super::wanted::Wanted;
use super::{ExtractError, formats, parts, pdf};
use crate::hash::hash;
use crate::split;

/// How much address space the child may use at most: large scanned PDFs stay below half of it.
const MEMORY: u64 = 1 << 30;
/// How much it may use for the smallest file, of which the program and its threads take some 140 MB.
const LEAST_MEMORY: u64 = 256 << 20;
/// How many times its size a file may take beside that: what unfolds further is made to fill memory.
const UNFOLDED: u64 = 32;
/// How many seconds of processor time the child may use.
pub(super) const SECONDS: u64 = 30;
/// The stack of the thread that reads: parsers of nested formats recurse.
const STACK: usize = 64 << 20;
/// How long a child goes on with enclosed files until another is to: what comes last should have time too.
const TIRED: Duration = Duration::from_secs(5);

/// Does what [`super::serve_child`] says.
pub(super) fn serve(kind: &str, wanted: Option<&str>) -> Result<(), ExtractError> {
    limit_self()?;
    let format = formats::named(kind).ok_or(ExtractError::Unsupported)?;
    let wanted = wanted.map(Wanted::read).transpose()?.unwrap_or_default();
    let reading = std::thread::Builder::new().stack_size(STACK);
    let reading = reading.spawn(move || match wanted {
        Wanted::All => tell(format, None),
        Wanted::From(at) => tell(format, Some(at)),
        Wanted::Part(path) => give(format, &path),
        Wanted::Places(sought) => {
            let places = pdf::places(&input()?, &sought)?;
            write(&mut io::stdout(), &Reply::Placed(places))
        }
    });
    let reading = reading.map_err(|_| ExtractError::NotStarted)?;
    let read = reading.join().unwrap_or(Err(ExtractError::Damaged));
    if let Err(error) = read {
        write(&mut io::stdout(), &Reply::Failed(error))?;
    }
    read
}

fn limit_self() -> Result<(), ExtractError> {
    limit(Resource::As, MEMORY, MEMORY)?;
    // The signal of the first limit says what was used up; that of the second is also sent where memory is.
    limit(Resource::Cpu, SECONDS, SECONDS + 1)?;
    limit(Resource::Core, 0, 0)
}

fn limit(resource: Resource, now: u64, ever: u64) -> Result<(), ExtractError> {
    let limit = Rlimit { current: Some(now), maximum: Some(ever) };
    setrlimit(resource, limit).map_err(|_| ExtractError::NotStarted)
}

/// How much address space a file may take that is read `beside` so many bytes.
fn memory(bytes: &[u8], beside: usize) -> u64 {
    // Archives and containers unfold, within bounds of their own.
    if formats::is_packed(bytes) {
        return MEMORY;
    }
    let unfolded = (bytes.len() as u64).saturating_mul(UNFOLDED);
    let all = LEAST_MEMORY.saturating_add(unfolded);
    all.saturating_add(beside as u64).min(MEMORY)
}

/// What the standard input holds, with as much memory as that may take.
fn input() -> Result<Vec<u8>, ExtractError> {
    let mut bytes = Vec::new();
    // As a file it knows its size, so that no more is taken for it.
    let input = io::stdin().as_fd().try_clone_to_owned();
    let read = input.and_then(|input| std::fs::File::from(input).read_to_end(&mut bytes));
    read.map_err(|_| ExtractError::TooLarge)?;
    limit(Resource::As, memory(&bytes, 0), MEMORY)?;
    Ok(bytes)
}

/// Reads the standard input and writes what it holds: all, or the files that it encloses `from` one on.
fn tell(format: &'static Format, from: Option<usize>) -> Result<(), ExtractError> {
    let bytes = input()?;
    let mut reading = formats::read(format, &bytes)?;
    let enclosed = std::mem::take(&mut reading.parts);
    let mut out = BufWriter::new(io::stdout());
    if from.is_none() {
        // Should a file that it encloses end this process, the document itself is told.
        tell_document(&mut out, reading)?;
        flush(&mut out)?;
    }
    if formats::encloses(format) {
        let enclosed = parts::called(enclosed);
        let tired = tell_enclosed(&mut out, &bytes, enclosed, from.unwrap_or_default())?;
        write(&mut out, &Reply::Done { tired })?;
    }
    flush(&mut out)
}

fn tell_document(out: &mut impl Write, reading: Reading<'_>) -> Result<(), ExtractError> {
    let (title, pages) = (split::title(&reading.title), reading.pages);
    write(out, &Reply::Begun { title, pages })?;
    let hidden = reading.each_passage(|passage| write(out, &Reply::Passage(passage)))?;
    write(out, &Reply::Ended { hidden })
}

/// Writes what the enclosed files hold, from one on; returns whether another child is to go on.
fn tell_enclosed(
    out: &mut impl Write,
    bytes: &[u8],
    enclosed: Vec<(String, Part)>,
    from: usize,
) -> Result<bool, ExtractError> {
    let begun = Instant::now();
    // They are held twice: as they were sent, and each for itself.
    let held = enclosed.iter().map(|(_, part)| part.bytes.len());
    let beside = bytes.len() + held.sum::<usize>();
    let mut allowed = memory(bytes, 0);
    for (at, (path, part)) in enclosed.into_iter().enumerate().skip(from) {
        if at > from && begun.elapsed() > TIRED {
            return Ok(true);
        }
        let (size, content) = (part.bytes.len() as u64, hash(&part.bytes));
        write(out, &Reply::Enclosed { path: path.clone(), size, content })?;
        // Should it end this process, it is known which one it was.
        flush(out)?;
        let read = if at < parts::MOST {
            // Never less than before: what was taken once is kept to be used again.
            allowed = allowed.max(memory(&part.bytes, beside));
            limit(Resource::As, allowed, MEMORY)?;
            formats::of(&path, &part.bytes).and_then(|format| formats::read(format, &part.bytes))
        } else {
            Err(ExtractError::TooMany)
        };
        match read {
            Ok(reading) => tell_document(out, reading)?,
            Err(error) => write(out, &Reply::Failed(error))?,
        }
    }
    Ok(false)
}

/// Reads the standard input and writes the file at `path` within it, as it is.
fn give(format: &'static Format, path: &str) -> Result<(), ExtractError> {
    let bytes = input()?;
    let enclosed = parts::called(formats::read(format, &bytes)?.parts);
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
        assert_eq!(memory(&small, 0), LEAST_MEMORY + 64_000);
        assert_eq!(memory(&small, 500), LEAST_MEMORY + 64_500);
        assert_eq!(memory(&small, usize::MAX), MEMORY);
        assert_eq!(memory(b"PK\x03\x04", 0), MEMORY, "it unfolds");
        assert_eq!(memory(&vec![b'a'; 100 << 20], 0), MEMORY);
    }
}
