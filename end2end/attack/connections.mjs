// Connections that are slow, many, odd or of somebody else's name.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { model } from "./model.mjs";
import { expect, QUESTION, open, post, postFile, question, raw, told, wire } from "./requests.mjs";
import { pause } from "./server.mjs";
import { median, times } from "./times.mjs";

const ASKED = JSON.stringify(question(QUESTION));

/** An ordinary question is answered; gives after how many milliseconds. */
async function stillAnswers(server) {
  const begun = performance.now();
  const { status } = await post(server, "/chat", ASKED, { seconds: 10 });
  expect(status === 200, `a question is answered with ${status}`);
  return performance.now() - begun;
}

/** The status of what a connection has got. */
const status = (text) => Number(text.slice(9, 12));

/** Connections that are open, and are closed at the end. */
async function holding(sockets, work) {
  try {
    return await work();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** The bytes of all files in a folder. */
const size = (folder) => readdirSync(folder).filter((name) => name.startsWith("sessions")).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** A body with a length and in chunks: whoever stands before the server may read the other one. */
const smuggled = wire("/chat", `${ASKED.length.toString(16)}\r\n${ASKED}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`, { "transfer-encoding": "chunked" });

export const connections = [
  ...[
    ["a length beside chunks", smuggled],
    ["two lengths", wire("/chat", ASKED, { "Content-Length": 5 })],
    ["a negative length", wire("/chat", "", { "content-length": -1 })],
    ["a head of 100 KB", `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(100_000)}\r\n\r\n`],
    ["three hundred fields", `GET / HTTP/1.1\r\nhost: localhost\r\n${Array.from({ length: 300 }, (_, n) => `x${n}: y\r\n`).join("")}\r\n`],
  ].map(([name, bytes]) => ({
    name: `a request with ${name}`,
    run: async (server) => {
      const answers = (await raw(server, bytes)).match(/HTTP\/1\.1 \d+/g) ?? [];
      expect(answers.length === 1 && ["400", "431"].includes(answers[0].slice(-3)), `it is answered with ${answers.join(", ") || "nothing"}`);
      await stillAnswers(server);
      return `refused with ${answers[0].slice(-3)}`;
    },
  })),
  {
    name: "a name that somebody else has pointed here",
    listen: "0.0.0.0",
    run: async (server) => {
      const asked = async (host) => status(await raw(server, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`));
      const [foreign, local, literal] = [await asked("evil.example"), await asked("localhost"), await asked("192.168.1.7")];
      expect(foreign >= 400, `it is answered with ${foreign}`);
      expect(local === 200 && literal === 200, `localhost is answered with ${local}, a literal address with ${literal}`);
      return `refused with ${foreign}`;
    },
  },
  {
    name: "hundreds of connections that say nothing",
    run: async (server, { short, slack }) => {
      const count = short ? 400 : 2000;
      const sockets = Array.from({ length: count }, () => open(server, "GET / HTTP/1.1\r\nhost: local"));
      return holding(sockets, async () => {
        await pause(3000);
        const taken = await times(() => stillAnswers(server), 20);
        expect(median(taken) < 100 * slack, `a question is answered after ${median(taken).toFixed(0)} ms`);
        return `${count} of them; a question is answered after ${median(taken).toFixed(0)} ms`;
      });
    },
  },
  {
    name: "a thousand questions whose clients leave at once",
    memory: 48,
    run: async (server) => {
      const handles = () => readdirSync(`/proc/${server.process.pid}/fd`).length;
      const before = handles();
      for (let round = 0; round < 20; round += 1) {
        const sockets = Array.from({ length: 50 }, () => open(server, wire("/chat/stream", ASKED)));
        await pause(30);
        for (const socket of sockets) socket.destroy();
      }
      await server.until("lets go of their connections", 15, () => handles() < before + 20);
      await stillAnswers(server);
      return `${before} handles before, ${handles()} after`;
    },
  },
  {
    name: "readers who leave in the middle of their answers",
    prepare: model,
    run: async (server, { answering, slack }) => {
      const asked = wire("/chat/stream", JSON.stringify(question(`SLOW ${QUESTION}`)));
      const sockets = Array.from({ length: 100 }, () => open(server, asked));
      await server.until("asks the model for all", 20 * slack, () => answering() === sockets.length);
      const begun = performance.now();
      for (const socket of sockets) socket.destroy();
      await server.until("lets go of the model", 10 * slack, () => answering() === 0);
      const took = performance.now() - begun;
      expect(took < 1000 * slack, `the model is let go of after ${took.toFixed(0)} ms`);
      return `${sockets.length} of them; the model is let go of after ${took.toFixed(0)} ms`;
    },
  },
  {
    name: "readers of a byte a second",
    long: true,
    prepare: model,
    run: async (server, { answering, slack }) => {
      // Many answers on each connection: the system's own buffers hold a few.
      const asked = wire("/chat/stream", JSON.stringify(question(`TORRENT ${QUESTION}`))).repeat(60);
      const sockets = Array.from({ length: 50 }, () => open(server, asked));
      for (const socket of sockets) {
        socket.pause();
        const sip = setInterval(() => socket.read(1), 1000);
        socket.once("close", () => clearInterval(sip));
      }
      return holding(sockets, async () => {
        await pause(2000);
        await stillAnswers(server);
        const begun = performance.now();
        const handles = () => readdirSync(`/proc/${server.process.pid}/fd`).length;
        const held = handles();
        await server.until("lets go of them", 120 * slack, () => handles() < held - 45);
        await server.until("lets go of the model", 5 * slack, () => answering() === 0);
        return `let go after ${Math.round((performance.now() - begun) / 1000)} s`;
      });
    },
  },
  {
    name: "slow uploads on every place",
    run: async (server) => {
      const head = "POST /chat HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\n";
      const sockets = Array.from({ length: 16 }, () => open(server, head));
      return holding(sockets, async () => {
        await pause(1000);
        const begun = performance.now();
        const { status } = await postFile(server, "Who keeps the lighthouse?", "a.md", "# Lighthouse\n\nThe lighthouse is kept by Marten.\n", 20);
        expect(status === 200, `another's file is answered with ${status}`);
        return `another's file is answered after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
      });
    },
  },
  {
    name: "a flood of sessions",
    settings: { FOOTNOTE_SESSION_MEGABYTES: "8" },
    run: async (server, { short }) => {
      const end = Date.now() + (short ? 5_000 : 20_000);
      const body = JSON.stringify(question(`${QUESTION} ${"x".repeat(50_000)}`));
      const statuses = [];
      while (Date.now() < end) {
        const round = Array.from({ length: 8 }, () => post(server, "/api/chat", body, { headers: { "x-ms-useragent": "ts-http-runtime/1" } }));
        for (const { status } of await Promise.all(round)) statuses.push(status);
      }
      const kept = size(server.data) / 1024 / 1024;
      expect(kept < 20, `${kept.toFixed(0)} MiB are kept`);
      return `${told(statuses)}; ${kept.toFixed(1)} MiB are kept`;
    },
  },
];
