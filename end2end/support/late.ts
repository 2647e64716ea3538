// The page's program, held back.
import type { Page } from "@playwright/test";

/** The addresses of the program. */
export const PROGRAM = "**/*.wasm";

/** The addresses of its parts that come once the page is awake, or on demand. */
export const LATE = "**/footnote-late.*.wasm";

/** Holds the program back from the page, or a part of it; it comes once the returned function is called. */
export async function heldBack(page: Page, program = PROGRAM) {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(program, async (route) => {
    await coming;
    await route.continue();
  });
  return come;
}
