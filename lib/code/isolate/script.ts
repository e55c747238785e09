import { readFile } from "node:fs/promises";

/** Returns the script that an isolate runs first in each context. Only the development server and tests bundle it. */
export async function isolateScript(): Promise<string> {
  const built = process.env.EASEL_ISOLATE_SCRIPT;
  if (built) return readFile(built, "utf8");
  const { bundleScript } = await import("./bundle-script");
  return bundleScript();
}
