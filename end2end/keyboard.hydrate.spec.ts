// Everything is reached without a mouse, and no key is taken from somebody who writes.
import { expect, test } from "./support/test";

test("the question has the focus on arrival, unless the address leads elsewhere", async ({ chat }) => {
  await chat.open();
  await expect(chat.question).toBeFocused();
  await chat.askAndWait("What should be done with wet books?");
  await chat.page.reload();
  await chat.awake();
  await expect(chat.turns).toHaveCount(1);
  await expect(chat.question).not.toBeFocused();
  await chat.page.goto("about:blank");
  await chat.open("/?new#evidence");
  await expect(chat.question).not.toBeFocused();
});

test("a slash goes to the question, and in the question it is a slash", async ({ chat }) => {
  await chat.open();
  await chat.question.blur();
  await chat.page.locator("body").press("/");
  await expect(chat.question).toBeFocused();
  await expect(chat.question).toHaveValue("");
  await chat.page.keyboard.type("a/b");
  await expect(chat.question).toHaveValue("a/b");
});

test("keys do nothing by themselves where that is chosen", async ({ chat }) => {
  await chat.open();
  await chat.openSettings();
  await chat.page.getByLabel("Single-key shortcuts").selectOption("Off");
  await chat.page.keyboard.press("Escape");
  await chat.page.reload();
  await chat.awake();
  await chat.question.blur();
  await chat.page.locator("body").press("/");
  await chat.page.locator("body").press("?");
  await expect(chat.question).not.toBeFocused();
  await expect(chat.page.getByRole("dialog")).toHaveCount(0);
});

test("what closes gives the focus back, and nothing that opens loses it", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");
  await chat.action(/^sources$/i).focus();
  await page.keyboard.press("Enter");
  await chat.tab(/steps/i).click();
  await page.keyboard.press("Escape");
  await expect(chat.action(/^sources$/i)).toBeFocused();
  const chip = chat.notes.first().getByRole("link");
  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(chat.evidence).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(chip).toBeFocused();
  // A new name replaces the old one.
  await chat.conversation(/learning budget/).hover();
  await page.getByRole("button", { name: "Rename conversation" }).first().click();
  await page.keyboard.type("Budgets");
  await page.keyboard.press("Enter");
  await expect(chat.conversation(/^Budgets/)).toBeVisible();
});

test("Enter asks, and Shift with Enter begins a line", async ({ chat }) => {
  await chat.open();
  await chat.question.fill("What should be done");
  await chat.question.press("Shift+Enter");
  await chat.page.keyboard.type("with wet books?");
  await expect(chat.turns).toHaveCount(0);
  await chat.question.press("Enter");
  await chat.finished();
  await expect(chat.answer).toContainText("Wet books are not opened");
});

test("brackets walk the marks", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");
  await chat.answer.click({ position: { x: 1, y: 1 } });
  await chat.page.keyboard.press("]");
  await expect(chat.marks.first()).toBeFocused();
});

test("Escape leaves the empty field for the newest answer, and not one with words", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");
  await chat.question.fill("And");
  await chat.question.press("Escape");
  await expect(chat.question).toBeFocused();
  await chat.question.fill("");
  await chat.question.press("Escape");
  await expect(chat.turns.last()).toBeFocused();
  await chat.page.keyboard.press("]");
  await expect(chat.marks.first()).toBeFocused();
});

test("a question mark lists the keys, and Escape closes the list", async ({ chat }) => {
  await chat.open();
  await chat.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await chat.page.keyboard.press("?");
  const list = chat.page.getByRole("dialog", { name: /keys|keyboard/i });
  await expect(list).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(list).toBeHidden();
});

test("Escape closes the evidence, wherever the focus is", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");
  await chat.action(/^sources$/i).click();
  await expect(chat.evidence).toBeVisible();
  await chat.question.focus();
  await chat.page.keyboard.press("Escape");
  await expect(chat.evidence).toBeHidden();
});

test("after asking one can type on, and passages, which would be the same, are not looked for again", async ({ chat }) => {
  await chat.open();
  await chat.question.fill("What should be done with wet books?");
  await chat.page.getByRole("button", { name: "Ask", exact: true }).click();
  await chat.finished();
  await expect(chat.question).toBeFocused();
  await expect(chat.action(/copy/i)).toBeVisible();
  await expect(chat.action(/regenerate/i)).toHaveCount(0);
});

test("Escape closes the settings and gives the focus back", async ({ chat }) => {
  await chat.open();
  await chat.openSettings();
  await chat.page.keyboard.press("Escape");
  await expect(chat.passages).toBeHidden();
  await expect(chat.settingsButton).toBeFocused();
});

test("the first stop of the tab key skips to the question", async ({ chat }) => {
  await chat.open();
  await chat.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await chat.page.keyboard.press("Tab");
  await chat.page.keyboard.press("Enter");
  await expect(chat.page.locator(":focus")).toHaveCount(1);
});
