// The page fits its window: nothing sticks out, and the question stays within reach.
import type { Chat } from "./support/chat";
import { SCAN } from "./support/scan";
import { expect, test } from "./support/test";

const asked = async (chat: Chat) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");
};
const views: Record<string, (chat: Chat) => Promise<void>> = {
  "the empty page": (chat) => chat.open(),
  "an answer": asked,
  "an answer with a table": async (chat) => {
    await chat.open();
    await chat.askAndWait("What is the yearly pay of a branch manager?");
    await expect(chat.answer.getByRole("table").first()).toBeVisible();
  },
  "the sources": async (chat) => {
    await asked(chat);
    await chat.marks.first().click();
    await expect(chat.evidence).toBeVisible();
  },
  "the settings": async (chat) => {
    await chat.open();
    await chat.openSettings();
  },
  "the conversations": async (chat) => {
    await asked(chat);
    await chat.openConversations();
  },
  "an opened document": (chat) => chat.open("/documents/people/leave-policy.md?passage=1#cited"),
  "an opened PDF": async (chat) => {
    await chat.open("/documents/staff-handbook.pdf?page=1");
    await expect(chat.page.locator(".sheet canvas").first()).toBeVisible();
  },
};

for (const [view, show] of Object.entries(views)) {
  test(`${view} is not wider than any window`, async ({ chat, isMobile }) => {
    test.skip(isMobile, "the window of a phone has one width");
    await show(chat);
    for (const width of [1440, 1024, 390, 320]) expect(await overflow(chat, width), `at ${width}`).toBe(0);
  });
}

test("documents that cannot be read leave the names room, and are not wider than any window", async ({ chat, isMobile }) => {
  test.skip(isMobile, "the window of a phone has one width");
  const { page } = chat;
  await chat.open("/documents");
  const name = "quarterly-letter-to-all-branches.pdf";
  await page.getByLabel("Add documents").setInputFiles({ name, mimeType: "application/pdf", buffer: SCAN });
  await page.getByRole("button", { name: /Could not be read: \d/ }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Not read");
  for (const width of [1440, 1024, 390, 320]) {
    expect(await overflow(chat, width), `at ${width}`).toBe(0);
    // Whole names stand in one line where there is room for them.
    const link = page.getByRole("rowheader").getByRole("link", { name: "people/leave-policy.md" });
    expect((await link.boundingBox())!.height, `at ${width}`).toBeLessThan(32);
    for (const link of await page.getByRole("table").getByRole("link").all()) {
      const box = (await link.boundingBox())!;
      expect(Math.min(box.width, box.height), await link.innerText()).toBeGreaterThanOrEqual(24);
    }
  }
  await page.getByRole("button", { name: `Remove: uploads/${name}` }).click();
  await expect(page.getByText(`Removed uploads/${name}.`)).toBeVisible();
});

/** The pixels by which the page is wider than a window of this width. */
async function overflow({ page }: Chat, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  // Room that is kept for a scroll bar makes it less than the window.
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}

test("nothing is wider than the window", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the yearly pay of a branch manager?");
  const overflow = await chat.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test("chips, notes and passages are as high as their words", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");
  const chips = await chat.page.locator(".chip").filter({ visible: true }).all();
  expect(chips.length).toBeGreaterThan(0);
  for (const chip of chips) {
    expect((await chip.boundingBox())?.height).toBeLessThanOrEqual(48);
  }
});

test("the question is in sight after a long answer", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the yearly pay of a branch manager?");
  await chat.askAndWait("How much is paid for each mile in my own car?");
  await expect(chat.question).toBeInViewport();
});

test("lines of an answer are no longer than the eye follows", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the yearly pay of a branch manager?");
  const { width, letter } = await chat.answer.evaluate((element) => ({
    width: element.getBoundingClientRect().width,
    letter: parseFloat(getComputedStyle(element).fontSize) / 2,
  }));
  expect(width / letter).toBeLessThanOrEqual(90);
});

test("what is touched on a phone is large enough", async ({ chat, isMobile }) => {
  test.skip(!isMobile, "a mouse is finer than a thumb");
  await chat.open();
  for (const button of await chat.page.getByRole("button").filter({ visible: true }).all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerText()).toBeGreaterThanOrEqual(24);
  }
});
