"use client";

import { historyOf, tablesOf } from "@/components/client/events";
import { type Page, usePagedList } from "@/components/client/paged-list";
import { type Entry, type Filter, readTimeline, type TimelinePage } from "./api";

const keyOf = ({ kind, name, author }: Filter): string => JSON.stringify([kind, name, author]);
const idOf = ({ revision }: Entry): string => revision.id;

export function useTimeline(filter: Filter, initial: TimelinePage & { filter: Filter }) {
  const { kind, name } = filter;
  return usePagedList({
    key: ["history", "timeline", keyOf(filter)],
    read: async (cursor, signal) => pageOf(await readTimeline(filter, cursor, signal)),
    idOf,
    outdatedBy: (change) => {
      if (tablesOf(change)) return (kind === undefined || kind === "database") && name === undefined;
      const changed = historyOf(change);
      return (
        changed !== undefined &&
        (kind === undefined || kind === changed.kind) &&
        (name === undefined || name === changed.name)
      );
    },
    initial: keyOf(initial.filter) === keyOf(filter) ? pageOf(initial) : undefined,
  });
}

function pageOf({ revisions, summaries, nextCursor }: TimelinePage): Page<Entry> {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  const items = revisions.map((revision) => ({ revision, gist: byId.get(revision.id) }));
  return { items, nextCursor };
}
