// On paper stands all of a conversation, and nothing that can only be clicked.
import { expect, test } from "./support/test";

test("a printed conversation is whole", async ({ chat }) => {
  const { page } = chat;
  await page.setViewportSize({ width: 1200, height: 600 });
  await chat.open();
  for (const question of ["What should be done with wet books?", "When is the library open on Saturday?"]) await chat.askAndWait(question);
  await page.emulateMedia({ media: "print" });
  await expect(chat.question).toBeHidden();
  await expect(chat.evidence).toBeHidden();
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  // Nothing is left to be scrolled to inside of an element.
  const hidden = await page.locator("#transcript").evaluate((transcript) => transcript.scrollHeight - transcript.clientHeight);
  expect(hidden).toBe(0);
  const height = await page.locator("#transcript").evaluate((transcript) => transcript.clientHeight);
  expect(height).toBeGreaterThan(page.viewportSize()!.height);
  await expect(chat.turns.first()).toContainText("Wet books are not opened");
  await expect(page.locator(".on-paper")).toHaveText(/^\d+ \w+ 20\d\d · http:\/\/.+\/c\/.+/);
  await expect(page.getByText("Download conversation")).toBeHidden();
});
