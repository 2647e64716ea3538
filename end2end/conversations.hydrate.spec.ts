// Conversations live in the browser: kept, shared between its windows, deleted and brought back.
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";

test("conversations are kept over a reload", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.page.reload();
  await chat.awake();
  await chat.conversation(/wet books/).click();

  await expect(chat.turns).toHaveCount(1);
  await expect(chat.answer).toContainText("Wet books are not opened");
});

test("a deleted conversation comes back by undoing", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/wet books/).hover();
  await chat.conversation(/delete conversation/i).click();
  await expect(chat.conversation(/wet books/)).toHaveCount(0);
  await expect(chat.turns).toHaveCount(0);

  await expect(chat.conversation(/undo/i)).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await chat.conversation(/wet books/).click();
  await expect(chat.answer).toContainText("Wet books are not opened");
});

test("deleting all of them can be undone as well", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await chat.askAndWait("What is the yearly pay of a branch manager?");
  await chat.conversation(/delete all/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(0);
  await chat.conversation(/undo/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(2);
});

test("another window lists what this one keeps", async ({ chat, context }) => {
  await chat.open();
  const other = await context.newPage();
  await other.goto("/");
  await other.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await chat.askAndWait(QUESTION);

  await other.getByRole("button", { name: "Conversations", exact: true }).click();
  await expect(other.getByRole("navigation", { name: /conversations/i })).toContainText("wet books");
});
