// The transcripts that the protocol's crate has for others, with their own readers: what they show of the recorded
// answers, and of those of the servers as they are deployed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { MODEL, QUOTING } from "./support.mjs";

const folder = fileURLToPath(new URL("../../src/protocol/transcripts/", import.meta.url));

/** Runs a reader over the recorded answers, or over those of a server. */
function checked(program, file, ...words) {
  const run = spawnSync(program, [join(folder, file), ...words], { encoding: "utf8" });
  assert.equal(run.error, undefined);
  assert.equal(run.status, 0, run.stdout + run.stderr);
}

for (const [program, file] of [[process.execPath, "check.mjs"], ["python3", "check.py"]]) {
  const skip = spawnSync(program, ["--version"]).error && `there is no ${program} here`;
  test(`${file} shows of recorded answers what it should`, { skip }, () => checked(program, file));
  for (const url of [QUOTING, MODEL]) {
    test(`${file} reads the answers of ${url}`, { skip }, () => checked(program, file, url));
  }
  test(`${file} tells of a server that speaks no form`, { skip }, () => {
    assert.throws(() => checked(program, file, `${QUOTING}/nowhere`, "message_delta"), /404/);
  });
}
