// The passages beside what is shown.
import { expect, test } from "./support/test";

test("the telling words are marked in their passage, and a mark leads to its own", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What should be done with wet books?");
  await chat.action(/^sources$/i).click();
  await expect(chat.evidence.locator(".passage mark").filter({ hasText: "Wet books are" }).first()).toBeVisible();
  await chat.marks.first().click();
  await chat.tab(/sources/i).click();
  await expect(chat.evidence.locator("#chosen-passage .number").filter({ hasText: "1" }).first()).toBeVisible();
});
