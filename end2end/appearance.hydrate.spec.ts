// The look of the page, as its reader wants it, on every page and after every reload.
import { expect, test } from "./support/test";

test("theme and text size are chosen in the settings, and stay", async ({ chat }) => {
  const { page } = chat;
  const look = () => page.evaluate(() => {
    const { colorScheme, fontSize } = getComputedStyle(document.documentElement);
    return [colorScheme, fontSize, getComputedStyle(document.documentElement).backgroundColor];
  });
  await page.emulateMedia({ colorScheme: "light" });
  await chat.open();
  const [, , light] = await look();
  await chat.settingsButton.click();
  // Language and look come first; what few readers change is folded.
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("label:visible > span")).toHaveText(["Language", "Theme", "Text size", "Single-key shortcuts"]);
  await expect(dialog).toContainText("Chat model");
  await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
  await page.getByRole("combobox", { name: "Text size" }).selectOption("Large");
  const chosen = await look();
  expect(chosen.slice(0, 2)).toEqual(["dark", "18px"]);
  expect(chosen[2]).not.toBe(light);
  for (const address of ["/", "/documents"]) {
    await page.goto(address);
    expect(await look()).toEqual(chosen);
  }
  await chat.open();
  await chat.openSettings();
  await page.getByRole("combobox", { name: "Theme" }).selectOption("System");
  await page.reload();
  expect((await look())[2]).toBe(light);
});
