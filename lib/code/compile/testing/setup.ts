import { join } from "node:path";
import { openRuntime } from "../../../../bin/server/runtime-cache.ts";

const ROOT = join(import.meta.dirname, "../../../..");

/** The runtime for which components are compiled in tests, built when its sources have changed. */
export default async function setup(): Promise<void> {
  process.env.EASEL_ROOT = ROOT;
  process.env.EASEL_RUNTIME_DIR ??= await openRuntime(ROOT);
}
