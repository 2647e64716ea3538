// A conversation of a browser, whose turns are made up, and files of it.
import { randomUUID } from "node:crypto";
import { expect } from "./requests.mjs";

/** Has the server take over a conversation as from a browser with an earlier version of the page; returns it. */
export async function kept(server, turns) {
  const page = await fetch(`${server.url}/`);
  await page.arrayBuffer();
  const cookie = page.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const id = randomUUID();
  const body = JSON.stringify({ id, name: "x", turns: turns.map((turn) => ({ id: randomUUID(), ...turn })) });
  const headers = { "content-type": "application/json", cookie };
  const taken = await fetch(`${server.url}/page/conversations/earlier`, { method: "POST", headers, body });
  const said = await taken.text();
  expect(taken.status === 200 && said === "true", `a conversation is not taken over: ${taken.status} ${said}`);
  return { id, cookie };
}

/** Fetches a file of that conversation. */
export function file(server, { id, cookie }, form) {
  return fetch(`${server.url}/c/${id}/export.${form}`, { headers: { cookie }, signal: AbortSignal.timeout(60_000) });
}
