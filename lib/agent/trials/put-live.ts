import { publishLive, putItem } from "@/lib/code/history/kinds";
import type { ProvenItem } from "@/lib/store/agents/examples";
import { type By, changing, readLive } from "@/lib/store/revisions";

/**
 * Puts a content live again as a new version. `settled` runs in the same transaction, and cancels all if it returns false.
 * Returns null if another version than `base` is live, or if it was cancelled.
 */
export async function putLive(
  item: ProvenItem,
  { base, content, ...by }: By & { base: number; content: unknown },
  settled: (version: number, tx: Parameters<typeof putItem>[0]) => Promise<boolean> = async () => true,
): Promise<number | null> {
  try {
    const version = await changing(item, async (tx, add) => {
      if ((await readLive(tx, item))?.version !== base) return null;
      const { version } = await putItem(tx, add, item, { content, ...by });
      if (!(await settled(version, tx))) throw new Cancelled();
      return version;
    });
    if (version !== null) publishLive(item);
    return version;
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  }
}

class Cancelled extends Error {}
