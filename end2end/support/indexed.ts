// Waits until all servers have read the documents: a test never meets half an index.
import type { FullConfig } from "@playwright/test";
import { addresses } from "./addresses";

export default async function indexed({ workers }: FullConfig): Promise<void> {
  const servers = Array.from({ length: workers }, (_, worker) => addresses(worker));
  await Promise.all(servers.flatMap(({ quoting, model, frontEnd }) => [quoting, model, frontEnd]).map(ready));
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
