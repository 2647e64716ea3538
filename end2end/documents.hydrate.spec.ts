// Documents that a reader brings: watched until they answer, removed, and brought back.
import { heldBack } from "./support/late";
import { SCAN } from "./support/scan";
import { expect, test } from "./support/test";

const file = (name: string, text: string) => ({ name, mimeType: "text/markdown", buffer: Buffer.from(text) });
const REEDS = file("reeds.md", "# Reeds\n\nThe reed beds of the lower marsh are cut in February, before the bitterns nest.\n");
const SLUICE = file("sluice.md", "# Sluice\n\nThe sluice at Tarn Bridge opens when the gauge shows ninety centimetres.\n");

test("what is uploaded answers, is gone once it is removed, and answers again after undo", async ({ chat }) => {
  const { page } = chat;
  const question = "At how many centimetres does the sluice at Tarn Bridge open?";
  await page.goto("/documents");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await expect(page.getByRole("link", { name: "Documents", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.locator("label", { hasText: "Add documents" })).toBeVisible();
  expect((await page.getByLabel("Add documents").boundingBox())!.width, "a button in the place of the browser's own").toBeLessThan(2);
  await page.getByLabel("Add documents").setInputFiles([REEDS, SLUICE]);
  for (const name of ["reeds", "sluice"]) {
    await expect(page.getByText(`Uploaded uploads/${name}.md.`)).toBeVisible();
    await expect(row(name)).toContainText("Ready");
  }
  await chat.open();
  await chat.askAndWait(question);
  await expect(chat.answer).toContainText("ninety centimetres");

  await page.goto("/documents");
  await page.getByRole("button", { name: "Remove: uploads/sluice.md" }).click();
  await expect(page.getByText("Removed uploads/sluice.md.")).toBeVisible();
  await expect(row("sluice")).toHaveCount(0);
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(page.getByText("Restored uploads/sluice.md.")).toBeVisible();
  await expect(row("sluice")).toContainText("Ready");
  for (const name of ["reeds", "sluice"]) {
    await page.getByRole("button", { name: `Remove: uploads/${name}.md` }).click();
    await expect(page.getByText(`Removed uploads/${name}.md.`)).toBeVisible();
  }
  await chat.open();
  await chat.askAndWait(question);
  await expect(chat.answer).not.toContainText("ninety centimetres");

  function row(name: string) {
    return page.getByRole("row").filter({ hasText: `uploads/${name}.md` });
  }
});

test("a list that lies open shows at once what comes and goes elsewhere", async ({ chat, context }) => {
  const { page } = chat;
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto("/documents");
    await expect(one.locator("html")).toHaveAttribute("data-hydrated", "");
  }
  const row = other.getByRole("row").filter({ hasText: "uploads/osier.md" });
  await page.getByLabel("Add documents").setInputFiles({ ...REEDS, name: "osier.md" });
  await expect(row).toContainText("Ready", { timeout: 5_000 });
  await page.getByRole("button", { name: "Remove: uploads/osier.md" }).click();
  await expect(row).toHaveCount(0, { timeout: 5_000 });
});

test("a file that cannot be read is refused by name, and the list is found and sorted", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.getByLabel("Add documents").setInputFiles({ ...REEDS, name: "reeds.exe" });
  await expect(page.getByText("reeds.exe is not in a format that can be read.")).toBeVisible();
  const rows = page.getByRole("rowheader");
  await page.getByLabel("Find by name").fill("leave");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Find by name").fill("");
  await page.getByLabel("Sort by").selectOption("pages");
  await expect(rows.first()).toContainText("staff-handbook.pdf");
});

for (const { name, buffer, reason } of [
  { name: "old-letter.doc", buffer: Buffer.from("d0cf11e0a1b11ae1".padEnd(2048, "0"), "hex"), reason: "save it as .docx" },
  { name: "scan.pdf", buffer: SCAN, reason: "where tesseract-ocr is installed" },
]) {
  test(`${name} cannot be read: that is told, with what would help, and nothing else is offered`, async ({ chat }) => {
    const { page } = chat;
    await page.goto("/documents");
    await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
    await page.getByLabel("Add documents").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    const told = page.getByRole("status").getByRole("listitem");
    await expect(told).toContainText(`Uploaded uploads/${name}, but it `);
    await expect(told).toContainText(reason);
    await expect(told).toHaveClass(/failed/);
    const row = page.getByRole("row").filter({ hasText: `uploads/${name}` });
    // What failed never comes first: one line opens it.
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: /Could not be read: \d/ }).click();
    await expect(row).toContainText(reason);
    await expect(row.getByRole("button")).toHaveText(["Remove"]);
    await row.getByRole("button", { name: "Remove" }).click();
    await expect(row).toHaveCount(0);
  });
}

test("the search and the order stand in the address: over a reload, the way back and in a link", async ({ chat, context }) => {
  const { page } = chat;
  await page.goto("/documents");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  const name = page.getByLabel("Find by name");
  const order = page.getByLabel("Sort by");
  const rows = page.getByRole("rowheader");
  await name.pressSequentially("le");
  await expect(page).toHaveURL("/documents?named=le");
  await order.selectOption("size");
  await expect(page).toHaveURL("/documents?named=le&order=size");
  await expect(rows.first()).toContainText("leave-policy.md");
  const shown = await rows.allTextContents();

  await page.reload();
  await expect(name).toHaveValue("le");
  await expect(order).toHaveValue("size");
  expect(await rows.allTextContents()).toEqual(shown);
  const other = await context.newPage();
  await other.goto(page.url());
  expect(await other.getByRole("rowheader").allTextContents()).toEqual(shown);
  await other.close();

  await rows.first().getByRole("link").click();
  await page.goBack();
  await expect(page).toHaveURL("/documents?named=le&order=size");
  await expect(order).toHaveValue("size");
  await page.goBack();
  await expect(page).toHaveURL("/documents?named=le");
  await expect(order).toHaveValue("name");
  await name.fill("");
  await expect(page).toHaveURL("/documents");
});

test("the way back is taken too before the page is awake", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents?named=le");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  const order = page.getByLabel("Sort by");
  await order.selectOption("size");
  await expect(page).toHaveURL("/documents?named=le&order=size");

  const come = await heldBack(page);
  await page.reload({ waitUntil: "commit" });
  await expect(order).toHaveValue("size");
  // Playwright's own way back waits for the page, which waits for the program.
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/documents?named=le");
  come();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await expect(order).toHaveValue("name");
});

test("files that are chosen before the program comes are uploaded once it does", async ({ chat }) => {
  const { page } = chat;
  const come = await heldBack(page);
  await page.goto("/documents", { waitUntil: "commit" });
  await page.getByLabel("Add documents").setInputFiles({ ...REEDS, name: "early.md" });
  come();
  await expect(page.getByText("Uploaded uploads/early.md.")).toBeVisible();
  await page.getByRole("button", { name: "Remove: uploads/early.md" }).click();
  await expect(page.getByText("Removed uploads/early.md.")).toBeVisible();
});

test("the tree of folders leads to the documents of each, by clicks, by keys and by the way back", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  const folders = page.getByRole("navigation", { name: "Folders" });
  const rows = page.getByRole("rowheader");
  const current = folders.locator("[aria-current=page]");
  await expect(current).toHaveText("All documents");
  const all = await rows.count();
  await folders.getByRole("link", { name: "people" }).click();
  await expect(page).toHaveURL("/documents?folder=people");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("people/leave-policy.md");
  await expect(folders.getByRole("listitem").filter({ hasText: "people" })).toContainText("2");
  await page.getByLabel("Find by name").fill("expenses");
  await expect(page).toHaveURL("/documents?named=expenses&folder=people");
  await expect(rows).toHaveCount(1);
  await folders.getByRole("link", { name: "visitors" }).press("Enter");
  await expect(folders.getByRole("link", { name: "visitors" })).toBeFocused();
  await expect(page.getByText("No matching documents")).toBeVisible();
  await page.goBack();
  await expect(current).toHaveText("people");
  await page.reload();
  await expect(current).toHaveText("people");
  await page.getByLabel("Find by name").fill("");
  await folders.getByRole("link", { name: "All documents" }).click();
  await expect(page).toHaveURL("/documents");
  await expect(rows).toHaveCount(all);
});

test("many uploads are one line with their number", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/documents");
  await chat.awake();
  const names = Array.from({ length: 5 }, (_, number) => `line-${number}.md`);
  await page.getByLabel("Add documents").setInputFiles(names.map((name) => ({ ...REEDS, name })));
  await expect(page.getByText("Uploaded 5 files.")).toBeVisible();
  await expect(page.locator(".brought .notices li")).toHaveCount(1);
  for (const name of names) await page.getByLabel(`Select uploads/${name}`).check();
  await page.getByRole("button", { name: "Remove selected documents" }).click();
  await expect(page.getByLabel("Select uploads/line-0.md")).toHaveCount(0);
});
