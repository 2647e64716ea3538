// What readers say of answers: kept with the conversation, counted by the server without their words.
import { readFile } from "node:fs/promises";
import { MODEL_URL } from "./support/addresses";
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";
const REMARK = "They are frozen within a day";

test("an answer is said to be wrong and why, which stays over a reload and in the download", async ({ chat }) => {
  const { page } = chat;
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/page/judgement") && sent.push(request.postData() ?? ""));
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.action(/answer is wrong/).click();
  const field = page.getByRole("textbox", { name: "What was wrong?" });
  await expect(field).toBeFocused();
  await page.keyboard.type(REMARK);
  const kept = page.waitForResponse(/conversations\/change$/);
  await page.keyboard.press("Enter");
  await expect(chat.turns.last()).toContainText(`Marked as wrong: ${REMARK}`);
  await expect(field).toHaveCount(0);
  await kept;

  await page.reload();
  await chat.awake();
  await expect(chat.action(/answer is wrong/)).toHaveAttribute("aria-pressed", "true");
  await expect(chat.turns.last()).toContainText(REMARK);
  await chat.openConversations();
  const downloading = page.waitForEvent("download");
  await page.getByText("Download conversation").click();
  await page.getByRole("link", { name: "Markdown" }).click();
  const text = await readFile((await (await downloading).path())!, "utf8");
  expect(text).toContain(`*Marked as wrong: ${REMARK}*`);
  // One line for the log, with nothing of what was asked, answered or remarked.
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ helps: false, sources: expect.any(Number), words: null }]);
});

test("what is said of an answer is taken back by the same button, and by the other", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.action(/^sources$/i).click();
  const [up, down] = [chat.action(/answer is helpful/), chat.action(/answer is wrong/)];
  await up.click();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await expect(chat.turns.last()).toContainText("Marked as helpful.");
  await down.click();
  await expect(up).toHaveAttribute("aria-pressed", "false");
  await chat.page.keyboard.press("Escape");
  await expect(chat.page.getByRole("textbox", { name: "What was wrong?" })).toHaveCount(0);
  await expect(chat.turns.last()).toContainText("Marked as wrong.");
  await expect(down).toBeFocused();
  await expect(chat.evidence).toBeVisible();
  await down.click();
  await expect(chat.turns.last()).not.toContainText("Marked as");
});

test.describe("where the server keeps such words", () => {
  test.use({ baseURL: MODEL_URL });

  test("the page says so, and whoever runs the server reads them with the question", async ({ chat }) => {
    const { page } = chat;
    await chat.open();
    await chat.askAndWait(QUESTION);
    await chat.action(/answer is wrong/).click();
    await expect(page.getByText("Your comment and the question are kept for whoever runs this server.")).toBeVisible();
    await page.keyboard.type(REMARK);
    await page.keyboard.press("Enter");
    await expect(async () => {
      await page.goto("/insights");
      const row = page.getByRole("row").filter({ hasText: REMARK });
      await expect(row).toContainText(QUESTION, { timeout: 500 });
    }).toPass();
  });
});
