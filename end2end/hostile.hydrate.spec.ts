// What a hostile document or model brings along is neither fetched nor run; that the page asks nothing of any
// other site is what each test's support sees to.
import { MODEL_URL } from "./support/addresses";
import type { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const QUESTION = "What holds zeppelins at the mooring mast?";

test.use({ baseURL: MODEL_URL });

/** Nothing came of what is hostile but its words; every link leads where a reader may go. */
async function isHarmless(chat: Chat): Promise<void> {
  const { page } = chat;
  for (const attribute of ["src", "srcset", "data", "poster", "style"]) {
    await expect(page.locator(`[${attribute}*="remote.example"]`)).toHaveCount(0);
  }
  await expect(page.locator("style", { hasText: "remote.example" })).toHaveCount(0);
  const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
  expect(links.filter((protocol) => !["http:", "https:", "mailto:"].includes(protocol))).toEqual([]);
  const handlers = await page.locator("*").evaluateAll((all) => all.filter((one) => one.getAttributeNames().some((name) => name.startsWith("on"))).length);
  expect(handlers).toBe(0);
}

test("what a model writes of other sites is text", async ({ chat }) => {
  const alerts: string[] = [];
  chat.page.on("dialog", (dialog) => alerts.push(dialog.message()));
  await chat.open();
  await chat.askAndWait(`REMOTE ${QUESTION}`);
  await expect(chat.answer).toContainText("a plan");
  await expect(chat.answer).toContainText("by reference");
  for (const name of ["one", "two", "three", "four", "five", "six"]) {
    await expect(chat.answer).toContainText(name);
    await expect(chat.answer.getByRole("link", { name, exact: true })).toHaveCount(0);
  }
  await expect(chat.answer).toContainText("nine https://remote.example/click?q=secret");
  await expect(chat.answer.locator('a[href*="remote.example"]')).toHaveCount(0);
  await isHarmless(chat);
  expect(alerts).toEqual([]);
});

test("what a document has of other sites is text, in an answer and beside it", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await expect(chat.answer).toContainText("holds zeppelins");
  await isHarmless(chat);
  await chat.marks.first().click();
  await expect(chat.evidence).toContainText("tied at dusk");
  await isHarmless(chat);
});
