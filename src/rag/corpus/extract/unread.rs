//! Known formats that are not read, with advice for their readers.

use super::ExtractError;
use super::format::{Format, Mark, Reader};

/// Word's files before 2007.
pub(super) const WORD: Format = Format {
    endings: &["doc", "dot"],
    mark: Mark::Stream(&["WordDocument"]),
    reader: Reader::None(ExtractError::OldWord),
    media_type: "application/msword",
};

/// Decks of slides before 2007.
pub(super) const POWERPOINT: Format = Format {
    endings: &["ppt", "pps", "pot"],
    mark: Mark::Stream(&["PowerPoint Document"]),
    reader: Reader::None(ExtractError::OldPowerPoint),
    media_type: "application/vnd.ms-powerpoint",
};

/// Messages as Outlook keeps them.
pub(super) const OUTLOOK: Format = Format {
    endings: &["msg"],
    mark: Mark::Stream(&["__properties_version1.0"]),
    reader: Reader::None(ExtractError::OutlookMessage),
    media_type: "application/vnd.ms-outlook",
};

/// Images that are known by their first bytes.
pub(super) const IMAGE: Format = Format {
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
};

/// Images that are known by their names alone, since a text could begin as they do.
pub(super) const PICTURE: Format = Format {
    endings: &["webp", "bmp", "heic", "avif"],
    mark: Mark::Name,
    reader: Reader::None(ExtractError::Image),
    media_type: "image/*",
};
