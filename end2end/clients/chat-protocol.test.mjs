// The client library of the AI chat protocol itself: in one piece, as a stream, errors, and leaving.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AIChatProtocolClient } from "@microsoft/ai-chat-protocol";
import { all, BREAKOFF, ENDLESS, left, leftAfter, MODEL, QUESTION, QUOTING } from "./support.mjs";

const client = (url, path = "/api/chat") => new AIChatProtocolClient(`${url}${path}`, { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } });
// The library throws the object of an error as it came, which is no `Error`.
const says = (sentence) => ({ code, message }) => typeof code === "string" && sentence.test(message);
const ask = (content) => [{ role: "user", content }];

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

test("what breaks off in the middle is thrown after what came before", async () => {
  let text = "";
  const read = async () => {
    for await (const { delta } of await client(MODEL).getStreamedCompletion(ask(BREAKOFF))) text += delta.content ?? "";
  };
  await assert.rejects(read, says(/broke off/));
  assert.match(text, /what the documents/);
});

test("a refusal is thrown with what is wrong", async () => {
  await assert.rejects(client(QUOTING).getCompletion([]), says(/messages/));
  await assert.rejects(client(QUOTING).getStreamedCompletion([]), says(/messages/));
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
