// The pages of a PDF with the cited words marked where they stand, and what lights up together.
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

const QUESTION = "What is the learning budget of staff?";

/** The words of the page's own text that stand in the middle of a marked area. */
async function marked(page: Page): Promise<string> {
  await expect(page.locator("pdf-pages .textLayer span").first()).toBeAttached();
  return page.locator("pdf-pages .sheet:has(.area)").evaluate((sheet) => {
    const areas = [...sheet.querySelectorAll(".area.words")].map((area) => area.getBoundingClientRect());
    const lines = [...sheet.querySelectorAll(".textLayer span")].filter((span) => {
      const { top, bottom, left, right } = span.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      return areas.some((area) => area.top < middle && middle < area.bottom && area.left < right && left < area.right);
    });
    return lines.map((line) => line.textContent).join(" ");
  });
}

test("a note opens the PDF beside the answer at its words, and they light up together", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  const note = chat.notes.filter({ hasText: "staff-handbook.pdf" }).first();
  await note.getByRole("link").click();
  const words = chat.evidence.locator(".area.words").first();
  await expect(words).toBeInViewport();
  await expect(chat.evidence.locator(".sheet:has(.area) canvas")).toBeVisible();
  expect(await marked(chat.page)).toContain("650 pounds");
  await note.hover();
  await expect(chat.evidence.locator("pdf-pages")).toHaveClass(/lit/);
  await words.hover();
  await expect(note).toHaveClass(/lit/);
  await expect(chat.marks.first()).toHaveClass(/lit/);
  await chat.question.hover();
  await expect(note).not.toHaveClass(/lit/);
});

test("the keyboard alone leads from the answer to the marked words and through the pages", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.notes.filter({ hasText: "staff-handbook.pdf" }).first().getByRole("link").focus();
  const [own] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Control+Enter")]);
  await own.locator("html[data-hydrated]").waitFor({ state: "attached" });
  const mark = own.getByRole("note", { name: "The cited words" });
  await expect(mark).toBeInViewport();
  const at = Number(await own.getByRole("spinbutton", { name: "Page" }).inputValue());
  await own.getByRole("button", { name: "Next page" }).focus();
  await own.keyboard.press("Enter");
  await expect(own.getByRole("group", { name: `Page ${at + 1}`, exact: true })).toBeInViewport();
  await own.getByRole("button", { name: "Larger" }).focus();
  await own.keyboard.press("Enter");
  const { width, inside } = await own.locator("pdf-pages").evaluate((pages) => ({
    width: pages.querySelector(".sheet")!.clientWidth, inside: pages.clientWidth,
  }));
  expect(width / inside).toBeCloseTo(1.25, 1);
  await own.close();
});

test("Markdown opens beside the answer with its words marked, and leads on", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("How many days of annual leave may be carried over after 5 years?");
  await chat.notes.first().getByRole("link").click();
  const cited = chat.evidence.getByRole("region", { name: "The cited passage" });
  await expect(cited.locator("mark").first()).toBeInViewport();
  await cited.focus();
  await expect(chat.notes.first()).toHaveClass(/lit/);
  await chat.page.keyboard.press("Escape");
  await expect(chat.evidence).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone, in ${colorScheme} colours, the pages fit and are marked`, async ({ chat }) => {
    const { page } = chat;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await chat.open();
    await chat.askAndWait(QUESTION);
    const address = await chat.notes.filter({ hasText: "staff-handbook.pdf" }).first().getByRole("link").getAttribute("href");
    await page.goto(address!);
    await expect(page.locator(".area.words").first()).toBeInViewport();
    await expect(page.locator(".sheet:has(.area) canvas")).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
  });
}

test("without pdf.js the text stands there, with the words marked", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(QUESTION);
  const address = await chat.notes.filter({ hasText: "staff-handbook.pdf" }).first().getByRole("link").getAttribute("href");
  await page.route("**/pdfjs/**", (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: "throw new Error('missing')" }));
  await page.goto(address!);
  await expect(page.getByRole("region", { name: "The cited passage" }).locator("mark").first()).toBeInViewport();
  await expect(page.locator("pdf-pages canvas")).toHaveCount(0);
});
