// The AI SDK: the chat of its React package, its transport, and its reader of message streams.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, readUIMessageStream } from "ai";
import { BREAKOFF, ENDLESS, left, leftAfter, MODEL, QUESTION, QUOTING, THINK } from "./support.mjs";

const transport = (url, more = {}) => new DefaultChatTransport({ api: `${url}/api/chat`, ...more });

/** A chat, with what it tells its page. */
function chat(url, more) {
  const told = { data: [], finished: [] };
  const made = new Chat({ transport: transport(url, more), onData: (part) => told.data.push(part.type), onFinish: (end) => told.finished.push(end), onError: () => undefined });
  return Object.assign(told, { chat: made, answer: () => made.messages.at(-1) });
}

const part = (message, type) => message.parts.find((part) => part.type === type);

/** Each citation points at a bracket of the text, and at a source with an address. */
function cites({ text, state, citations }) {
  assert.equal(state, "done");
  assert.ok(citations.length > 0, "the answer cites");
  for (const { source, startIndex, endIndex, citedText } of citations) {
    const bracket = text.slice(startIndex, endIndex);
    assert.ok(bracket.startsWith("[") && bracket.endsWith("]") && bracket.includes(source.id), bracket);
    assert.match(source.url, /^http:\/\/127\.0\.0\.1:\d+\/content\/.+/);
    assert.ok(source.title.length > 0 && citedText.length > 0);
  }
}

test("an answer is a message with citations, sources and what was found", async () => {
  for (const url of [QUOTING, MODEL]) {
    const { chat: asked, answer, finished, data } = chat(url);
    await asked.sendMessage({ text: `🦀 ${QUESTION}` });
    assert.equal(asked.error, undefined);
    assert.equal(asked.status, "ready");
    assert.equal(finished[0].finishReason, "stop");
    cites(part(answer(), "text"));
    const sources = answer().parts.filter(({ type }) => type === "source-url");
    for (const { source } of part(answer(), "text").citations) assert.ok(sources.some(({ sourceId }) => sourceId === source.id));
    const { data_points, thoughts } = part(answer(), "data-context").data;
    assert.ok(data_points.text.length > 0 && thoughts.length > 0);
    assert.equal(answer().parts.filter(({ type }) => type === "data-context").length, 1, "the later one replaces the earlier");
    // Passages claim nothing that could be checked.
    if (url === MODEL) assert.ok(part(answer(), "data-audit").data.statements.length > 0);
    assert.ok(data.includes("data-context"));
    assert.ok(answer().metadata.model.length > 0 && answer().metadata.usage.totalTokens > 0);
  }
});

test("settings stand in the body, and follow-up questions are a part", async () => {
  const overrides = { suggest_followup_questions: true, top: 3 };
  const { chat: asked, answer } = chat(MODEL, { body: { context: { overrides } } });
  await asked.sendMessage({ text: QUESTION });
  assert.ok(part(answer(), "data-followup_questions").data.length > 0);
  assert.ok(part(answer(), "data-context").data.data_points.text.length > 0);
});

test("a conversation goes on with all that its answers had, and an answer is made anew", async () => {
  const { chat: asked, answer } = chat(QUOTING);
  await asked.sendMessage({ text: "What is annual leave?" });
  await asked.sendMessage({ text: QUESTION });
  assert.equal(asked.messages.length, 4);
  cites(part(answer(), "text"));
  const before = part(answer(), "text").text;
  await asked.regenerate();
  assert.equal(asked.messages.length, 4);
  assert.equal(part(answer(), "text").text, before);
});

test("what breaks off is an error after what came before", async () => {
  const { chat: asked, answer, finished } = chat(MODEL);
  await asked.sendMessage({ text: BREAKOFF });
  assert.equal(asked.status, "error");
  assert.match(asked.error.message, /broke off/);
  assert.match(part(answer(), "text").text, /what the documents/);
  assert.equal(finished[0].isError, true);
});

test("a refusal is the sentence alone", async () => {
  const { chat: asked } = chat(QUOTING);
  await asked.sendMessage({ text: " " });
  assert.equal(asked.error.message, "the content of the last message must not be empty");
});

test("there is no stream to go on with, and that is no error", async () => {
  const { chat: asked } = chat(QUOTING);
  await asked.resumeStream();
  assert.equal(asked.error, undefined);
  assert.equal(asked.status, "ready");
  assert.equal(await transport(QUOTING).reconnectToStream({ chatId: "7" }), null);
});

test("signs of life in a long silence are nothing to the chat", async () => {
  const [slow, swift] = [chat(MODEL), chat(MODEL)];
  await Promise.all([slow.chat.sendMessage({ text: THINK }), swift.chat.sendMessage({ text: QUESTION })]);
  assert.equal(slow.chat.error, undefined);
  assert.equal(part(slow.answer(), "text").text, part(swift.answer(), "text").text);
});

test("the reader of streams gives the message as it grows", async () => {
  const messages = [{ id: "1", role: "user", parts: [{ type: "text", text: QUESTION }] }];
  const stream = await transport(MODEL).sendMessages({ trigger: "submit-message", chatId: "7", messages });
  const lengths = [];
  for await (const message of readUIMessageStream({ stream })) lengths.push(part(message, "text")?.text.length ?? 0);
  assert.ok(lengths.length > 4 && lengths.at(-1) > 0);
  assert.deepEqual(lengths, lengths.toSorted((one, other) => one - other));
});

test("a file that comes with the question is read", async () => {
  const { chat: asked, answer } = chat(QUOTING);
  const text = "# Parking\n\nThe gate of the car park opens with the code word heron.\n";
  const url = `data:text/markdown;base64,${Buffer.from(text).toString("base64")}`;
  await asked.sendMessage({ text: "Which code word opens the gate of the car park?", files: [{ type: "file", mediaType: "text/markdown", filename: "gate.md", url }] });
  assert.equal(asked.error, undefined);
  assert.match(part(answer(), "text").text, /heron/);
  assert.equal(part(answer(), "source-document").filename, "gate.md");
  assert.equal(part(answer(), "text").citations[0].source.sourceType, "document");
});

test("whoever stops the chat ends the answer", async () => {
  const before = await left();
  const { chat: asked, answer } = chat(MODEL);
  const over = asked.sendMessage({ text: ENDLESS });
  while (!(answer()?.role === "assistant" && part(answer(), "text")?.text)) await new Promise((wake) => setTimeout(wake, 25));
  await asked.stop();
  await over;
  await leftAfter(before);
});
