// What runs where: three kinds of reader, two workers with three servers each, one browser from the system.
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { QUOTING_URL, WORKERS, addresses } from "./support/addresses";

const hydrated = /\.hydrate\.spec\.ts$/;
// A server that runs already, such as that of `cargo leptos end-to-end`, has one worker.
const workers = process.env.FOOTNOTE_URL ? 1 : WORKERS;

export default defineConfig({
  testMatch: "*.spec.ts",
  fullyParallel: false,
  workers,
  retries: 0,
  timeout: 20_000,
  expect: { timeout: 8_000 },
  globalSetup: "./support/indexed.ts",
  reporter: [["list"], ["./support/last-line.ts"]],
  use: {
    baseURL: QUOTING_URL,
    // Recording costs an eighth of the time: `npx playwright test --trace retain-on-failure <file>` shows what failed.
    trace: "off",
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
  webServer: Array.from({ length: workers }, (_, worker) => servers(worker)).flat(),
});

function servers(worker: number) {
  const { quoting, model, scripted, frontEnd } = addresses(worker);
  return [
    ...(process.env.FOOTNOTE_URL ? [] : [server(quoting)]),
    // Here the words of judgements are kept.
    { ...server(model, { FOOTNOTE_INSIGHTS_TEXTS: "true", FOOTNOTE_TRANSCRIPTION_MODEL: "scripted" }), command: `node support/serve.mjs --scripted ${scripted}` },
    server(frontEnd, {
      FOOTNOTE_FRONT_END: fileURLToPath(new URL("support/front-end", import.meta.url)),
      FOOTNOTE_UPLOADS: "nobody",
    }),
  ];
}

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
