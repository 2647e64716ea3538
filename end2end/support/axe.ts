// The rules of axe that a page breaks.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every broken rule with the elements that break it, in a form that reads well in a report. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the page's content security policy stays on.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const results = await axe.run();
    return results.violations.map(
      (rule) => `${rule.id}: ${rule.help}: ${rule.nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  });
}
