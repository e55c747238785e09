import {
  blocksWrittenIn,
  commonWords,
  findTrigrams,
  type Like,
  type Near,
  type Nearness,
  nearest,
  similarWords,
} from "@/lib/store/hot/memory-search";

/**
 * Returns frequent words of the blocks and facts of all agents with their counts, and the total number of
 * blocks and facts. All are estimates.
 */
export async function readCommonWords(): Promise<{ all: number; common: { word: string; count: number }[] }> {
  const [row] = await commonWords();
  return { all: row?.all ?? 0, common: row?.common ?? [] };
}

/**
 * Finds the nearest embeddings to a vector of a model by their sign bits, nearest first. With very many
 * embeddings only those in `cells` are scanned.
 */
export async function findNear(nearness: Nearness, limit: number): Promise<Near[]> {
  const near = await nearest(nearness, limit, false);
  // Search again with the filter by model first. The index does not distinguish models, so while content is
  // embedded again by another model, results of the old model may use up the limit.
  return near.length < limit ? nearest(nearness, limit, true) : near;
}

/** Returns those of the blocks whose live version was written in a conversation of the project. */
export async function readBlocksWrittenIn(
  agentId: string,
  ids: readonly string[],
  projectId: string,
): Promise<Set<string>> {
  const rows = await blocksWrittenIn(agentId, ids, projectId);
  return new Set(rows.map(({ id }) => id));
}

/** Finds words of the agent's content with a similar spelling, most similar first; none without pg_trgm. */
export async function findSimilarWords(
  agentId: string,
  words: readonly string[],
  each: number,
): Promise<Like[]> {
  const [hasTrigrams] = await findTrigrams();
  return hasTrigrams && words.length > 0 ? similarWords(agentId, words, each) : [];
}
