// Takes the README's picture of the page (`make screenshot`).
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { Server } from "../attack/server.mjs";

const server = await Server.start();
await server.read(20);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1360, height: 820 } });
await page.goto(server.url);
await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
for (const question of ["What is the learning budget of staff and of volunteers?", "What should be done with wet books?"]) {
  await page.getByRole("textbox", { name: /question/i }).fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator(".followups").last().waitFor();
}
await page.locator(".mark a").last().click();
await page.locator(".sheet:has(.area) canvas").first().waitFor({ timeout: 30_000 });
await page.waitForTimeout(400);
await page.mouse.move(0, 0);
await page.screenshot({ path: fileURLToPath(new URL("../screenshot.png", import.meta.url)) });
await browser.close();
await server.close();
