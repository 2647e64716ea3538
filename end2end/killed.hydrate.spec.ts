// A server that is killed in the middle of an answer: the half that came says what happened, as does its question afterwards.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCRIPTED_PORT } from "./support/addresses";
import { binary, page as pageFiles, root } from "./support/binary.mjs";
import { expect, test } from "./support/test";

const PORT = SCRIPTED_PORT + 2;
const ADDRESS = `http://127.0.0.1:${PORT}`;
const data = mkdtempSync(join(tmpdir(), "footnote-killed-"));
let server: ChildProcess | undefined;

async function start() {
  const env = {
    ...pageFiles(),
    FOOTNOTE_ADDRESS: new URL(ADDRESS).host,
    FOOTNOTE_DATA: data,
    FOOTNOTE_DOCUMENTS: join(root, "src/sample/documents"),
    FOOTNOTE_LOG: "off",
    OPENAI_BASE_URL: `http://127.0.0.1:${SCRIPTED_PORT}/v1`,
    OPENAI_MODEL: "scripted",
    OPENAI_API_KEY: "",
    AZURE_OPENAI_DEPLOYMENT: "",
  };
  server = spawn(binary(), ["serve"], { cwd: root, env: { ...process.env, ...env }, stdio: "ignore" });
  const isThere = () => fetch(`${ADDRESS}/healthz`).then((answer) => answer.ok, () => false);
  await expect.poll(isThere).toBe(true);
}

async function kill() {
  const ended = once(server!, "exit");
  server!.kill("SIGKILL");
  await ended;
}

test.use({ baseURL: ADDRESS, expectedErrors: /ERR_|Failed to load resource|network error/ });

test.afterAll(async () => {
  await kill();
  rmSync(data, { recursive: true, force: true });
});

test("half an answer says what became of the rest once the server is back", async ({ chat }) => {
  const { page } = chat;
  await start();
  await expect(async () => {
    await chat.open();
    await chat.askAndWait("What should be done with wet books?");
    await expect(chat.notes.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await chat.ask("ENDLESS What should be done with wet books?");
  await expect(chat.answer).toContainText("word5");
  await kill();
  await expect(chat.failure).toBeVisible();
  await expect(chat.answer).toContainText("word5");
  await start();
  await page.reload();
  await chat.awake();
  await expect(chat.turns).toHaveCount(2);
  await expect(chat.turns.last().getByRole("alert")).toContainText(/before the answer was complete/i);
  await chat.askAndWait("What should be done with wet books?");
  await expect(chat.failure).toHaveCount(1);
});
