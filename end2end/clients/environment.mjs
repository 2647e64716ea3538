// Python's packages for tests, installed beside the builds.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** The folder of the builds. */
export const target = process.env.CARGO_TARGET_DIR ?? join(homedir(), ".cache/footnote/target");

/** An environment with what the file `requirements` lists, `name` among it: its folder of programs, or why there is none. */
export function environment(requirements, name) {
  // Named after what is in it, so that another version gets another folder.
  const folder = join(target, "python", readFileSync(requirements, "utf8").trim().replaceAll(/\s+/g, "-"));
  const programs = join(folder, "bin");
  const python = join(programs, "python");
  if (works(python, ["-c", `import ${name}`])) return { programs };
  if (!works("python3", ["--version"])) return { missing: "there is no python3 here" };
  mkdirSync(dirname(folder), { recursive: true });
  if (!existsSync(python) && !works("python3", ["-m", "venv", folder])) return { missing: "python3 cannot make environments: its venv module is missing" };
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
  return works(python, pip) ? { programs } : { missing: "pip cannot install the package: the package registry may be out of reach" };
}

function works(program, words) {
  return spawnSync(program, words, { stdio: "ignore" }).status === 0;
}
