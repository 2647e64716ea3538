// Starts a server that quotes and, for each test file of this folder, one with a scripted model of its own, which
// counts who leaves it; runs all files at once, since they wait most of the time; and ends the servers.
//
//   node clients/run.mjs [test file…]
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { ports, ready } from "./support.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const serve = join(here, "../support/serve.mjs");
const chosen = files();
const [quoting, ...others] = await ports(1 + 2 * chosen.length);
const servers = [server(quoting)];
let code = 1;
try {
  await ready(quoting);
  code = Math.max(...(await Promise.all(chosen.map((file, at) => tests(file, others[2 * at], others[2 * at + 1])))));
} catch (error) {
  console.error(error.message);
} finally {
  await Promise.all(servers.map(end));
}
process.exit(code);

function server(port, ...options) {
  const env = { ...process.env, FOOTNOTE_ADDRESS: `127.0.0.1:${port}`, FOOTNOTE_LOG: "error" };
  return spawn(process.execPath, [serve, ...options], { env, stdio: ["ignore", "ignore", "inherit"] });
}

function files() {
  const named = process.argv.slice(2);
  const all = readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
  return named.length > 0 ? named : all.map((name) => join(here, name));
}

/** Runs one file of tests, shows what it prints once it has ended, and gives its exit code. */
async function tests(file, model, scripted) {
  servers.push(server(model, "--scripted", String(scripted)));
  await ready(model);
  const env = {
    ...process.env,
    FOOTNOTE_URL: `http://127.0.0.1:${quoting}`,
    FOOTNOTE_MODEL_URL: `http://127.0.0.1:${model}`,
    FOOTNOTE_SCRIPTED_URL: `http://127.0.0.1:${scripted}`,
  };
  const run = spawn(process.execPath, ["--test", "--test-reporter=spec", file], { env, stdio: ["ignore", "pipe", "inherit"] });
  const printed = [];
  run.stdout.on("data", (data) => printed.push(data));
  const code = await new Promise((ended) => run.on("close", (code) => ended(code ?? 1)));
  process.stdout.write(Buffer.concat(printed));
  return code;
}

function end(child) {
  if (child.exitCode !== null) return undefined;
  const ended = new Promise((ended) => child.on("exit", ended));
  child.kill("SIGTERM");
  return ended;
}
