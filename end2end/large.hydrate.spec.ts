// Conversations of thousands of messages and answers of a megabyte: the page goes on answering its reader.
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";

/** The longest wait that still feels like none, in milliseconds, where nothing else runs; `make bench` sees to that. */
const LONGEST = process.env.FOOTNOTE_BENCH ? 200 : 5000;

/** Measures from now on how long it takes until the page shows what came of a key or a click. */
async function measure(page: Page): Promise<void> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    const note = (list: PerformanceObserverEntryList) => durations.push(...list.getEntries().map((entry) => entry.duration));
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Types, and returns the longest time until that was shown, in milliseconds. */
async function typing(page: Page): Promise<number> {
  await page.getByRole("textbox", { name: /question/i }).pressSequentially("How many?", { delay: 30 });
  await page.waitForTimeout(300);
  return page.evaluate(() => Math.max(0, ...(window as unknown as { durations: number[] }).durations));
}

test("a conversation of five thousand messages opens, and takes keys", async ({ chat }) => {
  test.setTimeout(120_000);
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.page.route("**/page/conversations/open", async (route) => {
    const response = await route.fetch();
    const opened = await response.json();
    const [turn] = opened.turns;
    const plain = { ...turn, answer: { ...turn.answer, text: turn.answer.text.slice(0, 400), context: {} } };
    opened.turns = [...Array(2499).keys()].map((at) => ({ ...plain, id: `${turn.id}-${at}` })).concat(turn);
    await route.fulfill({ response, json: opened });
  });
  // The page that comes with the conversation would have its turns already.
  await chat.page.goto("/");
  await chat.awake();
  await chat.openConversations();
  await chat.conversation(/wet books/).first().click();
  await expect(chat.turns).toHaveCount(2500, { timeout: 60_000 });
  await measure(chat.page);
  const longest = await typing(chat.page);
  expect(longest).toBeLessThan(LONGEST);
});

test("an answer of a megabyte is shown, and the page takes keys", async ({ chat }) => {
  test.setTimeout(120_000);
  const paragraph = `${"Wet books are not opened. ".repeat(20)}\n\n`;
  const count = Math.ceil(1_000_000 / paragraph.length);
  const lines = [
    { Grounded: { data_points: { text: [], citations: [] }, thoughts: [] } },
    ...Array.from({ length: count }, () => ({ Delta: paragraph })),
    { Finished: { reason: "stop", model: "", usage: null } },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await chat.page.route("**/page/stream*", (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
  await chat.open();
  await chat.ask(QUESTION);
  await expect(chat.answer.locator("p")).toHaveCount(count, { timeout: 60_000 });
  await expect(chat.stop).toHaveCount(0, { timeout: 30_000 });
  await measure(chat.page);
  const longest = await typing(chat.page);
  expect(longest).toBeLessThan(LONGEST);
});
