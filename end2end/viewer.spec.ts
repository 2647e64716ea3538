// A citation opens its document at the exact words, with scripts and without.
import { expect, test } from "./support/test";

test("a document opens on a page of its own with the cited words marked and in sight", async ({ chat, javaScriptEnabled }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait("How many days of annual leave may be carried over after 5 years?");
  const chip = chat.notes.first().getByRole("link");
  const address = await chip.getAttribute("href");
  expect(address).toMatch(/^\/documents\/people\/leave-policy\.md\?.*passage=\d+.*words=.*#cited$/);
  if (javaScriptEnabled === false) await chip.click();
  else await page.goto(address!);
  await expect(page).toHaveTitle(/leave-policy\.md/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leave policy");
  const cited = page.getByRole("region", { name: "The cited passage" });
  await expect(cited).toBeInViewport();
  await expect(cited.locator("mark").first()).toBeInViewport();
  const words = (await cited.locator("mark").allTextContents()).join(" ");
  expect(words).toMatch(/leave/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("leave-policy.md");
});

test("a PDF is read as text where its pages cannot be drawn", async ({ chat, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled !== false, "with scripts its pages are drawn");
  const { page } = chat;
  await page.goto("/documents");
  await page.getByRole("link", { name: "staff-handbook.pdf" }).click();
  await expect(page).toHaveURL(/\/documents\/staff-handbook\.pdf\?page=1/);
  await expect(page.getByText("Page 2", { exact: true })).toBeVisible();
});

test("what is no document is no page", async ({ page }) => {
  for (const address of ["/documents/none.md?passage=0", "/documents/none.md", "/nowhere"]) {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found · Footnote");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await page.getByRole("link", { name: /^Footnote/ }).click();
    await expect(page).toHaveURL("/");
  }
});

test("the address of a document is its page, with the header in sight, and its file is downloaded from there", async ({ page }) => {
  await page.goto("/documents/people/leave-policy.md");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leave policy");
  await expect(page.getByRole("link", { name: "Download" })).toHaveAttribute("href", "/content/people/leave-policy.md");
  await expect(page.getByRole("banner")).toBeInViewport();
});
