// Checks a reader against the transcripts, or a server, or answers a client from them:
//   node check.mjs                              what this reader shows is what the transcripts say
//   node check.mjs http://localhost:3000 FORM   a server answers as recorded, in its own words
//   node check.mjs serve 3001                   a client may ask at http://localhost:3001/FORM/NAME/...
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";

const PART = /^(\S+) (\S+)\n?(.*?)\n\n(?:(.*)\n\n)?<<< (\d+) (.*?)\nname: (.*?)\nshows: (.*?)\n\n(.*)$/s;
const folder = new URL("v1/", import.meta.url);
const forms = readdirSync(folder).sort().map((file) => {
  const [head, ...parts] = readFileSync(new URL(file, folder), "utf8").replace(/\n$/, "").split("\n>>> ");
  const exchanges = parts.map((part) => {
    const [, method, address, headers, sent, status, kind, name, shows, body] = PART.exec(part);
    return { method, address, headers, sent, status: Number(status), kind, name, shows: JSON.parse(shows), body };
  });
  const places = head.trim().split("\n\n")[1].split("\n").map((line) => line.split(": "));
  return { form: file.replace(".txt", ""), places, exchanges };
});

/** What stands at a place of a value, such as `/delta text-delta`: at /delta, where that is its type or name. */
function at(value, place) {
  const [pointer, kind] = place.split(" ");
  if (kind && value.type !== kind && value.name !== kind) return undefined;
  return pointer.split("/").slice(1).reduce((inside, key) => (typeof inside === "object" ? inside?.[key] : undefined), value);
}

/** What a reader shows of an answer. Whoever checks a front end puts its own reader in the place of this one. */
function shown(places, kind, body) {
  // What is no JSON is the name of an event, the mark of the end, or half a line.
  const values = body.split("\n").flatMap((line) => {
    try { return [JSON.parse(line.replace(/^data: /, ""))]; } catch { return []; }
  });
  const hits = (what) => values.flatMap((value) => places.filter(([name]) => name === what).map(([, place]) => at(value, place))).filter((hit) => hit != null);
  const texts = hits(kind === "application/json" ? "text" : "piece");
  const shows = Object.fromEntries(["questions", "failure"].map((what) => [what, hits(what).at(-1)]).filter(([, hit]) => hit));
  return { ...shows, ...(kind.startsWith("text/plain") && { failure: body }), ...(texts.length > 0 && { text: texts.join("") }) };
}

async function answered(base, { method, address, headers, sent }) {
  const answer = await fetch(base + address, { method, body: sent, headers: headers ? headers.split("\n").map((line) => line.split(": ")) : [] });
  return { status: answer.status, kind: answer.headers.get("content-type") ?? "", body: await answer.text() };
}

const sorted = (value) => JSON.stringify(Object.entries(value).sort());
const [what = "", ...names] = process.argv.slice(2);
if (what === "serve") {
  createServer((request, response) => {
    const [, form, name] = request.url.split("/");
    const found = forms.find((it) => it.form === form)?.exchanges.find((it) => it.name === name);
    response.writeHead(found?.status ?? 404, { "content-type": found?.kind ?? "text/plain", "access-control-allow-origin": "*", "access-control-allow-headers": "*" });
    response.end(request.method === "OPTIONS" ? "" : found?.body ?? "There is no such form or exchange.");
  }).listen(Number(names[0]), "127.0.0.1");
} else {
  const wrong = [];
  for (const { form, places, exchanges } of forms) {
    for (const it of exchanges.filter(({ name }) => !what || (names.length === 0 || names.includes(form)) && ["whole", "stream", "refusal"].includes(name))) {
      const { status, kind, body } = what ? await answered(what, it) : it;
      const seen = shown(places, kind, body);
      // A server says it in its own words, and may propose questions.
      const keys = (shows) => Object.keys(shows).filter((key) => key !== "questions").sort().join();
      const same = what ? keys(seen) === keys(it.shows) : sorted(seen) === sorted(it.shows);
      if (status !== it.status || kind !== it.kind || !same) wrong.push(`${form} ${it.name}: ${status} ${kind} ${JSON.stringify(seen)}, not ${JSON.stringify(it.shows)}`);
    }
  }
  console.log(wrong.join("\n") || "all as it should be");
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
