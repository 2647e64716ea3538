// Files that take more memory, time or room than they should.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mail } from "./mail.mjs";
import { climbing, crowd, foreign, laughing, overlapping, swelling } from "./office.mjs";
import { bomb, crowded, cyclic, empty, selfParent } from "./pdf.mjs";
import { expect, post, postFile, question, told } from "./requests.mjs";

const SENTENCES = "The harbour is open daily and it is good. ".repeat(15);

/** A text of so many bytes, most of it one heading. */
const headed = (kilobytes) => `# ${"h".repeat(1024 * kilobytes)}\n\n${`${SENTENCES}\n\n`.repeat(1000)}`;

/** The names of attachments that swell from kilobytes to half a gigabyte each. */
const SWELLING = Array.from({ length: 8 }, (_, n) => `swelling${n}.docx`);

/** Fills a folder, reads it, and asks a question that it answers. */
async function reading(server, seconds) {
  const begun = performance.now();
  await server.read(seconds);
  const took = (performance.now() - begun) / 1000;
  const { status, text } = await post(server, "/chat", question("When is the harbour open?"));
  expect(status === 200 && text.includes("daily"), `a question is answered with ${status}: ${text.slice(0, 100)}`);
  return `read after ${took.toFixed(1)} s`;
}

const harbour = (folder) => writeFileSync(join(folder, "harbour.md"), "# Harbour\n\nThe harbour is open daily from eight to six.\n");

/** A folder with the harbour and one file more of so many megabytes. */
const beside = (name, megabytes, piece) => (folder) => {
  harbour(folder);
  const part = piece.repeat(Math.ceil((1024 * 1024) / piece.length));
  for (let n = 0; n < megabytes; n += 1) appendFileSync(join(folder, name), part);
};

export const documents = [
  {
    name: "an attached file of a megabyte with a long heading",
    memory: 100,
    run: async (server) => {
      const { status, text } = await postFile(server, "What does the file say?", "a.md", headed(500));
      expect([200, 400, 413].includes(status), `it is answered with ${status}: ${text.slice(0, 100)}`);
      return told([status]);
    },
  },
  {
    name: "an attached file with a heading of two megabytes",
    memory: 120,
    run: async (server) => told([(await postFile(server, "What does the file say?", "a.md", headed(2048))).status]),
  },
  {
    name: "a document with a heading of two megabytes",
    unread: true,
    memory: 120,
    fill: (folder) => {
      harbour(folder);
      writeFileSync(join(folder, "heading.md"), headed(2048));
    },
    run: (server, { slack }) => reading(server, 30 * slack),
  },
  {
    name: "a document of one line of 20 MB",
    unread: true,
    // The program itself, and three times the text.
    memory: 120,
    fill: beside("line.txt", 20, "the harbour is good "),
    run: (server, { slack }) => reading(server, 60 * slack),
  },
  {
    name: "a document of one line of 95 MB",
    long: true,
    unread: true,
    // Less than the 100 MB from which on a file is not read at all, and twice the text.
    memory: 230,
    fill: beside("line.md", 95, "the harbour is good "),
    run: (server, { slack }) => reading(server, 120 * slack),
  },
  {
    name: "a document of one word of 95 MB",
    long: true,
    unread: true,
    memory: 230,
    fill: beside("word.txt", 95, "harbour"),
    run: (server, { slack }) => reading(server, 120 * slack),
  },
  ...[
    [3_000, false],
    [50_000, true],
  ].map(([count, long]) => ({
    name: `${count} small files`,
    long,
    unread: true,
    memory: 200,
    fill: (folder) => {
      harbour(folder);
      for (let n = 0; n < count; n += 1) {
        if (n % 1000 === 0) mkdirSync(join(folder, `part${n / 1000}`));
        writeFileSync(join(folder, `part${Math.floor(n / 1000)}`, `note${n}.md`), `# Note ${n}\n\nBoat ${n} lies at the pier.\n`);
      }
    },
    run: async (server, { slack }) => {
      const read = await reading(server, (20 + count / 1000) * slack);
      const page = await (await fetch(server.url)).text();
      expect(page.length < 500_000, `the page is ${page.length} bytes`);
      return `${read}; the page has ${Math.round(page.length / 1024)} KB`;
    },
  })),
  {
    name: "a PDF whose arrays are nested without end",
    unread: true,
    fill: (folder) => {
      harbour(folder);
      writeFileSync(join(folder, "nested.pdf"), `%PDF-1.4\n1 0 obj ${"[".repeat(200_000)} endobj\ntrailer << /Root 1 0 R >>\n`);
    },
    run: (server, { slack }) => reading(server, 30 * slack),
  },
  ...[
    ["a page that is its own parent", selfParent, 150],
    ["objects that stand for each other", cyclic, 150],
    ["a text that is deflated twice, to 512 MB", () => bomb(512), 150],
    ["100000 empty pages", () => empty(100_000), 600],
    ["50 MB of text on one page", () => crowded(50), 1200, true],
  ].map(([what, content, memory, long]) => ({
    name: `a PDF with ${what}`,
    long,
    unread: true,
    memory,
    fill: (folder) => {
      harbour(folder);
      writeFileSync(join(folder, "hostile.pdf"), content());
    },
    run: (server, { slack }) => reading(server, 60 * slack),
  })),
  ...[
    ["that swells from kilobytes to 512 MB", () => swelling(512)],
    ["of 3,000 entries that are one, 3 GB together", () => overlapping(3000, 1)],
    ["of 100000 empty files", () => crowd(100_000)],
    ["whose entities stand for a billion words", laughing],
  ].map(([what, content]) => ({
    name: `a DOCX ${what}`,
    unread: true,
    memory: 150,
    fill: (folder) => {
      harbour(folder);
      writeFileSync(join(folder, "hostile.docx"), content());
    },
    run: async (server, { slack }) => {
      const read = await reading(server, 60 * slack);
      const listed = await (await fetch(`${server.url}/documents`)).text();
      expect(listed.includes("Not read:"), "it is read");
      return read;
    },
  })),
  ...[
    ["that swell to gigabytes, one of them in a mail within", 150, []],
    // One process reads them all: what it may take for the archives, it may take for the PDF.
    ["that swell, a PDF among them", 1100, [["bomb.pdf", () => bomb(512)]]],
  ].map(([what, memory, more]) => ({
    name: `a mail with attachments ${what}`,
    unread: true,
    memory,
    fill: (folder) => {
      harbour(folder);
      const swollen = swelling(512);
      const files = SWELLING.map((name) => [name, swollen]);
      files.push(["overlapping.docx", overlapping(3000, 1)], ["laughing.docx", laughing()]);
      files.push(...more.map(([name, content]) => [name, content()]));
      files.push(["fine.md", Buffer.from("# Moorings\n\nThe mooring of the ferry is painted turquoise.\n")]);
      const inner = mail("The inner list is attached.", [["inner.docx", swollen]]);
      writeFileSync(join(folder, "hostile.eml"), mail("The lists are attached.", [...files, ["inner.eml", inner]]));
    },
    run: async (server, { slack }) => {
      const read = await reading(server, 120 * slack);
      const { text } = await post(server, "/chat", question("What colour is the mooring of the ferry painted?"));
      expect(text.includes("turquoise"), `what is attached beside them is not found: ${text.slice(0, 200)}`);
      const [table] = (await (await fetch(`${server.url}/documents`)).text()).split("</table>");
      const rows = table.split("<tr");
      const state = (name) => rows.filter((row) => row.includes(`hostile.eml${name}<`)).map((row) => ["Not read:", "Ready"].find((state) => row.includes(state)));
      const unread = [...SWELLING, "overlapping.docx", "laughing.docx", "inner.docx", ...more.map(([name]) => name)];
      for (const name of unread) expect(String(state(`/${name}`)) === "Not read:", `${name} is told to be ${state(`/${name}`)}`);
      for (const name of ["", "/fine.md"]) expect(String(state(name)) === "Ready", `hostile.eml${name} is told to be ${state(name)}`);
      return `${read}; ${unread.length} attachments are told not to be read`;
    },
  })),
  {
    name: "a DOCX that wants a file beside it, and names that lead out of an archive",
    unread: true,
    fill: (folder) => {
      harbour(folder);
      const secret = join(folder, "..", "secret.txt");
      writeFileSync(secret, "The password of the harbour is Albatross.");
      writeFileSync(join(folder, "foreign.docx"), foreign(secret));
      writeFileSync(join(folder, "climbing.docx"), climbing());
    },
    run: async (server, { slack }) => {
      const read = await reading(server, 60 * slack);
      const { text } = await post(server, "/chat", question("What is the password of the harbour?"));
      expect(!text.includes("Albatross"), `the file beside it is read: ${text.slice(0, 200)}`);
      const files = readdirSync(server.folder, { recursive: true });
      expect(!existsSync("/tmp/climbed.md") && !files.some((file) => file.endsWith("climbed.md")), "a file has left its archive");
      return read;
    },
  },
  {
    name: "the folder of the index is removed while it runs",
    long: true,
    run: async (server, { slack }) => {
      const index = execFileSync("find", [server.data, "-name", "meta.json"], { encoding: "utf8" }).trim().split("\n")[0];
      rmSync(join(index, ".."), { recursive: true, force: true });
      writeFileSync(join(server.documents, "later.md"), "# Lighthouse\n\nThe lighthouse keeper is called Marten.\n");
      await server.until("finds what is new", 180 * slack, async () => {
        const { text } = await post(server, "/chat", question("What is the lighthouse keeper called?"));
        return text.includes("called Marten");
      });
      return "built anew";
    },
  },
];

