// The page of insights, which only the server makes: with scripts in the browser and without, by keyboard, in any colours.
import { violations } from "./support/axe";
import { expect, test } from "./support/test";

const QUESTION = { messages: [{ role: "user", content: "Xyloquirk zwenderplu?" }] };

test("a question without an answer is counted, and its words are not told", async ({ chat }) => {
  const { page } = chat;
  await page.request.post("/chat", { data: QUESTION });
  await expect(async () => {
    await page.goto("/insights");
    await expect(page.getByText(/^[1-9]\d* questions? got no answer in this time\.$/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText("Xyloquirk")).toHaveCount(0);
  await expect(page.getByRole("table", { name: /questions? in this time/ })).toBeVisible();
  const metrics = await (await page.request.get("/metrics")).text();
  expect(metrics).toMatch(/^footnote_questions_total\{form="message_delta",outcome="nothing"\} [1-9]/m);
});

test("the page is in its reader's language, and the settings lead to it", async ({ chat, javaScriptEnabled }) => {
  const { page } = chat;
  const answer = await page.request.get("/insights", { headers: { "accept-language": "de" } });
  // Without the marks by which a page finds its texts again.
  const german = (await answer.text()).replaceAll("<!>", "");
  expect(german).toContain("Auswertung</h1>");
  expect(german).toContain("7 Tage</a>");
  test.skip(javaScriptEnabled === false, "the settings are opened by a script");
  await chat.open();
  await chat.openSettings();
  await page.getByRole("link", { name: "Insights" }).click();
  await expect(page).toHaveURL("/insights");
});

test("the period is chosen by keyboard", async ({ chat }) => {
  const { page } = chat;
  await page.goto("/insights");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "7 days" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/insights?days=7");
  await expect(page.getByRole("link", { name: "7 days" })).toHaveAttribute("aria-current", "page");
});

for (const colours of [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const) {
  test(`no rule is broken in ${Object.values(colours)}`, async ({ chat, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled === false, "axe is a script");
    const { page } = chat;
    await page.emulateMedia(colours);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.request.post("/chat", { data: QUESTION });
    await page.goto("/insights");
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}
