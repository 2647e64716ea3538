// A temporary conversation is kept nowhere: not by the server, not by the browser.
import { randomUUID } from "node:crypto";
import type { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";
const OTHER = "What is the yearly pay of a branch manager?";
const HINT = "it is not kept anywhere, and is gone once you reload";

/** All that the browser has stored of this site. */
const stored = ({ page }: Chat) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** The switch beside the button for a new conversation. */
const temporary = ({ page }: Chat) => page.getByRole("switch", { name: "Temporary" });

for (const [where, known] of [
  ["others are kept for a known reader", true],
  ["others are kept for the browser", false],
] as const) {
  test.describe(`where ${where}`, () => {
    test.beforeEach(async ({ context, chat }) => {
      if (known) await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
      await chat.open();
      await chat.openConversations();
    });

    test("it says so beforehand, and is gone after a reload", async ({ chat }) => {
      const { page } = chat;
      const list = page.getByRole("navigation", { name: /conversations/i });
      await chat.question.fill("Half a question");
      await temporary(chat).click();
      await expect(temporary(chat)).toHaveAttribute("aria-checked", "true");
      await expect(page.getByText(HINT)).toBeVisible();
      await expect(chat.question).toHaveValue("Half a question");
      expect(await stored(chat)).not.toContain("Half a question");

      await chat.askAndWait(QUESTION);
      await expect(chat.answer).toContainText("Wet books are not opened");
      await chat.askAndWait(OTHER);
      await expect(chat.turns).toHaveCount(2);
      await expect(page).toHaveURL(/\/$/);
      expect(await stored(chat)).not.toMatch(/wet books|yearly pay/i);

      await page.reload();
      await chat.awake();
      await expect(chat.turns).toHaveCount(0);
      await expect(page.getByText(HINT)).toHaveCount(0);
      await expect(temporary(chat)).toHaveAttribute("aria-checked", "false");
      await expect(list).not.toContainText(/wet books|yearly pay/i);
      await chat.askAndWait(OTHER);
      await expect(list).toContainText(/yearly pay/);
    });

    test("what is asked before and after it is kept, and files are not taken", async ({ chat }) => {
      const { page } = chat;
      await chat.askAndWait(OTHER);
      await temporary(chat).click();
      await expect(chat.turns).toHaveCount(0);
      await chat.askAndWait(QUESTION);
      await page.locator(".attach input").setInputFiles({ name: "a.md", mimeType: "text/markdown", buffer: Buffer.from("# A\n") });
      await expect(page.getByText("Files cannot be attached to a temporary conversation")).toBeVisible();
      await chat.conversation(/yearly pay/).click();
      await expect(chat.answer).not.toContainText("Wet books");
      await expect(page.getByText(HINT)).toHaveCount(0);
      await chat.conversation(/new conversation/i).click();
      await expect(temporary(chat)).toHaveAttribute("aria-checked", "false");
      await chat.askAndWait("When does the library open?");
      await page.reload();
      await chat.awake();
      await expect(page.getByRole("navigation", { name: /conversations/i })).toContainText("library open");
      await expect(page.getByRole("navigation", { name: /conversations/i })).not.toContainText("wet books");
    });
  });
}
