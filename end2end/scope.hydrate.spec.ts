// What a question is asked of: everything, or folders and documents with a tick, kinds and days.
import { randomUUID } from "node:crypto";
import type { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const WET_BOOKS = "What should be done with wet books?";
const LEAVE = "How many days of annual leave do staff have?";

test("answers keep to what is ticked, also after a reload, until all documents are chosen again", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await button(chat).click();
  await box(chat, /^people/).check();
  await done(chat);
  await expect(button(chat)).toContainText("people/");
  await chat.askAndWait(WET_BOOKS);
  await expect(chat.notes.filter({ hasText: "staff-handbook.pdf" })).toHaveCount(0);
  await expect(chat.answer).not.toContainText("Wet books are not opened");
  await expect(chat.turns.last()).toContainText("Searched: people/");

  await page.reload();
  await chat.awake();
  await expect(button(chat)).toContainText("people/");
  await expect(chat.turns.last()).toContainText("Searched: people/");
  await button(chat).click();
  await dialog(chat).getByRole("button", { name: "All documents" }).click();
  await done(chat);
  await chat.askAndWait(WET_BOOKS);
  await expect(chat.turns).toHaveCount(2);
  await expect(chat.answer).toContainText("Wet books are not opened");
  await expect(button(chat)).toContainText("All documents");
  await expect(chat.turns.last()).not.toContainText("Searched:");
});

test("a conversation that is opened again asks in its scope, and a new one everything", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await keepsItsScope(chat);
  await page.getByRole("link", { name: "Footnote" }).click();
  await expect(button(chat)).toContainText("All documents");
  await chat.openConversations();
  await chat.conversation(/annual leave/).click();
  await expect(button(chat)).toContainText("leave-policy.md");
});

test("so does one that the server keeps, in another window", async ({ chat, browser, context, baseURL }) => {
  const user = randomUUID();
  await context.setExtraHTTPHeaders({ "x-footnote-user": user });
  await chat.open();
  await keepsItsScope(chat);
  const address = chat.page.url();
  const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders: { "x-footnote-user": user } });
  const page = await elsewhere.newPage();
  await page.goto(address);
  await expect(page.locator(".asking button")).toContainText("leave-policy.md");
  await expect(page.getByRole("article").last()).toContainText("Searched: leave-policy.md");
  await elsewhere.close();
});

test("a document is found by its name, and a folder above it stands for it", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await button(chat).click();
  await page.getByRole("searchbox", { name: "Find a document by name" }).fill("LEAVE");
  await box(chat, /people\/leave-policy\.md/).check();
  await page.getByRole("searchbox", { name: "Find a document by name" }).fill("");
  await expect(box(chat, /^people/)).toHaveJSProperty("indeterminate", true);
  await page.getByRole("button", { name: "Show the contents of people" }).click();
  await expect(box(chat, /^leave-policy\.md/)).toBeChecked();
  await expect(box(chat, /^expenses\.md/)).not.toBeChecked();
  await box(chat, /^people/).check();
  await expect(box(chat, /^expenses\.md/)).toBeChecked();
  await expect(box(chat, /^expenses\.md/)).toBeDisabled();
  await dialog(chat).getByRole("button", { name: "All documents" }).click();
  await expect(box(chat, /^people/)).not.toBeChecked();
  await done(chat);
  await expect(button(chat)).toContainText("All documents");
});

test("kinds and days narrow what is asked", async ({ chat }) => {
  await chat.open();
  await button(chat).click();
  await box(chat, /^\.pdf/).check();
  await dialog(chat).getByLabel("From", { exact: true }).fill("2001-01-31");
  await done(chat);
  await expect(button(chat)).toContainText(".pdf · 2001-01-31 – …");
  await chat.askAndWait(LEAVE);
  await expect(chat.notes.filter({ hasText: ".md" })).toHaveCount(0);
  await button(chat).click();
  await dialog(chat).getByLabel("To", { exact: true }).fill("2000-12-31");
  await expect(dialog(chat).getByLabel("From", { exact: true }), "a span that ends before it begins holds nothing").toHaveValue("");
  await done(chat);
  await chat.askAndWait(WET_BOOKS);
  await expect(chat.answer).toContainText("Nothing in the chosen documents matches this question.");
});

test("a scope is chosen by keyboard alone", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await button(chat).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(chat)).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Find a document by name" })).toBeFocused();
  const unfold = page.getByRole("button", { name: "Show the contents of people" });
  await expect(unfold).toBeVisible();
  for (let steps = 0; steps < 20 && !(await focused(chat, unfold)); steps++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(unfold).toHaveAttribute("aria-expanded", "true");
  await expect(box(chat, /^expenses\.md/)).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(box(chat, /^expenses\.md/)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog(chat)).toBeHidden();
  await expect(button(chat)).toBeFocused();
  await expect(button(chat)).toContainText("expenses.md");
});

test("a document that is read can be asked alone, beside an answer and from its own page", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(LEAVE);
  await chat.marks.first().click();
  await chat.action(/^sources$/i).click();
  await chat.tab(/document/i).click();
  await chat.evidence.getByRole("button", { name: "Ask this document" }).click();
  await expect(chat.question).toBeFocused();
  await expect(button(chat)).toContainText("leave-policy.md");

  await page.goto("/documents/people/expenses.md");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Ask this document" }).click();
  await chat.awake();
  await expect(button(chat)).toContainText("expenses.md");
});

/** The button that tells what is asked. */
function button(chat: Chat) {
  return chat.page.getByRole("button", { name: /^Search in:/ });
}

function dialog(chat: Chat) {
  return chat.page.getByRole("dialog", { name: "Choose documents" });
}

function box(chat: Chat, name: RegExp) {
  return dialog(chat).getByRole("checkbox", { name });
}

async function done(chat: Chat) {
  await dialog(chat).getByRole("button", { name: "Done" }).click();
  await expect(dialog(chat)).toBeHidden();
}

async function focused(_: Chat, locator: ReturnType<Chat["page"]["locator"]>) {
  return locator.evaluate((element) => element === document.activeElement);
}

/** Asks one document, and sees it told with the answer. */
async function keepsItsScope(chat: Chat) {
  await button(chat).click();
  await chat.page.getByRole("button", { name: "Show the contents of people" }).click();
  await box(chat, /^leave-policy\.md/).check();
  await done(chat);
  await chat.askAndWait(LEAVE);
  await expect(chat.turns.last()).toContainText("Searched: leave-policy.md");
}

test("the dialog does not overlap itself and keeps its size, on any screen", async ({ chat }) => {
  const { page } = chat;
  const folders = Array.from({ length: 25 }, (_, at) => ({ name: `A folder with number ${at}`, documents: 4 }));
  const kinds = ["pdf", "md", "docx", "xlsx", "csv", "html", "txt", "eml", "epub"].map((name) => ({ name, documents: 9 }));
  await page.route("**/page/folder*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json().catch(() => ({}))), folders, kinds } });
  });
  await chat.open();
  await button(chat).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("A folder with number 24").first()).toBeAttached();
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const measured = () =>
      dialog.evaluate((dialog) => {
        const parts = [...dialog.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0);
        const overlaps = parts.filter((part, at) => parts[at + 1] && parts[at + 1].top < part.bottom);
        return { overlaps: overlaps.length, height: dialog.clientHeight, wide: dialog.scrollWidth - dialog.clientWidth };
      });
    const before = await measured();
    expect(before).toMatchObject({ overlaps: 0, wide: 0 });
    await dialog.getByRole("searchbox").fill("leave");
    await expect(dialog.getByText("leave-policy.md")).toBeVisible();
    expect(await measured()).toEqual(before);
    await dialog.getByRole("searchbox").fill("");
  }
});

test("where nothing among the chosen documents matches, one button searches all", async ({ chat }) => {
  await chat.open();
  await button(chat).click();
  await box(chat, /^it/).check();
  await done(chat);
  await chat.askAndWait("frozen wet books");
  await expect(chat.answer).toContainText("Nothing in the chosen documents matches this question.");
  await chat.page.getByRole("button", { name: "Search all documents" }).click();
  await chat.finished();
  await expect(chat.answer).toContainText("Wet books are not opened");
  await expect(chat.turns).toHaveCount(1);
  await expect(chat.turns.last()).not.toContainText("Searched:");
});
