import type { FactSource } from "@/lib/shared/memory/facts";
import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import { readPlaces } from "@/lib/store/hot/facts";
import type { StoredFact } from "./fact-list";

/** What is larger is not opened for the names of its files. */
const MAX_BYTES = 300_000;

/** Of facts, where they are from: the message in which they were kept, as far as it is there, and what it had been asked with. */
export async function readSources(
  agentId: string,
  facts: readonly Pick<StoredFact, "id" | "source">[],
): Promise<Map<string, FactOrigin>> {
  const known = facts.flatMap(({ id, source }) => {
    const { pages = [], ...place } = (source ?? {}) as FactSource;
    return source ? [{ id, pages, ...place }] : [];
  });
  const places = known.filter(({ conversationId }) => conversationId !== undefined);
  const rows = places.length === 0 ? [] : await readPlaces(agentId, places, MAX_BYTES);
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    known.map(({ id, ...source }) => {
      const { title = null, job = null, files = [] } = found.get(id) ?? {};
      return [id, { ...source, title, job, files }];
    }),
  );
}
