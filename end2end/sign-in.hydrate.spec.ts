// Signing in at an issuer of OpenID Connect: who finds what, and who has signed out.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { SCRIPTED_PORT } from "./support/addresses";
import { binary, page as pageFiles, root } from "./support/binary.mjs";
import { Chat } from "./support/chat";

const ADDRESS = `http://127.0.0.1:${SCRIPTED_PORT + 4}`;
const ISSUER = `http://localhost:${SCRIPTED_PORT + 5}`;
const folder = mkdtempSync(join(tmpdir(), "footnote-sign-in-"));
const programs: ChildProcess[] = [];

test.use({ baseURL: ADDRESS });

test.beforeAll(async () => {
  for (const name of ["documents", "documents/hr"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "documents/tea.md"), "# Tea\n\nTea is served at four in the kitchen.\n");
  writeFileSync(join(folder, "documents/hr/pay.md"), "# Pay\n\nSalaries are paid on the 25th of each month.\n");
  writeFileSync(join(folder, "documents/hr/.access"), "group: hr\n");
  const here = dirname(fileURLToPath(import.meta.url));
  start(process.execPath, [join(here, "support/issuer.mjs"), ISSUER, ADDRESS], {});
  await expect.poll(() => ready(`${ISSUER}/.well-known/openid-configuration`), { timeout: 15_000 }).toBe(true);
  start(binary(), ["serve"], {
    ...pageFiles(),
    FOOTNOTE_ADDRESS: new URL(ADDRESS).host,
    FOOTNOTE_DATA: join(folder, "data"),
    FOOTNOTE_DOCUMENTS: join(folder, "documents"),
    FOOTNOTE_SIGN_IN_ISSUER: ISSUER,
    FOOTNOTE_SIGN_IN_CLIENT: "footnote",
    FOOTNOTE_SIGN_IN_SECRET: "footnote-secret",
    FOOTNOTE_UPLOADS: "hr",
    FOOTNOTE_LOG: "warn",
    OPENAI_MODEL: "",
    OPENAI_API_KEY: "",
    AZURE_OPENAI_DEPLOYMENT: "",
  });
  await expect.poll(() => ready(`${ADDRESS}/healthz`), { timeout: 15_000 }).toBe(true);
});

test.afterAll(async () => {
  const ended = programs.map((program) => once(program, "exit"));
  for (const program of programs) program.kill("SIGTERM");
  await Promise.all(ended);
  rmSync(folder, { recursive: true, force: true });
});

function start(program: string, given: string[], env: Record<string, string | undefined>) {
  programs.push(spawn(program, given, { cwd: root, env: { ...process.env, ...env }, stdio: "ignore" }));
}

/** True if an address answers, and the index has been read, of which nobody is told more than what is public. */
async function ready(address: string): Promise<boolean> {
  const told = await fetch(address).then((response) => response.json(), () => undefined);
  return told !== undefined && (told.documents === undefined || (!told.indexing && told.documents === 1));
}

/** A visitor in a browser of their own, who is led to the issuer and signs in there. */
async function visitor(browser: Browser, name: string): Promise<Chat> {
  const context = await browser.newContext({ baseURL: ADDRESS });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page).toHaveURL(new RegExp(`^${ISSUER}/interaction/`));
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${ADDRESS}/`);
  const chat = new Chat(page, true);
  await chat.awake();
  return chat;
}

const signOut = (page: Page) => page.getByRole("button", { name: /sign out/i });

test("a reader signs in, asks what only her group may read, and signs out for good", async ({ browser }) => {
  const ada = await visitor(browser, "ada");
  await expect(signOut(ada.page)).toContainText("ada@example.org");
  await ada.askAndWait("When are salaries paid?");
  await expect(ada.answer).toContainText("25th");
  await ada.page.goto("/documents");
  await expect(ada.page.getByRole("link", { name: /pay/i }).first()).toBeVisible();
  await expect(signOut(ada.page)).toBeVisible();

  const copied = await ada.page.context().cookies(ADDRESS);
  await signOut(ada.page).click();
  await expect(ada.page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await expect(ada.page.getByRole("link", { name: /localhost/ })).toHaveAttribute("href", new RegExp(`^${ISSUER}/session/end`));

  const other = await browser.newContext({ baseURL: ADDRESS });
  await other.addCookies(copied);
  const page = await other.newPage();
  await page.goto("/documents");
  await expect(page, "a copied cookie is worth nothing").toHaveURL(new RegExp(`^${ISSUER}/interaction/`));
  await other.close();

  await ada.page.getByRole("link", { name: "Sign in" }).click();
  await expect(signOut(ada.page), "the issuer still knows her").toBeVisible();
  await ada.page.context().close();
});

test("a reader without the group does not see its documents", async ({ browser }) => {
  const eve = await visitor(browser, "eve");
  await expect(signOut(eve.page)).toContainText("eve@example.org");
  await eve.askAndWait("When are salaries paid?");
  await expect(eve.answer).not.toContainText("25th");
  await eve.askAndWait("When is tea served?");
  await expect(eve.answer).toContainText("four");
  await eve.page.goto("/documents");
  await expect(eve.page.getByRole("link", { name: /tea/i }).first()).toBeVisible();
  await expect(eve.page.getByRole("link", { name: /pay/i })).toHaveCount(0);
  await eve.page.context().close();
});

test("a reader whose sign-in has ended is told so where she asks", async ({ browser }) => {
  const ada = await visitor(browser, "ada");
  const again = await ada.page.context().newPage();
  await again.goto("/documents");
  await signOut(again).click();
  await expect(again.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await ada.question.fill("When is tea served?");
  await ada.page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(ada.page.getByText("Load this page again to sign in")).toBeVisible();
  await ada.page.context().close();
});
