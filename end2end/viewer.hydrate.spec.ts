// The pages of a PDF with the cited words marked where they stand, and what lights up together.
import type { Page } from "@playwright/test";
import type { Chat } from "./support/chat";
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
  await chat.marks.first().hover();
  await expect(chat.evidence.locator("pdf-pages")).toHaveClass(/lit/);
  await words.hover();
  await expect(chat.marks.first()).toHaveClass(/lit/);
  await chat.question.hover();
  await expect(chat.marks.first()).not.toHaveClass(/lit/);
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
  await expect(chat.marks.first()).toHaveClass(/lit/);
  await chat.page.keyboard.press("Escape");
  await expect(chat.evidence).toBeHidden();
});

/** Opens the handbook at the cited words, on a page of its own. */
async function openHandbook(chat: Chat): Promise<void> {
  await chat.open();
  await chat.askAndWait(QUESTION);
  const address = await chat.notes.filter({ hasText: "staff-handbook.pdf" }).first().getByRole("link").getAttribute("href");
  await chat.page.goto(address!);
}

test.describe("where the places of words are not told", () => {
  test.use({ expectedErrors: /status of (503|400)/ });

  test("while the server is busy the quotation stands above the pages, and the marks come later", async ({ chat }) => {
    const { page } = chat;
    let asked = 0;
    await page.route("**/page/places", (route) => {
      asked += 1;
      return asked < 3 ? route.fulfill({ status: 503, headers: { "retry-after": "1" }, body: "{}" }) : route.continue();
    });
    await openHandbook(chat);
    const quoted = page.locator(".viewer q.quoted");
    await expect(quoted).toContainText("650 pounds");
    await expect(page.locator(".area")).toHaveCount(0);
    await expect(page.locator(".area.words").first()).toBeInViewport();
    await expect(quoted).toHaveCount(0);
    expect(asked).toBe(3);
  });

  for (const [what, response] of [
    ["nowhere on the page", { status: 200, body: '{"passage":[],"words":[]}' }],
    ["not to be found out", { status: 400, body: '{"error":"no"}' }],
  ] as const) {
    test(`words that are ${what} stand above it, and nothing is marked`, async ({ chat }) => {
      const { page } = chat;
      await page.route("**/page/places", (route) => route.fulfill({ ...response, contentType: "application/json" }));
      await openHandbook(chat);
      await expect(page.locator(".viewer q.quoted")).toContainText("650 pounds");
      await expect(page.locator("pdf-pages canvas").first()).toBeVisible();
      await expect(page.locator(".area")).toHaveCount(0);
    });
  }
});

test("marks that come late do not take a reader back who has gone elsewhere", async ({ chat }) => {
  const { page } = chat;
  let answer = () => {};
  const later = new Promise<void>((then) => (answer = then));
  await page.route("**/page/places", async (route) => {
    await later;
    await route.continue();
  });
  await openHandbook(chat);
  await page.getByRole("button", { name: "Next page" }).click();
  const number = page.getByRole("spinbutton", { name: "Page" });
  const at = await number.inputValue();
  answer();
  await expect(page.locator(".area.words").first()).toBeAttached();
  await expect(number).toHaveValue(at);
});

/** The words of the page's own text below what the search shows. */
async function shownMatch(page: Page): Promise<string> {
  await expect(page.locator(".match.current").first()).toBeInViewport();
  return page.locator(".sheet:has(.match.current)").evaluate((sheet) => {
    const match = sheet.querySelector(".match.current")!.getBoundingClientRect();
    const spans = [...sheet.querySelectorAll(".textLayer span")].filter((span) => {
      const { top, bottom, left, right } = span.getBoundingClientRect();
      return top < match.bottom && match.top < bottom && left <= match.left + 1 && match.right <= right + 1;
    });
    return spans.map((span) => span.textContent).join(" ");
  });
}

test("words are searched for in a PDF by the keyboard alone", async ({ chat }) => {
  const { page } = chat;
  await openHandbook(chat);
  await expect(page.locator(".area.words").first()).toBeInViewport();
  const field = page.getByRole("searchbox", { name: "Search in the document" });
  const count = page.getByRole("search").getByRole("status");
  await page.getByRole("button", { name: "Larger" }).focus();
  await page.keyboard.press("Tab");
  await expect(field).toBeFocused();
  await page.keyboard.type("STAFF");
  await expect(count).toHaveText(/^\d+ of \d+$/);
  const [first, all] = (await count.textContent())!.split(" of ").map(Number);
  expect(all).toBeGreaterThan(3);
  expect((await shownMatch(page)).toLowerCase()).toContain("staff");
  await page.keyboard.press("Enter");
  await expect(count).toHaveText(`${(first % all) + 1} of ${all}`);
  await page.keyboard.press("Shift+Enter");
  await expect(count).toHaveText(`${first} of ${all}`);
  for (let step = 0; step < all; step += 1) {
    await page.keyboard.press("Enter");
    expect((await shownMatch(page)).toLowerCase()).toContain("staff");
  }
  await expect(count).toHaveText(`${first} of ${all}`);
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  await expect(page.locator(".match")).toHaveCount(0);
  await expect(count).toBeEmpty();
  await field.fill("no such words");
  await expect(count).toHaveText("No matches");
  await expect(page.getByRole("button", { name: "Next match" })).toBeDisabled();
});

for (const width of [1440, 390]) {
  test(`a PDF opens at its words with the header in sight, at ${width} pixels`, async ({ chat }) => {
    const { page } = chat;
    await page.setViewportSize({ width, height: 844 });
    await openHandbook(chat);
    if (width < 480) {
      await expect(page.locator("#cited"), "on a phone first as text").toBeInViewport();
      await chat.awake();
      await page.getByRole("button", { name: "Pages" }).click();
    }
    const words = page.locator(".area.words").first();
    await expect(words).toBeInViewport();
    const header = page.getByRole("banner");
    await expect(header).toBeInViewport({ ratio: 1 });
    await expect(header).toContainText("staff-handbook.pdf");
    // Neither the header nor the bar below it covers what is cited.
    const { bottom } = await page.locator("pdf-pages .bar").evaluate((bar) => bar.getBoundingClientRect());
    expect((await words.boundingBox())!.y).toBeGreaterThanOrEqual(bottom);
    await header.getByRole("link", { name: /^Footnote/ }).click();
    await expect(page).toHaveURL(/^[^/]*\/\/[^/]*\/(c\/[\w-]+)?$/);
  });
}

test("beside the answer Escape empties the search first, and closes the panel then", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.notes.filter({ hasText: "staff-handbook.pdf" }).first().getByRole("link").click();
  const field = chat.evidence.getByRole("searchbox", { name: "Search in the document" });
  await field.click();
  await field.fill("budget");
  await expect(chat.evidence.locator(".match.current").first()).toBeInViewport();
  await chat.evidence.getByRole("button", { name: "Next match" }).click();
  await field.press("Escape");
  await expect(chat.evidence).toBeVisible();
  await expect(field).toHaveValue("");
  await field.press("Escape");
  await expect(chat.evidence).toBeHidden();
});

test("the number of the page follows what is read, and leads where it is typed", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents/staff-handbook.pdf?page=1");
  const number = page.getByRole("spinbutton", { name: "Page" });
  await expect(number).toHaveValue("1");
  const all = Number((await page.locator("pdf-pages .of").textContent())!.replace("of ", ""));
  expect(all).toBeGreaterThan(1);
  await page.locator("pdf-pages .sheet").first().hover();
  for (let turns = 0; turns < 60 && (await number.inputValue()) !== "2"; turns += 1) await page.mouse.wheel(0, 300);
  await expect(number).toHaveValue("2");
  await expect(page.getByRole("group", { name: "Page 2", exact: true })).toBeInViewport();
  await number.fill(String(all));
  await number.press("Enter");
  await expect(page.getByRole("group", { name: `Page ${all}`, exact: true })).toBeInViewport();
  await expect(number).toHaveValue(String(all));
  await number.fill("999");
  await number.press("Enter");
  await expect(number).toHaveValue(String(all));
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone, in ${colorScheme} colours, a PDF is searched by touch`, async ({ chat }) => {
    const { page } = chat;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto("/documents/staff-handbook.pdf?page=1");
    await chat.awake();
    await page.getByRole("button", { name: "Pages" }).click();
    await page.getByRole("searchbox", { name: "Search in the document" }).fill("leave");
    await expect(page.locator(".match.current").first()).toBeInViewport();
    await page.getByRole("button", { name: "Next match" }).click();
    await expect(page.getByRole("search").getByRole("status")).toHaveText(/^\d+ of \d+$/);
    await expect(page.locator(".match.current").first()).toBeInViewport();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    await expect(page.getByRole("search").getByRole("button").last()).toBeInViewport({ ratio: 1 });
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone, in ${colorScheme} colours, the pages fit and are marked`, async ({ chat }) => {
    const { page } = chat;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await chat.open();
    await chat.askAndWait(QUESTION);
    const address = await chat.notes.filter({ hasText: "staff-handbook.pdf" }).first().getByRole("link").getAttribute("href");
    await page.goto(address!);
    await chat.awake();
    await page.getByRole("button", { name: "Pages" }).click();
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

test("a text is searched across its marks, from match to match", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents/people/leave-policy.md");
  await chat.awake();
  const field = page.getByRole("searchbox", { name: "Search in the document" });
  await field.fill("ANNUAL leave");
  const told = page.getByRole("search").getByRole("status");
  await expect(told).toHaveText(/^1 of [1-9]\d*$/);
  const found = () => page.evaluate(() => [...(CSS.highlights.get("found-current") ?? [])].map((range) => `${range}`));
  expect((await found()).map((text) => text.toLowerCase())).toEqual(["annual leave"]);
  await page.getByRole("button", { name: "Next match" }).click();
  await expect(told).toHaveText(/^2 of /);
  await field.fill("zeppelin");
  await expect(told).toHaveText("No matches");
  expect(await found()).toEqual([]);
});
