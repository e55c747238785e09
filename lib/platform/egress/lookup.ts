import { lookup as askSystem } from "node:dns/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { owned } from "@/lib/ground/base/process";
import type { Lookup, ResolvedAddress } from "./target";

/** How long an answer holds, a failure too: short enough that nobody waits for a change, and checked at each use. */
const KEPT_MS = 5_000;
const KEPT = 500;
/** Of its threads, libuv gives half to look-ups, and a name whose server never answers holds one for up to 30 s. */
const THREADS = Math.floor(Number(process.env.UV_THREADPOOL_SIZE || 4) / 2);

const lookups = () =>
  owned("lookups", () => ({
    // One is left to whatever is no stranger's name, such as that of a model's server.
    limit: pLimit(Math.max(1, THREADS - 1)),
    known: new LRUCache<string, Promise<readonly ResolvedAddress[]>>({ max: KEPT, ttl: KEPT_MS }),
  }));

/** All addresses of a name, as the system knows them. What is asked again within seconds shares one answer. */
export const lookup: Lookup = (hostname) => {
  const { limit, known } = lookups();
  const shared = known.get(hostname);
  if (shared) return shared;
  const answer = limit(() => askSystem(hostname, { all: true }));
  known.set(hostname, answer);
  return answer;
};
