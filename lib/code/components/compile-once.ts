import { type Compiled, compile, runtimeVersion } from "@/lib/code/compile/index";
import { singleton } from "@/lib/ground/base/process";

const MAX_CACHED = 30;
const results = () => singleton("compiled-sources", () => new Map<string, Promise<Compiled>>());

/**
 * Compiles a source, or returns a recent result. Code is often compiled again when it is stored after its
 * preview, or for another tab. `hash` is that of the source.
 */
export function compileOnce(hash: string, source: string): Promise<Compiled> {
  const cache = results();
  const key = `${runtimeVersion()} ${hash}`;
  const made = cache.get(key) ?? compile(source);
  cache.delete(key);
  cache.set(key, made);
  for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
  made.catch(() => cache.delete(key));
  return made;
}
