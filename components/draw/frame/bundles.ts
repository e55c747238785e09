import { request } from "@/components/client/request";
import { bundle } from "@/lib/shared/components/contract";
import type { Bundle } from "./props";

const MOST = 50;

const known = new Map<string, Promise<Bundle>>();

/** Returns a stored bundle. It never changes, so it is fetched once. */
export function loadBundle(hash: string): Promise<Bundle> {
  const found = known.get(hash);
  if (found) return found;
  const loading = fetchBundle(hash);
  known.set(hash, loading);
  for (const [oldest] of known) if (known.size > MOST) known.delete(oldest);
  loading.catch(() => known.delete(hash));
  return loading;
}

async function fetchBundle(hash: string): Promise<Bundle> {
  const response = await request(`/api/bundles/${encodeURIComponent(hash)}`);
  return bundle.parse(await response.json());
}
