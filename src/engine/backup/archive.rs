//! The file of a backup: a zip archive of parts, whose checksums are in its manifest.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::manifest::{Manifest, Origin, PROGRAM, Part};
use crate::kept::BYTES_AT_ONCE;

/// Name of the manifest in the archive.
const MANIFEST: &str = "manifest.json";

/// Maximum size of a manifest, in bytes: half a million parts.
const MAX_MANIFEST_BYTES: u64 = 100_000_000;

/// A backup being written.
pub(crate) struct ArchiveWriter {
    zip: ZipWriter<BufWriter<File>>,
    /// Finished parts.
    parts: Vec<Part>,
    /// The part being written: its name, size and checksum so far.
    current: Option<(String, u64, Sha256)>,
}

impl ArchiveWriter {
    /// Starts writing to a new file, which only its owner can read.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::OpenOptionsExt as _;
        let file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
        let zip = ZipWriter::new(BufWriter::new(file));
        Ok(Self { zip, parts: Vec::new(), current: None })
    }

    /// Starts a part.
    pub(crate) fn begin(&mut self, name: &str) -> io::Result<()> {
        self.end();
        self.zip.start_file(name, options())?;
        self.current = Some((name.to_owned(), 0, Sha256::new()));
        Ok(())
    }

    /// Appends to the part.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.zip.write_all(bytes)?;
        if let Some((_, size, hash)) = &mut self.current {
            *size += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            hash.update(bytes);
        }
        Ok(())
    }

    /// Adds a whole part.
    pub(crate) fn add(&mut self, name: &str, mut content: impl Read) -> io::Result<()> {
        self.begin(name)?;
        let mut bytes = vec![0; BYTES_AT_ONCE];
        loop {
            let count = content.read(&mut bytes)?;
            let Some(some) = bytes.get(..count).filter(|some| !some.is_empty()) else {
                return Ok(());
            };
            self.write(some)?;
        }
    }

    /// The finished parts.
    pub(crate) fn parts(&mut self) -> Vec<Part> {
        self.end();
        std::mem::take(&mut self.parts)
    }

    /// Adds the manifest, and waits until the file would survive a crash of the machine. Bounds are those of reading,
    /// since what cannot be restored is no backup.
    pub(crate) fn finish(self, manifest: &Manifest) -> anyhow::Result<()> {
        let mut parts = manifest.parts.iter();
        if let Some(part) = parts.find(|part| !part.is_within_bounds()) {
            bail!("{} is too large for a backup: move it away", part.name);
        }
        self.end_with(manifest)
    }

    /// Adds the manifest, whatever it says.
    pub(super) fn end_with(mut self, manifest: &Manifest) -> anyhow::Result<()> {
        let text = serde_json::to_vec_pretty(manifest)?;
        ensure!(text.len() as u64 <= MAX_MANIFEST_BYTES, "there are too many files for a backup");
        self.zip.start_file(MANIFEST, options())?;
        self.zip.write_all(&text)?;
        let file = self.zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(file.sync_all()?)
    }

    fn end(&mut self) {
        if let Some((name, bytes, hash)) = self.current.take() {
            self.parts.push(Part { name, bytes, sha256: hexadecimal(hash) });
        }
    }
}

/// A backup opened for reading, by a program that can read it.
pub(crate) struct Archive {
    zip: ZipArchive<BufReader<File>>,
    path: PathBuf,
    /// Its table of contents.
    pub(crate) manifest: Manifest,
}

impl Archive {
    /// Opens a backup and checks that this program can read it, and that it is whole.
    ///
    /// # Errors
    ///
    /// Fails if it is no backup, newer than this program, or damaged.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("opening {name}"))?;
        let zip = ZipArchive::new(BufReader::new(file));
        let mut zip = zip.with_context(|| format!("{name} is damaged, or no backup"))?;
        let origin: Origin = manifest(&mut zip, path)?;
        if origin.is_newer() {
            let program = origin.program;
            bail!(
                "{name} was made by Footnote {program}, and this program ({PROGRAM}) is too old to read it: \
                 restore it with version {program} or later"
            );
        }
        let manifest = manifest(&mut zip, path)?;
        let mut archive = Self { zip, path: path.to_owned(), manifest };
        archive.verify()?;
        Ok(archive)
    }

    /// Compares all parts with the manifest: their number, sizes and checksums.
    fn verify(&mut self) -> anyhow::Result<()> {
        let path = self.path.clone();
        let adds_up = self.manifest.adds_up();
        ensure!(adds_up, "{} is damaged: its manifest does not add up", path.display());
        for part in self.manifest.parts.clone() {
            let damaged = || format!("{} is damaged: {}", path.display(), part.name);
            ensure!(part.is_within_bounds(), "{} is larger than such a part can be", damaged());
            let (mut size, mut hash) = (0, Sha256::new());
            let content = self.content(&part.name).with_context(damaged)?;
            let mut content = content.take(part.bytes.saturating_add(1));
            let mut bytes = vec![0; BYTES_AT_ONCE];
            loop {
                let count = content.read(&mut bytes).with_context(damaged)?;
                let Some(some) = bytes.get(..count).filter(|some| !some.is_empty()) else {
                    break;
                };
                size += u64::try_from(some.len())?;
                hash.update(some);
            }
            let is_whole = size == part.bytes && hexadecimal(hash) == part.sha256;
            ensure!(is_whole, "{} differs from its checksum", damaged());
        }
        Ok(())
    }

    /// The names of the parts that start with `prefix`, without it.
    pub(crate) fn names(&self, prefix: &str) -> Vec<String> {
        let names = self.manifest.parts.iter().filter_map(|part| part.name.strip_prefix(prefix));
        names.map(ToOwned::to_owned).collect()
    }

    /// The content of a part.
    pub(crate) fn content(&mut self, name: &str) -> io::Result<impl Read + '_> {
        Ok(self.zip.by_name(name)?)
    }
}

/// The manifest of an archive, or a part of it.
fn manifest<T: DeserializeOwned>(
    zip: &mut ZipArchive<BufReader<File>>,
    path: &Path,
) -> anyhow::Result<T> {
    let name = path.display();
    let part = zip.by_name(MANIFEST).map_err(io::Error::from);
    let part =
        part.with_context(|| format!("{name} is damaged, or no backup: its manifest is missing"))?;
    let is_small = part.size() <= MAX_MANIFEST_BYTES;
    ensure!(is_small, "{name} is damaged, or no backup: its manifest is too large");
    let read = serde_json::from_reader(BufReader::new(part.take(MAX_MANIFEST_BYTES)));
    read.with_context(|| format!("{name} is damaged: its manifest cannot be read"))
}

/// Options of every part. Parts may be larger than 4 GiB.
fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().large_file(true).unix_permissions(0o600)
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}
