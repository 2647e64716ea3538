// The client library of the AI chat protocol itself: in one piece, as a stream, errors, and leaving.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AIChatProtocolClient } from "@microsoft/ai-chat-protocol";
import { all, BREAKOFF, counts, ENDLESS, left, leftAfter, MODEL, QUESTION, QUOTING, THINK } from "./support.mjs";

const client = (url, path = "/api/chat") => new AIChatProtocolClient(`${url}${path}`, { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } });
const ask = (content) => [{ role: "user", content }];

/** What the library throws is no error of the language: it is what the server says. */
function thrown(message) {
  return (error) => typeof error.code === "string" && message.test(error.message);
}

for (const path of ["/api/chat", "/api/chat/", "/chat", "/chat/"]) {
  test(`an answer in one piece at ${path}`, async () => {
    const { message, context } = await client(QUOTING, path).getCompletion(ask(QUESTION));
    assert.equal(message.role, "assistant");
    assert.match(message.content, /\[.+\]/);
    assert.ok(context.data_points.text.length > 0);
  });

  test(`an answer as a stream at ${path}`, async () => {
    const deltas = await all(await client(MODEL, path).getStreamedCompletion(ask(QUESTION)));
    const text = deltas.map(({ delta }) => delta.content ?? "").join("");
    assert.match(text, /what the documents say.+\[.+\]/s);
    assert.ok(deltas[0].context.data_points.text.length > 0);
  });
}

test("sources, words and the check arrive while the model still writes what to ask next", async () => {
  const before = (await counts()).finished;
  const asked = [{ role: "user", content: `LINGER ${QUESTION}` }];
  const context = { overrides: { suggest_followup_questions: true } };
  let [text, early] = ["", 0];
  for await (const { delta, context: part } of await client(MODEL).getStreamedCompletion(asked, { context })) {
    text += delta?.content ?? "";
    if (text === "") assert.ok(part.data_points.text.length > 0, "sources come first");
    if (part?.audit) early = (await counts()).finished - before;
    if (part?.audit) break;
  }
  assert.match(text, /what the documents say.+\[.+\]$/s);
  assert.equal(early, 0);
});

test("signs of life in a long silence add nothing to a stream", async () => {
  const text = async (question) => {
    const deltas = await all(await client(MODEL).getStreamedCompletion(ask(question)));
    return deltas.map(({ delta }) => delta.content ?? "").join("");
  };
  assert.equal(await text(THINK), await text(QUESTION));
});

test("what breaks off in the middle is thrown after what came before", async () => {
  let text = "";
  const read = async () => {
    for await (const { delta } of await client(MODEL).getStreamedCompletion(ask(BREAKOFF))) text += delta.content ?? "";
  };
  await assert.rejects(read, thrown(/broke off/));
  assert.match(text, /what the documents/);
});

test("a refusal is thrown with what is wrong", async () => {
  await assert.rejects(client(QUOTING).getCompletion([]), thrown(/messages/));
  await assert.rejects(client(QUOTING).getStreamedCompletion([]), thrown(/messages/));
});

test("whoever leaves a stream ends the answer", async () => {
  const before = await left();
  const leave = new AbortController();
  const read = async () => {
    const stream = await client(MODEL).getStreamedCompletion(ask(ENDLESS), { abortSignal: leave.signal });
    for await (const { delta } of stream) if (delta.content) leave.abort();
  };
  await read().catch(() => undefined);
  await leftAfter(before);
});

test("a session goes on where only what is new is sent", async () => {
  const first = await client(QUOTING).getCompletion(ask("What is annual leave?"));
  assert.ok(first.sessionState);
  const { sessionState } = await client(QUOTING).getCompletion(ask(QUESTION), { sessionState: first.sessionState });
  assert.deepEqual(sessionState, first.sessionState);
});

test("a file that comes with the question is read", async () => {
  // Of all that the library lets a file be, this alone gets past its own checks in Node.
  const data = new File(["# Parking\n\nThe gate of the car park opens with the code word heron.\n"], "gate.md");
  const [question] = ask("Which code word opens the gate of the car park?");
  const messages = [{ ...question, files: [{ contentType: "text/markdown", data }] }];
  const { message } = await client(QUOTING).getCompletion(messages);
  assert.match(message.content, /heron/);
  const deltas = await all(await client(QUOTING).getStreamedCompletion(messages));
  assert.match(deltas.map(({ delta }) => delta.content ?? "").join(""), /heron/);
});
