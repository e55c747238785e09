import { LRUCache } from "lru-cache";
import { mayReadState, usesOf } from "@/lib/code/compile/index";
import { singleton } from "@/lib/ground/base/process";
import type { CodeUses } from "@/lib/shared/components/access";
import { bundleForRuntime } from "./bundles";

const MAX_CACHED = 500;

/** Returns what the code of a bundle uses. Cached, because a bundle never changes. */
export async function usesOfBundle(bundle: string): Promise<CodeUses> {
  const cache = singleton("component uses", () => new LRUCache<string, CodeUses>({ max: MAX_CACHED }));
  const found = cache.get(bundle);
  if (found) return found;
  const uses = await usesOf((await bundleForRuntime(bundle)).js);
  cache.set(bundle, uses);
  return uses;
}

export async function toolsOfBundle(bundle: string): Promise<string[]> {
  const { uses, open } = await usesOfBundle(bundle);
  const kinds = new Set([...open, ...uses.map(({ kind }) => kind)]);
  return [
    ...((await mayReadState((await bundleForRuntime(bundle)).js)) ? ["get_state", "set_state"] : []),
    ...(kinds.has("query") || kinds.has("table") ? ["db_sql"] : []),
    ...uses.flatMap((one) => (one.kind === "tool" ? [one.name] : [])),
  ];
}
