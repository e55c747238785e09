import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** File in EASEL_PROGRAMS_DIR with the script that isolates run first. */
export const ISOLATE_SCRIPT = "isolate.js";

/** Returns the script that an isolate runs first in each context. Only the development server bundles it. */
export async function isolateScript(): Promise<string> {
  const folder = process.env.EASEL_PROGRAMS_DIR;
  if (folder) return readFile(join(folder, ISOLATE_SCRIPT), "utf8");
  const { bundleScript } = await import("./bundle-script");
  return bundleScript();
}
