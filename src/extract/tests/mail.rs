//! E-mail.

use super::{document, golden};
use crate::{ExtractError, formats, parts};
use footnote_documents::parts::MAX_PARTS;
use footnote_documents::split;

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
Attachments: list.md, tool.exe
Tee ist um vier, für alle.
Bis dann
## Before
From: bo@contoso.com
No tea yesterday."
    );
}

/// Returns the paths of the files inside a file.
fn enclosed(name: &str, bytes: &[u8]) -> Vec<String> {
    let format = formats::of(name, bytes).unwrap();
    let parts = formats::read(format, bytes).unwrap().parts;
    let called = parts::named_parts(parts).into_iter();
    called.map(|(path, _)| path).collect()
}

/// Returns a message with attachments, each given by its headers and its content.
fn with(attachments: &[(&str, &str)]) -> String {
    let parts = attachments.iter().map(|(head, body)| format!("--b\n{head}\n\n{body}\n"));
    let parts: String = parts.collect();
    format!(
        "Subject: Tea\nFrom: a@b.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: text/plain\n\nTea is at four.\n{parts}--b--\n"
    )
}

#[test]
fn attachments_of_known_formats_are_documents_of_their_own() {
    assert_eq!(enclosed("tea.eml", MESSAGE.as_bytes()), ["list.md"]);
    let file = |kind: &str, name: &str| {
        format!("Content-Type: {kind}\nContent-Disposition: attachment; filename=\"{name}\"")
    };
    let heads = [
        file("application/pdf", "report.pdf"),
        file("text/plain", "report.pdf"),
        file("application/pdf", "../../report"),
        "Content-Type: text/csv".to_owned(),
        "Content-Type: image/png; name=\"logo.png\"\nContent-ID: <1>".to_owned(),
        file("image/png", "photo.png"),
    ];
    let parts: Vec<_> = heads.iter().map(|head| (head.as_str(), "x")).collect();
    let message = with(&parts);
    let paths = ["report.pdf", "report-2.pdf", "report-3.pdf", "file.csv", "photo.png"];
    assert_eq!(enclosed("a.eml", message.as_bytes()), paths);
    let mailbox = format!(
        "From a@b Mon Jan  1 00:00:00 2024\nSubject: One\n\nFirst.\n\nFrom a@b Mon Jan  1 00:00:00 2024\n{message}"
    );
    let paths = paths.map(|path| format!("2/{path}"));
    assert_eq!(enclosed("a.mbox", mailbox.as_bytes()), paths);
}

#[test]
fn attachments_in_a_mailbox_that_is_attached_are_documents_too() {
    let mailbox = |boundary: &str, head: &str, body: &str| {
        let message = with(&[(head, body)]);
        let message = message.replace("=b\n", &format!("={boundary}\n"));
        let message = message.replace("--b", &format!("--{boundary}"));
        format!("From a@b Mon Jan  1 00:00:00 2024\n{message}")
    };
    let file = |name: &str| format!("Content-Disposition: attachment; filename={name}");
    let inner = mailbox("d", &file("deep.md"), "# Cups");
    let inner = inner.replace("From a", ">From a");
    let outer = mailbox("c", &file("inner.mbox"), &inner);
    let both = format!("{outer}\n{}", mailbox("e", &file("list.md"), "# Cups"));
    let message = with(&[(&file("old.mbox"), &both), (&file("list.md"), "# Milk")]);
    let paths = ["old.mbox", "old.mbox/1/inner.mbox", "old.mbox/2/list.md", "list.md"];
    assert_eq!(enclosed("a.eml", message.as_bytes()), paths);
}

#[test]
fn a_message_that_is_attached_as_a_file_is_part_of_the_text() {
    let inner = with(&[("Content-Disposition: attachment; filename=list.md", "# Cups")]);
    let inner = inner.replace("boundary=b", "boundary=c").replace("--b", "--c");
    let head = "Content-Type: application/octet-stream\n\
        Content-Disposition: attachment; filename=before.EML";
    let message = with(&[(head, &inner.replace("Tea", "Milk"))]);
    let read = golden("a.eml", message.as_bytes());
    assert!(read.contains("\n## Milk\n") && read.contains("Milk is at four."), "{read}");
    assert_eq!(enclosed("a.eml", message.as_bytes()), ["list.md"]);
}

#[test]
fn messages_within_messages_end_somewhere() {
    let mut message = with(&[("Content-Disposition: attachment; filename=a.md", "x")]);
    for depth in 0..60 {
        let outer = with(&[("Content-Type: message/rfc822", &message)]);
        message = outer.replace("=b\n", &format!("=b{depth}\n"));
        message = message.replacen("--b\n", &format!("--b{depth}\n"), 2);
    }
    let read = golden("a.eml", message.as_bytes());
    assert!(read.matches("Tea is at four.").count() <= 8, "{read}");
}

#[test]
fn of_too_many_attachments_some_are_named() {
    let head = "Content-Disposition: attachment; filename=a.md";
    let message = with(&vec![(head, "x"); 10_000]);
    let read = golden("a.eml", message.as_bytes());
    assert!(read.contains("a.md, and 9900 more"));
    assert_eq!(enclosed("a.eml", message.as_bytes()).len(), MAX_PARTS + 1);
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

#[test]
fn lines_that_were_meant_are_kept_in_the_passages() {
    let message = "Subject: Tea\nFrom: a@b.org\nDate: Tue, 05 Mar 2024 14:30:00 +0100\n\
        Content-Type: text/plain; format=flowed\n\n\
        We meet for tea \nin the upper room.\nBring:\n- cups\n- milk\n\nBest regards.\nAnn\nHarbour Road 5\n";
    let pages = document("a.eml", message.as_bytes()).unwrap().pages.into_iter();
    let blocks = pages.flat_map(|page| page.blocks.into_iter().map(|block| (None, block)));
    let texts: Vec<_> = split::passages(blocks).map(|passage| passage.text).collect();
    assert_eq!(
        texts,
        ["From: a@b.org\nDate: 2024-03-05 14:30\n\n\
          We meet for tea in the upper room.\nBring:\n- cups\n- milk\n\n\
          Best regards.\nAnn\nHarbour Road 5"]
    );
}

/// Returns a message with two forms of its text.
fn alternative(plain: &str, kind: &str, rich: &str) -> String {
    format!(
        "Subject: Quarry\nFrom: a@b.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=q\n\n\
         --q\nContent-Type: text/plain\n\n{plain}\n--q\nContent-Type: {kind}\n\n{rich}\n--q--\n"
    )
}

#[test]
fn the_richer_form_of_a_message_is_its_text() {
    let page = "<p>The quarry reopens on 9 September with forty masons.</p>";
    let stub = alternative("Your program does not show HTML.", "text/html", page);
    let read = golden("a.eml", stub.as_bytes());
    assert!(
        read.ends_with("9 September with forty masons.") && !read.contains("program"),
        "{read}"
    );
    let both = "The quarry reopens on 9 September\nwith forty masons.\nhttps://b.org/a/very/long";
    let read = golden("a.eml", alternative(both, "text/html", page).as_bytes());
    assert!(read.contains("September\nwith"), "{read}");
}

#[test]
fn an_invitation_says_what_when_and_where() {
    let event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240611T080000Z\nSUMMARY:Inspection\nLOCATION:Pump house\nEND:VEVENT\nEND:VCALENDAR";
    let message = alternative("You are invited.", "text/calendar; method=REQUEST", event);
    let read = golden("a.eml", message.as_bytes());
    assert!(
        read.ends_with(
            "You are invited.\n## Inspection\nWhen: 2024-06-11 08:00 UTC\nWhere: Pump house"
        ),
        "{read}"
    );
    assert!(enclosed("a.eml", message.as_bytes()).is_empty());
    let file = "Content-Type: text/calendar\nContent-Disposition: attachment; filename=invite.ics";
    assert_eq!(enclosed("a.eml", with(&[(file, event)]).as_bytes()), ["invite.ics"]);
    assert!(
        golden("invite.ics", event.as_bytes())
            .ends_with("# Inspection\nWhen: 2024-06-11 08:00 UTC\nWhere: Pump house")
    );
}

#[test]
fn the_encoding_is_that_of_the_page_or_of_the_whole_message() {
    let head = "Subject: Berries\nFrom: a@b.org\nMIME-Version: 1.0\n";
    let page = "<meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Diso-8859-1\"><p>Bl=E5b=E6r h=F8stes.</p>";
    let message = format!(
        "{head}Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n{page}\n"
    );
    assert!(golden("a.eml", message.as_bytes()).ends_with("Blåbær høstes."));
    let message = format!("{head}Content-Type: text/plain\n\nBlåbær høstes.\n");
    let bytes: Vec<u8> =
        [0xfeff].into_iter().chain(message.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [&bytes[..], &bytes[2..]] {
        assert!(golden("a.eml", bytes).ends_with("Blåbær høstes."));
    }
}
