// The example page with CopilotKit, bundled beside the builds and served in the page's place; skipped where its packages
// or a browser cannot be had.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

import { target } from "./environment.mjs";
import { ports, QUESTION, ready } from "./support.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const example = join(here, "../../docs/examples/copilotkit");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ends = [];
after(() => Promise.all(ends.map((end) => end())));

/** The folder of the bundled page, or why there is none. */
function built() {
  if (!existsSync(executablePath)) return { missing: "there is no Chromium here" };
  // Named after its packages, so that other versions get another folder.
  const { dependencies } = JSON.parse(readFileSync(join(example, "package.json"), "utf8"));
  const folder = join(target, "copilotkit", Object.values(dependencies).join("-"));
  mkdirSync(folder, { recursive: true });
  cpSync(example, folder, { recursive: true });
  const npm = (...words) => spawnSync("npm", words, { cwd: folder, encoding: "utf8" });
  const esbuild = join(folder, "node_modules/esbuild/bin/esbuild");
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"];
  if (!existsSync(esbuild) && npm(...install).status !== 0) return { missing: "npm cannot install CopilotKit: the package registry may be out of reach" };
  const build = npm("run", "build");
  assert.equal(build.status, 0, build.stderr);
  return { folder: join(folder, "build") };
}

/** Serves the page beside the chat, as a reader of the example would, and opens it. */
async function opened(folder) {
  const [port] = await ports(1);
  const env = { ...process.env, FOOTNOTE_ADDRESS: `127.0.0.1:${port}`, FOOTNOTE_LOG: "error", FOOTNOTE_FRONT_END: folder };
  const server = spawn(process.execPath, [join(here, "../support/serve.mjs")], { env, stdio: ["ignore", "ignore", "inherit"] });
  ends.push(() => server.kill("SIGTERM"));
  await ready(port);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  ends.push(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  return page;
}

test("a page with CopilotKit shows below each answer what it cites", async (context) => {
  const { folder, missing } = built();
  if (missing) return context.skip(missing);
  const page = await opened(folder);
  const lists = page.getByRole("list", { name: "Sources" });
  const ask = async (question, turn) => {
    await page.getByRole("textbox").fill(question);
    await page.keyboard.press("Enter");
    await lists.nth(turn).waitFor();
  };
  await ask(QUESTION, 0);
  const link = lists.first().getByRole("link", { name: "leave-policy.md" });
  assert.match(await link.getAttribute("href"), /^http:\/\/127\.0\.0\.1:\d+\/content\/people\/leave-policy\.md$/);
  assert.match(await lists.first().innerText(), /25 days/);
  await page.getByText("[people/leave-policy.md]").first().waitFor();

  await ask("What should be done with wet books?", 1);
  assert.match(await lists.nth(1).innerText(), /staff-handbook\.pdf · p\.12[^]*frozen/);
  const [document] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await document.waitForLoadState();
  assert.match(await document.locator("body").innerText(), /Annual leave/);
  return undefined;
});
