// The switch of the language as a plain form: it works without scripts.
import { expect, test } from "./support/test";

test.use({ javaScriptEnabled: false });

test("the language is chosen by a form alone", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents?order=size");
  await page.getByLabel("Language").selectOption("Polski");
  await page.getByRole("button", { name: "Change" }).click();
  await expect(page.getByRole("heading", { name: "Dokumenty" })).toBeVisible();
  await expect(page).toHaveURL("/documents?order=size");
});
