//! A backup harms nothing: not what it saves, not what lies beside it, and not the machine that restores it.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use footnote_store::contract_tests::earlier::{write_earlier, write_stuck};

use super::archive::Archive;
use super::manifest::Part;
use super::tests::Store;
use super::*;
use crate::Engine;
use crate::place::CONVERSATIONS_FILE;
use crate::restoring::restore;

#[tokio::test]
async fn an_upgrade_that_is_begun_twice_keeps_both_backups_and_one_that_fails_leaves_none() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("data"), None);
    let kept = store.config.data.join(UPGRADES);
    let file = store.config.data.join(CONVERSATIONS_FILE);
    for expected in [1, 2, 3] {
        for left in ["sessions.db", "sessions.db-wal", "sessions.db-shm"] {
            let _ = fs::remove_file(store.config.data.join(left));
        }
        write_earlier(&file, 1);
        Engine::open(&store.config).await.unwrap();
        assert_eq!(fs::read_dir(&kept).unwrap().count(), expected);
    }
    for number in ["", "-2", "-3"] {
        let kept = kept.join(format!("before-{PROGRAM}{number}.zip"));
        assert_eq!(Archive::open(&kept).unwrap().manifest.origin.schemas["sessions.db"], 1);
    }
    for left in ["sessions.db", "sessions.db-wal", "sessions.db-shm"] {
        let _ = fs::remove_file(store.config.data.join(left));
    }
    write_stuck(&file);
    for _ in 0..2 {
        assert!(Engine::open(&store.config).await.is_err());
        assert_eq!(fs::read_dir(&kept).unwrap().count(), 3);
    }
}

#[tokio::test]
async fn what_a_newer_program_has_written_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("data"), None);
    let data = &store.config.data;
    let target = folder.path().join("b.zip");
    fs::write(&target, "PK\u{3}\u{4}, last week's").unwrap();
    for content in CONTENTS {
        let file = file_of(content, data);
        write_earlier(&file, 99);
        let all = || {
            let mut names: Vec<_> =
                fs::read_dir(data).unwrap().map(|it| it.unwrap().path()).collect();
            names.sort();
            names.into_iter().map(|it| (fs::read(&it).ok(), it)).collect::<Vec<_>>()
        };
        let before = all();
        let backed_up = backup(&store.config, &target).await.err();
        let forgot = crate::forgetting::forget(&store.config, "ada").await.err();
        let served = Engine::open(&store.config).await.err();
        for refused in [backed_up, forgot, served] {
            let refused = refused.unwrap().to_string();
            assert!(refused.contains("a newer Footnote has written the"), "{refused}");
        }
        assert!(all() == before, "{content:?}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "PK\u{3}\u{4}, last week's");
        fs::remove_file(&file).unwrap();
    }
}

#[tokio::test]
async fn a_backup_by_a_newer_program_leaves_what_a_running_server_uses_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("data"), None);
    let file = store.config.data.join(CONVERSATIONS_FILE);
    write_earlier(&file, 1);
    let counts = backup(&store.config, &folder.path().join("b.zip")).await.unwrap();
    assert_eq!(counts.conversations, 1);
    assert_eq!(SqliteContent::Conversations.version(&file).unwrap(), Some(1));
    assert!(!store.config.data.join(UPGRADES).exists());
}

#[tokio::test]
async fn a_backup_takes_the_place_of_a_backup_alone_and_follows_no_link() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("data"), None);
    store.fill().await;
    let [target, part, victim] =
        ["b.zip", "b.zip.part", "victim"].map(|name| folder.path().join(name));
    let mine = || fs::read_to_string(&victim).unwrap();
    fs::write(&victim, "kept").unwrap();
    let refused = async |why: &str| {
        let refused = format!("{:#}", backup(&store.config, &target).await.unwrap_err());
        assert!(refused.contains(why), "{refused}");
        assert_eq!(mine(), "kept");
    };
    let link = |from: &Path, to: &Path| std::os::unix::fs::symlink(from, to);
    link(&victim, &target).unwrap();
    refused("is no regular file").await;
    fs::remove_file(&target).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(&target).status().unwrap();
    assert!(pipe.success());
    refused("is no regular file").await;
    fs::remove_file(&target).unwrap();
    fs::create_dir(&target).unwrap();
    refused("is a folder").await;
    fs::remove_dir(&target).unwrap();
    fs::write(&target, "somebody's notes").unwrap();
    refused("is no backup").await;
    fs::remove_file(&target).unwrap();
    // What another could put in the way of what is unfinished.
    link(folder.path(), &part).unwrap();
    refused("creating").await;
    fs::remove_file(&part).unwrap();
    fs::create_dir(&part).unwrap();
    fs::set_permissions(&part, fs::Permissions::from_mode(0o777)).unwrap();
    link(&victim, &part.join("lock")).unwrap();
    refused("move it away").await;
    fs::set_permissions(&part, fs::Permissions::from_mode(0o700)).unwrap();
    refused("creating").await;
    fs::remove_file(part.join("lock")).unwrap();
    // What was left by a backup that was killed is taken over.
    fs::write(part.join("backup.zip"), "unfinished").unwrap();
    for _ in 0..2 {
        backup(&store.config, &target).await.unwrap();
        assert!(Archive::open(&target).is_ok() && !part.exists());
    }
    let live = store.config.data.join(CONVERSATIONS_FILE);
    assert!(backup(&store.config, &live).await.is_err(), "it is what is backed up");
}

#[tokio::test]
async fn an_archive_is_refused_before_what_is_too_much_is_held_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let (file, target) = (folder.path().join("b.zip"), folder.path().join("restored"));
    let target = Store::at(&target, None);
    let made = |parts: &[(&str, u64)], uploads: u64, size: Option<u64>| {
        let _ = fs::remove_file(&file);
        let mut archive = ArchiveWriter::create(&file).unwrap();
        for (name, bytes) in parts {
            archive.add(name, std::io::repeat(0).take(*bytes)).unwrap();
        }
        let mut listed = archive.parts();
        if let Some(size) = size {
            listed[0].bytes = size;
        }
        let counts = KeptCounts { uploads, ..KeptCounts::default() };
        archive.end_with(&Manifest::new(BTreeMap::new(), counts, listed)).unwrap();
    };
    let (large, half) = (Some(130 << 20), "uploads/a.md");
    for (parts, uploads, size, why) in [
        (&[(half, 10)][..], 1, large, "larger than such a part can be"),
        (&[("descriptions/a.md", 10)], 0, None, "does not add up"),
        (&[("chat-model.json", 10)], 0, large, "larger than such a part can be"),
        (&[(half, 1000)], 1, Some(10), "differs from its checksum"),
        (&[(half, 1000)], 1, Some(u64::MAX), "larger than such a part can be"),
        (&[("sessions.db", 1000)], 0, Some(u64::MAX), "differs from its checksum"),
        (&[(half, 10)], 2, None, "does not add up"),
        (&[(half, 10), ("uploads/b.md", 10)], 1, None, "does not add up"),
    ] {
        made(parts, uploads, size);
        let refused = format!("{:#}", restore(&target.config, &file).await.unwrap_err());
        assert!(refused.contains(why) && refused.contains("damaged"), "{refused}");
        assert_eq!(fs::read_dir(&target.config.data).unwrap().count(), 0, "{why}");
    }
    // A manifest that is nearly nothing but blanks.
    fs::remove_file(&file).unwrap();
    let mut zip = zip::ZipWriter::new(fs::File::create(&file).unwrap());
    zip.start_file("manifest.json", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::copy(&mut std::io::repeat(b' ').take(101_000_000), &mut zip).unwrap();
    zip.finish().unwrap();
    let refused = format!("{:#}", restore(&target.config, &file).await.unwrap_err());
    assert!(refused.contains("its manifest is too large"), "{refused}");
}

#[test]
fn what_could_not_be_restored_is_not_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    for (number, name, bytes, is_small) in [
        (0, "uploads/a.bin", 100_000_000, true),
        (1, "uploads/a.bin", 130 << 20, false),
        (2, "descriptions/a.md", 130 << 20, false),
        (3, "chat-model.json", 130 << 20, false),
        (5, "uploads/a.db", 130 << 20, false),
        (4, "sessions.db", 130 << 30, true),
    ] {
        let part = Part { name: name.to_owned(), bytes, sha256: String::new() };
        let manifest = Manifest::new(BTreeMap::new(), KeptCounts::default(), vec![part]);
        let archive = ArchiveWriter::create(&folder.path().join(number.to_string())).unwrap();
        assert_eq!(archive.finish(&manifest).is_ok(), is_small, "{name} {bytes}");
    }
}
