import type { FactView } from "@/lib/shared/memory/memory-view";
import { readFact, type StoredFact } from "@/lib/store/memory/fact-list";
import { readSources } from "@/lib/store/memory/fact-sources";

export async function factViews(agentId: string, facts: readonly StoredFact[]): Promise<FactView[]> {
  const sources = await readSources(agentId, facts);
  return facts.map(({ conversationId: _, ...fact }) => ({ ...fact, source: sources.get(fact.id) ?? null }));
}

export async function readFactView(agentId: string, fact: StoredFact | string): Promise<FactView> {
  const [view] = await factViews(agentId, [typeof fact === "string" ? await readFact(agentId, fact) : fact]);
  if (!view) throw new Error("A fact has no view");
  return view;
}
