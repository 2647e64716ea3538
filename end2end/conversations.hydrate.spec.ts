// Conversations of a reader whom nobody knows: kept for the browser, in all of its windows, deleted and brought back.
import { expect, test } from "./support/test";

const QUESTION = "What should be done with wet books?";

test("conversations are kept over a reload", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.page.reload();
  await chat.awake();
  await chat.conversation(/wet books/).click();

  await expect(chat.turns).toHaveCount(1);
  await expect(chat.answer).toContainText("Wet books are not opened");
});

test("a deleted conversation comes back by undoing", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/wet books/).hover();
  await chat.conversation(/delete conversation/i).click();
  await expect(chat.conversation(/wet books/)).toHaveCount(0);
  await expect(chat.turns).toHaveCount(0);

  await expect(chat.conversation(/undo/i)).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await chat.conversation(/wet books/).click();
  await expect(chat.answer).toContainText("Wet books are not opened");
});

test("deleting all of them is asked first, and can be undone as well", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await chat.askAndWait("What is the yearly pay of a branch manager?");
  await chat.conversation(/delete all/i).click();
  await expect(chat.conversation(/delete all/i)).toBeFocused();
  await chat.conversation(/cancel/i).click();
  await expect(chat.conversation(/delete all/i)).toBeFocused();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(2);
  await chat.conversation(/delete all/i).click();
  await chat.conversation(/delete all/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(0);
  await chat.conversation(/undo/i).click();
  await expect(chat.conversation(/wet books|yearly pay/)).toHaveCount(2);
});

test("the page's own address shows the first screen, and that of a conversation the conversation", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  const address = chat.page.url();
  await chat.open("/");
  await expect(chat.page.locator(".welcome")).toBeVisible();
  await chat.openConversations();
  await expect(chat.conversation(/wet books/)).toBeVisible();
  await expect(chat.turns).toHaveCount(0);
  await chat.open(address);
  await expect(chat.turns).toHaveCount(1);
});

test("another window lists what this one keeps", async ({ chat, context }) => {
  await chat.open();
  const other = await context.newPage();
  await other.goto("/");
  await other.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await chat.askAndWait(QUESTION);
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));

  await expect(other.getByRole("navigation", { name: /conversations/i })).toContainText("wet books");
});

test("a conversation gets a name of its own, which stays when it goes on", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/wet books/).hover();
  await chat.conversation(/rename conversation/i).click();
  const name = page.getByRole("textbox", { name: /name of the conversation/i });
  await expect(name).toBeFocused();
  await name.fill("Flooded cellar");
  await page.keyboard.press("Enter");
  await expect(chat.conversation(/Flooded cellar/)).toBeFocused();

  await chat.askAndWait("What is the yearly pay of a branch manager?");
  await page.reload();
  await chat.awake();
  await expect(chat.conversation(/Flooded cellar/)).toHaveCount(1);
  await chat.conversation(/Flooded cellar/).hover();
  await chat.conversation(/rename conversation/i).click();
  await name.fill("Nothing");
  await page.keyboard.press("Escape");
  await expect(chat.conversation(/Flooded cellar/)).toHaveCount(1);
});

test("conversations are found by what they say", async ({ chat }) => {
  await chat.open();
  await chat.askAndWait(QUESTION);
  await chat.openConversations();
  await chat.conversation(/new conversation/i).click();
  await chat.askAndWait("What is the yearly pay of a branch manager?");
  const find = chat.page.getByRole("searchbox", { name: /find a conversation/i });
  await find.fill("FROZEN within");
  await expect(chat.conversation(/yearly pay/)).toHaveCount(0);
  await expect(chat.conversation(/wet books/)).toHaveText(/frozen within/);
  await find.fill("zeppelin");
  await expect(chat.page.getByText("No matching conversations")).toBeVisible();
  await find.fill("");
  await expect(chat.conversation(/yearly pay|wet books/)).toHaveCount(2);
});

test("conversations are listed by date, each below its heading, and search finds them in one list", async ({ chat }) => {
  const { page } = chat;
  await page.clock.setFixedTime(new Date(2026, 2, 12, 9, 30));
  const asked: [string, Date][] = [
    ["this morning", new Date(2026, 2, 12, 0, 5)],
    ["last night", new Date(2026, 2, 11, 23, 55)],
    ["last week", new Date(2026, 2, 6)],
    ["in February", new Date(2026, 1, 20)],
    ["in the old year", new Date(2025, 11, 24)],
  ];
  await page.route("**/page/conversations", async (route) => {
    const response = await route.fetch();
    const conversations = asked.map(([title, at], id) => {
      const used = Math.floor(at.getTime() / 1000);
      return { id: `${id}`, name: `Asked ${title}`, first: "", pinned: false, used, shared: false, version: 0 };
    });
    await route.fulfill({ response, json: { ...(await response.json()), conversations } });
  });
  await chat.open();
  await chat.openConversations();
  const list = page.getByRole("navigation", { name: /conversations/i });
  const headings = ["Today", "Yesterday", "Previous 7 days", "Previous 30 days", "December 2025"];
  await expect(list.getByRole("heading")).toHaveText(headings);
  await expect(list.getByRole("list", { name: "Today" }).getByRole("listitem")).toContainText(["Asked this morning"]);
  await expect(list.getByRole("list", { name: "Yesterday" }).getByRole("listitem")).toContainText(["Asked last night"]);

  await page.getByRole("searchbox", { name: /find a conversation/i }).fill("last");
  await expect(list.getByRole("heading")).toHaveCount(0);
  await expect(list.getByRole("list").getByRole("listitem")).toContainText(["Asked last night", "Asked last week"]);
});

test("what an earlier version kept in the browser is taken over once", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await page.evaluate(() => {
    const answer = { text: "At four.", context: {}, finish: "stop", model: "m", usage: null, error: null };
    const turn = { id: crypto.randomUUID(), question: "When is tea?", answer, stopped: false };
    const id = crypto.randomUUID();
    localStorage.setItem("footnote.conversations", JSON.stringify([{ id, title: "Meals", at: 1, named: true }]));
    localStorage.setItem(`footnote.conversation.${id}`, JSON.stringify({ turns: [turn] }));
  });
  await page.reload();
  await chat.awake();
  await chat.openConversations();
  await chat.conversation(/Meals/).click();
  await expect(chat.answer).toContainText("At four.");
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("footnote.conversation");
});
