// Thousands of requests made up from /openapi.json by schemathesis: none may end in a failure of the server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { environment } from "../clients/environment.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const url = process.env.FOOTNOTE_URL;
// Fifty operations, so that with those that cover each schema more than five thousand requests are made.
const EACH = process.env.FUZZ_EXAMPLES ?? "100";

test("no request makes the server fail", async (context) => {
  const { programs, missing } = environment(join(here, "requirements.txt"), "schemathesis");
  assert.equal(missing, undefined, missing);
  const words = ["run", `${url}/openapi.json`, "--url", url, "--checks", "not_a_server_error", "--phases", "coverage,fuzzing", "--max-examples", EACH, "--no-color"];
  const { code, output } = await run(join(programs, "st"), words);
  context.diagnostic(output.slice(-2000));
  assert.equal(code, 0, output.slice(-10_000));
  const made = Number(/([\d,]+) generated/.exec(output)?.[1].replaceAll(",", ""));
  assert.ok(process.env.FUZZ_EXAMPLES || made >= 5000, `${made} requests were made`);
});

function run(program, words) {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (part) => (output += part));
  return new Promise((ended) => child.on("close", (code) => ended({ code, output })));
}
