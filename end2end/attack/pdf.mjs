// PDF files whose parts are as hostile as their author wants.
import { deflateSync } from "node:zlib";

/** A file of these objects, the first of them its catalogue; `trailer` is what its trailer says besides. */
export function pdf(objects, trailer = "") {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const places = [];
  let at = parts[0].length;
  for (const [n, object] of objects.entries()) {
    places.push(at);
    const part = Buffer.concat([`${n + 1} 0 obj\n`, object, "\nendobj\n"].map((piece) => Buffer.from(piece)));
    parts.push(part);
    at += part.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer.replaceAll("XREF", at)} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table), Buffer.from(end)]);
}

const CATALOGUE = "<< /Type /Catalog /Pages 2 0 R >>";

/** A stream with its dictionary. */
function stream(bytes, dictionary) {
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`), bytes, Buffer.from("\nendstream")]);
}

/** Pages and a page that are their own parents and children. */
export const selfParent = () =>
  pdf([CATALOGUE, "<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 /Parent 2 0 R >>", "<< /Type /Page /Parent 3 0 R /MediaBox [0 0 9 9] >>"]);

/** Objects that stand for each other, a content that is a part of itself, and a table that goes on with itself. */
export const cyclic = () =>
  pdf(
    [
      CATALOGUE,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources 5 0 R >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox 6 0 R /Contents 4 0 R /Resources 5 0 R >>",
      "[4 0 R 4 0 R]",
      "<< /Font << /F1 5 0 R >> /XObject << /X 5 0 R >> >>",
      "7 0 R",
      "6 0 R",
    ],
    "/Prev XREF",
  );

/** One page whose text is deflated twice: some kilobytes that grow to so many megabytes. */
export function bomb(megabytes) {
  const once = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, " "), { level: 9 });
  const twice = deflateSync(once, { level: 9 });
  return pdf([
    CATALOGUE,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
    stream(twice, "/Filter [/FlateDecode /FlateDecode]"),
  ]);
}

/** So many pages with nothing on them. */
export function empty(pages) {
  const numbers = Array.from({ length: pages }, (_, n) => n + 3);
  const kids = numbers.map((n) => `${n} 0 R`).join(" ");
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>";
  return pdf([CATALOGUE, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`, ...numbers.map(() => page)]);
}

/** One page with these operators. */
export const drawn = (operators) =>
  pdf([
    CATALOGUE,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    stream(Buffer.from(operators), ""),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);

/** One page with so many megabytes of text. */
export function crowded(megabytes) {
  const line = "BT /F1 9 Tf 50 700 Td (The harbour is open daily and it is good.) Tj ET\n";
  return drawn(line.repeat(Math.ceil((megabytes * 1024 * 1024) / line.length)));
}
