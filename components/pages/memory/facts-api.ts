import { historyOf } from "@/components/client/events";
import { jsonBody, request } from "@/components/client/request";
import type { FactChange } from "@/lib/shared/memory/facts";
import { type FactView, factAnswer, factList } from "@/lib/shared/memory/memory-view";

const PATH = "/api/memory/memories";

export const isAboutFacts = (change: string): boolean => historyOf(change)?.kind === "memory";

export type FactFields = Pick<FactView, "layer" | "content" | "certainty"> & { category?: string };

type Query = { pinned?: boolean; cursor?: string; ids?: readonly string[] };

export async function readFacts(
  query: Query,
  signal?: AbortSignal,
): Promise<{ items: FactView[]; nextCursor?: string }> {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  const { memories, ...next } = factList.parse(await (await request(`${PATH}?${asked}`, { signal })).json());
  return { items: memories, ...next };
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

/** Deletes a fact with its versions, even if it was forgotten before. */
export async function deleteFactForever(id: string): Promise<void> {
  await request(`${PATH}/${id}?forever=true`, { method: "DELETE" });
}

export async function mergeFacts(from: FactView, into: FactView, content: string): Promise<FactView> {
  const side = ({ id, version }: FactView) => ({ id, version });
  const body = { from: side(from), into: side(into), content };
  return one(await request(`${PATH}/merge`, { method: "POST", ...jsonBody(body) }));
}
