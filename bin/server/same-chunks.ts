import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Start of a Turbopack server chunk, and of its last line, which contains the chunk's own name. */
const CHUNK = "module.exports = [";
const OWN_NAME = "\n//# sourceMappingURL=";

/**
 * Replaces identical chunks under a folder by a reference to the first one. Turbopack writes a chunk for each
 * route that uses it, up to forty copies of the same 600 KB. Measured: half of all code that the server can
 * load, each copy read, compiled and kept in memory separately.
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
    // Relative imports of a chunk depend on its folder.
    const key = createHash("sha256")
      .update(`${dirname(name)}\0`)
      .update(modules)
      .digest("hex");
    const shared = first.get(key);
    if (shared) writeFileSync(path, `module.exports = require(${JSON.stringify(`./${shared}`)});\n`);
    else first.set(key, basename(name));
  }
}
