// The page's program, held back.
import type { Page } from "@playwright/test";

/** The addresses of the program. */
export const PROGRAM = "**/*.wasm";

/** Holds the program back from the page; it comes once the returned function is called. */
export async function heldBack(page: Page) {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(PROGRAM, async (route) => {
    await coming;
    await route.continue();
  });
  return come;
}
