import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PROGRAMS, RUNTIME } from "./builds.ts";
import { runChild } from "./child.ts";
import { writeAsOneByte } from "./one-byte.ts";
import { bundlePrograms } from "./programs.ts";
import { buildRuntime } from "./runtime.ts";
import { shareSameChunks } from "./same-chunks.ts";

/**
 * Builds the app, the frame runtime and the programs of processes at the same time. Puts the latter two into the folder of the
 * build at the end, because Next.js empties it.
 */
export async function buildApp(root: string, distDir: string): Promise<void> {
  const runtime = join(root, `${distDir}-${RUNTIME}`);
  try {
    const [writePrograms] = await Promise.all([
      bundlePrograms(join(root, distDir, PROGRAMS)),
      runChild("next-build.mjs", [], { cwd: root, env: { EASEL_DIST_DIR: distDir } }),
      buildRuntime(root, runtime),
    ]);
    const server = join(root, distDir, "server");
    writeAsOneByte(server);
    shareSameChunks(server);
    renameSync(runtime, join(root, distDir, RUNTIME));
    writePrograms();
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}
