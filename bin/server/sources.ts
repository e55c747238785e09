import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = [
  "{app,components,drizzle,lib,patches,public}/**/*",
  "bin/server/{build-app,cache,programs,runtime*,one-byte,same-chunks}.ts",
  "{instrumentation,proxy,next.config,postcss.config}.*",
  "vendor/tabler-icons/icons.json.gz",
  "{package,package-lock,tsconfig,tsconfig.build}.json",
];
const NOT_BUILT = /\.test\.tsx?$/;

export function hashSources(root: string): string {
  const hash = createHash("sha256");
  const entries = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !NOT_BUILT.test(path));
  for (const path of paths.sort()) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 12);
}
