// Starts the built server over the sample documents with an empty index of its own, and ends with it. The
// one with a model has a hostile document and some pictures beside them.
//
//   node support/serve.mjs                     answers by quoting
//   node support/serve.mjs --scripted <port>   answers with the scripted model, started on that port
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { binary, page, root } from "./binary.mjs";

// The first bytes of a picture, by which it is known.
const PICTURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const here = dirname(fileURLToPath(import.meta.url));
const port = process.argv[2] === "--scripted" ? process.argv[3] : undefined;
const data = mkdtempSync(join(tmpdir(), "footnote-end2end-"));
const sample = join(root, "src/sample/documents");
const documents = port ? join(data, "documents") : sample;
if (port) {
  cpSync(sample, documents, { recursive: true });
  cpSync(join(here, "hostile.md"), join(documents, "hostile.md"));
  mkdirSync(join(documents, "photos"));
  for (const name of ["hill", "marsh", "weir"]) writeFileSync(join(documents, `photos/${name}.png`), PICTURE);
}
const children = [];

if (port) start(process.execPath, [join(here, "scripted-openai.mjs"), port], { PORT: port });
start(binary(), ["serve"], {
  ...page(),
  FOOTNOTE_DATA: join(data, "data"),
  FOOTNOTE_DOCUMENTS: documents,
  // Tests that name a reader have the conversations of that reader, others those of their browser.
  FOOTNOTE_USER_HEADER: "x-footnote-user",
  FOOTNOTE_PROXIES: "127.0.0.1",
  // Tests do what operators may without opening the printed link; operator.hydrate.spec.ts opens it.
  FOOTNOTE_OPERATORS: "everybody",
  FOOTNOTE_INSIGHTS: "everybody",
  FOOTNOTE_UPLOADS: process.env.FOOTNOTE_UPLOADS ?? "everybody",
  FOOTNOTE_METRICS: "127.0.0.1",
  OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
  OPENAI_MODEL: port ? "scripted" : "",
  OPENAI_API_KEY: "",
  AZURE_OPENAI_DEPLOYMENT: "",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(0));

function start(command, args, env) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
  child.on("exit", (code) => end(code ?? 1));
  child.on("error", (error) => {
    console.error(`${command}: ${error.message}`);
    end(1);
  });
  children.push(child);
}

function end(code) {
  for (const child of children) child.kill("SIGTERM");
  rmSync(data, { recursive: true, force: true });
  process.exit(code);
}
