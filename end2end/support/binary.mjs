// The server as it was built, and how it finds the page's files.
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The server as it was last built, unless FOOTNOTE_BINARY names one. */
export function binary() {
  if (process.env.FOOTNOTE_BINARY) return resolve(process.env.FOOTNOTE_BINARY);
  const targets = [process.env.CARGO_TARGET_DIR, join(root, "target")].filter(Boolean);
  const built = targets
    .flatMap((target) => [join(target, "release/footnote"), join(target, "debug/footnote")])
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built.length === 0) throw new Error("no server is built: run `make build` first");
  return built[0];
}

/** How the server finds the page's files: as cargo-leptos would tell it. */
export function page() {
  return {
    LEPTOS_OUTPUT_NAME: "footnote",
    LEPTOS_SITE_ROOT: [join(dirname(binary()), "site"), join(root, "target/site")].find(existsSync),
    LEPTOS_HASH_FILES: existsSync(join(dirname(binary()), "hash.txt")) ? "true" : "false",
  };
}
