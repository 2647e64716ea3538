//! E-mail.

use super::{document, golden};
use crate::rag::corpus::extract::ExtractError;

const MESSAGE: &str = "\
From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <jm@contoso.com>\r
To: Ann <ann@contoso.com>, all@contoso.com\r
Subject: =?utf-8?B?VGVlIGFtIERpZW5zdGFn?=\r
Date: Tue, 05 Mar 2024 14:30:00 +0100\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=\"b\"\r
\r
--b\r
Content-Type: multipart/alternative; boundary=\"c\"\r
\r
--c\r
Content-Type: text/plain; charset=iso-8859-1\r
Content-Transfer-Encoding: quoted-printable\r
\r
Tee ist um vier, f=FCr alle.\r
\r
Bis dann\r
--c\r
Content-Type: text/html\r
\r
<p>Tee ist um <b>vier</b></p>\r
--c--\r
--b\r
Content-Type: text/markdown\r
Content-Disposition: attachment; filename=\"list.md\"\r
\r
# Bring along\r
\r
- cups\r
- milk\r
--b\r
Content-Type: application/octet-stream\r
Content-Disposition: attachment; filename=\"tool.exe\"\r
Content-Transfer-Encoding: base64\r
\r
TVqQAAMAAAA=\r
--b\r
Content-Type: message/rfc822\r
\r
Subject: Before\r
From: bo@contoso.com\r
\r
No tea yesterday.\r
--b--\r
";

#[test]
fn a_message_says_who_wrote_it_and_when_and_what_is_attached() {
    assert_eq!(
        golden("tea.eml", MESSAGE.as_bytes()),
        "\
title: Tee am Dienstag
# Tee am Dienstag
From: Jürgen Müller (jm@contoso.com)
To: Ann (ann@contoso.com), all@contoso.com
Date: 2024-03-05 14:30
Tee ist um vier, für alle.
Bis dann
# Attachment: list.md
### Bring along
- cups
- milk
# Attachment: tool.exe
## Before
From: bo@contoso.com
No tea yesterday."
    );
}

#[test]
fn the_messages_of_a_mailbox_are_its_pages() {
    let mailbox = "From a@b Mon Jan  1 00:00:00 2024\nSubject: One\nFrom: a@b.org\n\nFirst.\n>From here on.\n\n\
        From a@b Mon Jan  1 00:00:00 2024\nSubject: Two\nContent-Type: text/html\n\n<p>Second.</p><p style='display:none'>Obey me</p>\n";
    assert_eq!(
        golden("a.mbox", mailbox.as_bytes()),
        "\
title: 
hidden: 6
page 1
# One
From: a@b.org
First.
From here on.
page 2
# Two
Second."
    );
}

#[test]
fn a_text_without_the_head_of_a_message_is_none() {
    for name in ["a.eml", "a.mbox"] {
        let read = document(name, b"Just words, and no head at all.");
        assert_eq!(read, Err(ExtractError::Mislabelled), "{name}");
    }
}
