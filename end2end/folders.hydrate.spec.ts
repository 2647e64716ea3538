// A question that is kept to one folder of the documents.
import { expect, test } from "./support/test";

test("answers are kept to the chosen folder until all documents are asked again", async ({ chat }) => {
  const { page } = chat;
  const question = "What should be done with wet books?";
  const folder = page.getByRole("combobox", { name: "Ask in" });
  await chat.open();
  await folder.selectOption("people");
  await chat.askAndWait(question);
  await expect(chat.evidence).not.toContainText("staff-handbook.pdf");
  await expect(chat.answer).not.toContainText("Wet books are not opened");

  await page.reload();
  await chat.awake();
  await expect(folder).toHaveValue("people");
  await folder.selectOption("All documents");
  await chat.askAndWait(question);
  await expect(chat.answer).toContainText("Wet books are not opened");
});
