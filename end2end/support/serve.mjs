// Starts the built server over the sample documents with an empty index of its own, and ends with it.
//
//   node support/serve.mjs                     answers by quoting
//   node support/serve.mjs --scripted <port>   answers with the scripted model, started on that port
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const port = process.argv[2] === "--scripted" ? process.argv[3] : undefined;
const data = mkdtempSync(join(tmpdir(), "footnote-end2end-"));
const children = [];

if (port) start(process.execPath, [join(here, "scripted-openai.mjs"), port], { PORT: port });
start(binary(), ["serve"], {
  ...page(),
  FOOTNOTE_DATA: data,
  FOOTNOTE_DOCUMENTS: join(root, "src/sample/documents"),
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

/** The server as it was last built, unless FOOTNOTE_BINARY names one. */
function binary() {
  if (process.env.FOOTNOTE_BINARY) return resolve(process.env.FOOTNOTE_BINARY);
  const targets = [process.env.CARGO_TARGET_DIR, join(root, "target")].filter(Boolean);
  const built = targets
    .flatMap((target) => [join(target, "release/footnote"), join(target, "debug/footnote")])
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built.length === 0) throw new Error("no server is built: run `make build` first");
  return built[0];
}

/** How the server finds the page's files: as cargo-leptos would tell it. */
function page() {
  return {
    LEPTOS_OUTPUT_NAME: "footnote",
    LEPTOS_SITE_ROOT: [join(dirname(binary()), "site"), join(root, "target/site")].find(existsSync),
    LEPTOS_HASH_FILES: existsSync(join(dirname(binary()), "hash.txt")) ? "true" : "false",
  };
}
