// What the tests of all clients share.
import { once } from "node:events";
import { createServer } from "node:net";

/** The server that answers by quoting. */
export const QUOTING = process.env.FOOTNOTE_URL;

/** The server whose answers the scripted model writes. */
export const MODEL = process.env.FOOTNOTE_MODEL_URL;

/** A question that the sample documents answer. */
export const QUESTION = "How many days of annual leave do staff get?";

/** A question whose answer breaks off, and one whose answer never ends. */
export const BREAKOFF = `BREAKOFF ${QUESTION}`;
export const ENDLESS = `ENDLESS ${QUESTION}`;

/** A question whose answer is silent for longer than the server is. */
export const THINK = `THINK ${QUESTION}`;

/** Everything that an async iterable gives. */
export async function all(iterable) {
  const values = [];
  for await (const value of iterable) values.push(value);
  return values;
}

/** Waits until the scripted model has lost a reader more than `before`. */
export async function leftAfter(before) {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await left()) > before) return;
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error("the model goes on writing for a reader who has left");
}

/** How many answers of the scripted model were left by their reader. */
export async function left() {
  return (await counts()).left;
}

/** How many answers the scripted model has begun, finished, and lost its reader of. */
export async function counts() {
  return (await fetch(`${process.env.FOOTNOTE_SCRIPTED_URL}/requests`)).json();
}

/** So many ports that nothing listens at; all are held until the last is found, so that none is given twice. */
export async function ports(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const found = probes.map((probe) => probe.address().port);
  await Promise.all(probes.map((probe) => once(probe.close(), "close")));
  return found;
}

/** Waits until a server has read the documents: a test never meets half an index. */
export async function ready(port) {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const health = await fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.json(), () => ({}));
    if (health.indexing === false && health.documents >= 6) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("a server has not read the documents after a minute");
}
