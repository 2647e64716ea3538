// The page's program is blocked, or comes late: what can be done without it can be done meanwhile.
import { heldBack, LATE, PROGRAM } from "./support/late";
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";

test.describe("where the program is blocked", () => {
  test.use({ expectedErrors: /wasm|Failed to fetch|ERR_FAILED/ });

  test("a question is answered by the form", async ({ chat }) => {
    await chat.page.route(PROGRAM, (route) => route.abort());
    await chat.page.goto("/");
    await chat.question.fill(QUESTION);
    await chat.page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(chat.answer).toContainText("Wet books are not opened");
    await expect(chat.notes.first()).toBeVisible();
    await chat.question.fill("And who approves the learning budget?");
    await chat.page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(chat.turns).toHaveCount(2);
  });
});

test.describe("where the program comes late", () => {
  /** Opens the page, whose program comes once the returned function is called. */
  const opened = async (page: import("@playwright/test").Page) => {
    const come = await heldBack(page);
    await page.goto("/", { waitUntil: "commit" });
    return come;
  };

  test("a question that is asked before is answered by the form, and the next one by the program", async ({ chat }) => {
    const come = await opened(chat.page);
    await chat.question.fill(QUESTION);
    await chat.page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(chat.answer).toContainText("Wet books are not opened");
    come();
    await chat.awake();
    await chat.askAndWait("What is the yearly pay of a branch manager?");
    await expect(chat.turns).toHaveCount(2);
  });

  test("Enter asks by the form, and Shift with Enter begins a line", async ({ chat }) => {
    await opened(chat.page);
    await expect(chat.question).toBeFocused();
    await chat.page.keyboard.type("What should be done");
    await chat.page.keyboard.press("Shift+Enter");
    await chat.page.keyboard.type("with wet books?");
    await expect(chat.question).toHaveValue("What should be done\nwith wet books?");
    await chat.page.keyboard.press("Enter");
    await expect(chat.answer).toContainText("Wet books are not opened");
    await expect(chat.page).toHaveURL(/#turn-1$/);
  });

  test("what Enter has posted is not asked once more by the page that wakes", async ({ chat }) => {
    const { page } = chat;
    const come = await opened(page);
    const streams: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/page/stream")) streams.push(request.url());
    });
    let posts = 0;
    // An answer that never comes: the page stays where it is.
    await page.route("/", (route) => {
      posts += 1;
      return route.fulfill({ status: 204 });
    });
    // A navigation ends the parsing of the page that it leaves, and what is not parsed does not wake.
    await page.waitForFunction(() => document.readyState !== "loading");
    await chat.question.fill(QUESTION);
    await chat.question.press("Enter");
    await expect.poll(() => posts).toBe(1);
    come();
    await chat.awake();
    await chat.question.press("Enter");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(chat.turns).toHaveCount(0);
    expect([posts, streams]).toEqual([1, []]);
  });

  test("a question that is being typed stays", async ({ chat }) => {
    const come = await opened(chat.page);
    await chat.question.fill(QUESTION);
    come();
    await chat.awake();
    await expect(chat.question).toHaveValue(QUESTION);
    await chat.page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(chat.answer).toContainText("Wet books are not opened");
  });
});

test.describe("where the code of answers comes late", () => {
  test("a question waits for it, and returns to the field when it is stopped", async ({ chat }) => {
    const come = await heldBack(chat.page, LATE);
    await chat.open();
    const welcome = chat.page.locator(".welcome");
    await chat.question.fill(QUESTION);
    await chat.question.press("Enter");
    await expect(welcome).toHaveCount(0);
    await chat.stop.click();
    await expect(chat.question).toHaveValue(QUESTION);
    await expect(welcome).toBeVisible();
    await chat.question.press("Enter");
    await expect(chat.stop).toBeVisible();
    await expect(chat.question).toHaveValue("");
    come();
    await expect(chat.answer).toContainText("Wet books are not opened");
    await chat.finished();
    await expect(chat.turns).toHaveCount(1);
  });

  test("a dialog opens when its content is there, with the focus in it", async ({ chat }) => {
    await chat.open();
    await chat.page.waitForLoadState("networkidle");
    const come = await heldBack(chat.page, LATE);
    const dialog = chat.page.locator("dialog.settings");
    await chat.settingsButton.click();
    await expect(dialog).toBeHidden();
    come();
    await expect(dialog.getByRole("heading", { name: "Settings" })).toBeVisible();
    await expect(dialog.locator(":focus")).toHaveCount(1);
  });

  test("what an answer leads to is fetched when it has ended", async ({ chat }) => {
    await chat.open();
    await chat.page.waitForLoadState("networkidle");
    const fetched = chat.page.waitForRequest(LATE);
    await chat.askAndWait(QUESTION);
    await fetched;
  });
});
