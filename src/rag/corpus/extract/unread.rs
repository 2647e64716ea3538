//! Known formats that are not read, with advice for their readers.

use super::ExtractError;
use super::format::{Format, Mark, Reader, View};

/// Word's files before 2007.
pub(super) const WORD: Format = Format {
    name: "doc",
    endings: &["doc", "dot"],
    mark: Mark::Stream(&["WordDocument"]),
    reader: Reader::None(ExtractError::OldWord),
    media_type: "application/msword",
    view: View::None,
};

/// Decks of slides before 2007.
pub(super) const POWERPOINT: Format = Format {
    name: "ppt",
    endings: &["ppt", "pps", "pot"],
    mark: Mark::Stream(&["PowerPoint Document"]),
    reader: Reader::None(ExtractError::OldPowerPoint),
    media_type: "application/vnd.ms-powerpoint",
    view: View::None,
};

/// Messages as Outlook keeps them.
pub(super) const OUTLOOK: Format = Format {
    name: "msg",
    endings: &["msg"],
    mark: Mark::Stream(&["__properties_version1.0"]),
    reader: Reader::None(ExtractError::OutlookMessage),
    media_type: "application/vnd.ms-outlook",
    view: View::None,
};

/// Images that are known by their first bytes.
pub(super) const IMAGE: Format = Format {
    name: "image",
    endings: &["png", "jpg", "jpeg", "gif", "tif", "tiff"],
    mark: Mark::Begins(&[
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"GIF87a",
        b"GIF89a",
        b"II*\0",
        b"MM\0*",
    ]),
    reader: Reader::None(ExtractError::Image),
    media_type: "image/*",
    view: View::None,
};

/// Images that are known by their names alone, since a text could begin as they do.
pub(super) const PICTURE: Format = Format {
    name: "picture",
    endings: &["webp", "bmp", "heic", "avif"],
    mark: Mark::Name,
    reader: Reader::None(ExtractError::Image),
    media_type: "image/*",
    view: View::None,
};
