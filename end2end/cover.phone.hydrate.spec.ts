// On a phone what stands beside the answer covers it, and goes away in every usual way.
import { expect, test } from "./support/test";

test.beforeEach(async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What should be done with wet books?");
});

for (const [how, leave] of [
  ["its button", (chat) => chat.page.getByRole("button", { name: /^close the/i }).filter({ visible: true }).click()],
  ["Escape", (chat) => chat.page.keyboard.press("Escape")],
  ["a touch beside it", (chat) => chat.page.touchscreen.tap(380, 100)],
] as [string, (chat: import("./support/chat").Chat) => Promise<void>][]) {
  test(`the list of conversations closes by ${how}`, async ({ chat }) => {
    const list = chat.page.getByRole("navigation", { name: /conversations/i });
    await chat.openConversations();
    await expect(list).toBeFocused();
    await leave(chat);
    await expect(list).toBeHidden();
    await expect(chat.page.getByRole("button", { name: "Conversations", exact: true })).toBeFocused();
  });

  test(`the evidence closes by ${how}`, async ({ chat }) => {
    await chat.marks.first().tap();
    await expect(chat.evidence).toBeVisible();
    await expect(chat.marks.first()).toBeInViewport();
    await leave(chat);
    await expect(chat.evidence).toBeHidden();
    await expect(chat.marks.first()).toBeFocused();
  });
}

test("what is covered cannot be reached by the tab key", async ({ chat }) => {
  await chat.marks.first().tap();
  await expect(chat.evidence).toBeVisible();
  await expect(chat.page.locator("main")).toHaveJSProperty("inert", true);
});

test("no keyboard comes up over the page on arrival", async ({ page }) => {
  await page.goto("/");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await expect(page.getByRole("textbox", { name: /question/i })).not.toBeFocused();
});
