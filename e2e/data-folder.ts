import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";

const DATA = join(import.meta.dirname, "../.easel");

/** A data folder for a server of a test, with nothing in it. */
export function newDataFolder(name = "e2e"): string {
  mkdirSync(DATA, { recursive: true });
  return mkdtempSync(join(DATA, `${name}-`));
}
