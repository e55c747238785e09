import { historyOf } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import type { FactChange } from "@/lib/shared/facts";
import type { MemoryLayer } from "@/lib/shared/memory";
import { type MemoryHit, memoryHits } from "@/lib/shared/memory-search";
import { type FactView, factAnswer, factList } from "@/lib/shared/memory-view";

const PATH = "/api/memory/memories";
/** As many as one search gives. */
const MAX_FOUND = 50;

export const isAboutFacts = (change: string): boolean => historyOf(change)?.kind === "memory";

export type FactFields = Pick<FactView, "layer" | "content" | "certainty"> & { category?: string };

type Query = { layer?: MemoryLayer; pinned?: boolean; cursor?: string; ids?: readonly string[] };

export async function readFacts(
  query: Query,
  signal?: AbortSignal,
): Promise<{ items: FactView[]; nextCursor?: string }> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const { memories, ...next } = factList.parse(await (await request(`${PATH}?${asked}`, { signal })).json());
  return { items: memories, ...next };
}

export type FoundFact = { fact: FactView; foundBy: MemoryHit["found_by"] };

/** The facts that fit some words best, best first, by the search that the agent has, too. */
export async function searchFacts(q: string, signal?: AbortSignal): Promise<FoundFact[]> {
  const query = new URLSearchParams({ q, domain: "facts", limit: String(MAX_FOUND) });
  const response = await request(`/api/memory/search?${query}`, { signal });
  const found = new Map(
    memoryHits.parse(await response.json()).results.map((hit) => [hit.memory_id, hit.found_by]),
  );
  const ids = [...found.keys()].filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const { items } = await readFacts({ ids }, signal);
  return items.map((fact) => ({ fact, foundBy: found.get(fact.id) ?? [] }));
}

const one = async (response: Response): Promise<FactView> => factAnswer.parse(await response.json()).memory;

export const readFact = async (id: string, signal?: AbortSignal): Promise<FactView> =>
  one(await request(`${PATH}/${id}`, { signal }));

export const createFact = async (fact: FactFields): Promise<FactView> =>
  one(await request(PATH, { method: "POST", ...jsonBody(fact) }));

export const changeFact = async (id: string, change: FactChange): Promise<FactView> =>
  one(await request(`${PATH}/${id}`, { method: "PATCH", ...jsonBody(change) }));

export async function forgetFact(id: string): Promise<void> {
  await request(`${PATH}/${id}`, { method: "DELETE" });
}

/** Two become one: `into` says `content`, and `from` is forgotten. */
export async function mergeFacts(from: FactView, into: FactView, content: string): Promise<FactView> {
  const side = ({ id, version }: FactView) => ({ id, version });
  const body = { from: side(from), into: side(into), content };
  return one(await request(`${PATH}/merge`, { method: "POST", ...jsonBody(body) }));
}
