// The official OpenAI library for Python, installed beside the builds; skipped where that is not possible.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const requirements = join(here, "requirements.txt");
const target = process.env.CARGO_TARGET_DIR ?? join(homedir(), ".cache/footnote/target");
// Named after what is in it, so that another version gets another folder.
const environment = join(target, "python", readFileSync(requirements, "utf8").trim().replaceAll(/\s+/g, "-"));
const python = join(environment, "bin/python");

test("the official OpenAI library for Python", (context) => {
  const missing = install();
  if (missing) return context.skip(missing);
  const run = spawnSync(python, [join(here, "openai_client.py")], { encoding: "utf8" });
  context.diagnostic(run.stderr);
  assert.equal(run.status, 0, run.stderr);
  return undefined;
});

/** Installs the library where it is missing; says why if it cannot. */
function install() {
  if (works(python, ["-c", "import openai"])) return undefined;
  if (!works("python3", ["--version"])) return "there is no python3 here";
  mkdirSync(dirname(environment), { recursive: true });
  if (!existsSync(python) && !works("python3", ["-m", "venv", environment])) return "python3 cannot make environments: its venv module is missing";
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
  return works(python, pip) ? undefined : "pip cannot install the library: the package registry may be out of reach";
}

function works(program, words) {
  return spawnSync(program, words, { stdio: "ignore" }).status === 0;
}
