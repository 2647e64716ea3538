// What the page weighs: the bytes that must come before it is awake, as they are sent.
import type { Request } from "@playwright/test";
import { expect, test } from "./support/test";

/** The most that may come before the page is awake, and the most of all, in bytes; see docs/decisions/page-weight.md. */
const MOST = { first: 186_000, all: 550_000 };

test("the page is awake after less than a fifth of a megabyte", async ({ chat }) => {
  const files: Request[] = [];
  chat.page.on("requestfinished", (request) => {
    if (request.url().includes("/pkg/")) files.push(request);
  });
  await chat.page.goto("/");
  await chat.awake();
  await chat.page.waitForLoadState("networkidle");
  const weigh = async (some: Request[]) => {
    const sizes = await Promise.all(some.map((request) => request.sizes()));
    return sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
  };
  const first = await weigh(files.filter((request) => !request.url().includes("-late.")));
  const all = await weigh(files);
  expect(first, "not more than nothing: the files are looked for where they are not").toBeGreaterThan(100_000);
  expect(first).toBeLessThan(MOST.first);
  expect(all).toBeLessThan(MOST.all);
});
