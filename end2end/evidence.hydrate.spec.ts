// The region beside the answer is as wide as its reader wants it.
import type { Locator } from "@playwright/test";
import { expect, test } from "./support/test";

const width = async (evidence: Locator) => Math.round((await evidence.boundingBox())!.width);

test.beforeEach(async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What should be done with wet books?");
  await chat.marks.first().click();
  await expect(chat.evidence).toBeVisible();
});

test("its edge is drawn by the mouse, its width outlives a reload, and a double click resets it", async ({ chat }) => {
  const { page, evidence } = chat;
  const edge = page.getByRole("separator", { name: "Width of the sources" });
  expect(await width(evidence)).toBe(480);
  const drawn = async (by: number) => {
    const { x, width, y } = (await edge.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + by, y + 220, { steps: 5 });
    await page.mouse.up();
  };
  await drawn(-240);
  expect(await width(evidence)).toBe(720);
  await page.reload();
  await chat.awake();
  await chat.marks.first().click();
  expect(await width(evidence)).toBe(720);
  await drawn(900);
  expect(await width(evidence)).toBe(320);
  await edge.dblclick({ position: { x: 4, y: 200 } });
  expect(await width(evidence)).toBe(480);
});

test("its edge is moved by keys, from 320 pixels to two thirds of the window", async ({ chat }) => {
  const { page, evidence } = chat;
  const edge = page.getByRole("separator", { name: "Width of the sources" });
  await edge.focus();
  for (const [key, expected] of [["End", 860], ["ArrowRight", 836], ["Home", 320], ["ArrowLeft", 344]] as const) {
    await page.keyboard.press(key);
    await expect(edge).toHaveAttribute("aria-valuenow", `${expected}`);
    expect(await width(evidence)).toBe(expected);
  }
  await expect(edge).toHaveAttribute("aria-valuemin", "320");
  await expect(edge).toHaveAttribute("aria-valuemax", "860");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(edge).toBeHidden();
});

test("a page of a PDF is drawn anew at another width, and what was read stays in sight", async ({ chat }) => {
  const { page, evidence } = chat;
  const sheet = evidence.locator(".sheet:has(.area.words)");
  const canvas = sheet.locator("canvas");
  await expect(canvas).toBeVisible();
  await expect(sheet.locator(".area.words").first()).toBeInViewport();
  const drawn = () => canvas.evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const before = await drawn();
  await page.getByRole("separator").press("End");
  await expect.poll(drawn).toBeGreaterThan(1.8 * before);
  await expect(sheet.locator(".area.words").first()).toBeInViewport();
});
