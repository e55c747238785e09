// Plain JavaScript for Node 20 or later. Run as a script, it is the last step of `npm install`.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyPatch, parsePatch, reversePatch } from "diff";

const ROOT = join(import.meta.dirname, "..");

/**
 * Applies `patches/` to node_modules below `root`. Skips files that are already patched. Throws an error that
 * names the patch if it does not fit the installed package.
 */
export function applyPatches(root = ROOT) {
  for (const name of readdirSync(join(root, "patches")).filter((name) => name.endsWith(".patch")))
    for (const patch of parsePatch(readFileSync(join(root, "patches", name), "utf8")))
      applyTo(join(root, patch.newFileName.replace(/^b\//, "")), patch, name);
}

function applyTo(path, patch, name) {
  if (!existsSync(path)) throw new Error(`patches/${name} changes ${path}, which is not installed.`);
  const text = readFileSync(path, "utf8");
  if (applyPatch(text, reversePatch(patch)) !== false) return;
  const patched = applyPatch(text, patch);
  if (patched === false)
    throw new Error(`patches/${name} does not fit ${path}. Delete node_modules and start again.`);
  // Write to a new file and rename it, so that a killed install never leaves a half-written file.
  writeFileSync(`${path}.new`, patched);
  renameSync(`${path}.new`, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) applyPatches();
