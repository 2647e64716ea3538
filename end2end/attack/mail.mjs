// Mails whose attachments are as hostile as their sender wants.

const FOLD = /.{1,76}/g;

/** A part of a mail: a file that is attached. */
const attached = (name, bytes) =>
  [
    "--b",
    "Content-Type: application/octet-stream",
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    bytes.toString("base64").replace(FOLD, "$&\r\n"),
  ].join("\r\n");

/** A mail with this text and these files. */
export function mail(text, files) {
  const head = ["Subject: Moorings", "From: ann@contoso.com", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b", ""];
  const parts = files.map(([name, bytes]) => attached(name, bytes));
  return Buffer.from([...head, "--b", "Content-Type: text/plain", "", text, ...parts, "--b--", ""].join("\r\n"));
}
