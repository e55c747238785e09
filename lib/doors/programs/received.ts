import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";
import { joined } from "@/lib/shared/origins";

/** After this much inactivity of a program, the web text that it received no longer counts. */
const FORGET_MS = 60 * 60_000;
const MAX_TOKENS = 1_000;

const received = () =>
  singleton(
    "origins received by programs",
    () => new LRUCache<string, readonly string[]>({ max: MAX_TOKENS, ttl: FORGET_MS, updateAgeOnGet: true }),
  );

/** Returns the web origins whose text the program with this token has received in any conversation. */
export const originsReceived = (tokenId: string): readonly string[] => received().get(tokenId) ?? [];

export const hasReceived = (tokenId: string, origins: readonly string[]): void => {
  if (origins.length > 0) received().set(tokenId, joined(origins, originsReceived(tokenId)));
};
