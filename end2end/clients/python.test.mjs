// The official OpenAI library for Python, installed beside the builds; skipped where that is not possible.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { environment } from "./environment.mjs";

const here = dirname(fileURLToPath(import.meta.url));

test("the official OpenAI library for Python", (context) => {
  const { programs, missing } = environment(join(here, "requirements.txt"), "openai");
  if (missing) return context.skip(missing);
  const run = spawnSync(join(programs, "python"), [join(here, "openai_client.py")], { encoding: "utf8" });
  context.diagnostic(run.stderr);
  assert.equal(run.status, 0, run.stderr);
  return undefined;
});
