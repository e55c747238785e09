import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** How a chunk of Turbopack for the server begins, and how its last line does, which says its own name. */
const CHUNK = "module.exports = [";
const OWN_NAME = "\n//# sourceMappingURL=";

/**
 * Makes chunks under a folder that are alike to one. Turbopack writes a chunk for each route that has it, forty times the same
 * 600 KB: measured, half of all that the server could load, and each was read, compiled and kept in memory for itself.
 */
export function shareSameChunks(folder: string): void {
  const first = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".js")) continue;
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    if (!text.startsWith(CHUNK)) continue;
    const end = text.lastIndexOf(OWN_NAME);
    const modules = end < 0 ? text : text.slice(0, end);
    // What a chunk requires may depend on the folder in which it lies.
    const key = createHash("sha256")
      .update(`${dirname(name)}\0`)
      .update(modules)
      .digest("hex");
    const shared = first.get(key);
    if (shared) writeFileSync(path, `module.exports = require(${JSON.stringify(`./${shared}`)});\n`);
    else first.set(key, basename(name));
  }
}
