// Makes the page's files of what cargo has built, as `cargo leptos build --release` would, which takes
// minutes to install: the WebAssembly with its script, made small, and the style in one file. Their names carry a
// hash of their content. The WebAssembly comes in several files: what wakes the page, the views that come late (see
// `src/app/late.rs`), those that come on demand (`src/app/demanded.rs`), what sets formulas (`src/app/formulas.rs`), and
// what these share; the script fetches them when the
// program asks for them.
//
//   node support/page.mjs <module.wasm> <site folder> <hash file> [--quick]
//
// With --quick, the WebAssembly stays whole and as large as it is, as does its script: `make run` waits for nothing more.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "lightningcss";
import { minify } from "terser";
import { root } from "./binary.mjs";

const NAME = "footnote";
// What the compiler uses of WebAssembly.
const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"].map((name) => `--enable-${name}`);
// The oldest browsers that the page is for, as lightningcss numbers them: what they lack is written in older words.
const targets = { chrome: 109 << 16, edge: 109 << 16, firefox: 115 << 16, safari: (15 << 16) | (6 << 8), ios_saf: (15 << 16) | (6 << 8) };
const [module, goal, hashes, quick] = process.argv.slice(2);
// Made beside it: a server may be showing the one before, and keeps it where this fails.
const site = `${goal}.new`;
const folder = join(site, "pkg");

rmSync(site, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(root, "public"), site, { recursive: true });

const parts = mkdtempSync(join(tmpdir(), "footnote-page-"));
const run = (command, ...settings) => execFileSync(command, settings, { stdio: "inherit" });
const bindgen = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "tools/release/footnote-bindgen");
const bind = (file, ...settings) => run(bindgen, file, parts, NAME, ...settings);
if (quick) bind(module);
else {
  run("wasm-split-cli", "--target=web", `--out-name=${NAME}`, module, parts);
  bind(join(parts, `${NAME}.wasm`), "--split");
}
const small = (file) => {
  // Flattened first and made small twice, it weighs one per cent less, compressed; a function with one caller stays one,
  // unless it is tiny, for half a per cent.
  const passes = ["--flatten", "--rereloop", "-Oz", "-Oz", "--one-caller-inline-max-function-size", "10", "--converge"];
  run("wasm-opt", ...passes, ...FEATURES, join(parts, file), "-o", join(parts, "small.wasm"));
  return readFileSync(join(parts, "small.wasm"));
};
const named = (name, kind, content) => {
  const hash = createHash("md5").update(content).digest("base64url");
  writeFileSync(join(folder, `${name}.${hash}.${kind}`), content);
  return hash;
};

const { code } = bundle({ filename: join(root, "style/main.css"), minify: true, targets });
const files = { ...(await program()), css: code };
const names = Object.entries(files).map(([kind, content]) => `${kind}: ${named(NAME, kind, content)}\n`);
rmSync(parts, { recursive: true });
writeFileSync(hashes, names.join(""));
rmSync(goal, { recursive: true, force: true });
renameSync(site, goal);

/** The script of the page and its WebAssembly. */
async function program() {
  const script = readFileSync(join(parts, `${NAME}.js`), "utf8");
  if (quick) return { js: script, wasm: readFileSync(join(parts, `${NAME}_bg.wasm`)) };
  const { code } = await minify(withLoaders(script), { module: true, compress: true, mangle: true });
  return { js: code, wasm: small(`${NAME}_bg.wasm`) };
}

/** The script with the one that fetches the late files, which it would import and be imported by. */
function withLoaders(script) {
  let loader = readFileSync(join(parts, "__wasm_split.js"), "utf8").replace(/^import .*$/m, "");
  for (const late of readdirSync(parts).filter((file) => /^(split|chunk)_.*\.wasm$/.test(file))) {
    const hash = named(`${NAME}-late`, "wasm", small(late));
    loader = loader.replaceAll(`./${late}`, `./${NAME}-late.${hash}.wasm`);
  }
  const loaders = [...loader.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const own = script.replace(/^import \* as (\w+) from ".*__wasm_split\.js";?$/gm, (_, name) => {
    return `const ${name} = { ${loaders.map((loader) => `get ${loader}() { return ${loader}; }`).join(", ")} };`;
  });
  if (loaders.length === 0 || own.includes('from "')) throw new Error("the script of the page is not as wasm-bindgen and wasm-split-cli used to write it");
  return own + loader.replace(/^export /gm, "");
}
