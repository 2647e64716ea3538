// Questions and conversations that cost too much, or nest too deep.
import { expect, QUESTION, post, postForm, question, raw, told, wire } from "./requests.mjs";
import { pause } from "./server.mjs";

const MEGABYTE = 1024 * 1024;

/** About a megabyte of a text again and again. */
const much = (text) => text.repeat(Math.floor((MEGABYTE - 200) / text.length));

/** An answer of the page's form, each of whose marks is doubted. */
const answer = (text, statements = []) => ({
  text,
  context: { audit: { statements } },
  finish: "stop",
  model: "m",
  usage: null,
  error: null,
});

const doubted = { text: "a", verdict: "unsupported", sources: [], span: null, missing: [] };

/** Posts the form with a conversation of one answer. */
const shown = (server, given) => postForm(server, { question: "x", conversation: JSON.stringify([{ question: "q", answer: given }]) });

/** Asks, leaves after two seconds, and asks something ordinary. */
async function leaving(server, requests) {
  const statuses = await Promise.all(requests.map(([path, body, headers]) => post(server, path, body, { seconds: 2, headers }).then(({ status }) => status)));
  const begun = performance.now();
  const { status } = await post(server, "/chat", question(QUESTION), { seconds: 30 });
  expect(status === 200 || status === 503, `a question is answered with ${status} afterwards`);
  return `${told(statuses)}; the next is answered with ${status} after ${((performance.now() - begun) / 1000).toFixed(2)} s`;
}

/** All of these were answered, as many at once as the server has processors and one more. */
function all(statuses, wanted) {
  expect(statuses.every((status) => status === wanted), told(statuses));
  return told(statuses);
}

const three = (make) => [1, 2, 3].map(make);

export const questions = [
  {
    name: "a form with thousands of doubted marks",
    run: async (server) => all([(await shown(server, answer("a ".repeat(2500), [doubted]))).status], 200),
  },
  {
    name: "a form whose answer is nested without end",
    run: async (server) => {
      const nested = ["> ", "- ", "**a ", "[", "*_", "`", "![", "<b>", "1. "].map((mark) => mark.repeat(20_000));
      const statuses = [];
      for (const text of nested) statuses.push((await shown(server, answer(`${text}a`))).status);
      return all(statuses, 200);
    },
  },
  {
    name: "a form with thousands of turns",
    run: async (server) => {
      const turns = Array.from({ length: 4000 }, (_, n) => ({ question: `q${n}`, answer: answer("It is open. [people/expenses.md]") }));
      return all([(await postForm(server, { question: "x", conversation: JSON.stringify(turns) })).status], 200);
    },
  },
  {
    name: "forms whose source is a row of brackets",
    run: async (server) => {
      const brackets = answer("[".repeat(40_000) + "]".repeat(40_000));
      brackets.context.data_points = { text: [], citations: ["]".repeat(4000)] };
      const posted = await Promise.all(three(() => shown(server, brackets)));
      return all(posted.map(({ status }) => status), 200);
    },
  },
  {
    name: "answers of a megabyte of brackets, sent back",
    run: async (server) => {
      const messages = [{ role: "user", content: "x" }, { role: "assistant", content: "<".repeat(1_000_000) }, { role: "user", content: QUESTION }];
      const sent = await Promise.all(three(() => post(server, "/chats", { messages })));
      return all(sent.map(({ status }) => status), 200);
    },
  },
  {
    name: "a body of a million values",
    run: async (server) => {
      const sent = await Promise.all(three(() => post(server, "/v1/responses", `{"input":"x","stream":true,"tools":[${"0,".repeat(1_000_000)}0]}`)));
      return all(sent.map(({ status }) => status), 413);
    },
  },
  {
    name: "JSON that is nested without end",
    run: async (server) => {
      const { status } = await post(server, "/chat", `{"messages":${"[".repeat(200_000)}`);
      expect(status === 400, `it is answered with ${status}`);
      return "refused";
    },
  },
  {
    name: "questions of a megabyte whose clients leave",
    run: (server) => leaving(server, three(() => ["/chat", question(much("and "))])),
  },
  {
    name: "questions of a megabyte of different words",
    run: (server) => leaving(server, three((at) => ["/chat", question(Array.from({ length: 95_000 }, (_, n) => `w${at}x${n}`).join(" "))])),
  },
  {
    name: "questions of a megabyte of question marks",
    run: (server) => leaving(server, three(() => ["/chat/stream", question(much("Open? "))])),
  },
  {
    name: "conversations of a megabyte",
    run: (server) => {
      const said = { role: "user", content: "What should be done with wet books, and who says so? " };
      const messages = Array.from({ length: 6000 }, (_, n) => (n % 2 ? { role: "assistant", content: "It is open daily [people/expenses.md]." } : said));
      return leaving(server, three(() => ["/chat", { messages: [...messages, said] }]));
    },
  },
  {
    name: "batches of questions from an assistant",
    run: (server) => {
      const call = (id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "answer", arguments: { question: "books, ".repeat(9000) } } });
      const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-03-26" };
      return leaving(server, three(() => ["/mcp", Array.from({ length: 16 }, (_, id) => call(id)), headers]));
    },
  },
  {
    name: "answers of the page that nobody comes back to",
    long: true,
    settings: { FOOTNOTE_RUN_MEGABYTES: "8" },
    memory: 50,
    run: async (server) => {
      const statuses = [];
      for (let n = 0; n < 1500; n += 1) {
        const request = question(QUESTION, { overrides: { top: 50 } });
        statuses.push((await post(server, "/page/stream", { request, run: { turn: `t${n}`, conversation: "" } })).status);
      }
      return all(statuses, 200);
    },
  },
  {
    name: "the end while questions of a megabyte are under way",
    ends: true,
    run: async (server) => {
      const asked = three(() => raw(server, wire("/chat", JSON.stringify(question(much("and ")))), 30));
      await pause(1000);
      const took = await server.stop(20);
      await Promise.all(asked);
      expect(took < 10, `it ends after ${took.toFixed(1)} s`);
      expect(server.end.code === 0, `it ends with ${JSON.stringify(server.end)}`);
      return `after ${took.toFixed(1)} s`;
    },
  },
];
