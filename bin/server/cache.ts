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

const DAY = 86_400_000;

type Cached = {
  name: string;
  sources: readonly string[];
  build(root: string, folder: string): Promise<unknown>;
};

/** Returns a folder that `build` has filled. Builds it if the current sources were not built before. */
export async function openCached(root: string, { name, sources, build }: Cached): Promise<string> {
  const cache = join(root, "node_modules/.cache/easel", name);
  mkdirSync(cache, { recursive: true });
  const folder = join(cache, hashSources(root, sources));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await build(root, unfinished);
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

function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
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
