import type { MemoryLayer } from "@/lib/shared/memory";
import { MEMORY_LAYERS } from "@/lib/shared/memory";
import { readFacts, type StoredFact } from "@/lib/store/fact-list";
import { forgetFact, noteRecalled, storeFact } from "@/lib/store/memories";
import { searchEntries } from "./search/entries";
import { meaningOf } from "./search/messages";
import { WEIGHTS } from "./search/rank";
import { termsOf } from "./search/terms";
import type { Fact, MemoryStore, Recalled } from "./store";

/** How long a recall waits for the model of meanings, which may have to be loaded. */
const MEANING_MS = 2_500;
/** What fits less than this does not fit. */
const MIN_SCORE = 0.12;

/** Facts over Postgres. */
export const facts: Pick<MemoryStore, "remember" | "recall" | "forget"> = {
  remember: async (agentId, { conversationId, category, certainty, source, layer, content }, by) =>
    toFact(
      await storeFact(
        agentId,
        {
          ...{ layer, content, conversationId },
          ...(category !== undefined && { category }),
          ...(certainty !== undefined && { certainty }),
          ...(source !== undefined && { source: source as null }),
        },
        by,
      ),
    ),
  recall: async (agentId, query, options = {}) => {
    const found = await fitting(agentId, query, { ...options, waitMs: MEANING_MS });
    await noteRecalled(
      agentId,
      found.map(({ id }) => id),
      true,
    );
    return found;
  },
  forget: forgetFact,
};

type Options = { limit?: number; layer?: MemoryLayer; conversationId?: string; waitMs: number };

/** The facts that fit a text, best first. `waitMs` is how long it may wait for what the text means. */
export async function fitting(
  agentId: string,
  query: string,
  { limit = 10, layer, conversationId, waitMs }: Options,
): Promise<(Recalled & Pick<StoredFact, "conversationId">)[]> {
  const meaning = waitMs > 0 ? meaningOf(query, waitMs) : Promise.resolve(null);
  const terms = await termsOf(query);
  const scope = { blocks: [], facts: layer ? [layer] : MEMORY_LAYERS, conversationId };
  const { ranked } = await searchEntries(agentId, scope, { terms, meaning });
  const best = ranked.filter(({ score }) => score >= MIN_SCORE).slice(0, limit);
  const scores = new Map(best.map(({ entry, score }) => [entry.id, score]));
  const rows = await readFacts(agentId, [...scores.keys()]);
  return rows.map((row) => ({
    ...toFact(row),
    conversationId: row.conversationId,
    relevance:
      Math.round(Math.min((scores.get(row.id) ?? 0) / (WEIGHTS.words + WEIGHTS.meaning), 1) * 1_000) / 1_000,
  }));
}

const toFact = ({ id, layer, content, category, certainty, source, origins, ...row }: StoredFact): Fact => ({
  ...{ id, layer, content, category, certainty, source, origins },
  ...{
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastRecalledAt: row.lastRecalledAt,
    recalls: row.recalls,
  },
});
