// The page fits its window: nothing sticks out, and the question stays within reach.
import { expect, test } from "./support/test";

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
