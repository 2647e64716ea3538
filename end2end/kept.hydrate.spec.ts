// Conversations that the server keeps: at an address of their own, in every window and on every machine of a reader.
import { randomUUID } from "node:crypto";
import { expect, test } from "./support/test";
import { Chat } from "./support/chat";

const QUESTION = "What should be done with wet books?";
const OTHER = "What is the yearly pay of a branch manager?";

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
});

test("a conversation has an address, a title and a way back", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(QUESTION);
  await expect(page).toHaveURL(/\/c\/[\w-]+$/);
  await expect(page).toHaveTitle(/wet books.* · Footnote/);
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await expect(page).toHaveURL(/\/$/);
  await chat.askAndWait(OTHER);
  await page.goBack();
  await expect(chat.turns).toHaveCount(0);
  await page.goBack();
  await expect(chat.answer).toContainText("Wet books are not opened");
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveTitle(/yearly pay.* · Footnote/);
  await page.reload();
  await chat.awake();
  await expect(chat.turns).toHaveCount(1);
  await expect(page).toHaveTitle(/yearly pay.* · Footnote/);
});

test("a window does not read again what it has asked itself", async ({ chat }) => {
  const { page } = chat;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.askAndWait(OTHER);
  // The last of the two has been kept by then.
  await expect.poll(() => sent.filter((path) => path === "/page/conversations/keep").length).toBe(4);
  expect(sent).not.toContain("/page/conversations/open");
});

test("a conversation is there in another browser of the same reader", async ({ chat, browser, context, baseURL }) => {
  const user = randomUUID();
  await context.setExtraHTTPHeaders({ "x-footnote-user": user });
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/wet books/).hover();
  await chat.conversation(/pin conversation/i).click();
  await expect(chat.page.getByRole("heading", { name: "Pinned" })).toBeVisible();
  const address = chat.page.url();

  const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders: { "x-footnote-user": user } });
  const other = new Chat(await elsewhere.newPage(), true);
  await other.page.goto(address);
  await other.awake();
  await expect(other.answer).toContainText("Wet books are not opened");
  // Two windows, one conversation: what one asks the other shows, and neither goes off on its own.
  await other.askAndWait(OTHER);
  await chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(chat.turns).toHaveCount(2);
  await chat.askAndWait("When does the library open?");
  await other.page.reload();
  await other.awake();
  await expect(other.turns).toHaveCount(3);
  await other.openConversations();
  await expect(other.conversation(/wet books|yearly pay/)).toHaveCount(1);
  await elsewhere.close();
});

test("what the browser has kept so far is taken over once", async ({ chat, context }) => {
  await context.setExtraHTTPHeaders({});
  await chat.open();
  await chat.askAndWait(QUESTION);
  await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
  await chat.page.goto("/");
  await chat.awake();
  await expect(chat.conversation(/wet books/)).toHaveCount(1);
  await expect.poll(() => chat.page.evaluate(() => localStorage.getItem("footnote.conversations"))).toBe("[]");
  await chat.conversation(/wet books/).click();
  await expect(chat.answer).toContainText("Wet books are not opened");
});

test("a deleted conversation comes back by undoing, and one is found by what it says", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await chat.askAndWait(OTHER);
  const search = chat.page.getByRole("searchbox", { name: "Find a conversation" });
  await search.fill("not opened");
  await expect(chat.conversation(/yearly pay/)).toHaveCount(0);
  await expect(chat.conversation(/wet books/)).toHaveCount(1);
  await search.fill("");
  await chat.conversation(/delete all/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(0);
  await chat.conversation(/undo/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(2);
});
