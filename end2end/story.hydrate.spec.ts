// The whole way of a document: brought, watched, asked about, opened at its words, removed, brought back.
import { expect, test } from "./support/test";

const file = (name: string, text: string) => ({ name, mimeType: "text/markdown", buffer: Buffer.from(text) });
const LIGHTHOUSE = file("lighthouse.md", "# Lighthouse\n\nThe lamp of Skerry Point turns once in fourteen seconds.\n\nIts keeper rows out on Mondays.\n");
const FERRY = file("ferry.md", "# Ferry\n\nThe ferry to Skerry Point takes bicycles for two crowns.\n");
const TIDES = file("tides.md", "# Tides\n\nSpring tides cover the causeway for five hours.\n");

test("three files are brought, one is asked about, opened at its words, removed, and brought back", async ({ chat }) => {
  const { page } = chat;
  const question = "In how many seconds does the lamp of Skerry Point turn once?";
  const row = (name: string) => page.getByRole("row").filter({ hasText: `uploads/${name}.md` });
  await page.goto("/documents");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.getByLabel("Add documents").setInputFiles([LIGHTHOUSE, FERRY, TIDES]);
  for (const name of ["lighthouse", "ferry", "tides"]) await expect(row(name)).toContainText("Ready");

  await chat.open();
  await chat.askAndWait(question);
  await expect(chat.answer).toContainText("fourteen seconds");
  const note = chat.notes.filter({ hasText: "lighthouse.md" }).first();
  const address = await note.getByRole("link").getAttribute("href");
  await note.getByRole("link").focus();
  await page.keyboard.press("Enter");
  const words = chat.evidence.getByRole("region", { name: "The cited passage" }).locator("mark").first();
  await expect(words).toBeInViewport();
  await expect(words).toContainText("fourteen seconds");

  await page.goto("/documents");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.getByRole("button", { name: "Remove: uploads/lighthouse.md" }).press("Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  const back = await page.context().newPage();
  expect((await back.goto(address!))?.status()).toBe(404);
  await back.close();
  const asking = await page.context().newPage();
  await ask(asking);
  await expect(asking.locator(".answer").last()).not.toContainText("fourteen");
  await expect(asking.locator(".answer").last()).not.toContainText("lighthouse.md");

  await undo.press("Enter");
  await expect(row("lighthouse")).toContainText("Ready");
  await ask(asking);
  await expect(asking.locator(".answer").last()).toContainText("fourteen seconds");
  await asking.close();
  for (const name of ["lighthouse", "ferry", "tides"]) {
    await page.getByRole("button", { name: `Remove: uploads/${name}.md` }).press("Enter");
    await expect(row(name)).toHaveCount(0);
  }

  async function ask(where: typeof page) {
    await where.goto("/");
    await where.locator("html[data-hydrated]").waitFor({ state: "attached" });
    await where.getByRole("textbox", { name: /question/i }).fill(question);
    await where.keyboard.press("Enter");
    await expect(where.locator(".answer").last()).not.toBeEmpty();
    await expect(where.locator(".answer").last()).not.toHaveAttribute("aria-busy", "true");
  }
});
