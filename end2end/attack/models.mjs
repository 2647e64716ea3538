// Chat models that mean harm.
import { model } from "./model.mjs";
import { expect, QUESTION, post, postForm, question, raw, told, wire } from "./requests.mjs";
import { pause } from "./server.mjs";
import { median, times } from "./times.mjs";

/** Asks the model to misbehave; gives the answer and how long it took, in seconds. */
async function asked(server, way, path = "/chat/stream") {
  const begun = performance.now();
  const { status, text } = await post(server, path, question(`${way} ${QUESTION}`), { seconds: 55 });
  return { status, text, took: (performance.now() - begun) / 1000 };
}

/** How many answers may be under way at once, unless it is set otherwise. */
const PLACES = 1000;

/** An answer that never ends is ended. */
const ending = (way, name) => ({
  name,
  prepare: model,
  memory: 60,
  run: async (server, { slack }) => {
    const { status, text, took } = await asked(server, way);
    expect(status !== 0 && took < 30 * slack, "it is not ended");
    return `ended after ${took.toFixed(1)} s, ${Math.round(text.length / 1024)} KB`;
  },
});

export const models = [
  ending("BLANK", "a model that sends white space without end"),
  ending("TORRENT", "a model that sends words without end"),
  ending("LINE", "a model that sends one line without end"),
  {
    name: "a model that repeats one sentence, through the plain form",
    prepare: model,
    run: async (server) => {
      const { status, text } = await postForm(server, { question: `REPEAT ${QUESTION}` });
      expect(status === 200, `it is answered with ${status}`);
      return `${Math.round(text.length / 1024)} KB of page`;
    },
  },
  {
    name: "a source that a model invents, in the text of an answer",
    long: true,
    prepare: model,
    run: async (server) => {
      const { text } = await asked(server, "GHOST", "/chat");
      expect(!JSON.parse(text).message.content.includes("[ghost.md]"), "the invented source stands in the text");
      return "dropped";
    },
  },
  {
    name: "a source that a model invents, in the check",
    prepare: model,
    run: async (server) => {
      const { text } = await asked(server, "GHOST", "/chat");
      const { statements } = JSON.parse(text).context.audit;
      const told = statements.some((one) => one.no_such_source?.includes("ghost.md"));
      expect(told, "the check does not say that there is no such source");
      return "told by the check";
    },
  },
  {
    name: "a model that thinks for 25 s",
    long: true,
    prepare: model,
    run: async (server) => {
      const begun = performance.now();
      const body = JSON.stringify(question(`THINK ${QUESTION}`));
      const quiet = await longestSilence(server, body, 24_000);
      expect(quiet < 20_000, `nothing came for ${(quiet / 1000).toFixed(0)} s`);
      return `something came every ${(quiet / 1000).toFixed(0)} s of ${((performance.now() - begun) / 1000).toFixed(0)}`;
    },
  },
  {
    name: "readers who begin answers and leave",
    prepare: model,
    settings: { FOOTNOTE_ANSWERS: "4", FOOTNOTE_USER_HEADER: "x-who", FOOTNOTE_PROXIES: "127.0.0.1" },
    run: async (server, { answering }) => {
      let most = 0;
      for (let reader = 0; reader < 20; reader += 1) {
        for (const turn of ["1", "2", "3"]) {
          const body = { request: question(`SLOW ${QUESTION}`), run: { turn, conversation: "" } };
          await post(server, "/page/stream", body, { seconds: 0.3, headers: { "x-who": `reader${reader}` } });
          most = Math.max(most, answering());
        }
      }
      expect(most > 0 && most <= 4, `the model writes ${most} answers at once, and 4 are allowed`);
      return `the model writes ${most} at once`;
    },
  },
  {
    name: "more slow answers at once than there are places",
    long: true,
    prepare: model,
    memory: 150,
    run: async (server, { slack, room }) => {
      const body = JSON.stringify(question(`SLOW ${QUESTION}`));
      // What the first questions take is no answer's own.
      await times(() => post(server, "/chat", question(QUESTION)), 20);
      const idle = server.memory();
      // One of those who have a place, and nothing of whose answer may wait for those who have none.
      const served = longestSilence(server, body, 20_000);
      const filling = Array.from({ length: PLACES - 1 }, () => raw(server, wire("/chat/stream", body), 25));
      await pause(3000);
      const refusals = await times(async () => {
        const { status } = await post(server, "/chat", body);
        expect(status === 503, `one too many is answered with ${status}`);
      });
      expect(median(refusals) < 50 * slack, `one too many is refused after ${median(refusals).toFixed(0)} ms`);
      const quiet = await served;
      const each = (1024 * (server.memory() - idle)) / PLACES;
      expect(each <= 60 * room, `each place that is taken holds ${each.toFixed(0)} KB`);
      expect(quiet < 2000 * slack, `an answer that has a place is silent for ${(quiet / 1000).toFixed(1)} s`);
      await Promise.all(filling);
      const answers = await Promise.all(Array.from({ length: PLACES + 100 }, () => raw(server, wire("/chat/stream", body), 15)));
      const statuses = answers.map((text) => Number(text.slice(9, 12)));
      expect(statuses.every((status) => [200, 429, 503].includes(status)), told(statuses));
      const refused = answers.filter((text) => /^HTTP\/1.1 (429|503)/.test(text));
      expect(refused.length > 0 && refused.every((text) => /retry-after:/i.test(text)), `${told(statuses)}, without a word when to come again`);
      await pause(1000);
      const { status } = await post(server, "/chat", question(QUESTION));
      expect(status === 200, `a question is answered with ${status} afterwards`);
      return `${told(statuses)}; each place that is taken holds ${each.toFixed(0)} KB; one too many is refused after ${median(refusals).toFixed(1)} ms, and others are silent for ${quiet.toFixed(0)} ms at most`;
    },
  },
];

/** The longest time in which nothing came of a streamed answer, in milliseconds, of the first `during`. */
async function longestSilence(server, body, during) {
  const response = await fetch(`${server.url}/chat/stream`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const reader = response.body.getReader();
  const begun = performance.now();
  let last = begun;
  let longest = 0;
  while (performance.now() - begun < during) {
    const come = await Promise.race([reader.read().then(() => true), pause(during).then(() => false)]);
    longest = Math.max(longest, performance.now() - last);
    if (!come) break;
    last = performance.now();
  }
  await reader.cancel();
  return longest;
}
