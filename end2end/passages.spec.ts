// Without a chat model the passages that fit best are shown: whole, by document, three open and the others folded.
import { expect, test } from "./support/test";

const STREAM = "**/page/stream*";
const HOTELS = "| City | Night |\n|---|---|\n| Capital | 155 pounds |\n| Elsewhere | 110 pounds |";
const unit = (source: string, title: string, headings: string[], text: string, telling: string, more = {}) => ({
  source, title, headings, text, telling, ...more,
});
const UNITS = [
  unit("people/expenses.md", "Expenses", ["Hotels"], HOTELS, "| Capital | 155 pounds |", { words: ["Capital", "Night"] }),
  unit("people/expenses.md", "Expenses", ["Meals", "Dinner"], "- Lunch is free.\n- Dinner costs 30 pounds a night.", "Dinner costs 30 pounds a night.", {
    words: ["night"],
    also_in: ["old/expenses.md"],
  }),
  unit("staff-handbook.pdf#page=7", "Staff handbook", [], "Nights away are paid. Tonight is not a night away.", "Nights away are paid."),
  unit("staff-handbook.pdf#page=12", "Staff handbook", ["Wet books"], "Wet books are not opened. They are frozen overnight.", "They are frozen overnight."),
  unit("people/leave-policy.md", "Leave", ["Carrying over"], "Five days may be carried over.", "Five days may be carried over."),
];

/** The lines of an answer without a model. */
const lines = (found: { units: typeof UNITS; unknown?: string[]; unread?: object[]; nearest?: boolean }) => {
  const citations = [...new Set(found.units.map(({ source }) => source))];
  const text = found.units.map(({ source, text }) => `${source}: ${text}`);
  return [
    { Grounded: { data_points: { text, citations }, thoughts: [], found } },
    { Delta: found.units.map(({ source, text }) => `${text}\n\n[${source}]`).join("\n\n") || "Nothing." },
    { Finished: { reason: "stop", model: "passages", usage: null } },
  ];
};

async function shown(chat: import("./support/chat").Chat, found: Parameters<typeof lines>[0]): Promise<void> {
  const body = lines(found).map((line) => `${JSON.stringify(line)}\n`).join("");
  await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
  await chat.open();
  await chat.askAndWait("What does a night cost?");
}

for (const width of [1440, 390]) {
  test.describe(`at ${width} pixels`, () => {
    test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "the answer is given by a script");
    test.use({ viewport: { width, height: 844 } });

    test("what fits best stands by document, three open and two folded, and claims nothing", async ({ chat }) => {
      await shown(chat, { units: UNITS, unknown: ["fy28"], unread: [{ path: "scan.pdf", reason: "It is empty." }] });
      const { answer } = chat;
      await expect(answer).toContainText("No chat model is set up. These passages fit your question best.");
      await expect(answer.getByText("Nothing mentions “fy28”.")).toHaveCount(1);
      await expect(answer).toContainText("scan.pdf could not be read: It is empty.");
      await expect(answer.locator(".document")).toHaveText(["Expenses", "Staff handbook", "Leave"]);
      await expect(answer.locator(".place")).toHaveText([/^Hotels/, /^Meals › Dinner/, /^p\.7/, /^Wet books › p\.12/, /^Carrying over/]);
      await expect(answer).toContainText("Also in: old/expenses.md");

      await expect(answer.locator("details")).toHaveCount(2);
      await expect(answer.locator("summary").first()).toHaveText(/Wet books\s+They are frozen overnight\./);
      await expect(answer.getByText("Wet books are not opened.")).toBeHidden();
      await expect(answer.locator("mark")).toHaveText(["Night", "Capital", "night"]);
      await expect(chat.turns.last()).not.toContainText(/confiden|unsure|may not answer|%/i);
      await expect(chat.checks).toBeHidden();
      expect(await chat.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

    test("what is only nearest is folded below what is not mentioned", async ({ chat }) => {
      await shown(chat, { units: UNITS, unknown: ["weather", "Mars"], nearest: true });
      const leads = chat.answer.locator(".lead");
      await expect(leads.nth(0)).toContainText("Nothing mentions “weather”, “Mars”.");
      await expect(leads.nth(1)).toHaveText("The passages below are the nearest, and may be about something else.");
      await expect(chat.answer).not.toContainText("fit your question best");
      await expect(chat.answer.locator("details:not([open])")).toHaveCount(5);
      await expect(chat.answer.getByRole("heading", { level: 3 })).toHaveText(["Expenses", "Staff handbook", "Leave"]);
    });

    test("each passage has its mark and its note, and folded ones are opened by keyboard", async ({ chat }) => {
      const { page, answer } = chat;
      await shown(chat, { units: UNITS });
      await expect(chat.notes).toHaveCount(5);
      await expect(chat.notes.locator("q")).toHaveCount(0);
      await answer.locator("summary").first().focus();
      await page.keyboard.press("Enter");
      await expect(answer.getByText("Wet books are not opened.")).toBeVisible();
      await expect(answer.locator("summary").first()).toBeFocused();
      // The keys that walk the marks unfold what they come to.
      await answer.locator(".mark a").nth(3).focus();
      await page.keyboard.press("]");
      await expect(answer.locator(".mark a").nth(4)).toBeFocused();
      await expect(answer.locator("details[open]")).toHaveCount(2);
      await page.keyboard.press("Enter");
      await expect(chat.evidence).toBeVisible();
      await expect(chat.tab(/document/i)).toHaveAttribute("aria-selected", "true");
      await chat.tab(/sources/i).click();
      await expect(chat.evidence.locator("#chosen-passage .number")).toHaveText(["5"]);
      await expect(chat.evidence.locator("#chosen-passage mark")).toHaveText("Five days may be carried over.");
    });
  });
}

test.describe("with scripts", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "the answer is given by a script");

  test("notes stand level with their passages, folded or not", async ({ chat }) => {
    await shown(chat, { units: UNITS });
    const top = async (one: import("@playwright/test").Locator) => (await one.boundingBox())!.y;
    const tops = await Promise.all([0, 1, 2, 3, 4].map((at) => top(chat.notes.nth(at))));
    expect([...tops].sort((a, b) => a - b)).toEqual(tops);
    expect(Math.abs(tops[0] - (await top(chat.answer.locator(".place").first())))).toBeLessThan(24);
    expect(tops[3]).toBeGreaterThanOrEqual((await top(chat.answer.locator("summary").first())) - 4);
  });

  test("screen readers hear how many passages there are", async ({ chat }) => {
    await shown(chat, { units: UNITS });
    const heard = chat.page.getByRole("log");
    await expect(heard).toContainText("These passages fit your question best. 5 passages are shown.");
    await expect(heard).not.toContainText("Wet books are not opened");
  });

  test("they are copied with what is said of them, their numbers and their sources", async ({ chat, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await shown(chat, { units: UNITS });
    await chat.action(/copy/i).click();
    await expect
      .poll(() => chat.page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^These passages fit your question best\.[^]*overnight\.\s+\[4\][^]*\[4\] staff-handbook\.pdf#page=12$/m);
  });

  test("whoever may is told what a model would add, and led to its settings", async ({ chat }) => {
    await shown(chat, { units: UNITS });
    await expect(chat.answer).toContainText("A chat model would write an answer, look things up and calculate.");
    await chat.answer.getByRole("button", { name: "Set up a chat model" }).click();
    await expect(chat.page.getByRole("dialog").getByRole("heading", { name: "Chat model" }).first()).toBeVisible();
  });

  test("where nothing matches, that is all that is said", async ({ chat }) => {
    await shown(chat, { units: [], unknown: ["fy28"] });
    await expect(chat.answer.locator(".lead").first()).toHaveText("Nothing in your documents matches this question.");
    await expect(chat.answer).not.toContainText("fit your question best");
    await expect(chat.answer).not.toContainText("fy28");
    await expect(chat.marks).toHaveCount(0);
    await expect(chat.page.getByRole("log")).toContainText("Nothing in your documents matches this question.");
  });

  test("nothing stays folded on paper", async ({ chat }) => {
    await shown(chat, { units: UNITS });
    await chat.page.emulateMedia({ media: "print" });
    await expect(chat.answer.getByText("Wet books are not opened.")).toBeVisible();
  });
});

test("the server shows whole passages with their marks and notes, and the browser unfolds the others", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What should be done with wet books?");
  await expect(chat.answer).toContainText(/fits? your question best\./);
  await expect(chat.answer).toContainText("Wet books are not opened");
  await expect(chat.answer.locator(".document").first().getByRole("link")).toHaveAttribute("href", /^\/documents\//);
  await expect(chat.marks.first()).toHaveAttribute("href", /^#note-/);
  await expect(chat.notes.filter({ hasText: "staff-handbook.pdf" }).first()).toBeVisible();
  const folded = chat.answer.locator("details").first();
  if ((await folded.count()) > 0) {
    await expect(folded.locator(".text")).toBeHidden();
    await folded.locator("summary").click();
    await expect(folded.locator(".text")).toBeVisible();
  }
});
