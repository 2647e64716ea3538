//! Decompression of Outlook's rich text (LZFu): each bit of a flag byte distinguishes a literal byte from a reference
//! to earlier ones.

/// The initial content of the dictionary, which references may point to.
const KNOWN: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \
\\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\
\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/// Size of the dictionary, a ring buffer of the last bytes written.
const WINDOW: usize = 4096;

/// Size of the header: two sizes, the compression type and a checksum.
const HEAD: usize = 16;

/// Decompresses these bytes, as far as they are valid; `None` if they are something else.
pub(super) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let (head, content) = bytes.split_at_checked(HEAD)?;
    match head.get(8..12)? {
        b"LZFu" => Some(unpack(content)),
        b"MELA" => Some(content.to_vec()),
        _ => None,
    }
}

fn unpack(content: &[u8]) -> Vec<u8> {
    let mut all = KNOWN.to_vec();
    let mut content = content.iter().copied();
    'all: while let Some(marks) = content.next() {
        for bit in 0..8 {
            let Some(first) = content.next() else { break 'all };
            if marks >> bit & 1 == 0 {
                all.push(first);
                continue;
            }
            let Some(second) = content.next() else { break 'all };
            let reference = usize::from(first) << 8 | usize::from(second);
            let (place, length) = (reference >> 4, (reference & 0xf) + 2);
            // A reference to the write position ends the text.
            let back = (all.len() + WINDOW - place) % WINDOW;
            if back == 0 {
                break 'all;
            }
            let from = all.len().checked_sub(back);
            // There is nothing before the first byte.
            for at in 0..length {
                let byte = from.and_then(|from| all.get(from + at).copied());
                all.push(byte.unwrap_or(b' '));
            }
        }
    }
    all.split_off(KNOWN.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_lead_to_earlier_bytes() {
        // Example from the specification (MS-OXRTFCP, 3.2).
        let packed = [
            0x2d, 0, 0, 0, 0x2b, 0, 0, 0, 0x4c, 0x5a, 0x46, 0x75, 0xf1, 0xc5, 0xc7, 0xa7, 0x03,
            0x00, 0x0a, 0x00, 0x72, 0x63, 0x70, 0x67, 0x31, 0x32, 0x35, 0x42, 0x32, 0x0a, 0xf3,
            0x20, 0x68, 0x65, 0x6c, 0x09, 0x00, 0x20, 0x62, 0x77, 0x05, 0xb0, 0x6c, 0x64, 0x7d,
            0x0a, 0x80, 0x0f, 0xa0,
        ];
        let text = b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
        assert_eq!(unpacked(&packed).unwrap(), text);
        let again = [
            0x1a, 0, 0, 0, 0x1c, 0, 0, 0, 0x4c, 0x5a, 0x46, 0x75, 0xe2, 0xd4, 0x4b, 0x51, 0x41,
            0x00, 0x04, 0x20, 0x57, 0x58, 0x59, 0x5a, 0x0d, 0x6e, 0x7d, 0x01, 0x0e, 0xb0,
        ];
        assert_eq!(unpacked(&again).unwrap(), b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
        assert_eq!(unpacked(b"Just words, and nothing packed."), None);
    }

    #[test]
    fn no_bytes_end_the_unpacking_badly() {
        for byte in 0..=255 {
            let packed = [b"........LZFu....".as_slice(), &[byte; 64]].concat();
            assert!(unpacked(&packed).unwrap().len() <= 17 * 64);
        }
    }
}
