// Files that belong to a conversation: dropped, pasted or picked where one asks, removed, and kept in the library.
import { randomUUID } from "node:crypto";
import { dragged, onDisk } from "./support/drag";
import { expect, test } from "./support/test";

const HERONS = "# Heron\n\nThe heronry at Alder Carr has seventeen nests.\n";
const QUESTION = "How many nests has the heronry at Alder Carr?";

for (const [reader, user] of [["a reader who is known", randomUUID()], ["somebody", ""]]) {
  test(`a file of ${reader} is asked about where it was dropped, and nowhere else`, async ({ chat, context }) => {
    const { page } = chat;
    if (user) await context.setExtraHTTPHeaders({ "x-footnote-user": user });
    await chat.open();
    const drop = await dragged(page, onDisk("heron.md", HERONS), 700, 300);
    await expect(page.getByText("Drop the files to ask about them")).toBeVisible();
    await drop();
    const files = page.getByRole("list", { name: "Files of this conversation" });
    await expect(files.getByRole("button", { name: "Remove heron.md" })).toBeVisible();
    await chat.askAndWait(QUESTION);
    await expect(chat.answer).toContainText("seventeen nests");
    await expect(chat.turns.last()).toContainText("With heron.md");
    await chat.marks.first().click();
    await expect(chat.evidence).toContainText("seventeen nests");

    await page.reload();
    await chat.awake();
    await expect(files).toContainText("heron.md");
    await chat.askAndWait(QUESTION);
    await expect(chat.answer).toContainText("seventeen nests");

    await files.getByRole("button", { name: "Remove heron.md" }).click();
    await expect(files).toHaveCount(0);
    await chat.askAndWait(QUESTION);
    await expect(chat.answer).not.toContainText("seventeen nests");

    await chat.openConversations();
    await chat.conversation(/new conversation/i).click();
    await chat.askAndWait(QUESTION);
    await expect(chat.answer).not.toContainText("seventeen nests");
  });
}

test("a file is picked by the keyboard, and the question waits for it", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  const field = page.getByLabel("Attach files");
  await chat.question.focus();
  for (let tries = 0; tries < 5 && !(await field.evaluate((element) => element === document.activeElement)); tries++) {
    await page.keyboard.press("Tab");
  }
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(onDisk("heron.md", HERONS));
  await chat.askAndWait(QUESTION);
  await expect(chat.answer).toContainText("seventeen nests");
});

test("what is attached stays over a look elsewhere and a reload, until another conversation begins", async ({ chat, context }) => {
  const { page } = chat;
  await context.setExtraHTTPHeaders({ "x-footnote-user": randomUUID() });
  const attach = (name: string, text: string) =>
    page.getByLabel("Attach files").setInputFiles({ name, mimeType: "text/markdown", buffer: Buffer.from(text) });
  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}` });
  await chat.open();
  await attach("heron.md", HERONS);
  await expect(remove("heron.md")).toBeVisible();
  await page.reload();
  await chat.awake();
  await expect(remove("heron.md")).toBeVisible();
  await chat.askAndWait(QUESTION);
  await expect(chat.answer).toContainText("seventeen nests");
  await expect(chat.answer).not.toContainText("may not answer");

  await attach("otter.md", "# Otter\n\nThe otter holt lies below the weir.\n");
  await expect(remove("otter.md")).toBeVisible();
  const looked = page.waitForResponse(/page\/conversations/);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await looked;
  await page.waitForTimeout(500);
  await expect(remove("otter.md")).toBeVisible();
  await page.reload();
  await chat.awake();
  await expect(remove("otter.md")).toBeVisible();

  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await expect(remove("otter.md")).toHaveCount(0);
  await attach("adder.md", "# Adder\n\nThe adders lie on the south bank.\n");
  await expect(remove("adder.md")).toBeVisible();
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await expect(remove("adder.md")).toHaveCount(0);
  await page.reload();
  await chat.awake();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(0);
});

test.describe("where a file cannot be read", () => {
  test.use({ expectedErrors: /status of 400/ });

  test("a file that cannot be read is refused with the reason, and nothing else is lost", async ({ chat }) => {
    const { page } = chat;
    await chat.open();
    await chat.question.fill(QUESTION);
    const odd = { name: "odd.xyz", mimeType: "application/octet-stream", buffer: Buffer.from([1, 2, 3]) };
    await page.getByLabel("Attach files").setInputFiles([odd, onDiskFile("heron.md")]);
    await expect(page.getByRole("status").filter({ hasText: "odd.xyz was not accepted" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove heron.md" })).toBeVisible();
    await expect(chat.question).toHaveValue(QUESTION);

    function onDiskFile(name: string) {
      return { name, mimeType: "text/markdown", buffer: Buffer.from(HERONS) };
    }
  });
});

test("an attached file is kept in the library by one click", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await page.getByLabel("Attach files").setInputFiles(onDisk("heron-kept.md", HERONS));
  await page.getByRole("button", { name: "Add to documents: heron-kept.md" }).click();
  await expect(page.getByText("Uploaded uploads/heron-kept.md.")).toBeVisible();
  await page.goto("/documents");
  await page.getByRole("button", { name: "Remove: uploads/heron-kept.md" }).click();
  await expect(page.getByText("Removed uploads/heron-kept.md.")).toBeVisible();
});
