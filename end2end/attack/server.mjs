// A server under attack: started over a folder of its own, watched from outside, and ended.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, page, root } from "../support/binary.mjs";

/** The most that a server and its children may take before they are ended, in MiB. */
const LIMIT = 2048;

/** How often memory is looked at, in milliseconds. */
const LOOK = 50;

/** How often the server is asked whether it is well, in milliseconds. */
const PROBE = 200;

/** How long it may take to say so, in seconds. */
const PATIENCE = 30;

export const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

/** Ports that have been given: attacks may run side by side. */
const given = new Set();

/** A port that nothing listens at. */
export async function freePort() {
  const port = await new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

export class Server {
  /** Starts a server over the documents that `fill` puts into its folder, or the sample, and waits until it answers. */
  static async start({ fill = sample, settings = {}, listen = "127.0.0.1" } = {}) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "footnote-attack-"));
    server.documents = join(server.folder, "documents");
    server.data = join(server.folder, "data");
    mkdirSync(server.documents);
    await fill(server.documents);
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    server.log = "";
    server.settings = {
      FOOTNOTE_ADDRESS: `${listen}:${server.port}`,
      FOOTNOTE_DOCUMENTS: server.documents,
      FOOTNOTE_DATA: server.data,
      FOOTNOTE_LOG: "warn",
      FOOTNOTE_UPLOADS: "everybody",
      OPENAI_MODEL: "",
      AZURE_OPENAI_DEPLOYMENT: "",
      ...settings,
    };
    await server.again();
    return server;
  }

  /** Starts it over its folders, for the first time or after its end, and waits until it answers. */
  async again(seconds = 20) {
    this.end = undefined;
    this.spawn(this.settings);
    await this.until("answers", seconds, () => this.health());
  }

  /** Ends it without notice, as a machine does whose power fails. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  spawn(settings) {
    // What the machine has set must not matter.
    const kept = Object.entries(process.env).filter(([name]) => !/^(FOOTNOTE|OPENAI|AZURE|LEPTOS)_/.test(name));
    const env = { ...Object.fromEntries(kept), ...page(), ...settings };
    this.process = spawn(binary(), ["serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on("data", (text) => (this.log = (this.log + text).slice(-1_000_000)));
    }
    this.ended = new Promise((ended) => this.process.on("exit", (code, signal) => ended((this.end = { code, signal }))));
    this.watch();
  }

  /** Looks at memory until the server ends, which it does at the limit. */
  watch() {
    this.peak = 0;
    const look = setInterval(() => {
      this.peak = Math.max(this.peak, this.memory());
      if (this.peak > LIMIT) this.process.kill("SIGKILL");
    }, LOOK);
    this.ended.then(() => clearInterval(look));
  }

  /** What the server and its children hold in memory, in MiB. */
  memory() {
    return family(this.process.pid).reduce((sum, pid) => sum + resident(pid), 0);
  }

  /** Asks again and again whether the server is well, until the returned function is called: it gives the longest time until an answer, in seconds. */
  probe() {
    let longest = 0;
    let going = true;
    const probing = (async () => {
      while (going && !this.end) {
        longest = Math.max(longest, await this.answersAfter());
        await pause(PROBE);
      }
    })();
    return async () => {
      going = false;
      await probing;
      return Math.max(longest, await this.answersAfter());
    };
  }

  /** Seconds until the server says that it is well; endless if it does not. */
  async answersAfter() {
    const begun = performance.now();
    const answer = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(PATIENCE * 1000) }).catch(() => undefined);
    return answer?.ok ? (performance.now() - begun) / 1000 : Infinity;
  }

  async health() {
    return fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(1000) }).then((response) => response.json(), () => undefined);
  }

  /** Waits until the folder has been read. */
  async read(seconds, documents = 1) {
    await this.until("has read its folder", seconds, async () => {
      const health = await this.health();
      return health && !health.indexing && health.documents >= documents;
    });
  }

  /** Waits until something holds. */
  async until(what, seconds, holds) {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      if (this.end) throw new Error(`the server has ended: ${JSON.stringify(this.end)} ${this.log.slice(-300)}`);
      if (await holds()) return;
      await pause(100);
    }
    throw new Error(`after ${seconds} s it is not so that the server ${what}`);
  }

  /** Ends the server as a process manager would, and gives how long it took, in seconds. */
  async stop(seconds = 15) {
    const begun = performance.now();
    this.process.kill("SIGTERM");
    const late = setTimeout(() => this.process.kill("SIGKILL"), seconds * 1000);
    await this.ended;
    clearTimeout(late);
    return (performance.now() - begun) / 1000;
  }

  async close() {
    if (!this.end) await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Puts the sample documents into a folder. */
function sample(folder) {
  cpSync(join(root, "src/sample/documents"), folder, { recursive: true });
}

/** A process and its children. */
function family(pid) {
  const children = entries(`/proc/${pid}/task`).flatMap((thread) => words(`/proc/${pid}/task/${thread}/children`));
  return [pid, ...children];
}

function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function words(file) {
  try {
    return readFileSync(file, "utf8").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

/** What a process holds in memory, in MiB; none if it has ended. */
function resident(pid) {
  try {
    const [, kib] = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+)/m);
    return Number(kib) / 1024;
  } catch {
    return 0;
  }
}
