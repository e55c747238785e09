import { randomUUID } from "node:crypto";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { wordsOf } from "@/lib/shared/text/words";
import type { Fact, MemoryStore } from "../store";

const DAY_MS = 86_400_000;
const LASTS: Partial<Record<MemoryLayer, number>> = { mid: 90 * DAY_MS, short: 14 * DAY_MS };

type Kept = Fact & { conversationId: string | undefined; extensions: number };

export function inMemoryFacts(): Pick<MemoryStore, "remember" | "recall" | "forget"> {
  const agents = new Map<string, Kept[]>();
  const of = (agentId: string) => agents.get(agentId) ?? [];
  const ending = (layer: MemoryLayer) => {
    const ms = LASTS[layer];
    return ms === undefined ? null : new Date(Date.now() + ms).toISOString();
  };
  const told = ({ conversationId: _, extensions: __, ...fact }: Kept): Fact => structuredClone(fact);

  return {
    async remember(
      agentId,
      { layer, content, conversationId, category, certainty, source },
      { origins = [] },
    ) {
      const there = of(agentId).find(
        (one) => one.layer === layer && one.content === content && one.conversationId === conversationId,
      );
      const kept: Kept = there ?? {
        ...{ id: randomUUID(), layer, content, conversationId, category: null, certainty: 1, source: null },
        ...{ createdAt: new Date().toISOString(), lastRecalledAt: null, recalls: 0, extensions: 0 },
        ...{ origins: [...origins], expiresAt: null },
      };
      if (!there) agents.set(agentId, [...of(agentId), kept]);
      if (category !== undefined) kept.category = category;
      if (certainty !== undefined) kept.certainty = certainty;
      if (source !== undefined) kept.source = source;
      Object.assign(kept, { expiresAt: ending(layer), extensions: 0 });
      return told(kept);
    },

    async recall(agentId, query, { limit = 10, layer, conversationId } = {}) {
      const asked = new Set(wordsOf(query));
      const fits = of(agentId).flatMap((fact) => {
        if (layer !== undefined && fact.layer !== layer) return [];
        if (fact.layer === "session" && fact.conversationId !== conversationId) return [];
        const held = [...new Set(wordsOf(fact.content))].filter((word) => asked.has(word)).length;
        return held > 0 ? [{ fact, relevance: held / asked.size }] : [];
      });
      fits.sort((a, b) => b.relevance - a.relevance);
      return fits.slice(0, limit).map(({ fact, relevance }) => {
        const before = told(fact);
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
