import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { owned } from "@/lib/ground/base/process";
import { joined } from "@/lib/shared/origins";

/** Calls in one conversation: what follows another is read with it, and its browser stays where it is. */
const MAX_CALLS = 25;
/** A program that was quiet for so long has begun something new. */
const FORGET_MS = 60 * 60_000;
const MAX_TOKENS = 1_000;

type Place = { id: string; calls: number };

/**
 * The conversations of a token in which nothing runs, the last used last. Calls that come one after the other share one,
 * where the person can read them; calls at the same time and those that wait have one of their own.
 */
export class Conversations {
  private readonly free: Place[] = [];
  /** Origins on the web whose text the program was given, in whichever conversation. */
  origins: readonly string[] = [];

  take(): Place {
    return this.free.pop() ?? { id: randomUUID(), calls: 0 };
  }

  giveBack(place: Place): void {
    const calls = place.calls + 1;
    if (calls < MAX_CALLS) this.free.push({ ...place, calls });
  }

  hasRead(origins: readonly string[]): void {
    this.origins = joined(origins, this.origins);
  }
}

export function conversationsOf(tokenId: string): Conversations {
  const all = owned(
    "mcp server conversations",
    () => new LRUCache<string, Conversations>({ max: MAX_TOKENS, ttl: FORGET_MS, updateAgeOnGet: true }),
  );
  const known = all.get(tokenId);
  if (known) return known;
  const made = new Conversations();
  all.set(tokenId, made);
  return made;
}
