// Every test gets the page as `chat`, and fails if the page complains or leaves its origin.
import { test as base, expect } from "@playwright/test";
import { Chat } from "./chat";

type Fixtures = {
  chat: Chat;
  /** Console errors that a test provokes on purpose. */
  expectedErrors: RegExp | undefined;
};

export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],

  chat: async ({ page, javaScriptEnabled, expectedErrors, baseURL }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      const local = ["data:", "blob:", "about:", "chrome:", "chrome-extension:"].includes(url.protocol);
      if (!local && url.origin !== baseURL) complaints.push(`left the origin: ${request.url()}`);
    });
    await use(new Chat(page, javaScriptEnabled ?? true));
    const unexpected = complaints.filter((text) => !expectedErrors?.test(text));
    expect(unexpected, "the page complained").toEqual([]);
  },
});

export { expect };
