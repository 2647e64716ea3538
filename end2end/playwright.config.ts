// What runs where: three kinds of reader, three servers, one browser from the system.
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { FRONT_END_URL, MODEL_URL, QUOTING_URL, SCRIPTED_PORT } from "./support/addresses";

const hydrated = /\.hydrate\.spec\.ts$/;
const quoting = server(QUOTING_URL);
const model = { ...server(MODEL_URL), command: `node support/serve.mjs --scripted ${SCRIPTED_PORT}` };
const frontEnd = server(FRONT_END_URL, {
  FOOTNOTE_FRONT_END: fileURLToPath(new URL("support/front-end", import.meta.url)),
  FOOTNOTE_UPLOADS: "nobody",
});

export default defineConfig({
  testMatch: "*.spec.ts",
  fullyParallel: false,
  // The servers are shared, and a second browser would only make the figures of the first one worse.
  workers: 1,
  retries: 0,
  timeout: 20_000,
  expect: { timeout: 8_000 },
  globalSetup: "./support/indexed.ts",
  reporter: [["list"], ["./support/last-line.ts"]],
  use: {
    baseURL: QUOTING_URL,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop", testIgnore: /\.phone\./, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      testMatch: ["*.phone.*", "chat.spec.ts", "accessibility.hydrate.spec.ts", "layout.hydrate.spec.ts"],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: "no-javascript", testIgnore: hydrated, use: { javaScriptEnabled: false } },
  ],
  webServer: process.env.FOOTNOTE_URL ? [model, frontEnd] : [quoting, model, frontEnd],
});

function server(url: string, env = {}) {
  return {
    command: "node support/serve.mjs",
    env: { FOOTNOTE_ADDRESS: new URL(url).host, ...env },
    url: `${url}/healthz`,
    timeout: 60_000,
    stderr: "pipe" as const,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  };
}
