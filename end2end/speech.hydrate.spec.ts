// Speech: answers that are read aloud by voices of the device, and questions that are spoken.
import type { Page } from "@playwright/test";
import { MODEL_URL } from "./support/addresses";
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";

// A microphone that beeps, and nobody who asks whether it may be used.
const args = ["--no-sandbox", "--disable-gpu", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args } });

type Spoken = { voice: string; text: string; lit: string };
type Speaking = typeof globalThis & { spoken: Spoken[]; ends: () => void };

/** Gives the browser voices, which a machine without loudspeakers lacks; each sentence ends when the test says so. */
async function withVoices(page: Page, voices: { lang: string; localService: boolean }[]) {
  await page.addInitScript((voices) => {
    const own = globalThis as Speaking;
    own.spoken = [];
    own.ends = () => {};
    const lit = () => [...(CSS.highlights.get("read-aloud") ?? [])].join("");
    class Utterance {
      voice = { lang: "" };
      onstart = () => {};
      onend = () => {};
      constructor(readonly text: string) {}
    }
    const speechSynthesis = {
      getVoices: () => voices,
      addEventListener: () => {},
      cancel: () => own.ends(),
      speak: (utterance: Utterance) => {
        utterance.onstart();
        own.spoken.push({ voice: utterance.voice.lang, text: utterance.text, lit: lit() });
        own.ends = () => utterance.onend();
      },
    };
    Object.defineProperty(globalThis, "speechSynthesis", { value: speechSynthesis });
    Object.defineProperty(globalThis, "SpeechSynthesisUtterance", { value: Utterance });
  }, voices);
}

const spoken = (page: Page) => page.evaluate(() => (globalThis as Speaking).spoken);
const read = (page: Page) => page.getByRole("button", { name: "Read aloud" });

test.describe("an answer that is read aloud", () => {
  test.use({ baseURL: MODEL_URL });

  test("is said sentence by sentence in its language by a voice of the device, each lit", async ({ chat }) => {
    const { page } = chat;
    await withVoices(page, [
      { lang: "en-GB", localService: false },
      { lang: "de-DE", localService: true },
      { lang: "en-US", localService: true },
    ]);
    await chat.open();
    await chat.askAndWait(QUESTION);
    await read(page).click();
    const stop = page.getByRole("button", { name: "Stop reading" });
    await expect(stop).toBeFocused();
    await expect.poll(async () => (await spoken(page)).length).toBe(1);
    await page.evaluate(() => (globalThis as Speaking).ends());
    const [first, second] = await spoken(page);
    expect(first?.voice).toBe("en-US");
    expect(first?.text).toMatch(/^Here is what the documents say: [^[\]]*\.$/);
    expect([first?.lit, second?.lit]).toEqual([first?.text, second?.text]);
    expect(second?.text).not.toMatch(/\d$/);
    await stop.click();
    await expect(read(page)).toBeFocused();
    expect(await page.evaluate(() => CSS.highlights.has("read-aloud"))).toBe(false);
    expect(await spoken(page)).toHaveLength(2);
  });

  test("says so where the device does not speak its language", async ({ chat }) => {
    await withVoices(chat.page, [{ lang: "de-DE", localService: true }]);
    await chat.open();
    await chat.askAndWait(QUESTION);
    await read(chat.page).click();
    await expect(chat.page.getByText("This device has no voice for the language")).toBeVisible();
    expect(await spoken(chat.page)).toEqual([]);
  });

  test("is not offered where only others could read it", async ({ chat }) => {
    await withVoices(chat.page, [{ lang: "en-GB", localService: false }]);
    await chat.open();
    await chat.askAndWait(QUESTION);
    await expect(chat.page.locator("read-aloud button")).toBeAttached();
    await expect(read(chat.page)).toBeHidden();
  });
});

test.describe("a question that is spoken", () => {
  const dictate = (page: Page) => page.getByRole("button", { name: "Dictate" });

  test.describe("to a server with a model for it", () => {
    test.use({ baseURL: MODEL_URL });

    test("is written into the field behind what stands there, and can be asked", async ({ chat }) => {
      await chat.open();
      await chat.question.fill("Tell me:");
      await dictate(chat.page).click();
      const stop = chat.page.getByRole("button", { name: "Done", exact: true });
      await expect(stop).toBeFocused();
      // As long as it takes to say something.
      await chat.page.waitForTimeout(1_000);
      await stop.click();
      await expect(chat.question).toHaveValue(`Tell me: ${QUESTION}`);
      await expect(chat.question).toBeFocused();
      await expect(dictate(chat.page)).toBeEnabled();
      await chat.page.keyboard.press("Enter");
      await expect(chat.turns.last()).toContainText(`Tell me: ${QUESTION}`);
    });
  });

  test("is not offered where neither the browser nor the server understands it", async ({ chat }) => {
    await chat.open();
    await expect(chat.page.getByText("Attach files")).toBeVisible();
    await chat.page.waitForLoadState("networkidle");
    await expect(dictate(chat.page)).toHaveCount(0);
  });
});
