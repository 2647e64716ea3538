// Conversations that cost too much to be written as files.
import { file, kept } from "./kept.mjs";
import { expect, told } from "./requests.mjs";

/** Exports a conversation; returns the status. */
async function exported(server, conversation, form) {
  const response = await file(server, conversation, form);
  await response.arrayBuffer();
  return response.status;
}

/** A turn whose answer is as long as one may be, of many small blocks. */
const long = { question: "q", answer: { text: "*a* b\n\n".repeat(9000), finish: "stop", model: "quotations", context: {} } };

export const conversations = [
  {
    name: "conversations as large as they may be, exported twelve at once",
    memory: 600,
    // So that readers are unknown, even on this machine.
    settings: { FOOTNOTE_USER_HEADER: "x-user", FOOTNOTE_PROXIES: "127.0.0.1" },
    run: async (server) => {
      const conversation = await kept(server, Array(14).fill(long));
      const forms = ["md", "docx", "html"];
      const statuses = await Promise.all([...Array(12).keys()].map((at) => exported(server, conversation, forms[at % 3])));
      expect(statuses.every((status) => status === 200 || status === 503) && statuses.includes(200), told(statuses));
      return told(statuses);
    },
  },
];
