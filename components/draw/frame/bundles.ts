import { request } from "@/components/client/request";
import { bundle } from "@/lib/shared/components/contract";
import type { Bundle } from "./props";

const MAX_BUNDLES = 50;

const bundles = new Map<string, Promise<Bundle>>();

/** Returns a stored bundle. It never changes, so it is fetched once. */
export function loadBundle(hash: string): Promise<Bundle> {
  const found = bundles.get(hash);
  if (found) return found;
  const loading = fetchBundle(hash);
  bundles.set(hash, loading);
  for (const [oldest] of bundles) if (bundles.size > MAX_BUNDLES) bundles.delete(oldest);
  loading.catch(() => bundles.delete(hash));
  return loading;
}

async function fetchBundle(hash: string): Promise<Bundle> {
  const response = await request(`/api/bundles/${encodeURIComponent(hash)}`);
  return bundle.parse(await response.json());
}
