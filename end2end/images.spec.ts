// A folder with pictures: they stand in one line below what could not be read, with scripts and without.
import { MODEL_URL } from "./support/addresses";
import { expect, test } from "./support/test";

test.use({ baseURL: MODEL_URL });

for (const address of ["/documents", "/"]) {
  test(`images without text are one line that can be opened, at ${address}`, async ({ chat }) => {
    const { page } = chat;
    if (address === "/") await chat.open();
    else await page.goto(address);
    const line = page.locator("summary", { hasText: "3 images without text" });
    await expect(line).toBeVisible();
    await expect(page.getByText("photos/marsh.png")).toBeHidden();
    await expect(page.getByRole("button", { name: /could not be read/i })).toHaveCount(0);
    await line.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("photos/marsh.png")).toBeVisible();
  });
}
