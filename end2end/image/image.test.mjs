// The image, run as a deployment runs it: as its own user, with a read-only root and no capabilities, over a fresh
// volume. FOOTNOTE_STORE, where it is set, is handed on.
//
//   IMAGE_TOOL=buildah node --test end2end/image/image.test.mjs
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { engine } from "./engine.mjs";
import { rootfs } from "./rootfs.mjs";

const MEGABYTES = 300;
const IMAGE = "footnote";
const { IMAGE_TOOL: tool, FOOTNOTE_STORE: store } = process.env;
const settings = { FOOTNOTE_LOG: "warn", ...(store ? { FOOTNOTE_STORE: store } : {}) };
const image = tool === "buildah" ? rootfs(IMAGE) : engine(tool, IMAGE, `footnote-test-${process.pid}`);
// What the library of documents is tested with too.
const SCAN = new URL("../../src/extract/scan/tests/english.png", import.meta.url);
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
let server;
let kept;
after(() => {
  server?.kill();
  image.remove();
});

test("the image is small, its embedding model aside", () => {
  // Without capabilities not even root may look into every folder; those are empty.
  const counted = image.run(["sh", "-c", "du -skx --exclude=/data/model / 2> /dev/null || true"], { root: true });
  const size = Math.round(Number.parseInt(counted, 10) / 1024);
  console.log(`${size} MB without the model`);
  assert.ok(size > 20 && size <= MEGABYTES, `${size} MB`);
});

test("it runs as a user that Kubernetes can tell from root by the number", () => {
  assert.match(image.config().User, /^10001:/);
  assert.equal(image.run(["id", "-u"]), "10001");
});

test("its root is read-only, and its volume is not", () => {
  assert.throws(() => image.run(["touch", "/opt/footnote/file"], { root: true }), /Read-only/);
  image.run(["touch", "/data/file"]);
});

test("it answers over a fresh volume", async () => {
  server = image.start(port, settings);
  await ready();
  await asksAndIsAnswered();
});

test("it knows every setting that it is given, and tells no password", () => {
  assert.doesNotMatch(server.log(), /is no setting/);
  const password = store && new URL(store).password;
  assert.ok(!password || !server.log().includes(`:${password}@`));
});

test("it says that it is well, to its own command and to others", async () => {
  assert.equal(server.command("health").status, 0);
  const health = await fetch(`${base}/healthz`).then((response) => response.json());
  assert.equal(health.status, "ok", health.problem);
});

test("its page has its script, its style and its program", async () => {
  const page = await fetch(base).then((response) => response.text());
  const files = [...new Set(page.match(/\/pkg\/footnote\.[\w.-]+\.(?:js|css|wasm)/g))];
  assert.equal(files.length, 3, files.join(" "));
  for (const file of files) assert.equal((await fetch(base + file)).status, 200, file);
});

test("whoever opens a link that is printed beside the server uploads a scan, which is read", async () => {
  const { stdout } = server.command("operator");
  const link = /\/operator\?key=\S+/.exec(stdout)?.[0];
  assert.ok(link, stdout);
  assert.equal((await fetch(`${base}/metrics`)).status, 403);
  const opened = await fetch(base + link, { redirect: "manual" });
  const [cookie] = opened.headers.getSetCookie().map((set) => set.split(";")[0]);
  assert.equal(await uploads(cookie), 200);
  await until("the scan is not read", async () => /18,450.*\[uploads\/notice\.png\]/s.test(await answer("What does the work on the boiler cost?")));
});

test("a backup is written beside the server", async () => {
  kept = await post("/v1/responses", { input: "What should be done with wet books?" });
  const { status, stdout, stderr } = server.command("backup", "/data/footnote.zip");
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^[1-9]\d* conversations.* are in \/data\/footnote\.zip/);
});

test("it ends by itself when it is asked to, and is not well then", async () => {
  assert.equal(await server.stop(), 0);
  if (tool === "buildah") assert.notEqual(server.command("health").status, 0);
  await assert.rejects(fetch(`${base}/healthz`));
});

test("it answers again over the same volume, and has kept the conversation", async () => {
  server = image.start(port, settings);
  await ready();
  await asksAndIsAnswered();
  const again = await fetch(`${base}/v1/responses/${kept.id}`).then((response) => response.json());
  assert.deepEqual(again.output[0].content, kept.output[0].content);
  assert.equal(await server.stop(), 0);
});

async function asksAndIsAnswered() {
  assert.match(await answer("What should be done with wet books?"), /Wet books are not opened.*\[staff-handbook\.pdf#page=12\]/s);
}

async function answer(question) {
  const { message } = await post("/chat", { messages: [{ role: "user", content: question }] });
  return message.content;
}

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(response.status, 200, path);
  return response.json();
}

/** The status of an upload of the scan. */
async function uploads(cookie) {
  const body = new FormData();
  body.append("file", new Blob([await readFile(SCAN)]), "notice.png");
  const sent = { method: "POST", headers: { accept: "application/json", cookie }, body };
  return (await fetch(`${base}/documents`, sent)).status;
}

/** Waits until the documents are read. */
async function ready() {
  await until("the documents are not read", async () => {
    const health = await fetch(`${base}/healthz`).then((response) => response.json(), () => ({}));
    return health.indexing === false && health.documents >= 6;
  });
}

/** Waits until `holds`; where it does not, tells what does not hold. */
async function until(wrong, holds) {
  const end = Date.now() + 120_000;
  while (Date.now() < end && server.runs()) {
    if (await holds()) return;
    await new Promise((wake) => setTimeout(wake, 500));
  }
  throw new Error(`${server.runs() ? `${wrong} after two minutes` : "the server has ended"}\n${server.log()}`);
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await once(probe.close(), "close");
  return port;
}
