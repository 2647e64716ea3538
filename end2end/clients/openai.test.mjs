// The official OpenAI library for JavaScript: chat completions, responses and models.
import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { all, BREAKOFF, ENDLESS, left, leftAfter, MODEL, QUESTION, QUOTING, THINK } from "./support.mjs";

const client = (url, root = "/v1") => new OpenAI({ baseURL: `${url}${root}`, apiKey: "any", maxRetries: 0 });
const quoting = client(QUOTING);
const model = client(MODEL);
const ask = (content, more = {}) => ({ model: "gpt-4o", messages: [{ role: "user", content }], ...more });

/** Each annotation points at a bracket of the text. */
function cites(text, annotations) {
  assert.ok(annotations.length > 0, "the answer cites");
  for (const { start_index, end_index, title, url } of annotations) {
    assert.match([...text].slice(start_index, end_index).join(""), /^\[.+\]$/);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/content\/.+/);
    assert.ok(title.length > 0);
  }
}

test("the models are listed", async () => {
  const [only, ...others] = await all(model.models.list());
  assert.equal(only.id, "scripted");
  assert.deepEqual(others, []);
  assert.equal((await model.models.retrieve("scripted")).object, "model");
  await assert.rejects(model.models.retrieve("gpt-4o"), OpenAI.NotFoundError);
});

test("a chat completion has text, citations and usage", async () => {
  for (const asked of [model, client(MODEL, "/api/v1")]) {
    const completion = await asked.chat.completions.create(ask(QUESTION));
    const [{ message, finish_reason }] = completion.choices;
    assert.equal(finish_reason, "stop");
    assert.equal(completion.model, "scripted");
    cites(message.content, message.annotations.map((annotation) => annotation.url_citation));
    assert.equal(completion.usage.prompt_tokens, 321);
    assert.ok(completion.context.data_points.text.length > 0);
  }
});

test("an answer that quotes is a chat completion too", async () => {
  const { choices, usage } = await quoting.chat.completions.create(ask(QUESTION));
  assert.match(choices[0].message.content, /\[.+\]/);
  assert.ok(usage.prompt_tokens > 0 && usage.completion_tokens > 0);
});

test("a stream of chunks becomes the same message", async () => {
  const chunks = await all(await model.chat.completions.create(ask(QUESTION, { stream: true, stream_options: { include_usage: true } })));
  const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("");
  const annotations = chunks.flatMap((chunk) => chunk.choices[0]?.delta.annotations ?? []);
  cites(text, annotations.map((annotation) => annotation.url_citation));
  assert.deepEqual(chunks.at(-1).choices, []);
  assert.equal(chunks.at(-1).usage.prompt_tokens, 321);
  assert.equal(chunks.at(-2).choices[0].finish_reason, "stop");
});

test("signs of life in a long silence are nothing to the library", async () => {
  const [completion, response] = await Promise.all([
    model.chat.completions.stream(ask(THINK)).finalChatCompletion(),
    model.responses.stream({ model: "gpt-4o", input: THINK }).finalResponse(),
  ]);
  const { choices } = await model.chat.completions.create(ask(QUESTION));
  assert.equal(completion.choices[0].message.content, choices[0].message.content);
  assert.match(response.output_text, /what the documents say/);
});

test("the library gathers a stream by itself", async () => {
  const stream = model.chat.completions.stream(ask(QUESTION));
  const completion = await stream.finalChatCompletion();
  const [{ message }] = completion.choices;
  cites(message.content, message.annotations.map((annotation) => annotation.url_citation));
});

test("what breaks off in the middle is thrown after what came before", async () => {
  let text = "";
  const read = async () => {
    for await (const chunk of await model.chat.completions.create(ask(BREAKOFF, { stream: true }))) {
      text += chunk.choices[0]?.delta.content ?? "";
    }
  };
  await assert.rejects(read, (error) => error instanceof OpenAI.APIError && error.code === "model_error");
  assert.match(text, /what the documents/);
  await assert.rejects(model.chat.completions.create(ask(BREAKOFF)), OpenAI.InternalServerError);
});

test("a refusal names its parameter", async () => {
  const wrong = quoting.chat.completions.create({ model: "any", messages: [] });
  await assert.rejects(wrong, (error) => error instanceof OpenAI.BadRequestError && error.param === "messages");
  await assert.rejects(quoting.embeddings.create({ model: "any", input: "x" }), OpenAI.NotFoundError);
});

test("whoever leaves a stream ends the answer", async () => {
  const before = await left();
  const stream = await model.chat.completions.create(ask(ENDLESS, { stream: true }));
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
  await leftAfter(before);
});

test("a response has text, citations and usage", async () => {
  const response = await model.responses.create({ model: "gpt-4o", instructions: "Be short.", input: QUESTION });
  assert.equal(response.status, "completed");
  assert.equal(response.instructions, "Be short.");
  const [part] = response.output[0].content;
  assert.equal(response.output_text, part.text);
  cites(part.text, part.annotations);
  assert.equal(response.usage.input_tokens, 321);
});

test("a conversation goes on where the client sends all of it", async () => {
  const input = [{ role: "user", content: "What is annual leave?" }];
  const first = await quoting.responses.create({ model: "any", input });
  const response = await quoting.responses.create({ model: "any", input: [...input, ...first.output, { role: "user", content: QUESTION }] });
  assert.match(response.output_text, /\[.+\]/);
  const next = await quoting.responses.create({ model: "any", input: QUESTION, previous_response_id: first.id });
  assert.equal(next.previous_response_id, first.id);
  assert.match(next.output_text, /\[.+\]/);
  await quoting.responses.delete(first.id);
  const unknown = quoting.responses.create({ model: "any", input: QUESTION, previous_response_id: first.id });
  await assert.rejects(unknown, (error) => error.code === "previous_response_not_found" && error.param === "previous_response_id");
  await assert.rejects(quoting.responses.retrieve(first.id), OpenAI.NotFoundError);
});

test("a response that is kept is told again, with what it was asked", async () => {
  const first = await model.responses.create({ model: "gpt-4o", input: QUESTION });
  assert.equal(first.model, "gpt-4o");
  const again = await model.responses.retrieve(first.id);
  assert.equal(again.output_text, first.output_text);
  cites(again.output_text, again.output[0].content[0].annotations);
  const next = await model.responses.create({ model: "gpt-4o", input: "And next year?", previous_response_id: first.id });
  const items = await all(model.responses.inputItems.list(next.id, { order: "asc", limit: 2 }));
  assert.deepEqual(items.map(({ role, content }) => [role, content[0].text]), [["user", QUESTION], ["assistant", first.output_text], ["user", "And next year?"]]);
});

test("a conversation goes on from its compaction", async () => {
  const input = [{ role: "user", content: "What is annual leave?" }, { role: "assistant", content: "Paid time off." }];
  const { output } = await quoting.responses.compact({ model: "any", input });
  const next = await quoting.responses.create({ model: "any", input: [...output, { role: "user", content: QUESTION }] });
  assert.match(next.output_text, /\[.+\]/);
  assert.equal((await all(quoting.responses.inputItems.list(next.id))).length, 3);
});

test("a file that comes with the question is read, and an image is not where no model sees", async () => {
  const text = "# Parking\n\nThe gate of the car park opens with the code word heron.\n";
  const file = { type: "input_file", filename: "gate.md", file_data: `data:text/markdown;base64,${Buffer.from(text).toString("base64")}` };
  const ask = (part) => [{ role: "user", content: [part, { type: "input_text", text: "Which code word opens the gate of the car park?" }] }];
  assert.match((await quoting.responses.create({ model: "any", input: ask(file) })).output_text, /heron/);
  const image = { type: "input_image", detail: "auto", image_url: "data:image/png;base64,iVBORw0KGgo=" };
  const refused = quoting.responses.create({ model: "any", input: ask(image) });
  await assert.rejects(refused, (error) => error.status === 400 && error.param === "input[0].content[0]");
});

test("who searches files gets citations of files", async () => {
  const tools = [{ type: "file_search", vector_store_ids: ["any"] }];
  const response = await model.responses.create({ model: "any", input: QUESTION, tools });
  const [annotation] = response.output[0].content[0].annotations;
  assert.equal(annotation.type, "file_citation");
  assert.match(annotation.file_id, new RegExp(annotation.filename));
  assert.equal([...response.output_text][annotation.index], "[");
});

test("the steps of a response become the same response", async () => {
  const stream = model.responses.stream({ model: "any", input: QUESTION });
  let text = "";
  let next = 0;
  stream.on("event", (event) => assert.equal(event.sequence_number, next++));
  stream.on("response.output_text.delta", (event) => (text += event.delta));
  const response = await stream.finalResponse();
  assert.equal(response.output_text, text);
  cites(text, response.output[0].content[0].annotations);
  assert.equal(response.usage.input_tokens, 321);
});

test("a response that breaks off has failed", async () => {
  const events = await all(await model.responses.create({ model: "any", input: BREAKOFF, stream: true }));
  const { type, response } = events.at(-1);
  assert.equal(type, "response.failed");
  assert.equal(response.status, "failed");
  assert.ok(response.error.message.length > 0);
  assert.match(response.output[0].content[0].text, /what the documents/);
});
