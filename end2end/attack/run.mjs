// Attacks the server as it is deployed, on loopback, and tells what each attack has cost.
//
//   node attack/run.mjs [--short] [--jobs <n>] [--slack <n>] [--room <n>] [--kills <n>] [words of names…]
//
// --short   leaves out what takes long or much room
// --jobs    runs n attacks at once, but for those that measure time
// --slack   allows n times the seconds: for a debug build, or a machine that is busy
// --room    allows n times the memory: for a debug build
// --kills   kills the server n times while documents change: 2000, or 100 with --short, unless it is said
//
// Ends with 1 if the server ended, stalled, swelled beyond its bound or gave away what it should not.
import { parseArgs } from "node:util";
import { connections } from "./connections.mjs";
import { conversations } from "./conversations.mjs";
import { documents } from "./documents.mjs";
import { injections } from "./injections.mjs";
import { killing } from "./kills.mjs";
import { lookups } from "./lookups.mjs";
import { models } from "./models.mjs";
import { questions } from "./questions.mjs";
import { readers } from "./readers.mjs";
import { Server } from "./server.mjs";
import { timed } from "./times.mjs";
import { uploads } from "./uploads.mjs";

const { values, positionals } = parseArgs({
  options: { short: { type: "boolean" }, jobs: { type: "string", default: "1" }, slack: { type: "string", default: "1" }, room: { type: "string", default: "1" }, kills: { type: "string" } },
  allowPositionals: true,
});
const [jobs, slack, room] = [values.jobs, values.slack, values.room].map(Number);
const kills = Number(values.kills ?? (values.short ? 100 : 2000));
const all = [...timed, ...questions, ...conversations, ...documents, ...injections, ...lookups, ...models, ...connections, ...uploads, ...readers, ...killing];
const chosen = all.filter(({ name, long }) => (positionals.length > 0 ? positionals.some((words) => name.includes(words)) : !(values.short && long)));

let broken = 0;
console.log(row("", "healthz", "memory", "time", "attack"));
// The longest first: the last ones then end at about the same time.
const together = chosen.filter((attack) => !timed.includes(attack)).sort((a, b) => Boolean(b.slow) - Boolean(a.slow));
await Promise.all(Array.from({ length: jobs }, () => work(together)));
await work(chosen.filter((attack) => timed.includes(attack)));
console.log(`attacks: ${chosen.length - broken} held, ${broken} broken`);
process.exit(broken > 0 ? 1 : 0);

/** Carries out attacks until none is left, and prints what each has cost. */
async function work(attacks) {
  for (let attack = attacks.shift(); attack; attack = attacks.shift()) {
    const cost = await under(attack);
    if (cost.faults.length > 0) broken += 1;
    const told = [cost.told, ...cost.faults.map((fault) => `BROKEN: ${fault}`)].filter(Boolean).join("; ");
    console.log(row(cost.faults.length > 0 ? "NO" : "ok", seconds(cost.healthz), `+${Math.round(cost.memory)} MiB`, seconds(cost.time), `${attack.name}: ${told}`));
  }
}

/** Starts a server, attacks it, and tells what that has cost. */
async function under(attack) {
  const cost = { healthz: NaN, memory: NaN, time: NaN, told: "", faults: [] };
  const context = await (attack.prepare?.() ?? {});
  let server;
  try {
    server = await Server.start({ fill: attack.fill, settings: { ...context.settings, ...attack.settings }, listen: attack.listen });
    if (!attack.unread) await server.read(20 * slack);
    const before = attack.unread ? 0 : server.memory();
    server.peak = before;
    const begun = performance.now();
    const probed = server.probe();
    cost.told = await attack.run(server, { short: values.short, slack, room, kills, jobs, ...context }).catch((error) => void cost.faults.push(error.message));
    cost.healthz = attack.ends ? NaN : await probed();
    cost.time = (performance.now() - begun) / 1000;
    cost.memory = server.peak - before;
    if (server.end && !attack.ends) cost.faults.push(`the server ended: ${JSON.stringify(server.end)}`);
    cost.faults.push(...exceeded(attack, cost));
  } catch (error) {
    cost.faults.push(error.message);
  } finally {
    await server?.close();
    context.close?.();
  }
  return cost;
}

/** The bounds that an attack's cost exceeds. */
function exceeded({ healthz = 1, memory = 150 }, cost) {
  const faults = [];
  if (cost.healthz > healthz * slack) faults.push(`/healthz may take ${healthz * slack} s`);
  if (cost.memory > memory * room) faults.push(`${memory * room} MiB are allowed`);
  return faults;
}

function seconds(value) {
  return Number.isFinite(value) ? `${value.toFixed(2)} s` : value === Infinity ? "never" : "-";
}

function row(...[held, healthz, memory, time, attack]) {
  return `${held.padEnd(3)}${healthz.padStart(9)}${memory.padStart(11)}${time.padStart(10)}  ${attack}`;
}
