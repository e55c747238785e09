import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { singleton } from "../../ground/base/process.ts";
import { AppError } from "../../shared/errors.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Returns a file of the runtime. Its name changes with its content, so it is cached forever. */
export async function runtimeFile(folder: string, name: string, accepted = ""): Promise<Response> {
  const names = singleton(`runtime-files-${folder}`, () => new Set(readdirSync(folder)));
  const type = TYPES[extname(name)];
  if (!type || !names.has(name)) throw new AppError("not_found", "There is no such file in the runtime.");
  // Fonts are compressed already.
  const isPacked = /\bbr\b/.test(accepted) && extname(name) !== ".woff2";
  const content = isPacked ? await packed(folder, name) : await readFile(join(folder, name));
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": type,
      ...(isPacked && { "content-encoding": "br" }),
      vary: "accept-encoding",
      "cache-control": "public, max-age=31536000, immutable",
      // Frames have an opaque origin, so all their requests are cross-origin. These files are public.
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

/** Returns a file compressed by brotli. Kept, because compressing takes longer than sending it. */
function packed(folder: string, name: string): Promise<Buffer> {
  const all = singleton(`packed-runtime-${folder}`, () => new Map<string, Promise<Buffer>>());
  const found =
    all.get(name) ?? readFile(join(folder, name)).then((content) => promisify(brotliCompress)(content));
  all.set(name, found);
  return found;
}
