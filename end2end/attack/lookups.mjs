// Look-ups that cost too much: SQL over tables, and large documents read by many at once, over MCP and by a chat model's
// calls.
import { readdirSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, delta, model } from "./model.mjs";
import { expect, post, question } from "./requests.mjs";
import { pause } from "./server.mjs";
import { median, times, worked } from "./times.mjs";

/** Clients on other machines, behind a proxy on this one. */
const settings = { FOOTNOTE_PROXIES: "127.0.0.1" };
const from = (address) => ({ "x-forwarded-for": address });
const OTHER = from("198.51.100.7");

/** How many bytes an answer to any look-up may have. */
const MOST = 300_000;

/** Rows of a list. */
const list = (rows) => `Name,Count,Kind\n${Array.from({ length: rows }, (_, n) => `Item ${n},${n},${"AB"[n % 2]}\n`).join("")}`;

function fill(folder) {
  writeFileSync(join(folder, "t.csv"), list(300));
  writeFileSync(join(folder, "hours.md"), "# Opening hours\n\nThe library opens at nine in the morning and closes at six.\n");
}

/** As before, with three large lists, and a document of many sections. */
function fillLarge(folder) {
  fill(folder);
  for (const name of ["one", "two", "three"]) writeFileSync(join(folder, `${name}.csv`), list(60_000));
  writeFileSync(join(folder, "heads.md"), Array.from({ length: 8_000 }, (_, n) => `## Section ${n} of the harbour office and all that belongs to it\n\nThe rope ${n} is here. ${"It is long and strong. ".repeat(12)}\n\n`).join(""));
}

/** SQL for a text of about n × m letters. */
const text = (letter, n = 250, m = 250) => `replace('${letter.repeat(n)}','${letter}','${letter.repeat(m)}')`;
const [A, B] = [text("a"), text("b")];
const small = (letter) => text(letter, 80, 90);
const pairs = (condition) => `SELECT count(*) FROM t a,t b WHERE ${condition}`;
const triples = (columns, more = "") => `SELECT ${columns} FROM t a,t b,t c ${more}`;

/** SQL that costs much time, memory, disk, or room in the answer; with texts beyond any bound, and below it. */
const COSTLY = [A, small("a")].flatMap((a) => {
  const b = a.replaceAll("a", "b").replaceAll("replbce", "replace");
  const named = `${a}||a.name||b.name||c.name`;
  const others = `${text("a", 72, 75)}||'b'`;
  return [
    pairs(`trim(${b}||a.name,${others})='x'`),
    pairs(`rtrim(${b}||a.name,${a}||'b')='x'`),
    pairs(`ltrim(${b}||b.name,${small("a")}||'b')='x'`),
    `WITH m AS MATERIALIZED (SELECT ${b} x,${others} y) SELECT ${Array(60).fill("length(trim(x,y))")} FROM m`,
    `WITH m AS MATERIALIZED (SELECT ${a} x,substr(${a},1800)||'b' y) SELECT ${Array(250).fill("instr(x,y)+length(replace(x,y,''))")} FROM m`,
    pairs(`instr(${a}||a.name,substr(${a},20000)||'b')`),
    pairs(`length(replace(${a}||a.name,substr(${a},4000)||'b',''))`),
    pairs(`${a}||a.name LIKE '%${"a".repeat(90)}b%'`),
    pairs(`${a}||a.name LIKE '%${"_%".repeat(48)}b'`),
    pairs(`${a}||a.name GLOB '*${"[a-z]*".repeat(15)}Z'`),
    pairs(`upper(${a}||a.name)=lower(${b}||b.name)`),
    triples("a.name", `ORDER BY ${named}`),
    triples(`count(DISTINCT ${named})`),
    triples(`${named} k,count(*)`, "GROUP BY 1"),
    triples("group_concat(a.name||b.name)"),
    `SELECT lag(x,1000) OVER (ORDER BY c) FROM (${triples(`${named} x,a.count c`)})`,
    `WITH m AS MATERIALIZED (${triples(`${named} y`)}) SELECT count(*) FROM m x,m y`,
    `WITH RECURSIVE n(i,x) AS (SELECT 1,${a} UNION ALL SELECT i+1,${a}||i FROM n,t) SELECT max(length(x)) FROM n`,
    `WITH b AS (SELECT ${a} x) SELECT ${Array(1990).fill("x")} FROM b`,
    `WITH b AS (SELECT ${a} x) SELECT ${Array(90).fill("x")} FROM b,t`,
    `SELECT ${Array(1000).fill("*")} FROM t a,t b`,
  ];
});

/** SQL that reads no table of the documents. */
const ALIEN = ["SELECT count(*) FROM SQLITE_MASTER", "SELECT count(*) FROM json_each('[1,2]')", "SELECT 1 FROM JSON_TREE('{}')", "EXPLAIN SELECT 1", "explain query plan SELECT name FROM t", "REINDEX"];

/** Calls a tool over MCP. */
async function called(server, name, given, headers = {}, seconds = 60) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  const begun = performance.now();
  const { status, text } = await post(server, "/mcp", message, { headers, seconds });
  return { status, text, took: (performance.now() - begun) / 1000 };
}

const queried = (server, sql, headers, seconds) => called(server, "query", { documents: ["t.csv"], sql }, headers, seconds);

/** Seconds that another client waits for the answer to a question. */
async function waited(server) {
  const begun = performance.now();
  const { status } = await post(server, "/chat", question("When does the library open?"), { headers: OTHER });
  expect(status === 200, `another's question is answered with ${status}`);
  return (performance.now() - begun) / 1000;
}

/** What the server's files without a name take on the disk, in MB: SQLite deletes its temporary files at once. */
function temporary(server) {
  const folder = `/proc/${server.process.pid}/fd`;
  const size = (handle) => {
    try {
      return readlinkSync(join(folder, handle)).includes("(deleted)") ? statSync(join(folder, handle)).blocks * 512 : 0;
    } catch {
      return 0;
    }
  };
  return readdirSync(folder).reduce((sum, handle) => sum + size(handle), 0) / 1e6;
}

/** Asks another's question again and again until the work is done; gives the seconds that each answer took. */
async function beside(server, work) {
  let going = true;
  const done = work.finally(() => (going = false));
  const taken = [];
  while (going) {
    taken.push(await waited(server));
    await pause(100);
  }
  await done;
  return taken.sort((a, b) => a - b);
}

const shown = (taken) => `another's question takes ${median(taken).toFixed(2)} s, at most ${taken.at(-1).toFixed(2)}`;

export const lookups = [
  {
    name: `${COSTLY.length} SELECTs that cost much, over MCP`,
    settings,
    fill,
    memory: 350,
    run: async (server, { slack }) => {
      let [longest, largest, disk] = [0, 0, 0];
      for (const [at, sql] of COSTLY.entries()) {
        let going = true;
        const watching = (async () => {
          for (; going; await pause(50)) disk = Math.max(disk, temporary(server));
        })();
        const { status, text, took } = await queried(server, sql, from(`203.0.113.${at}`), 10 * slack);
        going = false;
        await watching;
        expect(status === 200 && took < 3 * slack, `answered with ${status} after ${took.toFixed(1)} s: ${sql.slice(0, 60)}… ${sql.slice(-60)}`);
        expect(text.length < MOST, `an answer of ${text.length} bytes: ${sql.slice(0, 60)}… ${sql.slice(-60)}`);
        [longest, largest] = [Math.max(longest, took), Math.max(largest, text.length)];
      }
      expect(disk < 1, `temporary files take ${disk.toFixed(0)} MB`);
      for (const sql of ALIEN) {
        const { text } = await queried(server, sql, from("203.0.113.250"));
        expect(text.includes('"isError":true'), `it is run: ${sql}`);
      }
      return `at most ${longest.toFixed(1)} s, ${Math.round(largest / 1024)} KB`;
    },
  },
  {
    name: "SELECTs whose clients leave",
    settings,
    fill,
    memory: 350,
    run: async (server, { slack }) => {
      for (const sql of [COSTLY[0], COSTLY[5], COSTLY[11], COSTLY[17]]) {
        await Promise.all([1, 2, 3].map((n) => queried(server, sql, from(`203.0.113.${n}`), 0.3)));
        await pause(1500 * slack);
        const before = worked(server);
        await pause(1000);
        const busy = worked(server) - before;
        expect(busy < 500, `it goes on for nobody: ${busy} ms of work in a second: ${sql.slice(0, 80)}`);
        const took = await waited(server);
        expect(took < slack, `another's question takes ${took.toFixed(1)} s`);
      }
      return "ended";
    },
  },
  {
    name: "50 SELECTs of one client at once, and another's question",
    settings,
    fill,
    memory: 350,
    run: async (server, { slack }) => {
      const sums = ["sum(a.count)", "max(a.name||b.name)", "count(DISTINCT a.count*b.count+c.count)"].map((sum) => triples(sum));
      const work = Array.from({ length: 50 }, (_, n) => queried(server, sums[n % 3], from("203.0.113.9"), 6));
      const taken = await beside(server, Promise.all(work));
      expect(taken.at(-1) < 1.5 * slack, shown(taken));
      return shown(taken);
    },
  },
  {
    name: "large documents, read, opened and queried by one client at once",
    settings,
    fill: fillLarge,
    memory: 350,
    run: async (server, { slack }) => {
      await server.read(60 * slack, 6);
      const [one, two, three] = ["one.csv", "two.csv", "three.csv"];
      const calls = [
        ["read", { document: one }],
        ["read", { document: two, from: 3000 }],
        ["read", { document: "heads.md" }],
        ["read", { document: "heads.md", section: "nosuch" }],
        ["open", { source: three }],
        ["query", { documents: [one, two, three] }],
        ["query", { documents: [one], sql: "SELECT name FROM one ORDER BY kind, name DESC" }],
        ["search", { query: "rope", exact: "rope 777" }],
      ];
      const making = calls.flatMap(([name, given]) => Array.from({ length: 10 }, () => called(server, name, given, from("203.0.113.9"), 60 * slack)));
      let answers;
      const taken = await beside(server, Promise.all(making).then((all) => (answers = all)));
      expect(answers.every(({ status, text }) => status === 200 && text.length < MOST), `answers of ${answers.map(({ status, text }) => `${status}: ${text.length}`)} bytes`);
      expect(taken.at(-1) < 1.5 * slack, shown(taken));
      return `${shown(taken)}, over ${taken.length}`;
    },
  },
  {
    name: "sheets sorted by one client at once, and another's question",
    settings,
    fill: fillLarge,
    memory: 350,
    run: async (server, { slack }) => {
      await server.read(60 * slack, 6);
      const sorted = (column) => post(server, "/page/sheet", { path: "one.csv", request: { passage: 0, order: { column, descending: true } } }, { headers: from("203.0.113.9") });
      const each = Array.from({ length: 8 }, (_, n) =>
        times(async () => {
          const { status } = await sorted(n % 3);
          expect(status === 200, `a sheet is answered with ${status}`);
        }, 8),
      );
      const taken = await beside(server, Promise.all(each));
      expect(taken.at(-1) < 1.5 * slack, shown(taken));
      return shown(taken);
    },
  },
  {
    name: "arguments of a look-up that are many or long",
    settings,
    fill,
    run: async (server, { slack }) => {
      const many = Array.from({ length: 90_000 }, (_, n) => `name ${n}`);
      for (const [name, given] of [
        ["search", { query: "x", documents: many }],
        ["search", { query: "x", documents: many.slice(0, 9) }],
        ["query", { documents: many.slice(0, 9) }],
        ["read", { document: "x".repeat(1_000_000) }],
        ["list", { name: "x".repeat(1_000_000) }],
        ["query", { documents: ["t.csv"], sql: `SELECT ${"1,".repeat(500_000)}1` }],
      ]) {
        const { status, text, took } = await called(server, name, given, from("203.0.113.9"));
        expect(status === 200 && text.includes('"isError":true'), `${name} is answered with ${status}: ${text.slice(0, 200)}`);
        expect(text.length < MOST && took < slack, `${name}: ${text.length} bytes after ${took.toFixed(1)} s`);
      }
      return "refused";
    },
  },
  ...[0, 11, 18].map((at) => ({
    name: `a model that obeys a document and queries: ${COSTLY[at].slice(0, 30)}…`,
    prepare: () =>
      model(({ messages, tools }) => {
        const answered = messages.some(({ role }) => role === "tool");
        return tools && !answered ? call("query", { documents: ["t.csv"], sql: COSTLY[at] }) : delta("It opens at nine [hours.md]. ");
      }),
    settings,
    fill,
    memory: 350,
    run: async (server, { slack, prompts }) => {
      const asked = Promise.all([1, 2, 3].map((n) => post(server, "/chat", question("When does the library open?"), { headers: from(`203.0.113.${n}`), seconds: 20 * slack })));
      const answers = await asked;
      expect(answers.every(({ status }) => status === 200), `answered with ${answers.map(({ status }) => status)}`);
      const results = prompts.filter((prompt) => JSON.parse(prompt).messages.some(({ role }) => role === "tool"));
      expect(results.length > 0, "the model did not query");
      const largest = Math.max(...results.map((prompt) => prompt.length));
      expect(largest < MOST, `a prompt of ${largest} bytes`);
      return `a prompt of ${Math.round(largest / 1024)} KB`;
    },
  })),
];
