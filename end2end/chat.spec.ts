// The one promise of the page, with and without scripts: a question gets an answer with its sources.
import { expect, test } from "./support/test";

test("an answer carries marks, notes and evidence", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and of volunteers?");

  await expect(chat.answer).toContainText("650 pounds");
  await expect(chat.marks.first()).toBeVisible();
  await expect(chat.notes.first()).toContainText("staff-handbook.pdf");
  await expect(chat.notes.first()).toContainText("7");
});

test("a second question stands below the first", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What should be done with wet books?");
  await chat.askAndWait("How much is paid for each mile in my own car?");

  await expect(chat.turns).toHaveCount(2);
  await expect(chat.turns.first()).toContainText("Wet books are not opened");
  await expect(chat.turns.last()).toContainText("42 pence");
});

test("what the documents do not say is not claimed", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("Which telescope does the observatory recommend to beginners?");

  await expect(chat.answer).toContainText(/fits? your question best|Nothing in your documents matches this question/);
  await expect(chat.answer).not.toContainText(/telescope is|recommends/);
});

test("a question is shown as it was typed, not as HTML", async ({ chat }) => {
  await chat.open();
  await chat.ask("<b>bold</b> <img src=x onerror=alert(1)> leave?");

  await expect(chat.turns.last()).toContainText("<b>bold</b>");
  await expect(chat.page.locator("main img[src=x]")).toHaveCount(0);
});

test("the empty page says what can be asked", async ({ chat }) => {
  await chat.open();

  await expect(chat.page.getByText("staff-handbook.pdf").or(chat.page.getByText(/6 documents/)).first()).toBeVisible();
  await expect(chat.question).toBeVisible();
});

for (const width of [1024, 390]) {
  test(`without scripts, nothing covers the sources at ${width} pixels`, async ({ chat, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled !== false, "with scripts, the list of conversations can be closed");
    await chat.page.setViewportSize({ width, height: 844 });
    await chat.open();
    await chat.askAndWait("What is the learning budget of staff and of volunteers?");
    await expect(chat.page.getByRole("navigation", { name: "Conversations" })).toBeHidden();
    await chat.notes.first().getByRole("link").first().click();

    await expect(chat.page).toHaveURL(/documents\/staff-handbook\.pdf/);
  });
}
