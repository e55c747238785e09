import { type BlockKey, LABEL } from "@/lib/shared/memory/memory";

export const TABS = ["blocks", "facts", "archive", "upkeep"] as const;
export type Tab = (typeof TABS)[number];

export type Place = { tab: Tab; open?: string; query?: string };

export function hrefOf({ tab, open, query }: Place): string {
  const path = open !== undefined ? `/memory/${tab}/${encodeURIComponent(open)}` : PATHS[tab];
  return query ? `${path}?${new URLSearchParams({ q: query })}` : path;
}

const PATHS: Record<Tab, string> = {
  blocks: "/memory",
  facts: "/memory/facts",
  archive: "/memory/archive",
  upkeep: "/memory/upkeep",
};

export function placeOf(path: string, query: URLSearchParams): Place {
  const [tab, open] = path.split("/").slice(2);
  return {
    tab: TABS.find((one) => one === tab) ?? "blocks",
    ...(open && { open: decodeURIComponent(open) }),
    ...(query.get("q") && { query: query.get("q") ?? undefined }),
  };
}

/** Place that opens the summary written by save_memory. The summary is not a block and has no label. */
export const SUMMARY = "Summary";

export const keyIn = ({ tab, open }: Place): BlockKey | undefined =>
  open !== undefined && LABEL.test(open) && (tab === "blocks" || tab === "archive")
    ? { label: open, isArchival: tab === "archive" }
    : undefined;

export const placeOfBlock = ({ label, isArchival }: BlockKey): Place => ({
  tab: isArchival ? "archive" : "blocks",
  open: label,
});
