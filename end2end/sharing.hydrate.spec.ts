// A conversation behind a link: made, read by others as far as they may, taken back; and taken away in files.
import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { violations } from "./support/axe";
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";

/** The page of another reader, without scripts. */
async function visitor(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    extraHTTPHeaders: { "x-footnote-user": randomUUID() },
  });
  return context.newPage();
}

test("a conversation is shared, read by another reader as far as they may, and taken back", async ({ chat, browser, context, baseURL }) => {
  const { page } = chat;
  const user = randomUUID();
  await context.setExtraHTTPHeaders({ "x-footnote-user": user });
  // A document that nobody else may read.
  await page.goto("/documents");
  const buffer = Buffer.from("# Falconry\n\nThe falcons of the tower are called Quill and Zephyr.\n");
  await page.getByLabel("Add documents").setInputFiles({ name: "falcons.md", mimeType: "text/markdown", buffer });
  await expect(page.getByRole("row").filter({ hasText: "falcons.md" })).toContainText("Ready");
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.askAndWait("What are the falcons of the tower called?");
  await expect(chat.answer).toContainText("Zephyr");

  await page.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this conversation" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(/\/s\/[0-9a-f]{64}$/);
  expect(await violations(page)).toEqual([]);
  const address = await link.inputValue();
  await page.keyboard.press("Escape");
  await chat.openConversations();
  await expect(page.getByRole("navigation", { name: "Conversations" })).toContainText("Shared by a link");

  const other = await visitor(browser, baseURL);
  await other.goto(address);
  await expect(other.getByRole("article")).toHaveCount(2);
  await expect(other.getByRole("article").first()).toContainText("Wet books are not opened");
  await other.getByRole("link", { name: "Footnote 1", exact: true }).click();
  await expect(other.locator("#footnote-1")).toContainText("staff-handbook.pdf, page 12");
  await expect(other.getByRole("article").last()).toContainText("This answer is hidden");
  await expect(other.locator("body")).not.toContainText(/Zephyr|falcons\.md/);
  await expect(other.locator("body")).not.toContainText(user);

  await page.reload();
  await chat.awake();
  await page.getByRole("button", { name: "Share…" }).click();
  await expect(link).toHaveValue(address);
  await dialog.getByRole("button", { name: "Remove link" }).click();
  await expect(dialog.getByRole("button", { name: "Create link" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Conversations" })).not.toContainText("Shared by a link");
  expect((await other.goto(address))?.status()).toBe(404);
  await expect(other.locator("body")).toContainText("This link no longer works");
  await other.context().close();
});

test("who is not known takes a conversation away, and shares it", async ({ chat, context }) => {
  const { page } = chat;
  await context.addInitScript(() => (window.print = () => {}));
  await chat.open();
  await chat.askAndWait(QUESTION);
  await expect(page.getByRole("button", { name: "Share…" })).toBeVisible();
  await page.getByText("Download conversation").focus();
  await page.keyboard.press("Enter");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Markdown" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("What should be done with wet books.md");
  const text = await readFile((await download.path())!, "utf8");
  expect(text).toContain(`## ${QUESTION}`);
  expect(text).toMatch(/Wet books are not opened\. [^[]+\[\^1\]/);
  expect(text).toMatch(/\[\^1\]: \[staff-handbook\.pdf, page 12\]\(<http.+>\)/);
  const printing = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Print", exact: true }).click();
  const paper = await printing;
  await expect(paper.getByRole("heading", { name: "Footnotes" })).toBeVisible();
  expect(await violations(paper)).toEqual([]);
  await expect(chat.turns).toHaveCount(1);
});

test("what is kept for a known reader is taken away by links", async ({ chat, context }) => {
  const { page } = chat;
  await context.addInitScript(() => (window.print = () => {}));
  await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
  await chat.open();
  await chat.askAndWait(QUESTION);
  await page.getByText("Download conversation").click();
  for (const [name, ending] of [["Markdown", "md"], ["Word", "docx"]]) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name, exact: true }).click();
    expect((await downloading).suggestedFilename()).toBe(`What should be done with wet books.${ending}`);
  }
  const printing = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Print", exact: true }).click();
  await expect((await printing).locator("main")).toContainText("Wet books are not opened");
});
