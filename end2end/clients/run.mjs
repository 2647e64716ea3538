// Starts a server that quotes and one with the scripted model, runs the tests of this folder, and ends both.
//
//   node clients/run.mjs [test file…]
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const serve = join(here, "../support/serve.mjs");
const [quoting, model, scripted] = await Promise.all([port(), port(), port()]);
const servers = [server(quoting), server(model, "--scripted", String(scripted))];
let code = 1;
try {
  await Promise.all([ready(quoting), ready(model)]);
  code = await tests();
} catch (error) {
  console.error(error.message);
} finally {
  await Promise.all(servers.map(end));
}
process.exit(code);

/** A port that nothing listens at. */
function port() {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

function server(port, ...options) {
  const env = { ...process.env, FOOTNOTE_ADDRESS: `127.0.0.1:${port}`, FOOTNOTE_LOG: "error" };
  return spawn(process.execPath, [serve, ...options], { env, stdio: ["ignore", "ignore", "inherit"] });
}

/** Waits until the documents are read: a test never meets half an index. */
async function ready(port) {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const health = await fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.json(), () => ({}));
    if (health.indexing === false && health.documents >= 6) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("a server has not read the documents after a minute");
}

function tests() {
  const named = process.argv.slice(2);
  const all = readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
  const files = named.length > 0 ? named : all.map((name) => join(here, name));
  // One file at a time: the scripted model counts who leaves it.
  const env = {
    ...process.env,
    FOOTNOTE_URL: `http://127.0.0.1:${quoting}`,
    FOOTNOTE_MODEL_URL: `http://127.0.0.1:${model}`,
    FOOTNOTE_SCRIPTED_URL: `http://127.0.0.1:${scripted}`,
  };
  const run = spawn(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], { env, stdio: "inherit" });
  return new Promise((ended) => run.on("exit", (code) => ended(code ?? 1)));
}

function end(child) {
  if (child.exitCode !== null) return undefined;
  const ended = new Promise((ended) => child.on("exit", ended));
  child.kill("SIGTERM");
  return ended;
}
