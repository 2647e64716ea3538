// `footnote conformance` over the servers as they are deployed: one that quotes, one with a model.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

/** Front ends that run only where somebody is known, or where the server has their form as its default. */
const NEED_MORE = ["quickstart-2024-05", "serverless-chat-2024", "serverless-chat-2026"];

const binary = process.env.FOOTNOTE_BINARY;

for (const [what, url] of [["quotes", process.env.FOOTNOTE_URL], ["asks a model", process.env.FOOTNOTE_MODEL_URL]]) {
  test(`a server that ${what} passes every check of every form`, { skip: !binary && "FOOTNOTE_BINARY names no program" }, () => {
    const words = ["conformance", url, "--json", "--question", "What should be done with wet books?"];
    const run = spawnSync(binary, words, { encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr + run.stdout);
    const report = JSON.parse(run.stdout);
    assert.deepEqual(report.forms.filter((form) => !form.spoken), []);
    assert.ok(report.forms.length >= 10);
    const stumbling = report.front_ends.filter(({ front_end, runs }) => !runs && !NEED_MORE.includes(front_end));
    assert.deepEqual(stumbling, []);
  });
}
