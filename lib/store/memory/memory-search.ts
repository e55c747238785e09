import {
  commonWords,
  findTrigrams,
  type Like,
  type Near,
  type Nearness,
  nearest,
  wordsNear,
} from "@/lib/store/hot/memory-search";

/** Words of blocks and facts that many hold, of all agents, and how many do; and how many blocks and facts there are. */
export async function readCommonWords(): Promise<{ all: number; common: { word: string; count: number }[] }> {
  const [row] = await commonWords();
  return { all: row?.all ?? 0, common: row?.common ?? [] };
}

/**
 * What lies nearest to a vector of a model by its signs, nearest first; what has one of another model is not among it. Where
 * there is very much, only the `cells` are looked through in which it most likely lies.
 */
export async function findNear(nearness: Nearness, limit: number): Promise<Near[]> {
  const near = await nearest(nearness, limit, false);
  // The index knows no models: while texts are embedded anew by another one, those of the old one may take the places.
  return near.length < limit ? nearest(nearness, limit, true) : near;
}

/** Words of the agent's texts that are spelled nearly so, the likest first; none where the database cannot compare. */
export async function wordsLike(agentId: string, words: readonly string[], each: number): Promise<Like[]> {
  const [known] = await findTrigrams();
  return known && words.length > 0 ? wordsNear(agentId, words, each) : [];
}
