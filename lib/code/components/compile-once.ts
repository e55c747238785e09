import { type Compiled, compile, runtimeVersion } from "@/lib/code/compile/index";
import { owned } from "@/lib/ground/base/process";

const MAX_KEPT = 30;
const results = () => owned("compiled-sources", () => new Map<string, Promise<Compiled>>());

/**
 * Compiles a source, or returns a recent result. Code is often compiled again when it is stored after its
 * preview, or for another tab. `hash` is that of the source.
 */
export function compileOnce(hash: string, source: string): Promise<Compiled> {
  const kept = results();
  const key = `${runtimeVersion()} ${hash}`;
  const made = kept.get(key) ?? compile(source);
  kept.delete(key);
  kept.set(key, made);
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  made.catch(() => kept.delete(key));
  return made;
}
