import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { LRUCache } from "lru-cache";
import { bundlePublished } from "@/lib/code/compile/published";
import { type NamedUses, namedUsesOf } from "@/lib/code/compile/queries";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { bundleForRuntime } from "./bundles";

/** Owners publish the same code again to change its rules. A script has up to some hundred KB. */
const MAX_CACHED = 20;

export type PublishedCode = { js: string; css: string; script: Buffer | null };

/**
 * Returns the code of a bundle for visitors. `script` has the component with its modules, compressed by brotli; it is null
 * if the component computes names of modules, so that it needs the whole runtime.
 */
export function codeForVisitors(hash: string): Promise<PublishedCode> {
  const cache = singleton(
    "published code",
    () => new LRUCache<string, Promise<PublishedCode>>({ max: MAX_CACHED }),
  );
  const existing = cache.get(hash);
  if (existing) return existing;
  const made = make(hash);
  cache.set(hash, made);
  // Without a script, the cause may be a failure that passes.
  made.then(
    ({ script }) => script === null && cache.delete(hash),
    () => cache.delete(hash),
  );
  return made;
}

/** Programs read the documents of several components when they connect. A script has up to 2 MB. */
const MAX_HOSTED_CACHED = 30;

/**
 * Returns the code of a bundle for the document of an MCP App. `script` is null if the component computes names of modules.
 */
export function codeForHosts(hash: string): Promise<{ script: string | null; css: string }> {
  const cache = singleton(
    "hosted code",
    () => new LRUCache<string, Promise<{ script: string | null; css: string }>>({ max: MAX_HOSTED_CACHED }),
  );
  const existing = cache.get(hash);
  if (existing) return existing;
  const made = bundleForRuntime(hash).then(async ({ js, css }) => ({
    script: computesModules(js) ? null : await bundlePublished(js, "hosted"),
    css,
  }));
  cache.set(hash, made);
  made.catch(() => cache.delete(hash));
  return made;
}

const computesModules = (js: string): boolean => /\bimportModule\b|\bimport\(\s*[^"'\s]/.test(js);

async function make(hash: string): Promise<PublishedCode> {
  const { js, css } = await bundleForRuntime(hash);
  if (computesModules(js)) return { js, css, script: null };
  try {
    const script = await promisify(brotliCompress)(await bundlePublished(js), {
      params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    });
    return { js, css, script };
  } catch (error) {
    log.warn("A component was published with the whole runtime, because it could not be bundled", error);
    return { js, css, script: null };
  }
}

/** Returns the queries and the keys of state that the code of a bundle names. */
export const namedUsesOfBundle = async (hash: string): Promise<NamedUses> =>
  namedUsesOf((await bundleForRuntime(hash)).js);
