// The client library of the AI chat protocol where it leaves the conversation to the server, and with files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AIChatProtocolClient } from "@microsoft/ai-chat-protocol";
import { all, MODEL, QUESTION, QUOTING } from "./support.mjs";

const client = (url) => new AIChatProtocolClient(`${url}/api/chat/`, { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } });
const ask = (content, ...files) => [{ role: "user", content, ...(files.length > 0 && { files }) }];
const file = (name, contentType, ...parts) => ({ contentType, data: new File(parts, name) });
const tea = () => file("tea.md", "text/markdown", "# Tea\n\nTea is served at four in the winter garden.");
const prompt = ({ thoughts }) => thoughts.find(({ title }) => title === "Prompt").description;

test("the server goes on where the conversation was left", async () => {
  const first = await client(MODEL).getCompletion(ask(QUESTION));
  assert.equal(first.sessionState.length, 64);
  const second = await client(MODEL).getCompletion(ask("And in the first year?"), { sessionState: first.sessionState });
  assert.equal(second.sessionState, first.sessionState);
  assert.ok(prompt(second.context).some(({ content }) => content === QUESTION));
});

test("a stream names its session", async () => {
  const deltas = await all(await client(MODEL).getStreamedCompletion(ask(QUESTION)));
  const { sessionState } = deltas.find((delta) => delta.sessionState);
  const second = await client(MODEL).getCompletion(ask("And then?"), { sessionState });
  assert.ok(prompt(second.context).some(({ content }) => content === QUESTION));
});

test("a deleted conversation is forgotten", async () => {
  const { sessionState } = await client(MODEL).getCompletion(ask(QUESTION));
  const gone = await fetch(`${MODEL}/chat_history/sessions/${sessionState}`, { method: "DELETE" });
  assert.equal(gone.status, 204);
  const second = await client(MODEL).getCompletion(ask("And then?"), { sessionState });
  assert.notEqual(second.sessionState, sessionState);
  assert.ok(prompt(second.context).every(({ content }) => content !== QUESTION));
});

test("an attached text is quoted, and belongs to its conversation", async () => {
  const first = await client(QUOTING).getCompletion(ask("When is tea served in the winter garden?", tea()));
  assert.match(first.message.content, /at four in the winter garden\. \[attached\/tea\.md\]/);
  const { sessionState } = first;
  const second = await client(QUOTING).getCompletion(ask("Where is tea served?"), { sessionState });
  assert.match(second.message.content, /\[attached\/tea\.md\]/);
  const other = await client(QUOTING).getCompletion(ask("Where is tea served?"));
  assert.ok(other.context.data_points.citations.every((source) => !source.startsWith("attached/")));
});

test("an attached PDF is read by page, in a stream too", async () => {
  const bytes = readFileSync(new URL("../../src/sample/documents/staff-handbook.pdf", import.meta.url));
  const pdf = file("book.pdf", "application/pdf", bytes);
  const deltas = await all(await client(QUOTING).getStreamedCompletion(ask("What should be done with wet books?", pdf)));
  assert.match(deltas[0].context.data_points.citations[0], /^attached\/book\.pdf#page=\d+$/);
});

test("an image that nobody can see is refused by its name", async () => {
  const png = file("cat.png", "image/png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
  const asked = client(QUOTING).getCompletion(ask(QUESTION, png));
  await assert.rejects(asked, ({ message }) => /cat\.png is an image, and no chat model here can see/.test(message));
});

test("a file that cannot be read is thrown with its name", async () => {
  const zip = file("a.zip", "application/zip", "PK");
  await assert.rejects(client(QUOTING).getCompletion(ask(QUESTION, zip)), ({ message }) => message.includes("a.zip"));
  const large = file("a.txt", "text/plain", new Uint8Array(5 * 1024 * 1024 + 1));
  await assert.rejects(client(QUOTING).getCompletion(ask(QUESTION, large)), ({ message }) => message.includes("5 MiB"));
});
