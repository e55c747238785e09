import { join } from "node:path";
import { openPrograms } from "../../../../bin/server/programs.ts";
import { openRuntime } from "../../../../bin/server/runtime-cache.ts";

const ROOT = join(import.meta.dirname, "../../../..");

export default async function setup(): Promise<void> {
  process.env.EASEL_ROOT = ROOT;
  process.env.EASEL_RUNTIME_DIR ??= await openRuntime(ROOT);
  process.env.EASEL_PROGRAMS_DIR ??= await openPrograms(ROOT);
}
