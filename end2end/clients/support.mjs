// What the tests of all clients share.

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
  return (await (await fetch(`${process.env.FOOTNOTE_SCRIPTED_URL}/requests`)).json()).left;
}
