// Half an hour of what happens to a server: many clients, a folder that changes, a model that fails.
//
//   node attack/soak.mjs [minutes, 30]
//
// Ends with 1 if it holds more memory at the end than 5 MiB over what it held after five minutes (or a
// third of a shorter time), if it ends, or if it does not answer.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/binary.mjs";
import { model } from "./model.mjs";
import { open, post, postFile, postForm, question, QUESTION, told, wire } from "./requests.mjs";
import { pause, Server } from "./server.mjs";

const MINUTE = 60_000;
const MOST_GROWTH = 5;
const total = Number(process.argv[2] ?? 30) * MINUTE;
const first = Math.min(5 * MINUTE, total / 3);

const hostile = await model();
const server = await Server.start({ settings: hostile.settings });
await server.read(60);
const statuses = new Map();
const begun = Date.now();
const going = () => Date.now() - begun < total && !server.end;

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
  again("questions", 200, (round) => chat("/chat", question(`${QUESTION} ${round}`))),
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
const early = await resting();
console.log(`after ${(first / MINUTE).toFixed(1)} minutes: ${early.toFixed(1)} MiB`);
await Promise.all(traffic);
const late = await resting();
for (const [name, seen] of statuses) console.log(`${name}: ${told(seen) || "done"}`);
const answers = !server.end && (await post(server, "/chat", question(QUESTION))).status === 200;
console.log(`after ${((Date.now() - begun) / MINUTE).toFixed(1)} minutes: ${late.toFixed(1)} MiB, ${(late - early).toFixed(1)} more; ${answers ? "it answers" : "it does NOT answer"}`);
await server.close();
hostile.close();
process.exit(answers && late - early <= MOST_GROWTH ? 0 : 1);

/** What the server holds when nothing much is under way: the least of many looks. */
async function resting() {
  let least = Infinity;
  for (let look = 0; look < 100 && !server.end; look += 1) {
    least = Math.min(least, server.memory());
    await pause(100);
  }
  return least;
}
