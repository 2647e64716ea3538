// A chat model that answers from the sources in its prompt, word by word, and misbehaves on request.
//
//   node support/scripted-openai.mjs <port>
//
// Words in the question choose what happens:
//   SLOW       the words come slowly
//   ENDLESS    the words never end
//   LINGER     the answer is whole, and the question that it proposes does not end for a while
//   THINK      no word comes for a while that is longer than the server keeps silent
//   REPEAT     one sentence comes thousands of times
//   BREAKOFF   the connection breaks in the middle of the answer
//   REFUSE     an error instead of an answer
//   LIE        every number is told as 777
//   INVENT     a source is named that there is not
//   REMOTE     the hostile document is told word for word
//   LOOK       it searches for the parts of the question between "and" before it answers
//
// A question without sources, by which a model is tried, is answered with one word.
//
// `GET /requests` tells how many answers were begun, finished and left by their reader, and `GET /v1/models` how much
// the model takes at once.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// The second is listed and does not answer.
const MODELS = [{ id: "scripted", max_model_len: 16384 }, { id: "broken" }];
const counts = { begun: 0, finished: 0, left: 0 };
const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

const server = createServer((request, response) => {
  if (request.url === "/v1/models") return json(response, 200, { data: MODELS });
  if (request.method === "GET") return json(response, 200, counts);
  // What cannot be understood is refused, and must not end the server for the tests that follow.
  reply(request, response).catch((error) => (response.headersSent ? response.destroy() : json(response, 400, { error: { message: error.message } })));
});

async function reply(request, response) {
  if (request.url === "/v1/audio/transcriptions") return json(response, 200, await heard(request));
  const { model, messages, tools } = JSON.parse(await body(request));
  if (model === "broken") return json(response, 500, { error: { message: "the model is out of memory" } });
  const question = messages.findLast(({ role }) => role === "user").content;
  if (question.startsWith("Which colour is snow?")) return stream(response, ["White."], 0);
  if (question.startsWith("Write the search query")) return stream(response, [question.split(": ").slice(1).join(": ")], 0);
  if (question.includes("REFUSE")) return json(response, 500, { error: { message: "the detail of the failure" } });
  const parts = question.split("LOOK ")[1]?.split(" and ");
  if (parts && tools && messages.at(-1).role === "user") return calls(response, parts.map((query) => ({ query })));
  await answer(response, question, messages[0].content);
}

server.listen(Number(process.argv[2] ?? process.env.PORT ?? 3199), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));

/** Hears always the same in a recording that has sound. */
async function heard(request) {
  const sound = (await body(request)).length;
  return { text: sound > 1000 ? "What should be done with wet books?" : "" };
}

/** Tells what the two sentences of the sources say that are closest to the question, then perhaps what to ask next. */
async function answer(response, prompt, instructions) {
  const [, sources, question] = prompt.match(/^([^]*)Question: ([^]*)$/);
  const said = (text) => (question.includes("LIE") ? text.replace(/\d+/g, "777") : text);
  const told = closest(sentences(sources), question).map(({ text, number }) => `${said(text)} [${number}]`);
  let words = `Here is **what the documents say**: ${told.join(" ")}`.split(/(?<= )/);
  if (question.includes("INVENT")) words.push(" All of it ", "is paid at once ", "[made-", "up.pdf#page=9].");
  if (question.includes("REMOTE")) words = readFileSync(new URL("hostile.md", import.meta.url), "utf8").split(/(?<=\s)/);
  if (question.includes("THINK")) await pause(17_000);
  if (question.includes("REPEAT")) words = Array.from({ length: 2000 }, () => "Nobody knows. ");
  if (question.includes("ENDLESS")) words = Array.from({ length: 5000 }, (_, n) => `word${n} `);
  const proposed = ["\n\n<", "<What else is cov", "ered?>>\n<<Who decides it?>>"];
  if (instructions.includes("<<")) words.push(...proposed);
  const slow = ["SLOW", "ENDLESS", "BREAKOFF"].some((word) => question.includes(word));
  const between = question.includes("REPEAT") ? 0 : 5;
  await stream(response, words, slow ? 40 : between, question.includes("BREAKOFF") ? 8 : Infinity, question.includes("LINGER") ? proposed.at(-1) : undefined);
}

/** The sentences of the sources, each with the number of its source. */
function sentences(sources) {
  const numbered = sources.split(/^\[(\d+)\].*\n/m).slice(1);
  return numbered.flatMap((number, at) => {
    if (at % 2) return [];
    const text = numbered[at + 1].replace(/^(#|\||Document ).*\n/gm, "");
    return text.split(/(?<=[.!?])\s|\n/).filter(Boolean).map((text) => ({ text, number }));
  });
}

/** The two sentences that share the most words with the question, the first ones first. */
function closest(sentences, question) {
  const words = question.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const shared = ({ text }) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return sentences.toSorted((one, other) => shared(other) - shared(one)).slice(0, 2);
}

/** Calls the search tool with each of the arguments, which come in pieces. */
async function calls(response, all) {
  const delta = (call) => event(response, { choices: [{ index: 0, delta: { tool_calls: [call] } }] });
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [index, given] of all.entries()) {
    delta({ index, id: `call_${index}`, type: "function", function: { name: "search", arguments: "" } });
    for (const piece of JSON.stringify(given).match(/.{1,7}/gsu)) delta({ index, function: { arguments: piece } });
  }
  event(response, { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] });
  event(response, { choices: [], usage: { prompt_tokens: 210, completion_tokens: 20, total_tokens: 230 } });
  response.end("data: [DONE]\n\n");
}

/** Sends the words as events; breaks the connection after `limit` of them, or pauses before the `late` one. */
async function stream(response, words, ms, limit = Infinity, late) {
  counts.begun += 1;
  let left = false;
  response.on("close", () => {
    if (!response.writableFinished && !left) counts.left += 1;
    left = true;
  });
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [at, content] of words.entries()) {
    if (left) return;
    if (content === late) await pause(5_000);
    if (at === limit) {
      left = true; // by the server itself: no reader is to be counted
      return response.destroy();
    }
    event(response, { choices: [{ index: 0, delta: { content } }] });
    await pause(ms);
  }
  event(response, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  event(response, { choices: [], usage: { prompt_tokens: 321, completion_tokens: words.length, total_tokens: 321 + words.length } });
  counts.finished += 1;
  response.end("data: [DONE]\n\n");
}

function event(response, data) {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

function json(response, status, data) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
