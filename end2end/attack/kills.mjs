// Kills: the server ends without notice while it takes changes in, again and again.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, post, question } from "./requests.mjs";
import { pause } from "./server.mjs";

/** How many documents there are, and how many of them change before each kill. */
const DOCUMENTS = 20;
const CHANGES = 5;

/** How many kills there are between two looks at all documents. */
const BETWEEN = 25;

/** The parts of a document, each long enough to be a passage of its own. */
const PARTS = ["bow", "keel"];

/** How long a start may take until the server answers, in seconds. */
const START = 1;

const path = (n) => `part${n % 3}/boat${n}.md`;

/** What a document says in this edition. */
function text(n, edition) {
  const filler = "The harbour master keeps the log of every boat that lies here over the winter. ".repeat(12);
  const parts = PARTS.map((part) => `## The ${part} of boat${n}\n\nThe ${part} of boat${n} is told in edition${edition} of its log. ${filler}\n`);
  return `# Log of boat${n}\n\n${parts.join("\n")}`;
}

/** What can be found of a document: the edition of each of its parts. */
async function found(server, n) {
  const asked = question(`boat${n} ${PARTS.join(" ")} edition`, { context: { overrides: { top: 20 } } });
  const { status, text } = await post(server, "/chat", asked);
  expect(status === 200, `a question is answered with ${status}: ${text.slice(0, 100)}`);
  const points = JSON.parse(text).context.data_points.text.filter((point) => point.startsWith(`${path(n)}: `));
  return points.flatMap((point) => [...point.matchAll(/The (\w+) of boat\d+ is told in edition(\d+) /g)].map(([, part, edition]) => [part, Number(edition)]));
}

/** Checks that a document can be found in one of these editions, whole and once; gives it and those that came after it. */
async function isWhole(server, n, editions) {
  const parts = await found(server, n);
  const told = parts.map((part) => part.join(" ")).sort().join(", ");
  const at = editions.findIndex((edition) => told === PARTS.map((part) => `${part} ${edition}`).join(", "));
  expect(at >= 0, `of boat${n} there is ${told || "nothing"}, and it should be in edition ${editions.join(" or ")}`);
  return editions.slice(at);
}

export const killing = [
  {
    name: "kills while documents change",
    slow: true,
    // It is away after each kill.
    healthz: Infinity,
    fill: (folder) => {
      for (const part of [0, 1, 2]) mkdirSync(join(folder, `part${part}`));
      for (let n = 0; n < DOCUMENTS; n += 1) writeFileSync(join(folder, path(n)), text(n, 0));
    },
    run: async (server, { kills, slack, jobs }) => {
      // Of each document the edition that was found last, and those that were written since.
      const editions = Array.from({ length: DOCUMENTS }, () => [0]);
      await server.read(20 * slack, DOCUMENTS);
      let slowest = 0;
      for (let round = 1; round <= kills; round += 1) {
        const changed = Array.from({ length: CHANGES }, (_, at) => (round + at * 3) % DOCUMENTS);
        for (const n of changed) writeFileSync(join(server.documents, path(n)), text(n, round));
        for (const n of changed) editions[n].push(round);
        await pause(Math.random() * 200);
        await server.kill();
        const before = server.log.length;
        const begun = performance.now();
        await server.again();
        slowest = Math.max(slowest, performance.now() - begun);
        // What could be found before the kill can be found after it: one that was changed, and one that was not.
        for (const n of [changed[0], (round + 1) % DOCUMENTS]) editions[n] = await isWhole(server, n, editions[n]);
        const said = server.log.slice(before);
        expect(!/ERROR|panicked/.test(said), `the start says: ${said.trim().slice(0, 300)}`);
        if (round % BETWEEN !== 0) continue;
        await server.until("has read what was written", 60 * slack, async () => {
          const parts = await Promise.all(editions.map((_, n) => found(server, n)));
          return parts.every((found, n) => found.every(([, edition]) => edition === editions[n].at(-1)));
        });
        for (let n = 0; n < DOCUMENTS; n += 1) editions[n] = await isWhole(server, n, editions[n].slice(-1));
      }
      rmSync(join(server.documents, path(0)));
      await server.kill();
      await server.again();
      await server.until("has forgotten what was removed", 20 * slack, async () => (await found(server, 0)).length === 0);
      // Beside another attack it waits for processors.
      expect(jobs > 1 || slowest <= 1000 * START * slack, `a start took ${(slowest / 1000).toFixed(1)} s`);
      return `${kills} kills, all documents whole; the slowest start took ${(slowest / 1000).toFixed(1)} s`;
    },
  },
];
