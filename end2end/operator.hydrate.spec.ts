// The link that the server prints: its browser may choose the model, and no other may.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SCRIPTED_PORT } from "./support/addresses";
import { binary, page as pageFiles, root } from "./support/binary.mjs";
import { Chat } from "./support/chat";
import { expect, test } from "./support/test";

const ADDRESS = `http://127.0.0.1:${SCRIPTED_PORT + 3}`;
const EMPTY = `http://127.0.0.1:${SCRIPTED_PORT + 4}`;
const data = mkdtempSync(join(tmpdir(), "footnote-operator-"));
const servers: ChildProcess[] = [];

/** Starts a server whose settings name nobody; returns the link that it prints. */
async function start(address: string, documents: string) {
  const env = {
    ...pageFiles(),
    FOOTNOTE_ADDRESS: new URL(address).host,
    FOOTNOTE_DATA: join(data, new URL(address).port),
    FOOTNOTE_DOCUMENTS: documents,
    FOOTNOTE_LOG: "off",
    OPENAI_MODEL: "",
    OPENAI_API_KEY: "",
    AZURE_OPENAI_DEPLOYMENT: "",
  };
  const server = spawn(binary(), ["serve"], { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
  servers.push(server);
  for await (const line of createInterface({ input: server.stdout! })) {
    const link = /http:\S+\/operator\?key=\S+/.exec(line);
    if (link) return link[0];
  }
  throw new Error("the server printed no link");
}

test.use({ baseURL: ADDRESS, expectedErrors: /403|Failed to load resource|left the origin/ });

test.afterAll(async () => {
  const ended = servers.map((server) => once(server, "exit"));
  servers.forEach((server) => server.kill("SIGTERM"));
  await Promise.all(ended);
  rmSync(data, { recursive: true, force: true });
});

test("the browser that opens the printed link chooses the model, and a second one cannot", async ({ chat, browser }) => {
  const link = await start(ADDRESS, join(root, "src/sample/documents"));
  const look = (chat: Chat) => chat.page.getByRole("button", { name: "Find models on this machine" });
  await chat.open(link);
  await expect(chat.page).toHaveURL(`${ADDRESS}/`);
  const told = chat.page.getByText("You run this server in this browser.");
  await expect(told).toBeVisible();
  await chat.open();
  await expect(told).toHaveCount(0);
  await chat.openSettings();
  await look(chat).click();
  await expect(chat.page.getByText("Whoever runs this server chooses the model")).toHaveCount(0);

  const context = await browser.newContext({ baseURL: ADDRESS });
  const other = new Chat(await context.newPage(), true);
  expect((await other.page.goto(link))!.status()).toBe(403);
  await other.open();
  await expect(other.page.getByText("adds documents, by the link that it printed")).toBeVisible();
  await other.open();
  await other.openSettings();
  await expect(other.page.getByText("Whoever runs this server chooses the model")).toBeVisible();
  await expect(look(other)).toHaveCount(0);
  await context.close();
});

test("an empty page has one sentence for readers, and an area for files for whoever runs the server", async ({ chat, browser }) => {
  const folder = join(data, "documents");
  mkdirSync(folder);
  const link = await start(EMPTY, folder);
  const context = await browser.newContext({ baseURL: EMPTY });
  const reader = new Chat(await context.newPage(), true);
  await reader.open(EMPTY);
  const welcome = (chat: Chat) => chat.page.locator(".welcome");
  await expect(welcome(reader)).toHaveText(/^Ask your documents\.\s*There are no documents yet: whoever runs this server adds them, [^.]+\.$/, {
    useInnerText: true,
  });
  await expect(welcome(reader).getByRole("link")).toHaveCount(0);
  await context.close();

  const { page } = chat;
  await chat.open(link);
  await expect(welcome(chat)).toContainText(`Or put them into ${folder}.`);
  const buffer = Buffer.from("# Herons\n\nHerons nest in the alders by the weir.\n");
  await page.getByLabel("Add documents").setInputFiles({ name: "herons.md", mimeType: "text/markdown", buffer });
  await expect(welcome(chat)).toContainText("1 document");
  await expect(page.locator(".bring")).toHaveCount(0);
});
