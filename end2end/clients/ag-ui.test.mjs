// The client of the AG-UI protocol for JavaScript.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { HttpAgent } from "@ag-ui/client";
import { BREAKOFF, ENDLESS, left, leftAfter, MODEL, QUESTION, QUOTING, THINK } from "./support.mjs";

// The client tells of keys that it does not know by warnings alone, and of each failure once more.
const warned = mock.method(console, "warn", () => undefined);
mock.method(console, "error", () => undefined);

const agent = (url, more = {}) => new HttpAgent({ url: `${url}/chat`, threadId: "thread", ...more });
const user = (content) => ({ id: crypto.randomUUID(), role: "user", content });

/** Asks, and gives all that a page learns of. */
async function ask(asked, content, more = {}) {
  const seen = { events: [], custom: {}, failed: undefined, error: undefined, finished: undefined };
  asked.addMessage(user(content));
  const run = await asked.runAgent(more, {
    onEvent: ({ event }) => void seen.events.push(event.type),
    onCustomEvent: ({ event }) => void (seen.custom[event.name] = event.value),
    onRunErrorEvent: ({ event }) => void (seen.error = event),
    onRunFailed: ({ error }) => void (seen.failed = error),
    onRunFinishedEvent: ({ event }) => void (seen.finished = event),
  });
  return Object.assign(seen, { messages: run.newMessages, text: run.newMessages.find(({ role }) => role === "assistant")?.content });
}

/** Each citation points at a bracket of the text. */
function cites(text, annotations) {
  assert.ok(annotations.length > 0, "the answer cites");
  for (const { type, url, title, file_id, snippet, annotated_regions } of annotations) {
    assert.equal(type, "citation");
    const [{ start_index, end_index }] = annotated_regions;
    const bracket = [...text].slice(start_index, end_index).join("");
    assert.ok(bracket.startsWith("[") && bracket.endsWith("]") && bracket.includes(file_id), bracket);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/content\/.+/);
    assert.ok(title.length > 0 && snippet.length > 0);
  }
}

test("a run has a message with citations, its sources, and what was found", async () => {
  for (const url of [QUOTING, MODEL]) {
    const seen = await ask(agent(url), `🦀 ${QUESTION}`);
    assert.equal(seen.failed, undefined);
    const answer = seen.messages.find(({ role }) => role === "assistant");
    cites(answer.content, answer.metadata.annotations);
    assert.deepEqual(seen.custom.annotations, { messageId: answer.id, annotations: answer.metadata.annotations });
    const sources = seen.messages.find(({ role }) => role === "activity");
    assert.equal(sources.activityType, "sources");
    assert.ok(sources.content.data_points.text.length > 0);
    assert.ok(sources.content.sources.every(({ url }) => url.startsWith("http://127.0.0.1:")));
    assert.ok(seen.custom.thoughts.length > 0);
    // Passages claim nothing that could be checked.
    if (url === MODEL) assert.ok(seen.custom.audit.statements.length > 0);
    // The scripted model counts its tokens, and nobody those of passages.
    const estimated = url === QUOTING && { usage_estimated: true };
    assert.deepEqual(seen.finished.result, { finish_reason: "stop", ...estimated });
    assert.ok(seen.finished.usage[0].totalTokens > 0);
  }
  assert.deepEqual(warned.mock.calls.map(({ arguments: said }) => said.join(" ")), []);
});

test("settings are forwarded, and follow-up questions are a custom event", async () => {
  const seen = await ask(agent(MODEL), QUESTION, { forwardedProps: { suggest_followup_questions: true, top: 3 } });
  assert.ok(seen.custom.followup_questions.length > 0);
  assert.ok(seen.messages.find(({ role }) => role === "activity").content.data_points.text.length > 0);
});

test("a conversation goes on, each answer is a message of its own, and the state stays", async () => {
  const asked = agent(QUOTING, { initialState: { page: 7, none: null } });
  const first = await ask(asked, "What is annual leave?");
  const second = await ask(asked, QUESTION, { context: [{ description: "Page", value: "home" }], tools: [{ name: "print", description: "Prints.", parameters: {} }] });
  assert.equal(second.failed, undefined);
  const answers = asked.messages.filter(({ role }) => role === "assistant");
  assert.deepEqual(answers.map(({ content }) => content), [first.text, second.text]);
  assert.deepEqual(asked.state, { page: 7, none: null });
});

test("what breaks off is the error of its run, after what came before", async () => {
  const asked = agent(MODEL);
  const seen = await ask(asked, BREAKOFF);
  assert.match(seen.error.message, /broke off/);
  assert.equal(seen.error.code, "model");
  assert.equal(seen.finished, undefined);
  assert.match(asked.messages.findLast(({ role }) => role === "assistant").content, /what the documents/);
});

test("a refusal rejects with its status and what is wrong", async () => {
  const refused = (error) => error.status === 400 && error.payload.message === "the content of the last message must not be empty";
  await assert.rejects(ask(agent(QUOTING), " "), refused);
});

test("signs of life in a long silence are nothing to the client", async () => {
  const [slow, swift] = await Promise.all([ask(agent(MODEL), THINK), ask(agent(MODEL), QUESTION)]);
  assert.equal(slow.failed, undefined);
  assert.equal(slow.text, swift.text);
});

test("a document that comes with the question is read", async () => {
  const text = "# Parking\n\nThe gate of the car park opens with the code word heron.\n";
  const source = { type: "data", value: Buffer.from(text).toString("base64"), mimeType: "text/markdown" };
  const seen = await ask(agent(QUOTING), [
    { type: "text", text: "Which code word opens the gate of the car park?" },
    { type: "document", source, metadata: { filename: "gate.md" } },
  ]);
  assert.match(seen.text, /heron.*\[attached\/gate\.md\]/s);
});

test("whoever ends a run ends the answer", async () => {
  const before = await left();
  const asked = agent(MODEL);
  asked.addMessage(user(ENDLESS));
  await asked.runAgent({}, { onTextMessageContentEvent: () => asked.abortRun() }).catch(() => undefined);
  await leftAfter(before);
});
