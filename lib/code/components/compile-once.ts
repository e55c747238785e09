import { type Compiled, compile, runtimeVersion } from "@/lib/code/compile/index";
import { owned } from "@/lib/ground/base/process";

const MAX_KEPT = 30;
const results = () => owned("compiled-sources", () => new Map<string, Promise<Compiled>>());

/**
 * Compiles a source, or gives what became of it a moment ago: what is shown while it is written is then stored, and several
 * tabs show the same. `hash` is the source's own.
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
