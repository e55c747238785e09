import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";

/**
 * Keeps the most recent results of more than one page in memory, so that the model can read the further pages.
 */

const MAX_CHARACTERS = 20_000_000;

type Of = { agentId: string; server: string; call: string };

const all = () =>
  singleton(
    "mcp long results",
    () =>
      new LRUCache<string, string>({ maxSize: MAX_CHARACTERS, sizeCalculation: (text) => text.length + 1 }),
  );

const keyOf = ({ agentId, server, call }: Of) => JSON.stringify([agentId, server, call]);

export const keepLong = (of: Of, text: string): void => void all().set(keyOf(of), text);
export const readLong = (of: Of): string | undefined => all().get(keyOf(of));

export function hasLong(agentId: string, server: string): boolean {
  const start = JSON.stringify([agentId, server]).slice(0, -1);
  return [...all().keys()].some((key) => key.startsWith(`${start},`));
}
