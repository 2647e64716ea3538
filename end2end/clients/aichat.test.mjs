// aichat with the configuration that docs/front-ends.md gives it; skipped where it is not installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { BREAKOFF, MODEL, QUESTION, QUOTING } from "./support.mjs";

const told = readFileSync(new URL("../../docs/front-ends.md", import.meta.url), "utf8");
const [, configuration] = told.match(/## aichat\n+```yaml\n([^]+?)```/);
const installed = spawnSync("aichat", ["--version"]).status === 0;
const skip = !installed && "there is no aichat here: cargo install aichat";

/** Runs aichat with an empty configuration but for the server. */
function aichat(url, ...words) {
  const folder = mkdtempSync(join(tmpdir(), "footnote-aichat-"));
  writeFileSync(join(folder, "config.yaml"), configuration.replace("http://localhost:3000", url));
  const run = spawnSync("aichat", words, { encoding: "utf8", env: { ...process.env, AICHAT_CONFIG_DIR: folder }, timeout: 30_000 });
  rmSync(folder, { recursive: true });
  return run;
}

test("aichat prints an answer with its citations, streamed and whole", { skip }, () => {
  for (const url of [QUOTING, MODEL]) {
    for (const streamed of [[], ["--no-stream"]]) {
      const { status, stdout, stderr } = aichat(url, ...streamed, QUESTION);
      assert.equal(status, 0, stderr);
      assert.match(stdout, /leave.+\[people\/leave-policy\.md\]/s);
    }
  }
});

test("aichat says that an answer in one piece broke off", { skip }, () => {
  const { status, stderr } = aichat(MODEL, "--no-stream", BREAKOFF);
  assert.notEqual(status, 0);
  assert.match(stderr, /broke off/);
});
