import { LRUCache } from "lru-cache";
import { usesOf } from "@/lib/authored/compile/index";
import { owned } from "@/lib/base/process";
import type { CodeUses } from "@/lib/shared/components/access";
import { readBundle } from "./bundles";

const MAX_KNOWN = 500;

/** What the code of a bundle uses, which never changes. */
export async function usesOfBundle(bundle: string): Promise<CodeUses> {
  const known = owned("component uses", () => new LRUCache<string, CodeUses>({ max: MAX_KNOWN }));
  const found = known.get(bundle);
  if (found) return found;
  const uses = await usesOf((await readBundle(bundle)).js);
  known.set(bundle, uses);
  return uses;
}
