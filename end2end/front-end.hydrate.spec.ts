// A front end of others in the page's place: it speaks each form in a browser, and the page has moved.
import { FRONT_END_URL } from "./support/addresses";
import { FORMS } from "./support/front-end/forms.js";
import { expect, test } from "./support/test";

test.use({ baseURL: FRONT_END_URL });

for (const [name, form] of Object.entries(FORMS)) {
  for (const streams of form.streamsOnly ? [true] : [true, false]) {
    test(`${name}: a question ${streams ? "streams its answer" : "is answered whole"}, and another goes on`, async ({ chat }) => {
      const page = chat.page;
      await page.goto(`/?form=${name}`);
      if (!streams) await page.getByLabel("Stream").uncheck();
      const turns = page.locator("#turns > li");
      const ask = async (question: string) => {
        await page.getByLabel("Question").fill(question);
        await page.getByRole("button", { name: "Ask" }).click();
        await expect(turns.last().locator(".question")).toHaveText(question);
        await expect(turns.last()).not.toHaveAttribute("aria-busy", "true");
        await expect(turns.last().locator(".error")).toBeEmpty();
      };
      await ask("What should be done with wet books?");
      await expect(turns.last().locator(".answer")).toContainText("Wet books are not opened");
      if (streams) expect(Number(await turns.last().getAttribute("data-pieces"))).toBeGreaterThan(1);
      if (!form.bare) {
        await expect(turns.last().locator(".thoughts")).not.toBeEmpty();
        await expect(turns.last().locator(".thoughts")).not.toContainText("[object Object]");
        await expect(turns.last().locator(".supporting")).toContainText("frozen");
      }
      await turns.last().getByRole("button").first().click();
      await expect(page.getByTitle("Document")).toHaveAttribute("src", /^blob:/);

      await ask("What is the learning budget of staff?");
      await expect(turns).toHaveCount(2);
      await expect(turns.last().locator(".answer")).toContainText("650 pounds");
    });
  }
}

test("every form that the server has is spoken by the front end of these tests", async ({ request }) => {
  const refusal = await request.post("/chat?dialect=none", { data: { messages: [{ role: "user", content: "?" }] } });
  const told = JSON.stringify(await refusal.json()).match(/there are ([a-z_, ]+)/)?.[1];
  expect(told?.split(", ").sort()).toEqual(Object.keys(FORMS).sort());
});

test("scripts and styles of a foreign build run, and its addresses are its own", async ({ chat }) => {
  await chat.page.goto("/conversations/7?form=sdk");
  await expect(chat.page.locator("html")).toHaveAttribute("data-inline", "ran");
  await expect(chat.page.getByLabel("Question")).toBeVisible();
});

test("the page answers at its other address", async ({ chat }) => {
  await chat.open("/footnote");
  await chat.askAndWait("What should be done with wet books?");
  await expect(chat.answer).toContainText("Wet books are not opened");
  await chat.page.getByRole("link", { name: "Footnote" }).click();
  await expect(chat.turns).toHaveCount(0);
  await expect(chat.page).toHaveURL(/\/footnote/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page's form comes back to its other address", async ({ chat }) => {
    await chat.open("/footnote");
    await chat.ask("What should be done with wet books?");
    await expect(chat.answer).toContainText("Wet books are not opened");
    await expect(chat.page).toHaveURL(/\/footnote\/c\/\w+#turn-1$/);
    await chat.page.getByRole("link", { name: "Footnote" }).click();
    await expect(chat.page).toHaveURL(/\/footnote$/);
  });
});
