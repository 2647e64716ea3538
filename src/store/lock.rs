//! File locks held by one process at a time, and folders of this program's own.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

/// Time to wait for another process to release the lock: a process killed a moment ago may still be exiting.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Interval between attempts.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Opens the file of a lock, which is created if necessary. Follows no link, and leaves the content as it is.
///
/// # Errors
///
/// Fails if it is no file, or cannot be opened.
pub fn open(place: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let file = options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(place)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Creates a folder that only its owner can use. One that is there is taken if it is already like that.
///
/// # Errors
///
/// Fails if something else is there, or somebody else's folder.
pub fn own_folder(place: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(place) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        done => return done,
    }
    let there = place.symlink_metadata()?;
    let is_ours = there.uid() == rustix::process::geteuid().as_raw();
    let is_taken = there.is_dir() && is_ours && there.mode().trailing_zeros() >= 6;
    let why = "what is there is no folder of this program's own: move it away";
    is_taken.then_some(()).ok_or_else(|| io::Error::new(io::ErrorKind::AlreadyExists, why))
}

/// Acquires the lock of `file`; returns false if another process holds it for two seconds. Blocks the thread.
///
/// # Errors
///
/// Fails if the file does not support locks.
pub fn acquire(file: &File) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() > TIMEOUT => return Ok(false),
            Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN_TRIES),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn no_link_is_followed_and_no_file_is_emptied_for_a_lock() {
        let folder = tempfile::tempdir().unwrap();
        let [victim, lock] = ["victim", "lock"].map(|name| folder.path().join(name));
        fs::write(&victim, "kept").unwrap();
        for target in ["victim", "nowhere"] {
            symlink(target, &lock).unwrap();
            assert!(open(&lock).is_err(), "{target}");
            fs::remove_file(&lock).unwrap();
        }
        assert!(open(&victim).is_ok() && !folder.path().join("nowhere").exists());
        assert_eq!(fs::read_to_string(&victim).unwrap(), "kept");
        assert!(open(&lock).is_ok() && open(&lock).is_ok());
        fs::remove_file(&lock).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, &lock, rustix::fs::Mode::RWXU).unwrap();
        assert!(open(&lock).is_err(), "a pipe");
    }

    #[test]
    fn a_folder_is_taken_that_nobody_else_can_have_made() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a.part");
        for _ in 0..2 {
            own_folder(&place).unwrap();
            assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o700);
        }
        fs::set_permissions(&place, fs::Permissions::from_mode(0o770)).unwrap();
        assert!(own_folder(&place).is_err(), "others can write to it");
        fs::set_permissions(&place, fs::Permissions::from_mode(0o700)).unwrap();
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::chown(&place, Some(65_534), None).unwrap();
            assert!(own_folder(&place).is_err(), "it is somebody else's");
        }
        fs::remove_dir(&place).unwrap();
        for target in ["elsewhere", "nowhere"] {
            fs::create_dir_all(folder.path().join("elsewhere")).unwrap();
            symlink(target, &place).unwrap();
            assert!(own_folder(&place).is_err(), "a link to {target}");
            fs::remove_file(&place).unwrap();
        }
        fs::write(&place, "").unwrap();
        assert!(own_folder(&place).is_err(), "a file");
    }
}
