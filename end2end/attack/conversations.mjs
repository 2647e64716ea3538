// Conversations that cost too much to be written as files.
import { expect, told } from "./requests.mjs";

/** Posts a conversation as the page does whose browser keeps it. */
async function exported(server, turns, form = "html") {
  const body = new URLSearchParams({ as: form, title: "x", conversation: JSON.stringify({ turns }) });
  const response = await fetch(`${server.url}/export`, { method: "POST", body, signal: AbortSignal.timeout(60_000) });
  await response.arrayBuffer();
  return response.status;
}

/** A turn whose answer is as long as one may be, of many small blocks. */
const long = { question: "q", answer: { text: "*a* b\n\n".repeat(9000), finish: "stop", model: "quotations", context: {} } };

export const conversations = [
  {
    name: "a conversation of empty turns, exported three times at once",
    run: async (server) => {
      const turns = Array(150_000).fill({});
      const statuses = await Promise.all([1, 2, 3].map(() => exported(server, turns)));
      expect(statuses.every((status) => status === 413), told(statuses));
      return told(statuses);
    },
  },
  {
    name: "conversations as large as they may be, exported twelve at once",
    memory: 600,
    run: async (server) => {
      const turns = Array(14).fill(long);
      const forms = ["md", "docx", "html"];
      const statuses = await Promise.all([...Array(12).keys()].map((at) => exported(server, turns, forms[at % 3])));
      expect(statuses.every((status) => status === 200 || status === 503) && statuses.includes(200), told(statuses));
      return told(statuses);
    },
  },
];
