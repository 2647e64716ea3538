// The image, run as a deployment runs it: as its own user, with a read-only root and no capabilities, over a fresh
// volume. FOOTNOTE_STORE, where it is set, is handed on.
//
//   IMAGE_TOOL=buildah node --test end2end/image/image.test.mjs
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { engine } from "./engine.mjs";
import { rootfs } from "./rootfs.mjs";

const MEGABYTES = 250;
const IMAGE = "footnote";
const { IMAGE_TOOL: tool, FOOTNOTE_STORE: store } = process.env;
const settings = { FOOTNOTE_LOG: "warn", ...(store ? { FOOTNOTE_STORE: store } : {}) };
const image = tool === "buildah" ? rootfs(IMAGE) : engine(tool, IMAGE, `footnote-test-${process.pid}`);
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
let server;
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
  assert.equal(server.health(), 0);
  const health = await fetch(`${base}/healthz`).then((response) => response.json());
  assert.equal(health.status, "ok", health.problem);
});

test("its page has its script, its style and its program", async () => {
  const page = await fetch(base).then((response) => response.text());
  const files = [...new Set(page.match(/\/pkg\/footnote\.[\w.-]+\.(?:js|css|wasm)/g))];
  assert.equal(files.length, 3, files.join(" "));
  for (const file of files) assert.equal((await fetch(base + file)).status, 200, file);
});

test("it ends by itself when it is asked to, and is not well then", async () => {
  assert.equal(await server.stop(), 0);
  if (tool === "buildah") assert.notEqual(server.health(), 0);
  await assert.rejects(fetch(`${base}/healthz`));
});

test("it answers again over the same volume", async () => {
  server = image.start(port, settings);
  await ready();
  await asksAndIsAnswered();
  assert.equal(await server.stop(), 0);
});

async function asksAndIsAnswered() {
  const body = JSON.stringify({ messages: [{ role: "user", content: "What should be done with wet books?" }] });
  const response = await fetch(`${base}/chat`, { method: "POST", headers: { "content-type": "application/json" }, body });
  assert.equal(response.status, 200);
  const { message } = await response.json();
  assert.match(message.content, /Wet books are not opened.*\[staff-handbook\.pdf#page=12\]/s);
}

/** Waits until the documents are read. */
async function ready() {
  const end = Date.now() + 120_000;
  while (Date.now() < end && server.runs()) {
    const health = await fetch(`${base}/healthz`).then((response) => response.json(), () => ({}));
    if (health.indexing === false && health.documents >= 6) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${server.runs() ? "the documents are not read after two minutes" : "the server has ended"}\n${server.log()}`);
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await once(probe.close(), "close");
  return port;
}
