// The page in the language of its reader: that of the browser, or the chosen one.
import { readFileSync } from "node:fs";
import { violations } from "./support/axe";
import { expect, test } from "./support/test";

const QUESTION = "What is the learning budget of staff and of volunteers?";

test("the server chooses plurals as the browser does", async ({ chat }) => {
  // The server is held to the same ones in src/client/words/tests.rs.
  const known = JSON.parse(readFileSync(new URL("support/plurals.json", import.meta.url), "utf8"));
  await chat.open();
  const categories = await chat.page.evaluate(({ numbers, categories }) => {
    const inOrder = (language: string) => {
      const rules = new Intl.PluralRules(language);
      return numbers.map((number: number) => rules.select(number)).join(" ");
    };
    return Object.fromEntries(Object.keys(categories).map((language) => [language, inOrder(language)]));
  }, known);
  expect(categories).toEqual(known.categories);
});

test("the program of the page holds no language", async ({ chat }) => {
  const programs: Promise<Buffer>[] = [];
  chat.page.on("response", (response) => {
    if (response.url().endsWith(".wasm")) programs.push(response.body());
  });
  await chat.open();
  await chat.page.waitForLoadState("networkidle");
  const all = Buffer.concat(await Promise.all(programs)).toString("latin1");
  expect(all.length, "the program was looked at").toBeGreaterThan(1_000_000);
  for (const words of ["Keyboard shortcuts", "Ask your documents", "Kept in the data folder", "Tastenk"]) {
    expect(all).not.toContain(words);
  }
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-AT" });

  test("the page speaks German, and Arabic from right to left once that is chosen", async ({ chat }) => {
    test.slow();
    const { page } = chat;
    await chat.open();
    const root = page.locator("html");
    await expect(root).toHaveAttribute("lang", "de");
    await expect(page.getByPlaceholder("Fragen Sie Ihre Dokumente")).toBeVisible();
    await page.getByRole("textbox", { name: "Ihre Frage" }).fill(QUESTION);
    await page.getByRole("button", { name: "Fragen", exact: true }).click();
    const turn = page.getByRole("article");
    await expect(turn.getByRole("button", { name: "Kopieren" })).toBeVisible();
    await expect(turn.locator(".summary")).toContainText(/\d Quellen?/);
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByLabel("Sprache").selectOption("العربية");
    await expect(root).toHaveAttribute("dir", "rtl");
    await chat.awake();
    // The conversation is still there, and what is said of it in the chosen language.
    await expect(turn.getByRole("heading", { name: QUESTION })).toBeVisible();
    await expect(turn.getByRole("button", { name: "نسخ" })).toBeVisible();
    await expect(turn.locator(".summary")).toContainText(/مصدر|مصادر/);
    // What begins the line stands on the right.
    const left = async (name: string) => (await page.getByRole("banner").getByRole("button", { name }).boundingBox())!.x;
    expect(await left("المحادثات")).toBeGreaterThan(await left("الإعدادات"));
    expect(await violations(page)).toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violations(page)).toEqual([]);
    const overflow = () => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await page.evaluate(overflow), "nothing stands beside a small window").toBe(0);
    await page.goto("/documents");
    await chat.awake();
    await expect(page.getByRole("heading", { name: "المستندات" })).toBeVisible();
    expect(await page.evaluate(overflow)).toBe(0);
    expect(await violations(page)).toEqual([]);

    await page.getByLabel("اللغة").selectOption("لغة المتصفح");
    await expect(root).toHaveAttribute("lang", "de");
    await chat.awake();
    // A key steps through the closed list, so that its choice waits.
    await page.getByLabel("Sprache").press("ArrowDown");
    await expect(page.getByRole("button", { name: "Ändern" })).toBeVisible();
    await expect(root).toHaveAttribute("lang", "de");
  });
});

test.describe("in a Japanese browser", () => {
  test.use({ locale: "ja" });

  test("the page speaks Japanese", async ({ chat }) => {
    const { page } = chat;
    await chat.open();
    await page.getByRole("textbox", { name: "質問" }).fill(QUESTION);
    await page.getByRole("button", { name: "質問", exact: true }).click();
    await expect(page.getByRole("article").locator(".summary")).toContainText(/出典 \d 件/);
    await page.goto("/documents");
    const row = page.getByRole("row").filter({ hasText: "staff-handbook.pdf" });
    await expect(row).toContainText("準備完了");
  });
});
