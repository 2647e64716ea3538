// A chat model writes the answer: prose with marks, follow-up questions, and what happens when it breaks.
import { MODEL_URL, SCRIPTED_PORT } from "./support/addresses";
import { expect, test } from "./support/test";

test.use({ baseURL: MODEL_URL });

const QUESTION = "What is the learning budget of staff and of volunteers?";

test("prose arrives piece by piece and ends with marks and follow-up questions", async ({ chat }) => {
  await chat.open();
  // The page itself counts the states of the answer: on a busy machine a look from outside may come when it is whole.
  const states = await chat.page.evaluateHandle(() => {
    const lengths = new Set<number>();
    const look = () => {
      const answer = [...document.querySelectorAll(".answer")].at(-1);
      const isWritten = answer?.getAttribute("aria-busy") === "true" && !answer.querySelector(".waiting");
      if (isWritten) lengths.add(answer.textContent?.length ?? 0);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return lengths;
  });
  await chat.ask(`SLOW ${QUESTION}`);
  await expect(chat.stop).toBeVisible();
  await chat.finished();
  // A busy machine paints seldom: two lengths are enough to tell pieces from one.
  expect(await states.evaluate((lengths) => lengths.size)).toBeGreaterThan(1);

  await expect(chat.marks.first()).toBeVisible();
  await expect(chat.answer.locator("strong")).toHaveText("what the documents say");
  await expect(chat.followUps.first()).toHaveText("What else is covered?");
  await expect(chat.turns.last()).not.toContainText("<<");
});

test("a sentence without numbers is quoted in its note, in the card at its mark, and lit in its document", async ({ chat }) => {
  const said = "Leave is counted in days and is set by length of service.";
  await chat.open();
  await chat.askAndWait("How many days of annual leave do I get?");
  await expect(chat.notes.nth(1)).toContainText(said);
  await chat.marks.nth(1).hover();
  await expect(chat.page.locator(".card")).toContainText(said);
  await chat.marks.nth(1).click();
  const document = chat.page.getByRole("tabpanel", { name: "Document" });
  await expect(document.locator("mark", { hasText: "counted in days" })).toBeVisible();
});

test("a statement that its source contradicts has what the source says in its note, and leads there", async ({ chat }) => {
  const said = "Each parent may take 18 weeks of paid parental leave";
  await chat.open();
  await chat.askAndWait("LIE How many weeks of parental leave?");
  await expect(chat.notes.first()).toContainText(said);
  await expect(chat.notes.first()).toContainText("not found in the source: 777");
  await expect(chat.checks).toContainText("Not confirmed by the sources: 1 of 2 statements.");
  await chat.marks.first().click();
  const document = chat.page.getByRole("tabpanel", { name: "Document" });
  await expect(document.locator("mark", { hasText: "18 weeks" })).toBeInViewport();
});

test("the newest answer stays in sight, question after question", async ({ chat }) => {
  await chat.open();
  const asked = ["What is the limit for lunch?", "What are the opening hours?", "Who may borrow tools?", "How many weeks of parental leave?"];
  for (const question of asked) {
    await chat.askAndWait(question);
    await expect(chat.followUps.last()).toBeInViewport();
  }
});

test("look-ups of the model stay listed below its answer", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait("LOOK wet books and annual leave");
  await expect(chat.answer.locator(".steps li")).toHaveText([/Searched for “LOOK/, /Searched for “wet books”/, /Searched for “annual leave”/]);
});

test("an answer is whole and checked while the model still writes what to ask next", async ({ chat }) => {
  await chat.open();
  await chat.ask(`LINGER ${QUESTION}`);
  await expect(chat.checks).toBeVisible();
  await expect(chat.stop).toBeVisible();
  await expect(chat.followUps).toHaveCount(0);
  await chat.finished();
  await expect(chat.followUps.first()).toHaveText("What else is covered?");
});

test("a source that the model makes up is marked as none, in the text and in the check", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(`INVENT ${QUESTION}`);
  await expect(chat.answer.locator(".invented")).toHaveText("no such source");
  await expect(chat.answer.locator("a", { hasText: "made-up" })).toHaveCount(0);
  await expect(chat.notes.last()).toContainText("no such source: made-up.pdf#page=9");
});

test("an answer comes after a long silence", async ({ chat }) => {
  test.setTimeout(60_000);
  await chat.open();
  await chat.ask(`THINK ${QUESTION}`);
  await expect(chat.marks.first()).toBeVisible({ timeout: 40_000 });
  await chat.finished();
  await expect(chat.failure).toHaveCount(0);
  await expect(chat.answer).toContainText("what the documents say");
});

test("one sentence that a model repeats thousands of times is shown, and the page takes another question", async ({ chat }) => {
  test.setTimeout(120_000);
  await chat.open();
  await chat.ask(`REPEAT ${QUESTION}`);
  await expect(chat.stop).toHaveCount(0, { timeout: 60_000 });
  await expect(chat.answer).toContainText("Nobody knows. Nobody knows.");
  await chat.askAndWait(QUESTION);
  await expect(chat.turns).toHaveCount(2);
});

test("no marker shows half while the answer comes", async ({ chat }) => {
  await chat.open();
  await chat.page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector(".answer")?.textContent ?? "";
      if (/[[*<]/.test(text)) seen.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await chat.askAndWait(`SLOW ${QUESTION}`);
  await expect(chat.marks.first()).toBeVisible();
  expect(await chat.page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test("the steps show the prompt and its cost", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.action(/^sources$/i).click();
  await chat.tab(/steps/i).click();
  await expect(chat.evidence).toContainText("Prompt");
  await expect(chat.evidence).not.toContainText("retrieval mode");
  await expect(chat.evidence).toContainText("321 tokens read");
});

test("a second question is asked with the conversation before it", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.askAndWait("And who approves it?");
  await expect(chat.turns).toHaveCount(2);
  await chat.action(/^sources$/i).click();
  await chat.tab(/steps/i).click();
  await expect(chat.evidence).toContainText("Search query");
});

test("an answer is written again in its place, and the focus is at its turn", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.action(/regenerate/i).click();
  await chat.finished();
  await expect(chat.turns).toHaveCount(1);
  await expect(chat.turns.last()).toBeFocused();
  await expect(chat.answer).toContainText("what the documents say");
});

test("an answer that cannot be written again stays", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  const body = `${JSON.stringify({ Failed: { kind: "failed", message: "The chat model is away." } })}\n`;
  await chat.page.route("**/page/stream*", (route) => route.fulfill({ contentType: "application/jsonl", body }), { times: 1 });
  await chat.action(/regenerate/i).click();
  await expect(chat.failure).toContainText("The chat model is away.");
  await expect(chat.answer).toContainText("what the documents say");
});

test("stopping keeps what has come and ends the model's work", async ({ chat, request }) => {
  const left = async () => (await (await request.get(`http://127.0.0.1:${SCRIPTED_PORT}/requests`)).json()).left;
  const before = await left();
  await chat.open();
  await chat.ask(`ENDLESS ${QUESTION}`);
  await expect(chat.answer).toContainText("word5");
  await chat.stop.click();

  await expect(chat.stop).toHaveCount(0);
  await expect(chat.answer).toContainText("word5");
  await expect(chat.turns.last()).toContainText("You stopped this answer");
  await expect.poll(left).toBe(before + 1);
});

test("deleting another conversation leaves the running answer alone", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await chat.ask(`ENDLESS What is the yearly pay?`);
  await expect(chat.answer).toContainText("word5");
  await chat.conversation(/learning budget/).hover();
  await chat.page
    .getByRole("listitem")
    .filter({ hasText: "learning budget" })
    .getByRole("button", { name: /delete conversation/i })
    .click();
  await expect(chat.conversation(/learning budget/)).toHaveCount(0);
  await expect(chat.stop).toBeVisible();
  await expect(chat.answer).toContainText("word40");
  await chat.stop.click();
});

test("stopping asks nothing, and leaves the next question as it is", async ({ chat }) => {
  await chat.open();
  await chat.ask(`ENDLESS ${QUESTION}`);
  await expect(chat.answer).toContainText("word5");
  await chat.question.fill("And what is the next");
  await chat.stop.click();
  await expect(chat.stop).toHaveCount(0);
  await expect(chat.turns).toHaveCount(1);
  await expect(chat.question).toHaveValue("And what is the next");
});

test("a reload in the middle goes on with the answer", async ({ chat }) => {
  await chat.open();
  await chat.ask(`ENDLESS ${QUESTION}`);
  await expect(chat.answer).toContainText("word5");
  await chat.page.reload();
  await chat.awake();
  await expect(chat.answer).toContainText("word1 ");
  await expect(chat.answer).toContainText("word60");
  await expect(chat.failure).toHaveCount(0);
  await chat.stop.click();
});

test("stopping ends the model's work", async ({ chat, request }) => {
  const left = async () => (await (await request.get(`http://127.0.0.1:${SCRIPTED_PORT}/requests`)).json()).left;
  await chat.open();
  await chat.ask(`ENDLESS ${QUESTION}`);
  await expect(chat.answer).toContainText("word5");
  const before = await left();
  await chat.stop.click();

  await expect.poll(left).toBe(before + 1);
});

test("a model that breaks off leaves its text and an error", async ({ chat }) => {
  await chat.open();
  await chat.ask(`BREAKOFF ${QUESTION}`);

  await expect(chat.failure).toContainText("broke off");
  await expect(chat.answer).toContainText("Here is what the");
  await expect(chat.page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a model that refuses is replaced by passages that say so", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(`REFUSE ${QUESTION}`);

  await expect(chat.answer).toContainText("The chat model failed.");
  await expect(chat.answer).toContainText("650 pounds");
  await expect(chat.answer).not.toContainText("the detail of the failure");
});

test("the newest line is one click away while an answer comes", async ({ chat }) => {
  // A low window is full after a few lines.
  await chat.page.setViewportSize({ width: 1000, height: 420 });
  await chat.open();
  await chat.ask(`ENDLESS ${QUESTION}`);
  const newest = chat.page.getByRole("button", { name: /jump to latest/i });
  await expect(newest).toBeVisible({ timeout: 15_000 });
  await newest.click();
  await chat.stop.click();
});

test("a number that the source does not have is marked and named", async ({
  chat,
}) => {
  await chat.open();
  await chat.askAndWait(`LIE ${QUESTION}`);
  await expect(chat.answer.locator(".doubt").last()).toContainText("777 pounds");
  const wrong = chat.notes.filter({ hasText: "777" }).last();
  await expect(wrong).toContainText("not found in the source: 777");
});

test("what the sources say is checked and counted", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await expect(chat.checks).toContainText(/stand in (its source|their sources)/);
  await expect(chat.answer.locator(".doubt")).toHaveCount(0);
});

test("streaming can be switched off", async ({ chat }) => {
  await chat.open();
  await chat.openSettings();
  await chat.page.getByRole("checkbox", { name: "Stream answers" }).uncheck();
  await chat.closeSettings();
  await chat.askAndWait(QUESTION);
  await expect(chat.marks.first()).toBeVisible();
});

test("what the model looks up shows while it does, and among the steps", async ({ chat }) => {
  await chat.open();
  await chat.openSettings();
  await chat.page.getByLabel("Search further before answering").selectOption("Up to 2 rounds");
  await chat.closeSettings();
  await chat.askAndWait("LOOK What is the learning budget of staff and how long may visitors keep books?");
  await expect(chat.marks.first()).toBeVisible();
  await chat.action(/^sources$/i).click();
  await chat.tab(/steps/i).click();

  await expect(chat.evidence).toContainText("Query plan");
  await expect(chat.evidence).toContainText("Searched for “What is the learning budget of staff”");
  await expect(chat.evidence).toContainText("Searched for “how long may visitors keep books?”");
});
