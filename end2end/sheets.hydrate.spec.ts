// Long tables of documents: a row by its number, and rows sorted, filtered and summed; formulas in documents.
import type { Chat } from "./support/chat";
import { violations } from "./support/axe";
import { expect, test } from "./support/test";

const REGIONS = ["North", "South", "East"];
const ROWS = Array.from({ length: 1_200 }, (_, at) => [`O-${at + 1}`, REGIONS[at % 3], `2026-01-${String((at % 28) + 1).padStart(2, "0")}`, ((at % 100) + 0.25).toFixed(2)]);
const ORDERS = [["Order", "Region", "Paid", "Amount"], ...ROWS].map((row) => row.join(",")).join("\n");

/** Uploads a document, opens it, and removes it in the end. */
async function opened(chat: Chat, name: string, text: string, then: () => Promise<void>): Promise<void> {
  const { page } = chat;
  await page.goto("/documents");
  await chat.awake();
  await page.getByLabel("Add documents").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page.getByRole("row").filter({ hasText: `uploads/${name}` })).toContainText("Ready");
  await page.goto(`/documents/uploads/${name}`);
  await chat.awake();
  await then();
  await page.goto("/documents");
  await chat.awake();
  await page.getByRole("button", { name: `Remove: uploads/${name}` }).click();
  await expect(page.getByText(`Removed uploads/${name}.`)).toBeVisible();
}

test("a table shown in part says so, leads to a row, and is sorted, filtered and summed", async ({ chat }) => {
  const { page } = chat;
  const shown = page.locator(".sheet > .tools").first().getByRole("status");
  const row = (at: number) => page.locator(".sheet tbody tr:visible").nth(at);
  await opened(chat, "orders.csv", ORDERS, async () => {
    await expect(shown).toHaveText(/^Rows 1 to \d+ of 1,200$/);
    await page.getByLabel("Go to row").fill("900");
    await page.keyboard.press("Enter");
    await expect(shown).toHaveText("Rows 900 to 999 of 1,200");
    await expect(row(0)).toContainText("O-900");

    const amount = page.getByRole("button", { name: "Amount" });
    await amount.click();
    await expect(row(0)).toContainText("0.25");
    await expect(page.getByText("Sum: 59,700.00 · Mean: 49.75 · Count: 1,200")).toBeVisible();
    await expect(amount).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(row(0)).toContainText("99.25");
    await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "descending");

    await page.getByRole("combobox", { name: "Filter rows" }).selectOption("Region");
    await page.getByRole("searchbox", { name: "Filter rows" }).fill("north");
    await expect(shown).toHaveText("Rows 1 to 100 of 400");
    await expect(page.getByText(/^Sum: 19,900.00 .* Count: 400$/)).toBeVisible();
    await page.getByRole("button", { name: "Region" }).click();
    await expect(page.getByText(/^Sum:/)).toHaveCount(0);
    expect(await violations(page)).toEqual([]);

    await page.locator(".sheet").getByRole("button", { name: "Next", exact: true }).click();
    await expect(shown).toHaveText("Rows 101 to 200 of 400");
    await page.getByLabel("Go to row").fill("50");
    await page.keyboard.press("Enter");
    await expect(shown).toHaveText("Rows 50 to 149 of 1,200");
    await expect(row(0)).toContainText("O-50");
    await expect(page.getByRole("searchbox", { name: "Filter rows" })).toHaveValue("");
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await expect(shown).toHaveText(/^Rows 1 to \d+ of 1,200$/);
    await expect(row(0)).toContainText("O-1");
  });
});

test("every cited row is lit, in the document and among its sorted rows", async ({ chat }) => {
  const { page } = chat;
  await opened(chat, "cited.csv", ORDERS.split("\n").slice(0, 41).join("\n"), async () => {
    const words = [2, 8, 13].map((at) => ROWS[at].join(" · ")).join("\n");
    await page.goto(`/documents/uploads/cited.csv?page=1&passage=0&words=${encodeURIComponent(words)}#cited`);
    await chat.awake();
    const cited = page.locator("tr.cited:visible");
    await expect(cited).toHaveCount(3);
    await expect(cited.last()).toContainText("O-14");
    await page.getByRole("button", { name: "Sort and filter" }).click();
    await page.getByRole("button", { name: "Amount" }).click();
    await expect(cited).toHaveCount(3);
    await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveCSS("text-align", /end|right/);
  });
});

test("formulas are set and prices are not, and a phone scrolls no page for them", async ({ chat }) => {
  const { page } = chat;
  await page.setViewportSize({ width: 390, height: 844 });
  const text = "# Growth\n\nThe rate $r = \\frac{a}{b}$ costs $5 and $10.\n\n$$\\sum_{i=1}^{n} x_i^2 = \\sqrt{y}$$\n";
  await opened(chat, "growth.md", text, async () => {
    const paper = page.locator(".paper");
    await expect(paper.locator("math")).toHaveCount(2);
    await expect(paper.locator("math mfrac")).toBeVisible();
    await expect(paper).toContainText("costs $5 and $10.");
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });
});
