"use client";

import { useMemorySearch } from "@/components/client/memory-search";
import type { Older } from "@/components/client/paged-list";
import { blockName } from "@/lib/shared/memory/memory";
import {
  type FoundBy,
  MAX_RESULTS,
  type MemoryHit,
  type SearchDomain,
} from "@/lib/shared/memory/memory-search";
import type { BlockView, FactView } from "@/lib/shared/memory/memory-view";
import { isAboutBlocks } from "./api";
import { isAboutFacts } from "./facts-api";
import type { Filter } from "./memory-url";
import { useArchive, useContextBlocks, useNamedBlocks } from "./use-blocks";
import { useCounts } from "./use-counts";
import { useFactList, useFactsOf } from "./use-facts";
import { useSummary } from "./use-summary";

export type Entry =
  | { kind: "summary"; content: string }
  | { kind: "block"; block: BlockView }
  | { kind: "fact"; fact: FactView; foundBy: readonly FoundBy[] };

const asBlocks = (blocks: readonly BlockView[] = []): Entry[] =>
  blocks.map((block) => ({ kind: "block", block }));
const asFacts = (facts: readonly FactView[] = []): Entry[] =>
  facts.map((fact) => ({ kind: "fact", fact, foundBy: [] }));

/** Lists what the agent remembers: the summary, blocks, facts with the newest first, and at last the archive. */
export function useEntries(filter: Filter, contradicting: readonly string[]) {
  const summary = useSummary();
  const context = useContextBlocks();
  const counted = useCounts();
  const facts = useFactList(filter === "mind" ? true : undefined);
  const checked = useFactsOf(filter === "check" ? contradicting : []);
  const isAtEnd = facts.facts !== undefined && facts.older === undefined;
  const archive = useArchive(filter === "archive" || (filter === "all" && isAtEnd));

  const text = summary.summary?.content ?? "";
  const about: Entry[] = text.trim() === "" ? [] : [{ kind: "summary", content: text }];
  const blocks = asBlocks(context.blocks);
  const shown = asFacts(facts.facts);
  const archived = asBlocks(archive.blocks);
  const entries: Record<Filter, Entry[]> = {
    all: [...about, ...blocks, ...shown, ...(isAtEnd ? archived : [])],
    mind: [...about, ...blocks, ...shown],
    ...{ blocks, facts: shown, archive: archived, check: asFacts(checked.facts) },
  };
  const hasFacts = filter === "all" || filter === "mind" || filter === "facts";
  const missing = [
    { ...summary, data: summary.summary },
    { ...context, data: context.blocks },
    { ...counted, reload: () => void counted.refetch() },
    ...(hasFacts ? [{ ...facts, data: facts.facts }] : []),
    ...(filter === "check" ? [{ ...checked, data: checked.facts }] : []),
    ...(filter === "archive" ? [{ ...archive, data: archive.blocks }] : []),
  ].filter(({ data }) => data === undefined);
  const olders: Partial<Record<Filter, Older>> = {
    all: facts.older ?? (isAtEnd ? olderOf(archive) : undefined),
    ...{ mind: facts.older, facts: facts.older, archive: archive.older },
  };
  return {
    counts: summary.summary && context.blocks && counted.data && countsOf(about, blocks, counted.data),
    entries: missing.length === 0 ? entries[filter] : undefined,
    error: missing.find((part) => part.error)?.error ?? null,
    reload: () => {
      for (const part of missing) part.reload();
    },
    older: olders[filter],
  };
}

/** The archive follows the facts. Until its first page has loaded, an error can be retried like one of a page. */
const olderOf = ({ blocks, error, older, reload }: ReturnType<typeof useArchive>): Older | undefined =>
  blocks === undefined && error ? { load: reload, isBusy: false, error } : older;

export type Counts = Record<Exclude<Filter, "check">, number>;

const countsOf = (
  { length: about }: Entry[],
  { length: blocks }: Entry[],
  { facts, pinned, archive }: { facts: number; pinned: number; archive: number },
): Counts => ({
  all: about + blocks + facts + archive,
  mind: about + blocks + pinned,
  ...{ blocks, facts, archive },
});

const DOMAINS: Record<Filter, SearchDomain> = {
  ...{ all: "memory", mind: "memory", facts: "facts", check: "facts" },
  ...{ blocks: "archival_memory", archive: "archival_memory" },
};

/** Searches what the filter lists, best match first. `found` is undefined without a text and while loading. */
export function useEntrySearch(text: string, filter: Filter, contradicting: readonly string[]) {
  const { results, error, again } = useMemorySearch(text, {
    ...{ domain: DOMAINS[filter], limit: MAX_RESULTS },
    outdatedBy: (change) => isAboutFacts(change) || isAboutBlocks(change),
  });
  const { summary } = useSummary();
  const facts = useFactsOf(results?.flatMap(({ memory_id }) => memory_id ?? []) ?? []);
  const blocks = useNamedBlocks(results?.flatMap((hit) => nameOf(hit) ?? []) ?? []);
  const isLoaded = results !== undefined && facts.facts !== undefined && blocks.blocks !== undefined;
  const factById = new Map(facts.facts?.map((fact) => [fact.id, fact]));
  const blockByName = new Map(blocks.blocks?.map((block) => [blockName(block), block]));
  const about = (filter === "all" || filter === "mind") && summary ? asMatch(summary.content, text) : [];
  const entryOf = (hit: MemoryHit): Entry[] => {
    const fact = factById.get(hit.memory_id ?? "");
    if (fact) return [{ kind: "fact", fact, foundBy: hit.found_by }];
    const block = blockByName.get(nameOf(hit) ?? "");
    return block ? [{ kind: "block", block }] : [];
  };
  const found = isLoaded
    ? [...about, ...results.flatMap(entryOf)].filter((entry) => isListed(entry, filter, contradicting))
    : undefined;
  return {
    found,
    error: error ?? facts.error ?? blocks.error,
    reload: () => {
      again();
      facts.reload();
      blocks.reload();
    },
  };
}

/** The kind of a hit is missing for an entry of the archive. */
const nameOf = ({ label, kind }: MemoryHit): string | undefined =>
  label === undefined ? undefined : blockName({ label, isArchival: kind === undefined });

function asMatch(content: string, text: string): Entry[] {
  const lower = content.toLowerCase();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length > 0 && words.every((word) => lower.includes(word))
    ? [{ kind: "summary", content }]
    : [];
}

function isListed(entry: Entry, filter: Filter, contradicting: readonly string[]): boolean {
  if (filter === "all" || entry.kind === "summary") return true;
  if (entry.kind === "block")
    return entry.block.isArchival ? filter === "archive" : filter === "blocks" || filter === "mind";
  if (filter === "check") return contradicting.includes(entry.fact.id);
  return filter === "facts" || (filter === "mind" && entry.fact.pinnedAt !== null);
}
