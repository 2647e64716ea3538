// Three servers over one database, under a load of questions, while each is killed in turn, the reader among them, the
// database is away, and another server begins. Needs `psql`, FOOTNOTE_BINARY and FOOTNOTE_TEST_STORES, as run.mjs sets it.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createModel } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const DATABASE = "footnote_machines";
const QUESTION = "Who runs the department of item 7?";

const end2end = fileURLToPath(new URL("..", import.meta.url));
const server = new URL(process.env.FOOTNOTE_TEST_STORES.split(" ")[0]);
const folder = mkdtempSync(join(tmpdir(), "footnote-machines-"));
const run = promisify(execFile);
const machines = [];
let documents = 0;

test("three servers lose no question, no document and no conversation", { timeout: 180_000 }, async (t) => {
  t.after(() => {
    machines.forEach((machine) => machine.child.kill("SIGKILL"));
    sql(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  });
  sql(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  sql(`CREATE DATABASE ${DATABASE}`);
  mkdirSync(join(folder, "documents"));
  for (let number = 0; number < 40; number += 1) add();
  for (let number = 0; number < 3; number += 1) machines.push(await start(number));
  for (const machine of machines) await until(machine, documents);

  const load = { stop: false, asked: 0, repeated: 0, lost: 0 };
  t.after(() => (load.stop = true));
  const asking = Promise.all([1, 2, 3].map(() => ask(load)));
  const talk = await converse(machines[0], "What does item 7 cost?");
  for (let number = 0; number < 3; number += 1) {
    machines[number].child.kill("SIGKILL");
    machines[number].gone = true;
    add();
    for (const machine of machines.filter((machine) => !machine.gone)) await until(machine, documents);
    machines[number] = await start(number);
    await until(machines[number], documents);
  }
  // The first has begun anew, and knows nothing of it but from the database.
  await converse(machines[0], "And who runs its department?", talk);

  takeAway();
  // What the database has said counts for a second.
  let away;
  do away = await question(machines[0], QUESTION);
  while (away.status === 200);
  assert.equal(away.status, 503);
  assert.ok(Number(away.headers.get("retry-after")) > 0);
  // What it counted a second ago it need not ask for.
  while ((await health(machines[0]))?.status !== "degraded") await pause(50);
  sql(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`);
  add();
  for (const machine of machines) await until(machine, documents);
  while ((await health(machines[0]))?.status !== "ok") await pause(50);

  load.stop = true;
  await asking;
  t.diagnostic(`${load.asked} questions, ${load.repeated} asked again, ${load.lost} lost`);
  assert.equal(load.lost, 0);
  const kept = sql("SELECT count(*), count(DISTINCT path) FROM footnote.documents", DATABASE);
  assert.equal(kept, `${documents}|${documents}`);
});

test("an answer that has its passages is written to its end while the database is away", { timeout: 60_000 }, async (t) => {
  sql(`CREATE DATABASE ${DATABASE}`);
  let goOn;
  const waiting = new Promise((resolve) => (goOn = resolve));
  const model = createModel(async (request, response) => {
    for await (const _ of request);
    const write = (content) => response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    write("Item 7 costs 31 pounds [item-7.md]. ");
    await waiting;
    write("Person7 runs its department [item-7.md].");
    response.end("data: [DONE]\n\n");
  });
  const port = await free();
  model.listen(port, "127.0.0.1");
  const settings = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: "one that waits", OPENAI_API_KEY: "none" };
  const machine = await start(8, settings);
  t.after(() => {
    machine.child.kill("SIGKILL");
    model.close();
    sql(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  });
  await until(machine, documents);
  const body = JSON.stringify({ messages: [{ role: "user", content: "What does item 7 cost?" }] });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${machine.url}/chat/stream`, { method: "POST", headers, body });
  assert.equal(answer.status, 200);
  let text = "";
  for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    if (text.includes("31 pounds") && goOn) {
      takeAway();
      goOn();
      goOn = undefined;
    }
  }
  sql(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`);
  const lines = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  assert.ok(lines.some((line) => JSON.stringify(line).includes("Person7 runs")), text);
  assert.ok(lines.every((line) => !line.error), text);
});

test("every wire form and the chat page answer over the database", { timeout: 180_000 }, async (t) => {
  sql(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  sql(`CREATE DATABASE ${DATABASE}`);
  const machine = await start(9, { FOOTNOTE_DOCUMENTS: "" });
  t.after(() => {
    machine.child.kill("SIGKILL");
    sql(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
  });
  while (!((await health(machine))?.documents > 0)) await pause(50);
  const examined = await run(process.env.FOOTNOTE_BINARY, ["conformance", machine.url]);
  t.diagnostic(examined.stdout.trim().split("\n").at(-1));
  const page = ["playwright", "test", "chat.spec.ts", "--project", "desktop"];
  const looked = await run("npx", page, { cwd: end2end, env: { ...process.env, FOOTNOTE_URL: machine.url } });
  t.diagnostic(looked.stdout.trim().split("\n").at(-1).trim());
});

/** Takes the database away: nobody is connected, nor can be. */
function takeAway() {
  sql(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`);
  sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${DATABASE}'`);
}

/** Adds a document. */
function add() {
  const text = `# Item ${documents}\n\nItem ${documents} costs ${documents * 3 + 10} pounds. ` +
    `The department of item ${documents} is run by Person${documents}.\n`;
  writeFileSync(join(folder, "documents", `item-${documents}.md`), text);
  documents += 1;
}

/** Starts a server, and waits until it answers. */
async function start(number, settings = {}) {
  const port = await free();
  const store = new URL(server);
  store.pathname = `/${DATABASE}`;
  const environment = {
    ...process.env, FOOTNOTE_STORE: store.href, FOOTNOTE_DATA: join(folder, `data-${number}`), FOOTNOTE_RATE: "0",
    FOOTNOTE_DOCUMENTS: join(folder, "documents"), FOOTNOTE_ADDRESS: `127.0.0.1:${port}`, FOOTNOTE_LOG: "warn",
    LEPTOS_HASH_FILES: "true", ...settings,
  };
  const child = spawn(process.env.FOOTNOTE_BINARY, ["serve"], { env: environment, stdio: "ignore" });
  const machine = { child, url: `http://127.0.0.1:${port}`, gone: false };
  while (!(await health(machine))) await pause(50);
  return machine;
}

/** Waits until a server finds so many documents. */
async function until(machine, count) {
  while ((await health(machine))?.documents !== count) await pause(50);
}

async function health(machine) {
  const answer = await fetch(`${machine.url}/healthz`).catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}

/** Asks until told to stop, each question again at the next server where one does not answer. */
async function ask(load) {
  while (!load.stop) {
    let answered = false;
    for (let tries = 0; tries < 100 && !answered; tries += 1) {
      const machine = machines[(load.asked + tries) % machines.length];
      const answer = await question(machine, QUESTION).catch(() => undefined);
      answered = answer?.ok && (await answer.text().catch(() => "")).includes("Person7");
      if (!answered) {
        load.repeated += 1;
        await pause(200);
      }
    }
    load.asked += 1;
    load.lost += answered ? 0 : 1;
  }
}

/** Asks as the protocol's own library does, which leaves conversations to the server. */
function question(machine, content, sessionState = undefined) {
  const body = JSON.stringify({ messages: [{ role: "user", content }], stream: false, sessionState });
  const headers = { "content-type": "application/json", "x-ms-useragent": "ts-http-runtime/1" };
  return fetch(`${machine.url}/chat`, { method: "POST", headers, body });
}

/** Asks within a conversation, which the server knows, or begins one; its id. */
async function converse(machine, content, id = undefined) {
  const answer = await question(machine, content, id);
  assert.equal(answer.status, 200);
  const { sessionState, message } = await answer.json();
  assert.ok(sessionState.length === 64 && message.content.length > 0);
  if (id) assert.equal(sessionState, id);
  return sessionState;
}

/** Executes a statement, and returns the first line of what it says. */
function sql(statement, database = "postgres") {
  const at = new URL(server);
  at.pathname = `/${database}`;
  return execFileSync("psql", ["--quiet", "--tuples-only", "--no-align", "-c", statement, at.href], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

function free() {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, "127.0.0.1", () => {
      const { port } = listener.address();
      listener.close(() => resolve(port));
    });
  });
}
