import { type BlockKey, LABEL } from "@/lib/shared/memory/memory";

/** Filters of the list. `mind` has all that is in every prompt, `check` has facts that may contradict another. */
export const FILTERS = ["all", "mind", "blocks", "facts", "archive", "check"] as const;
export type Filter = (typeof FILTERS)[number];

/**
 * An address of the page: the list with a filter, an open entry, or the open section Cleanup. The address of an
 * entry begins with its kind, and does not set the filter.
 */
export type Place = { filter?: Filter; kind?: EntryKind; open?: string; query?: string; isCleanup?: boolean };

const ENTRY_KINDS = ["blocks", "facts", "archive"] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

const CLEANUP = "cleanup";
/** Former name of the section Cleanup. */
const UPKEEP = "upkeep";

export function hrefOf({ filter = "all", kind, open, query, isCleanup }: Place): string {
  if (kind !== undefined && open !== undefined) return `/memory/${kind}/${encodeURIComponent(open)}`;
  const path = isCleanup ? `/memory/${CLEANUP}` : filter === "all" ? "/memory" : `/memory/${filter}`;
  return query ? `${path}?${new URLSearchParams({ q: query })}` : path;
}

export function placeOf(path: string, query: URLSearchParams): Place {
  const [first, open] = path.split("/").slice(2);
  const text = query.get("q");
  if (first === CLEANUP || first === UPKEEP) return { filter: "all", isCleanup: true };
  const kind = ENTRY_KINDS.find((one) => one === first);
  if (kind && open) return { kind, open: decodeURIComponent(open) };
  return { filter: FILTERS.find((one) => one === first) ?? "all", ...(text && { query: text }) };
}

export function isAddress([first = "all", open, ...rest]: readonly string[]): boolean {
  if (open !== undefined) return rest.length === 0 && ENTRY_KINDS.some((one) => one === first);
  return [...FILTERS, CLEANUP, UPKEEP].includes(first);
}

/** Opens the summary, which is not a block and has no label. */
export const SUMMARY_PLACE: Place = { kind: "blocks", open: "Summary" };

export const isSummary = ({ kind, open }: Place): boolean =>
  kind === SUMMARY_PLACE.kind && open === SUMMARY_PLACE.open;

export const keyIn = ({ kind, open }: Place): BlockKey | undefined =>
  open !== undefined && LABEL.test(open) && (kind === "blocks" || kind === "archive")
    ? { label: open, isArchival: kind === "archive" }
    : undefined;

export const placeOfBlock = ({ label, isArchival }: BlockKey): Place => ({
  kind: isArchival ? "archive" : "blocks",
  open: label,
});

export const placeOfFact = (id: string): Place => ({ kind: "facts", open: id });
