// Lighthouse's marks of the page as a phone meets it: the chat, the list of documents, and one of them.
//
//   LIGHTHOUSE=<folder with lighthouse in its node_modules> node lighthouse.mjs
//
// Ends with 1 if a mark lies below what it has to be. It is not part of the tests: what it measures depends on what else
// the machine does, and Lighthouse is larger than all that the tests need.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Server } from "./attack/server.mjs";
import { root } from "./support/binary.mjs";

const PAGES = ["/", "/documents", "/documents/people/leave-policy.md"];
const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };

const from = createRequire(join(process.env.LIGHTHOUSE ?? root, "package.json"));
const load = async (name) => import(pathToFileURL(from.resolve(name)).href);
const { default: lighthouse } = await load("lighthouse");
const { launch } = await load("chrome-launcher");

const server = await Server.start();
let chrome;
let low = 0;
try {
  chrome = await launch({ chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromeFlags: ["--headless=new", "--no-sandbox"] });
  await server.read(20);
  for (const path of PAGES) low += await marked(path);
} finally {
  chrome?.kill();
  await server.close();
}
process.exit(low > 0 ? 1 : 0);

/** Prints the marks of a page; the number of those that are too low. */
async function marked(path) {
  const { lhr } = await lighthouse(server.url + path, { port: chrome.port, onlyCategories: Object.keys(LEAST) });
  const marks = Object.keys(LEAST).map((name) => [name, Math.round(lhr.categories[name].score * 100)]);
  const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];
  console.log(path, marks.map(([name, mark]) => `${name} ${mark}`).join(", "));
  console.log(" ", times.map((name) => `${name} ${lhr.audits[name].displayValue}`).join(", "));
  const largest = lhr.audits["largest-contentful-paint-element"]?.details?.items?.[0]?.items?.[0]?.node?.snippet;
  if (largest) console.log("  largest:", largest);
  const missed = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === "binary");
  for (const audit of missed) console.log(`  ${audit.id}: ${audit.title}`);
  return marks.filter(([name, mark]) => mark < LEAST[name]).length;
}
