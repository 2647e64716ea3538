// Whoever runs the server chooses who writes the answers: a model that was found, any other, or none.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { QUOTING_URL, SCRIPTED_PORT } from "./support/addresses";
import type { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const QUESTION = "What is the learning budget of staff and of volunteers?";
/** The port at which the server looks for LM Studio. */
const LM_STUDIO = 1234;
const SCRIPTED = `http://127.0.0.1:${SCRIPTED_PORT}/v1`;

// The tests that follow on this server expect passages.
test.afterEach(async ({ chat }) => {
  await chat.page.request.post(`${QUOTING_URL}/page/model/forget`, { data: {} });
});

test("a model is tried, writes from then on, and is put away again", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.openSettings();
  await page.getByText("Other OpenAI-compatible server").click();
  await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:9");
  await page.getByLabel("Model", { exact: true }).fill("scripted");
  await page.getByLabel("API key", { exact: true }).fill("hush-hush");
  await use(chat);
  await expect(news(chat)).toContainText("Nothing answers at http://127.0.0.1:9/v1.");

  await page.getByLabel("Address", { exact: true }).fill(SCRIPTED);
  await page.getByLabel("Model", { exact: true }).fill("");
  await use(chat);
  await expect(news(chat)).toHaveText("Select one of the 2 models.");
  const models = page.getByRole("combobox", { name: "Model", exact: true });
  await expect(models).toBeFocused();
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue("hush-hush");
  await models.selectOption("broken");
  await use(chat);
  await expect(news(chat)).toContainText("answered with an error: “the model is out of memory”.");
  await models.selectOption("scripted");
  await use(chat);
  await expect(news(chat)).toContainText("Test passed. Answers are now written by scripted.");
  await expect(choice(chat)).toContainText(`Answers are written by scripted at ${SCRIPTED}. Context window: 16,384 tokens. An API key is stored.`);
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue("");
  await chat.closeSettings();
  await chat.askAndWait(QUESTION);
  await expect(chat.answer.locator("strong")).toHaveText("what the documents say");

  await page.reload();
  await chat.awake();
  expect(await page.content()).not.toContain("hush-hush");
  await chat.openSettings();
  await choice(chat).getByRole("button", { name: "Stop using a model" }).click();
  await expect(news(chat)).toHaveText("Passages are now shown instead of answers.");
  await expect(choice(chat).getByRole("button", { name: "Stop using a model" })).toHaveCount(0);
});

test("a model that runs on this machine is offered beside the first question, and taken with one click", async ({ chat }) => {
  const { page } = chat;
  const scripted = spawn(process.execPath, [fileURLToPath(new URL("support/scripted-openai.mjs", import.meta.url)), `${LM_STUDIO}`]);
  try {
    const answers = async () => (await page.request.get(`http://127.0.0.1:${LM_STUDIO}/requests`)).ok();
    await expect(async () => expect(await answers()).toBe(true)).toPass();
    await chat.open();
    const offer = page.getByRole("main").getByRole("button", { name: "Use scripted on this machine" });
    await offer.click();
    await expect(page.getByText("Answers are written by scripted, and")).toBeVisible();
    await expect(offer).toHaveCount(0);
    await chat.askAndWait(QUESTION);
    await expect(chat.answer.locator("strong")).toHaveText("what the documents say");
  } finally {
    scripted.kill();
  }
});

test("on a phone the way out of the settings stays in sight", async ({ chat }) => {
  const { page } = chat;
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open();
  await chat.openSettings();
  await page.getByRole("button", { name: "Reset" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Done" })).toBeInViewport();
  await chat.closeSettings();
});

function choice(chat: Chat) {
  return chat.page.getByRole("region", { name: "Chat model" });
}

function news(chat: Chat) {
  return choice(chat).getByRole("status");
}

async function use(chat: Chat): Promise<void> {
  await choice(chat).getByRole("button", { name: "Test and use" }).click();
}
