import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RUNTIME } from "./builds.ts";
import { runChild } from "./child.ts";
import { writeAsOneByte } from "./one-byte.ts";
import { buildRuntime } from "./runtime.ts";
import { shareSameChunks } from "./same-chunks.ts";

/** Builds the app and the frame runtime at the same time. Moves the runtime last, because Next.js empties its folder. */
export async function buildApp(root: string, distDir: string): Promise<void> {
  const runtime = join(root, `${distDir}-${RUNTIME}`);
  try {
    await Promise.all([
      runChild("next-build.mjs", [], { cwd: root, env: { EASEL_DIST_DIR: distDir } }),
      buildRuntime(root, runtime),
    ]);
    const server = join(root, distDir, "server");
    writeAsOneByte(server);
    shareSameChunks(server);
    renameSync(runtime, join(root, distDir, RUNTIME));
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}
