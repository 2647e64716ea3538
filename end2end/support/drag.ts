// Files dragged from elsewhere, as the system drags them.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** A file of this name and text on the disk. */
export function onDisk(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "footnote-drag-")), name);
  writeFileSync(path, text);
  return path;
}

/** Drags a file over a point of the page; it drops there once the returned function is called. */
export async function dragged(page: Page, file: string, x: number, y: number) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const go = (type: "dragEnter" | "dragOver" | "drop") => session.send("Input.dispatchDragEvent", { type, x, y, data });
  await go("dragEnter");
  await go("dragOver");
  return () => go("drop");
}
