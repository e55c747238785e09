import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleScript } from "../../lib/code/isolate/bundle-script.ts";
import { ISOLATE_SCRIPT, RUNTIME } from "./builds.ts";
import { runChild } from "./child.ts";
import { writeAsOneByte } from "./one-byte.ts";
import { buildRuntime } from "./runtime.ts";
import { shareSameChunks } from "./same-chunks.ts";

/**
 * Builds the app, the frame runtime and the isolates' script at the same time. Puts the latter two into the folder of the
 * build at the end, because Next.js empties it.
 */
export async function buildApp(root: string, distDir: string): Promise<void> {
  const runtime = join(root, `${distDir}-${RUNTIME}`);
  try {
    const [script] = await Promise.all([
      bundleScript(),
      runChild("next-build.mjs", [], { cwd: root, env: { EASEL_DIST_DIR: distDir } }),
      buildRuntime(root, runtime),
    ]);
    const server = join(root, distDir, "server");
    writeAsOneByte(server);
    shareSameChunks(server);
    renameSync(runtime, join(root, distDir, RUNTIME));
    writeFileSync(join(root, distDir, ISOLATE_SCRIPT), script);
  } finally {
    rmSync(runtime, { recursive: true, force: true });
  }
}
