import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";

/**
 * Maximum calls per conversation. Consecutive calls share a conversation, so that the user can read them
 * together and the browser keeps its page.
 */
const MAX_CALLS = 25;
/** After this much inactivity, a program's next call starts a new conversation. */
const FORGET_MS = 60 * 60_000;
const MAX_TOKENS = 1_000;

type IdleConversation = { id: string; calls: number };

/**
 * The idle conversations of a token, the most recently used last. Consecutive calls share a conversation. Calls
 * that run or wait at the same time use different ones.
 */
export class Conversations {
  private readonly free: IdleConversation[] = [];

  take(): IdleConversation {
    return this.free.pop() ?? { id: randomUUID(), calls: 0 };
  }

  giveBack(place: IdleConversation): void {
    const calls = place.calls + 1;
    if (calls < MAX_CALLS) this.free.push({ ...place, calls });
  }
}

export function conversationsOf(tokenId: string): Conversations {
  const all = singleton(
    "mcp server conversations",
    () => new LRUCache<string, Conversations>({ max: MAX_TOKENS, ttl: FORGET_MS, updateAgeOnGet: true }),
  );
  const existing = all.get(tokenId);
  if (existing) return existing;
  const made = new Conversations();
  all.set(tokenId, made);
  return made;
}
