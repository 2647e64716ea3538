// The official client of the Model Context Protocol, over streamable HTTP.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { BREAKOFF, ENDLESS, left, leftAfter, MODEL, QUESTION } from "./support.mjs";

const client = new Client({ name: "test", version: "1.0.0" });
const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);

before(() => client.connect(new StreamableHTTPClientTransport(new URL(`${MODEL}/mcp`))));
after(() => client.close());

test("both sides agree on a version and what there is", async () => {
  assert.equal(client.getServerVersion().name, "footnote");
  assert.ok(client.getInstructions().includes("search"));
  await client.ping();
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["search", "read", "list", "query", "answer"]);
});

// The client checks every typed value against the schema of its tool.
test("what search finds can be read", async () => {
  await client.listTools();
  const found = await call("search", { query: QUESTION, limit: 3 });
  const { results } = found.structuredContent;
  assert.ok(results.length > 0 && results.length <= 3);
  for (const { id, url, text } of results) {
    const read = await call("read", { document: id });
    assert.ok(read.structuredContent.results.some((part) => part.text === text), id);
    assert.equal((await fetch(url)).status, 200);
  }
  assert.ok(found.content.some((part) => part.type === "resource_link"));
});

test("an answer cites what it links to", async () => {
  await client.listTools();
  const { content, structuredContent } = await call("answer", { question: QUESTION });
  assert.equal(structuredContent.model, "scripted");
  assert.ok(structuredContent.sources.length > 0);
  for (const { source } of structuredContent.sources) assert.ok(structuredContent.answer.includes(`[${source}]`));
  assert.equal(content.filter((part) => part.type === "resource_link").length, structuredContent.sources.length);
});

test("what fails is a result that says so", async () => {
  for (const [tool, args] of [["answer", { question: BREAKOFF }], ["read", { document: "no.such.pdf" }], ["search", {}]]) {
    const result = await call(tool, args);
    assert.equal(result.isError, true, tool);
    assert.ok(result.content[0].text.length > 0);
  }
  await assert.rejects(call("delete", {}), /there is no tool/);
});

test("whoever gives up ends the answer", async () => {
  const before = await left();
  const giveUp = new AbortController();
  const answer = call("answer", { question: ENDLESS }, { signal: giveUp.signal });
  setTimeout(() => giveUp.abort(), 300);
  await assert.rejects(answer);
  await client.close();
  await client.connect(new StreamableHTTPClientTransport(new URL(`${MODEL}/mcp`)));
  await leftAfter(before);
});
