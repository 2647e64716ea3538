// No state of the page breaks a rule of axe, in light and in dark, on a desk and on a phone.
import { violations } from "./support/axe";
import { SCAN } from "./support/scan";
import { expect, test } from "./support/test";

/** Shows a PDF page by page; on a phone it stands there as text. */
async function pages(page: import("@playwright/test").Page): Promise<void> {
  const button = page.getByRole("button", { name: "Pages", exact: true });
  if (await button.isVisible()) await button.click();
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("the empty page breaks no rule", async ({ chat }) => {
      await chat.open();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("a finished answer breaks no rule", async ({ chat }) => {
      await chat.open();
      await chat.askAndWait("What is the learning budget of staff and of volunteers?");
      expect(await violations(chat.page)).toEqual([]);
    });

    test("a question being edited, its way back and a remark break no rule", async ({ chat }) => {
      const { page } = chat;
      await chat.open();
      await chat.askAndWait("What is the learning budget of staff and of volunteers?");
      await chat.action(/edit question/i).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("textbox", { name: "Edit your question" }).press("Enter");
      await chat.finished();
      await chat.action(/answer is wrong/).click();
      await expect(page.getByRole("textbox", { name: "What was wrong?" })).toBeFocused();
      expect(await violations(page)).toEqual([]);
    });

    test("the list of conversations by date breaks no rule", async ({ chat }) => {
      await chat.open();
      await chat.askAndWait("What is the learning budget of staff and of volunteers?");
      await chat.openConversations();
      await expect(chat.page.getByRole("heading", { name: "Today" })).toBeVisible();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("the open evidence breaks no rule", async ({ chat }) => {
      await chat.open();
      await chat.askAndWait("What is the learning budget of staff and of volunteers?");
      await chat.action(/^sources$/i).click();
      await expect(chat.evidence).toBeVisible();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("the open settings break no rule", async ({ chat }) => {
      await chat.open();
      await chat.openSettings();
      expect(await violations(chat.page)).toEqual([]);
      await chat.page.getByText("Other OpenAI-compatible server").click();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("the choice of what is asked breaks no rule", async ({ chat }) => {
      await chat.open();
      await chat.page.getByRole("button", { name: /^Search in:/ }).click();
      await chat.page.getByRole("button", { name: "Show the contents of people" }).click();
      await chat.page.getByRole("checkbox", { name: /^people/ }).check();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("the documents break no rule", async ({ chat }) => {
      await chat.page.goto("/documents");
      await expect(chat.page.getByRole("row").filter({ hasText: "staff-handbook.pdf" })).toBeVisible();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("the documents break no rule after an upload, and where one cannot be read", async ({ chat }) => {
      const { page } = chat;
      await chat.open("/documents");
      const files = [
        { name: "axe.md", mimeType: "text/markdown", buffer: Buffer.from("Axes hang in the shed.") },
        { name: "axe.pdf", mimeType: "application/pdf", buffer: SCAN },
      ];
      await page.getByLabel("Add documents").setInputFiles(files);
      await expect(page.getByText("Uploaded uploads/axe.md.")).toBeVisible();
      await expect(page.getByText("Uploaded uploads/axe.pdf, but it ")).toBeVisible();
      await page.getByRole("button", { name: /Could not be read: \d/ }).click();
      expect(await violations(page)).toEqual([]);
      // The page comes anew, with what failed folded.
      for (const { name } of files.toReversed()) {
        await page.getByRole("button", { name: `Remove: uploads/${name}` }).click();
        await expect(page.getByText(`Removed uploads/${name}.`)).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
    });

    test("a PDF that is opened at no citation breaks no rule", async ({ chat }) => {
      const { page } = chat;
      await chat.open("/documents/staff-handbook.pdf?page=1");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
      await pages(page);
      await expect(page.locator(".sheet canvas").first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test("an opened document breaks no rule, as text and page by page", async ({ chat }) => {
      await chat.page.goto("/documents/people/leave-policy.md?passage=1#cited");
      await expect(chat.page.getByRole("region", { name: "The cited passage" })).toBeVisible();
      expect(await violations(chat.page)).toEqual([]);
      await chat.page.goto("/documents/staff-handbook.pdf?passage=3#cited");
      await chat.awake();
      await pages(chat.page);
      await expect(chat.page.locator(".sheet:has(.area) canvas")).toBeVisible();
      expect(await violations(chat.page)).toEqual([]);
    });

    test("a failed answer breaks no rule", async ({ chat }) => {
      const body = `${JSON.stringify({ Failed: { kind: "failed", message: "The chat model broke off." } })}\n`;
      await chat.page.route("**/page/stream*", (route) => route.fulfill({ contentType: "application/jsonl", body }));
      await chat.open();
      await chat.ask("What should be done with wet books?");
      await expect(chat.failure).toBeVisible();
      expect(await violations(chat.page)).toEqual([]);
    });
  });
}
