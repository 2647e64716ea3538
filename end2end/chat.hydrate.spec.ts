// What scripts add to the chat: passages open, answers are stopped, written again, copied and kept.
import type { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const STREAM = "**/page/stream*";

test.describe("evidence", () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
    await chat.askAndWait("What is the learning budget of staff and of volunteers?");
  });

  test("following a mark opens the page that it stands for, at its words", async ({ chat }) => {
    await chat.marks.first().click();
    await expect(chat.tab(/document/i)).toHaveAttribute("aria-selected", "true");
    await expect(chat.evidence.locator(".area.words").first()).toBeInViewport();
    await expect(chat.evidence.getByRole("link", { name: "Open in a new tab" })).toBeInViewport();
  });

  test("each quoted passage has its own number, note and words", async ({ chat }) => {
    const context = {
      data_points: {
        text: [
          "a.md: Leave is thirty days a year. Rain is wet. Pay is monthly and never late. It comes in pounds.",
          "a.md: Dogs stay outside.",
        ],
        citations: ["a.md"],
      },
      thoughts: [],
    };
    const lines = [
      { Grounded: context },
      { Delta: "Leave is thirty days a year. [a.md] Pay is monthly and never late. [a.md] It comes in pounds. [a.md]" },
      { Finished: { reason: "stop", model: "quotations", usage: null } },
    ];
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
    await chat.askAndWait("How much leave is there, and when is pay?");

    // Two statements whose words stand side by side share a mark, behind the second.
    await expect(chat.marks).toHaveText(["1", "2"]);
    await expect(chat.notes.locator("q")).toHaveText([
      "Leave is thirty days a year.",
      "Pay is monthly and never late. It comes in pounds.",
    ]);
    await chat.action(/^sources$/i).click();
    await chat.marks.nth(1).hover();
    await expect(chat.evidence.locator("mark")).toHaveText(["Pay is monthly and never late.", "It comes in pounds."]);
    await chat.marks.nth(0).hover();
    await expect(chat.evidence.locator("mark")).toHaveText("Leave is thirty days a year.");
    // What was not quoted carries no number and does not light up.
    const [quoted, other] = [chat.evidence.locator(".passage").first(), chat.evidence.locator(".passage").last()];
    await expect(quoted.locator(".number")).toHaveText(["1", "2"]);
    await expect(other.locator(".number")).toHaveCount(0);
    await expect(quoted).toHaveClass(/lit/);
    await expect(other).not.toHaveClass(/lit/);
  });

  test("the mark of a table stands in it, and its note names the rows", async ({ chat }) => {
    const table = "| Role | Pay |\n|---|---|\n| Cook | 20 pounds an hour |\n| Driver | 30 pounds an hour |";
    const lines = [
      { Grounded: { data_points: { text: [`a.md: ${table}`], citations: ["a.md"] }, thoughts: [] } },
      { Delta: `${table}\n\n[a.md]` },
      { Finished: { reason: "stop", model: "quotations", usage: null } },
    ];
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
    await chat.askAndWait("What is paid an hour?");
    await expect(chat.answer.locator("td").last()).toHaveText("30 pounds an hour1");
    await expect(chat.notes.locator("q")).toHaveText("Cook; Driver");
    await chat.action(/^sources$/i).click();
    await expect(chat.evidence.locator("mark").last()).toHaveText("30 pounds an hour");
  });

  test("the tabs tell how the answer came about", async ({ chat }) => {
    await chat.action(/^sources$/i).click();
    await chat.tab(/steps/i).click();
    await expect(chat.evidence).toContainText(/search/i);
    await chat.action(/^sources$/i).click();
    await expect(chat.evidence).toContainText("650 pounds");
  });

  test("a document opens from its passage", async ({ chat }) => {
    await chat.marks.first().click();
    await chat.tab(/document/i).click();
    const cited = chat.evidence.getByRole("group", { name: "Page 7", exact: true });
    await expect(cited).toBeInViewport();
    await expect(cited.locator(".area.words").first()).toBeVisible();
  });

  test("a follow-up question is asked by choosing it", async ({ chat }) => {
    const next = (await chat.followUps.first().innerText()).trim();
    await chat.followUps.first().click();
    await chat.finished();
    await expect(chat.turns).toHaveCount(2);
    await expect(chat.turns.last()).toContainText(next);
  });
});

test("an answer is copied with its sources", async ({ chat, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await chat.open();
  await chat.askAndWait("What should be done with wet books?");
  await chat.action(/copy/i).click();

  await expect
    .poll(() => chat.page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/Wet books are not opened[^]*staff-handbook\.pdf#page=12/);
});

test("an unsent question outlives a reload", async ({ chat }) => {
  await chat.open();
  await chat.question.fill("What should be");
  await chat.page.reload();
  await chat.awake();
  await expect(chat.question).toHaveValue("What should be");
});

test("a number of passages that cannot be is brought within its limits", async ({ chat }) => {
  await chat.open();
  await chat.openSettings();
  await chat.passages.fill("999");
  await chat.passages.blur();
  await expect(chat.passages).toHaveValue("50");
});

test("settings are kept over a reload", async ({ chat }) => {
  await chat.open();
  await chat.openSettings();
  await chat.passages.fill("2");
  await chat.closeSettings();
  await chat.page.reload();
  await chat.awake();
  await chat.openSettings();

  await expect(chat.passages).toHaveValue("2");
});

test.describe("failures", () => {
  test.use({ expectedErrors: /status of 500|Failed to load resource|net::ERR/ });

  // Where nothing is kept: elsewhere a new question that cannot be sent goes back to its field.
  const temporary = ({ page }: Chat) => page.getByRole("switch", { name: "Temporary" });

  test("a refused stream shows what happened, and trying again answers", async ({ chat }) => {
    await chat.open();
    await temporary(chat).click();
    const body = JSON.stringify({ error: "The app encountered an error processing your request." });
    await chat.page.route(STREAM, (route) => route.fulfill({ status: 500, contentType: "application/json", body }), {
      times: 1,
    });
    await chat.ask("What should be done with wet books?");
    await expect(chat.failure).toContainText("error");

    await chat.tryAgain();
    await chat.finished();
    await expect(chat.turns).toHaveCount(1);
    await expect(chat.answer).toContainText("Wet books are not opened");
  });

  test("a lost connection shows what happened, and trying again answers", async ({ chat }) => {
    await chat.open();
    await temporary(chat).click();
    await chat.page.route(STREAM, (route) => route.abort("connectionreset"), { times: 1 });
    await chat.ask("What should be done with wet books?");
    await expect(chat.failure).toBeVisible();

    await chat.tryAgain();
    await chat.finished();
    await expect(chat.answer).toContainText("Wet books are not opened");
  });

  test("a stream that ends without an end is an error, and what came stays", async ({ chat }) => {
    await chat.open();
    const lines = [
      { Grounded: { data_points: { text: [], citations: [] }, thoughts: [] } },
      { Delta: "The first half" },
    ];
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
    await chat.ask("What should be done with wet books?");

    await expect(chat.failure).toBeVisible();
    await expect(chat.turns.last()).toContainText("The first half");
  });

  test("an error inside the stream is shown in its own words", async ({ chat }) => {
    await chat.open();
    const body = `${JSON.stringify({ Failed: { kind: "failed", message: "The chat model broke off." } })}\n`;
    await chat.page.route(STREAM, (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
    await chat.ask("What should be done with wet books?");

    await expect(chat.failure).toContainText("The chat model broke off.");
  });
});
