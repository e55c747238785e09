import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { buildRuntime } from "./runtime.ts";

const SOURCES = [
  "{components/ui,components/draw/{frame,live-queries,published,runtime},lib/shared/{apps,frame,i18n}}/**/*",
  "app/*.css",
  "bin/{messages-loader.mjs,server/runtime*.ts}",
  "vendor/tabler-icons/icons.json.gz",
  "package-lock.json",
];
const DAY = 86_400_000;

/**
 * Returns the folder of an up-to-date runtime, for tests and `next dev`. Builds it if the current
 * sources were not built before.
 */
export async function openRuntime(root: string): Promise<string> {
  const cache = join(root, "node_modules/.cache/easel/runtime");
  mkdirSync(cache, { recursive: true });
  const folder = join(cache, hashSources(root));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await buildRuntime(root, unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // A concurrent process has built the same files first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  removeOld(cache, folder);
  return folder;
}

function hashSources(root: string): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(".test."));
  for (const path of paths.sort()) hash.update(`${path.slice(root.length)}\0`).update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

function removeOld(cache: string, current: string): void {
  for (const path of readdirSync(cache).map((name) => join(cache, name))) {
    if (path !== current && statSync(path).mtimeMs < Date.now() - DAY)
      rmSync(path, { recursive: true, force: true });
  }
}
