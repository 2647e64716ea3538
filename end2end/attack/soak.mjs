// Half an hour of what happens to a server: many clients, a folder that changes, a model that fails.
//
//   node attack/soak.mjs [minutes, 30]
//
// Ends with 1 if it holds more memory at the end than 5 MiB over what it held after five minutes (or a
// third of a shorter time), or more handles; if questions take longer in its second half than in its first; if a
// client gets no answer, or is told that the server has failed; if it ends, or does not answer.
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/binary.mjs";
import { model } from "./model.mjs";
import { open, post, postFile, postForm, question, QUESTION, told, wire } from "./requests.mjs";
import { pause, Server } from "./server.mjs";

const MINUTE = 60_000;
const MOST_GROWTH = 5;
const MOST_HANDLES = 20;
const total = Number(process.argv[2] ?? 30) * MINUTE;
const first = Math.min(5 * MINUTE, total / 3);

const hostile = await model();
const server = await Server.start({ settings: hostile.settings });
await server.read(60);
const statuses = new Map();
const begun = Date.now();
const going = () => Date.now() - begun < total && !server.end;

/** How long questions took, in milliseconds, in the order in which they were asked. */
const taken = [];

/** Asks a question, and notes how long it takes. */
async function timed(round) {
  const asked = performance.now();
  const status = await chat("/chat", question(`${QUESTION} ${round}`));
  taken.push(performance.now() - asked);
  return status;
}

/** What 99 of 100 of these stay below. */
const p99 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];

const handles = () => readdirSync(`/proc/${server.process.pid}/fd`).length;

/** Does something again and again. */
async function again(name, every, act) {
  const seen = [];
  statuses.set(name, seen);
  for (let round = 0; going(); round += 1) {
    const status = await act(round);
    if (status !== undefined) seen.push(status);
    await pause(every);
  }
}

const chat = async (path, body, options) => (await post(server, path, body, options)).status;
const note = (round) => join(server.documents, `note${round % 40}.md`);

const traffic = [
  again("questions", 200, timed),
  again("streams", 300, (round) => chat("/chat/stream", question(`What is the learning budget of staff? ${round}`))),
  again("sessions", 500, () => chat("/api/chat", question(QUESTION), { headers: { "x-ms-useragent": "ts-http-runtime/1" } })),
  again("OpenAI's", 700, () => chat("/v1/chat/completions", { model: "any", ...question(QUESTION) })),
  again("the form", 900, async () => (await postForm(server, { question: QUESTION })).status),
  again("the page", 1000, async () => (await fetch(server.url)).status),
  again("attached files", 2000, async (round) => (await postFile(server, "What does the file say?", "a.md", `# Tea ${round}\n\n${"Tea is at four. ".repeat(500)}`)).status),
  again("long questions", 5000, () => chat("/chat", question("and ".repeat(20_000)))),
  again("clients that leave", 400, async () => {
    const socket = open(server, wire("/chat/stream", JSON.stringify(question(`SLOW ${QUESTION}`))));
    await pause(300);
    socket.destroy();
  }),
  again("models that fail", 3000, (round) => chat("/chat/stream", question(`${["BLANK", "REPEAT", "GHOST", "FAIL"][round % 4]} ${QUESTION}`), { seconds: 40 })),
  again("refusals", 600, () => chat("/chat", "{")),
  again("folder changes", 1500, (round) => {
    if (round % 3 === 2) rmSync(note(round - 2), { force: true });
    else writeFileSync(note(round), `# Note ${round}\n\n${`Boat ${round} lies at the pier. `.repeat(200)}`);
  }),
  again("a PDF that changes", 45_000, (round) => {
    const handbook = join(root, "src/sample/documents/staff-handbook.pdf");
    if (round % 2) rmSync(join(server.documents, "copy.pdf"), { force: true });
    else cpSync(handbook, join(server.documents, "copy.pdf"));
  }),
];

await pause(first);
const early = { memory: await resting(), handles: handles() };
console.log(`after ${(first / MINUTE).toFixed(1)} minutes: ${early.memory.toFixed(1)} MiB, ${early.handles} handles`);
await Promise.all(traffic);
const late = { memory: await resting(), handles: server.end ? 0 : handles() };
for (const [name, seen] of statuses) console.log(`${name}: ${told(seen) || "done"}`);
const halves = [taken.slice(0, taken.length / 2), taken.slice(taken.length / 2)].map(p99);
const answers = !server.end && (await post(server, "/chat", question(QUESTION))).status === 200;
console.log(`after ${((Date.now() - begun) / MINUTE).toFixed(1)} minutes: ${late.memory.toFixed(1)} MiB, ${late.handles} handles`);
console.log(`99 of 100 questions are answered within ${halves[0].toFixed(0)} ms in the first half, ${halves[1].toFixed(0)} ms in the second`);
const faults = [
  ["it does not answer", !answers],
  [`it holds ${(late.memory - early.memory).toFixed(1)} MiB more`, late.memory - early.memory > MOST_GROWTH],
  [`it holds ${late.handles - early.handles} handles more`, late.handles - early.handles > MOST_HANDLES],
  ["it has become slower", halves[1] > 2 * halves[0] + 20],
  ["a client got no answer, or a failure", [...statuses.values()].flat().some((status) => [0, 500].includes(status))],
].filter(([, holds]) => holds);
for (const [fault] of faults) console.log(`BROKEN: ${fault}`);
await server.close();
hostile.close();
process.exit(faults.length > 0 ? 1 : 0);

/** What the server holds when nothing much is under way: the least of many looks. */
async function resting() {
  let least = Infinity;
  for (let look = 0; look < 100 && !server.end; look += 1) {
    least = Math.min(least, server.memory());
    await pause(100);
  }
  return least;
}
