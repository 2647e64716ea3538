// Starts servers of PostgreSQL at free ports of loopback, in temporary folders, runs a command that finds their
// addresses in FOOTNOTE_TEST_STORES, and ends them with it, also where this script itself is killed.
//
//   node end2end/stores/run.mjs [--all] -- <command> [argument…]
//
// --all   fails where a server cannot be had, instead of leaving it out
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { address, lanes } from "./lanes.mjs";

const end = process.argv.indexOf("--");
const [options, command] = [process.argv.slice(2, end < 0 ? undefined : end), end < 0 ? [] : process.argv.slice(end + 1)];
if (command.length === 0 || options.some((option) => option !== "--all")) {
  console.error("node end2end/stores/run.mjs [--all] -- <command> [argument…]");
  process.exit(2);
}
const user = process.getuid() === 0 ? nobody() : undefined;
const folder = mkdtempSync(join(place(), "footnote-stores-"));
const keeper = keep();
let code = 1;
try {
  const all = lanes(folder, await ports(3));
  for (const { name, missing } of all.filter((lane) => lane.missing)) console.error(`LEFT OUT: ${name}: ${missing}`);
  const chosen = all.filter((lane) => !lane.missing);
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  if (options.includes("--all") && chosen.length < all.length) throw new Error("a server cannot be had");
  chosen.forEach(start);
  await Promise.all(chosen.map(ready));
  code = await run(chosen.map(address).join(" "));
} catch (error) {
  console.error(error.message);
} finally {
  keeper.stdin.end();
  if (keeper.exitCode === null) await once(keeper, "exit");
}
process.exit(code);

/** The user who runs the servers: PostgreSQL refuses to run as root. */
function nobody() {
  const id = (which) => execFileSync("id", [which, "nobody"], { encoding: "utf8" }).trim();
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * The place of the data: memory, if there is plenty, since a database has hundreds of files and each test its own.
 */
function place() {
  const [memory, least] = ["/dev/shm", 4 * 2 ** 30];
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  return bavail * bsize >= least ? memory : tmpdir();
}

/**
 * A shell that runs whatever lines it is told, until nobody tells it any more, be it that this process was killed; then
 * it ends what it has started: PostgreSQL at once by QUIT, which PgBouncer does not know.
 */
function keep() {
  const script = `
    trap : QUIT TERM
    while read -r line; do (eval "$line") & done
    kill -s QUIT 0; kill -s TERM 0
    wait
    rm -rf "$1" 2>/dev/null || { sleep 1; rm -rf "$1"; }`;
  // In a group of its own: what interrupts the command must not end the servers before it.
  const shell = spawn("/bin/sh", ["-c", script, "sh", folder], { cwd: tmpdir(), detached: true, stdio: ["pipe", "ignore", "inherit"] });
  shell.stdin.on("error", () => {});
  return shell;
}

function start({ commands, log }) {
  const as = user ? ["setpriv", "--reuid", user.uid, "--regid", user.gid, "--clear-groups"] : [];
  const lines = commands.map((words) => [...as, ...words].map(quoted).join(" "));
  keeper.stdin.write(`exec >${quoted(log)} 2>&1 </dev/null; ${lines.join(" && ")}\n`);
}

function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** So many ports that nothing listens at; all are held until the last is found, so that none is given twice. */
async function ports(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const found = probes.map((probe) => probe.address().port);
  await Promise.all(probes.map((probe) => once(probe.close(), "close")));
  return found;
}

async function ready({ name, isReady, log }) {
  const limit = Date.now() + 60_000;
  while (!(await isReady())) {
    if (Date.now() > limit) throw new Error(`${name} does not start:\n${existsSync(log) ? readFileSync(log, "utf8") : ""}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** Runs the command and gives its exit status; it gets the signals that this process gets. */
async function run(stores) {
  const env = { ...process.env, FOOTNOTE_TEST_STORES: stores };
  const child = spawn(command[0], command.slice(1), { env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, "exit");
  return code ?? 128 + constants.signals[signal];
}
