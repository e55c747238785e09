import { lookup as askSystem } from "node:dns/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { singleton } from "@/lib/ground/base/process";
import type { Lookup, ResolvedAddress } from "./target";

/**
 * Time for which results and failures are cached. It is short, so that changed addresses apply soon. Cached
 * addresses are checked again on every use.
 */
const CACHE_TTL_MS = 5_000;
const MAX_CACHED = 500;
/** libuv gives half of its threads to lookups, and an unresponsive name server blocks one for up to 30 s. */
const THREADS = Math.floor(Number(process.env.UV_THREADPOOL_SIZE || 4) / 2);

const lookups = () =>
  singleton("lookups", () => ({
    // Leaves one thread for lookups of trusted names, such as a model provider's.
    limit: pLimit(Math.max(1, THREADS - 1)),
    known: new LRUCache<string, Promise<readonly ResolvedAddress[]>>({ max: MAX_CACHED, ttl: CACHE_TTL_MS }),
  }));

/** Resolves all addresses of a name. Repeated lookups within seconds share a result. */
export const lookup: Lookup = (hostname) => {
  const { limit, known: cache } = lookups();
  const shared = cache.get(hostname);
  if (shared) return shared;
  const answer = limit(() => askSystem(hostname, { all: true }));
  cache.set(hostname, answer);
  return answer;
};
