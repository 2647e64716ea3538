// The link that the server prints: its browser may choose the model, and no other may.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SCRIPTED_PORT } from "./support/addresses";
import { binary, page as pageFiles, root } from "./support/binary.mjs";
import { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const ADDRESS = `http://127.0.0.1:${SCRIPTED_PORT + 3}`;
const data = mkdtempSync(join(tmpdir(), "footnote-operator-"));
let server: ChildProcess | undefined;

/** Starts a server whose settings name nobody; returns the link that it prints. */
async function start() {
  const env = {
    ...pageFiles(),
    FOOTNOTE_ADDRESS: new URL(ADDRESS).host,
    FOOTNOTE_DATA: data,
    FOOTNOTE_DOCUMENTS: join(root, "src/sample/documents"),
    FOOTNOTE_LOG: "off",
    OPENAI_MODEL: "",
    OPENAI_API_KEY: "",
    AZURE_OPENAI_DEPLOYMENT: "",
  };
  server = spawn(binary(), ["serve"], { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: server.stdout! })) {
    const link = /http:\S+\/operator\?key=\S+/.exec(line);
    if (link) return link[0];
  }
  throw new Error("the server printed no link");
}

test.use({ baseURL: ADDRESS, expectedErrors: /403|Failed to load resource/ });

test.afterAll(async () => {
  const ended = once(server!, "exit");
  server!.kill("SIGTERM");
  await ended;
  rmSync(data, { recursive: true, force: true });
});

test("the browser that opens the printed link chooses the model, and a second one cannot", async ({ chat, browser }) => {
  const link = await start();
  const look = (chat: Chat) => chat.page.getByRole("button", { name: "Find models on this machine" });
  await chat.open(link);
  await expect(chat.page).toHaveURL(`${ADDRESS}/`);
  const told = chat.page.getByText("You run this server in this browser.");
  await expect(told).toBeVisible();
  await chat.open();
  await expect(told).toHaveCount(0);
  await chat.openSettings();
  await look(chat).click();
  await expect(chat.page.getByText("open the link that it printed")).toHaveCount(0);

  const context = await browser.newContext({ baseURL: ADDRESS });
  const other = new Chat(await context.newPage(), true);
  expect((await other.page.goto(link))!.status()).toBe(403);
  await other.open();
  await other.page.getByRole("link", { name: "Add your own" }).click();
  await expect(other.page.getByText("open the link that the server printed")).toBeVisible();
  await other.open();
  await other.openSettings();
  await expect(other.page.getByText("open the link that it printed")).toBeVisible();
  await expect(look(other)).toHaveCount(0);
  await context.close();
});
