// The margin beside an answer is the one place of its evidence, and nothing moves when an answer comes.
import { expect, test } from "./support/test";

const STREAM = "**/page/stream*";
const TEXT = [
  "a.md: Leave is thirty days a year. Rain is wet. Pay is monthly and never late.",
  "b.md: Dogs stay outside. Cats may come in on Fridays.",
];
const span = (source: string, text: string) => ({ source, text });
const statement = (text: string, verdict: string, sources: string[], of: object | null, missing: string[] = []) => ({
  text, verdict, sources, span: of, missing,
});

/** An answer of a model with two statements that stand in their sources and two that do not. */
const ANSWER = [
  { Grounded: { data_points: { text: TEXT, citations: ["a.md", "b.md"] }, thoughts: [] } },
  { Delta: "Staff have thirty days of leave. [a.md]\n\nWages are paid each month, in pounds. [a.md]\n\n" },
  { Delta: "Snakes are welcome on Mondays.\n\n| Animal | Place |\n|---|---|\n| Owl | the attic |\n\n[b.md]" },
  {
    Audited: {
      statements: [
        statement("Staff have thirty days of leave.", "supported", ["a.md"], span("a.md", "Leave is thirty days a year.")),
        statement("Wages are paid each month, in pounds.", "not_checked", ["a.md"], span("a.md", "Pay is monthly and never late.")),
        statement("Snakes are welcome on Mondays.", "not_found", [], span("b.md", "Cats may come in on Fridays."), ["Mondays"]),
        statement("Owl · the attic", "not_found", ["b.md"], null, ["Owl"]),
      ],
    },
  },
  { Finished: { reason: "stop", model: "scripted", usage: null } },
];

async function answered(chat: import("./support/chat").Chat): Promise<void> {
  const body = ANSWER.map((line) => `${JSON.stringify(line)}\n`).join("");
  await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
  await chat.open();
  await chat.askAndWait("What are the rules of the house?");
}

test("notes stand level with their paragraphs, with the words and what is missing", async ({ chat }) => {
  await answered(chat);
  await expect(chat.evidence).toBeHidden();
  await expect(chat.notes.nth(0)).toContainText("Leave is thirty days a year.");
  const [mark, note, next] = await Promise.all(
    [chat.marks.nth(0), chat.notes.nth(0), chat.notes.nth(1)].map(async (one) => (await one.boundingBox())!),
  );
  expect(note.x).toBeGreaterThan(mark.x);
  expect(Math.abs(note.y - mark.y)).toBeLessThan(24);
  expect(next.y).toBeGreaterThanOrEqual(note.y + note.height);
  // Nothing shows the nearest sentence as if it were a source.
  const without = chat.notes.filter({ hasText: "in none of the sources: Mondays" });
  await expect(without).toHaveCount(1);
  await expect(without.locator("q")).toHaveCount(0);
  await expect(chat.turns.last()).not.toContainText("Cats may come in");
});

test("a mark shows its very words in a card and lights its note alone, by mouse and by key", async ({ chat }) => {
  await answered(chat);
  const card = chat.page.locator(".card");
  await chat.marks.nth(1).hover();
  await expect(card).toContainText("Pay is monthly and never late.");
  await expect(card).toContainText("a.md");
  await expect(chat.notes.nth(1)).toHaveClass(/lit/);
  await expect(chat.notes.nth(0)).not.toHaveClass(/lit/);
  await chat.question.hover();
  await expect(card).toBeHidden();
  await chat.question.blur();
  await chat.page.keyboard.press("]");
  await expect(card).toContainText("Leave is thirty days a year.");
  await expect(chat.marks.nth(0)).toHaveAccessibleDescription(/Leave is thirty days a year/);
});

test("a table of many columns takes the room of the margin", async ({ chat }) => {
  const columns = Array.from({ length: 9 }, (_, at) => `Column ${at}`);
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const table = [row(columns), row(columns.map(() => "---")), row(columns.map((_, at) => `2026-01-0${at + 1}`))].join("\n");
  const lines = [
    { Grounded: { data_points: { text: [`a.md: ${table}`], citations: ["a.md"] }, thoughts: [] } },
    { Delta: `${table}\n\n[a.md]\n\nSo it is.` },
    { Finished: { reason: "stop", model: "scripted", usage: null } },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
  await chat.open();
  await chat.askAndWait("Which days are there?");
  const wide = chat.answer.getByRole("group", { name: "Table" });
  const [box, answer, note] = await Promise.all([wide, chat.answer, chat.notes.first()].map(async (one) => (await one.boundingBox())!));
  expect(box.width).toBeGreaterThan(answer.width + 100);
  expect(await wide.evaluate((table) => table.scrollWidth - table.clientWidth), "nothing is cut").toBe(0);
  expect(note.y, "its note stands below it").toBeGreaterThanOrEqual(box.y + box.height);
});

test("the check is one line that walks the statements without a source", async ({ chat }) => {
  await answered(chat);
  await expect(chat.checks).toContainText("Not confirmed by the sources: 2 of 4 statements.");
  const show = chat.checks.getByRole("button", { name: "Show" });
  await show.click();
  const [doubt, row] = [chat.answer.locator("span.doubt"), chat.answer.locator("tr.doubt")];
  await expect(doubt).toHaveText("Snakes are welcome on Mondays.");
  await expect(doubt).toHaveClass(/lit/);
  await expect(chat.checks.getByRole("status")).toContainText("1 of 2");
  await show.press("Enter");
  await expect(doubt).not.toHaveClass(/lit/);
  await expect(row).toContainText("the attic");
  await expect(chat.checks.getByRole("status")).toContainText("2 of 2");
  await expect(show).toBeFocused();
});

test("what a source does not say is red in the text and in its note, and nothing else is", async ({ chat }) => {
  await answered(chat);
  const [sentence, row] = [chat.answer.locator("span.doubt"), chat.answer.locator("tr.doubt")];
  await expect(row).toHaveClass(/not-found/);
  await expect(row.locator(".doubt")).toHaveCount(0);
  await expect(sentence).not.toHaveClass(/not-found/);
  // The note of its source tells of it; a statement without a source has a note of its own.
  await expect(chat.notes).toHaveCount(4);
  await expect(chat.notes.nth(2)).toHaveText(/^3.*b\.md.*not found in the source: Owl$/);
  await expect(row).toHaveAccessibleDescription("not found in the source: Owl");
  const colour = (one: typeof row, property: string) => one.evaluate((at, name) => getComputedStyle(at).getPropertyValue(name), property);
  const red = await colour(chat.notes.nth(2).locator(".verdict"), "color");
  expect(await colour(row, "text-decoration-color")).toBe(red);
  expect(await colour(sentence, "text-decoration-color")).not.toBe(red);
  expect(await colour(chat.notes.nth(3).locator(".verdict"), "color")).not.toBe(red);
});

test("on a narrow window, and on paper, the notes stand below the answer", async ({ chat }) => {
  await answered(chat);
  const { page } = chat;
  const below = async () => {
    const [answer, note] = [(await chat.answer.boundingBox())!, (await chat.notes.first().boundingBox())!];
    return note.y >= answer.y + answer.height - 1;
  };
  expect(await below()).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(below).toBe(true);
  await expect(chat.notes.filter({ hasText: "in none of the sources: Mondays" })).toContainText("Snakes are welcome on Mondays.");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: "print" });
  await expect.poll(below).toBe(true);
});

test("the first answer and an opened document move nothing", async ({ chat }) => {
  const { page } = chat;
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await chat.open();
  const left = async () => (await chat.question.boundingBox())!.x;
  const before = await left();
  await chat.question.fill("What is the learning budget of staff and of volunteers?");
  await chat.question.press("Enter");
  await chat.finished();
  expect(await left()).toBe(before);
  const text = async () => (await chat.answer.boundingBox())!.x;
  const was = await text();
  await chat.marks.first().click();
  await expect(chat.evidence.locator(".area.words").first()).toBeInViewport();
  expect(await text()).toBe(was);
  const { sum } = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts);
  expect(sum).toBeLessThanOrEqual(0.02);
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(beyond, "the page is one window high").toBe(0);
});

test("at 1024 pixels one panel is open at most", async ({ chat }) => {
  await chat.page.setViewportSize({ width: 1024, height: 768 });
  await chat.open();
  const list = chat.page.getByRole("navigation", { name: /conversations/i });
  await expect(list).toBeHidden();
  await chat.askAndWait("What should be done with wet books?");
  await chat.marks.first().click();
  await expect(chat.evidence).toBeVisible();
  await expect(list).toBeHidden();
  expect((await chat.answer.boundingBox())!.width).toBeGreaterThan(440);
});

test("a question asked meanwhile waits in line, visibly, and a stopped answer is asked again", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  const held: (() => void)[] = [];
  await page.route(STREAM, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  }, { times: 1 });
  await chat.question.fill("What should be done with wet books?");
  await chat.question.press("Enter");
  await expect(chat.stop).toBeVisible();
  for (const question of ["Who approves the learning budget?", "Never mind?"]) {
    await chat.question.fill(question);
    await chat.question.press("Enter");
    await expect(page.getByText(/^Next: /)).toContainText(question);
  }
  await page.getByRole("status").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/^Next: /)).toBeHidden();
  await expect(chat.question).toBeFocused();
  await chat.question.fill("Who approves the learning budget?");
  await chat.question.press("Enter");
  await chat.stop.click();
  held.forEach((go) => go());
  await expect(chat.turns).toHaveCount(2);
  await chat.finished();
  await expect(page.getByText(/^Next: /)).toBeHidden();
  await expect(chat.turns.first()).toContainText("You stopped this answer.");
});
