// Files that are dropped anywhere on the page of documents: they are uploaded, or it is said why not, and the page stays.
import { FRONT_END_URL } from "./support/addresses";
import { dragged, onDisk } from "./support/drag";
import { heldBack } from "./support/late";
import { expect, test } from "./support/test";

const TEXT = "# Heron\n\nThe heronry at Alder Carr has seventeen nests.\n";

test("a file that is dropped anywhere on the page of the documents is uploaded", async ({ chat }) => {
  const { page } = chat;
  await chat.open("/documents");
  const drop = await dragged(page, onDisk("heron.md", TEXT), 700, 300);
  await expect(page.getByText("Drop the files to add them")).toBeVisible();
  await drop();
  await expect(page.getByText("Uploaded uploads/heron.md.")).toBeVisible();
  await expect(page.getByText("Drop the files to add them")).toBeHidden();
  await expect(page).toHaveURL("/documents");
  await page.getByRole("button", { name: "Remove: uploads/heron.md" }).click();
  await expect(page.getByText("Removed uploads/heron.md.")).toBeVisible();
});

test("a file that is dropped before the page is awake does not take its place", async ({ chat }) => {
  const { page } = chat;
  const come = await heldBack(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(chat.question).toBeVisible();
  const drop = await dragged(page, onDisk("heron.md", TEXT), 700, 300);
  await drop();
  come();
  await chat.awake();
  await expect(chat.question).toBeVisible();
  await expect(page).toHaveURL("/");
});

test.describe("where nobody may upload", () => {
  test.use({ baseURL: FRONT_END_URL });

  test("what is dropped is swallowed, with the reason", async ({ chat }) => {
    const { page } = chat;
    await chat.open("/documents");
    const drop = await dragged(page, onDisk("heron.md", TEXT), 700, 300);
    await expect(page.getByText("You are not allowed to upload documents here.")).toBeVisible();
    await drop();
    await expect(page.getByRole("status").filter({ hasText: "You are not allowed to upload documents here." })).toBeVisible();
    await expect(page).toHaveURL(/\/documents$/);
  });
});
