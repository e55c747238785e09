import { randomUUID } from "node:crypto";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { tokenize } from "@/lib/shared/text/words";
import type { Fact, MemoryStore } from "../store";

const DAY_MS = 86_400_000;
const LASTS: Partial<Record<MemoryLayer, number>> = { mid: 90 * DAY_MS, short: 14 * DAY_MS };

type FactEntry = Fact & { conversationId: string | undefined; extensions: number };

export function inMemoryFacts(): Pick<MemoryStore, "remember" | "recall" | "forget"> {
  const agents = new Map<string, FactEntry[]>();
  const of = (agentId: string) => agents.get(agentId) ?? [];
  const ending = (layer: MemoryLayer) => {
    const ms = LASTS[layer];
    return ms === undefined ? null : new Date(Date.now() + ms).toISOString();
  };
  const publicFact = ({ conversationId: _, extensions: __, ...fact }: FactEntry): Fact =>
    structuredClone(fact);

  return {
    async remember(
      agentId,
      { layer, content, conversationId, category, certainty, source },
      { origins = [] },
    ) {
      const there = of(agentId).find(
        (one) => one.layer === layer && one.content === content && one.conversationId === conversationId,
      );
      const entry: FactEntry = there ?? {
        ...{ id: randomUUID(), layer, content, conversationId, category: null, certainty: 1, source: null },
        ...{ createdAt: new Date().toISOString(), lastRecalledAt: null, recalls: 0, extensions: 0 },
        ...{ origins: [...origins], expiresAt: null },
      };
      if (!there) agents.set(agentId, [...of(agentId), entry]);
      if (category !== undefined) entry.category = category;
      if (certainty !== undefined) entry.certainty = certainty;
      if (source !== undefined) entry.source = source;
      Object.assign(entry, { expiresAt: ending(layer), extensions: 0 });
      return publicFact(entry);
    },

    async recall(agentId, query, { limit = 10, layer, conversationId } = {}) {
      const asked = new Set(tokenize(query));
      const fits = of(agentId).flatMap((fact) => {
        if (layer !== undefined && fact.layer !== layer) return [];
        if (fact.layer === "session" && fact.conversationId !== conversationId) return [];
        const matches = [...new Set(tokenize(fact.content))].filter((word) => asked.has(word)).length;
        return matches > 0 ? [{ fact, relevance: matches / asked.size }] : [];
      });
      fits.sort((a, b) => b.relevance - a.relevance);
      return fits.slice(0, limit).map(({ fact, relevance }) => {
        const before = publicFact(fact);
        fact.recalls++;
        fact.lastRecalledAt = new Date().toISOString();
        if (fact.expiresAt && fact.extensions++ < 2) fact.expiresAt = ending(fact.layer);
        return { ...before, relevance, foundBy: ["words"] };
      });
    },

    async forget(agentId, id) {
      const left = of(agentId).filter((one) => one.id !== id);
      const isGone = left.length < of(agentId).length;
      agents.set(agentId, left);
      return isGone;
    },
  };
}
