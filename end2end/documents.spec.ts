// The page of documents as plain forms: it works before its scripts arrive, and without them.
import { expect, test } from "./support/test";

test("documents are listed, brought and removed by forms alone", async ({ chat, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled !== false, "with scripts, picking a file sends it");
  const { page } = chat;
  await page.goto("/");
  await page.getByRole("link", { name: "Documents" }).click();
  await expect(page.getByRole("row").filter({ hasText: "staff-handbook.pdf" })).toContainText("Ready");
  const buffer = Buffer.from("Kites are flown from the hill on Sundays.");
  await page.getByLabel("Add documents").setInputFiles({ name: "kites.txt", mimeType: "text/plain", buffer });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Uploaded uploads/kites.txt.")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "uploads/kites.txt" });
  await expect(async () => {
    await page.goto("/documents");
    await expect(row).toContainText("Ready", { timeout: 2_000 });
  }).toPass();
  await page.getByRole("button", { name: "Remove: uploads/kites.txt" }).click();
  await expect(page.getByText("Removed uploads/kites.txt.")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("the list is found and sorted by its address, which a change of a document keeps", async ({ chat, javaScriptEnabled }) => {
  test.slow();
  test.skip(javaScriptEnabled !== false, "with scripts, the list follows the fields");
  const { page } = chat;
  await page.goto("/documents");
  await page.getByLabel("Find by name").fill("book");
  await page.getByLabel("Sort by").selectOption("pages");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL("/documents?named=book&order=pages");
  const rows = page.getByRole("rowheader");
  await expect(rows.first()).toContainText("staff-handbook.pdf");
  await expect(page.getByLabel("Find by name")).toHaveValue("book");
  await expect(page.getByLabel("Sort by")).toHaveValue("pages");
  const buffer = Buffer.from("Kites are flown from the hill on Sundays.");
  await page.getByLabel("Add documents").setInputFiles({ name: "bookmark.txt", mimeType: "text/plain", buffer });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL("/documents?named=book&order=pages");
  await expect(page.getByLabel("Sort by")).toHaveValue("pages");
  await expect(async () => {
    await page.goto("/documents?named=book");
    await page.getByRole("button", { name: "Remove: uploads/bookmark.txt" }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page).toHaveURL("/documents?named=book");
});

test("an image of one's own is removed from the front page too", async ({ chat, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled !== false, "with scripts, picking a file sends it");
  const { page } = chat;
  await page.goto("/documents");
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const buffer = Buffer.from(dot, "base64");
  await page.getByLabel("Add documents").setInputFiles({ name: "kite.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(async () => {
    await page.goto("/");
    await page.locator("summary", { hasText: "without text" }).click({ timeout: 2_000 });
    await page.getByRole("button", { name: "Remove: uploads/kite.png" }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/documents/);
  await expect(page.getByText("Removed uploads/kite.png.")).toBeVisible();
});

test("several documents are chosen and removed at once, and each comes back by itself", async ({ chat, javaScriptEnabled }) => {
  const { page } = chat;
  await page.goto("/documents");
  if (javaScriptEnabled) await chat.awake();
  const names = ["kite-a", "kite-b", "kite-c"].map((name) => `${name}-${javaScriptEnabled}.txt`);
  const buffer = Buffer.from("Kites are flown from the hill on Sundays.");
  await page.getByLabel("Add documents").setInputFiles(names.map((name) => ({ name, mimeType: "text/plain", buffer })));
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Upload", exact: true }).click();
  for (const name of names) await expect(page.getByText(`Uploaded uploads/${name}.`)).toBeVisible();
  const remove = page.getByRole("button", { name: "Remove selected documents" });
  await expect(async () => {
    await page.goto("/documents?named=kite-");
    for (const name of names) await page.getByLabel(`Select uploads/${name}`).check({ timeout: 2_000 });
  }).toPass();
  await page.getByLabel(`Select uploads/${names[1]}`).uncheck();
  await remove.click();
  for (const name of [names[0], names[2]]) await expect(page.getByText(`Removed uploads/${name}.`)).toBeVisible();
  await expect(remove).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText(`Restored uploads/${names[0]}.`)).toBeVisible();
  for (const name of names.slice(0, 2)) {
    await expect(async () => {
      await page.goto("/documents?named=kite-");
      await page.getByRole("button", { name: `Remove: uploads/${name}` }).click({ timeout: 2_000 });
    }).toPass();
  }
});

test("a folder is opened by its link, and found in by its form", async ({ chat, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled !== false, "with scripts, the list follows the fields");
  const { page } = chat;
  await page.goto("/documents");
  await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: "visitors" }).click();
  const rows = page.getByRole("rowheader");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Find by name").fill("rules");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(rows).toHaveText([/borrowing-rules\.md/]);
  await expect(page.locator(".folders [aria-current]")).toHaveText("visitors");
});
