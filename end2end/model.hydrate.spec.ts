// A chat model writes the answer: prose with marks, follow-up questions, and what happens when it breaks.
import { MODEL_URL, SCRIPTED_PORT } from "./support/addresses";
import { expect, test } from "./support/test";

test.use({ baseURL: MODEL_URL });

test("prose arrives piece by piece and ends with marks and follow-up questions", async ({ chat }) => {
  await chat.open();
  await chat.ask("SLOW What is the learning budget of staff and of volunteers?");
  await expect(chat.stop).toBeVisible();
  const first = (await chat.answer.innerText()).length;
  await expect.poll(async () => (await chat.answer.innerText()).length).toBeGreaterThan(first);
  await chat.finished();

  await expect(chat.marks.first()).toBeVisible();
  await expect(chat.followUps.first()).toBeVisible();
});
