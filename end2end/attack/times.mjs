// What must not take long: each is asked again and again, and the processor time that it takes is held to a bound. What
// clients wait is told beside it, and depends on the machine.
import { readFileSync } from "node:fs";
import { freePort } from "./server.mjs";
import { expect, post, postForm, question } from "./requests.mjs";

/** How often each is timed. */
const TIMES = 40;

/** The times that an act takes one after the other, in milliseconds, least first. */
export async function times(act, count = TIMES) {
  const taken = [];
  for (let n = 0; n < count; n += 1) {
    const begun = performance.now();
    await act(n);
    taken.push(performance.now() - begun);
  }
  return taken.sort((a, b) => a - b);
}

export const median = (taken) => taken[Math.floor(taken.length / 2)];

const shown = (ms) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/** The processor time that a server and its threads have taken so far, in milliseconds. */
export function worked(server) {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  // In hundredths of a second, of its own and of the system's for it.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** An act that may take a server so many milliseconds of processor time, on the average; its answer must have this status. */
const bounded = (name, most, wanted, act) => ({
  name,
  run: async (server, { slack }) => {
    await act(server);
    const before = worked(server);
    const taken = await times(async () => {
      const { status } = await act(server);
      expect(status === wanted, `it is answered with ${status}`);
    });
    const work = (worked(server) - before) / taken.length;
    const told = `${shown(work)} of work, answered after ${shown(median(taken))}, at most ${shown(taken.at(-1))}`;
    expect(work <= most * slack, `${told}; ${most * slack} ms of work are allowed`);
    return told;
  },
});

const asked = (content) => (server) => post(server, "/chat", question(content));
const words = Array.from({ length: 10_000 }, (_, n) => `word${n}x`).join(" ");
const nested = [{ question: "q", answer: { text: `${"> ".repeat(10_000)}a`, context: {}, finish: "stop", model: "m", usage: null, error: null } }];

export const timed = [
  bounded("the time of a body that is empty", 10, 400, (server) => post(server, "/chat", "")),
  bounded("the time of a question of stop words", 20, 200, asked("to be or not to be")),
  bounded("the time of a question of 10000 different words", 100, 200, asked(words)),
  bounded("the time of a question of one word of 900 KiB", 30, 200, asked("a".repeat(900 * 1024))),
  bounded("the time of an answer whose quotations are nested 10000 deep", 50, 200, (server) =>
    postForm(server, { question: "x", conversation: JSON.stringify(nested) }),
  ),
  {
    name: "the time of an answer whose model is away",
    prepare: async () => ({ settings: { OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1`, OPENAI_MODEL: "nobody" } }),
    run: async (server, { slack }) => {
      const taken = await times(() => asked("What should be done with wet books?")(server));
      expect(median(taken) <= 1000 * slack, `it is answered after ${shown(median(taken))}`);
      return `answered after ${shown(median(taken))}, at most ${shown(taken.at(-1))}`;
    },
  },
  {
    name: "the time of questions of four times the length",
    run: async (server) => {
      const told = [];
      for (const text of ["and ", "a, ", "Thanks. ", "How much leave? ", "wet books "]) {
        const of = async (bytes) => {
          const asking = () => post(server, "/chat", question(text.repeat(bytes / text.length)));
          await asking();
          return (await times(asking, 5))[0];
        };
        const [once, fourfold] = [await of(240_000), await of(960_000)];
        told.push(`${JSON.stringify(text.trim())} ${shown(once)} and ${shown(fourfold)}`);
        // Four times the length: six times the time is linear, sixteen would be quadratic.
        expect(fourfold < 6 * once + 50, `a quarter, and all: ${told.at(-1)}`);
      }
      return `a quarter of a megabyte, and all of it: ${told.join("; ")}`;
    },
  },
];
