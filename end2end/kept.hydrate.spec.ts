// Conversations that the server keeps: at an address of their own, in every window and on every machine of a reader.
import { randomUUID } from "node:crypto";
import { expect, test } from "./support/test";
import { Chat } from "./support/chat";

const QUESTION = "What should be done with wet books?";
const OTHER = "What is the yearly pay of a branch manager?";
const SECRET = "Is my pay of 4711 ducats confidential?";

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
  // It looks after each of the two, and once when it is loaded.
  await expect.poll(() => sent.filter((path) => path === "/page/conversations").length).toBe(3);
  await chat.page.waitForLoadState("networkidle");
  expect(sent).not.toContain("/page/conversations/open");
});

test("a conversation is there in another browser of the same reader", async ({ chat, browser, context, baseURL }) => {
  // Two pages, three questions and two reloads.
  test.slow();
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
  await expect(async () => {
    await chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(chat.turns).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 8_000 });
  await chat.askAndWait("When does the library open?");
  await other.page.reload();
  await other.awake();
  await expect(other.turns).toHaveCount(3);
  await other.openConversations();
  await expect(other.conversation(/wet books|yearly pay/)).toHaveCount(1);
  await elsewhere.close();
});

test("what was kept for the browser before its reader was known stays with it", async ({ chat, context }) => {
  await context.setExtraHTTPHeaders({});
  await chat.open();
  await chat.askAndWait(QUESTION);
  await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
  await chat.page.goto("/");
  await chat.awake();
  await chat.openConversations();
  await expect(chat.page.getByText("Your conversations will be kept here.")).toBeVisible();
  await expect(chat.conversation(/wet books/)).toHaveCount(0);
  await context.setExtraHTTPHeaders({});
  await chat.page.goto("/");
  await chat.awake();
  await expect(chat.conversation(/wet books/)).toHaveCount(1);
});

test("an edited question and the way back are kept by the server", async ({ chat }) => {
  const { page } = chat;
  const questions = chat.turns.getByRole("heading", { level: 2 });
  await chat.open();
  for (const question of [QUESTION, OTHER]) await chat.askAndWait(question);
  await chat.turns.first().hover();
  await chat.turns.first().getByRole("button", { name: "Edit question" }).click();
  const field = page.getByRole("textbox", { name: "Edit your question" });
  await field.fill("Where are wet books dried?");
  await field.press("Enter");
  await chat.finished();
  await expect(questions).toHaveText(["Where are wet books dried?"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(questions).toHaveText([QUESTION, OTHER]);
  await page.waitForLoadState("networkidle");
  await page.reload();
  await chat.awake();
  await expect(questions).toHaveText([QUESTION, OTHER]);
  await expect(chat.turns.first().locator(".answer")).toContainText("Wet books are not opened");
});

test("the steps of an answer are the same after a reload", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(QUESTION);
  const steps = async () => {
    await chat.action(/^sources$/i).click();
    await chat.tab(/Steps/).click();
    const lines = page.locator(".thoughts .lines li");
    await expect(lines.first()).toBeVisible();
    return lines.allTextContents();
  };
  const before = await steps();
  await page.waitForLoadState("networkidle");
  await page.reload();
  await chat.awake();
  expect(await steps()).toEqual(before);
});

test.describe("where the server cannot be reached", () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to load resource|status of 404/ });

  test("a question waits for its own reader, who asks it when the server is back", async ({ chat, context }) => {
    const { page } = chat;
    const [alice, bob] = [randomUUID(), randomUUID()];
    await context.setExtraHTTPHeaders({ "x-footnote-user": alice });
    await chat.open();
    await context.route("**/page/**", (route) => route.abort());
    await chat.question.fill(SECRET);
    await chat.question.press("Enter");
    await expect(chat.question).toHaveValue(SECRET);
    await expect(page.getByText("Your question was not sent")).toBeVisible();
    await expect(chat.turns).toHaveCount(0);
    await context.unroute("**/page/**");

    await context.setExtraHTTPHeaders({ "x-footnote-user": bob });
    await page.goto("/");
    await chat.awake();
    await expect(chat.question).toHaveValue("");
    await expect(page.locator("body")).not.toContainText("4711");

    await context.setExtraHTTPHeaders({ "x-footnote-user": alice });
    await page.goto("/");
    await chat.awake();
    await expect(chat.question).toHaveValue(SECRET);
    await chat.question.press("Enter");
    await chat.finished();
    await expect(chat.turns).toHaveCount(1);
    await page.goto("/");
    await chat.awake();
    await expect(chat.question).toHaveValue("");
  });

  test("what one window could not ask loses nothing of what another one asks", async ({ chat, context }) => {
    await chat.open();
    await chat.askAndWait(QUESTION);
    const other = new Chat(await context.newPage(), true);
    await other.page.goto(chat.page.url());
    await other.awake();
    await chat.page.route("**/page/**", (route) => route.abort());
    await chat.question.fill(OTHER);
    await chat.question.press("Enter");
    await expect(chat.question).toHaveValue(OTHER);
    await expect(chat.turns).toHaveCount(1);
    await other.askAndWait("When does the library open?");
    await chat.page.unroute("**/page/**");
    await chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(chat.turns).toHaveCount(2);
    await expect(chat.question).toHaveValue(OTHER);
    await chat.question.press("Enter");
    await chat.finished();
    await expect(chat.turns).toHaveCount(3);
    await other.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(other.turns).toHaveCount(3);
  });

  test("a page whose reader has changed asks nothing, and shows nothing of the one before", async ({ chat, context }) => {
    const { page } = chat;
    await chat.open();
    await chat.askAndWait(QUESTION);
    await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
    await chat.question.fill(OTHER);
    await chat.question.press("Enter");
    await expect(page).toHaveURL(/\/$/);
    await chat.awake();
    await expect(chat.turns).toHaveCount(0);
    await expect(chat.question).toHaveValue("");
    await chat.openConversations();
    await expect(page.getByText("Your conversations will be kept here.")).toBeVisible();
  });
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
  await chat.conversation(/delete all/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(0);
  await chat.conversation(/undo/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(2);
});
