// A chat model that means harm: what it does stands in the question.
import { createServer } from "node:http";
import { freePort, pause } from "./server.mjs";

/** Each way to misbehave: it has the response and writes to it until it is closed. */
const WAYS = {
  // White space without end.
  BLANK: (response) => flood(response, delta(" \n\t".repeat(2000))),
  // Words without end, as fast as they are taken.
  TORRENT: (response) => flood(response, delta("word ").repeat(500)),
  // One event that never ends.
  LINE: (response) => flood(response, "x".repeat(100_000), 'data: {"choices":[{"delta":{"content":"'),
  // One sentence, thousands of times.
  REPEAT: async (response) => {
    for (let n = 0; n < 4000; n += 1) response.write(delta("Nobody was ever told about it. "));
    response.end("data: [DONE]\n\n");
  },
  // Nothing for a while, and then an answer.
  THINK: async (response) => {
    response.flushHeaders();
    await pause(25_000);
    response.end(`${delta("It was good. ")}data: [DONE]\n\n`);
  },
  // A word now and then, for as long as somebody listens.
  SLOW: async (response) => {
    while (!response.closed) {
      response.write(delta("word "));
      await pause(200);
    }
  },
  // An error in words that nobody should read.
  FAIL: (response) => response.end('data: {"error":{"message":"the detail of the failure"}}\n\n'),
  // A source that there is not.
  GHOST: (response) => response.end(`${delta("Leave is thirty days [ghost.md]. ")}data: [DONE]\n\n`),
};

export const delta = (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

/** A call of a tool, as a model streams it. */
export const call = (name, given) => {
  const made = { index: 0, id: "call_1", type: "function", function: { name, arguments: JSON.stringify(given) } };
  const choices = [{ index: 0, delta: { tool_calls: [made] } }, { index: 0, delta: {}, finish_reason: "tool_calls" }];
  return choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`).join("");
};

/** Starts the model, which first does what `obeys` makes of a prompt, if anything; gives the settings of a server that asks it, the prompts that it was sent, how many answers it is giving, and what ends it. */
export async function model(obeys = () => undefined) {
  const prompts = [];
  let answering = 0;
  const server = createServer(async (request, response) => {
    // It tells nothing of itself.
    if (request.method === "GET") return response.writeHead(404).end();
    let body = "";
    for await (const part of request) body += part;
    prompts.push(body);
    response.on("error", () => {});
    answering += 1;
    response.on("close", () => (answering -= 1));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const obeyed = obeys(JSON.parse(body));
    if (obeyed) return response.end(`${obeyed}data: [DONE]\n\n`);
    const way = Object.keys(WAYS).find((word) => body.includes(word));
    if (way) return WAYS[way](response);
    response.end(`${delta("The harbour is open [harbour.md]. ")}data: [DONE]\n\n`);
  });
  const port = await freePort();
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    settings: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: "hostile" },
    prompts,
    answering: () => answering,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes the same without end, no faster than it is read. */
async function flood(response, text, first = "") {
  const closed = new Promise((closed) => response.once("close", closed));
  response.write(first);
  while (!response.closed && !response.destroyed) {
    if (response.write(text)) await pause(0);
    else await Promise.race([closed, new Promise((drained) => response.once("drain", drained))]);
  }
}
