import { FakeServer } from "@/components/client/testing/fake-server";
import { ago } from "@/components/client/testing/samples";
import type { Consolidation } from "@/lib/shared/memory/consolidation";
import type { BlockView, FactView } from "@/lib/shared/memory/memory-view";

export const FACTS = "/api/memory/memories";

export const aFact = (nth: number, content: string, rest: Partial<FactView> = {}): FactView => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${nth}`, layer: "long", content, category: null },
  ...{ certainty: 1, source: null, origins: [], version: 1, expiresAt: null, lastRecalledAt: null },
  ...{ recalls: 0, pinnedAt: null, createdAt: ago(60), updatedAt: ago(30) },
  ...rest,
});

export const aBlock = (label: string, rest: Partial<BlockView> = {}): BlockView => ({
  ...{ label, kind: "core", isArchival: false, text: `About ${label}.`, description: "", version: 1 },
  ...{ permission: "read_write", charLimit: 5_000, origins: [], pinnedAt: null, lastUsedAt: null },
  ...{ createdAt: ago(60), updatedAt: ago(30) },
  ...rest,
});

export const anEntry = (label: string, rest: Partial<BlockView> = {}): BlockView =>
  aBlock(label, { kind: "archival", isArchival: true, ...rest });

export const aContradiction = (id: string, newer: FactView, older: FactView): Consolidation => ({
  ...{ id, kind: "contradiction", createdAt: ago(5) },
  facts: [newer, older].map(({ id, content, updatedAt }) => ({
    ...{ id, before: content, now: content, updatedAt },
  })),
});

type Memory = { facts: FactView[]; blocks: BlockView[]; summary: string; changes: Consolidation[] };

/** Mocks a server with a memory, which a test may change. */
export function memoryServer(contents: Partial<Memory> = {}) {
  const memory: Memory = { facts: [], blocks: [], summary: "", changes: [], ...contents };
  const server = new FakeServer()
    .on("GET /api/tools", () => ({ toolsets: [] }))
    .on("GET /api/origins", () => ({ marks: [] }))
    .on("GET /api/history", () => ({ revisions: [] }))
    .on("GET /api/memory/blob", () => ({ content: memory.summary, version: 3 }))
    .on("GET /api/memory/counts", () => ({
      counts: {
        facts: memory.facts.length,
        pinned: memory.facts.filter(({ pinnedAt }) => pinnedAt !== null).length,
        archive: memory.blocks.filter(({ isArchival }) => isArchival).length,
      },
    }))
    .on("GET /api/memory/consolidation", () => ({
      consolidation: { enabled: false, time: "03:00", timeZone: "Europe/Berlin", ranAt: null },
      changes: memory.changes,
    }))
    .on("GET /api/memory/search", ({ url }) => ({
      ...{ waiting: 0, by_meaning: true },
      results: hits(memory, url.searchParams.get("q") ?? "", url.searchParams.get("domain") ?? ""),
    }))
    .on(`GET ${FACTS}`, ({ url: { searchParams } }) => {
      const [pinned, ids] = [searchParams.get("pinned"), searchParams.get("ids")];
      return {
        memories: memory.facts.filter(
          (fact) =>
            (!pinned || String(fact.pinnedAt !== null) === pinned) &&
            (!ids || ids.split(",").includes(fact.id)),
        ),
      };
    })
    .on("GET /api/memory/blocks", ({ url: { searchParams } }) => {
      const [kind, names] = [searchParams.get("kind"), searchParams.get("names")];
      return {
        blocks: memory.blocks.filter(({ label, isArchival, ...block }) =>
          names ? names.split(",").includes(isArchival ? `archive:${label}` : label) : block.kind === kind,
        ),
      };
    });
  return { server, memory };
}

const FOUND = { score: 0.5, created_at: ago(60), found_by: ["words", "recency"] };

function hits({ facts, blocks }: Memory, query: string, domain: string): object[] {
  const found = [
    ...blocks
      .filter(({ label, text }) => `${label} ${text}`.includes(query))
      .map(({ label, kind, text }) => ({
        ...{ ...FOUND, domain: "archival_memory", label, excerpt: text },
        ...(kind !== "archival" && { kind }),
      })),
    ...facts
      .filter(({ content }) => content.includes(query))
      .map(({ id, content }) => ({ ...FOUND, domain: "facts", memory_id: id, excerpt: content })),
  ];
  return domain === "memory" ? found : found.filter((hit) => hit.domain === domain);
}
