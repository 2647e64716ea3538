// Makes the page's files of what cargo has built, as `cargo leptos build --release` would, which takes
// minutes to install: the WebAssembly with its script, made small, and the style in one file. Their names
// carry a hash of their content.
//
//   node support/page.mjs <module.wasm> <site folder> <hash file>
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "lightningcss";
import { minify } from "terser";
import { root } from "./binary.mjs";

const NAME = "footnote";
// The oldest browsers that the page is for, as lightningcss numbers them: what they lack is written in older words.
const targets = { chrome: 109 << 16, edge: 109 << 16, firefox: 115 << 16, safari: (15 << 16) | (6 << 8), ios_saf: (15 << 16) | (6 << 8) };
const [module, goal, hashes] = process.argv.slice(2);
// Made beside it: a server may be showing the one before, and keeps it where this fails.
const site = `${goal}.new`;
const folder = join(site, "pkg");

rmSync(site, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(root, "public"), site, { recursive: true });

execFileSync("wasm-bindgen", ["--target=web", `--out-name=${NAME}`, `--out-dir=${folder}`, "--no-typescript", module], { stdio: "inherit" });
const wasm = join(folder, `${NAME}_bg.wasm`);
execFileSync("wasm-opt", ["-Oz", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", wasm, "-o", wasm], { stdio: "inherit" });
const script = readFileSync(join(folder, `${NAME}.js`), "utf8");
const { code } = bundle({ filename: join(root, "style/main.css"), minify: true, targets });
const files = {
  js: (await minify(script, { module: true, compress: true, mangle: true })).code,
  wasm: readFileSync(wasm),
  css: code,
};
rmSync(wasm);
rmSync(join(folder, `${NAME}.js`));
const named = Object.entries(files).map(([kind, content]) => {
  const hash = createHash("md5").update(content).digest("base64url");
  writeFileSync(join(folder, `${NAME}.${hash}.${kind}`), content);
  return `${kind}: ${hash}\n`;
});
writeFileSync(hashes, named.join(""));
rmSync(goal, { recursive: true, force: true });
renameSync(site, goal);
