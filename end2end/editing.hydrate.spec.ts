// An earlier question asked in other words: what it replaces, and the way back.
import type { Locator } from "@playwright/test";
import type { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const BOOKS = "What should be done with wet books?";
const PAY = "What is the yearly pay of a branch manager?";
const LEAVE = "How many days of leave do staff have?";

const field = (chat: Chat) => chat.page.getByRole("textbox", { name: "Edit your question" });
const undo = (chat: Chat) => chat.turns.last().getByRole("button", { name: "Undo" });
const questions = (chat: Chat) => chat.turns.getByRole("heading", { level: 2 });

async function edit(turn: Locator): Promise<void> {
  await turn.hover();
  await turn.getByRole("button", { name: "Edit question" }).click();
}

test("an edited question is asked with what was said before it, and takes the place of all behind it", async ({ chat }) => {
  await chat.open();
  for (const question of [BOOKS, PAY, LEAVE]) await chat.askAndWait(question);
  await edit(chat.turns.nth(1));
  await expect(field(chat)).toBeFocused();
  await expect(field(chat)).toHaveValue(PAY);
  await field(chat).fill("And how soon are they frozen?");
  const asking = chat.page.waitForRequest(/\/page\/stream/);
  await chat.page.getByRole("button", { name: "Ask again" }).click();
  const { messages } = (await asking).postDataJSON().request;
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "user"]);
  expect(messages[0].content).toBe(BOOKS);
  await chat.finished();
  await expect(questions(chat)).toHaveText([BOOKS, "And how soon are they frozen?"]);
  await expect(chat.turns.last()).toContainText("Question edited; 1 later answer removed.");

  // What is kept is what is shown.
  await chat.page.reload();
  await chat.awake();
  await expect(questions(chat)).toHaveText([BOOKS, "And how soon are they frozen?"]);
});

test("what an edited question has replaced comes back whole, and is kept so", async ({ chat }) => {
  await chat.open();
  for (const question of [BOOKS, PAY, LEAVE]) await chat.askAndWait(question);
  await edit(chat.turns.first());
  await field(chat).fill("Where are wet books dried?");
  await field(chat).press("Enter");
  await expect(questions(chat)).toHaveText(["Where are wet books dried?"]);
  await undo(chat).click();
  await expect(questions(chat)).toHaveText([BOOKS, PAY, LEAVE]);
  await expect(chat.turns.first().locator(".answer")).toContainText("Wet books are not opened");
  await expect(chat.turns.first()).toBeFocused();
  await expect(chat.stop).toHaveCount(0);
  await chat.page.reload();
  await chat.awake();
  await expect(questions(chat)).toHaveText([BOOKS, PAY, LEAVE]);
});

test("another question closes the way back", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(BOOKS);
  await edit(chat.turns.first());
  await field(chat).fill(PAY);
  await field(chat).press("Enter");
  await chat.finished();
  await expect(undo(chat)).toBeVisible();
  await chat.askAndWait(LEAVE);
  await expect(chat.page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(questions(chat)).toHaveText([PAY, LEAVE]);
});

test("questions are edited by keys alone", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(BOOKS);
  await chat.action(/^sources$/i).click();
  await chat.turns.first().focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Edit question" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Edit question" })).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  await expect(field(chat)).toBeFocused();
  await page.keyboard.type(" Thrown away?");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit question" })).toBeFocused();
  await expect(questions(chat)).toHaveText([BOOKS]);
  await expect(chat.evidence).toBeVisible();

  await page.keyboard.press("Enter");
  await expect(field(chat)).toHaveValue(BOOKS);
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("And with dry ones?");
  await expect(field(chat)).toHaveValue(`${BOOKS}\nAnd with dry ones?`);
  await page.keyboard.press("Enter");
  await chat.finished();
  await expect(questions(chat)).toHaveText([/wet books.*dry ones/s]);
});

test("an empty question is not asked", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(BOOKS);
  await edit(chat.turns.first());
  await field(chat).fill("  ");
  await expect(chat.page.getByRole("button", { name: "Ask again" })).toBeDisabled();
  await field(chat).press("Enter");
  await chat.page.getByRole("button", { name: "Cancel" }).click();
  await expect(questions(chat)).toHaveText([BOOKS]);
});
