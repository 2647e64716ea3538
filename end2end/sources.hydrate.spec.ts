// Several questions at once, and sources that are missing.
import { expect, test } from "./support/test";

test("a source that is missing is told where it fell out", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What does a hotel night in the capital cost?");
  await chat.action(/^sources$/i).click();
  const { evidence } = chat;
  await evidence.getByText("Missing a source?").click();
  const name = evidence.getByRole("combobox", { name: "Document" });
  await name.fill("leave-policy.md");
  await evidence.getByRole("button", { name: "Why was it not used?" }).click();
  const told = evidence.getByText("Did you mean “people/leave-policy.md”?");
  await expect(told).toBeInViewport();
  await name.fill("staff-handbook.pdf");
  await evidence.getByRole("spinbutton", { name: "Page" }).fill("1");
  await name.press("Enter");
  const way = evidence.getByRole("list", { name: "What happened to staff-handbook.pdf#page=1" });
  await expect(way.getByRole("listitem").filter({ hasText: "Words" })).toContainText("none of the question's words");
  await expect(way.locator('[data-outcome="lost"]')).toContainText("Choice");
  // There is no such page, and what was told of another does not hold for it.
  await evidence.getByRole("spinbutton", { name: "Page" }).fill("0");
  await name.press("Enter");
  await expect(way).toHaveCount(0);
  await evidence.getByRole("spinbutton", { name: "Page" }).fill("1");
  await name.press("Enter");
  await expect(way).toBeVisible();
  await chat.askAndWait("What is the learning budget of staff?");
  await expect(way).toHaveCount(0);
});

test("each question of a message is answered, or named as open", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What does a hotel night in the capital cost? Who won the world cup in 1998?");
  await expect(chat.answer).toContainText("155 pounds");
  await expect(chat.answer).toContainText("no answer to “Who won the world cup in 1998?”");
});

test("every statement of the answer is marked in its passages, and a mark leaves its own", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("What is the learning budget of staff and what should be done with wet books?");
  const note = chat.notes.filter({ hasText: "Wet books are not opened" });
  const number = (await note.locator(".number").textContent())!;
  await chat.action(/^sources$/i).click();
  const marked = chat.evidence.locator(".passage mark");
  await expect(marked.filter({ hasText: "650 pounds" }).first()).toBeVisible();
  await expect(marked.filter({ hasText: "Wet books are not opened" }).first()).toBeVisible();
  await chat.marks.filter({ hasText: number }).last().click();
  await chat.tab(/sources/i).click();
  const chosen = chat.evidence.locator("#chosen-passage");
  await expect(chosen).toContainText("Wet books are not opened");
  await expect(chosen.locator(".number").filter({ hasText: number })).toBeVisible();
});
