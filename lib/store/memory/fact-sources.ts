import type { FactSource } from "@/lib/shared/memory/facts";
import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import { readPlaces } from "@/lib/store/hot/facts";
import type { StoredFact } from "./fact-list";

/** Messages larger than this are not parsed for the names of their files. */
const MAX_BYTES = 300_000;

/**
 * Returns the sources of facts by id: the message in which each was stored, if it still exists, and the job
 * or files that led to it.
 */
export async function readSources(
  agentId: string,
  facts: readonly Pick<StoredFact, "id" | "source">[],
): Promise<Map<string, FactOrigin>> {
  const sources = facts.flatMap(({ id, source }) => {
    const { pages = [], ...place } = (source ?? {}) as FactSource;
    return source ? [{ id, pages, ...place }] : [];
  });
  const places = sources.filter(({ conversationId }) => conversationId !== undefined);
  const rows = places.length === 0 ? [] : await readPlaces(agentId, places, MAX_BYTES);
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    sources.map(({ id, ...source }) => {
      const { title = null, job = null, files = [] } = found.get(id) ?? {};
      return [id, { ...source, title, job, files }];
    }),
  );
}
