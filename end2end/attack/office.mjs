// Archives and office documents whose parts are as hostile as their author wants.
import { crc32, deflateRawSync } from "node:zlib";

/** Numbers of so many bytes each, the least first. */
function numbers(...pairs) {
  const all = pairs.map(([value, bytes]) => {
    const number = Buffer.alloc(bytes);
    number.writeUIntLE(value, 0, bytes);
    return number;
  });
  return Buffer.concat(all);
}

/** What local and central headers of an entry have in common. */
const described = ({ packed, text, name, mode }) =>
  numbers([20, 2], [0, 2], [mode, 2], [0, 4], [crc32(text), 4], [packed.length, 4], [text.length, 4], [Buffer.byteLength(name), 2], [0, 2]);

/** An archive of these entries: a name, a text and whether it is packed; `shared` lets all of them be one and the same part of the file. */
export function zip(entries, shared = false) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [n, [name, content, plain]] of entries.entries()) {
    const text = Buffer.from(content);
    const entry = { name, text, packed: plain ? text : deflateRawSync(text, { level: 9 }), mode: plain ? 0 : 8 };
    const begin = shared ? 0 : at;
    if (!shared || n === 0) {
      const part = Buffer.concat([numbers([0x04034b50, 4]), described(entry), Buffer.from(name), entry.packed]);
      parts.push(part);
      at += part.length;
    }
    list.push(Buffer.concat([numbers([0x02014b50, 4], [20, 2]), described(entry), numbers([0, 2], [0, 2], [0, 2], [0, 4], [begin, 4]), Buffer.from(name)]));
  }
  const table = Buffer.concat(list);
  const count = Math.min(entries.length, 0xffff);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [table.length, 4], [at, 4], [0, 2]);
  return Buffer.concat([...parts, table, end]);
}

const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
  'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

export const paragraphs = (text, before = "") => `${before}<w:document xmlns:w="urn:w"><w:body>${text}</w:body></w:document>`;

const paragraph = (text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A text document with this main part and these entries besides. */
export const docx = (main, others = [], shared = false) => zip([["_rels/.rels", RELATIONS], ["word/document.xml", main], ...others], shared);

/** A text document of some kilobytes that grows to so many megabytes. */
export const swelling = (megabytes) => docx(Buffer.concat([Buffer.from("<w:document>"), Buffer.alloc(megabytes * 1024 * 1024, "harbour ")]));

/** An archive in which each entry is another name of the same packed megabytes. */
export function overlapping(count, megabytes) {
  const text = Buffer.alloc(megabytes * 1024 * 1024, " ");
  return zip(Array.from({ length: count }, (_, n) => [n === 0 ? "word/document.xml" : `word/part${n}.xml`, text]), true);
}

/** An archive of so many empty files. */
export const crowd = (count) => docx(paragraphs(paragraph("x")), Array.from({ length: count }, (_, n) => [`word/${n}.xml`, "", true]));

/** An archive whose names lead out of it. */
export const climbing = () => docx(paragraphs(paragraph("x")), ["../../climbed.md", "/tmp/climbed.md", "..\\climbed.md"].map((name) => [name, "climbed"]));

/** A document whose entities stand for each other, to a billion words. */
export function laughing() {
  const levels = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n} "${n === 0 ? "harbour" : `&l${n - 1};`.repeat(10)}">`);
  return docx(paragraphs(paragraph("&l9;"), `<!DOCTYPE d [${levels.join("")}]>`));
}

/** A document that wants the text of a file beside it. */
export const foreign = (path) => docx(paragraphs(paragraph("told &secret;"), `<!DOCTYPE d [<!ENTITY secret SYSTEM "file://${path}">]>`));
