// Files that never come, never end, or come too slowly, at every door that takes files.
import { connect } from "node:net";
import { expect, open, post, question, QUESTION, raw } from "./requests.mjs";
import { pause } from "./server.mjs";

const DOORS = ["/documents", "/upload", "/chat"];
const MULTIPART = "multipart/form-data; boundary=Q";
const FORM = "application/x-www-form-urlencoded";

/** How much is sent, in bytes: a third of what would be taken as files. */
const MUCH = 300 * 1024 * 1024;

/** What stands before the filling, and the filling. */
const FILLINGS = {
  "no boundary": ["", "y"],
  "an endless head of a part": ["--Q\r\nx: ", "y"],
  "heads without an end": ["--Q\r\n", "x: y\r\n"],
  "boundaries that are almost some": ["", "\r\n--"],
  "other boundaries": ["", "--R\r\n\r\n"],
};

const head = (path, kind, length) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${kind}\r\ncontent-length: ${length}\r\n\r\n`;
const part = '--Q\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n';

/** Sends a body as fast as the server takes it; gives what was sent before it was closed, in MiB, and the status. */
function flood(server, path, kind, begin, filling) {
  return new Promise((done) => {
    const piece = Buffer.alloc(64 * 1024, filling);
    let [sent, text] = [0, ""];
    const socket = connect(server.port, "127.0.0.1", async () => {
      socket.write(head(path, kind, MUCH) + begin);
      while (sent < MUCH && socket.writable) {
        sent += piece.length;
        if (!socket.write(piece)) await new Promise((drained) => socket.once("drain", drained).once("close", drained));
      }
    });
    const late = setTimeout(() => socket.destroy(), 20_000);
    socket.on("data", (answer) => (text += answer));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(late);
      done({ sent: sent / 1024 / 1024, status: Number(text.slice(9, 12)) });
    });
  });
}

/** The doors are flooded by several at once. */
async function flooded(server, floods) {
  const ends = await Promise.all(floods.map((flooding) => flood(server, ...flooding)));
  const most = Math.max(...ends.map(({ sent }) => sent));
  const taken = ends.filter(({ status }) => status >= 200 && status < 300);
  expect(taken.length === 0, `${taken.length} are taken`);
  // What the sockets of both sides hold counts as sent.
  expect(most < 32, `${most.toFixed(0)} MiB are taken in`);
  return `${floods.length} of them, each closed after ${most.toFixed(0)} MiB at most`;
}

export const uploads = [
  ...Object.entries(FILLINGS).map(([name, filling]) => ({
    name: `uploads of ${name}`,
    memory: 60,
    run: (server) => flooded(server, DOORS.flatMap((door) => [0, 1].map(() => [door, MULTIPART, ...filling]))),
  })),
  {
    name: "forms of hundreds of megabytes",
    memory: 60,
    run: (server) => flooded(server, [0, 1, 2].map(() => ["/documents", FORM, "action=remove&path=", "a"])),
  },
  {
    name: "uploads and forms where nobody may upload",
    memory: 30,
    settings: { FOOTNOTE_UPLOADS: "nobody" },
    run: (server) => flooded(server, [["/documents", FORM, "", "a"], ...DOORS.slice(0, 2).map((door) => [door, MULTIPART, part, "a"])]),
  },
  {
    name: "uploads that drip",
    memory: 60,
    run: async (server) => {
      const sockets = DOORS.slice(0, 2).flatMap((door) => Array.from({ length: 16 }, () => open(server, head(door, MULTIPART, 1000) + part.slice(0, -4))));
      await pause(1000);
      const file = `${part}Tea at four.\r\n--Q--\r\n`;
      const answer = await raw(server, head("/upload", MULTIPART, file.length) + file, 3);
      for (const socket of sockets) socket.destroy();
      expect(answer.startsWith("HTTP/1.1 200"), `a file is answered with ${answer.slice(9, 12) || "nothing"}`);
      return `${sockets.length} of them; a file is taken meanwhile`;
    },
  },
  {
    name: "hundreds of streams of changes",
    memory: 60,
    run: async (server) => {
      const body = JSON.stringify({ listing: { named: "a" }, stays: true });
      const fields = `POST /page/changes HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const sockets = Array.from({ length: 400 }, () => open(server, fields));
      let refused = 0;
      for (const socket of sockets) socket.on("data", (answer) => (refused += String(answer).startsWith("HTTP/1.1 503")));
      await pause(2000);
      const { status } = await post(server, "/chat", question(QUESTION), { seconds: 5 });
      for (const socket of sockets) socket.destroy();
      expect(status === 200, `a question is answered with ${status}`);
      expect(refused >= 400 - 256, `only ${refused} are refused`);
      return `${refused} of ${sockets.length} are refused; a question is answered`;
    },
  },
];
