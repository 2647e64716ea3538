// Waits until all servers have read the documents: a test never meets half an index.
import { FRONT_END_URL, MODEL_URL, QUOTING_URL } from "./addresses";

export default async function indexed(): Promise<void> {
  await Promise.all([QUOTING_URL, MODEL_URL, FRONT_END_URL].map(ready));
}

async function ready(url: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const health = await (await fetch(`${url}/healthz`)).json();
    if (!health.indexing && health.documents >= 6) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${url} has not read the documents after a minute`);
}
