import { isWarm } from "@/lib/models/embedding/embed";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { MEMORY_LAYERS } from "@/lib/shared/memory/memory";
import { noteRecalled } from "@/lib/store/memory/fact-ends";
import { readFacts, type StoredFact } from "@/lib/store/memory/fact-list";
import { forgetFact, storeFact } from "@/lib/store/memory/memories";
import { embedderOf, ownEmbedder } from "./embedder";
import { CATCH_UP_MS, catchUp } from "./indexing";
import { searchEntries } from "./search/entries";
import { type Meaning, meaningOf } from "./search/messages";
import { foundByOf, WEIGHTS } from "./search/rank";
import { termsOf } from "./search/terms";
import type { Fact, MemoryStore, RecalledFact } from "./store";

/**
 * When a tool recalls facts, it waits at most this long for the embedding model, which may have to be loaded.
 */
const MEANING_MS = 2_500;
/** Before a turn of the agent, the recall waits at most this long for the embedding model. */
const MESSAGE_MEANING_MS = 60;
const MIN_SCORE = 0.1;
/** Minimum score of a fact that is recalled for a message, without a request by the agent. */
const MIN_UNASKED = 0.14;
/**
 * Minimum score for a message if the prompt has no room for all facts. It is low because a question such as
 * "Suggest a dessert" is only a little similar to a fact about an allergy.
 */
const MIN_PARTIAL = 0.05;

export const facts: Pick<MemoryStore, "remember" | "recall" | "forget"> = {
  remember: async (agentId, { conversationId, category, certainty, source, layer, content }, by) => {
    const row = await storeFact(
      agentId,
      {
        ...{ layer, content, conversationId },
        ...(category !== undefined && { category }),
        ...(certainty !== undefined && { certainty }),
        ...(source !== undefined && { source: source as null }),
      },
      by,
    );
    // Start indexing now: the next message may need the fact, and its recall does not wait for the index.
    void catchUp(0);
    return toFact(row);
  },
  recall: async (agentId, query, options = {}) => {
    const found = await factsFitting(agentId, query, options);
    await noteRecalled(
      agentId,
      found.map(({ id }) => id),
      true,
    );
    return found;
  },
  forget: forgetFact,
};

type Options = {
  limit?: number;
  layer?: MemoryLayer;
  conversationId?: string;
  /** Only facts of this project; null for facts of none. */
  projectId?: string | null;
  /**
   * True if the text is a user message instead of a query. The recall must then be fast, because the answer starts
   * after it.
   */
  isMessage?: boolean;
  /**
   * If no word matches, maximum wait in ms for the text's vector. An embedding model that is not loaded is not
   * waited for.
   */
  waitMs?: number;
  /**
   * Used with `isMessage`: true if the prompt contains only some of the facts. Facts that are only slightly
   * similar are then recalled, too.
   */
  isPartial?: boolean;
};

export async function factsFitting(
  agentId: string,
  query: string,
  {
    limit = 10,
    layer,
    conversationId,
    projectId,
    isMessage = false,
    waitMs = MESSAGE_MEANING_MS,
    isPartial = false,
  }: Options,
): Promise<RecalledFact[]> {
  const meaning = isMessage ? Promise.resolve(null) : meaningOf(embedderOf(agentId), query, MEANING_MS);
  if (!isMessage) await catchUp(CATCH_UP_MS);
  const terms = await termsOf(query);
  const scope = { blocks: [], facts: layer ? [layer] : MEMORY_LAYERS, conversationId, projectId };
  const usual = isMessage ? MIN_UNASKED : MIN_SCORE;
  const look = async (meaning: Meaning, minScore = usual) => {
    const { ranked } = await searchEntries(agentId, scope, { terms, meaning, isMessage });
    return ranked.filter(({ score }) => score >= minScore).slice(0, limit);
  };
  let best = await look(meaning);
  if (isMessage && (best.length === 0 || isPartial) && isWarm())
    best = await look(meaningOf(ownEmbedder, query, waitMs), isPartial ? MIN_PARTIAL : usual);
  const found = new Map(best.map((one) => [one.entry.id, one]));
  const rows = await readFacts(agentId, [...found.keys()]);
  return rows.flatMap((row) => {
    const one = found.get(row.id);
    if (!one) return [];
    const relevance = Math.min(one.score / (WEIGHTS.words + WEIGHTS.meaning), 1);
    return {
      ...toFact(row),
      relevance: Math.round(relevance * 1_000) / 1_000,
      foundBy: foundByOf(one, row.createdAt),
    };
  });
}

export const toFact = ({
  id,
  layer,
  content,
  category,
  certainty,
  source,
  origins,
  ...row
}: StoredFact): Fact => ({
  ...{ id, layer, content, category, certainty, source, origins },
  ...{
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastRecalledAt: row.lastRecalledAt,
    recalls: row.recalls,
  },
});
