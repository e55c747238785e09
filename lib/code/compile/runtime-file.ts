import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { singleton } from "../../ground/base/process.ts";
import { AppError } from "../../shared/errors.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Returns a file of the runtime. Its name changes with its content, so it is cached forever. */
export async function runtimeFile(folder: string, name: string): Promise<Response> {
  const names = singleton(`runtime-files-${folder}`, () => new Set(readdirSync(folder)));
  const type = TYPES[extname(name)];
  if (!type || !names.has(name)) throw new AppError("not_found", "There is no such file in the runtime.");
  return new Response(await readFile(join(folder, name)), {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      // Frames have an opaque origin, so all their requests are cross-origin. These files are public.
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}
